"""A whole game by the buttons alone, pressed at the header pins.

Contacts here do not bounce, so the bounce time is set to nothing and no test waits for it; `test_buttons_gpio.py` and
`test_buttons_gestures.py` are about bounce.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory
from msgspec import structs
from support.hang import GIVE_UP_S
from support.stadium import FixedClock, ManualClock

from firmware import wiring
from firmware.config.schema import Config, shipped
from firmware.devices import gpio_buttons
from firmware.play.loop import PlayLoop
from firmware.play.state.options import Options
from firmware.play.state.shown import Shown
from scoreboard.journal.resilient import ResilientJournal
from scoreboard.rules.state import Game
from scoreboard.session import Session

PINS = shipped().buttons.pins.as_dict()


@pytest.fixture
def header(monkeypatch: pytest.MonkeyPatch) -> MockFactory:
    """The header pins, to be driven by the test; on its clock no press is a hold."""
    factory = MockFactory()
    monkeypatch.setattr(wiring, "SystemClock", ManualClock)
    monkeypatch.setitem(gpio_buttons.FACTORIES, "mock", lambda: factory)  # type: ignore[arg-type]
    return factory


def scored_by_hand() -> Config:
    """No camera, no panel: the buttons on mock pins, and one inning."""
    config = shipped()
    return structs.replace(
        config,
        game=structs.replace(config.game, innings=1),
        camera=structs.replace(config.camera, source="none"),
        buttons=structs.replace(config.buttons, driver="mock", bounce_ms=0),
        panel=structs.replace(config.panel, driver="simulated"),
    )


class Finger:
    """Presses one button after another, each when the last one's effect has been shown; then stops the appliance."""

    def __init__(self, header: MockFactory, buttons: Iterable[str]) -> None:
        self._header = header
        self._buttons = iter(buttons)
        self.app: PlayLoop | None = None

    def __call__(self, _: Shown) -> None:
        """Press the next button and let it go."""
        button = next(self._buttons, None)
        if button is not None:
            self._header.pin(PINS[button]).drive_low()
            self._header.pin(PINS[button]).drive_high()
        elif self.app is not None:
            self.app.stop()


def play(journal: Path, header: MockFactory, *buttons: str) -> Game:
    """Press these buttons at the pins; the state at the end."""
    config, finger = scored_by_hand(), Finger(header, buttons)
    with Session(ResilientJournal.open(journal), FixedClock()) as session:
        finger.app = PlayLoop(
            session, wiring.devices(config), lambda _, __: None, Options(config.game.setup()), [finger]
        )
        asyncio.run(asyncio.wait_for(finger.app.run(), GIVE_UP_S))
        return session.game


def test_a_whole_game_is_scored_by_the_buttons_alone(tmp_path: Path, header: MockFactory) -> None:
    """Away homers and makes three outs three ways; Home walks, homers and has won at once (D54, D8)."""
    away = ("homerun", "out", "strike", "strike", "strike", "ball", "out")
    home = ("ball", "ball", "ball", "ball", "homerun")
    game = play(tmp_path / "games.sqlite", header, *away, *home)
    assert (1, 2, "home", True) == (game.away, game.home, game.winner, game.over)


def test_a_play_pressed_wrongly_is_corrected_at_the_pins(tmp_path: Path, header: MockFactory) -> None:
    """An out too many is taken back with UNDO, across the half-inning that it ended (D55)."""
    game = play(tmp_path / "games.sqlite", header, "ball", "out", "out", "out", "undo", "undo", "homerun")
    assert ("top", 1, 1) == (game.half, game.outs, game.away)


def test_a_game_that_is_over_is_followed_by_another_at_ok(tmp_path: Path, header: MockFactory) -> None:
    """The end stays on the board until OK, and then a clean board is up."""
    over = ("out", "out", "out", "homerun")
    assert play(tmp_path / "games.sqlite", header, *over).over
    again = play(tmp_path / "games.sqlite", header, "ok", "ball")
    assert (0, 1, "top") == (again.home, again.balls, again.half)
