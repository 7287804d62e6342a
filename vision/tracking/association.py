"""Association: which token seen now is which token that lay there before, and what has become of it.

Greedy nearest neighbour: whatever lies in its old place first, then the nearest two of one name. What an association
means is one table, TRANSITIONS. Rule kept here: a die that merely lies there is no throw, and a bump that neither
lifts nor turns it is nothing.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from vision.readings import DieReading, Reading
from vision.types import Point

MAX_JITTER = 0.35
"""How far a die may seem to have moved, in its own sizes, and still lie where it lay."""
MAX_BUMP = 1.9
"""How far, in its own sizes, a bump may push a die that was not lifted: some 30 mm."""
TOUCHING_DISTANCE = 0.55
"""Distance of two middles, in the sum of both sizes, up to which two things may touch."""
OVERLAP_DISTANCE = 0.4
"""Distance up to which one lies upon the other."""

Displacement = Literal["none", "here", "near", "far"]
Transition = Literal["same", "bumped", "thrown"]


@dataclass(frozen=True, slots=True)
class Token:
    """A die or the chip, where it lies.

    Attributes:
        reading: what it shows, its box in pixels of the still.
        at: its middle: mm on the board, or pixels of the still where no board is registered.
        size: of its silhouette, in the same unit.
    """

    reading: Reading
    at: Point
    size: float

    @property
    def name(self) -> str:
        """The die's colour, or ``chip``."""
        return self.reading.color if isinstance(self.reading, DieReading) else "chip"

    def distance(self, other: Token) -> float:
        """Between the two middles."""
        return math.dist(self.at, other.at)

    def touches(self, other: Token) -> bool:
        """Whether both may touch."""
        return self.distance(other) < TOUCHING_DISTANCE * (self.size + other.size)

    def overlaps(self, other: Token) -> bool:
        """Whether one hides part of the other."""
        return self.distance(other) < OVERLAP_DISTANCE * (self.size + other.size)


TRANSITIONS: dict[tuple[Displacement, bool], Transition] = {
    ("none", True): "thrown",
    ("none", False): "thrown",
    ("here", True): "same",
    ("here", False): "thrown",
    ("near", True): "bumped",
    ("near", False): "thrown",
    ("far", True): "thrown",
    ("far", False): "thrown",
}
"""Where the same thing lay before, and whether it shows the same face -> what has become of it."""


def transition(token: Token, previous: Token | None) -> Transition:
    """What has become of ``previous`` that ``token`` is now."""
    return TRANSITIONS[_displacement(token, previous), previous is not None and _same_face(token, previous)]


def may_have_been(token: Token, unread: Token) -> bool:
    """Whether ``token`` may be what lay at or near its place and could not be read, no more than pushed."""
    near = _displacement(token, unread) in ("here", "near")
    return near and token.name == unread.name and _face(token.reading) in _faces(unread)


def _faces(token: Token) -> set[int | str]:
    """All that it may show."""
    return {_face(token.reading)} | {answer for answer, _ in token.reading.alternatives}


def _displacement(token: Token, previous: Token | None) -> Displacement:
    if previous is None:
        return "none"
    moved = token.distance(previous) / previous.size
    if moved <= MAX_JITTER:
        return "here"
    return "near" if moved <= MAX_BUMP else "far"


def _same_face(one: Token, other: Token) -> bool:
    """Whether both show the same face; an unsure reading contradicts nothing where the thing has not moved.

    What could not be read before, so that the players had to say it, shows the same if it was among the likely faces.
    """
    if one.distance(other) <= MAX_JITTER * other.size and not (_sure(one.reading) and _sure(other.reading)):
        return True
    return _face(one.reading) in _faces(other)


def _sure(reading: Reading) -> bool:
    return not reading.alternatives


def _face(reading: Reading) -> int | str:
    """The likeliest."""
    if reading.alternatives:
        return reading.alternatives[0][0]
    seen = reading.value if isinstance(reading, DieReading) else reading.face
    return seen if seen is not None else ""


@dataclass(frozen=True, slots=True)
class Match:
    """A token that is there now, what it was before, and what has become of that."""

    token: Token
    previous: Token | None

    @property
    def displacement(self) -> Displacement:
        """How far the token lies from where it lay before."""
        return _displacement(self.token, self.previous)

    @property
    def transition(self) -> Transition:
        """See TRANSITIONS."""
        return transition(self.token, self.previous)

    @property
    def remembered(self) -> Token:
        """The token to remember: a thing that was not thrown shows what it was first read to show, wherever it lies.

        Even where it shows another face it keeps the box that it was reported with, by which it is known.
        """
        if self.previous is None:
            return self.token
        if self.transition == "thrown":
            return replace(self.token, reading=replace(self.token.reading, box=self.previous.reading.box))
        return replace(self.previous, at=self.token.at)


@dataclass(frozen=True, slots=True)
class Association:
    """Every token that one still shows, and what lay there before and is not seen in it."""

    matches: tuple[Match, ...]
    gone: tuple[Token, ...]

    @property
    def unexplained(self) -> list[Token]:
        """What is gone, but for what something else lies upon now."""
        return [token for token in self.gone if not any(match.token.overlaps(token) for match in self.matches)]

    def without(self, missed: Iterable[Token]) -> Association:
        """The same, but that these may lie there still."""
        unknown = set(missed)
        return replace(self, gone=tuple(token for token in self.gone if token not in unknown))


def associate(touched: Iterable[Token], seen: Iterable[Token]) -> Association:
    """Match what lay in a part of the table with what is seen there now: greedily, the nearest two first.

    Whatever lies in its old place is matched first, whatever colour it seems to have in this light if its face is the
    same; then each thing with one of its own name that is missing.
    """
    missing, fresh = list(touched), list(seen)
    matches: list[Match] = []
    for reach in (MAX_JITTER, math.inf):
        while pairs := [(new, old) for new in fresh for old in missing if _may_be(new, old, reach)]:
            token, previous = min(pairs, key=lambda pair: pair[0].distance(pair[1]))
            missing.remove(previous)
            fresh.remove(token)
            matches.append(Match(token, previous))
    return Association((*matches, *(Match(token, None) for token in fresh)), tuple(missing))


def _may_be(token: Token, previous: Token, reach: float) -> bool:
    """Whether ``token`` may be ``previous``, no farther than ``reach`` of its sizes from where that lay."""
    alike = previous.name == token.name or (reach == MAX_JITTER and _same_face(token, previous))
    return alike and token.distance(previous) <= reach * previous.size
