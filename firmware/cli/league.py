"""`stadium league`: the games of many stadiums, each verified, and the standings that follow from them."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from firmware.cli.arguments import PathOf, language_option
from firmware.cli.games import OutputError, journal_option
from firmware.console.streams import loading, warn
from firmware.errors import StadiumError
from firmware.text import columns
from scoreboard.errors import NoGameError, why_and_remedy
from scoreboard.journal.store import Journal
from scoreboard.language import ENGLISH, Language
from scoreboard.message import message
from scoreboard.record import encode_all
from scoreboard.rules.events import Setup
from scoreboard.rules.registry import ruled_setup

if TYPE_CHECKING:
    from firmware.storage.box_key import BoxKey
    from scoreboard.league.league_file import League
    from scoreboard.league.verified_game import SentGame, VerifiedGame

SEAL, RECORD = ".seal", ".jsonl"
"""Endings of the two files of a game."""
PORT = click.IntRange(1, 65535)
SERVE = "STADIUM_LEAGUE"
"""How variables begin that give what `stadium league serve` is not told on its command line."""
NOT_COUNTED = 1
"""Exit code where a game does not count."""
league_option = click.option(
    "--league", "file", type=PathOf(folder=False), default="league.toml", show_default=True, help="The league's file."
)
database_option = click.option(
    "--database",
    default="league.sqlite",
    show_default=True,
    metavar="FILE|URL",
    envvar="STADIUM_LEAGUE_DATABASE",
    help="A file, or a PostgreSQL server: postgresql://club@host/league (its password in ~/.pgpass).",
)
json_option = click.option("--json", "as_json", is_flag=True, help="As one line of JSON.")
folders_argument = click.argument("folders", nargs=-1, required=True, type=PathOf(file=False))


@click.group()
def league() -> None:
    """Keep a league of many stadiums, whose standings anybody can prove.

    \b
    On the league's computer, once:     stadium league new
    On each stadium, once:              stadium league key       (goes into league.toml)
    On each stadium, after games:       stadium league seal DIR
    On the league's computer:           stadium league add DIR
                                        stadium league standings
    Or, with an MQTT broker:            stadium league serve --broker HOST
    Anybody, from the files alone:      stadium league verify DIR
    """  # noqa: D301 - click knows a kept paragraph by a backspace


@league.command()
@league_option
def new(file: Path) -> None:
    """Write a league.toml to begin with."""
    from scoreboard.league.league_file import EXAMPLE

    if file.exists():
        raise click.UsageError(f"{file} is there already")
    try:
        file.write_text(EXAMPLE, encoding="utf-8")
    except OSError as error:
        raise OutputError(f"{file} cannot be written: {ENGLISH(why_and_remedy(error))}") from error
    click.echo(f"{file} is written. Put your stadiums and teams into it.")


@league.command()
@journal_option
def key(journal: Path) -> None:
    """Print this stadium's id and public key, as league.toml has them; the first time they are made."""
    known = _box_key(journal)
    click.echo(f'[[boxes]]\nid = "{known.box}"\nname = "This stadium"\nkey = "{known.public}"')


@league.command()
@click.argument("folder", type=PathOf(file=False, written=True))
@journal_option
def seal(folder: Path, journal: Path) -> None:
    """Write every finished game of this stadium into FOLDER: its record, and its seal beside it."""
    from scoreboard.league.seal import sealed

    known, written = _box_key(journal), 0
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for number, record in _finished(journal):
            name = folder / f"{known.box}-{number}"
            name.with_suffix(RECORD).write_bytes(record)
            name.with_suffix(SEAL).write_bytes(msgspec.json.encode(sealed(record, known.box, number, known.private)))
            written += 1
    except OSError as error:
        raise OutputError(f"{folder} cannot be written: {ENGLISH(why_and_remedy(error))}") from error
    click.echo(f"Sealed games: {written}")


@league.command()
@folders_argument
@json_option
@league_option
@language_option
def verify(folders: tuple[Path, ...], file: Path, language: Language, *, as_json: bool) -> None:
    """Compute the standings again from the records in FOLDERS alone, and name every game that does not count.

    The exit code is 1 if there is one.
    """
    played, games = _verified(folders, file, language)
    _tell(played, games, language, as_json=as_json)
    if any(each.fault for each in games):
        sys.exit(NOT_COUNTED)


@league.command()
@folders_argument
@league_option
@database_option
@language_option
def add(folders: tuple[Path, ...], file: Path, database: str, language: Language) -> None:
    """Verify the records in FOLDERS and put them into the database. What does not count is named, and kept as well."""
    from scoreboard.league.game_store import open_store
    from scoreboard.league.league_report import fault_named

    with open_store(database) as store:
        _, games = _verified(folders, file, language)
        store.keep(games)
    for each in games:
        if each.fault:
            warn(fault_named(each, language))
    click.echo(f"Verified games: {sum(each.fault is None for each in games)}")


@league.command()
@json_option
@league_option
@database_option
@language_option
def standings(file: Path, database: str, language: Language, *, as_json: bool) -> None:
    """Show the league as it stands in the database."""
    from scoreboard.league.arriving import unassembled
    from scoreboard.league.game_store import open_store
    from scoreboard.league.league_file import read_league

    with open_store(database) as store:
        games = chain(store.games(as_sent=False), unassembled(store))
        _tell(read_league(file), games, language, as_json=as_json)


@league.command()
@league_option
@database_option
@click.option("--broker", default="", envvar=f"{SERVE}_BROKER", help="The MQTT broker that stadiums publish to.")
@click.option("--broker-port", type=PORT, default=1883, show_default=True, envvar=f"{SERVE}_BROKER_PORT")
@click.option("--tls", is_flag=True, envvar=f"{SERVE}_TLS", help="Speak with it encrypted.")
@click.option("--user", default="", envvar=f"{SERVE}_USER", help="Log in there as that.")
@click.option("--base", default="stadium", show_default=True, envvar=f"{SERVE}_BASE", help="How topics begin.")
@click.option("--client", default="stadium-league", show_default=True, envvar=f"{SERVE}_CLIENT", help="Our name there.")
@click.option(
    "--protocol",
    type=click.Choice(("mqtt5", "mqtt311")),
    default="mqtt5",
    show_default=True,
    envvar=f"{SERVE}_PROTOCOL",
    help="The version of MQTT: 3.1.1 for NATS.",
)
@click.option("--port", type=PORT, default=8080, show_default=True, envvar=f"{SERVE}_PORT", help="Of the web page.")
@click.option(
    "--name",
    "names",
    multiple=True,
    envvar=f"{SERVE}_NAMES",
    help="A name by which the internet knows this computer, such as league.example.org.",
)
def serve(file: Path, database: str, port: int, names: tuple[str, ...], **broker: Any) -> None:  # noqa: ANN401 - click's
    """Hear of the games of all stadiums at an MQTT broker, verify and keep them, and show the league on a web page.

    Passwords lie in files that nobody else may read, in league.secrets/ beside the league's file: password (the
    broker's), look and keep (the page's). Without look everybody may look, without keep nobody may change anything.
    """
    with loading():
        import asyncio

        try:
            from firmware.league.receiver import LeaguePlace
            from firmware.league.service import ServeOptions
            from firmware.league.service import serve as run
        except ImportError as error:
            raise StadiumError(message("broker.no-library")) from error
    secrets, host = file.with_suffix(".secrets"), broker.pop("broker")
    place = LeaguePlace(host, broker.pop("broker_port"), secrets=secrets, **broker) if host else None
    asyncio.run(run(ServeOptions(place, file, database, secrets, port, names)))


def _box_key(journal: Path) -> BoxKey:
    """This stadium's, which is called there as it is at a broker."""
    from firmware.config.fallback import loaded
    from firmware.storage.box_key import box_key

    return box_key(journal, loaded(journal.parent).mqtt.box)


def _finished(journal: Path) -> Iterator[tuple[int, bytes]]:
    """The number and the record of every finished game that was played here; others are warned of if damaged."""
    try:
        opened = Journal.open_readonly(journal)
    except NoGameError:
        return
    with opened:
        for listed in opened.listings():
            if not listed.sound or listed.summary is None:
                warn(f"Game {listed.game} is left out: `stadium games` says what is wrong with it")
            elif listed.summary.over and not listed.imported:
                lines = [line for _, line in opened.lines(listed.game)]
                if isinstance(lines[0], Setup):
                    lines[0] = ruled_setup(lines[0], opened.rulings(listed.game))
                yield listed.game, encode_all(lines)


def _verified(folders: tuple[Path, ...], file: Path, language: Language) -> tuple[League, list[VerifiedGame]]:
    """The league, and the games in these folders, verified; somebody who looks is shown how far it is."""
    from scoreboard.league.league_file import read_league
    from scoreboard.league.verifying import all_verified

    played, paths = read_league(file), list(_records(folders))
    games = all_verified(map(_sent, paths), played)
    if not sys.stderr.isatty():
        return played, list(games)
    label = language.say(message("league.verifying"))
    with click.progressbar(games, length=len(paths), label=label, file=sys.stderr) as bar:
        return played, list(bar)


def _records(folders: Iterable[Path]) -> Iterator[Path]:
    for folder in folders:
        yield from sorted(folder.rglob(f"*{RECORD}"))


def _sent(record: Path) -> SentGame:
    from scoreboard.league.verified_game import SentGame

    seal_file = record.with_suffix(SEAL)
    return SentGame(seal_file.read_bytes() if seal_file.exists() else b"", record.read_bytes(), record.name)


def _tell(played: League, games: Iterable[VerifiedGame], language: Language, *, as_json: bool) -> None:
    from scoreboard.league.league_report import league_report

    report = league_report(played, games, language)
    if as_json:
        click.echo(msgspec.json.encode(report))
        return
    click.echo(language.say(message("league.games", name=report.name, count=report.games)))
    for each in report.tables:
        click.echo("\n" + "\n".join((each.title, *columns(each.as_text()))))
