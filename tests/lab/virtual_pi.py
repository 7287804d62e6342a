"""picamera2's real class over libcamera's virtual camera, which shows a folder of pictures, over and over.

What the virtual camera cannot do is made up for here, and nothing else: it has no sensor with raw modes, allocates its
own buffers, and gives NV12 whatever is asked for. It makes pictures as fast as it is given memory for them, of which
picamera2 drops those that nobody has taken; here none is dropped, so the film stands still for as long as nobody asks.
"""

# ruff: noqa: ANN401 - picamera2 has no types

from __future__ import annotations

import sys
from itertools import count
from typing import Any
from unittest.mock import MagicMock

import cv2
import numpy as np

READING_SIZE = (2304, 1296)
NV12 = {"format": "NV12"}
UNUSED = ("pykms", "kms", "simplejpeg", "pidng", "pidng.camdefs", "pidng.core", "videodev2", "av")
"""What picamera2 imports for previews and encoders, which nobody asks for."""
LUMA = np.round(np.arange(256) * 219 / 255 + 16).astype(np.uint8)
CHROMA = np.round((np.arange(256) - 128.0) * 224 / 255 + 128).astype(np.uint8)
"""What a JPEG's values, which it hands on as they are, are in the range that OpenCV takes NV12 to be in."""
REPEATS = 4
"""How often the virtual camera shows each picture."""
_OPENED = count()
"""The film begins with its first picture whenever it is opened: one that is opened again must not show the last one."""


def stub_previews() -> None:
    """Let picamera2 be imported without what it never uses here."""
    for name in UNUSED:
        sys.modules[name] = MagicMock()


class Request:
    """A real request whose NV12 is turned into what was asked for."""

    def __init__(self, real: Any) -> None:
        self._real = real

    def make_array(self, name: str) -> Any:
        """Blue, green, red of the large stream; planes of the small one."""
        nv12 = self._real.make_array(name)
        height = len(nv12) * 2 // 3
        studio = np.concatenate((LUMA[nv12[:height]], CHROMA[nv12[height:]]))
        bgr = cv2.cvtColor(studio, cv2.COLOR_YUV2BGR_NV12)
        return bgr if name == "main" else cv2.cvtColor(bgr, cv2.COLOR_BGR2YUV_I420)

    def release(self) -> None:
        """Give its memory back."""
        self._real.release()


def virtual(real: Any) -> Any:
    """The class ``real``, picamera2's own, over the virtual camera."""
    from picamera2.allocators import LibcameraAllocator

    class Virtual(real):  # type: ignore[misc] # it has no types
        """The real class over libcamera's virtual camera."""

        def __init__(self) -> None:
            self._passed_over = REPEATS * next(_OPENED)
            super().__init__()
            self.allocator = LibcameraAllocator(self.camera)

        def _get_raw_modes(self) -> list[dict[str, Any]]:
            return [{"format": "SRGGB10", "size": READING_SIZE}]

        def create_video_configuration(self, **asked: Any) -> Any:
            """The same with the one format there is."""
            streams = {name: asked[name] | NV12 for name in ("main", "lores") if name in asked}
            return super().create_video_configuration(**asked | streams)

        def start(self) -> None:
            """Start it, and keep all it shows until it is taken."""
            self._max_queue_len = self.camera_config["buffer_count"]
            super().start()

        def capture_request(self, wait: float) -> Request:
            """A real one, of the film's next picture."""
            for _ in range(self._passed_over):
                super().capture_request(wait=wait).release()
            self._passed_over = REPEATS - 1
            return Request(super().capture_request(wait=wait))

    return Virtual
