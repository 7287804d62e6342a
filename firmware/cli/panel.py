"""`stadium panel`: try the panel, or find out how its lights are strung."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import click

from firmware.cli.arguments import PathOf
from firmware.console.streams import loading
from scoreboard.language import languages


@click.command()
@click.option("--orient", is_flag=True, help="Find out how its lights are strung, and keep that.")
@click.option("--config", "config_file", type=PathOf(written=True), metavar="FILE", help="Your configuration.")
@click.option("--buttons", type=click.Choice(("gpio", "keys")), help="What answers; keys where there is a terminal.")
@click.option("--lang", type=click.Choice(languages()), help="Which language you are asked in.")
def panel(orient: bool, config_file: Path | None, buttons: Literal["gpio", "keys"] | None, lang: str | None) -> None:
    """Try the panel: an arrow up, OK? and the numbers of its corners.

    If they are not right, `stadium panel --orient` finds the settings: it lights single lights, and you say by NEXT (n)
    and OK (Enter) when one is in the corner that it asks for. UNDO (u) takes an answer back. What it finds is written
    into your configuration, and nothing else there is changed.

    While the scoreboard runs, its menu has the same: hold OK, then PANEL.
    """
    with loading():
        from firmware.setup.panel_terminal import PanelOptions, at_the_panel

    at_the_panel(PanelOptions(config_file, orient, buttons, lang))
