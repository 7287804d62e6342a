"""What the database of a league comes to, made again where it has changed: for a page that many look at."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain

import msgspec

from scoreboard.language import Language
from scoreboard.league.arriving import unassembled
from scoreboard.league.game_store import GameStore
from scoreboard.league.league_file import League
from scoreboard.league.league_report import LeagueReport, league_report
from scoreboard.league.verified_game import SentGame, VerifiedGame, verified
from scoreboard.season import SeasonGame


class LeagueBook:
    """Reads a database; one thread at a time may use it.

    Args:
        store: the database.
        league: the league's file by now.
    """

    def __init__(self, store: GameStore, league: Callable[[], League]) -> None:
        self._store, self._league = store, league
        self._mark: object = None
        self._games: Sequence[VerifiedGame] = ()
        self._reports = dict[str, LeagueReport]()

    def report(self, language: Language) -> LeagueReport:
        """The league as it stands. `LeagueStoreError` if the database cannot be read."""
        mark = self._league(), *self._store.mark()
        if mark != self._mark:
            self._games = tuple(chain(self._store.games(as_sent=False), unassembled(self._store)))
            self._reports.clear()
            self._mark = mark
        if language.code not in self._reports:
            self._reports[language.code] = league_report(self._league(), self._games, language)
        return self._reports[language.code]

    def game(self, box: str, number: int) -> SeasonGame | None:
        """A game that counts, by the longest record of it; None without one. `LeagueStoreError` as above."""
        played = self._store.game(box, number)
        return None if played is None else msgspec.json.decode(played, type=SeasonGame)

    def add(self, sent: SentGame) -> VerifiedGame:
        """Verify a game that a keeper has sent, and keep it. `LeagueStoreError` if it cannot be kept."""
        game = verified(sent, self._league())
        self._store.keep([game])
        return game
