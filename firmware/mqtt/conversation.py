"""What is said on one connection: what the broker keeps, as it is now; every play, in order; and what else is due.

Rule kept here: no more is on its way than the broker takes at once. Of what it keeps only the newest waits, and plays
wait in the journal, so that a broker that takes nothing costs no memory, and no work either.
"""

from __future__ import annotations

import random
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final, NamedTuple, Protocol

import msgspec
from msgspec import UNSET, structs

from firmware.mqtt.commands import CommandDesk
from firmware.mqtt.home_assistant import HouseDevice, discovery
from firmware.mqtt.house_post import HousePost
from firmware.mqtt.link import Letter, Received
from firmware.mqtt.outbox import DueLine, Outbox
from firmware.mqtt.secrets_kept import BrokerError
from firmware.mqtt.topics import ONLINE, Topics
from scoreboard.face_guard import Face
from scoreboard.language import Language
from scoreboard.message import message
from scoreboard.web.state.live import Live, state
from scoreboard.web.state.view import Status
from scoreboard.web.watch.events import worded
from scoreboard.web.watch.published import house_events, published_play

SILENT_S: Final = 45.0
"""Seconds in which a broker must take a message."""
LATE_S: Final = 10.0
"""Seconds after which a play is late: no house celebrates it any more."""
KEEP_S: Final = 2.0
"""Seconds after which it is written down what was taken: a card lasts longer so, and a power cut sends those again."""
BIRTH_S: Final = (1.0, 3.0)
"""Seconds, at least and at most, after a house has said that it listens, until it is told what there is."""
STATES_S: Final = 1.0
"""Seconds from that to how it is."""
NEVER: Final = float("inf")
MOST_WAITING: Final = 64
"""Letters that wait besides, the answers to commands and what a house celebrates; the oldest go."""


class House(NamedTuple):
    """A smart home that finds what there is by itself.

    Attributes:
        topic: of the message that tells it.
        status: where it says that it has begun to listen.
        device: what there is.
    """

    topic: str
    status: str
    device: HouseDevice


class WhatIsShown(NamedTuple):
    """What the table was shown last.

    Attributes:
        live: the game, and what is asked.
        status: the condition of the devices.
        played_at: when the last lines were first seen, by game and number, seconds of `time.monotonic`.
    """

    live: Live
    status: Status
    played_at: Mapping[tuple[int, int], float]


class Sender(Protocol):
    """Sends letters: a `BrokerLink`.

    Attributes:
        window: how many may be on their way at once.
    """

    window: int

    def send(self, letter: Letter, correlation: bytes = b"") -> int:
        """Send it, and return its number."""

    def subscribe(self, topics: list[str]) -> None:
        """Ask for what is published there."""


@dataclass(slots=True)
class KeptLetter:
    """What a broker keeps of a topic.

    Attributes:
        mark: what it was made of.
        sent: as it was sent last; None where it was not, or must be again.
        number: of the one that is on its way; None while there is none.
    """

    mark: object = None
    sent: bytes | None = None
    number: int | None = None


class Conversation:
    """What is said on one connection.

    Args:
        link: sends it.
        topics: of this stadium.
        outbox: has the plays.
        language: that everything is said in, by now.
        desk: carries commands out.
        house: a smart home that is told what this stadium has.

    Attributes:
        letters: to and from another house that plays along, if one does; set before the first of them.
    """

    def __init__(
        self,
        link: Sender,
        topics: Topics,
        outbox: Outbox,
        language: Callable[[], Language],
        desk: CommandDesk | None = None,
        house: House | None = None,
    ) -> None:
        self._link, self._topics, self._outbox, self._language = link, topics, outbox, language
        self._face, self._desk = Face("broker"), desk
        self._house, self._announce_at, self._repeat_at = house, NEVER, NEVER
        self._commands = {} if desk is None else {topics.command(name): name for name in desk.allowed}
        self.letters: HousePost | None = None
        self._asked_for = set[str]()
        self._kept = dict[str, KeptLetter]()
        self._plays = dict[int, DueLine]()
        self._sent_at = OrderedDict[int, float]()
        self._others = deque[tuple[Letter, bytes]](maxlen=MOST_WAITING)
        self._due: Iterator[DueLine] = iter(())
        self._due_of: WhatIsShown | None = None
        self._keep_at = 0.0
        outbox.rewind()

    def acknowledged(self, number: int) -> None:
        """The broker has taken the message of that number."""
        self._sent_at.pop(number, None)
        if (line := self._plays.pop(number, None)) is not None:
            self._outbox.taken(line)
        for kept in self._kept.values():
            if kept.number == number:
                kept.number = None

    @property
    def is_waiting(self) -> bool:
        """Whether something is on its way."""
        return bool(self._sent_at)

    def received(self, letter: Received) -> None:
        """A message came in."""
        if self._desk is not None and letter.topic in self._commands:
            self._desk.take(self._commands[letter.topic], letter)
        elif self.letters is not None and letter.topic in self._asked_for:
            self.letters.take(letter.topic, letter.payload)
        elif self._house is not None and letter.topic == self._house.status and letter.payload == ONLINE:
            # not all stadiums of a club at once, and not before it listens
            self._announce_at = time.monotonic() + random.uniform(*BIRTH_S)  # noqa: S311 - no secret

    @property
    def heard(self) -> list[str]:
        """The topics that are listened to."""
        return [*self._commands, *([] if self._house is None else [self._house.status])]

    def post(self, letter: Letter, correlation: bytes = b"") -> None:
        """Send this as well, as soon as there is room."""
        self._others.append((letter, correlation))

    def forget_kept(self) -> None:
        """Send again what the broker keeps: somebody has come who wants to hear it."""
        for kept in self._kept.values():
            kept.sent = None

    def go_on(self, shown: WhatIsShown | None, now: float) -> None:
        """Send what is due, as far as there is room.

        Raises:
            BrokerError: if the broker has not taken a message for too long.
        """
        if self._sent_at and now - next(iter(self._sent_at.values())) > SILENT_S:
            raise BrokerError(message("broker.silent"))
        self._announce(now)
        self._keep(self._topics.availability, self, lambda: ONLINE)
        if self.letters is not None:
            self._exchange(self.letters)
        if shown is not None:
            self._keep_shown(shown)
            self._send_plays(shown, now)
        while self._others and self._has_room:
            letter, correlation = self._others.popleft()
            self._send(letter, correlation)
        if now >= self._keep_at:
            self._keep_at = now + KEEP_S
            self._outbox.keep()

    def _announce(self, now: float) -> None:
        """Tell the house what there is, before how it is: also again where it has just begun to listen."""
        house = self._house
        if house is None:
            return
        if now >= self._announce_at:
            self._announce_at, self._repeat_at = NEVER, now + STATES_S
            self._kept.pop(house.topic, None)
        elif now >= self._repeat_at:
            self._repeat_at = NEVER
            self.forget_kept()
        language = self._language()
        self._keep(house.topic, language, lambda: msgspec.json.encode(discovery(house.device, language)))

    def _exchange(self, letters: HousePost) -> None:
        """Have the broker keep what goes to the other house, and hear what it has of it."""
        mail = letters.mail
        if new := [topic for topic in mail.heard if topic not in self._asked_for]:
            self._asked_for.update(new)
            self._link.subscribe(new)
        for topic, payload in mail.sent.items():
            self._keep(topic, payload, partial(bytes, payload))

    @property
    def _has_room(self) -> bool:
        return len(self._sent_at) < self._link.window

    def _send(self, letter: Letter, correlation: bytes = b"") -> int:
        number = self._link.send(letter, correlation)
        self._sent_at[number] = time.monotonic()
        return number

    # -- what the broker keeps

    def _keep_shown(self, shown: WhatIsShown) -> None:
        live, status, language, topics = shown.live, shown.status, self._language(), self._topics
        self._keep(topics.health, status, lambda: msgspec.json.encode(worded(status, language)))
        self._keep(topics.question, live, lambda: msgspec.json.encode(live.asked))
        self._keep(topics.state, live, lambda: msgspec.json.encode(state(live, language)))

    def _keep(self, topic: str, mark: object, make: Callable[[], bytes]) -> None:
        """Have the broker keep what ``make`` makes of ``mark``, unless it has that, or does not take the last yet."""
        kept = self._kept.setdefault(topic, KeptLetter())
        if kept.number is not None or not self._has_room or (kept.sent is not None and kept.mark is mark):
            return
        made = kept.sent or b""
        with self._face:  # what cannot be worded is left as it was
            made = make()
        kept.mark = mark
        if made != kept.sent:
            kept.sent = made
            kept.number = self._send(Letter(topic, made, retain=True))

    # -- plays

    def _send_plays(self, shown: WhatIsShown, now: float) -> None:
        """Send the lines that are due, in order, as many as there is room for."""
        while self._has_room:
            line = next(self._due, None)
            if line is not None:
                self._send_play(line, shown.played_at, now)
            elif self._due_of is shown:
                return
            else:
                self._due, self._due_of = self._outbox.due(shown.live), shown

    def _send_play(self, line: DueLine, played_at: Mapping[tuple[int, int], float], now: float) -> None:
        played = played_at.get((line.live.game, line.step.number))
        is_late = played is None or now - played > LATE_S
        play = events = None
        with self._face:
            play = published_play(
                self._topics.box, line.live, line.step, line.upto.checksum, self._language(), late=is_late
            )
            play = structs.replace(play, seal=line.seal or UNSET)
            events = house_events(play, line.step)
        if play is None:  # it cannot be worded, and nobody waits for it
            self._outbox.taken(line)
            return
        self._plays[self._send(Letter(self._topics.play, msgspec.json.encode(play)))] = line
        for each in events or ():
            self.post(Letter(self._topics.event, msgspec.json.encode(each)))
