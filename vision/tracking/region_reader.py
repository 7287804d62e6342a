"""A close look at a few places of the still frame, spared everything that lay there before.

What is new there is laid on plain cloth, place beside place, and shown to the eyes as one strip.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Protocol

import numpy as np

from vision.readings import ChipReading, DieReading, Reading
from vision.recognition.color import color_name
from vision.recognition.crops import Above
from vision.recognition.posterior import asked
from vision.tracking.foreground import Bare, Outline, isolated, mended, outlines
from vision.tracking.resting_tokens import Ground
from vision.types import Box, Frame, Matrix, Points


class See(Protocol):
    """What reads a frame, or a strip of pieces cut from one."""

    def __call__(self, frame: Frame, /, *, above: Above | None) -> tuple[Reading, ...]:
        """Everything at rest in ``frame``; ``above`` undoes the camera's tilt at each of its pixels, where known."""


SLACK = 0.3
"""By how much of its size a box may differ from the outline it belongs to."""
FLAT_SHARE = 0.95
"""How much of a disc must be the thing or print of its colour, that it is a chip of which print hides some.

Of 60 simulated chips over or beside bases none had less than 0.953, of 36 that leaned by 30 to 50 degrees one had more
than 0.942.
"""
CUT = 2
"""Pixels from the edge of a cutting within which a thing may be cut in two."""


@dataclass(frozen=True, slots=True)
class Sight:
    """What is seen in a few cuttings.

    Attributes:
        readings: boxes in pixels of the still frame.
        crowds: boxes, likewise, of what is too large to be one thing.
        things: boxes, likewise, of all that is new there, read or not.
    """

    readings: tuple[Reading, ...]
    crowds: tuple[Box, ...] = ()
    things: tuple[Box, ...] = ()


def look_at(
    see: See, still: Frame, bare: Bare, cuttings: Iterable[Box], ground: Ground, known: Sequence[Box] = ()
) -> Sight:
    """What ``see`` makes of what is new in parts of ``still``; what the edge of a part may have cut is left out.

    The parts are laid side by side and shown at once: one look at a strip costs less than a look at each.
    """
    parts = [_part(still, bare, cutting.clipped(still), ground, known) for cutting in united(cuttings)]
    shown = [part for part in parts if part.found]
    if not shown:
        return Sight(())
    readings = _readings(see, shown, ground)
    if discs := [disc for part in shown if (disc := part.discs(readings, ground)) is not None]:
        readings = _with_chips(readings, _readings(see, discs, ground))
    whole = [reading.box for reading in readings if isinstance(reading, ChipReading)]
    crowds = tuple(crowd for part in shown for crowd in part.crowds if not any(_lies_in(crowd, box) for box in whole))
    return Sight(tuple(readings), crowds, tuple(box for part in shown for box in part.things))


def _readings(see: See, parts: list[Part], ground: Ground) -> list[Reading]:
    """What is read in parts that are shown at once."""
    placed = _placed(parts)
    seen = see(_strip([part.picture for part in parts]), above=_above(placed, ground))
    return [reading for part, left in placed for reading in part.readings(seen, left, ground)]


def _with_chips(readings: Iterable[Reading], again: Iterable[Reading]) -> list[Reading]:
    """The readings, with the chips of another look in place of what was read there."""
    chips = [reading for reading in again if isinstance(reading, ChipReading)]
    return [*(one for one in readings if not any(chip.box.contains(one.box.centre) for chip in chips)), *chips]


def alone(still: Frame, bare: Bare, cutting: Box, ground: Ground) -> tuple[Frame, Above | None]:
    """A part of ``still`` with only what is new in it, on plain cloth, as the eyes are shown it; and its ``above``."""
    part = _part(still, bare, cutting.clipped(still), ground)
    return part.picture, _above([(part, 0)], ground)


@dataclass(frozen=True)
class Part:
    """A piece of the still frame with what is new in it.

    Attributes:
        corner: left and top in the still frame.
        open_sides: left, top, right, bottom: whether the frame goes on there, so that things may be cut.
        found: outlines of what is new, in pixels of the part.
        crowds: boxes in the still frame of what is too large to be one thing.
        still: the piece of the still frame.
        bare: the bare table there.
        picture: what is new, on plain cloth.
    """

    corner: tuple[int, int]
    open_sides: tuple[bool, bool, bool, bool]
    found: tuple[Outline, ...]
    crowds: tuple[Box, ...]
    still: Frame
    bare: Frame
    picture: Frame

    @property
    def things(self) -> tuple[Box, ...]:
        """Boxes in the still frame of what is new."""
        return tuple(outline.box.shifted(*self.corner) for outline in self.found)

    def discs(self, readings: Iterable[Reading], ground: Ground) -> Part | None:
        """The part again, with only what may be the chip in it, shown as a disc; None if nothing may.

        A pale chip on a pale base seems to lack what lies over the base: too slim for a chip, and no word on it. What
        ``readings`` tell surely is not looked at again, nor what is slim because it leans.
        """
        left, top = self.corner
        told = [reading.box.shifted(-left, -top).centre for reading in readings if not reading.likely]
        unread = [outline for outline in self.found if not any(outline.box.contains(middle) for middle in told)]
        round_ones = [one for one in mended(unread, ground.fits_chip) if ground.may_be_chip(one)]
        discs = tuple(one.disc for one in round_ones if self._may_be_disc(one))
        if not discs:
            return None
        return replace(self, found=discs, crowds=(), picture=isolated(self.still, [disc.convex for disc in discs]))

    def _may_be_disc(self, outline: Outline) -> bool:
        """Whether print of its colour may hide all that an outline lacks of a disc."""
        return outline.disc_share(self.still, self.bare) >= FLAT_SHARE

    def readings(self, seen: Iterable[Reading], left: int, ground: Ground) -> list[Reading]:
        """Those of ``seen`` in a strip that lie in this part, which begins ``left`` pixels into it."""
        here = [
            _moved(reading, -left, 0) for reading in seen if left <= reading.box.centre[0] < left + len(self.picture[0])
        ]
        whole = [reading for reading in here if not self._reaches(reading.box, self.open_sides)]
        told = [asked(reading) if self._is_doubtful(reading, ground) else reading for reading in whole]
        return [self._fitted(_moved(reading, *self.corner), ground) for reading in told]

    def _fitted(self, reading: Reading, ground: Ground) -> Reading:
        """The reading with the box of its own outline, which is truer, if it has one to itself."""
        for outline in self.found:
            box = outline.box.shifted(*self.corner)
            if _alike(box, reading.box):
                if isinstance(reading, ChipReading):
                    return replace(reading, box=box, rim=self._rim(outline))
                level = ground.level_box(replace(reading, box=box)) if outline.shaded else box
                return replace(reading, box=box) if level == box else self._without_shadow(reading, level)
        return reading

    def _rim(self, outline: Outline) -> Points | None:
        """A chip's rim in the still frame: of one that only print hides, the disc's; None where a shadow hides it."""
        whole = outline.disc if self._may_be_disc(outline) else outline
        return None if outline.shaded else np.asarray(whole.convex[:, 0] + self.corner, np.float64)

    def _without_shadow(self, reading: Reading, level: Box) -> Reading:
        """The reading with the box of the die alone, and the colour that is seen in there, but for a taught one."""
        left, top = self.corner
        seen, there = (color_name(self.picture, box.shifted(-left, -top)) for box in (reading.box, level))
        own = replace(reading, box=level)
        return replace(own, color=there) if isinstance(own, DieReading) and own.color == seen else own

    def _is_doubtful(self, reading: Reading, ground: Ground) -> bool:
        """Whether it belongs to outlines that may not show all of the die.

        It may reach to the edge of the still frame, which shows no more in a strip; or on print of the die's own colour
        be a piece of it, or several, with fewer pips.
        """
        closed = [not goes_on for goes_on in self.open_sides]
        own = [each for each in self.found if each.box.contains(reading.box.centre)]
        there = _moved(reading, *self.corner)
        return any(self._reaches(outline.box, closed) for outline in own) or ground.may_lack_pips(there, own)

    def _reaches(self, box: Box, sides: Iterable[bool]) -> bool:
        """Whether ``box`` reaches to one of these sides of the part."""
        height, width = self.picture.shape[:2]
        room = box.x, box.y, width - box.right, height - box.bottom
        return any(gap < CUT and meant for gap, meant in zip(room, sides, strict=True))


def _part(still: Frame, bare: Bare, cutting: Box, ground: Ground, known: Sequence[Box] = ()) -> Part:
    left, top, right, bottom = cutting.edges
    picture = np.ascontiguousarray(still[cutting.slices])
    lying, empty = [box.shifted(-left, -top) for box in known], bare.cut(cutting)
    found = mended(outlines(picture, *empty, known=lying), ground.is_one) if picture.size else ()
    crowds = tuple(outline.box.shifted(left, top) for outline in found if ground.is_crowd(outline))
    shapes = [outline.points if ground.is_crowd(outline) else outline.convex for outline in found]
    goes_on = left > 0, top > 0, right < still.shape[1], bottom < still.shape[0]
    shown = isolated(picture, shapes) if found else picture
    return Part((left, top), goes_on, found, crowds, picture, empty[0], shown)


def _strip(pictures: list[Frame]) -> Frame:
    """The pictures side by side, the lower ones lengthened by their own last row."""
    height = max(len(picture) for picture in pictures)
    grown = [np.pad(picture, ((0, height - len(picture)), (0, 0), (0, 0)), mode="edge") for picture in pictures]
    return np.ascontiguousarray(np.hstack(grown))


def _placed(parts: list[Part]) -> list[tuple[Part, int]]:
    """Each part with where it begins in the strip."""
    lefts = accumulate((len(part.picture[0]) for part in parts), initial=0)
    return list(zip(parts, lefts, strict=False))


def _above(placed: list[tuple[Part, int]], ground: Ground) -> Above | None:
    """What undoes the tilt at a pixel of the strip: what does at the pixel of the still frame that it was cut from."""
    above, lefts = ground.above, [left for _, left in placed]
    if above is None:
        return None

    def here(x: float, y: float) -> Matrix:
        part, left = placed[max(bisect_right(lefts, x) - 1, 0)]
        return above(x - left + part.corner[0], y + part.corner[1])

    return here


def united(cuttings: Iterable[Box]) -> list[Box]:
    """The cuttings with those that overlap made one."""
    apart: list[Box] = []
    for cutting in cuttings:
        whole = cutting
        while overlapping := [other for other in apart if whole.overlaps(other)]:
            apart = [other for other in apart if other not in overlapping]
            whole = Box.around([whole, *overlapping])
        apart.append(whole)
    return apart


def _alike(one: Box, other: Box) -> bool:
    """Whether both boxes bound one thing."""
    slack = other.size * SLACK
    return max(abs(a - b) for a, b in zip(one.edges, other.edges, strict=True)) < slack


def _lies_in(one: Box, other: Box) -> bool:
    """Whether a box is no more than a part of another, give or take what boxes err."""
    slack = other.size * SLACK / 2
    return min(one.x - other.x, one.y - other.y, other.right - one.right, other.bottom - one.bottom) > -slack


def _moved(reading: Reading, left: int, top: int) -> Reading:
    moved = replace(reading, box=reading.box.shifted(left, top))
    if isinstance(moved, ChipReading) or moved.numeral is None:
        return moved
    across, down = moved.numeral.middle
    return replace(moved, numeral=replace(moved.numeral, middle=(across + left, down + top)))
