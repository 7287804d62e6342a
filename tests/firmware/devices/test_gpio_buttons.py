"""Nine buttons on header pins, driven at gpiozero's mock pins."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from queue import SimpleQueue
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import pytest
from gpiozero.exc import PinUnknownPi
from gpiozero.pins.mock import MockFactory, MockPin
from support.hang import GIVE_UP_S

from firmware.devices import gpio_buttons
from firmware.devices.debounce import BUTTONS
from firmware.devices.gpio_buttons import GpioButtons, pin_factory
from firmware.devices.protocols import Buttons, Gesture, SystemClock
from firmware.errors import DeviceError

PINS: dict[str, int] = {name: 4 + index for index, name in enumerate(BUTTONS)}
BOUNCE_S = 0.03


class Clock:
    """A clock that stands until it is told to go on."""

    def __init__(self) -> None:
        self.time = 100.0

    def monotonic(self) -> float:
        """Seconds, as told."""
        return self.time

    def now(self) -> str:
        """Not asked for here."""
        raise NotImplementedError


class HeldDown(MockPin):
    """A pin that something outside holds to ground, whatever its pull-up would like."""

    def _set_pull(self, value: str) -> None:
        self._pull = value


class Table:
    """Buttons at mock pins, fingers to press them, and what was heard."""

    def __init__(self) -> None:
        self.clock = Clock()
        self.factory = MockFactory()
        self.buttons = GpioButtons(PINS, BOUNCE_S, factory=self.factory, clock=self.clock)
        self.heard: list[Gesture] = []
        self.buttons.listen(self.heard.append)

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        self.clock.time += seconds
        self.buttons.tick()

    def press(self, name: str, hold_s: float = 0.1) -> None:
        """Pull a pin to ground, as a finger does, and let it go."""
        pin = self.factory.pin(PINS[name])
        pin.drive_low()
        self.wait(hold_s)
        pin.drive_high()
        self.wait(0.1)


@pytest.fixture
def table() -> Iterator[Table]:
    """Nine buttons, wired and listened to."""
    table = Table()
    yield table
    table.buttons.close()


def test_every_button_is_heard_by_its_name(table: Table) -> None:
    """Each of the nine pins is the button that the configuration says."""
    for name in BUTTONS:
        table.press(name)
    assert list(BUTTONS) == table.heard


def test_what_is_held_means_something_else(table: Table) -> None:
    """UNDO held one second is redo, heard before it is let go; OK held two is the menu, and no OK besides (D55)."""
    table.factory.pin(PINS["undo"]).drive_low()
    table.wait(1.0)
    assert ["redo"] == table.heard
    table.press("ok", hold_s=2.0)
    assert ["redo", "menu"] == table.heard


def test_bounce_at_the_pin_is_one_press(table: Table) -> None:
    """A chattering contact is one press, though mock pins debounce nothing."""
    pin = table.factory.pin(PINS["out"])
    for _ in range(5):
        pin.drive_low()
        table.wait(0.002)
        pin.drive_high()
        table.wait(0.002)
    table.press("out")
    assert ["out"] == table.heard


def test_a_button_held_at_the_start_is_no_press() -> None:
    """A button that is down when the appliance starts says nothing."""
    factory, heard, clock = MockFactory(), list[Gesture](), Clock()
    pin = factory.pin(PINS["out"])
    buttons = GpioButtons(PINS, BOUNCE_S, factory=factory, clock=clock)
    buttons.listen(heard.append)
    pin.drive_low()
    pin.drive_high()
    clock.time += 1
    buttons.tick()
    buttons.close()
    assert [] == heard


def test_button_held_since_the_start_is_stuck() -> None:
    """Something lies on OUT when the plug goes in: no press, and after a while it is named; let go, it works again."""
    factory, heard, stuck, clock = MockFactory(), list[Gesture](), list[frozenset[str]](), Clock()
    factory.pin(PINS["out"], pin_class=HeldDown).drive_low()
    buttons = GpioButtons(PINS, BOUNCE_S, factory=factory, clock=clock)
    buttons.listen(heard.append, stuck.append)
    clock.time += 20
    buttons.tick()
    factory.pin(PINS["out"]).drive_high()
    clock.time += 2
    buttons.tick()
    factory.pin(PINS["out"]).drive_low()
    clock.time += 0.5
    buttons.tick()
    factory.pin(PINS["out"]).drive_high()
    clock.time += 0.5
    buttons.tick()
    buttons.close()
    assert ([frozenset({"out"}), frozenset()], ["out"]) == (stuck, heard)


def test_ticking_is_optional() -> None:
    """On the machine's own clock a hold is heard without any other part ticking."""
    heard: SimpleQueue[Gesture] = SimpleQueue()
    factory = MockFactory()
    buttons: Buttons = GpioButtons(PINS, BOUNCE_S, factory=factory, clock=SystemClock())
    buttons.listen(heard.put)
    factory.pin(PINS["run"]).drive_low()
    assert "run-held" == heard.get(timeout=GIVE_UP_S)
    buttons.close()


def test_closing_twice_is_harmless(table: Table) -> None:
    """Closed buttons give their pins back and may be closed again."""
    table.buttons.close()
    table.buttons.close()
    again = GpioButtons(PINS, BOUNCE_S, factory=table.factory, clock=table.clock)
    again.close()


def test_closing_ends_their_thread() -> None:
    """No thread outlives the buttons."""
    before = set(threading.enumerate())
    table = Table()
    assert set(threading.enumerate()) - before
    table.buttons.close()
    assert set() == set(threading.enumerate()) - before


def test_a_pin_that_is_taken_is_named() -> None:
    """Two buttons on one pin are refused in one line that names pin and button."""
    with pytest.raises(DeviceError, match=r"^pin 4 cannot be the STRIKE button \(.*\); see \[buttons\.pins\]$"):
        GpioButtons({"ball": 4, "strike": 4}, BOUNCE_S, factory=MockFactory(), clock=Clock())


def test_mock_pins_are_chosen_by_name() -> None:
    """The driver called mock is gpiozero's own."""
    assert isinstance(pin_factory("mock"), MockFactory)


@pytest.mark.debian13
def test_own_pins_need_no_mock_pins() -> None:
    """Nothing that `stadium run` imports brings them, and what they want in turn."""
    loaded = "import sys, firmware.appliance; sys.exit('gpiozero.pins.mock' in sys.modules)"
    subprocess.run([sys.executable, "-c", loaded], check=True)


def test_missing_lgpio_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without lgpio one line says which package to install."""
    monkeypatch.setitem(sys.modules, "lgpio", None)
    monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)
    with pytest.raises(DeviceError, match=r"^the buttons need lgpio: sudo apt install python3-lgpio; "):
        pin_factory("gpio")


class LgpioError(Exception):
    """As lgpio has it: an exception of its own, no OSError."""


def refuse(error: Exception) -> Any:  # noqa: ANN401 - stands in for a factory's class
    """A factory that fails."""
    return Mock(side_effect=error)


def test_pins_we_may_not_use_say_how_to(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pins that the user may not open: one line names the group to join."""
    monkeypatch.setitem(sys.modules, "lgpio", SimpleNamespace(error=LgpioError))
    with pytest.raises(DeviceError, match=r"^cannot open the Pi's pins \(can not open gpiochip\).* gpio \$USER"):
        gpio_buttons.open_lgpio(refuse(LgpioError("can not open gpiochip")))


def test_buttons_without_a_raspberry_pi_are_refused() -> None:
    """Anywhere but on a Pi, one line says which setting to change."""
    with pytest.raises(DeviceError, match=r"^no Raspberry Pi here, .*\[buttons\] driver"):
        gpio_buttons.open_lgpio(refuse(PinUnknownPi("unable to locate Pi revision")))
