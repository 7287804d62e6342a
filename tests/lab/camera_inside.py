"""Runs inside the chroot of `lab_camera.py`: our camera on picamera2's real class and libcamera's virtual camera.

What the virtual camera cannot do is made up for here, and nothing else: it has no sensor with raw modes, allocates its
own buffers, and gives NV12 whatever is asked for.
"""

# ruff: noqa: T201, E402, ANN401 - a script that tells what it has seen; what picamera2 lacks is put in first; no types

from __future__ import annotations

import gc
import sys
from types import ModuleType, SimpleNamespace
from typing import Any
from unittest.mock import MagicMock

sys.path[:0] = ["/opt", "/lab"]
for name in ("pykms", "kms", "simplejpeg", "pidng", "pidng.camdefs", "pidng.core", "videodev2", "av"):
    sys.modules[name] = MagicMock()  # picamera2 imports these for previews and encoders, which nobody asks for

import cv2
import numpy as np
from picamera2 import Picamera2
from picamera2.allocators import LibcameraAllocator

from firmware.devices.pi_camera import READING_SIZE, WATCHING_SIZE, PiCamera
from firmware.devices.protocols import SystemClock
from firmware.devices.supervisor import SupervisedCamera
from firmware.notice import Notice
from scoreboard.language import ENGLISH


class Request:
    """A real request whose NV12 is turned into what was asked for."""

    def __init__(self, real: Any) -> None:
        self._real = real

    def make_array(self, name: str) -> Any:
        """Blue, green, red of the large stream; planes of the small one."""
        nv12 = self._real.make_array(name)
        bgr = cv2.cvtColor(nv12, cv2.COLOR_YUV2BGR_NV12)
        return bgr if name == "main" else cv2.cvtColor(bgr, cv2.COLOR_BGR2YUV_I420)

    def release(self) -> None:
        """Give its memory back."""
        self._real.release()


class Virtual(Picamera2):  # type: ignore[misc] # it has no types
    """The real class over libcamera's virtual camera."""

    def __init__(self) -> None:
        super().__init__()
        self.allocator = LibcameraAllocator(self.camera)

    def _get_raw_modes(self) -> list[dict[str, Any]]:
        return [{"format": "SRGGB10", "size": READING_SIZE}]

    def create_video_configuration(self, **asked: Any) -> Any:
        """The same with the one format there is."""
        streams = {name: asked[name] | NV12 for name in ("main", "lores") if name in asked}
        return super().create_video_configuration(**asked | streams)

    def capture_request(self, wait: float) -> Request:
        """A real one."""
        return Request(super().capture_request(wait=wait))


NV12 = {"format": "NV12"}
LIBRARY: ModuleType = SimpleNamespace(Picamera2=Virtual)  # type: ignore[assignment] # all that is used of it


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
