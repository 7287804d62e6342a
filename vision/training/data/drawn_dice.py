"""Dice drawn as a camera above the table sees them: flat kites under one perspective, inked, lit and rounded."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry.d10 import D10, FACES, NUMBERINGS
from vision.recognition.outputs import D6_KIND, D10_KIND, NEITHER, NO_KIND, OTHER_KIND, PIPS_KIND
from vision.training.data.drawn_solids import SHAPES, Pips, Polyhedron, Symbols, solid
from vision.training.data.numerals import TILE, NumeralStyle, glyphs, pick_typeface
from vision.training.data.surfaces import MATERIALS, Rng, blend, flat, ink_for, noise, random_color
from vision.types import Floats, Points

TENS, SOLID = NEITHER + 1, NEITHER + 2
"""Labels of training alone, for dice whose digit must not be read: percentile dice, and all others or pips."""
UNKNOWN = -1
"""A neighbour's digit where there is none."""

MAX_TILT = 0.87
"""Largest angle from straight above, in radians: 50 degrees, most of them much less."""


@dataclass(frozen=True)
class DieSprite:
    """A drawn token and the truth about it; all lengths are pixels of the sprite.

    Attributes:
        picture: BGR, shape (size, size, 3).
        alpha: how much of each pixel the token covers, shape (size, size).
        label: 0 to 9 for the digit on top, or HIT, OUT, NEITHER or TENS.
        middle: x, y of the numeral's (or word's) middle.
        up: unit vector from the numeral's foot to its head.
        height: of the numeral.
        kind: place in KINDS.
        pips: on top, 1 to 6; 0 for none.
        above: how the camera looks on, shape (2, 3); see `vision.geometry.tilt.TiltField`.
        ring: digits left and right of the top numeral when that stands upright.
        foreign: whether what is printed there is no numeral and no pips.
    """

    picture: Floats
    alpha: Floats
    label: int
    middle: tuple[float, float]
    up: tuple[float, float]
    height: float
    kind: int = NO_KIND
    pips: int = 0
    above: Points = field(default_factory=lambda: np.eye(2, 3))
    ring: tuple[int, int] = (UNKNOWN, UNKNOWN)
    foreign: bool = False


class DrawingCamera:
    """A camera looking down on the table.

    Args:
        rng: where its tilt, distance and place come from.
        size: of the picture in pixels.
        span: how much of the picture a die fills.
        tilt: largest angle from straight above, in radians.
    """

    def __init__(self, rng: Rng, size: int, span: float, tilt: float) -> None:
        lean = tilt * rng.random() ** 1.5
        azimuth = rng.uniform(0, 2 * np.pi)
        axis = np.array((np.cos(azimuth), np.sin(azimuth), 0)) * lean
        self._rotation = np.asarray(cv2.Rodrigues(axis)[0], np.float64)
        self._distance = rng.uniform(5, 30)
        self._scale = size * span / 2.1
        self._centre = size / 2
        self.position = self._rotation.T @ np.array((0, 0, self._distance))

    def project(self, points: Points) -> Points:
        """World points of shape (N, 3) as pixels of shape (N, 2)."""
        seen = points @ self._rotation.T
        shrink = self._scale * self._distance / (self._distance - seen[:, 2:])
        return np.asarray(seen[:, :2] * (1, -1) * shrink + self._centre)


def draw_d10(rng: Rng, size: int, span: float, *, unseen: bool = False, tens: bool = False) -> DieSprite:
    """Draw a d10 at rest with a random face up, turned any way, seen from up to 50 degrees off the vertical."""
    die = D10(pole=float(rng.uniform(0.82, 1.12)), numbering=_numbering(rng))
    faces = tuple(FACES)
    drawing = _Drawing(
        rng,
        size,
        DrawingCamera(rng, size, span, MAX_TILT),
        _Body(die, faces, NumeralStyle(rng, unseen=unseen, tens=tens)),
    )
    sprite = drawing.sprite()
    return replace(sprite, label=TENS, kind=OTHER_KIND, ring=(UNKNOWN,) * 2) if tens else sprite


def draw_d6(rng: Rng, size: int, span: float, *, unseen: bool = False) -> DieSprite:
    """Draw a d6 with numerals, likewise."""
    die = solid(rng, 6)
    drawing = _Drawing(
        rng, size, DrawingCamera(rng, size, span, MAX_TILT), _Body(die, die.faces, NumeralStyle(rng, unseen=unseen))
    )
    return replace(drawing.sprite(), kind=D6_KIND)


def draw_pips(rng: Rng, size: int, span: float) -> DieSprite:
    """Draw a d6 with pips, likewise."""
    die = solid(rng, 6)
    sprite = _Drawing(
        rng, size, DrawingCamera(rng, size, span, MAX_TILT), _Body(die, die.faces, Pips(rng), CUBE_SIDE)
    ).sprite()
    return replace(sprite, label=SOLID, kind=PIPS_KIND, pips=sprite.label)


def draw_symbols(rng: Rng, size: int, span: float, *, unseen: bool = False) -> DieSprite:
    """Draw a cube with symbols, letters or logos, likewise."""
    die, typeface = solid(rng, 6), pick_typeface(rng, unseen=unseen)
    body = _Body(die, die.faces, Symbols(rng, lambda text: glyphs(typeface, text)), CUBE_SIDE)
    sprite = _Drawing(rng, size, DrawingCamera(rng, size, span, MAX_TILT), body).sprite()
    return replace(sprite, label=SOLID, kind=OTHER_KIND, foreign=True)


def draw_other(rng: Rng, size: int, span: float, *, unseen: bool = False) -> DieSprite:
    """Draw a d8, d12 or d20, likewise."""
    sides = int(rng.choice([8, 12, 20]))
    die, reach = solid(rng, sides), SHAPES[sides][2] * float(rng.uniform(0.8, 1.15))
    lettering = NumeralStyle(rng, unseen=unseen)
    sprite = _Drawing(
        rng, size, DrawingCamera(rng, size, span, MAX_TILT), _Body(die, die.faces, lettering, reach)
    ).sprite()
    return replace(sprite, label=SOLID, kind=OTHER_KIND)


def _numbering(rng: Rng) -> tuple[int, ...]:
    """Mostly real dice's; sometimes any, so that the network reads the top and does not only guess from the sides."""
    if rng.random() < 0.75:
        return NUMBERINGS["common"]
    return tuple(rng.permutation(10).tolist())


CUBE_SIDE = 1.155
"""Side of a cube whose corners lie 1 from its middle."""


@dataclass(frozen=True)
class _Body:
    """What is drawn: a shape, its faces' corners, its marks and how large they are (None for any usual size)."""

    die: D10 | Polyhedron
    faces: tuple[tuple[int, ...], ...]
    lettering: NumeralStyle | Pips | Symbols
    reach: float | None = None


class _Drawing:
    def __init__(self, rng: Rng, size: int, camera: DrawingCamera, body: _Body) -> None:
        self._rng, self._size, self._camera = rng, size, camera
        self._die, self._faces, self._lettering = body.die, body.faces, body.lettering
        self._top = int(rng.integers(len(self._faces)))
        self._rotation = self._die.resting(self._top, rng.uniform(0, 2 * np.pi))
        self._along = float(rng.uniform(0.56, 0.7))
        self._reach = body.reach or float(rng.uniform(0.95, 1.25))
        self._color = random_color(rng)
        self._ink = ink_for(rng, self._color)
        self._clear = float(rng.random() < 0.2)
        self._glow = float(rng.uniform(0.1, 0.45))
        light = rng.normal((0, 0, 1.2), 0.7)
        self._light = light / np.linalg.norm(light)
        self._contrast = float(rng.uniform(0.05, 0.8))

    def sprite(self) -> DieSprite:
        picture = MATERIALS[self._rng.integers(len(MATERIALS))](self._rng, self._color, self._size)
        if self._clear:
            picture = self._inner(picture)
        visible = [face for face in range(len(self._faces)) if self._is_visible(face)]
        for face in visible:
            self._shade(picture, face)
        self._bevels(picture, visible)
        for face in visible:
            picture = self._letter(picture, face)
        picture = self._glare(picture, visible)
        middle, up, height = self._truth()
        label, cover = self._die.numbering[self._top], self._silhouette(visible)
        return DieSprite(picture, cover, label, middle, up, height, D10_KIND, 0, self._above(), self._ring())

    def _corners(self, face: int) -> Points:
        return np.asarray(self._die.vertices[list(self._faces[face])] @ self._rotation.T)

    def _pixels(self, face: int) -> Points:
        return self._camera.project(self._corners(face))

    def _is_visible(self, face: int) -> bool:
        normal = self._rotation @ self._die.normals[face]
        return bool(normal @ (self._camera.position - self._corners(face)[0]) > 0)

    def _polygon(self, face: int) -> npt.NDArray[np.int32]:
        return np.round(self._pixels(face) * 16).astype(np.int32)

    def _mask(self, face: int) -> Floats:
        mask = np.zeros((self._size, self._size), np.float32)
        cv2.fillConvexPoly(mask, self._polygon(face), 1.0, cv2.LINE_AA, 4)
        return mask

    def _shade(self, picture: Floats, face: int) -> None:
        lit = float(np.clip(self._rotation @ self._die.normals[face] @ self._light, -0.2, 1))
        level = (1 - self._contrast) + self._contrast * lit + self._rng.normal(0, 0.03)
        mask = self._mask(face)[..., None]
        picture *= 1 - mask + mask * np.float32(max(level, 0.08))

    def _inner(self, picture: Floats) -> Floats:
        """What shines through a clear die: bright and dark patches and the numerals of its underside."""
        swirl = noise(self._rng, self._size, (5, 5)) * self._rng.uniform(0.1, 0.5)
        picture = np.clip(picture * (1 + swirl[..., None]), 0, 1).astype(np.float32)
        for face in range(len(self._faces)):
            if not self._is_visible(face):
                patch = np.clip(self._color + self._rng.uniform(-0.35, 0.45), 0, 1).astype(np.float32)
                picture = blend(picture, patch, self._mask(face) * self._rng.uniform(0, 0.5))
                picture = blend(picture, self._ink, self._ink_mask(face) * self._rng.uniform(0, 0.35))
        return picture

    def _bevels(self, picture: Floats, visible: list[int]) -> None:
        lines = np.zeros((self._size, self._size), np.float32)
        width = max(1, round(self._size * self._rng.uniform(0.002, 0.018)))
        for face in visible:
            cv2.polylines(lines, [self._polygon(face)], True, 1.0, width, cv2.LINE_AA, 4)
        lines = np.asarray(cv2.GaussianBlur(lines, (0, 0), self._size * self._rng.uniform(0.002, 0.008)), np.float32)
        tone = self._rng.choice([0.0, 1.0, 1.0])
        picture += (tone - picture) * lines[..., None] * np.float32(self._rng.uniform(0, 0.4))

    def _frame_pixels(self, face: int, half: float) -> Points:
        frame = self._die.numeral_frame(face, self._along)
        square = [
            frame.origin + half * (x * frame.right + y * frame.up) for x, y in ((-1, 1), (1, 1), (1, -1), (-1, -1))
        ]
        return self._camera.project(np.array(square) @ self._rotation.T)

    def _ink_mask(self, face: int) -> Floats:
        tile = np.array(((0, 0), (TILE, 0), (TILE, TILE), (0, TILE)), np.float32)
        square = self._frame_pixels(face, self._reach / 2).astype(np.float32)
        matrix = cv2.getPerspectiveTransform(tile, square)
        ink = self._lettering.tile(self._die.numbering[face])
        return np.asarray(cv2.warpPerspective(ink, matrix, (self._size, self._size)), np.float32)

    def _letter(self, picture: Floats, face: int) -> Floats:
        ink = self._ink_mask(face)
        if self._rng.random() < 0.3:  # a groove: one rim catches the light
            shift = np.roll(ink, (1 + self._size // 128, 1), (0, 1))
            picture = np.clip(picture + 0.25 * (shift - ink)[..., None], 0, 1).astype(np.float32)
        wear = 1 - self._rng.uniform(0, 0.3) * np.abs(noise(self._rng, self._size, (24, 24)))
        return blend(picture, self._ink, ink * wear.astype(np.float32))

    def _glare(self, picture: Floats, visible: list[int]) -> Floats:
        """Lamps and windows mirrored by the polish: a bright spot, or one whole face gone pale."""
        white = flat(np.ones(3, np.float32), self._size)
        if self._rng.random() < 0.25:
            face = visible[self._rng.integers(len(visible))]
            picture = blend(picture, white, self._mask(face) * self._glow)
        for _ in range(self._rng.choice([0, 0, 0, 1, 2])):
            picture = blend(picture, white, self._spot() * self._rng.uniform(0.3, 1))
        return picture

    def _spot(self) -> Floats:
        """A lamp's image on the polish."""
        spot = np.zeros((self._size, self._size), np.float32)
        where = self._rng.uniform(0.25, 0.75, 2) * self._size
        axes = self._rng.uniform(0.01, 0.09, 2) * self._size * 2
        middle, extent = (float(where[0]), float(where[1])), (float(axes[0]), float(axes[1]))
        cv2.ellipse(spot, (middle, extent, self._rng.uniform(0, 180)), 1.0, -1, cv2.LINE_AA)
        return np.asarray(cv2.GaussianBlur(spot, (0, 0), self._size * self._rng.uniform(0.004, 0.03)), np.float32)

    def _silhouette(self, visible: list[int]) -> Floats:
        mask = np.zeros((self._size, self._size), np.uint8)
        for face in visible:
            cv2.fillConvexPoly(mask, self._polygon(face), 255, cv2.LINE_AA, 4)
        radius = round(self._size * self._rng.uniform(0.02, 0.09))
        kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * radius + 1,) * 2)
        return np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, kernel), np.float32) / 255

    def _truth(self) -> tuple[tuple[float, float], tuple[float, float], float]:
        high = self._lettering.height * self._reach
        head_left, head_right, foot_right, foot_left = self._frame_pixels(self._top, high / 2)
        head, foot = (head_left + head_right) / 2, (foot_left + foot_right) / 2
        length = float(np.linalg.norm(head - foot))
        middle, up = (head + foot) / 2, (head - foot) / length
        return (float(middle[0]), float(middle[1])), (float(up[0]), float(up[1])), length

    def _above(self) -> Points:
        """How the camera looks on the top numeral."""
        origin = self._die.numeral_frame(self._top, self._along).origin @ self._rotation.T
        steps = 0.1 * np.array(((0, 0, 0), (1, 0, 0), (0, -1, 0), (0, 0, 1)))
        here, right, down, higher = self._camera.project(origin + steps)
        level = np.linalg.inv(np.column_stack((right - here, down - here)) / 0.1)
        return np.column_stack((level, level @ (higher - here) / 0.1))

    def _ring(self) -> tuple[int, int]:
        """The digits left and right of the top one on a d10; nothing on another die."""
        if not isinstance(self._die, D10):
            return UNKNOWN, UNKNOWN
        left, right = self._die.ring(self._top)
        return self._die.numbering[left], self._die.numbering[right]
