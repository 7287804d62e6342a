"""From readings in pixels to things that lie somewhere: in millimetres where the board is registered.

Without a board, a webcam over any table, the still frame's own pixels serve: distances are then judged by the size
of the dice themselves, and there is no tray and no dice corner.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

import numpy as np

from vision.board import Registration
from vision.field import Field, Point
from vision.isolate import Bare, Cutting, Outline, isolated, outlines, within
from vision.level import CHIP_RADIUS, DIE_RADIUS, MIDDLE, lies_level
from vision.reading import Box, ChipReading, DieReading, Reading
from vision.tracks import Token
from vision.views import Frame

See = Callable[[Frame], tuple[Reading, ...]]

DIE_MM = 2 * DIE_RADIUS
"""What shops call the size of a die: its girdle's diameter."""
CHIP_HEIGHT = 3.0
HAND_MM = 60.0
"""Length from which something wide is a hand; along the picture's edge half of it is enough."""
HAND_SHARE = 0.45
"""The same where nothing is known of millimetres: a share of the picture's height."""
MARGIN_MM = 12.0
"""What is shown to the eyes around a change: they want to see a die's surroundings."""
MARGIN_SHARE = 0.08
SMALLEST, LARGEST = 0.6, 1.6
"""How large a thing may seem, as a share of its size; a printed circle is larger."""
CROWD_MM = (22.5, 31.0)
"""Length from which an outline that is slim is more than one die, and from which any is more than one thing."""
SLIM = 0.85
"""Breadth over length below which an outline is no chip's."""
SLACK = 0.3
"""By how much of its size a box may differ from the outline it belongs to."""
CUT = 2
"""Pixels from the edge of a cutting within which a thing may be cut in two."""


@dataclass(frozen=True, slots=True)
class Ground:
    """How one size of still frames lies over the table.

    Attributes:
        size: width and height of a still frame, pixels.
        field: what is printed.
        registration: how the camera sees it, where that is known.
    """

    size: tuple[int, int]
    field: Field
    registration: Registration | None

    @property
    def hand_share(self) -> float:
        """Length, as a share of the picture's width, from which something is a hand."""
        return HAND_SHARE * self.size[1] / self.size[0] if self.registration is None else HAND_MM * self._share_of_mm

    @property
    def margin_share(self) -> float:
        """What to show around a change, as a share of the picture's width."""
        return (
            MARGIN_SHARE * self.size[1] / self.size[0] if self.registration is None else MARGIN_MM * self._share_of_mm
        )

    @property
    def _share_of_mm(self) -> float:
        seen = self.registration
        return 0.0 if seen is None else seen.scale_at((0.0, 0.0)) / seen.lens.size[0]

    def token(self, reading: Reading) -> Token:
        """What was read, where it lies."""
        x, y, width, height = reading.box
        middle = (x + width / 2, y + height / 2)
        if self.registration is None:
            return Token(reading, middle, max(width, height))
        at = self.registration.place(middle, _height(reading))
        return Token(reading, at, max(width, height) / self.registration.scale_at(at))

    def pixel(self, token: Token) -> Point:
        """Where the middle of ``token`` is seen in the still frame."""
        if self.registration is None:
            return token.at
        x, y = self.registration.to_pixels(np.array([(*token.at, _height(token.reading))]))[0]
        return float(x), float(y)

    def place(self, token: Token) -> Point | None:
        """Where ``token`` lies, mm; None where no board is registered."""
        return None if self.registration is None else token.at

    def is_plausible(self, token: Token) -> bool:
        """Whether ``token`` is as large as it should be, where that can be told."""
        size = DIE_MM if isinstance(token.reading, DieReading) else 2 * CHIP_RADIUS
        return self.registration is None or SMALLEST * size < token.size < LARGEST * size

    def is_crowd(self, outline: Outline) -> bool:
        """Whether an outline is too long for a die and too slim for the chip, or too long for both."""
        if self.registration is None:
            return False
        long, short = (side / self.registration.scale_at((0.0, 0.0)) for side in outline.sides)
        return long > CROWD_MM[1] or (long > CROWD_MM[0] and short < SLIM * long)

    def is_outside(self, token: Token) -> bool:
        """Whether ``token`` lies outside the tray."""
        return self.registration is not None and not self.field.tray.holds(token.at)

    def is_level(self, token: Token) -> bool:
        """Whether ``token`` lies flat on the print, as far as can be told."""
        return self.registration is None or lies_level(token.reading, token.at, self.registration)

    def is_parked(self, token: Token) -> bool:
        """Whether ``token`` is a die in the corner for dice that nobody throws."""
        die = isinstance(token.reading, DieReading)
        return die and self.registration is not None and self.field.dice_corner.holds(token.at)


@dataclass(frozen=True, slots=True)
class Sight:
    """What is seen in a few cuttings.

    Attributes:
        readings: boxes in pixels of the still frame.
        crowds: boxes, likewise, of what is too large to be one thing.
    """

    readings: tuple[Reading, ...]
    crowds: tuple[Box, ...]


def look_at(see: See, still: Frame, bare: Bare, cuttings: Iterable[Cutting], ground: Ground) -> Sight:
    """What ``see`` makes of what is new in parts of ``still``; what the edge of a part may have cut is left out."""
    parts = (within(cutting, still) for cutting in united(cuttings))
    sights = [_look_at(see, still, bare, part, ground) for part in parts]
    readings = tuple(reading for sight in sights for reading in sight.readings)
    return Sight(readings, tuple(crowd for sight in sights for crowd in sight.crowds))


def united(cuttings: Iterable[Cutting]) -> list[Cutting]:
    """The cuttings with those that overlap made one."""
    apart: list[Cutting] = []
    for cutting in cuttings:
        whole = cutting
        while overlapping := [other for other in apart if _overlap(whole, other)]:
            apart = [other for other in apart if other not in overlapping]
            whole = _hull([whole, *overlapping])
        apart.append(whole)
    return apart


def _overlap(one: Cutting, other: Cutting) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _hull(cuttings: list[Cutting]) -> Cutting:
    lefts, tops, rights, bottoms = zip(*cuttings, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def _look_at(see: See, still: Frame, bare: Bare, cutting: Cutting, ground: Ground) -> Sight:
    left, top, right, bottom = cutting
    part = np.ascontiguousarray(still[top:bottom, left:right])
    found = outlines(part, bare.cut(cutting)) if part.size else ()
    if not found:
        return Sight((), ())
    crowds = [outline for outline in found if ground.is_crowd(outline)]
    shapes = [outline.points if outline in crowds else outline.convex for outline in found]
    seen = [_fitted(reading, found) for reading in see(isolated(part, shapes))]
    whole = tuple(_moved(reading, left, top) for reading in seen if not _is_cut(reading.box, cutting, still))
    return Sight(whole, tuple(_shifted(outline.box, left, top) for outline in crowds))


def _fitted(reading: Reading, found: Iterable[Outline]) -> Reading:
    """The reading with the box of its own outline, which is truer, if it has one to itself."""
    boxes = [outline.box for outline in found]
    return replace(reading, box=next((box for box in boxes if _alike(box, reading.box)), reading.box))


def _alike(one: Box, other: Box) -> bool:
    """Whether both boxes bound one thing."""
    slack = max(other[2:]) * SLACK
    return max(abs(a - b) for a, b in zip(_edges(one), _edges(other), strict=True)) < slack


def _edges(box: Box) -> Cutting:
    x, y, width, height = box
    return x, y, x + width, y + height


def _shifted(box: Box, left: int, top: int) -> Box:
    return box[0] + left, box[1] + top, box[2], box[3]


def _moved(reading: Reading, left: int, top: int) -> Reading:
    moved = replace(reading, box=_shifted(reading.box, left, top))
    if isinstance(moved, ChipReading) or moved.numeral is None:
        return moved
    across, down = moved.numeral.middle
    return replace(moved, numeral=replace(moved.numeral, middle=(across + left, down + top)))


def _is_cut(box: Box, cutting: Cutting, still: Frame) -> bool:
    x, y, width, height = box
    room = (x, y, cutting[2] - cutting[0] - x - width, cutting[3] - cutting[1] - y - height)
    inner = (cutting[0] > 0, cutting[1] > 0, cutting[2] < still.shape[1], cutting[3] < still.shape[0])
    return any(gap < CUT and cut for gap, cut in zip(room, inner, strict=True))


def _height(reading: Reading) -> float:
    return MIDDLE if isinstance(reading, DieReading) else CHIP_HEIGHT
