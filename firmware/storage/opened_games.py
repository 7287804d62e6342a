"""The games of a run: the journal, opened, and the game in it that is played."""

from __future__ import annotations

from contextlib import ExitStack, closing
from pathlib import Path
from typing import NamedTuple

from firmware.config.overrides import RunOptions, journal_of
from firmware.config.schema import Config
from firmware.console.streams import warn
from firmware.devices.protocols import SystemClock
from firmware.storage.recordings import lines_before
from scoreboard.journal.resilient import ResilientJournal
from scoreboard.message import Words, message
from scoreboard.session import Session


class Games(NamedTuple):
    """The journal, what writes it, and the game in play, unless a new one begins all the same.

    Attributes:
        ineffective_options: what to say of options that have no effect on the game that goes on; empty for none.
    """

    journal: Path
    store: ResilientJournal
    session: Session
    begin_new: bool
    ineffective_options: Words = ""

    @property
    def goes_on(self) -> bool:
        """Whether a game that was begun earlier goes on."""
        return self.session.in_play and not self.begin_new


def open_games(config: Config, overrides: RunOptions, held: ExitStack) -> Games:
    """Open the games. A file that the command line names is used or refused; the appliance's own is repaired."""
    journal, begin_new = journal_of(overrides, config), overrides.begin_new
    store = held.enter_context(closing(ResilientJournal.open(journal, repair=overrides.journal is None)))
    # A recording is a game of its own, and may begin in the middle of one.
    if config.camera.source == "recording" and not begin_new:
        lines = lines_before(Path(config.camera.path).expanduser(), config.game.house, warn)
        if lines:
            store.add(lines, rulings=config.game.house)
        begin_new = not lines
    session = held.enter_context(Session(store, SystemClock()))
    if overrides.game is not None:
        session.resume(overrides.game)
    games, new = Games(journal, store, session, begin_new), config.game
    if not games.goes_on:
        return games
    rules, innings = session.game.setup.rules, session.game.innings
    if (overrides.rules or rules, overrides.innings or innings) == (rules, innings):
        return games
    ineffective = message("start.goes-on", played=rules, count=innings, chosen=new.rules, others=new.innings)
    return games._replace(ineffective_options=ineffective)
