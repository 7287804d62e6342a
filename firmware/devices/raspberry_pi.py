"""The Raspberry Pi: its header pins and its camera, behind the Protocols of `firmware.devices.protocols`.

Rule kept here: only this module and `firmware.devices.spi_panels` use hardware libraries. Those that only a Pi has
(lgpio, picamera2, spidev) are imported when the device is opened, so that everything else runs anywhere; and all that
they raise leaves as one line that says what to do.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from importlib import import_module
from threading import Condition, Thread, current_thread
from typing import TYPE_CHECKING, Any, Literal

import cv2
import numpy as np
from gpiozero import DigitalInputDevice
from gpiozero.exc import GPIOZeroError, PinUnknownPi
from gpiozero.pins import Factory

from firmware.devices.debounce import BUTTONS, ButtonName, Debouncer
from firmware.devices.file_cameras import BAD_IN_A_ROW
from firmware.devices.protocols import AUTOMATIC, CameraSettings
from firmware.errors import DeviceError

if TYPE_CHECKING:
    from types import ModuleType

    from firmware.devices.protocols import Clock, Frame, Gesture, StuckListener

READING_SIZE = (2304, 1296)
"""Of a still, in pixels: a Camera Module 3's sensor read two by two, about 2.7 pixels a millimetre of stadium."""
WATCHING_SIZE = (640, 360)
"""Of a frame to watch, in pixels: small enough to be compared many times a second."""
FRAMES_A_SECOND = 15
"""Enough to distinguish a throw from a hand, and half the work of the camera's own thirty."""
FRAME_US = 1_000_000 // FRAMES_A_SECOND
PATIENCE_S = 5.0
"""How long to wait for a frame: libcamera does not report a cable that has worked loose."""


def _lgpio_factory() -> Factory:
    try:
        from gpiozero.pins.lgpio import LGPIOFactory
    except ImportError as error:
        raise DeviceError(
            "the buttons need lgpio: sudo apt install python3-lgpio; without a Pi: --buttons keys"
        ) from error
    return _open_lgpio(LGPIOFactory)


def _open_lgpio(factory: Callable[[], Factory]) -> Factory:
    try:
        return factory()
    except PinUnknownPi as error:
        raise DeviceError("no Raspberry Pi here, so no pins; set [buttons] driver to keys or none") from error
    except _pin_faults() as error:
        what_to_do = "sudo usermod -aG gpio $USER, then log in again"
        raise DeviceError(f"cannot open the Pi's pins ({error}); to be allowed to: {what_to_do}") from error


def _pin_faults() -> tuple[type[Exception], ...]:
    """What gpiozero and its driver raise; lgpio's own error is no OSError."""
    lgpio: Any = sys.modules.get("lgpio")
    return (GPIOZeroError, OSError) if lgpio is None else (GPIOZeroError, OSError, lgpio.error)


def _mock_factory() -> Factory:
    from gpiozero.pins.mock import MockFactory  # in Debian's gpiozero this brings 5 MB that no stadium needs

    return MockFactory()


FACTORIES: Mapping[str, Callable[[], Factory]] = {"gpio": _lgpio_factory, "mock": _mock_factory}
"""Where pins come from, by the driver's name in the configuration."""


def pin_factory(driver: Literal["gpio", "mock"]) -> Factory:
    """Open the pins: ``gpio`` for a Pi's own, ``mock`` for pins that a test drives."""
    return FACTORIES[driver]()


class _InputPin(DigitalInputDevice):  # type: ignore[misc] # gpiozero has no types
    """A pin, by its BCM number, that is released once and for all, even if the driver raises over it.

    gpiozero resets a pin as it is closed. If the driver fails then, the pin still counts as open and is closed again by
    the garbage collector, which may run while gpiozero makes another pin, and deadlock. A pin that could not be opened
    counts as taken until then.
    """

    def __init__(self, pin: int, factory: Factory) -> None:
        # Our own debouncing needs every edge, so gpiozero's stays off; and not Button, whose threads for holds would
        # each wake ten times a second.
        try:
            super().__init__(pin, pull_up=True, bounce_time=None, pin_factory=factory)
        except _pin_faults():
            factory.release_pins(self, pin)
            raise

    def close(self) -> None:
        """Release the pin."""
        try:
            super().close()
        except _pin_faults():
            self._pin = None


class GpioButtons:
    """The nine buttons on header pins, each joining its pin to ground; `Buttons` and `Holdable`.

    Edges arrive on the driver's threads; a thread of our own wakes when a contact has become stable or a hold is long
    enough. Both take turns at one `Debouncer`, so gestures are reported one at a time and in order.

    Args:
        pins: button -> BCM pin; a button that is left out is not wired.
        bounce_s: how long a contact must stay as it is to count, in seconds.
        factory: where the pins come from; closed with the buttons.
        clock: the time.
    """

    def __init__(self, pins: Mapping[str, int], bounce_s: float, *, factory: Factory, clock: Clock) -> None:
        self._clock = clock
        self._factory = factory
        self._debouncer = Debouncer(bounce_s)
        self._turn = Condition()
        self._on_gesture: Callable[[Gesture], None] | None = None
        self._on_stuck: StuckListener = lambda _: None
        self._stuck: frozenset[str] = frozenset()
        self._open = True
        self._timer = Thread(target=self._watch_time, name="buttons", daemon=True)
        self._buttons: dict[ButtonName, _InputPin] = {}
        with ExitStack() as opened:
            opened.callback(self._release)  # or the chip's handle would stay open for each try
            for name in (each for each in BUTTONS if each in pins):
                with _clear_pin_errors(name, pins[name]):
                    self._wire(name, pins[name])
            opened.pop_all()

    def listen(self, on_gesture: Callable[[Gesture], None], on_stuck: StuckListener = lambda _: None) -> None:
        """Call ``on_gesture`` for every gesture from now on; it should only enqueue, for the buttons wait for it."""
        self._on_gesture, self._on_stuck = on_gesture, on_stuck
        if not self._timer.is_alive() and self._open:
            self._timer.start()

    def held(self) -> frozenset[str]:
        """The buttons that are down now, bounce and all."""
        return frozenset(name for name, button in self._buttons.items() if button.is_active)

    def tick(self) -> None:
        """Check the clock now, as our own thread does in time."""
        with self._turn:
            self._report(self._debouncer.tick(self._clock.monotonic()))

    def close(self) -> None:
        """Release the pins."""
        with self._turn:
            self._open = False
            self._turn.notify()
        self._release()
        if self._timer.is_alive() and self._timer is not current_thread():
            self._timer.join()

    def _release(self) -> None:
        """Release every pin and the chip, even if one of them fails."""
        for button in self._buttons.values():
            button.close()
        try:
            self._factory.close()
        except _pin_faults():  # gpiozero resets each pin first, also one that is not ours
            getattr(self._factory, "pins", {}).clear()
            with suppress(*_pin_faults()):
                self._factory.close()

    def _wire(self, name: ButtonName, pin: int) -> None:
        button = _InputPin(pin, self._factory)
        self._buttons[name] = button
        if button.is_active:
            self._debouncer.found_closed(name, self._clock.monotonic())
        button.when_activated = partial(self._edge, name, True)  # gpiozero refuses a partial with a keyword
        button.when_deactivated = partial(self._edge, name, False)

    def _edge(self, name: ButtonName, closed: bool) -> None:
        with self._turn:
            self._report(self._debouncer.edge(name, closed=closed, now=self._clock.monotonic()))
            self._turn.notify()

    def _report(self, gestures: tuple[Gesture, ...]) -> None:
        for gesture in gestures:
            if self._on_gesture is not None:
                self._on_gesture(gesture)
        if self._stuck != self._debouncer.stuck:
            self._stuck = self._debouncer.stuck
            self._on_stuck(self._stuck)

    def _watch_time(self) -> None:
        with self._turn:
            while self._open:
                due = self._debouncer.due
                self._turn.wait(None if due is None else max(0.0, due - self._clock.monotonic()))
                self._report(self._debouncer.tick(self._clock.monotonic()))


@contextmanager
def _clear_pin_errors(name: str, pin: int) -> Iterator[None]:
    try:
        yield
    except _pin_faults() as error:
        raise DeviceError(f"pin {pin} cannot be the {name.upper()} button ({error}); see [buttons.pins]") from error


class PiCamera:
    """A camera on the Pi's ribbon cable; `Camera` and `Adjustable`.

    Both streams come of one request to the camera, so a still shows the very moment of its frame.

    Args:
        size: width and height of a still, in pixels.
        watch: width and height of a frame, in pixels.
        library: the picamera2 module; None to import it.
        settings: how to take every frame.
    """

    def __init__(
        self,
        size: tuple[int, int] = READING_SIZE,
        watch: tuple[int, int] = WATCHING_SIZE,
        library: ModuleType | None = None,
        *,
        settings: CameraSettings = AUTOMATIC,
    ) -> None:
        self._watch = watch
        self._camera = _start(library or _picamera2(), size, watch)
        self._request: Any = None
        try:
            self.keep(settings)  # left to itself, too: libcamera's own default is a lens that never moves
        except DeviceError:
            self.close()  # or the next try would find it busy
            raise

    def frame(self) -> Frame | None:
        """Wait for the next frame; None once closed."""
        if self._camera is None:
            return None
        with _clear_camera_errors():
            return _tried(self._next_frame)

    def still(self) -> Frame:
        """The large picture of the last frame's moment; if it is damaged, of the moment after."""
        request = self._last_request()
        with _clear_camera_errors():
            try:
                return np.asarray(request.make_array("main"), np.uint8)
            except BAD_FRAME:
                return _tried(self._next_still)

    def _next_frame(self) -> Frame:
        self._release_request()
        self._request = self._camera.capture_request(wait=PATIENCE_S)
        planes = np.asarray(self._request.make_array("lores"), np.uint8)
        # libcamera may pad the lines of the small stream; only what was asked for is picture.
        width, height = self._watch
        return np.asarray(cv2.cvtColor(planes, cv2.COLOR_YUV2BGR_I420)[:height, :width], np.uint8)

    def _next_still(self) -> Frame:
        self._next_frame()
        return np.asarray(self._request.make_array("main"), np.uint8)

    def settings(self) -> CameraSettings:
        """How the last frame was taken; see `Adjustable.settings`."""
        request = self._last_request()
        with _clear_camera_errors():
            metadata = request.get_metadata()
        exposure, gain, colours = (metadata.get(key) for key in ("ExposureTime", "AnalogueGain", "ColourGains"))
        focus = metadata.get("LensPosition")
        return CameraSettings(exposure, gain, None if colours is None else (colours[0], colours[1]), focus)

    def keep(self, settings: CameraSettings) -> None:
        """Take every frame like this from now on; see `Adjustable.keep`."""
        if self._camera is None:
            raise DeviceError("the camera is closed; open it again")
        with _clear_camera_errors():
            known = self._camera.camera_controls
            self._camera.set_controls({key: value for key, value in controls_of(settings).items() if key in known})

    def close(self) -> None:
        """Stop the camera and release it."""
        camera, self._camera = self._camera, None
        if camera is not None:
            for step in (self._release_request, camera.stop, camera.close):
                with suppress(*BAD_FRAME):  # of a camera that is gone there is nothing to stop, but a handle to close
                    step()

    def _last_request(self) -> Any:  # noqa: ANN401 - picamera2 has no types
        if self._request is None:
            raise DeviceError("the camera has shown no picture yet; wait for its first frame")
        return self._request

    def _release_request(self) -> None:
        """Release the last request's memory, or the camera would run out of it."""
        request, self._request = self._request, None
        if request is not None:
            request.release()


BAD_FRAME = (RuntimeError, OSError, ValueError, LookupError, cv2.error)
"""What picamera2, and the conversion of its bytes, raise over a damaged picture or a camera that is gone."""


def _tried(take: Callable[[], Frame]) -> Frame:
    """A usable picture; single damaged ones are passed over. May raise a TimeoutError, or the last `BAD_FRAME`."""
    for _ in range(BAD_IN_A_ROW - 1):
        try:
            return take()
        except TimeoutError:
            raise
        except BAD_FRAME:
            continue
    return take()


AF_MANUAL, AF_CONTINUOUS = 0, 2
"""libcamera's AfMode."""


def controls_of(settings: CameraSettings) -> dict[str, Any]:
    """Settings as libcamera's controls (libcamera, control_ids_core.yaml)."""
    exposed = settings.exposure_us is not None and settings.gain is not None
    controls: dict[str, Any] = {"AeEnable": not exposed, "AwbEnable": settings.white_balance is None}
    if exposed:
        controls |= {"ExposureTime": settings.exposure_us, "AnalogueGain": settings.gain}
    if settings.white_balance is not None:
        controls["ColourGains"] = settings.white_balance
    if settings.focus is None:
        return {**controls, "AfMode": AF_CONTINUOUS}
    return {**controls, "AfMode": AF_MANUAL, "LensPosition": settings.focus}


CABLE = "pull the Pi's plug, then check the camera's ribbon cable at both ends"
"""The cable must not be plugged in live, and a camera is detected only as the Pi starts."""


@contextmanager
def _clear_camera_errors() -> Iterator[None]:
    try:
        yield
    except TimeoutError as error:
        raise DeviceError(f"the camera has sent no picture for {PATIENCE_S:.0f} s; {CABLE}") from error
    except BAD_FRAME as error:
        raise DeviceError(f"the camera has stopped ({error}); {CABLE}") from error


def _picamera2() -> ModuleType:
    try:
        return import_module("picamera2")
    except ImportError as error:
        raise DeviceError("the Pi's camera needs picamera2: sudo apt install python3-picamera2") from error


def _start(library: Any, size: tuple[int, int], watch: tuple[int, int]) -> Any:  # noqa: ANN401 - picamera2 has no types
    """Open, configure and start the camera.

    The small stream can only be YUV on every Pi before the fifth, so it is YUV on all of them. picamera2's "RGB888"
    lies in memory as B, G, R, which is OpenCV's BGR.
    """
    main, lores = {"size": size, "format": "RGB888"}, {"size": watch, "format": "YUV420"}
    controls = {"FrameDurationLimits": (FRAME_US, FRAME_US)}
    try:
        _check_connected(library)
        with ExitStack() as opened:
            camera = library.Picamera2()
            opened.callback(_closed, camera)  # picamera2 itself holds on to it, and the next try would find it busy
            camera.configure(camera.create_video_configuration(main=main, lores=lores, controls=controls))
            camera.start()
            opened.pop_all()
    except DeviceError:
        raise
    except BAD_FRAME as error:
        raise DeviceError(f"the camera does not start ({error}); close whatever else is using it") from error
    return camera


def _check_connected(library: Any) -> None:  # noqa: ANN401 - picamera2 has no types
    """Ask first, because a Picamera2 that finds no camera prints a traceback."""
    if not library.Picamera2.global_camera_info():
        raise DeviceError(f"no camera is connected; {CABLE}")


def _closed(camera: Any) -> None:  # noqa: ANN401 - picamera2 has no types
    with suppress(*BAD_FRAME):
        camera.close()
