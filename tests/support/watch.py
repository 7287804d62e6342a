"""A table of flat squares and bars, the reader that read them, and a watcher over it: scenes drawn in microseconds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import cv2
import numpy as np

from vision.geometry.tilt import TiltField
from vision.readings import ChipReading, DieReading, Reading
from vision.tracking.events import Report
from vision.tracking.tracker import ThrowTracker
from vision.types import Box, Frame

SIZE = (640, 360)
DIE_PX = 12
PAINTS = {"red": (40, 30, 200), "blue": (190, 80, 20), "white": (235, 240, 240)}
"""BGR by name. A die's value v is a grey dot of brightness 10 v + 5, which `read` decodes."""
SKIN = (140, 170, 215)
Thing = tuple[str, int, tuple[int, int]]
"""Colour (or ``chip``, its value 1 for HIT and 2 for OUT), value, middle in pixels."""


def table(*things: Thing, hand: tuple[int, int, int, int] | None = None, light: float = 1.0) -> Frame:
    """A printed green cloth with things on it, and a hand's box over them: x, y, width, height."""
    frame = np.full((SIZE[1], SIZE[0], 3), (70, 125, 75), np.uint8)
    for x in range(0, SIZE[0], 40):
        cv2.line(frame, (x, 0), (SIZE[0] - x, SIZE[1]), (110, 190, 190), 2)
    for name, value, (x, y) in things:
        half = DIE_PX // 2 + 3 * (name == "chip")
        color = PAINTS.get(name, (150, 210, 225))
        cv2.rectangle(frame, (x - half, y - half), (x + half, y + half), color, -1)
        cv2.rectangle(frame, (x - 2, y - 2), (x + 2, y + 2), (10 * value + 5,) * 3, -1)
    if hand is not None:
        x, y, width, height = hand
        cv2.rectangle(frame, (x, y), (x + width, y + height), SKIN, -1)
    return np.clip(frame * light, 0, 255).astype(np.uint8)


def read(frame: Frame, *, tilt_field: TiltField | None = None) -> tuple[Reading, ...]:  # noqa: ARG001 - flat things do not tilt
    """A reader for such tables, in any light up to a quarter off."""
    found = (_read(frame, name, color) for name, color in (*PAINTS.items(), ("chip", (150, 210, 225))))
    return tuple(reading for readings in found for reading in readings)


def _read(frame: Frame, name: str, color: tuple[int, int, int]) -> Iterable[Reading]:
    near = cv2.inRange(frame, np.array(color) * 0.97 - 2, np.array(color) * 1.03 + 2)
    count, _, stats, _ = cv2.connectedComponentsWithStats(near)
    for label in range(1, count):
        x, y, width, height, area = (int(part) for part in stats[label])
        if area < DIE_PX**2 / 2:
            continue
        value = int(frame[y + height // 2, x + width // 2, 0]) // 10
        yield _reading(name, value, Box(x, y, width, height))


def _reading(name: str, value: int, box: Box) -> Reading:
    if name == "chip":
        return ChipReading("hit" if value == 1 else "out", 0.99, (), box)
    return DieReading("d10", name, value, 0.99, (), box)


def noisy(frames: Iterable[Frame], seed: int = 1, sigma: float = 2.0) -> list[Frame]:
    """The frames as a sensor gives them."""
    rng = np.random.default_rng(seed)
    return [np.clip(frame + rng.normal(0, sigma, frame.shape), 0, 255).astype(np.uint8) for frame in frames]


def reports(frames: Sequence[Frame], tracker: ThrowTracker | None = None) -> list[Report]:
    """Everything a watcher tells over the frames."""
    tracker = tracker or ThrowTracker(read)
    return [report for frame in frames for report in tracker.update(frame)]


START = 10
"""Frames that let a tracker learn what lies there."""


def rolling(
    thing: Thing, *others: Thing, frames: int = 8, step: int = 14, together: Sequence[Thing] = ()
) -> list[Frame]:
    """The thing on its way to where it will lie, in a bend and with another face in every frame; others lie about.

    What comes ``together`` with it does likewise.
    """

    def coming(name: str, at: tuple[int, int], left: int) -> Thing:
        past = frames - left
        return name, 1 + 4 * past % 9, (at[0] - step * left, at[1] - left * past // 2)

    return [
        table(*(coming(name, at, left) for name, _, at in (thing, *together)), *others) for left in range(frames, 0, -1)
    ]
