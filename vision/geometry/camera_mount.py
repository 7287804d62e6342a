"""How high a camera must hang to see a whole field, and how large a die and a marker are in its picture there.

Of all places from which a camera sees the field, the best is the one in whose picture the smallest die is largest.
Rule kept here: a mount is good enough here if a calibration finds nothing amiss with it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.geometry.registration import Lens, Registration
from vision.geometry.sizes import DIE_MM
from vision.geometry.stadium import STADIUM, Area, Field
from vision.types import Points

LEAST_DIE_PX = 32.0
"""Width of a die, in pixels of a still, where it is smallest."""
LEAST_CELL_PX = 5.0
"""Width of a marker's cell, in pixels of a still, where it is smallest."""
STEEPEST_SLANT = 35.0
"""Degrees off straight above under which a corner of the field may be seen."""
CELLS = 6
"""Cells along a side of a marker of DICT_4X4_50, its black rim among them."""
SPARE = 18.0
"""Width of the rim around the field that must be in the picture, too, mm: no camera is hung exactly."""
STEP = 10.0
"""Heights that are tried differ by so much, mm: a maker's tape is no finer."""
HIGHEST = 1500.0
"""The highest that is tried, mm."""
SETBACKS = (0.0, 50.0, 100.0, 150.0)
"""Distances from the middle of the field towards the mast that are tried, mm."""


@dataclass(frozen=True, slots=True)
class CameraMount:
    """Where a camera hangs.

    Attributes:
        height: of the lens over the field, mm.
        setback: distance of the lens from the middle of the field, towards centre field, mm.
        tilt: degrees by which it looks back towards home plate; 0 looks straight down.
    """

    height: float
    setback: float = 0.0
    tilt: float = 0.0

    def registration(self, lens: Lens) -> Registration:
        """How a camera with that lens sees the field from here; the picture's top is centre field."""
        sin, cos = np.sin(np.radians(self.tilt)), np.cos(np.radians(self.tilt))
        turn = np.array([(1, 0, 0), (0, -cos, sin), (0, -sin, -cos)])
        eye = (0.0, self.setback, self.height)
        homography = lens.matrix @ np.column_stack((turn[:, :2], -turn @ eye))
        return Registration(lens, homography, eye, 0.0, ())


@dataclass(frozen=True, slots=True)
class MountedView:
    """What a mounted camera's picture comes to.

    Attributes:
        is_whole: the field is in the picture, with `SPARE` mm around it.
        die_px: width of a die where it is smallest, pixels.
        cell_px: width of a marker's cell where it is smallest, pixels.
        slant: degrees off straight above under which the farthest corner is seen.
    """

    is_whole: bool
    die_px: float
    cell_px: float
    slant: float

    @property
    def is_enough(self) -> bool:
        """Dice and markers can be read everywhere on the field."""
        large = self.die_px >= LEAST_DIE_PX and self.cell_px >= LEAST_CELL_PX
        return self.is_whole and large and self.slant <= STEEPEST_SLANT


def mounted_view(lens: Lens, mount: CameraMount, field: Field = STADIUM, die_mm: float = DIE_MM) -> MountedView:
    """What a camera with that lens sees of the field from there."""
    seen = mount.registration(lens)
    half = field.side / 2
    outer = seen.to_pixels(Area(-half, -half, half, half).grown(SPARE).corners)
    corners, markers = field.tray.corners, np.array([marker.centre for marker in field.markers])
    far = float(np.hypot(*(corners - seen.eye[:2]).T).max())
    return MountedView(
        is_whole=bool(np.all(np.abs(outer - lens.middle) <= np.array(lens.size) / 2)),
        die_px=_least_scale(seen, corners) * die_mm,
        cell_px=_least_scale(seen, markers) * field.markers[0].side / CELLS,
        slant=float(np.degrees(np.arctan2(far, mount.height))),
    )


def best_mount(lens: Lens, field: Field = STADIUM, die_mm: float = DIE_MM) -> CameraMount | None:
    """The place from which dice are seen largest and all is seen well enough; None if there is none."""
    tried = ((mounted_view(lens, mount, field, die_mm), mount) for mount in _mounts(field))
    good = [(view.die_px, -mount.height, -mount.setback, mount) for view, mount in tried if view.is_enough]
    return max(good, key=lambda each: each[:3])[-1] if good else None


def height_range(lens: Lens, field: Field = STADIUM, die_mm: float = DIE_MM) -> tuple[float, float] | None:
    """The lowest and the highest place right over the middle from which all is seen well enough, mm; None if none."""
    heights = [
        float(height)
        for height in np.arange(STEP, HIGHEST + STEP, STEP)
        if mounted_view(lens, CameraMount(float(height)), field, die_mm).is_enough
    ]
    return (heights[0], heights[-1]) if heights else None


def _mounts(field: Field) -> list[CameraMount]:
    """All that are tried: at each place with the tilt that leaves as much room above the field as below."""
    places = [(float(height), back) for height in np.arange(STEP, HIGHEST + STEP, STEP) for back in SETBACKS]
    half = field.side / 2
    edges = [np.degrees(np.arctan2((back - half, back + half), height)) for height, back in places]
    return [
        CameraMount(height, back, float(near + far) / 2)
        for (height, back), (near, far) in zip(places, edges, strict=True)
    ]


def _least_scale(seen: Registration, places: Points) -> float:
    return min(seen.scale_at((float(x), float(y))) for x, y in places)
