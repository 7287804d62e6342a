"""Recordings of what the camera saw, and their replay: a bug report that others can look at.

A recording is a folder. ``frames.avi`` holds every frame watched, ``still-N.png`` each picture that was read from, N
the number of its frame; ``frame-N.png`` is one of another size than the film, and ``back-N`` says that the camera had
been lost before that one. What lies beside the pictures is kept by `firmware.storage.recordings`. Rule kept here:
a replay has the same effect as the first time, frame by frame.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from itertools import count
from pathlib import Path
from threading import Lock

import cv2
import numpy as np

from firmware.devices.file_cameras import SingleStream, VideoCamera
from firmware.devices.health import DeviceChange
from firmware.devices.image_files import read_picture
from firmware.devices.protocols import Adjustable, Camera, CameraSettings, Devices, Frame
from firmware.errors import ConfigError, DeviceError
from firmware.files.atomic import MEGABYTE

FRAMES = "frames.avi"
BEFORE = "before.jsonl"
GAME = "game.jsonl"
SETTINGS = "stadium.toml"
DICE = "dice"
FRAMES_A_SECOND = 15
"""Of the film in a video player, and what the camera module gives; a replay here has no speed."""
LOSSLESS = "HFYU"
"""Huffyuv: each frame stands alone, so that a film that was cut off lacks only its end, and it is written much faster
than PNG, for which the reader had to wait."""
RESERVE_MB = 256
"""How much of the disk a film leaves free, so that the game can still be saved."""
UNLIMITED_MB = 10_000_000
"""More than any disk of ours has."""


class RecordingCamera:
    """A camera whose pictures are also written into a folder, made if need be, that must hold no recording yet.

    ``warn`` is called from the camera's thread: before the first frame is written, with what a minute takes; and when
    the film ends, for it has taken ``limit_mb``, or its disk is nearly full, or gone. The camera goes on.
    """

    def __init__(
        self,
        camera: Camera,
        folder: Path,
        warn: Callable[[str], None] = lambda _: None,
        *,
        limit_mb: int = UNLIMITED_MB,
    ) -> None:
        self._camera, self._folder, self._warn, self._limit_mb = camera, folder, warn, limit_mb
        self._pictures_bytes = 0
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
        if _free_mb(folder) < RESERVE_MB:
            raise DeviceError(
                f"cannot record in {folder}: less than {RESERVE_MB} MB of its disk are free; make room, or name a "
                "folder on another disk"
            )

    def frame(self) -> Frame | None:
        """The camera's next frame, recorded."""
        frame = self._camera.frame()
        if frame is not None:
            self._keep(frame)
        return frame

    def still(self) -> Frame:
        """The camera's still, recorded."""
        still = self._camera.still()
        if not self._closed:
            self._pictures_bytes += _write(still_path(self._folder, self._number), still)
        return still

    def settings(self) -> CameraSettings | None:
        """How the camera took the last frame; None for one that does not tell."""
        return self._camera.settings() if isinstance(self._camera, Adjustable) else None

    def keep(self, settings: CameraSettings) -> None:
        """Have the camera take every frame like this from now on, if it can; see `Adjustable.keep`."""
        if isinstance(self._camera, Adjustable):
            self._camera.keep(settings)

    def note_change(self, change: DeviceChange) -> None:
        """Mark the next frame as the first after a loss: the reader restarts before it, in each replay, too."""
        if change.part == "camera" and change.trouble is None:
            self._is_back = True

    def close(self) -> None:
        """End the film and release the camera."""
        with closing(self._camera), self._lock:
            self._end()

    def _end(self) -> None:
        self._closed = True
        if self._film is not None:
            self._film.release()

    def _keep(self, frame: Frame) -> None:
        """Write a frame, unless the loop has closed the camera meanwhile."""
        with self._lock:
            if not self._closed:
                free_mb = _free_mb(self._folder)
                if self._film is None:
                    self._warn(self._forecast(frame, free_mb))
                if why := self._why_it_ends(free_mb):
                    self._end()
                    self._warn(f"{why}, so the film in {self._folder} ends here; the game goes on.")
            if not self._closed:
                self._number += 1
                height, width = frame.shape[:2]
                self._film = self._film or self._open((width + width % 2, height + height % 2))
                self._film.write(self._fitted(frame))
                if self._is_back:
                    self._mark_return()

    def _forecast(self, frame: Frame, free_mb: float) -> str:
        """What it will take. A lossless film may need as much as the pictures themselves; most need a little less."""
        height, width = frame.shape[:2]
        a_minute = frame.nbytes * FRAMES_A_SECOND * 60 / MEGABYTE
        most = min(float(self._limit_mb), max(free_mb - RESERVE_MB, 0))
        return (
            f"the film in {self._folder} takes up to {a_minute:.0f} MB a minute ({width} x {height}, {FRAMES_A_SECOND} "
            f"pictures a second), and a few MB for each throw that is read. It ends at {most:.0f} MB, after some "
            f"{most / a_minute:.1f} min: --record-limit is {self._limit_mb} MB, and {free_mb:.0f} MB are free."
        )

    def _why_it_ends(self, free_mb: float) -> str:
        if free_mb < RESERVE_MB:
            return f"the disk is gone, or less than {RESERVE_MB} MB of it are free"
        film = self._folder / FRAMES
        taken = self._pictures_bytes + (film.stat().st_size if film.exists() else 0)
        return f"it has taken {self._limit_mb} MB, as --record-limit says" if taken >= self._limit_mb * MEGABYTE else ""

    def _mark_return(self) -> None:
        path, self._is_back = back_path(self._folder, self._number), False
        try:
            path.touch()
        except OSError as error:
            raise DeviceError(f"cannot record {path}: {error.strerror}; make room, or stop recording") from error

    def _fitted(self, frame: Frame) -> Frame:
        """The frame in the film's size, which is even; one of another size is also kept beside the film."""
        height, width = frame.shape[:2]
        if (width, height) == self._size:
            return frame
        self._pictures_bytes += _write(frame_path(self._folder, self._number), frame)
        return np.asarray(cv2.resize(frame, self._size), np.uint8)

    def _open(self, size: tuple[int, int]) -> cv2.VideoWriter:
        self._size, path = size, self._folder / FRAMES
        film = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*LOSSLESS), FRAMES_A_SECOND, size)
        if not film.isOpened():
            film.release()
            raise DeviceError(f"cannot record {path}; check that the folder is yours to write")
        return film


class RecordedCamera(SingleStream):
    """The replay of a recording, as fast as it is asked for.

    Args:
        folder: what `RecordingCamera` has written.
        back: called before the first frame after a loss of the camera.
        warn: called once with a sentence if frames cannot be read.
    """

    def __init__(
        self, folder: Path, back: Callable[[], None] = lambda: None, warn: Callable[[str], None] = lambda _: None
    ) -> None:
        self._folder, self._back, self._number = folder, back, 0
        self._film = VideoCamera(folder / FRAMES, warn)

    def frame(self) -> Frame | None:
        """The next frame that can be read; None after the last. Others count, or stills would go with other frames."""
        self._last = self._film.frame()
        if self._last is not None:
            first, self._number = self._number + 1, self._film.number
            if (path := frame_path(self._folder, self._number)).exists():
                self._last = read_picture(path)
            if any(back_path(self._folder, number).exists() for number in range(first, self._number + 1)):
                self._back()
        return self._last

    def still(self) -> Frame:
        """The still of the last frame; where none was taken then, the frame itself in its own size."""
        path = still_path(self._folder, self._number)
        return read_picture(path) if path.exists() else super().still()

    def close(self) -> None:
        """Close the film."""
        self._film.close()


def recorded(devices: Devices, folder: Path | None, warn: Callable[[str], None], limit_mb: int) -> Devices:
    """The devices, their camera recorded in ``folder`` if there is one; a ConfigError if there is no camera."""
    if folder is None:
        return devices
    if devices.camera is None:
        raise ConfigError("there is no camera, and a recording keeps what one sees: name it with --camera.")
    camera = RecordingCamera(devices.camera, folder, warn, limit_mb=limit_mb)
    devices.health.listen(camera.note_change)
    return replace(devices, camera=camera)


def next_folder(folder: Path | None) -> Path | None:
    """Where a program that starts again goes on recording: a folder holds one recording."""
    if folder is None or not is_recording(folder):
        return folder
    names = (folder.with_name(f"{folder.name}-{number}") for number in count(2))
    return next(name for name in names if not name.exists())


def is_recording(folder: Path) -> bool:
    """Whether the folder holds a recording."""
    return (folder / FRAMES).is_file()


def still_path(folder: Path, number: int) -> Path:
    """The file of the still of frame ``number``, counted from 1."""
    return folder / f"still-{number}.png"


def frame_path(folder: Path, number: int) -> Path:
    """The file of frame ``number`` if it is not of the film's size."""
    return folder / f"frame-{number}.png"


def back_path(folder: Path, number: int) -> Path:
    """The file that marks a loss of the camera before frame ``number``."""
    return folder / f"back-{number}"


def _free_mb(folder: Path) -> float:
    """What is free of its disk; nothing of one that was pulled."""
    try:
        return shutil.disk_usage(folder).free / MEGABYTE
    except OSError:
        return 0.0


def _write(path: Path, picture: Frame) -> int:
    """Write it; returns how many bytes it takes."""
    if not cv2.imwrite(str(path), picture):
        raise DeviceError(f"cannot record {path}; make room on the disk, or stop recording")
    return path.stat().st_size
