"""`stadium panel`: the panel is tried, and how it is strung is found out at the terminal."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

import numpy as np
import pytest
from click.testing import Result
from PIL import Image
from support.scoring import command_line
from support.strung import Player, opened, panel_config, peer, shows

from firmware import wiring
from firmware.cli.main import main
from firmware.config.schema import PanelConfig, load
from firmware.devices.led_layout import Chain
from firmware.devices.panels import DRIVERS
from firmware.devices.protocols import Devices, Gesture, Panel, StuckListener
from firmware.setup import panel_terminal
from firmware.setup.panel_orientation import lights
from firmware.setup.panel_terminal import DrawnPanel
from firmware.setup.panel_wizard import Keep, PanelWizard, upright_picture
from scoreboard.display.terminal import half_blocks

TRUTH = panel_config((64, 16), block_orientation=0, chain=Chain(begins="top-right", turned=True, serpentine=True))


class Table:
    """A panel that is strung otherwise than configured, and somebody who looks at it, hears, and presses."""

    def __init__(self, act: Callable[[Table], None]) -> None:
        self.lights, self._act = peer(TRUTH), act
        self.press: Callable[[Gesture], None] = lambda _: None
        self.player = Player(self.lights, TRUTH.size)
        self.asked: PanelWizard | None = None
        self.size, self.pictures = TRUTH.size, list[bool]()

    def open(self, config: PanelConfig) -> Panel:
        """The panel, with the settings that it is opened with."""
        self._panel = opened(config, self.lights)
        return self

    def listen(self, on_gesture: Callable[[Gesture], None], on_stuck: StuckListener = lambda _: None) -> None:  # noqa: ARG002 - none sticks
        """Press from now on."""
        self.press = on_gesture

    def show(self, picture: Image.Image) -> None:
        """Light the panel, and act on what is seen."""
        self._panel.show(picture)
        self.pictures.append(shows(self.lights, upright_picture(self.size)))
        self._act(self)

    def close(self) -> None:
        """Dark again."""
        self._panel.close()

    def begun(self, panel: PanelConfig, keep: Keep) -> PanelWizard:
        """The wizard, whom somebody hears."""
        self.asked = PanelWizard(panel, keep)
        return self.asked


def answer(table: Table) -> None:
    """Truthfully."""
    assert table.asked is not None
    table.press("ok" if table.player.sees_it(table.asked.words) else "next")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The owner's configuration."""
    path = tmp_path / "stadium.toml"
    path.write_text('[panel] # ours\ndriver = "max7219"\n', encoding="utf-8")
    return path


def stadium_panel(file: Path, table: Table, monkeypatch: pytest.MonkeyPatch, *options: str) -> Result:
    """`stadium panel` with that somebody at the table."""
    monkeypatch.setattr(DRIVERS["max7219"], "open", lambda config, *_: table.open(config))
    monkeypatch.setattr(wiring, "buttons_of", lambda _: table)
    monkeypatch.setattr(panel_terminal, "PanelWizard", table.begun)
    return command_line().invoke(main, ["panel", "--config", str(file), *options], input="\n")


def test_orient_finds_the_settings_and_keeps_them(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each question is a sentence, and the file has the answer; tried again, the panel is right."""
    result = stadium_panel(file, Table(answer), monkeypatch, "--orient")
    assert 0 == result.exit_code, result.output
    assert "blinking light is in the top right corner of the panel" in result.output
    assert f"its settings are kept in {file}" in result.output
    assert file.read_text(encoding="utf-8").startswith("[panel] # ours\n")
    assert TRUTH.chain == load(file).panel.chain
    tried = Table(lambda _: None)
    stadium_panel(file, tried, monkeypatch)
    assert [True] == tried.pictures


def test_orient_asks_in_the_language_of_the_table(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Or in another one for this time."""
    result = stadium_panel(file, Table(answer), monkeypatch, "--orient", "--lang", "es")
    assert "esquina superior derecha del tablero" in result.output


def test_the_panel_is_tried(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The picture stays until Enter, with what to do if it is not right."""
    table = Table(lambda _: None)
    result = stadium_panel(file, table, monkeypatch)
    assert (0, [False]) == (result.exit_code, table.pictures)
    assert "stadium panel --orient" in result.output


def test_ctrl_c_leaves_the_settings(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As OK held does."""
    result = stadium_panel(file, Table(lambda _: os.kill(os.getpid(), signal.SIGINT)), monkeypatch, "--orient")
    assert (0, True) == (result.exit_code, "stay as they were" in result.output), result.output
    assert '[panel] # ours\ndriver = "max7219"\n' == file.read_text(encoding="utf-8")


def test_a_panel_without_lights_has_nothing_to_find_out(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It says which driver is configured."""
    file.write_text('[panel]\ndriver = "simulated"\n', encoding="utf-8")
    result = stadium_panel(file, Table(answer), monkeypatch, "--orient")
    assert (2, True) == (result.exit_code, "[panel] driver is simulated" in result.stderr)


def test_without_buttons_nobody_can_answer(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It says what to do."""
    table = Table(answer)
    monkeypatch.setattr(DRIVERS["max7219"], "open", lambda config, *_: table.open(config))
    file.write_text('[buttons]\ndriver = "none"\n', encoding="utf-8")
    result = command_line().invoke(main, ["panel", "--orient", "--config", str(file)])
    assert (2, True) == (result.exit_code, "--buttons keys" in result.stderr)


def test_the_running_scoreboard_sets_its_panel_right(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """OK held, NEXT held, and the answers: its own panel is right at once, and the file it was started with has it."""
    seen = list[object]()

    def act(table: Table) -> None:
        if table.asked is None:
            if not seen:
                seen.append(None)
                table.press("menu")
                table.press("by-hand")
        elif table.asked.result is not None:
            os.kill(os.getpid(), signal.SIGINT)
        elif table.asked._now is not seen[-1]:  # else the last press is still to come
            seen.append(table.asked._now)
            answer(table)

    table = Table(act)
    monkeypatch.setattr(wiring, "devices", lambda config, **_: Devices((table.open(config.panel),), table))
    monkeypatch.setattr("firmware.setup.panel_wizard.PanelWizard", table.begun)
    words = ["--config", str(file), "--camera", "none", "--buttons", "mock", "--journal", str(file.parent / "games")]
    result = command_line().invoke(main, ["run", *words])
    assert 0 == result.exit_code, result.output
    assert TRUTH.chain == load(file).panel.chain
    assert f"its settings are kept in {file}" in result.output


@pytest.mark.parametrize("driver", ["simulated", "max7219", "ws2812"])
@pytest.mark.untraced
def test_a_panel_can_be_tried_with_nothing_but_a_computer(tmp_path: Path, driver: str) -> None:
    """It is drawn as it should look, whatever the configuration drives."""
    file = tmp_path / "stadium.toml"
    file.write_text(f'[panel]\ndriver = "{driver}"\n', encoding="utf-8")
    result = command_line().invoke(main, ["panel", "--simulate", "--config", str(file)], input="\n")
    size = load(file).panel.size
    assert (0, True) == (result.exit_code, half_blocks(upright_picture(size), color=False) in result.output), (
        result.output
    )
    assert "A simulated panel, drawn here." in result.output


@pytest.mark.parametrize("driver", ["max7219", "ws2812"])
def test_a_simulated_panel_is_oriented_like_a_real_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, driver: str
) -> None:
    """It is strung otherwise than configured; who answers truthfully has it right, and no setting is changed."""
    file = tmp_path / "stadium.toml"
    file.write_text(text := f'[panel]\ndriver = "{driver}"\n', encoding="utf-8")
    watcher = Watcher()
    monkeypatch.setattr(Watched, "watcher", watcher, raising=False)
    monkeypatch.setattr(panel_terminal, "DrawnPanel", Watched)
    monkeypatch.setattr(panel_terminal, "PanelWizard", watcher.begun)
    monkeypatch.setattr(panel_terminal, "_buttons", lambda *_: watcher)
    result = command_line().invoke(main, ["panel", "--orient", "--simulate", "--config", str(file)])
    assert (0, text) == (result.exit_code, file.read_text(encoding="utf-8")), result.output
    assert "It was a simulated one, so nothing was written." in result.output
    assert watcher.wrong_at_first


class Watcher:
    """Somebody who looks at what is drawn, and presses."""

    def __init__(self) -> None:
        self.asked: PanelWizard | None = None
        self.press: Callable[[Gesture], None] = lambda _: None
        self.wrong_at_first = False

    def see(self, config: PanelConfig, strung: PanelConfig) -> Panel:
        """The real driver at lights that are strung like this."""
        self.wrong_at_first = lights(config).tolist() != lights(strung).tolist()
        self.lights = peer(strung)
        self.player = Player(self.lights, config.size)
        return opened(config, self.lights)

    def begun(self, panel: PanelConfig, keep: Keep) -> PanelWizard:
        """The wizard, whom somebody hears."""
        self.asked = PanelWizard(panel, keep)
        return self.asked

    def listen(self, on_gesture: Callable[[Gesture], None], on_stuck: StuckListener = lambda _: None) -> None:  # noqa: ARG002 - none sticks
        """Press from now on."""
        self.press = on_gesture

    def close(self) -> None:
        """Nothing is held."""


def lit_in(picture: Image.Image) -> list[bool]:
    """Which lights are lit, in whatever colour."""
    return np.asarray(picture.convert("RGB")).any(axis=2).ravel().tolist()


class Watched(DrawnPanel):
    """A drawn panel beside a real driver's lights that are strung alike: both must look the same."""

    watcher: ClassVar[Watcher]

    def __init__(self, config: PanelConfig, strung: PanelConfig) -> None:
        super().__init__(config, strung)
        self._real = self.watcher.see(config, strung)

    def show(self, picture: Image.Image) -> None:
        """Light both, and answer by what is seen."""
        super().show(picture)
        self._real.show(picture)
        assert lit_in(self.watcher.lights.picture()) == lit_in(self.seen(picture))
        assert self.watcher.asked is not None
        self.watcher.press("ok" if self.watcher.player.sees_it(self.watcher.asked.words) else "next")
