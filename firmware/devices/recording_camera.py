"""What the camera saw, kept and played again: a bug report that others can look at.

A recording is a folder. ``frames.avi`` holds every frame watched, ``still-N.png`` each picture that was read from, N
the number of its frame; ``frame-N.png`` is one that does not fit into the film, and ``back-N`` says that the camera had
been lost before that one. What lies beside the pictures is kept by `firmware.storage.recordings`. Rule kept here:
nothing is kept unless somebody asks, and a recording is played again to the same effect as the first time, frame by
frame.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from threading import Lock

import cv2
import numpy as np

from firmware.devices.file_cameras import SingleStream, VideoCamera
from firmware.devices.health import DeviceChange
from firmware.devices.image_files import read_picture
from firmware.devices.protocols import Camera, Devices, Frame
from firmware.errors import ConfigError, DeviceError
from firmware.files.atomic import MEGABYTE

FRAMES = "frames.avi"
BEFORE = "before.jsonl"
GAME = "game.jsonl"
SETTINGS = "stadium.toml"
DICE = "dice"
FRAMES_A_SECOND = 15
"""How fast players show the film; for us a frame is a frame."""
LOSSLESS = "HFYU"
"""Huffyuv: nothing is lost, each frame stands alone, so that a film that was cut off lacks no more than its end, and
it is written in a small part of the time that PNG takes, which kept the eyes from their next look."""
RESERVE_MB = 256
"""How much of the disk a film leaves free: a game that cannot be written down any more ends the evening."""


class RecordingCamera:
    """A camera that keeps what it gives; satisfies `firmware.devices.protocols.Camera`.

    Where the disk has no more room, or is pulled, the film ends there, and the camera goes on.

    Args:
        camera: the one that looks.
        folder: where it is kept; made if need be, and must hold no recording yet.
        tell: called once, from the camera's thread, if the film has ended for want of a disk.

    Raises:
        DeviceError: if nothing can be kept there.
    """

    def __init__(self, camera: Camera, folder: Path, tell: Callable[[str], None] = lambda _: None) -> None:
        self._camera = camera
        self._tell = tell
        self._folder = folder
        self._film: cv2.VideoWriter | None = None
        self._size = 0, 0
        self._is_back = False
        self._number = 0
        self._lock = Lock()
        self._closed = False
        if (folder / FRAMES).exists():
            raise DeviceError(f"{folder} holds a recording already; name another folder")
        if taken := next((name for name in (SETTINGS, GAME, BEFORE, DICE) if (folder / name).exists()), None):
            raise DeviceError(f"{folder} holds a {taken} already, which would be written over; name another folder")
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise DeviceError(f"cannot record in {folder}: {error.strerror}; name another folder") from error
        if not _has_room(folder):
            raise DeviceError(
                f"cannot record in {folder}: less than {RESERVE_MB} MB of its disk are free; make room, or name a "
                "folder on another disk"
            )

    def frame(self) -> Frame | None:
        """The camera's next frame, kept; see `Camera.frame`."""
        frame = self._camera.frame()
        if frame is not None:
            self._keep(frame)
        return frame

    def still(self) -> Frame:
        """The camera's still, kept; see `Camera.still`."""
        still = self._camera.still()
        if not self._closed:
            _write(still_path(self._folder, self._number), still)
        return still

    def note_change(self, change: DeviceChange) -> None:
        """Note that the camera is back with the next frame: the eyes begin afresh with it, each time it is played."""
        if change.part == "camera" and change.trouble is None:
            self._is_back = True

    def close(self) -> None:
        """End the film and give the camera back; closing twice is harmless."""
        with closing(self._camera), self._lock:
            self._end()

    def _end(self) -> None:
        self._closed = True
        if self._film is not None:
            self._film.release()

    def _keep(self, frame: Frame) -> None:
        """Write a frame, unless it came too late: the eyes' thread may still be at it while the loop closes us."""
        with self._lock:
            if not (self._closed or _has_room(self._folder)):
                self._end()
                self._tell(
                    f"the disk is gone, or less than {RESERVE_MB} MB of it are free, so the film in {self._folder} "
                    "ends here; the game goes on."
                )
            if not self._closed:
                self._number += 1
                height, width = frame.shape[:2]
                self._film = self._film or self._open((width + width % 2, height + height % 2))
                self._film.write(self._fitted(frame))
                if self._is_back:
                    self._note_back()

    def _note_back(self) -> None:
        path, self._is_back = back_path(self._folder, self._number), False
        try:
            path.touch()
        except OSError as error:
            raise DeviceError(f"cannot record {path}: {error.strerror}; make room, or stop recording") from error

    def _fitted(self, frame: Frame) -> Frame:
        """The frame, if the film takes it: all of one are as large, in even numbers. If not it is kept beside it."""
        height, width = frame.shape[:2]
        if (width, height) == self._size:
            return frame
        _write(frame_path(self._folder, self._number), frame)
        return np.asarray(cv2.resize(frame, self._size), np.uint8)

    def _open(self, size: tuple[int, int]) -> cv2.VideoWriter:
        self._size, path = size, self._folder / FRAMES
        film = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*LOSSLESS), FRAMES_A_SECOND, size)
        if not film.isOpened():
            film.release()
            raise DeviceError(f"cannot record {path}; check that the folder is yours to write")
        return film


class RecordedCamera(SingleStream):
    """A recording, played again as fast as it is asked for; satisfies `firmware.devices.protocols.Camera`.

    Args:
        folder: what `RecordingCamera` kept.
        back: called before the first frame after a loss of the camera.
        tell: called once with a sentence if frames cannot be read.

    Raises:
        DeviceError: if it holds no recording.
    """

    def __init__(
        self, folder: Path, back: Callable[[], None] = lambda: None, tell: Callable[[str], None] = lambda _: None
    ) -> None:
        self._folder = folder
        self._back = back
        self._film = VideoCamera(folder / FRAMES, tell)
        self._number = 0

    def frame(self) -> Frame | None:
        """The next frame that can be read; None after the last.

        Frames that cannot are counted all the same, or stills would be taken for those of other frames.
        """
        self._last = self._film.frame()
        if self._last is not None:
            passed, self._number = self._number + 1, self._film.number
            if (path := frame_path(self._folder, self._number)).exists():
                self._last = read_picture(path)
            if any(back_path(self._folder, number).exists() for number in range(passed, self._number + 1)):
                self._back()
        return self._last

    def still(self) -> Frame:
        """The still of the last frame; where none was taken then, the frame itself in its own size.

        Raises:
            DeviceError: if the still is there but cannot be read, or there was no frame yet.
        """
        path = still_path(self._folder, self._number)
        return read_picture(path) if path.exists() else super().still()

    def close(self) -> None:
        """Close the film."""
        self._film.close()


def recorded(devices: Devices, folder: Path | None, tell: Callable[[str], None]) -> Devices:
    """The devices with a camera that keeps in ``folder`` what it gives; as they are if there is no folder.

    Raises:
        ConfigError: if there is no camera.
        DeviceError: as for `RecordingCamera`.
    """
    if folder is None:
        return devices
    if devices.camera is None:
        raise ConfigError("there is no camera, and a recording keeps what one sees: name it with --camera.")
    camera = RecordingCamera(devices.camera, folder, tell)
    devices.health.listen(camera.note_change)
    return replace(devices, camera=camera)


def is_recording(folder: Path) -> bool:
    """Whether the folder holds a recording."""
    return (folder / FRAMES).is_file()


def still_path(folder: Path, number: int) -> Path:
    """Where the still of frame ``number`` is kept, the first being 1."""
    return folder / f"still-{number}.png"


def frame_path(folder: Path, number: int) -> Path:
    """Where frame ``number`` is kept if it does not fit into the film."""
    return folder / f"frame-{number}.png"


def back_path(folder: Path, number: int) -> Path:
    """Which file says that the camera had been gone before frame ``number``."""
    return folder / f"back-{number}"


def _has_room(folder: Path) -> bool:
    try:
        return shutil.disk_usage(folder).free >= RESERVE_MB * MEGABYTE
    except OSError:  # a stick that was pulled
        return False


def _write(path: Path, picture: Frame) -> None:
    if not cv2.imwrite(str(path), picture):
        raise DeviceError(f"cannot record {path}; make room on the disk, or stop recording")
