"""The printed field on its board, and the table it lies on, seen from straight above.

Where things are comes from `vision.geometry.stadium` alone; this is only how they look.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import numpy.typing as npt

from firmware.devices.protocols import Frame
from firmware.simulated.rendering.glyphs import TEXELS, numeral
from firmware.simulated.rendering.optics import Picture
from vision.geometry.stadium import Field, Marker, Zone, lay_out
from vision.types import Point

DETAIL = 3.0
"""Pixels a millimetre."""
AROUND = (445.0, 255.0)
"""How far the table is drawn to either side of the middle, and up and down, for a field 450 mm wide."""
RIM = 7.0
"""Width of the low wall round the field, mm."""
FINE = 4
"""Bits of a pixel that drawing is exact to."""

GRASS, MOWN = (62, 128, 74), (68, 140, 84)
DIRT, CHALK, INK = (92, 140, 186), (238, 242, 244), (40, 36, 34)
WOOD, FRAME = (86, 118, 150), (120, 160, 196)
TRACK = (84, 126, 164)
SIDES = {"away": (60, 60, 176), "home": (150, 84, 40)}
"""The dugouts' colours."""


class Sheet:
    """A picture that is drawn on in millimetres."""

    def __init__(self, scale: float, paper: Frame) -> None:
        self.paper = paper
        self._scale = scale

    def pixels(self, points: Sequence[Point] | Picture) -> npt.NDArray[np.int32]:
        """Where points, mm, are on the sheet, in pixels and a fraction of `FINE` bits."""
        height, width = self.paper.shape[:2]
        at = np.array(points, float) * (1, -1) * self._scale + (width / 2 - 0.5, height / 2 - 0.5)
        return np.asarray(np.rint(at * (1 << FINE)), np.int32)

    def area(self, points: Sequence[Point] | Picture, color: Sequence[int]) -> None:
        """Fill a polygon."""
        cv2.fillPoly(self.paper, [self.pixels(points)], color, cv2.LINE_AA, FINE)

    def line(self, points: Sequence[Point] | Picture, color: Sequence[int], wide: float, *, closed: bool) -> None:
        """Draw along points, ``wide`` mm."""
        thick = max(1, round(wide * self._scale))
        cv2.polylines(self.paper, [self.pixels(points)], closed, color, thick, cv2.LINE_AA, FINE)

    def disc(self, centre: Point, radius: float, color: Sequence[int], edge: Sequence[int]) -> None:
        """A filled circle with an edge."""
        self.area(_ring(centre, radius), color)
        self.line(_ring(centre, radius), edge, 1.2, closed=True)

    def stamp(self, print_: Picture, centre: Point, side: float, color: Sequence[int]) -> None:
        """Print a square of coverage, ``side`` mm wide, in a colour."""
        pixels = round(side * self._scale)
        small = cv2.resize(print_, (pixels, pixels), interpolation=cv2.INTER_AREA)[..., None]
        x, y = np.rint(self.pixels([centre])[0] / (1 << FINE) - pixels / 2).astype(int)
        under = self.paper[y : y + pixels, x : x + pixels]
        under[:] = under + small * (np.array(color) - under)


def _ring(centre: Point, radius: float, start: float = 0, end: float = 360) -> Picture:
    angle = np.radians(np.linspace(start, end, 72))
    return np.asarray(np.column_stack((np.cos(angle), np.sin(angle))) * radius + centre, np.float32)


def _square(centre: Point, half: float, turn: float = 0) -> Picture:
    angle = np.radians(np.arange(45, 405, 90) + turn)
    return np.asarray(np.column_stack((np.cos(angle), np.sin(angle))) * half * np.sqrt(2) + centre, np.float32)


@cache
def table(seed: int = 0) -> Frame:
    """Wood grain, as wide as the camera sees."""
    rng = np.random.default_rng(seed)
    width, height = (round(2 * reach * DETAIL) for reach in AROUND)
    planks = cv2.resize(rng.normal(0, 1, (60, 14)).astype(np.float32), (width, height), interpolation=cv2.INTER_CUBIC)
    fibres = cv2.blur(rng.normal(0, 1, (height, width)).astype(np.float32), (161, 1)) * 5
    light = 1 + 0.04 * planks + 0.025 * fibres
    wood, shade = np.empty((height, width, 3), np.uint8), np.empty((height, width))
    for channel, color in enumerate(WOOD):  # one at a time, for all three at once touch a quarter of a gigabyte
        wood[..., channel] = np.clip(np.multiply(light, color, out=shade, dtype=float), 0, 255, out=shade)
    return wood


@cache
def printed(side: float, seed: int = 0, markers: float = 1.0) -> tuple[Frame, float]:
    """The board, ``side`` mm wide, on its table, and the pixels a millimetre.

    Its ``markers`` are so many times as large as they should be; ``seed`` draws the table's grain.
    """
    field = lay_out(side)
    field = replace(field, markers=tuple(replace(each, side=each.side * markers) for each in field.markers))
    scale = DETAIL * 450 / field.side
    sheet = Sheet(scale, table(seed).copy())
    _draw(sheet, field)
    return sheet.paper, scale


def board(side: float, scale: float) -> Frame:
    """The board alone, ``side`` mm wide, ``scale`` pixels a millimetre, from wall to wall: what a printer prints."""
    pixels = round(side * scale)
    sheet = Sheet(scale, np.zeros((pixels, pixels, 3), np.uint8))
    _draw(sheet, lay_out(side))
    return sheet.paper


def _draw(sheet: Sheet, field: Field) -> None:
    _board(sheet, field)
    _infield(sheet, field)
    for zone in field.zones:
        _zone(sheet, zone)
    _base_path(sheet, field)
    _dugouts(sheet, field)
    corner = field.dice_corner.corners.astype(np.float32)
    sheet.area(corner, (84, 92, 70))
    sheet.line(corner, CHALK, 1.4 * field.side / 450, closed=True)
    for marker in field.markers:
        _marker(sheet, marker, field.side / 450)


def _board(sheet: Sheet, field: Field) -> None:
    half, unit = field.side / 2, field.side / 450
    sheet.area(_square((4 * unit, -5 * unit), half + RIM), tuple(channel // 2 for channel in WOOD))
    sheet.area(_square((0, 0), half + RIM), FRAME)
    sheet.line(_square((0, 0), half + RIM - 1), CHALK, 0.6, closed=True)
    sheet.area(_square((0, 0), half), GRASS)
    for stripe in range(-9, 9, 2):
        left, right = stripe * half / 9, (stripe + 1) * half / 9
        sheet.area([(left, -half), (right, -half), (right, half), (left, half)], MOWN)
    sheet.line(_square((0, 0), half - 0.6), INK, 1.2, closed=True)
    sheet.line(_ring(field.bases[0], 330 * unit, 47.6, 132.4), TRACK, 12 * unit, closed=False)
    sheet.line(_ring(field.bases[0], 337 * unit, 48.2, 131.8), CHALK, 1.5 * unit, closed=False)


def _infield(sheet: Sheet, field: Field) -> None:
    home, first, _, third = field.bases
    unit = field.side / 450
    sheet.area(_ring((0, field.bases[1][1]), 121 * unit), DIRT)
    middle = ((first[0] + third[0]) / 2, first[1])
    sheet.area(_ring(home, 36 * unit), DIRT)
    sheet.area([_inward(base, middle, 0.72) for base in field.bases], GRASS)
    for base in (first, third):
        sheet.line([home, _inward(base, home, 2.05)], CHALK, 1.4 * unit, closed=False)
    sheet.area(_ring(field.zones[0].centre, 26 * unit), DIRT)


def _inward(point: Point, middle: Point, share: float) -> Point:
    return middle[0] + share * (point[0] - middle[0]), middle[1] + share * (point[1] - middle[1])


def _zone(sheet: Sheet, zone: Zone) -> None:
    if zone.number == 2:  # noqa: PLR2004 # home plate itself, D2
        return
    sheet.disc(zone.centre, zone.radius, (120, 176, 140), CHALK)
    sheet.disc(zone.centre, 0.86 * zone.radius, (104, 160, 122), CHALK)
    sheet.stamp(numeral(zone.number), zone.centre, 1.5 * zone.radius, CHALK)


def _base_path(sheet: Sheet, field: Field) -> None:
    unit = field.side / 450
    for number, place in enumerate(field.path):
        if number % 6:
            sheet.disc(place, 8.2 * unit, (176, 206, 226), INK)
    for base in field.bases[1:]:
        sheet.area(_square(base, 11.5 * unit, 45), CHALK)
        sheet.line(_square(base, 11.5 * unit, 45), INK, 1, closed=True)
    x, y = field.bases[0]
    plate = [(x + dx * unit, y + dy * unit) for dx, dy in ((-12, 10), (12, 10), (12, -3), (0, -14), (-12, -3))]
    sheet.area(plate, CHALK)
    sheet.line(plate, INK, 1, closed=True)


def _dugouts(sheet: Sheet, field: Field) -> None:
    unit = field.side / 450
    for team, seats in field.dugouts.items():
        xs, y = [seat[0] for seat in seats], seats[0][1]
        left, right, pad = min(xs), max(xs), 14 * unit
        bench = [(left - pad, y - pad), (right + pad, y - pad), (right + pad, y + pad), (left - pad, y + pad)]
        sheet.area(bench, SIDES[team])
        sheet.line(bench, CHALK, 1.4 * unit, closed=True)
        for seat in seats:
            sheet.disc(seat, 10 * unit, (70, 62, 58), CHALK)


def _marker(sheet: Sheet, marker: Marker, unit: float) -> None:
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    small = cv2.aruco.generateImageMarker(dictionary, marker.number, 60)
    bits = cv2.resize(small, (TEXELS, TEXELS), interpolation=cv2.INTER_NEAREST)
    sheet.area(_square(marker.centre, marker.side / 2 + 6 * unit), CHALK)
    sheet.stamp(np.asarray(1 - bits / 255.0, np.float32), marker.centre, marker.side, INK)
