"""The panel tried and oriented at a terminal: the work of `stadium panel`."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final, Literal

import click
import numpy as np
from msgspec import structs
from PIL import Image

from firmware import wiring
from firmware.config.fallback import as_it_stands
from firmware.config.schema import Config, PanelConfig
from firmware.devices.job_control import job
from firmware.devices.keyboard import Keyboard
from firmware.devices.protocols import Buttons, Gesture, Panel
from firmware.errors import ConfigError
from firmware.notice import Notice, notice
from firmware.paths import home
from firmware.play.faces.terminal_view import has_colors
from firmware.setup.panel_orientation import candidates, is_strung, lights
from firmware.setup.panel_wizard import PanelWizard, kept_in, upright_picture
from scoreboard.display.terminal import half_blocks
from scoreboard.language import language
from scoreboard.message import Words, message

SIMULATED_DRIVER: Final = "max7219"
"""What lights a simulated panel where the configuration has none."""
TICK_S = 0.5
"""How long a picture stays before it may blink."""
Say = Callable[[Words], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class PanelOptions:
    """What may be asked of `stadium panel`."""

    config_file: Path | None
    orient: bool
    buttons: Literal["gpio", "keys"] | None
    lang: str | None
    simulate: bool
    seed: int


def at_the_panel(options: PanelOptions) -> None:
    """Show the test picture, or find out how the panel is strung; StadiumError if it cannot be lit."""
    config = as_it_stands(home(), options.config_file)
    speaks = language(options.lang or config.game.language)

    def say(words: Words) -> None:
        click.echo(speaks.say(words))

    if options.simulate:
        config = structs.replace(config, panel=_with_lights(config.panel))
        say(message("wizard.simulated"))
    with closing(_panel(options, config.panel)) as panel:
        if options.orient:
            asyncio.run(_orient(options, config, panel, say))
        else:
            panel.show(upright_picture(panel.size))
            click.echo(speaks.say(message("wizard.try")))
            click.prompt(speaks.say(message("wizard.try-ends")), default="", show_default=False, prompt_suffix=" ")


def _panel(options: PanelOptions, config: PanelConfig) -> Panel:
    """The panel of the configuration, or a simulated one; to be oriented that is strung in another way."""
    if options.simulate:
        ways = candidates(config).ways[1:]
        return DrawnPanel(config, ways[options.seed % len(ways)].laid_over(config) if options.orient else config)
    panel = wiring.panel_of(config) if is_strung(config) else None
    if panel is None:
        raise ConfigError(message("wizard.no-lights", driver=config.driver))
    return panel


def _with_lights(config: PanelConfig) -> PanelConfig:
    """The configuration, with lights where it has none."""
    return config if is_strung(config) else structs.replace(config, driver=SIMULATED_DRIVER)


class DrawnPanel:
    """A panel of lights that are drawn in the terminal; satisfies `firmware.devices.protocols.Panel`.

    Args:
        config: how it is driven.
        strung: how it is strung: what the driver takes for one pixel may be another.
    """

    def __init__(self, config: PanelConfig, strung: PanelConfig) -> None:
        self.size = config.size
        self._driven, self._strung = lights(config), lights(strung)
        self._drawn = ""
        self._is_terminal = sys.stdout.isatty()

    def show(self, picture: Image.Image) -> None:
        """Draw it in place of the one before; where nothing can be drawn over, once after each sentence."""
        drawn = half_blocks(self.seen(picture), color=self._is_terminal and has_colors())
        if not self._drawn:
            click.echo(drawn)
        elif self._is_terminal and drawn != self._drawn:
            click.echo(f"\x1b[{len(self._drawn.splitlines())}A{drawn}")
        self._drawn = drawn

    def seen(self, picture: Image.Image) -> Image.Image:
        """What somebody sees whose panel is strung like that."""
        pixels = np.asarray(picture.convert("RGB"))
        flat, lit = pixels.reshape(-1, 3), np.zeros_like(pixels)
        lit.reshape(-1, 3)[self._strung] = flat[self._driven]
        return Image.fromarray(lit)

    def forget_drawn(self) -> None:
        """A sentence stands below it: it is drawn again below that."""
        self._drawn = ""

    def close(self) -> None:
        """Nothing is to be given back."""


async def _orient(options: PanelOptions, config: Config, panel: Panel, say: Say) -> None:
    buttons, keep = _buttons(options, config), kept_in(options.config_file)
    if isinstance(panel, DrawnPanel):
        keep, say = _not_kept, partial(_say_above, panel, say)
    with closing(buttons), job([buttons] if isinstance(buttons, Keyboard) else []):
        await answered(PanelWizard(config.panel, keep), panel, buttons, say)


def _not_kept(_: PanelConfig) -> Notice:
    return notice("wizard.rehearsed")


def _say_above(panel: DrawnPanel, say: Say, words: Words) -> None:
    say(words)
    panel.forget_drawn()


def _buttons(options: PanelOptions, config: Config) -> Buttons:
    if options.buttons == "keys" or (options.buttons is None and (options.simulate or sys.stdin.isatty())):
        return Keyboard()
    buttons = wiring.buttons_of(config.buttons)
    if buttons is None:
        raise ConfigError(message("wizard.no-buttons"))
    return buttons


async def answered(wizard: PanelWizard, panel: Panel, buttons: Buttons, say: Say) -> Notice:
    """Light what the wizard asks and hand it what is pressed, until it has a result."""
    loop, pressed, tick = asyncio.get_running_loop(), asyncio.Queue[Gesture](), 0

    def press(gesture: Gesture) -> None:
        loop.call_soon_threadsafe(pressed.put_nowait, gesture)

    buttons.listen(press)
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, pressed.put_nowait, "menu")
    say((message("wizard.keys"), wizard.words))
    while (result := wizard.result) is None:
        panel.show(wizard.picture(panel.size, tick))
        tick, before = tick + 1, wizard.words
        with suppress(TimeoutError):
            wizard.press(await asyncio.wait_for(pressed.get(), TICK_S))
        if wizard.words != before:
            say(wizard.words)
    say(result.sentence)
    return result
