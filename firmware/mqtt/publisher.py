"""The face of the game for an MQTT broker: what is shown is handed over, and a thread of its own sends it.

Rule kept here: `Publisher.show` puts down what is shown now and wakes the thread; nothing else of this runs in the
loop. The thread speaks on one connection after the other, and waits longer each time that there is none.
"""

from __future__ import annotations

import asyncio
import socket
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path
from threading import Event, Thread
from typing import Final, NamedTuple

import msgspec

from firmware.config.schema import MqttConfig
from firmware.devices.health import HealthReporter, impaired
from firmware.mqtt.commands import CommandAnswer, CommandDesk
from firmware.mqtt.conversation import MOST_WAITING, Conversation, House, WhatIsShown
from firmware.mqtt.home_assistant import HouseDevice
from firmware.mqtt.house_post import HousePost
from firmware.mqtt.link import BrokerAddress, BrokerLink, Letter
from firmware.mqtt.outbox import OpenJournal, Outbox
from firmware.mqtt.sealing import Sealer
from firmware.mqtt.secrets_kept import BrokerError, BrokerSecrets
from firmware.mqtt.topics import OFFLINE, Topics
from firmware.play.inputs.page_requests import PageRequests
from firmware.service.metrics import DISTRIBUTION
from firmware.storage.box_key import box_id
from scoreboard.face_guard import Face
from scoreboard.language import Language
from scoreboard.message import message
from scoreboard.web.owner.setting_routes import SettingsAccess
from scoreboard.web.state.live import Live
from scoreboard.web.state.view import Status

FIRST_WAIT_S, LONGEST_WAIT_S = 1.0, 60.0
"""Seconds from a lost connection to the next try; each is twice as long as the one before."""
HELD_S: Final = 30.0
"""A connection that held so long was a good one: the next try after it comes soon."""
SETTLE_S: Final = 0.05
"""Seconds that the thread leaves a play to the table before it begins with it."""
LOOK_S: Final = 0.5
"""Seconds from one look at what is shown to the next."""
TURN_S: Final = 1.0
"""Seconds after which it looks around, whatever happens."""
ENDING_S: Final = 2.0
"""Seconds that the end of the program waits for its thread."""
LINGER_S: Final = 0.5
"""Seconds at the end that a broker has to take what is on its way, so that it is not sent again."""
REMEMBERED: Final = 64
"""Lines of which it is known when they were played."""


class BrokerPlace(NamedTuple):
    """What a publisher works with.

    Attributes:
        config: of the broker.
        folder: beside the games, with what is kept for it.
        journal: opens the games for reading.
    """

    config: MqttConfig
    folder: Path
    journal: OpenJournal


class Publisher:
    """Sends what is shown.

    Args:
        place: where to, and from where.
        language: that everything is said in, by now.
        report: is told whether the broker can be reached.
    """

    def __init__(self, place: BrokerPlace, language: Callable[[], Language], report: HealthReporter) -> None:
        self._place, self._language, self._report = place, language, report
        self._secrets = BrokerSecrets(place.folder)
        self._face, self._closing = Face("broker"), Event()
        self._shown: WhatIsShown | None = None
        self._played_at = OrderedDict[tuple[int, int], float]()
        self._wake, self._waker = socket.socketpair()
        for end in (self._wake, self._waker):
            end.setblocking(False)
        self._thread = Thread(target=self._run, name="broker", daemon=True)
        self._outbox: Outbox | None = None
        self._desk: CommandDesk | None = None
        self._page: str | None = None
        self._letters: HousePost | None = None
        self._answers = deque[tuple[CommandAnswer, bytes]](maxlen=MOST_WAITING)
        self._failures = 0

    def start(self) -> None:
        """Begin to send."""
        self._thread.start()

    def take_commands(
        self,
        play: PageRequests,
        settings: SettingsAccess,
        page: str | None = None,
        letters: HousePost | None = None,
    ) -> None:
        """Take them as well, as far as the owner allows any; called in the loop, before it begins.

        ``page`` is the address of the page, for a smart home's link to it; ``letters`` go to and from another house.
        """
        self._page, self._letters = page, letters
        self._desk = CommandDesk(self._place.config.commands, play, settings, self._language, self._answer)

    async def follow(self, live: Callable[[], Live | None], status: Callable[[], Status]) -> None:
        """Begin to send, and look for what nobody tells of, such as words that left the panel, until cancelled."""
        self.start()
        while True:
            self.show(live(), status())
            await asyncio.sleep(LOOK_S)

    def show(self, live: Live | None, status: Status) -> None:
        """Put down what is shown now; called in the loop."""
        if live is None:
            return
        before = self._shown
        if before is not None and before.status.devices == status.devices:
            status = before.status
            if before.live.shows(live):
                return
        self._note_plays(None if before is None else before.live, live)
        self._shown = WhatIsShown(live, status, dict(self._played_at))
        self.wake()

    def wake(self) -> None:
        """There is something to send; from any thread."""
        with suppress(OSError):  # it was woken already, or has ended
            self._waker.send(b"\0")

    def close(self) -> None:
        """Say that we are gone, and end; a broker that does not listen is not waited for."""
        self._closing.set()
        with suppress(OSError):
            self._waker.send(b"\0")
        if self._thread.is_alive():
            self._thread.join(ENDING_S)
        self._waker.close()
        if not self._thread.is_alive():
            self._wake.close()

    def _note_plays(self, before: Live | None, live: Live) -> None:
        """Note when the newest lines were played; those that lay there at the start were played before."""
        if before is None:
            return
        first = before.history.number if before.game == live.game else 0
        for number in range(max(first, live.history.number - REMEMBERED) + 1, live.history.number + 1):
            self._played_at[live.game, number] = time.monotonic()
        while len(self._played_at) > REMEMBERED:
            self._played_at.popitem(last=False)

    def _answer(self, answer: CommandAnswer, correlation: bytes) -> None:
        """Have it published; from any thread."""
        self._answers.append((answer, correlation))
        self.wake()

    # -- the thread

    def _run(self) -> None:
        while not self._closing.is_set():
            began = time.monotonic()
            with self._face:
                try:
                    self._connect()
                except BrokerError as error:
                    self._report(impaired(error.words, message("lost.broker")))
            self._failures = 1 if time.monotonic() - began > HELD_S else self._failures + 1
            self._closing.wait(min(LONGEST_WAIT_S, FIRST_WAIT_S * 2 ** (min(self._failures, 10) - 1)))

    def _connect(self) -> None:
        """Open a connection, and speak on it until it is lost, or we close.

        Raises:
            BrokerError: if it cannot be had, or is lost.
        """
        config, folder = self._place.config, self._place.folder
        try:
            topics = Topics(config.base, config.box or box_id(folder))
        except OSError as error:
            raise BrokerError(message("broker.no-folder", folder=str(folder))) from error
        if self._outbox is None:
            file, seal = folder / f"{config.broker}-{config.port}.json", Sealer(folder, topics.box).seal
            self._outbox = Outbox(file, self._place.journal, seal)
        client = f"stadium-{topics.box}"
        address = BrokerAddress(config.broker, config.port, config.tls, config.user, client, config.protocol)
        link = BrokerLink(address, self._secrets, Letter(topics.availability, OFFLINE, retain=True))
        try:
            link.open()
            self._report(None)
            house = self._house(topics)
            conversation = Conversation(link, topics, self._outbox, self._language, self._desk, house)
            conversation.letters = self._letters
            link.subscribe(conversation.heard)
            self._converse(link, conversation, topics)
        finally:
            link.close()
            self._outbox.keep()

    def _house(self, topics: Topics) -> House | None:
        """The smart home that is told of this stadium, if one is to be."""
        prefix = self._place.config.discovery
        if prefix == "none":
            return None
        allowed = () if self._desk is None else self._desk.allowed
        device = HouseDevice(topics, version(DISTRIBUTION), self._page, allowed)
        return House(f"{prefix}/device/{device.id}/config", f"{prefix}/status", device)

    def _converse(self, link: BrokerLink, conversation: Conversation, topics: Topics) -> None:
        link.listener = conversation
        looked: WhatIsShown | None = None
        while not self._closing.is_set():
            if self._shown is not looked and looked is not None:
                time.sleep(SETTLE_S)
            looked = self._shown
            while self._answers:
                answer, correlation = self._answers.popleft()
                conversation.post(Letter(topics.answers, msgspec.json.encode(answer)), correlation)
            conversation.go_on(looked, time.monotonic())
            link.turn(TURN_S, self._wake)
        until = time.monotonic() + LINGER_S
        while conversation.is_waiting and time.monotonic() < until:
            link.turn(LINGER_S / 5)
