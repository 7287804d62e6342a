"""`stadium clean-up`: old games out of the journal, packed into files first."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path

import click

from firmware.cli.arguments import PathOf
from firmware.cli.games import journal_option
from firmware.console.streams import warn
from firmware.devices.protocols import SystemClock
from firmware.paths import old_games, throw_pictures
from firmware.storage.archive import A_YEAR, all_but_newest, begun_before, pack, set_aside
from firmware.storage.throw_store import forget_pictures
from firmware.text import counted
from scoreboard.errors import GameDamagedError
from scoreboard.journal.store import Journal


@click.command("clean-up")
@click.option("--keep", type=click.IntRange(min=1), metavar="N", help="Keep the newest N games, however old they are.")
@click.option(
    "--days",
    type=click.IntRange(1, 100 * A_YEAR),
    default=A_YEAR,
    show_default=True,
    help="Keep the games of so many days.",
)
@click.option("--damaged", is_flag=True, help="Take damaged games out instead, whatever their age.")
@click.option("--to", type=PathOf(file=False), help="The folder for the files.")
@journal_option
def clean_up(keep: int | None, days: int, damaged: bool, to: Path | None, journal: Path) -> None:
    """Pack old games into files, and take them out of the journal.

    The last game played always stays. Every other one goes into a file of its own first, by default in the folder
    old-games beside the journal; `zcat FILE | stadium import -` brings it back, and for a game played by house rules
    the command in FILE.house in place of that.

    With --damaged, what comes before the damage goes into such a file, and all that there is into FILE.damaged.
    """
    Journal.open_readonly(journal).close()  # a clean-up makes no journal
    folder = to or old_games(journal)
    if damaged:
        with Journal.create(journal) as opened:
            found = set_aside(opened, folder)
            forget_pictures(opened, throw_pictures(journal))
        for each in found:
            warn(each)
        return click.echo(f"{len(found)} damaged games taken out, into {folder}." if found else "No game is damaged.")
    with Journal.create(journal) as opened:
        today = datetime.fromisoformat(SystemClock().now())
        chosen = begun_before(opened, today - timedelta(days)) if keep is None else all_but_newest(opened, keep)
        packed = pack(opened, chosen, folder, shrink=True)
        forget_pictures(opened, throw_pictures(journal))
        for game in chosen:
            if opened.has(game) and game != opened.latest():
                try:
                    opened.check(game)
                except GameDamagedError as error:
                    warn(f"Not packed: {error}")
    why = "no game is that old" if keep is None else f"the newest {keep} stay, and so does the last one played"
    return click.echo(f"{counted(len(packed), 'game')} packed into {folder}." if packed else f"Nothing to pack: {why}.")
