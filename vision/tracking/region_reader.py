"""Reading a few crops of a still, spared everything that the empty table shows.

What is new in each crop is cut out on a neutral background, all crops are laid side by side in one mosaic, and the
mosaic is read as one picture: that costs less than to read each. The readings are then placed back in the still.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

import numpy as np

from vision.geometry.tilt import TiltField
from vision.readings import ChipReading, DieReading, PictureReader, Reading
from vision.recognition.color import color_name
from vision.recognition.decision import as_unsure
from vision.tracking.foreground import EmptyTable, Region, region_of, segment
from vision.tracking.table_geometry import StillView
from vision.types import Box, Frame, Matrix, Point

BOX_TOLERANCE = 0.3
"""By how much of its size a box may differ from the outline it belongs to."""
EDGE_PIXELS = 2
"""Pixels from the edge of a crop within which a token may be cut in two."""


@dataclass(frozen=True, slots=True)
class RegionReadings:
    """What is seen in crops of a still: readings, boxes of what is too large for one token, and of all that is new."""

    readings: tuple[Reading, ...]
    clusters: tuple[Box, ...] = ()
    things: tuple[Box, ...] = ()


def read_regions(
    read: PictureReader, view: StillView, empty: EmptyTable, crops: Iterable[Box], known: Sequence[Box] = ()
) -> RegionReadings:
    """The readings of what is new in some crops of a still; what the edge of a crop may cut is left out.

    The crops may reach out of the still. Boxes of ``known`` tokens are no shadows.
    """
    regions = segment(view, empty, crops, known)
    if not regions:
        return RegionReadings(())
    # 1. Read all regions in one mosaic.
    readings = _read_mosaic(read, regions)
    # 2. What may be a chip that print hides in part is completed to a disc, and read once more.
    readings = _completed(read, regions, readings, Region.completed_to_discs, ChipReading)
    # 3. So is what may be a piece of a die, by what differs but faintly around it.
    readings = _completed(read, regions, readings, Region.completed_to_dice, DieReading)
    # 4. What is too large for one thing is a cluster, unless it was read as the chip.
    chips = [reading.box for reading in readings if isinstance(reading, ChipReading)]
    new = {region.box_in_still(each): each.hull_at(region.crop) for region in regions for each in region.outlines}
    large = [box for box, hull in new.items() if view.geometry.is_cluster(hull)]
    clusters = tuple(box for box in large if not any(_lies_in(box, chip) for chip in chips))
    return RegionReadings(tuple(readings), clusters, tuple(new))


def cut_out(view: StillView, empty: EmptyTable, crop: Box) -> tuple[Frame, TiltField | None]:
    """A crop of a still with only what is new in it, as the networks are shown it; and the tilt field of its pixels."""
    region = region_of(view, empty, crop)
    return region.picture, _Mosaic([region]).tilt_field


class _Mosaic:
    """The pictures of regions of one still side by side, the lower ones lengthened by their own last row."""

    def __init__(self, regions: Sequence[Region]) -> None:
        self._regions = regions
        self._lefts = list(accumulate((region.crop.width for region in regions[:-1]), initial=0))

    @property
    def picture(self) -> Frame:
        """As it is read."""
        pictures = [region.picture for region in self._regions]
        height = max(len(picture) for picture in pictures)
        grown = [np.pad(picture, ((0, height - len(picture)), (0, 0), (0, 0)), mode="edge") for picture in pictures]
        return np.ascontiguousarray(np.hstack(grown))

    @property
    def tilt_field(self) -> TiltField | None:
        """The still's own, at the pixel that each was cut from."""
        tilt_field = self._regions[0].geometry.tilt_field
        if tilt_field is None:
            return None

        def here(x: float, y: float) -> Matrix:
            number = max(bisect_right(self._lefts, x) - 1, 0)
            crop = self._regions[number].crop
            return tilt_field(x - self._lefts[number] + crop.x, y + crop.y)

        return here

    def located(self, readings: Iterable[Reading]) -> list[Reading]:
        """Readings of the mosaic as they lie in the still, region by region; without those that an edge may cut."""
        read = list(readings)
        there = [
            _located(_moved(reading, -left, 0), region)
            for region, left in zip(self._regions, self._lefts, strict=True)
            for reading in read
            if left <= reading.box.centre[0] < left + region.crop.width
        ]
        return [reading for reading in there if reading is not None]


def _read_mosaic(read: PictureReader, regions: Sequence[Region]) -> list[Reading]:
    mosaic = _Mosaic(regions)
    return mosaic.located(read(mosaic.picture, tilt_field=mosaic.tilt_field))


def _completed(
    read: PictureReader,
    regions: Iterable[Region],
    readings: Sequence[Reading],
    complete: Callable[[Region, Collection[Point]], Region | None],
    kind: type[Reading],
) -> list[Reading]:
    """The readings, with those of this ``kind`` of what is completed in place of what was read there."""
    sure = [reading.box.centre for reading in readings if reading.is_sure]
    completed = [whole for region in regions if (whole := complete(region, sure)) is not None]
    again = [one for one in _read_mosaic(read, completed) if isinstance(one, kind)] if completed else []
    return [*(one for one in readings if not any(new.box.contains(one.box.centre) for new in again)), *again]


def _lies_in(one: Box, other: Box) -> bool:
    """Whether a box is no more than a part of another, give or take the boxes' error."""
    slack = other.size * BOX_TOLERANCE / 2
    return min(one.x - other.x, one.y - other.y, other.right - one.right, other.bottom - one.bottom) > -slack


def _located(reading: Reading, region: Region) -> Reading | None:
    """A reading of the region's picture as it lies in the still; None if the crop's edge may cut it."""
    if _reaches(reading.box, region, region.open_sides):
        return None
    there = _moved(reading, region.crop.x, region.crop.y)
    return _fitted(as_unsure(there) if _is_doubtful(there, region) else there, region)


def _is_doubtful(reading: Reading, region: Region) -> bool:
    """Whether it belongs to outlines that may not show all of the die.

    One may reach to the edge of the still, which shows no more in a mosaic; or on print of the die's own colour be a
    piece of it, or several, with fewer pips.
    """
    closed = [not is_open for is_open in region.open_sides]
    own = [outline for outline in region.outlines if region.box_in_still(outline).contains(reading.box.centre)]
    cut = any(_reaches(outline.box, region, closed) for outline in own)
    return cut or region.geometry.may_lack_pips(reading, [0.0 if each.shaded else each.area for each in own])


def _reaches(box: Box, region: Region, sides: Iterable[bool]) -> bool:
    """Whether ``box`` reaches to one of these sides of the crop."""
    gaps = box.x, box.y, region.crop.width - box.right, region.crop.height - box.bottom
    return any(gap < EDGE_PIXELS and meant for gap, meant in zip(gaps, sides, strict=True))


def _fitted(reading: Reading, region: Region) -> Reading:
    """The reading with the box of its own outline, which is truer, if it has one to itself."""
    slack = reading.box.size * BOX_TOLERANCE
    boxes = [(outline, region.box_in_still(outline)) for outline in region.outlines]
    own = [pair for pair in boxes if max(np.abs(np.subtract(pair[1].edges, reading.box.edges))) < slack]
    if not own:
        return reading
    outline, box = own[0]
    fitted = replace(reading, box=box)
    if isinstance(fitted, ChipReading):
        # Its rim: of one that print hides in part, the disc's; unknown if a shadow hides it.
        whole = outline.disc if region.may_be_disc(outline) else outline
        rim = None if outline.shaded else np.asarray(whole.convex[:, 0] + (region.crop.x, region.crop.y), np.float64)
        return replace(fitted, rim=rim)
    level = region.geometry.level_box(fitted) if outline.shaded else fitted.box
    return fitted if level == fitted.box else _without_shadow(reading, level, region)


def _without_shadow(reading: Reading, level: Box, region: Region) -> Reading:
    """The reading with the box of the die alone, and the colour that is seen in there unless an enrolled die's."""
    corner = region.crop.x, region.crop.y
    seen, there = (color_name(region.picture, box.shifted(-corner[0], -corner[1])) for box in (reading.box, level))
    own = replace(reading, box=level)
    return replace(own, color=there) if isinstance(own, DieReading) and own.color == seen else own


def _moved(reading: Reading, right: int, down: int) -> Reading:
    moved = replace(reading, box=reading.box.shifted(right, down))
    if isinstance(moved, ChipReading) or moved.numeral is None:
        return moved
    x, y = moved.numeral.centre
    return replace(moved, numeral=replace(moved.numeral, centre=(x + right, y + down)))
