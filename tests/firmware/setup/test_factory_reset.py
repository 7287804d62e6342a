"""A reset is asked for by holding two buttons to the end of a count-down, and by nothing else."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing

import pytest
from gpiozero.pins.mock import MockFactory
from PIL import ImageChops
from support.stadium import FixedClock

from firmware.devices.gpio_buttons import GpioButtons
from firmware.devices.keyboard import Keyboard
from firmware.devices.protocols import Buttons, Panel
from firmware.errors import DeviceError
from firmware.setup.factory_reset import COUNT_S, PanelAnnouncer, is_asked_for
from firmware.simulated.peripherals import SimulatedButtons, SimulatedPanel
from scoreboard.display import message_picture
from scoreboard.language import ENGLISH, language

PINS = {"ok": 6, "undo": 26, "next": 5}


def asked(buttons: Buttons | None, wait: Callable[[float], None] = lambda _: None) -> tuple[bool, list[str]]:
    """Whether a reset is asked for, and what the panel showed meanwhile."""
    shown: list[str] = []
    return is_asked_for(buttons, lambda words: shown.append(ENGLISH(words, "panel")), wait), shown


def test_both_held_to_the_end_ask_for_it() -> None:
    """The panel counts down for ten seconds."""
    buttons, passed = SimulatedButtons(), list[float]()
    buttons.down = frozenset({"ok", "undo"})
    found, shown = asked(buttons, passed.append)
    assert (True, ["RESET IN 10", "RESET IN 1"]) == (found, [shown[0], shown[-1]])
    assert COUNT_S == pytest.approx(sum(passed))


@pytest.mark.parametrize("let_go", ["ok", "undo"])
@pytest.mark.parametrize("after_s", [0.2, 5.0, 9.9])
def test_either_release_cancels(let_go: str, after_s: float) -> None:
    """Letting go of either calls it off, up to the last moment."""
    buttons, passed = SimulatedButtons(), [0.0]
    buttons.down = frozenset({"ok", "undo"})

    def wait(seconds: float) -> None:
        passed[0] += seconds
        if passed[0] >= after_s:
            buttons.down -= {let_go}

    found, shown = asked(buttons, wait)
    assert (False, "NO RESET") == (found, shown[-1])


@pytest.mark.parametrize("down", [(), ("ok",), ("undo",), ("ok", "next")])
def test_nothing_else_asks_for_it_or_lights_the_panel(down: tuple[str, ...]) -> None:
    """One button held, or two others, is an ordinary start."""
    buttons = SimulatedButtons()
    buttons.down = frozenset(down)
    assert (False, []) == asked(buttons)


def test_buttons_that_cannot_be_held_never_ask_for_it() -> None:
    """No buttons at all; and a keyboard's keys are not Holdable."""
    assert (False, []) == asked(None)
    assert not hasattr(Keyboard, "held")


def test_pins_that_are_down_when_the_stadium_starts_are_held() -> None:
    """The contacts were closed before the program listened, so there is no edge to hear."""
    factory = MockFactory()
    with closing(GpioButtons(PINS, 0.03, factory=factory, clock=FixedClock())) as buttons:
        for name in ("ok", "undo"):
            factory.pin(PINS[name]).drive_low()
        assert {"ok", "undo"} == buttons.held()
        assert asked(buttons)[0]


def test_panel_is_opened_on_demand() -> None:
    """It is opened when there is something to say, and given back."""
    panels: list[SimulatedPanel] = []

    def opener() -> Panel:
        panels.append(SimulatedPanel((64, 16)))
        return panels[-1]

    with closing(PanelAnnouncer(opener, language("en"))) as announcer:
        assert [] == panels
        announcer("RESET IN 3")
        announcer("RESET IN 2")
        expected = message_picture("RESET IN 2", (64, 16))
        assert 1 == len(panels)
        assert ImageChops.difference(panels[0].picture, expected).getbbox() is None


def test_reset_works_without_a_panel() -> None:
    """It is asked for once, and then left alone."""
    asked_for: list[int] = []

    def missing() -> Panel:
        asked_for.append(1)
        raise DeviceError("no panel")

    with closing(PanelAnnouncer(missing, language("en"))) as announcer:
        announcer("RESET IN 10")
        announcer("RESET IN 9")
    assert [1] == asked_for
