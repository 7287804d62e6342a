"""The reader at the operating point that ships: the project's networks, and the threshold of ``stadium.toml``."""

from __future__ import annotations

import os
from functools import cache
from hashlib import blake2b
from typing import Any

import numpy as np
import pytest

from firmware.config.schema import shipped
from firmware.throw_reader import board, frame_reader
from vision import DiceReader
from vision.geometry.registration import Board
from vision.geometry.tilt import TiltField
from vision.readings import PictureReader, Reading
from vision.tracking.tracker import ThrowTracker
from vision.types import Frame

SEEDS = tuple(
    pytest.param(seed, marks=mark)
    for seed, mark in (
        *((5, pytest.mark.newest), (3, pytest.mark.debian13)),
        *((int(seed), pytest.mark.once) for seed in os.environ.get("STADIUM_SEEDS", "").split()),
    )
)
"""Seeds of the simulated stadium; ``make test`` plays each once, and ``make lab-scenes`` others besides."""
WHERE_A_PI_RUNS_IT = (pytest.param(5, marks=pytest.mark.slow), *SEEDS[1:])
"""The same without the newest libraries, for what is like its neighbours there: it costs a second or two each time."""


@cache
def see() -> PictureReader:
    """Reads at the shipped threshold, and a picture that it has read before from memory: many scenes begin alike."""
    read, known = frame_reader(DiceReader(), shipped().eyes.threshold), dict[Any, tuple[Reading, ...]]()

    def once(frame: Frame, *, tilt_field: TiltField | None = None) -> tuple[Reading, ...]:
        height, width = frame.shape[:2]
        tilt = None if tilt_field is None else np.asarray(tilt_field(width / 2, height / 2)).tobytes()
        key = (frame.shape, blake2b(np.ascontiguousarray(frame)).digest(), tilt)
        if key not in known:
            known[key] = read(frame, tilt_field=tilt_field)
        return known[key]

    return once


def tracker(printed: Board | None = None) -> ThrowTracker:
    """A tracker as the shipped configuration makes it; its board may be one that knows more of the lens."""
    config = shipped()
    return ThrowTracker(see(), printed or board(config), die_mm=config.eyes.die_mm, threshold=config.eyes.threshold)
