"""Hears of the games of all stadiums at an MQTT broker, on a thread of its own, and keeps them (docs/league.md).

Rule kept here: a line is acknowledged once it is on the disk, and not before. Whatever ends this in between, the broker
has what is not acknowledged, and sends it again; the database knows a line that it has.
"""

from __future__ import annotations

import logging
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Event, Thread
from typing import Final, NamedTuple

from firmware.mqtt.link import BrokerAddress, BrokerLink, Inbox, Received
from firmware.mqtt.secrets_kept import BrokerError, BrokerSecrets
from firmware.mqtt.topics import Topics
from scoreboard.errors import ScoreboardError
from scoreboard.face_guard import Face
from scoreboard.league.arriving import Arrivals
from scoreboard.league.game_store import GameStore
from scoreboard.league.league_file import League
from scoreboard.league.wall import Wall
from scoreboard.message import Words

STAYS_S: Final = 7 * 24 * 3600
"""Seconds for which the broker keeps what is published while the league's computer is off."""
WINDOW: Final = 200
"""Messages that wait for the disk at once: the most that is held in memory."""
FIRST_WAIT_S, LONGEST_WAIT_S = 1.0, 60.0
"""Seconds from a lost connection to the next try; each is twice as long as the one before."""
TURN_S: Final = 1.0
ENDING_S: Final = 5.0
"""Seconds that the end of the program waits for its thread."""
HELD_S: Final = 30.0
ANY: Final = "+"
_log = logging.getLogger("stadium")


class LeaguePlace(NamedTuple):
    """Where the league listens.

    Attributes:
        broker: its name or address.
        port: of the broker.
        tls: whether the connection is encrypted.
        user: to log in as; empty for nobody.
        base: what topics begin with.
        protocol: the version of MQTT.
        client: what the broker knows us by: what we did not hear waits under that name.
        secrets: the folder with the password and certificates.
    """

    broker: str
    port: int
    tls: bool
    user: str
    base: str
    protocol: str
    client: str
    secrets: Path


class Receiver:
    """Takes in what stadiums publish.

    Args:
        place: where to listen.
        store: opens the database, on the thread that uses it.
        league: the league's file by now.
        wall: is told of the games under way.

    Attributes:
        trouble: why nothing is heard now, if nothing is.
        arrivals: what arrives; None before the database could be opened.
    """

    def __init__(
        self, place: LeaguePlace, store: Callable[[], GameStore], league: Callable[[], League], wall: Wall
    ) -> None:
        self._place, self._store, self._league, self._wall = place, store, league, wall
        self._topics = Topics(place.base, ANY)
        self._secrets, self._face, self._closing = BrokerSecrets(place.secrets), Face("league"), Event()
        self._came = list[Received]()
        self._judged_by: League | None = None
        self._wake, self._waker = socket.socketpair()
        for end in (self._wake, self._waker):
            end.setblocking(False)
        self._thread = Thread(target=self._run, name="league", daemon=True)
        self.trouble: Words = ""
        self.arrivals: Arrivals | None = None

    def start(self) -> None:
        """Begin to listen."""
        self._thread.start()

    def close(self) -> None:
        """End; what is not kept yet comes again."""
        self._closing.set()
        with suppress(OSError):
            self._waker.send(b"\0")
        if self._thread.is_alive():
            self._thread.join(ENDING_S)
        self._waker.close()
        if not self._thread.is_alive():
            self._wake.close()

    # -- what the link calls, on the thread

    def acknowledged(self, number: int) -> None:
        """Nothing is published."""

    def received(self, letter: Received) -> None:
        """A message came in."""
        self._came.append(letter)

    # -- the thread

    def _run(self) -> None:
        failures = 0
        while not self._closing.is_set():
            began = time.monotonic()
            with self._face:
                try:
                    self._listen()
                except (BrokerError, ScoreboardError) as error:
                    if error.words != self.trouble:
                        _log.warning("%s", error)
                    self.trouble = error.words
            self._wall.forget()
            failures = 1 if time.monotonic() - began > HELD_S else failures + 1
            self._closing.wait(min(LONGEST_WAIT_S, FIRST_WAIT_S * 2 ** (min(failures, 10) - 1)))

    def _listen(self) -> None:
        """Open the database and a connection, and keep what comes until either is lost, or we close."""
        place = self._place
        with self._store() as store:
            arrivals = self.arrivals = Arrivals(store, self._league, time.time_ns)
            address = BrokerAddress(place.broker, place.port, place.tls, place.user, place.client, place.protocol)
            link = BrokerLink(address, self._secrets, inbox=Inbox(STAYS_S, WINDOW))
            self._came.clear()
            link.listener = self
            try:
                link.open()
                topics = self._topics
                link.subscribe([topics.play, topics.state, topics.availability])
                self.trouble = ""
                while not self._closing.is_set():
                    self._turn(link, arrivals)
            finally:
                link.close(as_gone=False)

    def _turn(self, link: BrokerLink, arrivals: Arrivals) -> None:
        """Take in what there is, keep it, and acknowledge it; if there is nothing more, verify a game."""
        self._judge_by_the_file(arrivals)
        link.turn(0 if arrivals.has_due else TURN_S, self._wake)
        before = 0
        while before < len(self._came) < WINDOW:  # one look at the disk for all that is there
            before = len(self._came)
            link.turn(0)
        if not self._came:
            arrivals.judge()
            return
        came, self._came = self._came, []
        for letter in came:
            self._take(letter, arrivals)
        arrivals.keep()
        link.acknowledge(came)

    def _take(self, letter: Received, arrivals: Arrivals) -> None:
        """A message of a stadium: what it is about stands in its topic."""
        box, _, name = letter.topic.removeprefix(f"{self._place.base}/").partition("/")
        if name == "play":
            arrivals.take(box, letter.payload)
        elif self._league().key_of(box) is None:
            return
        elif name == "availability":
            self._wall.take_availability(box, letter.payload)
        elif name == "state" and not self._wall.take_state(box, letter.payload):
            arrivals.name_unreadable(box)

    def _judge_by_the_file(self, arrivals: Arrivals) -> None:
        """Verify what did not count again where the league's file has changed since."""
        league = self._league()
        if self._judged_by is not None and self._judged_by != league:
            arrivals.judge_again()
        self._judged_by = league
