"""`stadium deck`: the cards and gloves that RallyBird is played with."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click
from msgspec import UNSET

from firmware.cli.arguments import PathOf
from firmware.config.decks import load_deck
from firmware.errors import StadiumError
from firmware.files.atomic import write_whole
from firmware.text import columns, counted, printable
from scoreboard.errors import why_and_remedy
from scoreboard.language import ENGLISH
from scoreboard.rules.deck import ZONES, Card, Deck, Result, house_text


class DeckFileError(StadiumError, OSError):
    """The file cannot be written: name another."""


@click.group()
def deck() -> None:
    """Look over, or begin, a set of cards and gloves for RallyBird.

    The cards and most gloves of the box are not public, so a house set of our own is played with. To play with yours,
    type them into a file:

    \b
    stadium deck new mine.toml      our set, with comments, to be changed into yours
    stadium deck check mine.toml    what is wrong with it, or what it says

    Then name it in stadium.toml under [game.rallybird]: deck = "/etc/stadium/mine.toml". A game keeps the set it began
    with, in its record.
    """  # noqa: D301 - click knows a kept paragraph by a backspace


@deck.command()
@click.argument("file", type=PathOf(folder=False))
def check(file: Path) -> None:
    """Tell what the set in FILE says, or what is wrong with it.

    Exit code 0: it can be played with; 2: it cannot, and every mistake is named by its key.
    """
    found = load_deck(file)
    click.echo("\n".join(table(found)))


@deck.command()
@click.argument("file", type=PathOf(folder=False, dash=True), default="-")
def new(file: Path) -> None:
    """Write our house set into FILE, to be changed.

    Without FILE to standard output. A file that is there is left as it is.
    """
    if str(file) == "-":
        click.echo(house_text(), nl=False)
        return
    try:
        is_there = file.exists()
        if not is_there:
            file.parent.stat()  # one that is not there is a slip of the pen, and is not made
            write_whole(file, house_text().encode())
    except OSError as error:
        raise DeckFileError(f"{printable(file)} cannot be written: {ENGLISH(why_and_remedy(error))}.") from error
    if is_there:
        raise DeckFileError(f"{printable(file)} is there already; name another file.")
    click.echo(f"Our house set is in {printable(file)}. Change it, then: stadium deck check {printable(file)}")


def table(found: Deck) -> Iterator[str]:
    """The whole set, for people."""
    yield f"{found.name}: {counted(len(found.cards), 'card')}, {counted(len(found.tiles), 'glove')}."
    yield "Printed on the board: " + ", ".join(f"{zone} {found.printed(zone)}" for zone in ZONES) + "."
    gloves = (f"{tile.white}/{tile.red}{' with the icon' if tile.icon else ''}" for tile in found.tiles)
    yield "Gloves, white and red: " + ", ".join(gloves) + "."
    yield ""
    yield from columns([("CARD", "TESTS", "MORE", "AS MANY", "LESS"), *map(_row, found.cards)])


def _row(card: Card) -> tuple[str, ...]:
    tests = "".join(card.tests)
    if card.tests_on_second:
        tests += f", on 2nd {''.join(card.tests_on_second)}"
    return (card.name, tests, *map(_short, (card.greater, card.equal, card.less)))


def _short(result: Result) -> str:
    """``first, runners 1, 2nd home``."""
    bases = {"1st": result.first, "2nd": result.second, "3rd": result.third}
    runners = (f"runners {result.runners}",) if result.runners else ()
    return ", ".join((result.batter, *runners, *(f"{base} {to}" for base, to in bases.items() if to is not UNSET)))
