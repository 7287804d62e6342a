"""Readings and presses -> lines of the record, given what the rules await.

This is the only place where something seen becomes something that happened. Two rules are kept here: what the rules
do not await is not an event, and a reading below its threshold is never scored but asked about. Pure: the state of a
question is a frozen value (`firmware.play.question`), and the scorer holds it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import prod

from msgspec import structs

from firmware.play.question import (
    EVERY_FACE,
    EVERY_SIDE,
    EVERY_VALUE,
    Answer,
    Asked,
    Doubt,
    Verdict,
    event_of,
    roll_or_question,
)
from scoreboard.rules import allows, dice_due
from scoreboard.rules.events import Die, Event, Roll
from scoreboard.rules.state import CHIP, DICE, Game
from vision.readings import DieReading, Reading
from vision.tracking.events import Lifted, Report, Thrown


@dataclass(frozen=True, slots=True)
class Cast:
    """Six-sided dice that have come to rest and make no roll yet: others are still to come, or to be asked about.

    Attributes:
        dice: what was told of each, the earliest first.
    """

    dice: tuple[Thrown, ...] = ()

    def after(self, reports: Iterable[Report], due: int) -> Cast:
        """With the dice that have come to rest since, and without those that were lifted.

        Args:
            reports: what the watcher told, in order.
            due: how many dice make a roll; with more, one that lay there before is taken to have been thrown anew.
        """
        told = [report for report in reports if isinstance(report, Thrown | Lifted)]
        came = [each for each in told if isinstance(each, Thrown) and _is_d6(each.reading)]
        gone = {each.before for each in told}
        lay = tuple(die for die in self.dice if die.reading.box not in gone)
        for thrown in came:
            lay = _less(lay, thrown, len(lay) + len(came) - due)
        return Cast((*lay, *came))

    def without(self, asked: Asked, colors: Mapping[str, str]) -> Cast:
        """Without the die that is asked about: it is thrown again, and the others still count."""
        unsure = [die for die in self.dice if _unsure(die.reading)]
        if len(asked.doubts) >= len(unsure):
            return self
        gone = unsure[-1 - len(asked.doubts)]  # they are asked about in turn
        if name_of(gone.reading, colors) != asked.what:
            return self
        return Cast(tuple(die for die in self.dice if die is not gone))


def judge(readings: Iterable[Reading], game: Game, colors: Mapping[str, str]) -> Verdict | None:
    """Find the throw that the rules await among what was seen.

    The die (or chip) that the game awaits goes first; failing it, anything the law would accept now, such as the
    chase of a ball (D15). All else is no event.

    Args:
        readings: what lies at rest.
        game: the state it is judged against.
        colors: the owner's names for colours, seen -> meant.
    """
    named = [(name_of(reading, colors), reading) for reading in readings]
    named.sort(key=lambda pair: pair[0] != game.awaits)
    verdicts = (_judge_one(name, reading, game) for name, reading in named)
    return next((verdict for verdict in verdicts if verdict is not None), None)


def judge_cast(cast: Cast, due: int, colors: Mapping[str, str]) -> Verdict | None:
    """The roll that the dice make once all of them lie still; a question where one is unsure.

    Args:
        cast: the dice at rest.
        due: how many make a roll.
        colors: the owner's names for colours, seen -> meant.
    """
    if len(cast.dice) != due:
        return None
    if doubts := _doubts(cast, colors):
        return roll_or_question(_known(cast), doubts)
    sure = prod(thrown.reading.confidence for thrown in cast.dice)
    return Roll(values=_known(cast), by="camera", confidence=round(sure, 4))


def ask_for_dice(cast: Cast, due: int, colors: Mapping[str, str]) -> Asked:
    """The question to put when a roll must be there but some of its dice could not be seen."""
    unseen: tuple[Doubt, ...] = ((DICE, EVERY_SIDE),) * (due - len(cast.dice))
    (what, choices), *later = _doubts(cast, colors) + unseen
    return Asked(what, choices, rolled=_known(cast), doubts=tuple(later))


def judge_color(name: str, readings: Iterable[Reading], colors: Mapping[str, str]) -> Die | Asked | None:
    """What the ten-sided die of that name shows, whatever the game awaits; a question where that is unsure.

    Args:
        name: of the die.
        readings: what lies at rest.
        colors: the owner's names for colours, seen -> meant.
    """
    dice = (each for each in readings if isinstance(each, DieReading) and each.kind == "d10")
    found = next((die for die in dice if name_of(die, colors) == name), None)
    if found is None:
        return None
    return Asked(name, _choices(found)) if found.value is None else Die(color=name, value=found.value, by="camera")


def ask_for(awaited: str) -> Asked:
    """The question to put when a throw must be there but nothing could be seen of it."""
    return Asked(awaited, EVERY_FACE if awaited == CHIP else EVERY_VALUE)


def is_due(asked: Asked, game: Game) -> bool:
    """Whether what is asked about would still count, now that the game stands otherwise."""
    if asked.rolled is None:
        return allows(game, event_of(asked.what, asked.offered))
    return dice_due(game) == len(asked.rolled) + 1 + len(asked.doubts)


def _judge_one(name: str, reading: Reading, game: Game) -> Verdict | None:
    if isinstance(reading, DieReading) and reading.kind != "d10":
        return None
    choices = _choices(reading)
    event = event_of(name, choices[0])
    if not allows(game, event):
        return None
    return Asked(name, choices) if _unsure(reading) else _witnessed(event, reading)


def _choices(reading: Reading) -> tuple[Answer, ...]:
    """Every answer there is, the likeliest first."""
    seen = _seen(reading)
    best = [answer for answer, _ in reading.alternatives] if seen is None else [seen]
    return tuple(dict.fromkeys((*best, *_every(reading))))


def _every(reading: Reading) -> tuple[Answer, ...]:
    if not isinstance(reading, DieReading):
        return EVERY_FACE
    return EVERY_SIDE if reading.kind == "d6" else EVERY_VALUE


def _known(cast: Cast) -> tuple[int, ...]:
    return tuple(int(value) for thrown in cast.dice if (value := _seen(thrown.reading)) is not None)


def _doubts(cast: Cast, colors: Mapping[str, str]) -> tuple[Doubt, ...]:
    unsure = [thrown.reading for thrown in cast.dice if _unsure(thrown.reading)]
    return tuple((name_of(reading, colors), _choices(reading)) for reading in unsure)


def _less(dice: tuple[Thrown, ...], thrown: Thrown, surplus: int) -> tuple[Thrown, ...]:
    """Without the die that ``thrown`` was before, if there is one too many and one of its colour to be it."""
    alike = [die for die in dice if name_of(die.reading, {}) == name_of(thrown.reading, {})]
    return tuple(die for die in dice if surplus <= 0 or not alike or die is not alike[0])


def _is_d6(reading: Reading) -> bool:
    return isinstance(reading, DieReading) and reading.kind == "d6"


def name_of(reading: Reading, colors: Mapping[str, str]) -> str:
    """What the game calls the thing: the colour that its owner means, or ``chip``."""
    if isinstance(reading, DieReading):
        return colors.get(reading.color, reading.color)
    return CHIP


def _seen(reading: Reading) -> Answer | None:
    return reading.value if isinstance(reading, DieReading) else reading.face


def _unsure(reading: Reading) -> bool:
    return _seen(reading) is None


def _witnessed(event: Event, reading: Reading) -> Event:
    return structs.replace(event, by="camera", confidence=round(reading.confidence, 4))
