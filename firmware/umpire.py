"""Readings and presses -> lines of the record, given what the rules await.

This is the only place where something seen becomes something that happened. Two rules are kept here: what the rules
do not await is not an event, and a reading below its threshold is never scored but asked about. Pure: the state of a
question is a frozen value, and the appliance holds it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from msgspec import structs

from firmware.devices import Gesture
from scoreboard.rules import Refused, apply
from scoreboard.rules.events import Chip, Die, Event
from scoreboard.rules.state import Game
from vision.reading import DieReading, Reading

CHIP = "chip"
Answer = int | str
EVERY_VALUE: tuple[Answer, ...] = tuple(range(1, 11))
EVERY_FACE: tuple[Answer, ...] = ("hit", "out")


@dataclass(frozen=True, slots=True)
class Asked:
    """A throw the eyes are not sure of: the players say what it shows, and play waits.

    Attributes:
        what: the die's colour, or ``chip``.
        choices: every answer there is, the likeliest first.
        index: the one being offered.
    """

    what: str
    choices: tuple[Answer, ...]
    index: int = 0

    @property
    def offered(self) -> Answer:
        """The answer that OK would accept."""
        return self.choices[self.index]

    @property
    def named(self) -> str:
        """The die or chip in words."""
        return CHIP if self.what == CHIP else f"{self.what} die"

    def next(self) -> Asked:
        """The question with its next answer offered, round and round."""
        return replace(self, index=(self.index + 1) % len(self.choices))

    def answered(self) -> Event:
        """The event that the offered answer makes; a hand gave it, not the camera."""
        if self.what == CHIP:
            return Chip(face="hit" if self.offered == "hit" else "out", by="button")
        return Die(color=self.what, value=int(self.offered), by="button")


Verdict = Event | Asked
"""What a reading comes to when it comes to anything."""


def judge(readings: Iterable[Reading], game: Game, colors: Mapping[str, str]) -> Verdict | None:
    """Find the throw that the rules await among what was seen.

    The die (or chip) that the game awaits goes first; failing it, anything the law would accept now, such as the
    chase of a ball (D15). All else is no event.

    Args:
        readings: what lies at rest.
        game: the state it is judged against.
        colors: the owner's names for colours, seen -> meant.
    """
    named = [(_name(reading, colors), reading) for reading in readings]
    named.sort(key=lambda pair: pair[0] != game.awaits)
    verdicts = (_judge_one(name, reading, game) for name, reading in named)
    return next((verdict for verdict in verdicts if verdict is not None), None)


def ask_for(awaited: str) -> Asked:
    """The question to put when a throw must be there but nothing could be seen of it."""
    return Asked(awaited, EVERY_FACE if awaited == CHIP else EVERY_VALUE)


def answer(asked: Asked, gesture: Gesture) -> Verdict | None:
    """What a press makes of an open question (D55).

    Returns:
        The event that OK accepts; the question with its next answer, for NEXT; None when the press withdraws the
        question: UNDO asks for a new throw, and any other button scores the play by hand.
    """
    if gesture == "ok":
        return asked.answered()
    return asked.next() if gesture == "next" else None


def _judge_one(name: str, reading: Reading, game: Game) -> Verdict | None:
    asked = _question(name, reading)
    if isinstance(reading, DieReading) and reading.kind != "d10":
        return None
    if not _lawful(asked.answered(), game):
        return None
    return asked if _unsure(reading) else _witnessed(asked.answered(), reading)


def _question(name: str, reading: Reading) -> Asked:
    """The reading as a question, its likeliest answer first and every other one behind."""
    every = EVERY_VALUE if isinstance(reading, DieReading) else EVERY_FACE
    seen = _seen(reading)
    best = [answer for answer, _ in reading.likely] if seen is None else [seen]
    return Asked(name, tuple(dict.fromkeys((*best, *every))))


def _name(reading: Reading, colors: Mapping[str, str]) -> str:
    if isinstance(reading, DieReading):
        return colors.get(reading.color, reading.color)
    return CHIP


def _seen(reading: Reading) -> Answer | None:
    return reading.value if isinstance(reading, DieReading) else reading.face


def _unsure(reading: Reading) -> bool:
    return _seen(reading) is None


def _witnessed(event: Event, reading: Reading) -> Event:
    return structs.replace(event, by="camera", confidence=round(reading.confidence, 4))


def _lawful(event: Event, game: Game) -> bool:
    try:
        apply(game, event)
    except Refused:
        return False
    return True
