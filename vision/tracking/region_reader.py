"""Reading a few crops of a still, spared everything that the empty table shows.

What is new in each crop is cut out on a neutral background, all crops are laid side by side in one mosaic, and the
mosaic is read as one picture: that costs less than to read each. The readings are then placed back in the still.
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
from vision.tracking.foreground import EmptyTable, Outline, merged, on_neutral_background, outlines
from vision.tracking.still_view import StillView
from vision.tracking.table_geometry import TableGeometry
from vision.types import Box, Frame, Matrix, Point, Points


class FrameReader(Protocol):
    """What reads a picture: a whole frame, or a mosaic of pieces cut from one."""

    def __call__(self, frame: Frame, /, *, above: Above | None) -> tuple[Reading, ...]:
        """Everything at rest in ``frame``; ``above`` undoes the camera's tilt at each of its pixels, where known."""


BOX_TOLERANCE = 0.3
"""By how much of its size a box may differ from the outline it belongs to."""
MIN_DISC_SHARE = 0.95
"""Share of the enclosing disc that must be the thing or print of its colour, for a chip of which print hides a part.

Of 60 simulated chips over or beside bases none had less than 0.953, of 36 that leaned by 30 to 50 degrees one had more
than 0.942.
"""
EDGE_PIXELS = 2
"""Pixels from the edge of a crop within which a thing may be cut in two."""


@dataclass(frozen=True, slots=True)
class RegionReadings:
    """What is seen in a few crops of a still.

    Attributes:
        readings: boxes in pixels of the still.
        clusters: boxes, likewise, of what is too large to be one thing.
        things: boxes, likewise, of all that is new there, read or not.
    """

    readings: tuple[Reading, ...]
    clusters: tuple[Box, ...] = ()
    things: tuple[Box, ...] = ()

    def has_thing_at(self, pixel: Point) -> bool:
        """Whether anything new lies at a pixel of the still."""
        return any(thing.contains(pixel) for thing in self.things)


def read_regions(
    read: FrameReader, view: StillView, empty: EmptyTable, crops: Iterable[Box], known: Sequence[Box] = ()
) -> RegionReadings:
    """What ``read`` makes of what is new in some ``crops`` of a still; what the edge of a crop may cut is left out.

    Args:
        read: the single-frame reader.
        view: the still.
        empty: the table without dice.
        crops: in pixels of the still; they may reach out of it.
        known: boxes of tokens that are known to lie there; they are no shadows.
    """
    # 1. Segment: the outlines of what is new, in one region for all crops that overlap.
    regions = [_region(view, empty, crop.clipped(view.picture), known) for crop in united(crops)]
    regions = [region for region in regions if region.outlines]
    if not regions:
        return RegionReadings(())
    # 2. Read all regions in one mosaic.
    readings = _read_mosaic(read, regions)
    # 3. What may be a chip that print hides in part is completed to a disc and read once more.
    if discs := [disc for region in regions if (disc := region.completed_to_discs(readings)) is not None]:
        readings = _with_chips(readings, _read_mosaic(read, discs))
    # 4. What is too large for one thing is a cluster, unless it was read as the chip.
    chips = [reading.box for reading in readings if isinstance(reading, ChipReading)]
    clusters = [box for region in regions for box in region.clusters if not any(_lies_in(box, chip) for chip in chips)]
    return RegionReadings(tuple(readings), tuple(clusters), tuple(box for region in regions for box in region.things))


def cut_out(view: StillView, empty: EmptyTable, crop: Box) -> tuple[Frame, Above | None]:
    """A crop of a still with only what is new in it, as the networks are shown it; and the ``above`` of its pixels."""
    region = _region(view, empty, crop.clipped(view.picture))
    return region.picture, _Mosaic([region]).above


@dataclass(frozen=True)
class Region:
    """A crop of the still with what is new in it.

    Attributes:
        crop: where it lies in the still.
        open_sides: left, top, right, bottom: whether the still goes on there, so that things may be cut.
        outlines: of what is new, in pixels of the crop.
        original: the crop as it is.
        empty: the empty table there.
        picture: what is new, on a neutral background.
        geometry: how the still lies over the table.
    """

    crop: Box
    open_sides: tuple[bool, bool, bool, bool]
    outlines: tuple[Outline, ...]
    original: Frame
    empty: Frame
    picture: Frame
    geometry: TableGeometry

    @property
    def things(self) -> list[Box]:
        """Boxes in the still of what is new."""
        return [self._box_in_still(outline) for outline in self.outlines]

    @property
    def clusters(self) -> list[Box]:
        """Boxes in the still of what is too large to be one thing."""
        return [self._box_in_still(outline) for outline in self.outlines if self.geometry.is_cluster(outline)]

    def completed_to_discs(self, readings: Iterable[Reading]) -> Region | None:
        """The region with only what may be the chip in it, shown as a disc; None if nothing may.

        A pale chip on a pale base seems to lack what lies over the base: too slim for a chip, and its word is cut off.
        What ``readings`` are sure of is not read again, nor what is slim because it leans.
        """
        sure = [reading.box.shifted(-self.crop.x, -self.crop.y).centre for reading in readings if not reading.likely]
        unread = [outline for outline in self.outlines if not any(outline.box.contains(middle) for middle in sure)]
        round_ones = [one for one in merged(unread, self.geometry.fits_chip) if self.geometry.may_be_chip(one)]
        discs = tuple(one.disc for one in round_ones if self._may_be_disc(one))
        if not discs:
            return None
        picture = on_neutral_background(self.original, [disc.convex for disc in discs])
        return replace(self, outlines=discs, picture=picture)

    def located(self, reading: Reading) -> Reading | None:
        """A reading of the region's ``picture`` as it lies in the still; None if the crop's edge may cut it."""
        if self._reaches(reading.box, self.open_sides):
            return None
        there = _moved(asked(reading) if self._is_doubtful(reading) else reading, self.crop.x, self.crop.y)
        return self._fitted(there)

    def _fitted(self, reading: Reading) -> Reading:
        """The reading with the box of its own outline, which is truer, if it has one to itself."""
        own = next((each for each in self.outlines if _bound_one_thing(self._box_in_still(each), reading.box)), None)
        if own is None:
            return reading
        fitted = replace(reading, box=self._box_in_still(own))
        if isinstance(fitted, ChipReading):
            return replace(fitted, rim=self._rim(own))
        level = self.geometry.level_box(fitted) if own.shaded else fitted.box
        return fitted if level == fitted.box else self._without_shadow(reading, level)

    def _rim(self, outline: Outline) -> Points | None:
        """A chip's rim in the still: of one that print hides in part, the disc's; None where a shadow hides it."""
        whole = outline.disc if self._may_be_disc(outline) else outline
        return None if outline.shaded else np.asarray(whole.convex[:, 0] + (self.crop.x, self.crop.y), np.float64)

    def _without_shadow(self, reading: Reading, level: Box) -> Reading:
        """The reading with the box of the die alone, and the colour that is seen in there, but for a taught one."""
        seen, there = (
            color_name(self.picture, box.shifted(-self.crop.x, -self.crop.y)) for box in (reading.box, level)
        )
        own = replace(reading, box=level)
        return replace(own, color=there) if isinstance(own, DieReading) and own.color == seen else own

    def _may_be_disc(self, outline: Outline) -> bool:
        """Whether print of its colour may hide all that an outline lacks of a disc."""
        return outline.disc_share(self.original, self.empty) >= MIN_DISC_SHARE

    def _is_doubtful(self, reading: Reading) -> bool:
        """Whether it belongs to outlines that may not show all of the die.

        One may reach to the edge of the still, which shows no more in a mosaic; or on print of the die's own colour be
        a piece of it, or several, with fewer pips.
        """
        closed = [not is_open for is_open in self.open_sides]
        own = [outline for outline in self.outlines if outline.box.contains(reading.box.centre)]
        if any(self._reaches(outline.box, closed) for outline in own):
            return True
        return self.geometry.may_lack_pips(_moved(reading, self.crop.x, self.crop.y), own)

    def _reaches(self, box: Box, sides: Iterable[bool]) -> bool:
        """Whether ``box`` reaches to one of these sides of the crop."""
        height, width = self.picture.shape[:2]
        gaps = box.x, box.y, width - box.right, height - box.bottom
        return any(gap < EDGE_PIXELS and meant for gap, meant in zip(gaps, sides, strict=True))

    def _box_in_still(self, outline: Outline) -> Box:
        return outline.box.shifted(self.crop.x, self.crop.y)


def _region(view: StillView, empty: EmptyTable, crop: Box, known: Sequence[Box] = ()) -> Region:
    still, geometry = view.picture, view.geometry
    original, backgrounds = np.ascontiguousarray(still[crop.slices]), empty.cut(crop)
    boxes = [box.shifted(-crop.x, -crop.y) for box in known]
    new = merged(outlines(original, *backgrounds, known=boxes), geometry.fits_one_die) if original.size else ()
    shapes = [outline.points if geometry.is_cluster(outline) else outline.convex for outline in new]
    shown = on_neutral_background(original, shapes) if new else original
    open_sides = crop.x > 0, crop.y > 0, crop.right < still.shape[1], crop.bottom < still.shape[0]
    return Region(crop, open_sides, new, original, backgrounds[0], shown, geometry)


class _Mosaic:
    """The pictures of regions side by side, the lower ones lengthened by their own last row.

    Args:
        regions: of one still; there is at least one.
    """

    def __init__(self, regions: Sequence[Region]) -> None:
        self._regions = regions
        self._lefts = list(accumulate((region.crop.width for region in regions[:-1]), initial=0))

    @property
    def picture(self) -> Frame:
        """What is read, BGR."""
        pictures = [region.picture for region in self._regions]
        height = max(len(picture) for picture in pictures)
        grown = [np.pad(picture, ((0, height - len(picture)), (0, 0), (0, 0)), mode="edge") for picture in pictures]
        return np.ascontiguousarray(np.hstack(grown))

    @property
    def above(self) -> Above | None:
        """What undoes the tilt at a pixel of the mosaic: the still's own, at the pixel that it was cut from."""
        above = self._regions[0].geometry.above
        if above is None:
            return None

        def here(x: float, y: float) -> Matrix:
            number = max(bisect_right(self._lefts, x) - 1, 0)
            crop = self._regions[number].crop
            return above(x - self._lefts[number] + crop.x, y + crop.y)

        return here

    def located(self, readings: Iterable[Reading]) -> list[Reading]:
        """Readings of the mosaic as they lie in the still, region by region; without those that an edge may cut."""
        read = list(readings)
        there = [
            region.located(_moved(reading, -left, 0))
            for region, left in zip(self._regions, self._lefts, strict=True)
            for reading in read
            if left <= reading.box.centre[0] < left + region.crop.width
        ]
        return [reading for reading in there if reading is not None]


def _read_mosaic(read: FrameReader, regions: Sequence[Region]) -> list[Reading]:
    """What is read in regions that are shown at once."""
    mosaic = _Mosaic(regions)
    return mosaic.located(read(mosaic.picture, above=mosaic.above))


def _with_chips(readings: Iterable[Reading], again: Iterable[Reading]) -> list[Reading]:
    """The readings, with the chips of another reading in place of what was read there."""
    chips = [reading for reading in again if isinstance(reading, ChipReading)]
    return [*(one for one in readings if not any(chip.box.contains(one.box.centre) for chip in chips)), *chips]


def united(crops: Iterable[Box]) -> list[Box]:
    """The crops with those that overlap made one."""
    apart: list[Box] = []
    for crop in crops:
        whole = crop
        while overlapping := [other for other in apart if whole.overlaps(other)]:
            apart = [other for other in apart if other not in overlapping]
            whole = Box.around([whole, *overlapping])
        apart.append(whole)
    return apart


def _bound_one_thing(one: Box, other: Box) -> bool:
    """Whether both boxes bound one thing."""
    slack = other.size * BOX_TOLERANCE
    return max(abs(a - b) for a, b in zip(one.edges, other.edges, strict=True)) < slack


def _lies_in(one: Box, other: Box) -> bool:
    """Whether a box is no more than a part of another, give or take what boxes err."""
    slack = other.size * BOX_TOLERANCE / 2
    return min(one.x - other.x, one.y - other.y, other.right - one.right, other.bottom - one.bottom) > -slack


def _moved(reading: Reading, right: int, down: int) -> Reading:
    moved = replace(reading, box=reading.box.shifted(right, down))
    if isinstance(moved, ChipReading) or moved.numeral is None:
        return moved
    x, y = moved.numeral.middle
    return replace(moved, numeral=replace(moved.numeral, middle=(x + right, y + down)))
