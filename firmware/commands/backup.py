"""`stadium backup` and `stadium restore`: all that is kept, in one file, and back."""

from __future__ import annotations

from pathlib import Path

import click

from firmware.backup import back_up
from firmware.backup import restore as put_back
from firmware.clock import SystemClock
from firmware.config import SYSTEM_FILE
from firmware.moves import GAMES, Place
from firmware.paths import home
from firmware.settings import settings

FILE = click.Path(dir_okay=False, path_type=Path)


def place() -> Place:
    """Where this scoreboard keeps things."""
    return Place(home(), SYSTEM_FILE)


@click.command
@click.argument("file", type=FILE)
def backup(file: Path) -> None:
    """Write games, taught dice and settings into FILE, a zip; a game may go on meanwhile."""
    there = place()
    configured = settings(there.home).config.journal.path
    made = back_up(file, there, Path(configured) if configured else there.home / GAMES, SystemClock().now())
    click.echo(f"{len(made.files)} files in {file}. Keep it on another card or computer.")


@click.command
@click.argument("file", type=FILE)
def restore(file: Path) -> None:
    """Put back what the backup FILE holds.

    All of it is checked first; a backup that is damaged, or made by a newer Stadium, changes nothing. What it replaces
    is kept in a folder that is named. Stop the scoreboard first: sudo systemctl stop stadium.
    """
    manifest, aside = put_back(file, place())
    click.echo(f"{len(manifest.files)} files of {manifest.made[:16]} restored. What they replaced is in {aside}.")
