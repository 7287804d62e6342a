"""Cocked dice: whether a die leans or stands on an edge, and whether the chip leans.

Method: how a level token would be seen at that place. A d10 with a level face shows that face's numeral at a known
place within its outline; cocked, the numeral moves by more than a millimetre for every ten degrees. A flat chip is a
circle on the print, so its outline is known. A d6 is never called cocked: its outline depends on how it is turned,
which pips do not show, and a leaning cube is hardly larger than a turned one. Rule kept here: only what certainly leans
is called cocked; the rest is left to the reader's confidence.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.geometry.d10 import D10
from vision.geometry.registration import Registration
from vision.geometry.sizes import CHIP_RADIUS, DIE_MM
from vision.readings import ChipReading, DieKind, DieReading, Numeral, Reading
from vision.types import Box, Point, Points

MIN_FORESHORTENING = 0.88
"""Share of a flat chip's width and height below which its box leans, by 28 degrees; if its outline is not known."""
MIN_CHIP_BREADTH, MIN_CHIP_ROUNDNESS = 0.95, 0.92
"""A chip leans if its outline is both narrower than so many chips and fills less of its enclosing circle.

A shadow at its edge makes a flat chip's outline less round but no slimmer; a chip smaller than it should be is round.
"""
PERCHED_OFFSET, LEANING_OFFSET = 0.075, 0.1
"""How far a numeral lies from its place on a level die, in the die's sizes, if that stands on an edge, or leans."""
MIN_OVERHANG = 0.06
"""How far an edge lies beyond a level die's, in its sizes, if it leans: print of its colour hides edges, adds none."""
D10_SHAPE = D10()


def centre_height(kind: DieKind, die_mm: float = DIE_MM) -> float:
    """Height of the middle of a resting die, mm; its top face is twice as high."""
    return die_mm / 2 * (D10_SHAPE.apothem if kind == "d10" else 1.0)


def is_level(reading: Reading, at: Point, registration: Registration, die_mm: float = DIE_MM) -> bool:
    """Whether a token, whose middle is over ``at`` (mm), lies flat; True if that is unknown, as for every d6."""
    if not isinstance(reading, DieReading):
        return _is_flat(reading, at, registration)
    edges = _edge_offsets(reading, at, registration, die_mm)
    hanging = max(*-edges[0], *edges[1])
    return bool(np.hypot(*edges.mean(axis=0)) < LEANING_OFFSET * die_mm or hanging < MIN_OVERHANG * die_mm)


def _is_flat(chip: ChipReading, at: Point, registration: Registration) -> bool:
    """Whether a chip's outline, or its box, may be that of a chip on the print."""
    if chip.rim is None:
        angle = np.linspace(0, 2 * np.pi, 24, endpoint=False)
        rim = np.column_stack((at[0] + CHIP_RADIUS * np.cos(angle), at[1] + CHIP_RADIUS * np.sin(angle)))
        width, height = np.ptp(registration.to_pixels(rim), axis=0)
        return bool(min(chip.box.width / width, chip.box.height / height) >= MIN_FORESHORTENING)
    flat = registration.to_board(chip.rim).astype(np.float32)
    breadth, circle = min(cv2.minAreaRect(flat)[1]), np.pi * cv2.minEnclosingCircle(flat)[1] ** 2
    return breadth >= MIN_CHIP_BREADTH * 2 * CHIP_RADIUS or cv2.contourArea(flat) >= MIN_CHIP_ROUNDNESS * circle


def is_perched(reading: Reading, at: Point, registration: Registration, die_mm: float = DIE_MM) -> bool:
    """Whether it is a die that may stand on an edge, from which it would fall."""
    if not isinstance(reading, DieReading):
        return False
    return bool(np.hypot(*_edge_offsets(reading, at, registration, die_mm).mean(axis=0)) > PERCHED_OFFSET * die_mm)


def _edge_offsets(reading: DieReading, at: Point, registration: Registration, die_mm: float) -> Points:
    """How far, mm, the box's left top and right bottom lie right of and below those of a level die with such a numeral.

    Shape (2, 2); zeros if its numeral is not known.
    """
    if reading.numeral is None or reading.kind != "d10":
        return np.zeros((2, 2))
    left, top, right, bottom = reading.box.edges
    level = _silhouette(reading.numeral, at, registration, die_mm)
    return (np.array(((left, top), (right, bottom))) - level) / registration.scale_at(at)


def level_box(reading: DieReading, at: Point, registration: Registration, die_mm: float = DIE_MM) -> Box:
    """The box of a d10 by its numeral alone, as if it lay level: if its edges cannot be seen. Else its own box."""
    if reading.numeral is None or reading.kind != "d10":
        return reading.box
    edges = _silhouette(reading.numeral, at, registration, die_mm)
    left, top, right, bottom = (round(float(edge)) for edge in edges.flat)
    return Box.from_edges(left, top, right, bottom)


def _silhouette(numeral: Numeral, at: Point, registration: Registration, die_mm: float) -> Points:
    """Left top and right bottom of a level d10 whose numeral is seen so, in pixels, shape (2, 2)."""
    middle = centre_height("d10", die_mm)
    upwards = numeral.height * np.array((np.sin(numeral.angle), -np.cos(numeral.angle)))
    foot, head = registration.to_board(np.array([numeral.centre, numeral.centre + upwards]), 2 * middle)
    turn = float(np.arctan2(foot[0] - head[0], head[1] - foot[1]))  # of its up on the board, from +y
    level = D10_SHAPE.resting(0, turn).T * (die_mm / 2)
    corners = D10_SHAPE.vertices @ level + (*at, middle)
    printed = D10_SHAPE.numeral_frame(0).origin @ level + (*at, middle)
    seen = registration.to_pixels(np.vstack((corners, printed)))
    moved = seen[:-1] + (numeral.centre - seen[-1])
    return np.array((moved.min(axis=0), moved.max(axis=0)))


def min_silhouette_area(at: Point, registration: Registration, die_mm: float = DIE_MM) -> float:
    """Area in pixels of the silhouette of a level d6 whose middle is over ``at``, turned so that it shows least."""
    corners = np.array([(x, y) for x in (-0.5, 0.5) for y in (-0.5, 0.5)]) * die_mm
    areas = []
    for angle in np.radians(range(0, 90, 15)):
        turned = corners @ np.array(((np.cos(angle), np.sin(angle)), (-np.sin(angle), np.cos(angle)))) + at
        both = np.vstack([np.column_stack((turned, np.full(4, height))) for height in (0.0, die_mm)])
        areas.append(cv2.contourArea(cv2.convexHull(registration.to_pixels(both).astype(np.float32))))
    return min(areas)
