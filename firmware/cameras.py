"""Cameras that need no Raspberry Pi: a folder of pictures, a video file, a USB camera.

Rule kept here: whatever a source cannot give is said in one line that names the file or the plug. OpenCV prints its
own warnings for most of that, so we look before we ask it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

import cv2
import numpy as np

from firmware.errors import DeviceError

if TYPE_CHECKING:
    from firmware.devices import Frame

PICTURES = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff"})
"""What a picture's name ends in; other files in a folder are not looked at."""


class SingleStream:
    """What a camera with one stream shares: the picture to read from is the one last taken."""

    _last: Frame | None = None

    def still(self) -> Frame:
        """The last picture again, in its full size.

        Raises:
            DeviceError: if there has been none.
        """
        if self._last is None:
            raise DeviceError("the camera has shown no picture yet; wait for its first frame")
        return self._last


class FolderCamera(SingleStream):
    """A folder of pictures, one a frame, in the order a person would count them: throw 2 before throw 10.

    Args:
        path: the folder. Hidden files, and files whose names do not say picture, are left alone.

    Raises:
        DeviceError: if there is no such folder, or no picture in it.
    """

    def __init__(self, path: Path) -> None:
        self._pictures: Iterator[Path] = iter(_pictures_in(path))

    def frame(self) -> Frame | None:
        """The next picture; None after the last.

        Raises:
            DeviceError: if the next picture cannot be read; the one after it still can.
        """
        picture = next(self._pictures, None)
        self._last = None if picture is None else read_picture(picture)
        return self._last

    def close(self) -> None:
        """Show no more pictures."""
        self._pictures = iter(())


def read_picture(path: Path) -> Frame:
    """A picture file as a frame, turned upright as its camera noted (EXIF).

    Raises:
        DeviceError: if it cannot be read, or is not a picture.
    """
    try:
        data = np.frombuffer(path.read_bytes(), np.uint8)
    except OSError as error:
        raise DeviceError(f"cannot read {path}: {error.strerror}; see that the file is there and yours") from error
    try:
        picture = cv2.imdecode(data, cv2.IMREAD_COLOR) if data.size else None
    except cv2.error:  # such as more pixels than the library will hold
        picture = None
    if picture is None:
        raise DeviceError(f"{path} is not a whole picture; copy it again or take it away")
    return np.asarray(picture, np.uint8)


def _pictures_in(folder: Path) -> list[Path]:
    try:
        found = [path for path in folder.iterdir() if _is_picture(path)]
    except OSError as error:
        raise DeviceError(f"cannot open the folder {folder}: {error.strerror}; name one that holds pictures") from error
    if not found:
        raise DeviceError(f"no pictures in {folder}; put photographs there (jpg or png), one throw each")
    return sorted(found, key=_natural)


def _is_picture(path: Path) -> bool:
    return path.suffix.lower() in PICTURES and not path.name.startswith(".")


def _natural(path: Path) -> list[tuple[int, str]]:
    """The name cut at its numbers, which count as numbers."""
    parts = re.split(r"(\d+)", path.name.lower())
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in parts]


WATCHED_WIDTH = 640
"""Of a frame to watch, in pixels."""
READ_WIDTH, MOST_ENLARGED = 1920, 2.0
"""Of a picture to read, in pixels, and how many times larger a small one is made for that.

The eyes look for no dice smaller than 26 pixels. Of the photographed d10s brought down to 22 pixels they find 5 of 210;
enlarged by a half again, 206 are read rightly and none wrongly.
"""
WISHES: Mapping[int, float] = {
    cv2.CAP_PROP_FOURCC: cv2.VideoWriter.fourcc(*"MJPG"),
    cv2.CAP_PROP_FRAME_WIDTH: READ_WIDTH,
    cv2.CAP_PROP_FRAME_HEIGHT: 1080,
    cv2.CAP_PROP_FPS: 15,
}
"""What we ask of a USB camera; it gives what comes nearest. Only as JPEG do so many pixels fit through USB 2."""

Opener = Callable[[int], cv2.VideoCapture]


class VideoCamera(SingleStream):
    """A video file, frame by frame, as fast as it is asked for.

    Args:
        path: the file.

    Raises:
        DeviceError: if it is not there or is not a video.
    """

    def __init__(self, path: Path) -> None:
        if not path.is_file():
            raise DeviceError(f"no video at {path}; check the name")
        self._reading = Lock()  # FFmpeg does not survive a release while it reads either
        self._video = cv2.VideoCapture(str(path))
        if not self._video.isOpened():
            raise DeviceError(f"{path} cannot be played; a video of an ordinary kind, such as mp4, will do")

    def frame(self) -> Frame | None:
        """The next frame; None after the last, or once closed."""
        with self._reading:
            there, picture = self._video.read()
        self._last = np.asarray(picture, np.uint8) if there else None
        return self._last

    def close(self) -> None:
        """Close the file."""
        with self._reading:
            self._video.release()


class UsbCamera(SingleStream):
    """A USB camera: one stream, of which a small copy is watched; satisfies `firmware.devices.Camera`.

    Args:
        index: which one; 0 is the first.
        opener: what opens it.

    Raises:
        DeviceError: if there is none, or something else is using it.
    """

    def __init__(self, index: int, opener: Opener = cv2.VideoCapture) -> None:
        self._device = Path(f"/dev/video{index}")
        self._closed = False
        self._reading = Lock()  # OpenCV's V4L2 driver does not survive a release while it reads
        self._video = _open_usb(self._device, index, opener)
        for what, value in WISHES.items():
            self._video.set(what, value)

    def frame(self) -> Frame | None:
        """Wait for the next frame; None once closed.

        Raises:
            DeviceError: if the camera no longer answers.
        """
        with self._reading:
            there, picture = self._video.read()
        if there:
            self._last = np.asarray(picture, np.uint8)
            return shrunk(self._last)
        if self._closed:
            return None
        raise DeviceError(f"the USB camera {self._device} has stopped answering; check its plug")

    def still(self) -> Frame:
        """The last picture again, enlarged if it is small.

        Raises:
            DeviceError: if there has been none.
        """
        return _enlarged(super().still())

    def close(self) -> None:
        """Give the camera back."""
        self._closed = True
        with self._reading:
            self._video.release()


def shrunk(frame: Frame) -> Frame:
    """A frame small enough to watch, in the same proportions; one that is small already as it is."""
    height, width = frame.shape[:2]
    if width <= WATCHED_WIDTH:
        return frame
    size = (WATCHED_WIDTH, round(height * WATCHED_WIDTH / width))
    return np.asarray(cv2.resize(frame, size, interpolation=cv2.INTER_AREA), np.uint8)


def _enlarged(frame: Frame) -> Frame:
    height, width = frame.shape[:2]
    zoom = min(READ_WIDTH / width, MOST_ENLARGED)
    if zoom <= 1:
        return frame
    size = (round(width * zoom), round(height * zoom))
    return np.asarray(cv2.resize(frame, size, interpolation=cv2.INTER_CUBIC), np.uint8)


def _open_usb(device: Path, index: int, opener: Opener) -> cv2.VideoCapture:
    if opener is cv2.VideoCapture and not device.exists():
        raise DeviceError(f"no USB camera at {device}; plug it in, or choose another index under [camera]")
    video = opener(index)
    if not video.isOpened():
        raise DeviceError(f"the USB camera {device} cannot be opened; close the program that is using it")
    return video
