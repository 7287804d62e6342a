"""A line as it was recorded, and the lines that take effect in its place.

Rule kept here: a recorded line never changes. An amendment puts a replacement beside it, under its number.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

from msgspec import UNSET, UnsetType

from scoreboard.rules.events import Amend, AnyLine, Chip, Die, Event, Expect, Press, Roll, Setup

Entry: TypeAlias = Event | Amend
"""What can happen to a game once it has begun."""
Throw: TypeAlias = Die | Chip | Roll
"""What can be misread."""

READING = {Die: "value", Chip: "face", Roll: "values"}
"""What an amendment corrects, for each kind of throw."""


NO_EVENTS: Final = (Setup, Amend, Expect)


class RecordedLine(NamedTuple):
    """A line as it was recorded.

    Attributes:
        number: its own; the game line is 1.
        line: what it says.
        accepted: the law allowed it then.
    """

    number: int
    line: AnyLine
    accepted: bool

    @property
    def event(self) -> Event | None:
        """The line if the law judges it; None if it begins the game or is about other lines."""
        line = self.line
        if isinstance(line, NO_EVENTS) or (isinstance(line, Press) and line.button in {"undo", "redo"}):
            return None
        return line


class EffectiveLine(NamedTuple):
    """A line to be judged.

    Attributes:
        number: its own; of one that was added, the number of the amendment that added it.
        line: what it says now.
        accepted: it was when it was recorded, or added.
    """

    number: int
    line: Event
    accepted: bool


@dataclass(frozen=True, slots=True)
class Replacement:
    """What takes effect in the place of one line, by the amendments about it.

    Attributes:
        added: just before the line, the first one first, each with the number of its amendment.
        line: the line itself; None: as if it had not been; UNSET: as it was recorded.
    """

    added: tuple[EffectiveLine, ...] = ()
    line: Event | UnsetType | None = UNSET


AS_RECORDED = Replacement()
Replacements: TypeAlias = Mapping[int, Replacement]
"""Those in force, by the number of the line that each is about."""


def effective_lines(recorded: RecordedLine, replacements: Replacements) -> tuple[EffectiveLine, ...]:
    """The lines that take effect in the place of the recorded one, in order."""
    replacement, event = replacements.get(recorded.number, AS_RECORDED), recorded.event
    event = event if replacement.line is UNSET else replacement.line
    own = () if event is None else (EffectiveLine(recorded.number, event, recorded.accepted),)
    return (*replacement.added, *own) if replacement.added else own
