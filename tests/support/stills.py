"""Still pictures of a throw: dice and the chip seen from above, at any angle, on felt.

They stand in for a camera where there is none, and the same reader reads them. Rule kept here: what was thrown goes in
and only a picture comes out; nobody who reads the picture is told.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Literal

import cv2
import numpy as np

from firmware.devices.protocols import Frame
from firmware.simulated.rendering import bodies
from firmware.simulated.rendering.bodies import Pose
from firmware.simulated.rendering.optics import GAMMA, Lamp, Picture, Pinhole, linear
from firmware.simulated.rendering.solids import DIE_RADIUS, DrawnSolid, Sprite, draw
from firmware.simulated.rendering.sprites import lamp_points, penumbra, shadows_of
from vision.geometry.d10 import D10
from vision.geometry.sizes import CHIP_RADIUS, CHIP_THICKNESS

CLOTHS = {
    "green": linear(58, 96, 34),
    "blue": linear(96, 56, 34),
    "wine": linear(44, 26, 92),
    "grey": linear(98, 96, 94),
    "sand": linear(124, 156, 176),
}
"""What the table can be laid with, by name."""
CROWDED_MM = 3.0
"""Least distance between things on the table."""
MARGIN_MM = 3.0
"""Least distance from the picture's edge: the camera's tilt moves what stands high."""


def draw_throw(
    rng: np.random.Generator,
    dice: Sequence[tuple[str, int]] = (),
    *,
    chip: Literal["hit", "out"] | None = None,
    size: tuple[int, int] = (640, 480),
    cloth: str = "green",
    die_px: float | None = None,
) -> Frame:
    """A picture of what was thrown, lying anywhere and turned any way.

    Args:
        rng: where chance comes from; the same generator state draws the same picture.
        dice: colour and value (1 to 10) of each die.
        chip: the chip's upper face, if it was thrown.
        size: width and height in pixels.
        cloth: one of CLOTHS.
        die_px: longer side of a die in pixels; None for any from 100 to 180.
    """
    scale = (die_px or rng.uniform(100, 180)) / (2 * DIE_RADIUS)
    view, light = overhead(rng, size, scale), lamp(rng)
    solids = scatter(rng, dice, chip, (size[0] / scale, size[1] / scale))
    picture = felt(rng, size, CLOTHS[cloth]) * _lit_table(view, light, solids)[..., None]
    for solid in solids:
        _lay(picture, draw(solid, view, light, CLOTHS[cloth]))
    return _develop(rng, picture)


def overhead(rng: np.random.Generator, size: tuple[int, int], scale: float) -> Pinhole:
    """A camera 450 mm away, up to 12 degrees off the vertical.

    Args:
        rng: where chance comes from.
        size: width and height in pixels.
        scale: pixels a millimetre at the table.
    """
    distance, tilt, azimuth = 450.0, np.radians(rng.uniform(0, 12)), rng.uniform(0, 2 * np.pi)
    back = np.array([np.sin(tilt) * np.cos(azimuth), np.sin(tilt) * np.sin(azimuth), np.cos(tilt)])
    right = np.cross((0, 1, 0), back)
    right /= np.linalg.norm(right)
    axes = np.stack((right, -np.cross(back, right), -back))
    lens = np.array([(scale * distance, 0, size[0] / 2), (0, scale * distance, size[1] / 2), (0, 0, 1)])
    return Pinhole(lens, axes, distance * back, size)


def lamp(rng: np.random.Generator) -> Lamp:
    """A lamp somewhere about the table, 38 to 65 degrees high."""
    height, azimuth = np.radians(rng.uniform(38, 65)), rng.uniform(0, 2 * np.pi)
    level = np.cos(height)
    toward = np.array([level * np.cos(azimuth), level * np.sin(azimuth), np.sin(height)])
    return Lamp(toward, rng.uniform(0.75, 1.0), rng.uniform(0.3, 0.45), rng.uniform(0.15, 0.4))


def die(color: str, value: int, place: tuple[float, float], turn: float) -> DrawnSolid:
    """A d10 at rest, ``value`` up; unturned the top numeral stands upright."""
    shape = D10()
    resting = shape.resting(shape.face_of(value % 10), turn)
    return bodies.d10(color).at(Pose(np.array([*place, DIE_RADIUS * shape.apothem]), resting))


def chip(face: str, place: tuple[float, float], turn: float) -> DrawnSolid:
    """The toss chip with ``hit`` or ``out`` up."""
    over = np.diag((1.0, 1.0, 1.0) if face == "hit" else (1.0, -1.0, -1.0))
    return bodies.chip().at(Pose(np.array([*place, CHIP_THICKNESS / 2]), bodies.spun(turn) @ over))


def felt(rng: np.random.Generator, size: tuple[int, int], color: Picture) -> Picture:
    """Pressed wool: short fibres every way, and patches where the nap lies differently."""
    width, height = size
    fibres = sum(_fibres(rng, size, angle) for angle in rng.uniform(0, np.pi, 4))
    patches = cv2.resize(rng.standard_normal((6, 8)).astype(np.float32), size, interpolation=cv2.INTER_CUBIC)
    grain = rng.standard_normal((height, width)).astype(np.float32)
    return np.asarray(color * np.clip(1 + 0.11 * fibres + 0.05 * patches + 0.04 * grain, 0.2, 2)[..., None], np.float32)


def _fibres(rng: np.random.Generator, size: tuple[int, int], angle: float) -> Picture:
    kernel = np.zeros((11, 11), np.float32)
    reach = 5 * np.array([np.cos(angle), np.sin(angle)])
    cv2.polylines(kernel, [np.rint([5 - reach, 5 + reach]).astype(np.int32)], isClosed=False, color=1.0)
    noise = cv2.filter2D(rng.standard_normal(size[::-1]).astype(np.float32), -1, kernel)
    return np.asarray(noise / np.linalg.norm(kernel), np.float32)


def scatter(
    rng: np.random.Generator,
    dice: Sequence[tuple[str, int]],
    face: Literal["hit", "out"] | None,
    room: tuple[float, float],
) -> list[DrawnSolid]:
    """Dice and a chip that lie about, none on another."""
    radii = [DIE_RADIUS] * len(dice) + [CHIP_RADIUS] * (face is not None)
    lying = list(zip(_places(rng, radii, room), rng.uniform(0, 2 * np.pi, len(radii)), strict=True))
    solids = [die(color, value, *lies) for (color, value), lies in zip(dice, lying, strict=False)]
    return solids if face is None else [*solids, chip(face, *lying[-1])]


def _places(rng: np.random.Generator, radii: list[float], room: tuple[float, float]) -> list[tuple[float, float]]:
    """Middles on the table, mm, such that nothing touches."""
    for _ in range(1000):
        reach = np.array([[max(side / 2 - radius - MARGIN_MM, 0) for side in room] for radius in radii]).reshape(-1, 2)
        places = rng.uniform(-reach, reach)
        if all(np.linalg.norm(places[a] - places[b]) > radii[a] + radii[b] + CROWDED_MM for a, b in _pairs(radii)):
            return [(float(x), float(y)) for x, y in places]
    raise ValueError(f"{len(radii)} things do not fit on {room[0]:.0f} x {room[1]:.0f} mm; draw them smaller (die_px)")


def _pairs(things: Sequence[object]) -> list[tuple[int, int]]:
    return list(combinations(range(len(things)), 2))


def _lit_table(view: Pinhole, light: Lamp, solids: list[DrawnSolid]) -> Picture:
    """How bright the table is, with the shadows that the solids throw on it."""
    shadow = np.zeros(view.size[::-1], np.float32)
    for solid in solids:
        shadow = np.maximum(shadow, penumbra([shadows_of(solid.corners, point) for point in lamp_points(light)], view))
    sky = 1 - 0.5 * cv2.GaussianBlur(shadow, (0, 0), 6)
    return np.asarray(light.strength * light.toward[2] * (1 - shadow) + light.room * sky, np.float32)


def _lay(picture: Picture, sprite: Sprite) -> None:
    x, y, width, height = sprite.box
    under = picture[y : y + height, x : x + width]
    under *= sprite.keeps[..., None]
    under += sprite.light


def _develop(rng: np.random.Generator, picture: Picture) -> Frame:
    """What lens, sensor and JPEG make of the light."""
    blurred = cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.5, 0.9))
    exposed = np.clip(blurred * rng.uniform(0.95, 1.2), 0, 1) ** np.float32(1 / GAMMA)
    noisy = exposed * 255 + rng.normal(0, rng.uniform(1, 3), picture.shape)
    _, jpeg = cv2.imencode(".jpg", np.clip(noisy, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, 90])
    return np.asarray(cv2.imdecode(jpeg, cv2.IMREAD_COLOR), np.uint8)
