"""One throw is scored once, though a player has named it before the camera reads it.

Something that lies there unread is asked about, such as a helmet or a coin, while the die itself still rolls or is in a
hand; who is asked says what the die shows. Rule kept here: two things that go for one die cannot both be it. While the
first lies there, what comes to rest elsewhere and shows what was answered is the throw that was named. Once anything of
its name was lifted it may have been thrown anew, and counts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from firmware.play.state.question import Answer, Asked
from firmware.play.table.umpire import answers, name_of
from scoreboard.rules.events import Chip, Die
from scoreboard.rules.history import Entry
from scoreboard.rules.state import CHIP
from vision.tracking.events import Lifted, Report, Thrown

ROLLS_TICKS = 12
"""Half seconds after an answer within which what was still rolling comes to rest."""


class AnsweredThrow:
    """The throw that a player has named last, while it may still come to rest; ``colors`` are as in the umpire."""

    def __init__(self, colors: Mapping[str, str]) -> None:
        self._colors = colors
        self._shown: tuple[str, Answer] | None = None
        self._until = 0

    def answer(self, asked: Asked, line: Entry, tick: int) -> None:
        """A player says this while that is asked: remember it, if something lies there that was seen."""
        named = None if line.by == "camera" or asked.by_hand else _thing(line)
        self._shown = named if named is not None and named[0] == asked.what else None
        self._until = tick + ROLLS_TICKS

    def forget(self) -> None:
        """It does not count, or was of another game."""
        self._shown = None

    def others(self, reports: Sequence[Report], tick: int) -> tuple[Report, ...]:
        """The reports without that very throw; the first that is told of its name is it, or shows that it is not."""
        shown = self._shown
        moved = [each for each in reports if shown is not None and self._name(each) == shown[0]]
        if shown is None or not moved:
            return tuple(reports)
        self.forget()
        first = moved[0]
        is_same = len(moved) == 1 and tick <= self._until and isinstance(first, Thrown) and first.before is None
        if is_same and isinstance(first, Thrown) and answers(first.reading)[0] == shown[1]:
            return tuple(each for each in reports if each is not first)
        return tuple(reports)

    def _name(self, report: Report) -> str | None:
        """Of what was thrown or lifted."""
        match report:
            case Thrown(reading=reading):
                return name_of(reading, self._colors)
            case Lifted(name=name):
                return self._colors.get(name, name)
        return None


def _thing(line: Entry) -> tuple[str, Answer] | None:
    """Which thing the line says to show what; None for no throw, and a roll."""
    match line:
        case Die(color=color, value=value):
            return color, value
        case Chip(face=face):
            return CHIP, face
    return None
