"""`stadium games`, `export` and `import`: list the games in the journal, write one as a record, or add one from it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Literal

import click
import msgspec

from firmware.cli import throw_files
from firmware.cli.arguments import FileOf, PathOf, house_option, language_option
from firmware.cli.box_lines import BoxLines
from firmware.cli.export_forms import NAMES, PAGE, Export
from firmware.cli.replay import replay_steps
from firmware.console.streams import warn, warn_of_house_rules
from firmware.errors import StadiumError
from firmware.files.atomic import is_roots, write_whole
from firmware.paths import OUT_OF_REACH, default_journal, home, is_out_of_reach
from firmware.text import columns, counted, shortened
from scoreboard.errors import GameDamagedError, JournalDamagedError, JournalError, NoGameError, why_and_remedy
from scoreboard.journal.reader import ShownGame
from scoreboard.journal.reader import shown as listed_game
from scoreboard.journal.store import Journal
from scoreboard.journal.summary import Summary
from scoreboard.language import ENGLISH, Language
from scoreboard.message import Message, Words, message
from scoreboard.record import encode_all, replay
from scoreboard.rules import words_of
from scoreboard.stats.box_score import box_score


def _journal_of_option(_: click.Context, __: click.Parameter, named: Path | None) -> Path:
    if named is None and is_out_of_reach():
        warn(f"These are the games in {home()}. {OUT_OF_REACH}")
    return named or default_journal()


journal_option = click.option(
    "--journal",
    type=PathOf(folder=False),
    callback=_journal_of_option,
    help="The journal's file; without it, the one that `stadium run` uses.",
)


A_HUNDRED = 100
"""Games that are played out for a list before their summaries are stored."""
# one of: games.begun, games.cut, games.imported, games.lines, games.score, games.stands, games.teams
TITLES = tuple(Message(f"games.{title}") for title in ("game", "begun", "teams", "score", "stands", "lines"))


class OutputError(StadiumError, OSError):
    """The game cannot be written where it was asked for: name another place."""


@dataclass(frozen=True, slots=True)
class GamesOptions:
    """What `stadium games` is asked for.

    Attributes:
        number: of the game; None for all.
        as_json: the box score as JSON.
        pictures: the folder that the pictures of its throws go to.
        form: in which it is written out, or all are.
        to: the file that it is written to.
        with_pictures: a web page has the pictures of its throws.
        erased: what is erased.
        language: of what is told.
        journal: the file that has the games.
    """

    number: int | None
    as_json: bool
    pictures: Path | None
    form: str | None
    to: Path | None
    with_pictures: bool
    erased: Literal["game", "pictures"] | None
    language: Language
    journal: Path

    def check(self) -> None:
        """Raise a `click.UsageError` where this cannot be had, or not all of it at once."""
        uses = {
            "--json": self.as_json,
            "--pictures DIR": self.pictures is not None,
            "--export FORM": self.form is not None,
            "--erase": self.erased == "game",
        }
        asked = [use for use, is_asked in uses.items() if is_asked]
        if len(asked) + (self.erased == "pictures") > 1:
            raise click.UsageError("--json, --pictures, --export and --erase are four things; ask for one at a time")
        needs_number = [use for use in asked if use != "--export FORM" or self.form == PAGE]
        if self.number is None and needs_number:
            use = needs_number[0].replace("FORM", f"{PAGE} --to FILE")
            raise click.UsageError(f"{use.split()[0]} needs the number of a game: stadium games 1 {use}")
        if self.with_pictures and self.form != PAGE:
            raise click.UsageError(f"--with-pictures needs --export {PAGE}: stadium games 1 --export {PAGE} --to FILE")
        if (self.form is None) != (self.to is None):
            raise click.UsageError("--export FORM and --to FILE go together; --to - is standard output")


LINES_NAMED = 5
"""Of many lines that are refused for one reason, so many are named."""


@click.command()
@click.argument("number", type=click.IntRange(1, 2**63 - 1), required=False)
@click.option("--json", "as_json", is_flag=True, help="The box score as one line of JSON; needs NUMBER.")
@click.option(
    "--pictures",
    type=PathOf(file=False, written=True),
    metavar="DIR",
    help="Write the pictures of NUMBER's throws there.",
)
@click.option(
    "--export",
    "form",
    type=click.Choice(NAMES),
    help="Write game NUMBER out, or every game that is over: html is a web page of one; pdf are scorecards to print; "
    "csv, json and parquet are box scores; retrosheet is an event file for Chadwick. Needs --to.",
)
@click.option(
    "--to",
    type=PathOf(folder=False, dash=True, written=True),
    metavar="FILE",
    help="With --export: the file; - is standard output. csv, parquet and retrosheet are ZIP archives.",
)
@click.option("--with-pictures", is_flag=True, help="With --export html: the pictures of the throws are in it, too.")
@click.option(
    "--erase",
    "erased",
    flag_value="game",
    help="Erase game NUMBER, with its pictures.",
)
@click.option(
    "--erase-pictures",
    "erased",
    flag_value="pictures",
    help="Erase the pictures of throws: all of them, or those of NUMBER.",
)
@language_option
@journal_option
def games(**given: Any) -> None:  # noqa: ANN401 - click gives what the options above say
    """List the games in the journal, oldest first, or show the box score of game NUMBER.

    \b
    stadium games 3 --export html --to game.html    to send on
    stadium games 3 --export pdf --to card.pdf      to print
    stadium games --export pdf --to book.pdf        every game that is over, with its contents
    stadium games --export csv --to season.zip      for a spreadsheet
    """  # noqa: D301 - click reads the mark: what follows keeps its lines
    asked = GamesOptions(**given)
    asked.check()
    journal, number = asked.journal, asked.number
    if asked.erased == "pictures":
        throw_files.erase(journal, number)
    elif asked.form is not None and asked.to is not None:
        _write(asked.to, Export(journal, number, asked.form, asked.language, asked.with_pictures).written())
    elif number is None:
        _list(journal, asked.language)
    elif asked.erased == "game":
        throw_files.erase_game_of(journal, number)
    elif asked.pictures is not None:
        throw_files.write(journal, number, asked.pictures)
    else:
        _print_box_score(journal, number, asked.language, as_json=asked.as_json)


def _print_box_score(journal: Path, number: int, language: Language, *, as_json: bool) -> None:
    from firmware.cli.win_lines import lines
    from scoreboard.commentary.chances import plays_and_corrections
    from scoreboard.commentary.story import box_report

    with Journal.open_readonly(journal) as opened:
        *_, last = replay(opened.lines(number), opened.rulings(number))
    if as_json:
        click.echo(msgspec.json.encode(box_report(number, last.after)))
    else:
        played = tuple(plays_and_corrections(last.after))
        click.echo("\n".join((*BoxLines(language)(box_score(last.after)), *lines(played, language))))


def _list(journal: Path, language: Language) -> None:
    shown: list[ShownGame] = []
    with suppress(NoGameError):
        shown += _shown_games(journal)
    if shown:
        click.echo("\n".join(columns([tuple(map(language.say, row)) for row in (TITLES, *map(_row, shown))])))
    else:
        click.echo(language.say(message("games.none")))
    for error in (each.error for each in shown if each.error is not None):
        warn(language.say(words_of(error)))


def _shown_games(journal: Path) -> Iterator[ShownGame]:
    """Every game; summaries that had to be computed are stored a hundred at a time, for computing them takes long."""
    with Journal.open_readonly(journal) as opened:
        latest, derived_ones = opened.latest(), dict[int, Summary]()
        for listed in opened.listings():
            yield (shown := listed_game(opened, listed))
            if shown.derived and shown.summary is not None and listed.game != latest:
                derived_ones[listed.game] = shown.summary
            if len(derived_ones) >= A_HUNDRED:
                _keep(journal, derived_ones)
                derived_ones = {}
    _keep(journal, derived_ones)


def _keep(journal: Path, summaries: Mapping[int, Summary]) -> None:
    """Store summaries, so that the next list is fast. The game in play is left to the program that plays it."""
    if not summaries:
        return
    # Without write access the list is shown all the same.
    with suppress(JournalError), Journal.create(journal) as opened:
        opened.add_checksums(game for game in opened.games_without_checksums() if game in summaries)
        opened.keep_summaries(summaries)


@click.command()
@click.argument("number", type=click.IntRange(1, 2**63 - 1))
@click.argument("file", type=PathOf(folder=False, dash=True, written=True), default="-")
@click.option("--damaged", is_flag=True, help="Of a damaged game, write what comes before the damage.")
@journal_option
def export(number: int, file: Path, damaged: bool, journal: Path) -> None:
    """Write game NUMBER as a record to FILE, or to standard output.

    FILE appears whole or not at all; one that is there is replaced.
    """
    with Journal.open_readonly(journal) as opened:
        if damaged:
            record, rulings = _readable_part(opened, number)
        else:
            record, rulings = encode_all(line for _, line in opened.lines(number)), opened.rulings(number)
    warn_of_house_rules(rulings)
    _write(file, record)


def _write(file: Path, content: bytes) -> None:
    """Write it whole or not at all; to standard output if the file is ``-``.

    Raises:
        OutputError: if it cannot be written.
    """
    if str(file) == "-":
        click.echo(content, nl=False)
        return
    try:
        if is_roots(file):
            write_whole(file, content)
        elif file.exists() and not file.is_file():  # a pipe stays one
            file.write_bytes(content)
        else:
            file.parent.stat()  # one that is not there is a slip of the pen, and is not made
            write_whole(file, content)
    except OSError as error:
        raise OutputError(f"{file} cannot be written: {ENGLISH(why_and_remedy(error))}") from error


def _readable_part(journal: Journal, number: int) -> tuple[bytes, dict[str, object]]:
    """The record up to the damage, and how the house played it; warns of the damage."""
    rulings: dict[str, object] = {}
    with suppress(JournalDamagedError):
        rulings = journal.rulings(number)
    lines = list(journal.readable(number))
    try:
        journal.check(number)
    except GameDamagedError as error:
        warn(f"{counted(len(lines), 'line comes', 'lines come')} before the damage. {error}")
    if not lines:
        raise NoGameError(message("no-game.unreadable", id=number))
    return encode_all(lines), rulings


@click.command(name="import")
@click.argument("file", type=FileOf())
@house_option
@journal_option
def import_(file: BinaryIO, house: dict[str, object], journal: Path) -> None:
    """Add the game of the record FILE to the journal; - reads standard input.

    All or nothing: a malformed record adds no game. Every line is kept with its number, those that the rules refuse
    and expectations too, because amendments name lines by number.
    """
    played = list(replay_steps(file, house))
    with Journal.create(journal) as opened:
        number = opened.add((step.line for step in played), imported=True, rulings=house)
    refused = dict[str, list[int]]()
    for step in played:
        if step.refused is not None:
            refused.setdefault(shortened(ENGLISH(step.refused)), []).append(step.number)
    for why, lines in refused.items():
        warn(f"{_kept(lines)}, but the rules refuse {'it' if len(lines) == 1 else 'them'}: {why}")
    setup = played[-1].after.game.setup
    click.echo(f"Game {number}: {setup.away.name} at {setup.home.name}, {counted(len(played), 'line')}.")


def _kept(lines: Sequence[int]) -> str:
    """That these lines are kept: the first of them, and how many more there are."""
    first = ", ".join(map(str, lines[:LINES_NAMED]))
    if len(lines) == 1:
        return f"line {first} is kept"
    more = f" and {len(lines) - LINES_NAMED} more" if len(lines) > LINES_NAMED else ""
    return f"lines {first}{more} are kept"


def _row(shown: ShownGame) -> tuple[Words, ...]:
    """The game under `TITLES`."""
    listed, summary = shown.listed, shown.summary
    marks = {"imported": listed.imported, "cut": listed.cut}
    notes = tuple(Message(f"games.{mark}") for mark, is_marked in marks.items() if is_marked)
    game = message("games.marked", id=listed.game, marks=notes) if notes else listed.game
    if summary is None:
        at = shown.error.at if isinstance(shown.error, GameDamagedError) else ""
        return (game, "", "", "", Message("games.damaged"), at)
    begun = (summary.begun or "")[: len("2026-01-02T03:04")].replace("T", " ") or Message("games.unknown")
    score = "-".join(map(str, summary.score))
    teams = message("games.pairing", away=summary.teams[0], home=summary.teams[1])
    return (game, begun, teams, score, summary.stands, summary.lines)
