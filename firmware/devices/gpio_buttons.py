"""Buttons on the Raspberry Pi's header pins, by gpiozero; on mock pins where there is no Pi.

Rule kept here: hardware libraries are used only here, in `firmware.devices.pi_camera` and in
`firmware.devices.spi_panels`. Those that only a Pi has (lgpio, picamera2, spidev) are imported when the device is
opened, so that everything else runs anywhere; and all that they raise leaves as one line that says what to do.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from threading import Condition, Thread, current_thread
from typing import TYPE_CHECKING, Any, Literal

from gpiozero import DigitalInputDevice
from gpiozero.exc import GPIOZeroError, PinUnknownPi
from gpiozero.pins import Factory

from firmware.devices.debounce import BUTTONS, ButtonName, Debouncer
from firmware.errors import DeviceError
from scoreboard.message import message

if TYPE_CHECKING:
    from firmware.devices.protocols import Clock, Gesture, StuckListener


def _lgpio_factory() -> Factory:
    try:
        from gpiozero.pins.lgpio import LGPIOFactory
    except ImportError as error:
        raise DeviceError(message("buttons.no-lgpio")) from error
    return open_lgpio(LGPIOFactory)


def open_lgpio(factory: Callable[[], Factory]) -> Factory:
    """The pins, or why they cannot be had, in words."""
    try:
        return factory()
    except PinUnknownPi as error:
        raise DeviceError(message("buttons.no-pi")) from error
    except _pin_faults() as error:
        raise DeviceError(message("buttons.no-pins", why=str(error))) from error


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
        """Release the pin.

        gpiozero closes an lgpio pin and leaves lgpio to call it. Whoever opens the same pin again shares that call:
        it fails on lgpio's one thread, and no button would be heard any more.
        """
        with suppress(*_pin_faults()):
            if self.pin is not None:
                self.pin.when_changed = None
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
        raise DeviceError(message("buttons.bad-pin", pin=pin, name=name.upper(), why=str(error))) from error
