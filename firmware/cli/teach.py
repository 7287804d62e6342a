"""`stadium teach`: show the appliance your own dice, one face after another, so that it knows them again."""

from __future__ import annotations

from typing import get_args

import click

from firmware.cli.arguments import PathOf, RecordSource, spoken_option
from firmware.cli.run import FOLDER, PATH
from firmware.config.schema import ButtonsDriver, PanelName
from firmware.console.streams import loading
from firmware.simulated.scenario import PACES


def _faces(_: click.Context, __: click.Parameter, text: str | None) -> tuple[int, ...] | None:
    if text is None:
        return None
    faces = [int(part) for part in text.split(",") if part.strip().isdecimal()]
    if not faces or len(faces) != len(text.split(",")) or not set(faces) <= set(range(1, 11)):
        raise click.BadParameter("name faces from 1 to 10 with commas between them, such as 4,9,10")
    return tuple(faces)


@click.command()
@click.argument("names", nargs=-1, metavar="[DIE]…")
@click.option("--faces", callback=_faces, metavar="4,9", help="Only these faces, again if they are known.")
@click.option("--list", "listing", is_flag=True, help="List the dice that were taught, and where they lie.")
@click.option("--forget", metavar="DIE", help="Erase a die and every picture of it.")
@click.option("--corrections", is_flag=True, help="With --forget: erase only what games have added to it.")
@click.option("--dice", type=PathOf(file=False, typed=False), metavar="DIR", help="Where taught dice are kept.")
@click.option("--config", "config_file", type=PATH, metavar="FILE", help="Your configuration.")
@click.option("--camera", type=RecordSource(), help="Picture folder, video, USB camera number or device, picamera2.")
@click.option("--settled", is_flag=True, help="Every picture shows the die at rest, in the order asked for.")
@click.option("--buttons", type=click.Choice(get_args(ButtonsDriver)), help="Where the buttons are.")
@click.option("--panel", type=click.Choice(get_args(PanelName)), help="Where it is asked.")
@click.option("--simulate", is_flag=True, help="No hardware: a simulated hand; its dice are kept apart.")
@click.option("--seed", type=click.IntRange(min=0), default=1, show_default=True, help="Which simulated hand.")
@click.option("--speed", type=click.Choice(list(PACES)), default="4", show_default=True, help="Of the simulated hand.")
@click.option("--save-pictures", type=FOLDER, metavar="DIR", help="Keep every picture the panel shows.")
@spoken_option
def teach(listing: bool, forget: str | None, corrections: bool, **given: object) -> None:
    """Teach the appliance your own dice: two to three minutes a die, once.

    Call each die by its colour in the game, such as red. You are asked for one face after another; lay the die down
    with that face up and take your hand away. Every face is kept at once: stop whenever you like, and the same command
    goes on with what is missing.

    OK (Enter) keeps a picture that was doubted, UNDO (u) asks for the last face again, NEXT (n) leaves one out.

    \b
    stadium teach red blue white          teach three dice
    stadium teach red --faces 6,9         show two faces again
    stadium teach --list                  what is known
    stadium teach --forget red            erase a die
    stadium teach --forget red --corrections    erase only what games have added
    stadium teach red --simulate          try it with nothing but this computer
    """  # noqa: D301 - click knows a kept paragraph by a backspace
    if sum((bool(given["names"]), listing, forget is not None)) > 1:
        raise click.UsageError("One thing at a time: dice to teach, or --list, or --forget and one die.")
    if corrections and forget is None:
        raise click.UsageError("--corrections goes with --forget: stadium teach --forget red --corrections")
    with loading():
        from firmware.setup.teaching import TeachOptions, teach_dice

    options = TeachOptions(**given)  # type: ignore[arg-type] # click gives what the options above say
    teach_dice(options, forget, corrections=corrections, listing=listing)
