"""The simulated stadium's dice advertise as real ones do."""

from __future__ import annotations

import numpy as np
import pytest

from firmware.notice import Notice
from firmware.simulated.advertising_dice import SimulatedPixels
from firmware.simulated.camera import SimulatedCamera
from firmware.simulated.world.players import Throw
from scoreboard.language import ENGLISH


def film(camera: SimulatedCamera, pixels: SimulatedPixels) -> list[int | None]:
    """What the red die says of a throw that lies still in each frame, until all lies still."""
    words = []
    while camera.filming:
        camera.frame()
        words.append(pixels.dice.word_of("red", 10, pixels.dice.now()))
    return words


@pytest.mark.untraced
def test_a_die_says_what_was_thrown_once_it_lies() -> None:
    """Nothing while it flies; then not the face of the throw before, nor that of the hand; a ten is a ten."""
    camera = SimulatedCamera(seed=3, fps=8)
    pixels = SimulatedPixels(camera, 10, ("red",), lambda _: None)
    film(camera, pixels)
    for number, value in enumerate((3, 10)):
        camera.lay(Throw("die", "red", value), np.random.default_rng(number))
        words = film(camera, pixels)
        assert None in words
        assert {value} == set(words[-6:])


@pytest.mark.untraced
def test_dice_without_bluetooth_are_silent_and_reported() -> None:
    """As long as it is switched off."""
    camera, notices = SimulatedCamera(seed=3, fps=8), list[Notice | None]()
    pixels = SimulatedPixels(camera, 10, ("red",), notices.append)
    pixels.unplug()
    camera.lay(Throw("die", "red", 3), np.random.default_rng(1))
    assert {None} == set(film(camera, pixels))
    pixels.plug_in()
    assert [False, True] == [each is None for each in notices]
    assert notices[0] is not None
    assert "Bluetooth" in ENGLISH(notices[0].sentence)
