"""Devices that may fail in the middle of a game, and come back.

Each class stands between the loop and one device, and is a device itself, so that the loop knows nothing of faults.
Rule kept here: a `DeviceError` is reported and goes no further; the device is released, and opened again after a pause
that grows from one failure to the next. A camera that hangs without an error no longer ticks, and the watchdog ends the
program.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import chain, repeat
from threading import Event, Thread, current_thread
from typing import TYPE_CHECKING, Generic, TypeVar

import numpy as np

from firmware.devices.health import HealthReporter, Part, impaired, lost
from firmware.devices.protocols import Adjustable, Buttons, Camera, Holdable, Panel, SoundCard
from firmware.errors import DeviceError, DeviceLostError
from firmware.notice import Notice
from scoreboard.message import message

if TYPE_CHECKING:
    from PIL import Image

    from firmware.devices.protocols import CameraSettings, Clock, Frame, Gesture, StuckListener

PAUSES_S = (1.0, 2.0, 4.0, 8.0, 15.0)
"""From one try to open a lost device to the next; the last of them for ever."""
FROZEN_S = 5.0
"""A picture that has not changed in a single bit for so long is not live: every sensor is noisier than that."""
SLICE_S = 0.5
"""While a camera is lost, its thread ticks so often."""

Wait = Callable[[float], object]
"""Waits so many seconds, or until the device is closed."""


D = TypeVar("D", Camera, Buttons, Panel, SoundCard)


class Supervised(Generic[D]):
    """A device that is either there or will be opened again.

    Args:
        opener: opens it; raises `DeviceError` while it is gone.
        report: called with its trouble when it is lost, and with None when it is back.
        part: which device it is.
        clock: measures the pauses.
    """

    def __init__(self, opener: Callable[[], D], report: HealthReporter, part: Part, clock: Clock) -> None:
        self._opener: Callable[[], D] = opener
        self._report, self._part, self._clock = report, part, clock
        self._pauses, self._due = pauses(), clock.monotonic()
        self._device: D | None = None
        self._lost = False

    @property
    def _pause_s(self) -> float:
        """How long it is not to be opened yet."""
        return max(0.0, self._due - self._clock.monotonic())

    def open(self) -> D | None:
        """The device, opened if it is not there and the pause is over; None while it is gone."""
        if self._device is None and not self._pause_s:
            try:
                self._device = self._opener()
            except DeviceError as error:
                self._lose(error)
        return self._device

    def _lose(self, error: DeviceError) -> None:
        """Report that it has failed, release it, and begin a pause."""
        self._lost = True
        self._report(lost(self._part, error.words))
        self._release()
        self._due = self._clock.monotonic() + next(self._pauses)

    def _works(self) -> None:
        if self._lost:
            self._lost, self._pauses = False, pauses()
            self._report(None)

    def close(self) -> None:
        """Release it for good."""
        self._release()

    def _release(self) -> None:
        """Release it, if it is there; errors over that are ignored."""
        device, self._device = self._device, None
        if device is not None:
            with suppress(OSError, RuntimeError):
                device.close()


def pauses() -> Iterator[float]:
    """From one try to the next, seconds."""
    return chain(PAUSES_S, repeat(PAUSES_S[-1]))


class SupervisedCamera(Supervised[Camera]):
    """A live camera that may be unplugged or freeze; `Adjustable`, as far as the camera itself is.

    Args, beyond those of `Supervised`:
        tick: called often by a thread that does not hang.
        restart: called before the first frame after a loss: what lies on the table by then was thrown unseen.
        wait: waits between two tries; by default until that time has passed or the camera is closed.
    """

    def __init__(
        self,
        opener: Callable[[], Camera],
        report: HealthReporter,
        clock: Clock,
        *,
        tick: Callable[[], None] = lambda: None,
        restart: Callable[[], None] = lambda: None,
        wait: Wait | None = None,
    ) -> None:
        super().__init__(opener, report, "camera", clock)
        self._tick, self._restart = tick, restart
        self._closed = Event()
        self._wait = wait or self._closed.wait
        self._last: Frame | None = None
        self._changed = 0.0
        self._kept: CameraSettings | None = None

    def open(self) -> Camera | None:
        """The camera; one that is back takes its pictures as the one before was told to."""
        before, camera = self._device, super().open()
        if camera is not before and self._kept is not None:
            self.keep(self._kept)
        return self._device

    def frame(self) -> Frame | None:
        """The next frame, waiting for a lost camera to come back; None once closed."""
        while not self._closed.is_set():
            camera = self.open()
            if camera is None:
                self._wait_to_open()
                continue
            try:
                frame = camera.frame()
                if frame is None:
                    return None
                live = self._is_live(frame)
            except DeviceError as error:
                self._lose(error)
                continue
            self._tick()
            if live:
                return frame
        self._release()  # it may have been opened while `close` was called
        return None

    def still(self) -> Frame:
        """The still of the last frame; a DeviceLostError if the camera was lost since: `frame` waits for it."""
        camera = self._device
        if camera is None:
            raise DeviceLostError(message("camera.gone"))
        try:
            return camera.still()
        except DeviceError as error:
            self._lose(error)
            raise DeviceLostError(error.words) from error

    def settings(self) -> CameraSettings | None:
        """How the last frame was taken; None for a camera that does not tell, or is lost."""
        try:
            return None if (camera := self._adjustable) is None else camera.settings()
        except DeviceError as error:
            self._lose(error)
            return None

    def keep(self, settings: CameraSettings) -> None:
        """Take every frame like this from now on, also after a loss; called on the thread that takes the frames."""
        self._kept = settings
        try:
            if (camera := self._adjustable) is not None:
                camera.keep(settings)
        except DeviceError as error:
            self._lose(error)

    @property
    def _adjustable(self) -> Adjustable | None:
        camera: object = self._device
        return camera if isinstance(camera, Adjustable) else None

    def close(self) -> None:
        """Release the camera."""
        self._closed.set()
        self._release()

    def _is_live(self, frame: Frame) -> bool:
        """Whether the frame may be shown: one equal to the last may, but not until the next change after a loss."""
        if _differs(frame, self._last):
            self._last, self._changed = frame, self._clock.monotonic()
            if self._lost:
                self._restart()
            self._works()
        elif self._clock.monotonic() - self._changed > FROZEN_S:
            self._changed = self._clock.monotonic()
            raise DeviceError(message("camera.still"))
        return not self._lost

    def _wait_to_open(self) -> None:
        while (pause_s := self._pause_s) and not self._closed.is_set():
            self._tick()
            self._wait(min(SLICE_S, pause_s))


def _differs(frame: Frame, last: Frame | None) -> bool:
    """Whether anything at all has changed; nearly always a few rows show it."""
    if last is None:
        return True
    return not (np.array_equal(frame[::32], last[::32]) and np.array_equal(frame, last))


class SupervisedPanel(Supervised[Panel]):
    """A panel whose wire may come loose; ``tick`` is called after each picture, whether shown or lost."""

    def __init__(
        self,
        opener: Callable[[], Panel],
        size: tuple[int, int],
        report: HealthReporter,
        clock: Clock,
        tick: Callable[[], None] = lambda: None,
    ) -> None:
        super().__init__(opener, report, "panel", clock)
        self.size, self._tick = size, tick

    def show(self, picture: Image.Image) -> None:
        """Light the panel, if it is there."""
        panel = self.open()
        if panel is not None:
            try:
                panel.show(picture)
            except DeviceError as error:
                self._lose(error)
            else:
                self._works()
        self._tick()


class SupervisedButtons(Supervised[Buttons]):
    """Buttons whose pins may not be there yet, and of which one may be stuck."""

    def __init__(self, opener: Callable[[], Buttons], report: HealthReporter, clock: Clock) -> None:
        super().__init__(opener, report, "buttons", clock)
        self._closed = Event()
        self._retrying: Thread | None = None

    def listen(self, on_gesture: Callable[[Gesture], None], on_stuck: StuckListener = lambda _: None) -> None:
        """Call ``on_gesture`` for every gesture from now on, or as soon as the pins are there."""

        def stuck(names: frozenset[str]) -> None:
            self._report(_stuck(sorted(names)) if names else None)
            on_stuck(names)

        buttons = self.open()
        if buttons is not None:
            buttons.listen(on_gesture, stuck)
            self._works()
        else:
            listeners = on_gesture, on_stuck
            self._retrying = Thread(target=self._retry_opening, args=listeners, name="buttons-lost", daemon=True)
            self._retrying.start()

    def held(self) -> frozenset[str]:
        """Those that are down now, as far as the buttons are there and know."""
        device: object = self._device
        return device.held() if isinstance(device, Holdable) else frozenset()

    def close(self) -> None:
        """Release the pins."""
        self._closed.set()
        if self._retrying is not None and self._retrying is not current_thread():
            self._retrying.join()
        self._release()

    def _retry_opening(self, on_gesture: Callable[[Gesture], None], on_stuck: StuckListener) -> None:
        while not self._closed.wait(self._pause_s):
            if self.open() is not None:
                return self.listen(on_gesture, on_stuck)
        return None


def _stuck(names: list[str]) -> Notice:
    capitals = tuple(name.upper() for name in names)
    stuck = message("buttons.stuck", names=capitals, first=names[0], count=len(names))
    return impaired(stuck, stuck)
