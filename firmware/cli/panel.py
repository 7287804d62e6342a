"""`stadium panel`: try the panel, or find out how its lights are strung."""

from __future__ import annotations

from typing import Any

import click

from firmware.cli.arguments import PathOf
from firmware.console.streams import loading
from scoreboard.language import languages


@click.command()
@click.option("--orient", is_flag=True, help="Find out how its lights are strung, and keep that.")
@click.option("--config", "config_file", type=PathOf(), metavar="FILE", help="Your configuration.")
@click.option("--buttons", type=click.Choice(("gpio", "keys")), help="What answers; keys where there is a terminal.")
@click.option("--simulate", is_flag=True, help="No hardware: a simulated panel, drawn in the terminal.")
@click.option("--seed", type=click.IntRange(min=0), default=1, show_default=True, help="Which simulated panel.")
@click.option("--lang", type=click.Choice(languages()), help="Which language you are asked in.")
def panel(**given: Any) -> None:  # noqa: ANN401 - click gives what the options above say
    """Try the panel: an arrow up, OK? and the numbers of its corners.

    If they are not right, `stadium panel --orient` finds the settings: it lights single lights, and you say by NEXT (n)
    and OK (Enter) when one is in the corner that it asks for. UNDO (u) takes an answer back. What it finds is written
    into your configuration, and nothing else there is changed.

    While the scoreboard runs, its menu has the same: hold OK, then PANEL. With nothing but this computer:
    stadium panel --orient --simulate, which changes no settings.
    """
    with loading():
        from firmware.setup.panel_terminal import PanelOptions, at_the_panel

    at_the_panel(PanelOptions(**given))
