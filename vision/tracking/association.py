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
"""Distance of two middles, in the sum of both sizes, up to which two tokens may touch."""
OVERLAP_DISTANCE = 0.4
"""The same up to which one lies upon the other."""

Displacement = Literal["none", "here", "near", "far"]
Face = Literal["same face", "other face"]
Transition = Literal["same", "bumped", "thrown"]


@dataclass(frozen=True, slots=True)
class Token:
    """A die or the chip: its middle and the size of its silhouette, in mm, or in pixels of the still without a board.

    Its reading's box is in pixels of the still.
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


TRANSITIONS: dict[tuple[Displacement, Face], Transition] = {
    ("here", "same face"): "same",
    ("near", "same face"): "bumped",
}
"""Where the same token lay before, and which face it shows now -> what has become of it; all else was thrown."""


def may_have_been(token: Token, unread: Token) -> bool:
    """Whether ``token`` may be ``unread``, which could not be read, no more than pushed."""
    near = _displacement(token, unread) in ("here", "near")
    return near and token.name == unread.name and _may_show(unread, token)


def _displacement(token: Token, previous: Token | None) -> Displacement:
    if previous is None:
        return "none"
    moved = token.distance(previous) / previous.size
    if moved <= MAX_JITTER:
        return "here"
    return "near" if moved <= MAX_BUMP else "far"


def _same_face(one: Token, other: Token) -> bool:
    """Whether both show the same face; an unsure reading contradicts nothing if the token has not moved.

    What was unsure before, so that the players had to name it, is the same if the face was among its alternatives.
    """
    if one.distance(other) <= MAX_JITTER * other.size and not (one.reading.is_sure and other.reading.is_sure):
        return True
    return _may_show(other, one)


def _may_show(token: Token, other: Token) -> bool:
    """Whether ``other``'s likeliest face may be that of ``token``."""
    faces = {_face(token.reading)} | {answer for answer, _ in token.reading.alternatives}
    return _face(other.reading) in faces


def _face(reading: Reading) -> int | str:
    """The likeliest."""
    if reading.alternatives:
        return reading.alternatives[0][0]
    seen = reading.value if isinstance(reading, DieReading) else reading.face
    return seen if seen is not None else ""


@dataclass(frozen=True, slots=True)
class Match:
    """A token that is there now, and what it was before."""

    token: Token
    previous: Token | None

    @property
    def displacement(self) -> Displacement:
        """How far the token lies from where it lay before."""
        return _displacement(self.token, self.previous)

    @property
    def turned(self) -> bool:
        """Whether it is known to have shown another face before."""
        return self.previous is not None and not _same_face(self.token, self.previous)

    @property
    def transition(self) -> Transition:
        """By TRANSITIONS."""
        return TRANSITIONS.get((self.displacement, "other face" if self.turned else "same face"), "thrown")

    @property
    def remembered(self) -> Token:
        """The token to remember: unless it was thrown, with its first reading, wherever it lies.

        A thrown one keeps the box that it was reported with, by which it is known.
        """
        if self.previous is None:
            return self.token
        if self.transition == "thrown":
            return replace(self.token, reading=replace(self.token.reading, box=self.previous.reading.box))
        return replace(self.previous, at=self.token.at)


@dataclass(frozen=True, slots=True)
class Association:
    """Every token that one still shows, and those that lay there before and are not seen in it."""

    matches: tuple[Match, ...]
    gone: tuple[Token, ...]

    @property
    def unexplained(self) -> list[Token]:
        """Tokens that are gone, but for those that another one lies upon now."""
        return [token for token in self.gone if not any(match.token.overlaps(token) for match in self.matches)]


def associate(touched: Iterable[Token], seen: Iterable[Token]) -> Association:
    """Match the tokens that lay in a part of the table with those that are seen there now.

    Those in an old place are matched first, also of another colour (in this light) if the face is the same; then each
    with one of its own name that is missing.
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
