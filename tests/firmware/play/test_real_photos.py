"""On real input: a plate appearance played from photographs of real dice, by `stadium run`'s own wiring."""

from __future__ import annotations

import asyncio
import shutil
import sys
from pathlib import Path
from types import ModuleType

import pytest
from gpiozero.pins.mock import MockFactory
from msgspec import structs
from PIL import Image, ImageChops
from support.hang import GIVE_UP_S, NEVER_S
from support.max7219 import Max7219Chain
from support.stadium import FixedClock

from firmware import throw_reader, wiring
from firmware.config.schema import Config, shipped
from firmware.devices import gpio_buttons
from firmware.play.loop import PlayLoop
from firmware.play.state.options import Options
from firmware.play.state.shown import Shown
from scoreboard import display
from scoreboard.journal.resilient import ResilientJournal
from scoreboard.rules.events import Team
from scoreboard.session import Session

RUN_PIN = 23
THROWS = (
    "burks_3",  # the magenta die pitches 3
    "color_red_green_03",  # the red die swings 5: a hit to zone 5
    # the toss was not photographed: RUN says that the chip fell HIT
    "color_cream_red_03",  # the cream die runs 3, short of first base
    "burks_4",  # the magenta die throws 4 from zone 5: too low, the ball goes to the pitcher
    "color_cream_red_05",  # the cream die runs 3 more: safe at first base
)


@pytest.fixture
def wire(monkeypatch: pytest.MonkeyPatch) -> Max7219Chain:
    """What is really on the SPI bus: a chain of MAX7219 chips that decodes what reaches it."""
    chain = Max7219Chain((64, 16), block_orientation=shipped().panel.block_orientation)
    spidev = ModuleType("spidev")
    spidev.SpiDev = lambda: chain  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "spidev", spidev)
    return chain


@pytest.fixture
def pins(monkeypatch: pytest.MonkeyPatch) -> MockFactory:
    """The header pins, to be driven by the test."""
    factory = MockFactory()
    monkeypatch.setitem(gpio_buttons.FACTORIES, "mock", lambda: factory)  # type: ignore[arg-type]
    return factory


def owners_config(folder: Path) -> Config:
    """The magenta die is Home's, the speckled one, which looks orange, Away's; the photographs are the camera.

    A press takes no time and no contact bounces, or a slow machine would turn a press into a hold.
    """
    config = shipped()
    away, home = Team(name="Reds", color="red"), Team(name="Magentas", color="magenta")
    return structs.replace(
        config,
        game=structs.replace(config.game, away=away, home=home),
        camera=structs.replace(config.camera, source="folder", path=str(folder), settled=True, markers=False),
        eyes=structs.replace(config.eyes, colors={"orange": "red"}),
        buttons=structs.replace(config.buttons, driver="mock", bounce_ms=0),
    )


@pytest.mark.debian13
def test_a_plate_appearance_from_pitch_to_base_on_real_dice(
    photos: Path, tmp_path: Path, wire: Max7219Chain, pins: MockFactory
) -> None:
    """Five photographs and one press at the pins put the batter on first base, and the panel's bytes say so."""
    folder = tmp_path / "throws"
    folder.mkdir()
    for number, name in enumerate(THROWS, 1):
        shutil.copy(photos / "d10" / f"{name}.jpg", folder / f"{number:02}.jpg")
    evening: list[Shown] = []
    lit: list[Image.Image] = []

    def hand(shown: Shown) -> None:
        """Press RUN for the toss that nobody photographed: it is heard when it is let go."""
        before = evening[-1].game.phase if evening else None
        evening.append(shown)
        lit.append(wire.picture())
        if shown.game.phase == "toss" != before:
            pins.pin(RUN_PIN).drive_low()
            pins.pin(RUN_PIN).drive_high()

    config = owners_config(folder)
    options = Options(config.game.setup(), colors=config.eyes.colors, settled=True, patient=True, tick_s=NEVER_S)
    with Session(ResilientJournal.open(tmp_path / "games.sqlite"), FixedClock()) as session:
        app = PlayLoop(session, wiring.devices(config), throw_reader.throw_reader(config).read, options, [hand])
        asyncio.run(asyncio.wait_for(app.run(), GIVE_UP_S))
        game = session.game
    sources = [shown.line.by for shown in evening if shown.line is not None]
    assert ["camera", "camera", "button", "camera", "camera", "camera"] == sources
    assert ((6,), "pitch", "Z1", 0, 0, 0) == (game.runners, game.phase, game.ball, game.outs, game.away, game.home)
    assert ImageChops.difference(display.monochrome(display.draw(game)), lit[-1]).getbbox() is None
