"""Dice and the chip as bodies with flat faces, and one way to draw them all.

Each face is drawn exactly, by the homography between its plane and the picture. Edges are rounded by smoothing the
normals, not the shape: a moulded die's edge is a fraction of a millimetre, and what shows of it is its gleam.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from firmware.simulated.rendering.glyphs import TEXELS, Coverage
from firmware.simulated.rendering.optics import Box, Lamp, Picture, Pinhole, Vectors, linear
from vision.geometry.sizes import DIE_MM

FINE = 3
"""Bodies are drawn this many times larger, then averaged."""
DIE_RADIUS = DIE_MM / 2
"""Of the girdle, mm."""
NUMERAL_SIDE = 0.92
"""Side of a numeral's print, in girdle radii."""
GLOSS = 70.0
"""Sharpness of the gleam (Blinn's exponent)."""


@dataclass(frozen=True)
class SolidPaint:
    """A material: its body and the ink of its print, as light."""

    body: Picture
    ink: Picture


PAINTS = {
    "red": SolidPaint(linear(36, 30, 190), linear(240, 244, 246)),
    "blue": SolidPaint(linear(168, 74, 20), linear(240, 244, 246)),
    "white": SolidPaint(linear(228, 234, 236), linear(34, 30, 30)),
    "green": SolidPaint(linear(60, 120, 16), linear(240, 244, 246)),
    "yellow": SolidPaint(linear(34, 190, 236), linear(30, 28, 28)),
    "orange": SolidPaint(linear(20, 104, 232), linear(240, 244, 246)),
    "purple": SolidPaint(linear(140, 36, 96), linear(240, 244, 246)),
    "magenta": SolidPaint(linear(150, 30, 210), linear(240, 244, 246)),
    "black": SolidPaint(linear(34, 32, 32), linear(236, 240, 242)),
}
"""The dice that can be drawn, by the name of their colour."""
CHIP_PAINT = SolidPaint(linear(196, 222, 232), linear(44, 34, 34))
"""Ivory with dark letters."""


@dataclass(frozen=True)
class Facet:
    """A flat face.

    Attributes:
        corners: counter-clockwise from outside, shape (N, 3).
        normal: outward, shape (3,).
        print: what is printed on it, if anything.
        frame: the print's middle, right and up, shape (3, 3); right and up as long as the print's side.
    """

    corners: Vectors
    normal: Vectors
    print: Coverage | None = None
    frame: Vectors | None = None


@dataclass(frozen=True)
class DrawnSolid:
    """A convex body on the table; ``bevel`` is how round its edges are, in mm."""

    facets: tuple[Facet, ...]
    paint: SolidPaint
    bevel: float

    @property
    def corners(self) -> Vectors:
        """Every corner, shape (N, 3); shared ones more than once."""
        return np.vstack([facet.corners for facet in self.facets])


@dataclass(frozen=True)
class Sprite:
    """A piece of a picture to lay over another.

    Attributes:
        box: where.
        light: what is added, shape (height, width, 3), linear.
        keeps: the share of the light behind that stays, shape (height, width).
    """

    box: Box
    light: Picture
    keeps: Picture


def draw(solid: DrawnSolid, view: Pinhole, lamp: Lamp, floor: Picture) -> Sprite:
    """The body as the camera sees it; ``floor`` is the colour of the light that the ground reflects."""
    box = view.box_around(solid.corners, margin=4)
    close = view.zoom(box, FINE)
    seen = [facet for facet in solid.facets if (view.eye - facet.corners[0]) @ facet.normal > 0]
    round_px = solid.bevel * _scale(close, solid)
    ink = _ink(seen, close)
    cover, normals = _relief(seen, close, round_px)
    paint = np.asarray(solid.paint.body + ink[..., None] * (solid.paint.ink - solid.paint.body), np.float32)
    light = _shade(paint, _engrave(normals, ink), close, lamp, floor)
    return Sprite(box, _shrink(light * cover[..., None], box), 1 - _shrink(cover, box))


def _scale(view: Pinhole, solid: DrawnSolid) -> float:
    middle = solid.corners.mean(axis=0)
    a_mm = view.project(np.stack((middle, middle + view.axes[0])))
    return float(np.linalg.norm(a_mm[1] - a_mm[0]))


def _shrink(picture: Picture, box: Box) -> Picture:
    return np.asarray(cv2.resize(picture, box[2:], interpolation=cv2.INTER_AREA), np.float32)


def _relief(seen: list[Facet], view: Pinhole, round_px: float) -> tuple[Picture, Picture]:
    """Where the body is, 0 to 1, and its normals, with edges and corners rounded."""
    width, height = view.size
    cover = np.zeros((height, width), np.float32)
    normals = np.zeros((height, width, 3), np.float32)
    for facet in seen:
        corners = np.rint(view.project(facet.corners) * 16).astype(np.int32)
        cv2.fillConvexPoly(cover, corners, 1.0, shift=4)
        cv2.fillConvexPoly(normals, corners, facet.normal.tolist(), shift=4)
    soft = cv2.GaussianBlur(cover, (0, 0), round_px)
    smooth = cv2.GaussianBlur(normals, (0, 0), round_px)
    edge = np.clip((soft - 0.5) * round_px * 2.5 + 0.5, 0, 1)
    return np.asarray(edge, np.float32), _unit(np.asarray(smooth, np.float32))


def _unit(vectors: Picture) -> Picture:
    length = np.linalg.norm(vectors, axis=2, keepdims=True)
    return np.asarray(vectors / np.maximum(length, 1e-6), np.float32)


def _ink(seen: list[Facet], view: Pinhole) -> Picture:
    ink: Picture = np.zeros(view.size[::-1], np.float32)
    side = np.array([(1 / TEXELS, 0, 0.5 / TEXELS - 0.5), (0, -1 / TEXELS, 0.5 - 0.5 / TEXELS), (0, 0, 1)])
    for facet in seen:
        if facet.print is not None and facet.frame is not None:
            homography = view.plane(*facet.frame) @ side
            warped = np.asarray(cv2.warpPerspective(facet.print, homography, view.size), np.float32)
            ink = np.maximum(ink, warped)
    return ink


def _engrave(normals: Picture, ink: Picture) -> Picture:
    """Bend the normals where the numerals are cut in."""
    deep = cv2.GaussianBlur(ink, (0, 0), 1.2)
    slope = np.dstack((cv2.Sobel(deep, cv2.CV_32F, 1, 0), -cv2.Sobel(deep, cv2.CV_32F, 0, 1), np.zeros_like(deep)))
    return _unit(normals + 0.12 * slope)


def _shade(paint: Picture, normals: Picture, view: Pinhole, lamp: Lamp, floor: Picture) -> Picture:
    """Lambert's law for the lamp, the room from above, the ground from below, and a gleam."""
    facing = np.clip(normals @ lamp.toward, 0, None)[..., None]
    upward = (0.5 + 0.5 * normals[..., 2])[..., None]
    around = lamp.room * (upward + (1 - upward) * floor)
    half = lamp.toward + view.eye / np.linalg.norm(view.eye)
    gleam = np.clip(normals @ (half / np.linalg.norm(half)), 0, 1) ** GLOSS
    return np.asarray(paint * (lamp.strength * facing + around) + 0.35 * lamp.strength * gleam[..., None], np.float32)
