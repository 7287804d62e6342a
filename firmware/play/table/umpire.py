"""The umpire: readings -> lines of the record, given what the rules await.

This is the only place where something seen becomes something that happened. Rules kept here: what the rules do not
await is not an event, and a reading below its threshold is never scored but asked about. All functions are pure; what
is asked is a frozen value (`firmware.play.state.question`), and dice that make a roll are gathered in
`firmware.play.table.roll_collector`. ``colors`` are everywhere the owner's names for the colours of dice,
seen -> meant.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import structs

from firmware.play.state.question import EVERY_FACE, EVERY_SIDE, EVERY_VALUE, Answer, Asked, Verdict, event_of
from scoreboard.rules import allows, dice_due
from scoreboard.rules.events import Die, Event
from scoreboard.rules.state import CHIP, Game
from vision.readings import DieReading, Reading
from vision.tracking.events import Report, Thrown


def judge(readings: Iterable[Reading], game: Game, colors: Mapping[str, str]) -> Verdict | None:
    """Find the throw that the rules await among what lies at rest.

    The die (or chip) that the game awaits goes first; failing it, anything the rules would accept now, such as the
    chase of a ball (D15). All else is no event.
    """
    named = [(name_of(reading, colors), reading) for reading in readings]
    named.sort(key=lambda pair: pair[0] != game.awaits)
    verdicts = (_judge_one(name, reading, game) for name, reading in named)
    return next((verdict for verdict in verdicts if verdict is not None), None)


def _judge_one(name: str, reading: Reading, game: Game) -> Verdict | None:
    if isinstance(reading, DieReading) and reading.kind != "d10":
        return None
    choices = answers(reading)
    event = event_of(name, choices[0])
    if not allows(game, event):
        return None
    if value_of(reading) is None:
        return Asked(name, choices)
    return structs.replace(event, by="camera", confidence=round(reading.confidence, 4))


def sure_throws(reports: Iterable[Report], colors: Mapping[str, str]) -> tuple[Event, ...]:
    """What was thrown and read for sure, whatever the game awaits; what was placed there is none."""
    thrown = (each.reading for each in reports if isinstance(each, Thrown) and not each.placed)
    sure = (each for each in thrown if value_of(each) is not None and getattr(each, "kind", "d10") == "d10")
    lines = ((event_of(name_of(each, colors), answers(each)[0]), each.confidence) for each in sure)
    return tuple(structs.replace(line, by="camera", confidence=round(confidence, 4)) for line, confidence in lines)


def judge_color(name: str, readings: Iterable[Reading], colors: Mapping[str, str]) -> Die | Asked | None:
    """What the ten-sided die of that name shows, whatever the game awaits; a question where that is unsure."""
    dice = (each for each in readings if isinstance(each, DieReading) and each.kind == "d10")
    found = next((die for die in dice if name_of(die, colors) == name), None)
    if found is None:
        return None
    return Asked(name, answers(found)) if found.value is None else Die(color=name, value=found.value, by="camera")


def ask_for(awaited: str) -> Asked:
    """The question to put when a throw must be there but nothing could be seen of it."""
    return Asked(awaited, EVERY_FACE if awaited == CHIP else EVERY_VALUE)


def is_due(asked: Asked, game: Game) -> bool:
    """Whether what is asked about would still count, now that the game stands otherwise."""
    if asked.rolled is None:
        return allows(game, event_of(asked.what, asked.offered))
    return dice_due(game) == len(asked.rolled) + 1 + len(asked.later)


def answers(reading: Reading) -> tuple[Answer, ...]:
    """Every answer to the question about a reading, the likeliest first."""
    value = value_of(reading)
    best = [answer for answer, _ in reading.alternatives] if value is None else [value]
    every = EVERY_FACE
    if isinstance(reading, DieReading):
        every = EVERY_SIDE if reading.kind == "d6" else EVERY_VALUE
    return tuple(dict.fromkeys((*best, *every)))


def name_of(reading: Reading, colors: Mapping[str, str]) -> str:
    """What the game calls the thing: the colour that its owner means, or ``chip``."""
    return colors.get(reading.color, reading.color) if isinstance(reading, DieReading) else CHIP


def value_of(reading: Reading) -> Answer | None:
    """The value or face that was read; None where the reading is unsure."""
    return reading.value if isinstance(reading, DieReading) else reading.face
