"""What the camera of the lab's virtual machine sees: hands that throw in the simulated stadium, on a film.

The virtual camera shows the film over and over, so it ends as it begins, with an empty field.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2

from firmware.simulated.camera import SimulatedCamera
from firmware.simulated.world.players import Throw
from scoreboard.rules.events import AnyLine, Chip, Die

THROWS = (
    Throw("die", "blue", 5),
    Throw("die", "red", 6),
    Throw("chip", face="hit"),
    Throw("die", "white", 10),
)
"""A pitch, a swing, HIT, and the batter runs to where the hit has taken him."""
SEED = 3
A_SECOND = 8.0
"""Pictures: few, for an emulated processor takes its time over each, and enough to show of a die that it flew."""
AT_REST = 6
"""Pictures of what lies still, before the next hand comes."""
LEAD_S = 0.8
"""Of the empty field, in which the eyes learn where its markers are."""


def make_film(folder: Path, throws: Sequence[Throw] = THROWS) -> None:
    """Put the film of these throws into a folder, a JPEG a picture, in the size to read from."""
    camera = SimulatedCamera(seed=SEED, fps=A_SECOND)
    camera.film(LEAD_S)
    taken = _keep(camera, folder, 0)
    for throw in throws:
        camera.lay(throw, camera.stadium.chance)
        taken = _keep(camera, folder, taken)
    camera.clear()
    _keep(camera, folder, taken)


def _keep(camera: SimulatedCamera, folder: Path, taken: int) -> int:
    """Film until everything lies still; returns how many pictures there are by then."""
    resting = 0
    while camera.filming:
        camera.frame()
        resting += not camera.acts
        if resting > AT_REST:
            continue
        cv2.imwrite(str(folder / f"{taken:03}.jpg"), camera.still(), (cv2.IMWRITE_JPEG_QUALITY, 70))
        taken += 1
    return taken


def line_of(throw: Throw) -> AnyLine:
    """The line that a throw is recorded as, if it is read as it was thrown."""
    if throw.face is not None:
        return Chip(face=throw.face)
    return Die(color=throw.color, value=throw.value or 0)
