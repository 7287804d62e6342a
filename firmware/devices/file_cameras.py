"""Cameras that need no Raspberry Pi: a folder of pictures, a video file, a USB camera.

Rule kept here: what a source cannot give is reported in one line that names the file or the plug, and is never made up
from another picture. A single frame that cannot be decoded is skipped; several in a row are a loss.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from firmware.devices.image_files import (
    SAVE_AS_JPEG,
    PictureError,
    check_pixels,
    decoded_jpeg,
    is_picture,
    is_unsupported,
    read_picture,
)
from firmware.errors import DeviceError
from scoreboard.message import message

if TYPE_CHECKING:
    from firmware.devices.protocols import Frame

BAD_IN_A_ROW = 10
"""So many undecodable frames one after another are a camera that is lost, or a film that has ended."""
BAD_READ = (cv2.error, OSError, RuntimeError, ValueError, SystemError)
"""What OpenCV, or the driver below it, may raise over one frame; a camera that is gone raises it each time."""
PATIENCE_S = 5.0
"""A USB camera that has given no whole frame for so long is lost, however few it has tried to give."""


class SingleStream:
    """A camera with one stream: the still is the last picture, in its full size."""

    _last: Frame | None = None

    def still(self) -> Frame:
        """The last picture again; see `Camera.still`."""
        if self._last is None:
            raise DeviceError(message("camera.no-picture-yet"))
        return self._last


class FolderCamera(SingleStream):
    """A folder of pictures, one a frame, in the order a person would count them: throw 2 before throw 10.

    Hidden files, and files that are no pictures, are left alone; without any picture it is a DeviceError.
    """

    def __init__(self, path: Path) -> None:
        self._pictures: Iterator[Path] = iter(_pictures_in(path))

    def frame(self) -> Frame | None:
        """The next picture; None after the last. After a DeviceError over one picture the next can be read."""
        picture = next(self._pictures, None)
        self._last = None if picture is None else read_picture(picture)
        return self._last

    def close(self) -> None:
        """End the pictures."""
        self._pictures = iter(())


def _pictures_in(folder: Path) -> list[Path]:
    """The folder's pictures; a picture by itself is a folder of one."""
    try:
        files = [folder] if is_picture(folder) and folder.is_file() else list(folder.iterdir())
    except OSError as error:
        raise DeviceError(f"cannot open the folder {folder}: {error.strerror}; name one that holds pictures") from error
    # Folders and pipes are left out; a link that leads nowhere stays, as a picture that cannot be read.
    files = [path for path in files if path.is_file() or not path.exists()]
    found = sorted(filter(is_picture, files), key=_natural)
    if others := ", ".join(path.name for path in found if is_unsupported(path)):
        raise DeviceError(f"cannot read {others} in {folder}: for each that is a throw, {SAVE_AS_JPEG}; else move it")
    if not found:
        raise DeviceError(f"no pictures in {folder}; put photographs there (jpg or png), one throw each")
    return found


def _natural(path: Path) -> list[tuple[int, str]]:
    """A sort key: the name cut at its numbers, which count as numbers."""
    parts = re.split(r"(\d+)", path.name.lower())
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in parts]


WATCHED_WIDTH = 640
"""Of a frame to watch, in pixels."""
READ_WIDTH, MOST_ENLARGED = 1920, 2.0
"""Of a picture to read, in pixels, and how many times a small one is enlarged for that: the reader finds no dice below
26 pixels, but reads smaller ones that were enlarged."""
MJPG = cv2.VideoWriter.fourcc(*"MJPG")
USB_PROPERTIES: Mapping[int, float] = {
    cv2.CAP_PROP_FOURCC: MJPG,
    cv2.CAP_PROP_FRAME_WIDTH: READ_WIDTH,
    cv2.CAP_PROP_FRAME_HEIGHT: 1080,
    cv2.CAP_PROP_FPS: 15,
    cv2.CAP_PROP_CONVERT_RGB: 0,
}
"""What is asked of a USB camera; it gives what comes nearest. Only as JPEG do so many pixels fit through USB 2.
These are decoded here, because OpenCV 4.10 fills up one that was cut off with what its memory held."""
FFMPEG: Mapping[str, str] = {"OPENCV_FFMPEG_CAPTURE_OPTIONS": "fflags;discardcorrupt", "OPENCV_FFMPEG_LOGLEVEL": "-8"}
"""Environment variables of OpenCV's FFmpeg: drop frames that were cut off, and write nothing to standard error."""
STREAMS = (b"\x47", b"\0\0\1", b"\0\0\0\1", b"\x30\x26\xb2\x75")
"""First bytes of films that may end anywhere, in half a frame: MPEG's streams and ASF. They are not played."""
NOT_PLAYED = "{} cannot be played; a video of an ordinary kind, such as mp4, will do"

Opener = Callable[[int], cv2.VideoCapture]


class VideoCamera(SingleStream):
    """A video file, frame by frame, as fast as it is asked for; ``warn`` is called once if frames cannot be read.

    Attributes:
        number: of the last frame in the film, from 1; skipped ones count.
    """

    def __init__(self, path: Path, warn: Callable[[str], None] = lambda _: None) -> None:
        if not path.is_file():
            raise DeviceError(f"no video at {path}; check the name")
        self._path, self._warn, self._has_warned = path, warn, False
        self._closed = False
        self.number = 0
        self._reading = Lock()  # FFmpeg does not survive a release while it reads either
        if _is_cut_off(path):
            self._warn_once("was cut off: what is missing is not played")
        self._video = _open_film(path)
        self._rate = self._video.get(cv2.CAP_PROP_FPS)
        wide, high = (self._video.get(what) for what in (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT))
        self._shape = (round(high), round(wide), 3)
        try:
            check_pixels(round(high * wide))
        except PictureError as error:
            self.close()
            raise DeviceError(f"{path} {error}") from error

    def frame(self) -> Frame | None:
        """The next frame that is whole; None after the last, or once closed."""
        for _ in range(BAD_IN_A_ROW):
            with self._reading:
                there, picture = (False, None) if self._closed else self._video.read()
            self._last = self._whole(picture) if there and not self._closed else None
            if self._last is not None:
                self._count()
                return self._last
            if self._closed:
                break
        return None

    def close(self) -> None:
        """Close the file."""
        self._closed = True
        with self._reading:
            self._video.release()

    def _whole(self, picture: Any) -> Frame | None:  # noqa: ANN401 - what OpenCV gives
        """A frame, decoded if it is a JPEG; None if it is not whole."""
        if not _is_jpeg(picture):
            return np.asarray(picture, np.uint8)
        try:
            frame = decoded_jpeg(picture.tobytes())
        except PictureError:
            return None
        return frame if frame.shape == self._shape else None

    def _count(self) -> None:
        """Take the frame's number from its time: OpenCV does not count frames that it cannot decode."""
        before, at_s = self.number, self._video.get(cv2.CAP_PROP_POS_MSEC) / 1000
        self.number = max(before + 1, round(at_s * self._rate) + 1)
        if self.number > before + 1:
            self._warn_once(f"has frames that cannot be read, such as number {before + 1}; they are passed over")

    def _warn_once(self, why: str) -> None:
        if not self._has_warned:
            self._has_warned = True
            self._warn(f"{self._path} {why}.")


class UsbCamera(SingleStream):
    """A USB camera: one stream, of which a small copy is watched.

    Args:
        which: its number, 0 for the first, or the path of its device, which may be a link such as those in
            ``/dev/v4l/by-id``: these name the same camera whatever its number is today.
        opener: opens it, given its number; None for OpenCV.
        clock: seconds since some moment.
    """

    def __init__(self, which: int | Path, opener: Opener | None = None, clock: Callable[[], float] = monotonic) -> None:
        self._device = which if isinstance(which, Path) else Path(f"/dev/video{which}")
        self._closed = False
        self._clock = clock
        self._jpeg = b""
        self._shapes: tuple[tuple[int, ...], ...] = ()
        self._reading = Lock()  # OpenCV's V4L2 driver does not survive a release while it reads
        with ExitStack() as opened, _clear_errors(self._device):
            self._video = _open_usb(self._device, opener, opened)
            for what, value in USB_PROPERTIES.items():
                self._video.set(what, value)
            opened.pop_all()

    def frame(self) -> Frame | None:
        """Wait for the next frame that is whole; None once closed."""
        began = self._clock()
        for _ in range(BAD_IN_A_ROW):
            picture = self._read()
            frame = None if picture is None else self._taken(picture)
            if frame is not None:
                return frame
            if self._closed:
                return None
            if self._clock() - began > PATIENCE_S:
                break
        raise DeviceError(message("usb.silent", device=str(self._device)))

    def still(self) -> Frame:
        """The last picture again, enlarged if it is small."""
        if self._jpeg:
            self._last, self._jpeg = decoded_jpeg(self._jpeg), b""
        return _enlarged(super().still())

    def close(self) -> None:
        """Release the camera."""
        self._closed = True
        with self._reading:
            self._video.release()

    def _read(self) -> Any:  # noqa: ANN401 - what OpenCV gives
        """What OpenCV gives next; None if that cannot be a picture."""
        picture: Any
        try:
            with self._reading:
                there, picture = self._video.read()
        except BAD_READ:
            return None
        return picture if there and isinstance(picture, np.ndarray) and picture.size else None

    def _taken(self, picture: Any) -> Frame | None:  # noqa: ANN401 - what OpenCV gives
        """The frame to watch, small; None for one that is not whole, or in a form that OpenCV must convert from now on.

        A JPEG's still is decoded only if it is asked for.
        """
        frame, jpeg = picture, b""
        if _is_jpeg(picture):
            jpeg = picture.tobytes()
            try:
                frame = decoded_jpeg(jpeg, WATCHED_WIDTH)
            except PictureError:
                return None
        elif picture.dtype != np.uint8 or picture.shape[2:] != (3,):
            self._video.set(cv2.CAP_PROP_CONVERT_RGB, 1)
            return None
        if not self._is_as_before(frame.shape):
            return None
        self._last, self._jpeg = frame, jpeg
        return shrunk(frame)

    def _is_as_before(self, shape: tuple[int, ...]) -> bool:
        """Whether a picture is as large as the one before it or the one last shown: a single other one is damaged."""
        shown, before = self._shapes or (shape, shape)
        self._shapes = (shape if shape in (shown, before) else shown, shape)
        return self._shapes[0] == shape


def shrunk(frame: Frame) -> Frame:
    """A frame of at most `WATCHED_WIDTH`, in the same proportions."""
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


def _is_jpeg(picture: Any) -> bool:  # noqa: ANN401 - what OpenCV gives
    """Whether it is a row of bytes and no picture."""
    return bool(picture.dtype == np.uint8 and (picture.ndim == 1 or (picture.ndim == 2 and 1 in picture.shape)))  # noqa: PLR2004 - rows and columns


@contextmanager
def _clear_errors(device: Path) -> Iterator[None]:
    try:
        yield
    except cv2.error as error:
        raise DeviceError(message("usb.failed", device=str(device), why=str(error.err))) from error


def _open_usb(device: Path, opener: Opener | None, opened: ExitStack) -> cv2.VideoCapture:
    """Open a camera, to be released with ``opened``."""
    if opener is None and not device.exists():
        raise DeviceError(message("usb.none", device=str(device)))
    number = re.fullmatch(r"/dev/video(\d+)", str(device.resolve()))
    if number is None:
        raise DeviceError(message("usb.no-camera", device=str(device)))
    video = (opener or partial(cv2.VideoCapture, apiPreference=cv2.CAP_V4L2))(int(number[1]))
    opened.callback(video.release)
    if not video.isOpened():
        raise DeviceError(message("usb.busy", device=str(device)))
    return video


def _open_film(path: Path) -> cv2.VideoCapture:
    """Open a film with FFmpeg alone: OpenCV's other backends fill frames that were cut off with old ones.

    A film of JPEGs is taken as JPEGs, to be decoded as strictly as pictures are, unless it is interlaced: of such a
    film each JPEG has every other row, and FFmpeg puts them together.
    """
    if _beginning(path).startswith(STREAMS):
        raise DeviceError(NOT_PLAYED.format(path))
    for name, value in FFMPEG.items():
        os.environ.setdefault(name, value)
    jpegs = _play(path, cv2.CAP_PROP_FORMAT, -1)
    if jpegs.isOpened() and jpegs.get(cv2.CAP_PROP_FOURCC) == MJPG and _has_whole_rows(jpegs):
        jpegs.release()
        return _play(path, cv2.CAP_PROP_FORMAT, -1)
    jpegs.release()
    video = _play(path)
    if not video.isOpened():
        video.release()
        raise DeviceError(NOT_PLAYED.format(path))
    return video


def _play(path: Path, *properties: int) -> cv2.VideoCapture:
    return cv2.VideoCapture(str(path), cv2.CAP_FFMPEG, list(properties))


def _has_whole_rows(jpegs: cv2.VideoCapture) -> bool:
    """Whether the film's first JPEG that can be decoded is as high as the film."""
    for _ in range(BAD_IN_A_ROW):
        there, jpeg = jpegs.read()
        try:
            if there:
                return len(decoded_jpeg(jpeg.tobytes())) == jpegs.get(cv2.CAP_PROP_FRAME_HEIGHT)
        except PictureError:
            continue
    return True


def _is_cut_off(path: Path) -> bool:
    """Whether an AVI file is shorter than it says; other kinds of film do not say."""
    begins = _beginning(path)
    is_avi = begins.startswith(b"RIFF") and begins[8:] == b"AVI "
    return is_avi and path.stat().st_size < int.from_bytes(begins[4:8], "little") + 8


def _beginning(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(12)
    except OSError as error:
        raise DeviceError(f"cannot read {path}: {error.strerror}; see that the file is yours") from error
