"""The camera and the throw tracker, on a thread of their own: the loop gets their reports, and shares nothing else.

Rule kept here: after each frame with reports the camera waits until the loop has dealt with them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache

from firmware.devices.protocols import Camera, Frame
from firmware.errors import DeviceLostError
from scoreboard.face_guard import Face
from vision.readings import Reading
from vision.tracking.events import Report, Thrown

ReadFrame = Callable[[Frame, Callable[[], Frame]], tuple[Report, ...] | None]
"""A frame, and what takes the still of its moment -> the reports of them; None if nothing happened."""


@dataclass(frozen=True, slots=True)
class FrameReports:
    """What the tracker reports of a frame, or of its still, that was read.

    Attributes:
        came: when the camera gave the frame, on the loop's clock in seconds; or the press that this has waited for.
        waited: whether it is judged only now that a button was pressed.
    """

    frame: Frame
    reports: tuple[Report, ...]
    came: float
    waited: bool = False

    @property
    def readings(self) -> tuple[Reading, ...]:
        """The throws among the reports."""
        return tuple(report.reading for report in self.reports if isinstance(report, Thrown))


@dataclass(frozen=True, slots=True)
class CameraEnded:
    """The camera has no more pictures; ``error`` says why, unless they simply came to their end."""

    error: BaseException | None


class CameraThread:
    """Reads a camera on a thread of its own, from within the running loop, until it ends or is stopped.

    ``on_frame`` is called with every frame, ``on_event`` with each `FrameReports` and at last with `CameraEnded`.
    """

    def __init__(
        self,
        camera: Camera,
        read: ReadFrame,
        on_frame: Callable[[Frame], None],
        on_event: Callable[[FrameReports | CameraEnded], None],
    ) -> None:
        self._camera, self._read, self._on_frame, self._on_event = camera, read, on_frame, on_event
        self._watched = Face("camera picture")
        self._loop = asyncio.get_running_loop()
        self._executor = ThreadPoolExecutor(1, thread_name_prefix="camera")
        self._dealt_with = asyncio.Event()
        self._task = self._loop.create_task(self._watch())
        self._task.add_done_callback(self._ended)

    def go_on(self) -> None:
        """The loop has dealt with the last reports."""
        self._dealt_with.set()

    def stop(self) -> None:
        """Read no more frames; returns when the thread has ended, for which the camera must have been closed."""
        self._task.cancel()
        self._executor.shutdown(wait=True)

    async def _watch(self) -> None:
        while (frame := await self._loop.run_in_executor(self._executor, self._camera.frame)) is not None:
            came = self._loop.time()
            with self._watched:
                self._on_frame(frame)
            still = cache(self._camera.still)  # taken when it is first called for, and not twice
            reports = await self._loop.run_in_executor(self._executor, self._reports_of, frame, still)
            if reports is not None:
                self._dealt_with.clear()
                self._on_event(FrameReports(still() if still.cache_info().currsize else frame, reports, came))
                await self._dealt_with.wait()

    def _reports_of(self, frame: Frame, still: Callable[[], Frame]) -> tuple[Report, ...] | None:
        try:
            return self._read(frame, still)
        except DeviceLostError:  # reported already, by the camera's supervisor
            return None

    def _ended(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled():
            self._on_event(CameraEnded(task.exception()))
