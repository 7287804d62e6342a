"""The panel tried and oriented at a terminal: the work of `stadium panel`."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import click

from firmware import wiring
from firmware.config.fallback import as_it_stands
from firmware.config.schema import Config
from firmware.devices.job_control import job
from firmware.devices.keyboard import Keyboard
from firmware.devices.protocols import Buttons, Gesture, Panel
from firmware.errors import ConfigError
from firmware.notice import Notice
from firmware.paths import home
from firmware.setup.panel_orientation import is_strung
from firmware.setup.panel_wizard import PanelWizard, kept_in, upright_picture
from scoreboard.language import language
from scoreboard.message import Words, message

TICK_S = 0.5
"""How long a picture stays before it may blink."""
Say = Callable[[Words], None]


@dataclass(frozen=True, slots=True)
class PanelOptions:
    """What may be asked of `stadium panel`."""

    config_file: Path | None
    orient: bool
    buttons: Literal["gpio", "keys"] | None
    lang: str | None


def at_the_panel(options: PanelOptions) -> None:
    """Show the test picture, or find out how the panel is strung; StadiumError if it cannot be lit."""
    config = as_it_stands(home(), options.config_file)
    speaks = language(options.lang or config.game.language)
    panel = wiring.panel_of(config.panel) if is_strung(config.panel) else None
    if panel is None:
        raise ConfigError(message("wizard.no-lights", driver=config.panel.driver))
    with closing(panel):
        if options.orient:
            asyncio.run(_orient(options, config, panel, lambda words: click.echo(speaks.say(words))))
        else:
            panel.show(upright_picture(panel.size))
            click.echo(speaks.say(message("wizard.try")))
            click.prompt(speaks.say(message("wizard.try-ends")), default="", show_default=False, prompt_suffix=" ")


async def _orient(options: PanelOptions, config: Config, panel: Panel, say: Say) -> None:
    buttons = _buttons(options, config)
    with closing(buttons), job([buttons] if isinstance(buttons, Keyboard) else []):
        await answered(PanelWizard(config.panel, kept_in(options.config_file)), panel, buttons, say)


def _buttons(options: PanelOptions, config: Config) -> Buttons:
    if options.buttons == "keys" or (options.buttons is None and sys.stdin.isatty()):
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
    say((message("wizard.keys"), wizard.said))
    while (result := wizard.result) is None:
        panel.show(wizard.picture(panel.size, tick))
        tick, before = tick + 1, wizard.said
        with suppress(TimeoutError):
            wizard.press(await asyncio.wait_for(pressed.get(), TICK_S))
        if wizard.said != before:
            say(wizard.said)
    say(result.sentence)
    return result
