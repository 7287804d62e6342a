"""`stadium backup` and `stadium restore`: all that is kept, in one file, and back."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

import click

from firmware.cli.arguments import PathOf
from firmware.config.fallback import settings
from firmware.console.streams import warn
from firmware.devices.protocols import SystemClock
from firmware.files.staged_replace import DataPaths
from firmware.paths import OUT_OF_REACH, SIMULATED, SYSTEM_FILE, default_dice_folder, home, is_out_of_reach
from firmware.storage.backup import BackupError, back_up
from firmware.storage.restore import restore as put_back
from firmware.text import counted, printable
from scoreboard.language import ENGLISH
from scoreboard.message import Words


def place() -> DataPaths:
    """Where this scoreboard keeps things. Raises `BackupError` if the one that is installed here is out of reach."""
    if is_out_of_reach():
        raise BackupError(f"nothing was done. {OUT_OF_REACH}")
    return DataPaths(home(), SYSTEM_FILE)


def _warn(words: Words) -> None:
    warn(ENGLISH(words))


@click.command()
@click.argument("file", type=PathOf(folder=False, written=True))
def backup(file: Path) -> None:
    """Write games, taught dice and settings into FILE, a zip.

    A game may go on meanwhile. FILE appears whole or not at all; one that is there is replaced. On an installed
    scoreboard: sudo stadium backup evening.zip
    """
    there = place()
    made = back_up(file, there, SystemClock().now(), _warn)
    found = settings(there.home, owners=there.owners)
    if found.warnings:
        warn("The settings in it cannot be used as they are, so a restore refuses them: stadium doctor says why.")
    if elsewhere := found.config.eyes.dice:
        warn(f"The dice in {elsewhere}, which [eyes] dice names, are not in it: copy them as well.")
    elif (linked := default_dice_folder()).is_symlink():
        warn(f"The dice in {linked.resolve()}, to which {linked} leads, are not in it: copy them as well.")
    if (deck := found.config.game.rallybird.deck) and not _is_in(there.home, Path(deck).expanduser(), made.files):
        warn(f"The cards in {deck}, which [game.rallybird] deck names, are not in it: copy them as well.")
    if (there.home / SIMULATED).exists():
        warn("Simulated games are in no backup.")
    held = ENGLISH(made.holds)
    click.echo(f"{counted(len(made.files), 'file')} in {printable(file)}. {held} Keep it on another card or computer.")


def _is_in(home: Path, file: Path, files: Collection[str]) -> bool:
    """Whether the file, which lies with the games or not, is among those of a backup."""
    return file.is_relative_to(home) and file.relative_to(home).as_posix() in files


@click.command()
@click.argument("file", type=PathOf(folder=False, read=True))
@click.option("--without-settings", is_flag=True, help="Leave the settings as they are.")
def restore(file: Path, without_settings: bool) -> None:
    """Put back what the backup FILE holds.

    All of it is checked first; a backup that is damaged, made by a newer Stadium, or whose settings cannot work here,
    changes nothing. What it replaces is kept in a folder that is named. Stop the scoreboard first: sudo systemctl stop
    stadium.
    """
    manifest, aside = put_back(file, place(), _warn, with_settings=not without_settings)
    held, files = ENGLISH(manifest.holds), counted(len(manifest.files), "file")
    click.echo(f"{files} of {manifest.made[:16]} restored. {held} What they replaced is in {aside}.")
