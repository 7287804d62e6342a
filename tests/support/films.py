"""Films of throws, as a phone takes them: each die rolls in, in a bend, and lies still."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path

import cv2
import numpy as np
from support.stills import draw_throw

from firmware.devices.protocols import Frame

STILL, ROLLING = 10, 8
"""Frames that everything lies still for, and that a die rolls for."""
STEP = 20
"""Pixels from one frame to the next."""


def film_of(path: Path, frames: Iterable[Frame], code: str = "MJPG") -> Path:
    """A film of these frames, all of one size, fifteen a second."""
    writer = None
    for frame in frames:
        height, width = frame.shape[:2]
        writer = writer or cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*code), 15, (width, height))
        writer.write(frame)
    assert writer is not None
    writer.release()
    return path


def film_of_throws(path: Path, *throws: tuple[str, int]) -> Path:
    """An empty table, then each die thrown on it, the one before taken away."""
    empty = _table()
    thrown = (scene for die in throws for scene in (*_rolling(empty, *die), *[_table(die)] * STILL))
    return film_of(path, chain([empty] * STILL, thrown))


def _table(*dice: tuple[str, int]) -> Frame:
    """The same light, the same cloth."""
    return draw_throw(np.random.default_rng(3), dice, die_px=120)


def _rolling(empty: Frame, color: str, value: int) -> Iterator[Frame]:
    """The die on its way to where it will lie, with another face in every frame."""
    for left in range(ROLLING, 0, -1):
        past = ROLLING - left
        face = _table((color, 1 + (value + 3 * left) % 10))
        there = cv2.dilate(np.abs(face.astype(np.int16) - empty).max(axis=2).astype(np.uint8), np.ones((3, 3))) > 0
        move = np.array(((1.0, 0, STEP * left), (0, 1, left * past * STEP / 4)))
        moved, at = (cv2.warpAffine(one, move, (640, 480)) for one in (face, there.astype(np.uint8)))
        yield np.where(at[..., None] > 0, moved, empty)
