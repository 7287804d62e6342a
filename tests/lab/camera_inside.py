"""Runs inside the chroot of `lab_camera.py`: our camera on picamera2's real class and libcamera's virtual camera."""

# ruff: noqa: T201, E402 - a script that tells what it has seen; what picamera2 lacks is put in first

from __future__ import annotations

import gc
import sys
from types import ModuleType, SimpleNamespace

sys.path[:0] = ["/opt", "/lab"]

from virtual_pi import stub_previews, virtual

stub_previews()

import cv2
import numpy as np
from picamera2 import Picamera2

from firmware.devices.pi_camera import READING_SIZE, WATCHING_SIZE, PiCamera
from firmware.devices.protocols import SystemClock
from firmware.devices.supervisor import SupervisedCamera
from firmware.notice import Notice
from scoreboard.language import ENGLISH

LIBRARY: ModuleType = SimpleNamespace(Picamera2=virtual(Picamera2))  # type: ignore[assignment] # all that is used of it


def streams() -> str:
    """Both streams of one moment show the same scene, in their sizes, frame after frame."""
    camera = PiCamera(library=LIBRARY)
    for _ in range(40):  # more than there are buffers: each must have been given back
        frame, still = camera.frame(), camera.still()
        assert frame is not None
        assert (frame.shape[1::-1], still.shape[1::-1]) == (WATCHING_SIZE, READING_SIZE)
    small = cv2.resize(still, WATCHING_SIZE, interpolation=cv2.INTER_AREA).astype(int)
    off = float(np.abs(small - frame).mean())
    assert off < 12, off  # the virtual camera scales each stream in its own way
    camera.close()
    camera.close()
    assert camera.frame() is None
    return f"40 frames of {WATCHING_SIZE} and {READING_SIZE}, alike within {off:.1f} of 255"


def comes_back() -> str:
    """Stopped behind our back it is lost and said to be; opened anew it shows live pictures."""
    reports: list[Notice | None] = []
    held: list[PiCamera] = []

    def opener() -> PiCamera:
        held.append(PiCamera(library=LIBRARY))
        return held[-1]

    camera = SupervisedCamera(opener, reports.append, SystemClock(), wait=lambda _: None)
    assert camera.frame() is not None
    held[0]._camera.stop()  # as a cable that comes loose: no picture comes any more
    assert camera.frame() is not None
    camera.close()
    lost, back = reports[0], reports[-1]
    assert lost is not None
    assert "no picture for 5 s" in ENGLISH(lost.sentence)
    assert back is None
    return f"lost ({ENGLISH(lost.sentence)}), then back, opened {len(held)} times"


for check in (streams, comes_back):
    print(f"ok  {check.__name__}: {check()}", flush=True)
    gc.collect()
