"""The pictures of a game's throws, written out as files whose names explain themselves, or erased."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import click

from firmware.errors import StadiumError
from firmware.files.atomic import make_folder, write_whole
from firmware.paths import throw_pictures
from firmware.storage.erased_games import erase_game
from firmware.storage.throw_store import UNLIMITED, ThrowStore
from firmware.text import counted
from scoreboard.errors import NoGameError, ScoreboardError, why_and_remedy
from scoreboard.journal.store import Journal
from scoreboard.kept_throws import GameKey, KeptThrows
from scoreboard.language import ENGLISH
from scoreboard.message import message
from scoreboard.record import replay
from scoreboard.rules.events import Chip, Die, Roll, Setup
from scoreboard.rules.history import judged_lines


class ThrowFilesError(StadiumError, OSError):
    """Pictures cannot be written or erased."""


def pictures_of(journal: Path, number: int, setup: Setup) -> Mapping[int, bytes]:
    """The pictures of that game's throws by line, JPEG; ``setup`` is its first line."""
    store = ThrowStore(throw_pictures(journal), UNLIMITED)
    return KeptThrows(store.find, store.lines).pictures(GameKey.of(number, setup))


def write(journal: Path, number: int, folder: Path) -> None:
    """Write the pictures and clips of that game into a folder, which is made if there is none.

    Raises:
        ThrowFilesError: if it cannot be written, or there is no picture.
        ScoreboardError: if there is no such game.
    """
    with Journal.open_readonly(journal) as opened:
        *_, last = replay(opened.lines(number), opened.rulings(number))
    store, game = ThrowStore(throw_pictures(journal), UNLIMITED), GameKey.of(number, last.after.setup)
    lines = {each.number: each.line for each in judged_lines(last.after)}
    written = 0
    try:
        for line in sorted(store.lines(game)):
            if (throw := store.find(game, line)) is not None:
                name = f"game-{number:04}-line-{line:04}-{_shown(lines.get(line))}"
                made = {".jpg": throw.picture, ".webp": throw.clip}
                make_folder(folder)
                for ending, content in made.items():
                    if content:
                        write_whole(folder / f"{name}{ending}", content)
                written += 1
    except OSError as error:
        raise ThrowFilesError(f"{folder} cannot be written: {ENGLISH(why_and_remedy(error))}") from error
    if not written:
        raise ThrowFilesError(f"no pictures of game {number} are kept; only the newest games have them")
    click.echo(f"The pictures of {counted(written, 'throw')} of game {number} are in {folder}.")


def erase(journal: Path, number: int | None) -> None:
    """Erase the pictures of that game, or of all; a ThrowFilesError if they cannot be."""
    folder = throw_pictures(journal)
    try:
        erased = ThrowStore(folder, UNLIMITED).erase(None if number is None else {number})
    except OSError as error:
        raise ThrowFilesError(f"{folder} cannot be erased: {ENGLISH(why_and_remedy(error))}") from error
    games = counted(erased, "game")
    click.echo(f"The pictures of {games} were erased." if erased else "There were no pictures to erase.")


def erase_game_of(journal: Path, number: int) -> None:
    """Erase that game and its pictures.

    Raises:
        ThrowFilesError: if its pictures cannot be erased; the game is.
        ScoreboardError: if the game cannot be.
    """
    if not journal.exists():
        raise NoGameError(message("no-game.number", id=number))
    folder = throw_pictures(journal)
    try:
        erase_game(journal, number, ThrowStore(folder, UNLIMITED))
    except ScoreboardError:
        raise
    except OSError as error:
        raise ThrowFilesError(f"{folder} cannot be erased: {ENGLISH(why_and_remedy(error))}") from error
    click.echo(f"Game {number} was erased.")


def _shown(line: object) -> str:
    match line:
        case Die(color=color, value=value):
            letters = "".join(each if each.isalnum() else "-" for each in color)
            return f"{letters}-{value}"
        case Chip(face=face):
            return f"chip-{face}"
        case Roll(values=values):
            return f"roll-{'-'.join(map(str, values))}"
    return "taken-back"
