"""`stadium game`: a game of the owner's own, as a file."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from importlib import resources
from pathlib import Path

import click
from click.shell_completion import CompletionItem

from firmware.cli.arguments import PathOf
from firmware.config.parks import ENDING, load_park, park_names
from firmware.console.streams import loading, warn
from firmware.errors import StadiumError
from firmware.files.atomic import write_whole
from firmware.text import columns, counted, printable
from scoreboard.errors import why_and_remedy
from scoreboard.language import ENGLISH, languages
from scoreboard.message import SPARE_LANGUAGE, message
from scoreboard.rules import RULE_SETS
from scoreboard.rules.events import USUAL_SIDES
from scoreboard.rules.parks import Park
from scoreboard.rules.parks.park import SLUG

NARROW = 32
"""Pixels of the narrowest panel."""
FIGURES = ("runs", "scoreless")


class GameFileError(StadiumError, OSError):
    """The file cannot be written: name another."""


class GameName(click.types.StringParamType):
    """A game of ours, or one of the owner's by the name that its file says; whether that is there is seen later.

    Args:
        files: whether the file itself may be named.
    """

    name = "game"

    def __init__(self, *, files: bool = False) -> None:
        self._files = files

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """As it stands, if it may be a game's name."""
        if value not in RULE_SETS and not re.match(SLUG, value) and not (self._files and value.endswith(ENDING)):
            self.fail(f"{value!r} is no game; ours are {', '.join(RULE_SETS)}.", param, ctx)
        return value

    def get_metavar(self, param: click.Parameter, ctx: click.Context | None = None) -> str:  # noqa: ARG002 - click's
        """All that there are."""
        return f"[{'|'.join((*RULE_SETS, *park_names(None), *(['FILE' + ENDING] if self._files else [])))}]"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:  # noqa: ARG002 - click's
        """Those that begin so, the owner's beside the configuration that is named."""
        names = (*RULE_SETS, *park_names(ctx.params.get("config_file")))
        return [CompletionItem(name) for name in names if name.startswith(incomplete)]


@click.group()
def game() -> None:
    """Look over, or begin, a game of your own: dice, a table, and what each throw comes to.

    \b
    stadium game new attic-park.toml      an example, with comments, to be changed into yours
    stadium game check attic-park.toml    what is wrong with it, or what it says

    In the folder games, beside stadium.toml, the menu and the page have it, and so has: stadium run --rules NAME. A
    game keeps in its record all that its file said when it began.
    """  # noqa: D301 - click knows a kept paragraph by a backspace


@game.command()
@click.argument("file", type=PathOf(folder=False))
def check(file: Path) -> None:
    """Tell what the game in FILE is and how many runs it brings, or what is wrong with it.

    Exit code 0: it can be played; 2: it cannot, and every mistake is named by its key.
    """
    with loading():
        from scoreboard.stats.odds import solve

        park = load_park(file)
        known = solve(park)
    click.echo("\n".join(description(park)))
    click.echo("")
    figures = {**known.expected, "scoreless": known.scoreless}
    for key in FIGURES:
        # one of: odds.runs, odds.scoreless
        click.echo(f"{figures[key]:8.4f}  {ENGLISH(message(f'odds.{key}'))}")
    for remark in remarks(park):
        warn(remark)


@game.command()
@click.argument("file", type=PathOf(folder=False, dash=True), default="-")
def new(file: Path) -> None:
    """Write an example into FILE, to be changed.

    Without FILE to standard output. A file that is there is left as it is.
    """
    text = resources.files("scoreboard.rules.parks").joinpath("example.toml").read_text(encoding="utf-8")
    if str(file) == "-":
        click.echo(text, nl=False)
        return
    try:
        is_there = file.exists()
        if not is_there:
            file.parent.stat()  # one that is not there is a slip of the pen, and is not made
            write_whole(file, text.encode())
    except OSError as error:
        raise GameFileError(f"{printable(file)} cannot be written: {ENGLISH(why_and_remedy(error))}.") from error
    if is_there:
        raise GameFileError(f"{printable(file)} is there already; name another file.")
    click.echo(f"An example is in {printable(file)}. Change it, then: stadium game check {printable(file)}")


def description(park: Park) -> Iterator[str]:
    """The whole game, for people."""
    dice = ", ".join(park.colors) if park.colors else counted(park.count, "die", "dice")
    title, long = park.title.get(SPARE_LANGUAGE, park.name), counted(park.innings, "inning")
    yield f"{title} ({park.name}): {dice} of {park.sides} sides, {long}."
    yield ""
    yield from columns([("THROW", "RESULT"), *_rows(park)])


def _rows(park: Park) -> Iterator[tuple[str, str]]:
    for key, cell in park.table.items():
        if isinstance(cell, str):
            yield key, cell
            continue
        stands = defaultdict[str, list[str]](list)
        for stand, result in cell.named.items():
            stands[result].append(stand)
        for number, (result, under) in enumerate(stands.items()):
            yield ("" if number else key), f"{result} ({', '.join(under)})"


def remarks(park: Park) -> Iterator[str]:
    """What a maker may want to know, though it can be played."""
    from scoreboard.display.fonts import TINY

    texts: dict[str, Mapping[str, str]] = {"title": park.title, "about": park.about}
    texts |= {f'results["{name}"].words': result.words for name, result in park.results.items() if result.words}
    for key, worded in texts.items():
        missing = [code for code in languages() if code not in worded]
        if missing and worded:
            yield f"{key}: nothing in {', '.join(missing)}; the English is said"
        elif missing:
            yield f"{key}: nothing is there; {'its name' if key == 'title' else 'a plain sentence'} is shown"
    for code, text in (park.panel or park.title or {SPARE_LANGUAGE: park.name}).items():
        if wide := [word for word in text.upper().split() if TINY.width(word) > NARROW]:
            yield f"panel: {wide[0]} ({code}) is broken on a panel of {NARROW} pixels"
    named = {
        name for cell in park.table.values() for name in ([cell] if isinstance(cell, str) else cell.named.values())
    }
    for name in park.results.keys() - named:
        yield f'results["{name}"]: no cell of the table has it'
    if park.sides != USUAL_SIDES:
        yield f"sides: the camera reads dice of {USUAL_SIDES} sides; these are entered by hand"
