"""What lies on the table, from one look to the next: which die is new, which was bumped, which is gone.

The law of it is one table, FATES. Rule kept here: a die that merely lies there is no throw, and a bump that neither
lifts nor turns it is nothing.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from vision.readings import DieReading, Reading
from vision.types import Point

HERE = 0.35
"""How far a die may seem to have moved, in its own sizes, and still lie where it lay."""
NEAR = 1.9
"""How far, in its own sizes, a bump may push a die that nobody has lifted: some 30 mm."""
TOUCHING = 0.55
"""Distance of two middles, in the sum of both sizes, up to which two things may touch."""
UPON = 0.4
"""Distance up to which one lies upon the other."""

Former = Literal["none", "here", "near", "far"]
Fate = Literal["same", "bumped", "thrown"]


@dataclass(frozen=True, slots=True)
class Token:
    """A die or the chip, where it lies.

    Attributes:
        reading: what it shows, its box in pixels of the still frame.
        at: its middle: mm on the board, or pixels of the still frame where no board is registered.
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
        return self.distance(other) < TOUCHING * (self.size + other.size)

    def lies_upon(self, other: Token) -> bool:
        """Whether one hides part of the other."""
        return self.distance(other) < UPON * (self.size + other.size)


FATES: dict[tuple[Former, bool], Fate] = {
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


def fate(token: Token, former: Token | None) -> Fate:
    """What has become of ``former`` that ``token`` is now."""
    return FATES[_nearness(token, former), former is not None and _same_face(token, former)]


def may_have_been(token: Token, doubtful: Token) -> bool:
    """Whether ``token`` may be what lay at or near its place and could not be read, no more than pushed."""
    near = _nearness(token, doubtful) in ("here", "near")
    return near and token.name == doubtful.name and _face(token.reading) in _faces(doubtful)


def _faces(token: Token) -> set[int | str]:
    """All that it may show."""
    return {_face(token.reading)} | {answer for answer, _ in token.reading.likely}


def _nearness(token: Token, former: Token | None) -> Former:
    if former is None:
        return "none"
    moved = token.distance(former) / former.size
    if moved <= HERE:
        return "here"
    return "near" if moved <= NEAR else "far"


def _same_face(one: Token, other: Token) -> bool:
    """Whether both show the same face; a look that is unsure contradicts nothing where the thing has not moved.

    What could not be read before, so that somebody had to say it, shows the same if it was among the likely faces.
    """
    if one.distance(other) <= HERE * other.size and not (_sure(one.reading) and _sure(other.reading)):
        return True
    return _face(one.reading) in _faces(other)


def _sure(reading: Reading) -> bool:
    return not reading.likely


def _face(reading: Reading) -> int | str:
    """The likeliest."""
    if reading.likely:
        return reading.likely[0][0]
    seen = reading.value if isinstance(reading, DieReading) else reading.face
    return seen if seen is not None else ""


@dataclass(frozen=True, slots=True)
class Found:
    """A token that is there now, what it was before, and what has become of that."""

    token: Token
    former: Token | None

    @property
    def nearness(self) -> Former:
        """Where the former lay, seen from here."""
        return _nearness(self.token, self.former)

    @property
    def fate(self) -> Fate:
        """See FATES."""
        return fate(self.token, self.former)

    @property
    def known(self) -> Token:
        """The token to remember: a thing that nobody threw shows what it was first read to show, wherever it lies.

        Even where it shows another face it keeps the box that it was told with, by which it is known.
        """
        if self.former is None:
            return self.token
        if self.fate == "thrown":
            return replace(self.token, reading=replace(self.token.reading, box=self.former.reading.box))
        return replace(self.former, at=self.token.at)


@dataclass(frozen=True, slots=True)
class Change:
    """What one look found out: every token seen, and what lay there and was not seen again."""

    found: tuple[Found, ...]
    gone: tuple[Token, ...]

    def without(self, missed: Iterable[Token]) -> Change:
        """The same, but that of these nothing is known."""
        unknown = set(missed)
        return replace(self, gone=tuple(token for token in self.gone if token not in unknown))


def compare(touched: Iterable[Token], seen: Iterable[Token]) -> Change:
    """Match what lay in a part of the table with what is seen there now.

    Whatever lies in its old place is matched first, whatever colour it seems to have in this light if its face is the
    same; then each thing with one of its own name that is missing, the nearest two first.
    """
    missing, fresh = list(touched), list(seen)
    found: list[Found] = []
    for reach in (HERE, math.inf):
        while pairs := [(new, old) for new in fresh for old in missing if _may_be(new, old, reach)]:
            token, former = min(pairs, key=lambda pair: pair[0].distance(pair[1]))
            missing.remove(former)
            fresh.remove(token)
            found.append(Found(token, former))
    return Change((*found, *(Found(token, None) for token in fresh)), tuple(missing))


def _may_be(token: Token, former: Token, reach: float) -> bool:
    """Whether ``token`` may be ``former``, no farther than ``reach`` of its sizes from where that lay."""
    alike = former.name == token.name or (reach == HERE and _same_face(token, former))
    return alike and token.distance(former) <= reach * former.size
