"""From a scene to frames: what rests is cached, what moves is drawn, and the sensor adds its noise.

Rule kept here: a frame follows from the scene, the time and the seed alone; the two streams show one instant.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import Any, TypeAlias, TypeVar

import cv2
import numpy as np

from firmware.devices.protocols import Frame
from firmware.simulated.rendering.bodies import Body, Pose
from firmware.simulated.rendering.cutouts import Cutout, lay_cutout
from firmware.simulated.rendering.lens import MAIN, WATCH, SimulatedLens
from firmware.simulated.rendering.optics import GAMMA, Lamp, Picture, Vectors
from firmware.simulated.rendering.sprites import drawn, lay, shade, smeared
from vision.types import Point

SHUTTER_S = 1 / 120
"""How long the shutter is open."""
READOUT_S = 0.018
"""How long the sensor takes from its first row to its last: why flicker shows as bands."""
NOISE = {MAIN: 2.2, WATCH: 1.5}
"""Standard deviation in bytes; the small stream is an average of many pixels, and less noisy."""
FLAT_SHARE = 0.4
"""Of the way from the middle of a print to its corner, what lies flat where the corner is curled."""
SPARE = 128
"""How much larger than a frame the sheet of noise is, to be shifted for every frame."""

_T = TypeVar("_T")
CameraBump: TypeAlias = tuple[float, float, float]
"""Right and down in pixels of the large stream, and turned by degrees."""


@dataclass(frozen=True)
class VisibleBody:
    """A body before the camera: what, where, and by how much it moves in a second, mm."""

    name: str
    body: Body
    pose: Pose
    speed: Vectors | None = None


@dataclass(frozen=True)
class Above:
    """A cutout above the field: what, where, and its direction in radians."""

    cutout: Cutout
    place: Vectors
    direction: float


@dataclass(frozen=True)
class Spot:
    """A patch of light on the field: its outline and the softness of its edge in mm, and its light as a multiple."""

    outline: tuple[Point, ...]
    gain: float
    soft: float


@dataclass(frozen=True)
class SensorScene:
    """Everything at one instant.

    Attributes:
        t: seconds.
        camera_bump: how far the camera has moved.
        resting: bodies that lie still.
        moving: bodies that do not.
        above: cutouts over the field.
        spots: patches of sun, and gleams.
        level: the room's light, 1 the usual.
        flicker: the lamp's: hertz and depth.
    """

    t: float
    camera_bump: CameraBump = (0.0, 0.0, 0.0)
    resting: tuple[VisibleBody, ...] = ()
    moving: tuple[VisibleBody, ...] = ()
    above: tuple[Above, ...] = ()
    spots: tuple[Spot, ...] = ()
    level: float = 1.0
    flicker: tuple[float, float] = (0.0, 0.0)


class _Cache(OrderedDict[Hashable, Any]):
    """The last ``size`` results that are costly to make."""

    def __init__(self, size: int) -> None:
        super().__init__()
        self._size = size

    def get_or_make(self, key: Hashable, make: Callable[[], _T]) -> _T:
        """The value under ``key``, made if need be."""
        if key not in self:
            self[key] = make()
            if len(self) > self._size:
                self.popitem(last=False)
        self.move_to_end(key)
        made: _T = self[key]
        return made


@dataclass
class Sensor:
    """Exposes frames of scenes.

    Attributes:
        lens: the camera's large stream, before any bump.
        lamp: the light.
        bare: draws the empty field, for a stream's size and a camera bump; see `floor`.
        seed: of the sensor's noise.
    """

    lens: SimulatedLens
    lamp: Lamp
    bare: Callable[[tuple[int, int], CameraBump], Frame]
    seed: int
    _tables: _Cache = field(default_factory=lambda: _Cache(4), init=False, repr=False)
    _sprites: _Cache = field(default_factory=lambda: _Cache(120), init=False, repr=False)

    def expose(self, scene: SensorScene, size: tuple[int, int]) -> Frame:
        """The frame of one stream, (height, width, 3)."""
        lens = self.lens.bumped(*scene.camera_bump).stream(size)
        key = (lens.size, scene.camera_bump, *((seen.name, _key(seen)) for seen in scene.resting))
        frame = self._tables.get_or_make(key, lambda: self._table(scene, lens)).copy()
        for seen in scene.moving:
            for make in (shade, drawn):
                sprite = make(seen.body, seen.pose, lens, self.lamp)
                if sprite is not None:
                    lay(frame, smeared(sprite, _shift(seen, lens)))
        for above in scene.above:
            lay_cutout(frame, above.cutout, above.place, above.direction, (lens, self.lamp))
        for spot in scene.spots:
            _light_up(frame, spot, lens)
        return self._noisy(_dimmed(frame, scene), scene.t)

    def _table(self, scene: SensorScene, lens: SimulatedLens) -> Frame:
        """The field with everything that lies still."""
        frame = self.bare(lens.size, scene.camera_bump).copy()
        for make in (shade, drawn):
            for seen in scene.resting:
                key = (make, lens.size, scene.camera_bump, seen.name, _key(seen))
                sprite = self._sprites.get_or_make(key, partial(make, seen.body, seen.pose, lens, self.lamp))
                if sprite is not None:
                    lay(frame, sprite)
        return frame

    def _noisy(self, frame: Frame, t: float) -> Frame:
        height, width = frame.shape[:2]
        sheet = _sheet_of_noise(self.seed, (width, height))
        rng = np.random.default_rng([self.seed, round(t * 10_000)])
        x, y = rng.integers(0, SPARE, 2)
        return np.asarray(cv2.add(frame, sheet[y : y + height, x : x + width], dtype=cv2.CV_8U), np.uint8)


def _key(seen: VisibleBody) -> bytes:
    return seen.pose.place.tobytes() + seen.pose.turn.tobytes()


def _shift(seen: VisibleBody, lens: SimulatedLens) -> Vectors:
    """How far a body moves while the shutter is open, pixels, shape (2,)."""
    if seen.speed is None:
        return np.zeros(2)
    ends = lens.project(np.stack((seen.pose.place, seen.pose.place + seen.speed * SHUTTER_S)))
    return np.asarray(ends[1] - ends[0])


def floor(
    board: tuple[Frame, float], lens: SimulatedLens, lamp: Lamp, curled: tuple[float, float] = (0.0, 0.0)
) -> Frame:
    """The bare field and table as the camera sees them; ``curled``: the field's side, how high its corner is, mm."""
    paper, scale = board
    x, y = lens.ground()
    if curled[1]:
        x, y = _on_curled_paper(x, y, lens, curled)
    shrunk = cv2.GaussianBlur(paper, (0, 0), 0.5 * MAIN[0] / lens.size[0])
    columns, rows = x * scale + (paper.shape[1] / 2 - 0.5), -y * scale + (paper.shape[0] / 2 - 0.5)
    seen = cv2.remap(shrunk, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    gain = _falloff(x, y, lens, lamp) ** np.float32(1 / GAMMA)
    lit = seen * gain[..., None]
    return np.asarray(np.clip(lit, 0, 255, out=lit), np.uint8)


def _on_curled_paper(
    x: Picture, y: Picture, lens: SimulatedLens, curled: tuple[float, float]
) -> tuple[Picture, Picture]:
    """Which place of the print each pixel sees, where its far corner on the first-base side stands up."""
    side, most = curled
    share = np.clip((x + y) / side - FLAT_SHARE, 0, None) / (1 - FLAT_SHARE)
    is_print = np.maximum(np.abs(x), np.abs(y)) <= side / 2
    nearer = np.where(is_print, most * share**2, 0) / float(lens.eye[2])
    east, north = (float(each) for each in lens.eye[:2])
    return np.asarray(x + (east - x) * nearer, np.float32), np.asarray(y + (north - y) * nearer, np.float32)


def _falloff(x: Picture, y: Picture, lens: SimulatedLens, lamp: Lamp) -> Picture:
    """How bright the field is: more on the lamp's side, less towards the picture's corners."""
    reach = float(lens.eye[2])
    lit = 1 + 0.16 * (x * lamp.toward[0] + y * lamp.toward[1]) / 450
    corners = np.maximum(1 - 0.32 * (x**2 + y**2) / reach**2, 0.2)
    return np.asarray((lamp.strength * lamp.toward[2] + lamp.room) * lit * corners, np.float32)


def _light_up(frame: Frame, spot: Spot, lens: SimulatedLens) -> None:
    outline = np.array([(x, y, 0.0) for x, y in spot.outline])
    scale = lens.focal / float(lens.eye[2])
    soft = max(spot.soft * scale, 0.5)
    view, pad = lens.near(outline.mean(axis=0)), int(3 * soft) + 2
    x, y, width, height = view.box_around(outline, margin=pad)
    if width <= 0 or height <= 0:
        return
    mask = np.zeros((height, width), np.float32)
    corners = np.rint((lens.project(outline) - (x, y)) * 16).astype(np.int32)
    cv2.fillPoly(mask, [corners], 1.0, cv2.LINE_8, 4)
    gain = 1 + np.float32(spot.gain ** (1 / GAMMA) - 1) * cv2.GaussianBlur(mask, (0, 0), soft)
    under = frame[y : y + height, x : x + width]
    under[:] = np.clip(under * gain[..., None], 0, 255)


def _dimmed(frame: Frame, scene: SensorScene) -> Frame:
    hertz, depth = scene.flicker
    if not depth and scene.level == 1:
        return frame
    if not depth:
        return np.asarray(cv2.convertScaleAbs(frame, alpha=scene.level ** (1 / GAMMA)), np.uint8)
    rows = scene.t + np.linspace(0, READOUT_S, len(frame))
    light = scene.level * (1 + depth * np.sin(2 * np.pi * hertz * rows))
    gain = np.repeat((light ** (1 / GAMMA)).astype(np.float32)[:, None], frame.shape[1], axis=1)
    return np.asarray(cv2.multiply(frame, cv2.merge([gain] * 3), dtype=cv2.CV_8U), np.uint8)


@lru_cache(maxsize=4)
def _sheet_of_noise(seed: int, size: tuple[int, int]) -> np.ndarray[tuple[int, ...], np.dtype[np.int8]]:
    width, height = size
    sigma = NOISE.get(size, 1.8)
    rng = np.random.default_rng(seed)
    grain = rng.standard_normal((height + SPARE, width + SPARE, 3), dtype=np.float32)
    smooth = cv2.GaussianBlur(grain, (0, 0), 0.6)  # costs a tenth of a second, and every stadium of this seed has it
    smooth *= sigma / smooth.std()
    return np.asarray(np.clip(smooth, -127, 127, out=smooth), np.int8)
