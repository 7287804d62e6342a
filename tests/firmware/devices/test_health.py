"""What is wrong with which device, and who is told."""

from __future__ import annotations

import pytest

from firmware.devices.health import DeviceChange, Health, Part, absent, impaired
from firmware.notice import Notice
from scoreboard.language import ENGLISH

UNPLUGGED = absent("the camera has stopped; check its cable", "NO CAMERA")
STUCK = impaired("OUT held down for too long", "out stuck")


def test_loss_and_return_are_reported_once_each() -> None:
    """However often the same trouble is met, it is reported once."""
    health, changes = Health(), list[DeviceChange]()
    report = health.reporter("camera")
    health.listen(changes.append)
    for trouble in (None, UNPLUGGED, UNPLUGGED, None, None):
        report(trouble)
    assert [DeviceChange("camera", UNPLUGGED), DeviceChange("camera", None)] == changes


def test_late_listener_gets_the_present_state() -> None:
    """A device that was missing at the start is told to faces that come after."""
    health, changes = Health(), list[DeviceChange]()
    health.reporter("camera")(UNPLUGGED)
    health.listen(changes.append)
    assert [DeviceChange("camera", UNPLUGGED)] == changes


def test_a_device_that_is_well_is_listed_too() -> None:
    """Everything that the configuration names can be asked after."""
    health = Health()
    health.reporter("panel")
    health.reporter("camera")(UNPLUGGED)
    assert {"panel": None, "camera": UNPLUGGED} == dict(health.devices)
    assert {"camera": UNPLUGGED} == dict(health.troubles)


def test_a_stuck_button_is_no_absent_device() -> None:
    """The other eight still answer questions."""
    health = Health()
    health.reporter("buttons")(STUCK)
    health.reporter("camera")(UNPLUGGED)
    assert (False, True, False) == (health.lacks("buttons"), health.lacks("camera"), health.lacks("panel"))


@pytest.mark.parametrize(
    ("part", "trouble", "sentence", "panel"),
    [
        ("camera", UNPLUGGED, "The camera has stopped; check its cable.", "NO CAMERA"),
        ("buttons", STUCK, "OUT held down for too long.", "out stuck"),
        ("camera", None, "The camera is back.", "camera OK"),
        ("buttons", None, "All buttons work again.", "buttons OK"),
    ],
)
def test_change_has_sentence_and_word(part: Part, trouble: Notice | None, sentence: str, panel: str) -> None:
    """What to do, or that all is well again."""
    changes = DeviceChange(part, trouble).message
    assert (sentence, panel) == (ENGLISH(changes.sentence), ENGLISH(changes.panel, "panel"))


def sentence_of(part: Part, trouble: Notice, others: dict[Part, Notice | None]) -> str:
    """What is said of a loss beside these other devices."""
    health, changes = Health(), list[DeviceChange]()
    for other, how in others.items():
        health.reporter(other)(how)
    report = health.reporter(part)
    health.listen(changes.append)
    report(trouble)
    return ENGLISH(changes[-1].message.sentence)


def test_only_usable_substitutes_are_suggested() -> None:
    """No message sends players to buttons that are not wired, or that are lost themselves."""
    buttons = absent("cannot open the pins", "NO BUTTONS")
    assert sentence_of("camera", UNPLUGGED, {"buttons": None}).endswith("Score with the buttons meanwhile.")
    assert sentence_of("camera", UNPLUGGED, {"buttons": buttons}).endswith("check its cable.")
    assert sentence_of("camera", UNPLUGGED, {"panel": None}).endswith("check its cable.")
    assert sentence_of("buttons", buttons, {"camera": None}).endswith("The camera goes on reading.")
    assert sentence_of("buttons", STUCK, {"camera": None}).endswith("too long.")
