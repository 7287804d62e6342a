"""The camera with its dice reader, on a thread of their own: the loop is handed what was seen, and shares nothing else.

Rule kept here: between two things seen, the camera waits until the table has dealt with the first.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from firmware.devices.protocols import Camera, Frame
from firmware.errors import DeviceLostError
from vision.readings import Reading
from vision.tracking.events import Report, Thrown

ReadFrame = Callable[[Frame, Callable[[], Frame]], tuple[Report, ...] | None]
"""What the eyes make of a frame, and of the still of its moment if they ask for it: None where nothing happened."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What the eyes have made of a frame.

    Attributes:
        frame: the picture they read from.
        reports: what they say.
        came: when the camera gave the frame, on the loop's clock in seconds; or the press that this has waited for.
        waited: whether it is judged only now that somebody has pressed a button.
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
class Ended:
    """The camera has no more pictures; ``error`` says why, unless they simply came to their end."""

    error: BaseException | None


class Still:
    """Takes a camera's still when it is first asked for, and keeps it: to be shown, and not to be taken twice."""

    def __init__(self, camera: Camera) -> None:
        self._camera = camera
        self.picture: Frame | None = None

    def __call__(self) -> Frame:
        """The still of this moment."""
        if self.picture is None:
            self.picture = self._camera.still()
        return self.picture


class CameraThread:
    """Reads a camera on a thread of its own, from within the running loop, until it ends or is stopped.

    Args:
        camera: what is watched.
        read: reads the dice of a frame.
        film: is shown every frame.
        on_event: called with each `Seen`, then once with `Ended`.
    """

    def __init__(
        self, camera: Camera, read: ReadFrame, film: Callable[[Frame], None], on_event: Callable[[Seen | Ended], None]
    ) -> None:
        self._camera, self._read, self._film, self._on_event = camera, read, film, on_event
        self._loop = asyncio.get_running_loop()
        self._eyes = ThreadPoolExecutor(1, thread_name_prefix="eyes")
        self._dealt_with = asyncio.Event()
        self._task = self._loop.create_task(self._watch())
        self._task.add_done_callback(self._ended)

    def go_on(self) -> None:
        """The table has dealt with what was seen."""
        self._dealt_with.set()

    def stop(self) -> None:
        """Look no more; returns when the eyes have shut, for which the camera must have been closed."""
        self._task.cancel()
        self._eyes.shutdown(wait=True)

    async def _watch(self) -> None:
        while (frame := await self._loop.run_in_executor(self._eyes, self._camera.frame)) is not None:
            came = self._loop.time()
            self._film(frame)
            still = Still(self._camera)
            reports = await self._loop.run_in_executor(self._eyes, self._looked, frame, still)
            if reports is not None:
                self._dealt_with.clear()
                self._on_event(Seen(frame if still.picture is None else still.picture, reports, came))
                await self._dealt_with.wait()

    def _looked(self, frame: Frame, still: Still) -> tuple[Report, ...] | None:
        try:
            return self._read(frame, still)
        except DeviceLostError:  # said already, by whoever watches over the camera
            return None

    def _ended(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled():
            self._on_event(Ended(task.exception()))
