"""`stadium games`, `export` and `import`: the games in the journal, and their way out and in as records."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO, NamedTuple

import click
import msgspec
from msgspec import UNSET

from firmware.commands.box import columns, printed
from firmware.commands.house import house_option, say_house
from firmware.commands.replay import moments
from firmware.errors import StadiumError
from firmware.files import write_whole
from firmware.paths import OUT_OF_REACH, default_journal, home, is_out_of_reach
from firmware.telling import warn
from scoreboard.box import box_score
from scoreboard.errors import NoGameError
from scoreboard.journal import Journal, Listed
from scoreboard.record import replay, written
from scoreboard.rules.history import History


def _found(_: click.Context, __: click.Parameter, named: Path | None) -> Path:
    if named is None and is_out_of_reach():
        warn(f"These are the games in {home()}. {OUT_OF_REACH}")
    return named or default_journal()


journal_option = click.option(
    "--journal",
    type=click.Path(dir_okay=False, path_type=Path),
    callback=_found,
    help="The journal's file; without it, the one that `stadium run` uses.",
)


class OutputError(StadiumError, OSError):
    """The record cannot be written where it was asked for: name another place."""


@click.command()
@click.argument("number", type=click.IntRange(1, 2**63 - 1), required=False)
@click.option("--json", "as_json", is_flag=True, help="The box score as one line of JSON; needs NUMBER.")
@journal_option
def games(number: int | None, as_json: bool, journal: Path) -> None:
    """List the games in the journal, oldest first, or show the box score of game NUMBER."""
    if number is not None:
        tell_box(journal, number, as_json=as_json)
    elif as_json:
        raise click.UsageError("--json needs the number of a game: stadium games 1 --json")
    else:
        _list(journal)


def tell_box(journal: Path, number: int, *, as_json: bool) -> None:
    """Print the box score of a game."""
    with Journal.look(journal) as opened:
        *_, last = replay(opened.lines(number), opened.rulings(number))
    box = box_score(last.after)
    if as_json:
        click.echo(msgspec.json.encode({"game": number, **msgspec.to_builtins(box)}))
    else:
        click.echo("\n".join(printed(box)))


def _list(journal: Path) -> None:
    try:
        with Journal.look(journal) as opened:
            rows = [_row(opened, listed) for listed in opened.games()]
    except NoGameError:
        rows = []
    for line in _table(rows) if rows else ["No game yet. Play one with `stadium run`, or bring one in with `import`."]:
        click.echo(line)


@click.command()
@click.argument("number", type=click.IntRange(1, 2**63 - 1))
@click.argument("file", type=click.Path(dir_okay=False, allow_dash=True, path_type=Path), default="-")
@journal_option
def export(number: int, file: Path, journal: Path) -> None:
    """Write game NUMBER as a record to FILE, or to standard output.

    FILE appears whole or not at all; one that is there is replaced.
    """
    with Journal.look(journal) as opened:
        record = written(line for _, line in opened.lines(number))
        rulings = opened.rulings(number)
    say_house(rulings)
    if str(file) == "-":
        click.echo(record, nl=False)
        return
    try:
        _write(file, record)
    except OSError as error:
        raise OutputError(f"{file} cannot be written: {error.strerror}; name another place") from error


@click.command(name="import")
@click.argument("file", type=click.File("rb"))
@house_option
@journal_option
def import_(file: BinaryIO, house: dict[str, object], journal: Path) -> None:
    """Add the game of the record FILE to the journal; - reads standard input.

    All or nothing: a malformed record adds no game. Every line is kept with its number, those that the rules refuse
    and expectations too, because amendments name lines by number.
    """
    played = list(moments(file, house))
    with Journal.create(journal) as opened:
        number = opened.add((moment.line for moment in played), imported=True, rulings=house)
    for moment in played:
        if moment.refused is not None:
            warn(f"line {moment.number} is kept, but the rules refuse it: {moment.refused}")
    click.echo(f"Game {number}: {_teams(played[-1].after)}, {len(played)} lines.")


class Row(NamedTuple):
    """A game as the list shows it."""

    game: str
    date: str
    teams: str
    score: str
    stands: str
    lines: str


TITLES = Row("GAME", "BEGUN (UTC)", "TEAMS", "SCORE", "STANDS", "LINES")


def _row(journal: Journal, listed: Listed) -> Row:
    *_, last = replay(journal.lines(listed.game), journal.rulings(listed.game))
    history = last.after
    return Row(
        game=f"{listed.game}{' (imported)' if listed.imported else ''}",
        date=_begun(history),
        teams=_teams(history),
        score=f"{history.game.away}-{history.game.home}",
        stands=_stands(history),
        lines=str(last.number),
    )


def _begun(history: History) -> str:
    at = history.game.setup.at
    return "unknown" if at is UNSET else at[: len("2026-01-02T03:04")].replace("T", " ")


def _teams(history: History) -> str:
    setup = history.game.setup
    return f"{setup.away.name} at {setup.home.name}"


def _stands(history: History) -> str:
    game = history.game
    return "final" if game.over else f"{game.half} of {game.inning}"


def _table(rows: Iterable[Row]) -> Iterator[str]:
    table = [TITLES, *rows]
    yield from columns(table)


def _write(file: Path, record: bytes) -> None:
    if file.exists() and not file.is_file():  # a pipe stays one
        file.write_bytes(record)
    else:
        file.parent.stat()  # one that is not there is a slip of the pen, and is not made
        write_whole(file, record)
