"""What an amendment says of a line, and what then counts in the line's place.

Rule kept here: the line as it was recorded is never changed. What counts instead stands beside it, by its number.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeAlias

from msgspec import UNSET, UnsetType, structs

from scoreboard.rules.errors import Refused
from scoreboard.rules.events import Amend, Chip, Die, Event, Expect, Press, Roll

Entry: TypeAlias = Event | Amend
"""What can happen to a game once it has begun."""
Throw: TypeAlias = Die | Chip | Roll
"""What can be misread."""

READING = {Die: "value", Chip: "face", Roll: "values"}
"""What an amendment corrects, for each kind of throw."""


class Counted(NamedTuple):
    """A line to be judged.

    Attributes:
        number: its own; of one that was added, the number of the amendment that added it.
        line: what it says.
        accepted: it was when it was recorded, or added.
    """

    number: int
    line: Event
    accepted: bool


class LinePosition(NamedTuple):
    """Where a line stands in a game.

    Attributes:
        number: the line's.
        line: as it was recorded; None for the game line.
        counting: the line again, if the law judges it; nothing for one that is about other lines.
    """

    number: int
    line: Entry | Expect | None
    counting: tuple[Counted, ...] = ()


@dataclass(frozen=True, slots=True)
class Instead:
    """What amendments make of one line.

    Attributes:
        added: what counts just before it, the first one first, each with the number of its amendment.
        line: what it counts as; None: as if it had not been; UNSET: as it was recorded.
    """

    added: tuple[Counted, ...] = ()
    line: Event | UnsetType | None = UNSET


AS_RECORDED = Instead()
InForce: TypeAlias = Mapping[int, Instead]
"""The amendments in force, by the number of the line that each is about."""


def place_of(number: int, line: Entry | Expect, *, accepted: bool) -> LinePosition:
    """Where the line stands, accepted or not."""
    event = _event(line)
    return LinePosition(number, line, () if event is None else (Counted(number, event, accepted),))


def _event(line: Entry | Expect) -> Event | None:
    """The line if the law judges it; None if it is about other lines."""
    if isinstance(line, Amend | Expect) or (isinstance(line, Press) and line.button in {"undo", "redo"}):
        return None
    return line


def counting(place: LinePosition, in_force: InForce) -> Iterable[Counted]:
    """The lines that count in that place, in order."""
    instead = in_force.get(place.number)
    return place.counting if instead is None else _counting(place, instead)


def _counting(place: LinePosition, instead: Instead) -> Iterator[Counted]:
    yield from instead.added
    for counted in place.counting:
        if instead.line is UNSET:
            yield counted
        elif instead.line is not None:
            yield counted._replace(line=instead.line)


def amended(earlier: Instead, number: int, amend: Amend, line: Entry | Expect) -> Instead:
    """What counts in a line's place from now on.

    Args:
        earlier: what has counted there.
        number: of the amendment.
        amend: what it says.
        line: the line that it names, as recorded.

    Raises:
        Refused: if that cannot be said of that line.
    """
    if amend.add is not UNSET:
        return replace(earlier, added=(*earlier.added, Counted(number, amend.add, accepted=True)))
    if amend.as_ is UNSET:
        return replace(earlier, line=_reread(amend, line))
    if _event(line) is None:
        raise Refused("refused.not-of-the-game", line=amend.line)
    return replace(earlier, line=amend.as_)


def _reread(amend: Amend, line: Entry | Expect) -> Throw:
    if not isinstance(line, Die | Chip | Roll):
        raise Refused("refused.no-throw", line=amend.line)
    key = READING[type(line)]
    reading = getattr(amend, key)
    if reading is UNSET:
        raise Refused("refused.needs-reading", line=amend.line, key=key)
    return structs.replace(line, **{key: reading})
