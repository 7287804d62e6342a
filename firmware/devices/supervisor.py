"""Devices that may fail in the middle of a game, and come back.

Each class stands between the loop and one device, and is a device itself, so that the loop knows nothing of faults.
Rule kept here: a `DeviceError` is reported and goes no further; the device is given back, and asked for anew after a
while that grows from one failure to the next. A camera that hangs without an error is not waited for here: it no longer
ticks, and the watchdog ends the program.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import chain, repeat
from queue import Empty, SimpleQueue
from threading import Event, Thread, current_thread
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

import numpy as np

from firmware.devices.health import HealthReporter, absent, impaired
from firmware.errors import DeviceError, DeviceLostError
from firmware.messages import Message

if TYPE_CHECKING:
    from PIL import Image

    from firmware.devices.protocols import Buttons, Camera, Clock, Frame, Gesture, Panel, Speaker, StuckListener
    from scoreboard.commentary import Sound

PAUSES_S = (1.0, 2.0, 4.0, 8.0, 15.0)
"""How long to wait before a lost device is asked for again: at first, then, and so on; the last of them for ever."""
FROZEN_S = 5.0
"""A picture that has not changed in a single bit for so long is not live: every sensor is noisier than that."""
SLICE_S = 0.5
"""While a camera is known to be gone, its thread shows so often that it is not hanging."""

Wait = Callable[[float], object]
"""Waits so many seconds, or until the device is closed."""


def pauses() -> Iterator[float]:
    """How long to wait from one try to the next, seconds."""
    return chain(PAUSES_S, repeat(PAUSES_S[-1]))


class Closable(Protocol):
    """What every device is."""

    def close(self) -> None:
        """Give it back."""


D = TypeVar("D", bound=Closable)


class ReconnectingDevice(Generic[D]):
    """A device that is either there or will be asked for again.

    Args:
        opener: opens it; raises `DeviceError` while it is gone.
        report: called with its trouble when it is lost, and with None when it is back.
        panel: what the LED panel says while it is gone.
        clock: measures how long to wait.

    Attributes:
        device: the device, while it is there.
        lost: whether it has been reported as gone, and not yet as back.
    """

    def __init__(self, opener: Callable[[], D], report: HealthReporter, panel: str, clock: Clock) -> None:
        self._opener, self._report, self._panel, self._clock = opener, report, panel, clock
        self._pauses, self._due = pauses(), clock.monotonic()
        self.device: D | None = None
        self.lost = False

    @property
    def left_s(self) -> float:
        """For how long it is not to be asked for yet, seconds."""
        return max(0.0, self._due - self._clock.monotonic())

    def open(self) -> D | None:
        """The device; opened now if it is not there and its time has come.

        Returns:
            None while it is gone.
        """
        if self.device is None and not self.left_s:
            try:
                self.device = self._opener()
            except DeviceError as error:
                self.lose(error)
        return self.device

    def lose(self, error: DeviceError) -> None:
        """It has failed: give it back, say so, and let it be for a while."""
        self.lost = True
        self._report(absent(str(error), self._panel))
        self.close()
        self._due = self._clock.monotonic() + next(self._pauses)

    def works(self) -> None:
        """It does what it should."""
        if self.lost:
            self.lost, self._pauses = False, pauses()
            self._report(None)

    def close(self) -> None:
        """Give it back, if it is there; what it says to that is no news."""
        device, self.device = self.device, None
        if device is not None:
            with suppress(OSError, RuntimeError):
                device.close()


class SupervisedCamera:
    """A live camera that may be unplugged or freeze; satisfies `firmware.devices.protocols.Camera`.

    Args, beyond those of `ReconnectingDevice`:
        tick: called whenever this thread shows that it is not hanging.
        afresh: called before the first frame after a loss: what lies on the table by then was thrown unseen.
        wait: waits between two tries; by default until that time has passed or the camera is closed.
    """

    def __init__(
        self,
        opener: Callable[[], Camera],
        report: HealthReporter,
        clock: Clock,
        *,
        tick: Callable[[], None] = lambda: None,
        afresh: Callable[[], None] = lambda: None,
        wait: Wait | None = None,
    ) -> None:
        self._held = ReconnectingDevice(opener, report, "NO CAMERA", clock)
        self._clock, self._tick, self._afresh = clock, tick, afresh
        self._closed = Event()
        self._wait = wait or self._closed.wait
        self._last: Frame | None = None
        self._changed = 0.0

    def open(self) -> bool:
        """Try to open the camera now; whether it is there. `frame` does so by itself."""
        return self._held.open() is not None

    def frame(self) -> Frame | None:
        """The next frame, however long the camera has been gone; None once closed."""
        while not self._closed.is_set():
            camera = self._held.open()
            if camera is None:
                self._rest()
                continue
            try:
                frame = camera.frame()
                if frame is None:
                    return None
                live = self._is_live(frame)
            except DeviceError as error:
                self._held.lose(error)
                continue
            self._tick()
            if live:
                return frame
        self._held.close()  # it may have been opened while `close` was called
        return None

    def still(self) -> Frame:
        """The picture to read from, of the moment that the last frame showed.

        Raises:
            DeviceLostError: if the camera was lost since; `frame` will wait until it is back.
            DeviceError: if it has shown no frame yet.
        """
        camera = self._held.device
        if camera is None:
            raise DeviceLostError("the camera is gone; its next frame will come when it is back")
        try:
            return camera.still()
        except DeviceError as error:
            self._held.lose(error)
            raise DeviceLostError(str(error)) from error

    def close(self) -> None:
        """Give the camera back; closing twice is harmless."""
        self._closed.set()
        self._held.close()

    def _is_live(self, frame: Frame) -> bool:
        """Whether the frame may be shown; one that stands still may, unless it stood when the camera was lost."""
        if _differs(frame, self._last):
            self._last, self._changed = frame, self._clock.monotonic()
            if self._held.lost:
                self._afresh()
            self._held.works()
        elif self._clock.monotonic() - self._changed > FROZEN_S:
            self._changed = self._clock.monotonic()
            raise DeviceError("the camera's picture stands still; see that its lens is free and its plug is in")
        return not self._held.lost

    def _rest(self) -> None:
        """Wait until the camera may be asked for again; known to be gone, it is not hanging."""
        while (left := self._held.left_s) and not self._closed.is_set():
            self._tick()
            self._wait(min(SLICE_S, left))


def _differs(frame: Frame, last: Frame | None) -> bool:
    """Whether anything at all has changed; a few lines tell it of nearly every frame."""
    if last is None:
        return True
    return not (np.array_equal(frame[::32], last[::32]) and np.array_equal(frame, last))


class SupervisedPanel:
    """A panel whose wire may come loose; satisfies `firmware.devices.protocols.Panel`.

    Args, beyond those of `ReconnectingDevice`:
        size: its width and height in pixels.
        tick: called when a picture was shown, or is known to have nowhere to go.
    """

    def __init__(
        self,
        opener: Callable[[], Panel],
        size: tuple[int, int],
        report: HealthReporter,
        clock: Clock,
        tick: Callable[[], None] = lambda: None,
    ) -> None:
        self._held = ReconnectingDevice(opener, report, "NO PANEL", clock)
        self._size, self._tick = size, tick

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self._size

    def open(self) -> bool:
        """Try to open the panel now; whether it is there. `show` does so by itself."""
        return self._held.open() is not None

    def show(self, picture: Image.Image) -> None:
        """Light the panel, if it is there."""
        panel = self._held.open()
        if panel is not None:
            try:
                panel.show(picture)
            except DeviceError as error:
                self._held.lose(error)
            else:
                self._held.works()
        self._tick()

    def close(self) -> None:
        """Put the lights out; closing twice is harmless."""
        self._held.close()


class SupervisedButtons:
    """Buttons whose pins may not be there yet, and of which one may be stuck; a `devices.protocols.Buttons`."""

    def __init__(self, opener: Callable[[], Buttons], report: HealthReporter, clock: Clock) -> None:
        self._held = ReconnectingDevice(opener, report, "NO BUTTONS", clock)
        self._report = report
        self._closed = Event()
        self._retrying: Thread | None = None

    def open(self) -> bool:
        """Try to open the pins now; whether they are there."""
        return self._held.open() is not None

    def listen(self, heard: Callable[[Gesture], None], stuck: StuckListener = lambda _: None) -> None:
        """Call ``heard`` for every gesture from now on, and once the pins are there if they are not yet."""

        def stuck_too(names: frozenset[str]) -> None:
            self._report(_stuck(sorted(names)) if names else None)
            stuck(names)

        buttons = self._held.open()
        if buttons is not None:
            buttons.listen(heard, stuck_too)
            self._held.works()
        else:
            self._retrying = Thread(target=self._retry_opening, args=(heard, stuck), name="buttons-lost", daemon=True)
            self._retrying.start()

    def close(self) -> None:
        """Give the pins back; closing twice is harmless."""
        self._closed.set()
        if self._retrying is not None and self._retrying is not current_thread():
            self._retrying.join()
        self._held.close()

    def _retry_opening(self, heard: Callable[[Gesture], None], stuck: StuckListener) -> None:
        while not self._closed.wait(self._held.left_s):
            if self._held.open() is not None:
                return self.listen(heard, stuck)
        return None


def _stuck(names: list[str]) -> Message:
    listed = " and ".join(name.upper() for name in names)
    them = "they are" if len(names) > 1 else "it is"
    said = f"{listed} held down for too long: ignored until {them} let go; see what presses there"
    return impaired(said, f"{names[0]} stuck")


class SupervisedSpeaker:
    """A speaker with a thread of its own, that may have no card; satisfies `firmware.devices.protocols.Speaker`."""

    def __init__(self, opener: Callable[[], Speaker], report: HealthReporter, clock: Clock) -> None:
        self._held = ReconnectingDevice(opener, report, "NO SOUND", clock)
        self._wanted: SimpleQueue[Sound | None] = SimpleQueue()
        self._closed = False
        self._playing = Thread(target=self._work, name="speaker", daemon=True)
        self._playing.start()

    def play(self, sound: Sound) -> None:
        """Have it played soon; while another one waits already, not at all."""
        if self._wanted.empty():
            self._wanted.put(sound)

    def close(self) -> None:
        """Be silent and give the card back; closing twice is harmless."""
        self._closed = True
        self._wanted.put(None)
        self._playing.join()
        self._held.close()

    def _work(self) -> None:
        """Ask for the card until it is there, then play what is wanted; what was wanted without a card is forgotten."""
        sound: Sound | None = None
        while not self._closed:
            speaker = self._held.open()
            try:
                if speaker is not None and sound is not None:
                    speaker.play(sound)
            except DeviceError as error:
                self._held.lose(error)
            else:
                if speaker is not None:
                    self._held.works()
            sound = self._next()

    def _next(self) -> Sound | None:
        """The next sound that is wanted; None when it is time to ask for the card again."""
        with suppress(Empty):
            return self._wanted.get(timeout=self._held.left_s if self._held.lost else None)
        return None
