"""`stadium season`: what the games in the journal come to, by team and by player, and whether the dice are fair."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
import msgspec

from firmware.cli.arguments import language_option
from firmware.cli.games import OutputError, journal_option
from firmware.console.streams import warn
from firmware.storage.season_file import SeasonFile
from firmware.text import columns, counted
from scoreboard.errors import NoGameError, why_and_remedy
from scoreboard.journal.store import Journal
from scoreboard.language import ENGLISH, Language
from scoreboard.message import message
from scoreboard.rules import RULE_SETS
from scoreboard.rules.visible import Name
from scoreboard.season.names import KindOfName, SeasonNames, tidy
from scoreboard.season.report import TABLES, CareerReport, SeasonReport, career_report, season_report
from scoreboard.season.season_book import CountedGames


@dataclass(frozen=True, slots=True)
class SeasonOptions:
    """What `stadium season` is asked for.

    Attributes:
        year: games of that year alone; empty for all.
        rules: games of that kind alone; None for all.
        table: that table alone.
        player: whose career.
        as_json: as JSON.
        as_csv: one table as CSV.
        rename_team: a team's name, and its new one.
        rename_player: likewise a player's.
        language: of what is told.
        journal: the file that has the games.
    """

    year: str
    rules: str | None
    table: str | None
    player: str | None
    as_json: bool
    as_csv: bool
    rename_team: tuple[str, str] | None
    rename_player: tuple[str, str] | None
    language: Language
    journal: Path


@click.command()
@click.option("--year", metavar="YEAR", default="", help="Games that were begun in that year alone.")
@click.option("--rules", type=click.Choice(sorted(RULE_SETS)), default=None, help="Games of that kind alone.")
@click.option("--table", type=click.Choice(TABLES), help="That table alone.")
@click.option("--player", metavar="NAME", help="The career of one player, team or helmet, game by game.")
@click.option("--json", "as_json", is_flag=True, help="As one line of JSON.")
@click.option("--csv", "as_csv", is_flag=True, help="One table as CSV: the standings, or the one that --table names.")
@click.option("--rename-team", nargs=2, metavar="OLD NEW", help="Call a team otherwise in the season.")
@click.option("--rename-player", nargs=2, metavar="OLD NEW", help="Likewise a player.")
@language_option
@journal_option
def season(**given: Any) -> None:  # noqa: ANN401 - click gives what the options above say
    """Show the season: standings, head to head, batting, pitching, records, and how the dice fell.

    All finished games in the journal count, imported ones too. Large and small letters in names are the same.

    \b
    Who won most of two-dice baseball?     stadium season --rules two-dice --table standings
    A player was written in two ways:      stadium season --rename-player "Anna" "Ana"
    Into a spreadsheet:                    stadium season --csv --table batting > batting.csv
    """  # noqa: D301 - click knows a kept paragraph by a backspace
    asked = SeasonOptions(**given)
    if asked.as_json and asked.as_csv:
        raise click.UsageError("--json and --csv are two forms; ask for one at a time")
    book = SeasonFile(asked.journal, warn)
    if asked.rename_team:
        _rename(book, "teams", *asked.rename_team)
    if asked.rename_player:
        _rename(book, "people", *asked.rename_player)
    if not asked.rename_team and not asked.rename_player:
        _show(asked, book)


def _show(asked: SeasonOptions, book: SeasonFile) -> None:
    """Print the season, the career of a player, or tables of it."""
    found, language = _count(book, asked.journal, asked.language), asked.language
    report = _report(asked, found, book.names())
    tables = [each for each in report.tables if asked.table in {None, each.name, each.name.removeprefix("game-")}]
    if asked.as_json:
        click.echo(msgspec.json.encode(tables if asked.table else report))
    elif asked.as_csv:
        click.echo(tables[0].as_csv() if tables else "", nl=False)
    elif not found.games:
        click.echo(language.say(message("season.none")))
    else:
        click.echo("\n\n".join("\n".join((each.title, *columns(each.as_text()))) for each in tables))


def _report(asked: SeasonOptions, found: CountedGames, names: SeasonNames) -> SeasonReport | CareerReport:
    if asked.player is None:
        return season_report(
            found.games, names, asked.language, year=asked.year, rules=asked.rules or "", damaged=found.damaged
        )
    career = career_report(found.games, names, asked.language, asked.player)
    if career is None:
        raise click.UsageError(asked.language.say(message("season.nobody", name=asked.player)))
    return career


def _rename(book: SeasonFile, kind: KindOfName, before: str, after: str) -> None:
    """Keep that the team or player is called otherwise.

    Raises:
        OutputError: if it cannot be kept.
    """
    try:
        after = msgspec.convert(tidy(after), type=Name)
    except msgspec.ValidationError as error:
        raise click.UsageError("a name has 1 to 40 letters, all of which can be seen") from error
    try:
        book.keep_names(book.names().renamed(kind, before, after))
    except OSError as error:
        raise OutputError(f"the name cannot be kept: {ENGLISH(why_and_remedy(error))}") from error
    click.echo(f"{before} is called {after} in the season now.")


def _count(book: SeasonFile, path: Path, language: Language) -> CountedGames:
    """Count the games; somebody who looks is shown how far it is."""
    with suppress(NoGameError), Journal.open_readonly(path) as journal, _progress(language) as shown:
        found = book.count(journal, shown)
        if found.damaged:
            several = ", ".join(map(str, found.damaged))
            warn(f"{counted(len(found.damaged), 'game is', 'games are')} damaged and not counted: {several}")
        return found
    return CountedGames((), 0, ())


@contextmanager
def _progress(language: Language) -> Iterator[Callable[[int, int], bool]]:
    """Called with how many games are done, and how many there are."""
    if not sys.stderr.isatty():
        yield lambda *_: True
        return
    with click.progressbar(length=0, label=language.say(message("season.counting")), file=sys.stderr) as bar:

        def shown(done: int, whole: int) -> bool:
            bar.length = whole
            bar.update(done - bar.pos)
            return True

        yield shown
