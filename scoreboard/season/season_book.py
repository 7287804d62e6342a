"""The finished games of a journal, for the season: each is replayed once, and what it came to is kept.

Rule kept here: a game is counted as its record reads now. What is kept of it is used only as long as its lines and its
house rules are the same, and the program is.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib import metadata
from typing import Final, NamedTuple
from zlib import crc32

from msgspec import Struct

from scoreboard.errors import ScoreboardError
from scoreboard.journal.listing import Listing
from scoreboard.journal.reader import JournalReader
from scoreboard.record import ReplayStep, replay
from scoreboard.rules import RulesError
from scoreboard.season.names import SeasonNames
from scoreboard.season.season_game import SeasonGame, season_game

VERSION: Final = metadata.version("stadium-scoreboard")
"""Another version of the program may count otherwise."""


class CountedGame(Struct, frozen=True):
    """What one game came to.

    Attributes:
        mark: of the lines and house rules that it was made from.
        game: itself.
    """

    mark: int
    game: SeasonGame


class CountedGames(NamedTuple):
    """The games of a journal, as far as they are counted.

    Attributes:
        games: in the order in which they were begun.
        uncounted: how many finished games are left to look at.
        damaged: the numbers of games that cannot be read.
    """

    games: tuple[SeasonGame, ...]
    uncounted: int
    damaged: tuple[int, ...]


class SeasonBook:
    """Keeps what was counted and what people are called, in memory; a box keeps both on its card."""

    def __init__(self) -> None:
        self._games: dict[int, CountedGame] = {}
        self._names = SeasonNames()

    def names(self) -> SeasonNames:
        """What teams and people are called now."""
        return self._names

    def keep_names(self, names: SeasonNames) -> None:
        """Keep these; OSError if they cannot be kept."""
        self._names = names

    def counted(self) -> Mapping[int, CountedGame]:
        """What was counted before, by the game's number."""
        return self._games

    def keep_counted(self, games: Mapping[int, CountedGame]) -> None:
        """Keep these; nothing is lost where that fails but time."""
        self._games = dict(games)

    def count(self, journal: JournalReader, may_go_on: Callable[[int, int], bool] = lambda *_: True) -> CountedGames:
        """Count the finished games of the journal.

        ``may_go_on`` is called after each game that was replayed, with how many are done and how many there are; where
        it says no, the rest is left for the next time. One at least is counted each time.

        Raises:
            ScoreboardError: if the journal cannot be read.
        """
        finished = [each for each in journal.listings() if each.summary is None or each.summary.over]
        before, counted, damaged = self.counted(), dict[int, CountedGame](), list[int]()
        left, goes_on = 0, True
        for done, listed in enumerate(finished, 1):
            kept = before.get(listed.game)
            try:
                mark = _mark(journal, listed)
                if kept is None or kept.mark != mark:
                    if not goes_on:
                        left += 1
                        continue
                    kept = _counted(journal, listed.game, mark)
                    goes_on = may_go_on(done, len(finished))
            except (ScoreboardError, RulesError):
                damaged.append(listed.game)
                continue
            if kept is not None:
                counted[listed.game] = kept
        if counted != before:
            self.keep_counted(counted)
        games = sorted((each.game for each in counted.values()), key=lambda each: (each.begun or "", each.game))
        return CountedGames(tuple(games), left, tuple(damaged))


def _mark(journal: JournalReader, listed: Listing) -> int:
    """Differs if a line, a house rule or the program differs.

    Raises:
        ScoreboardError: if the game is damaged.
    """
    if not listed.sound:
        journal.check(listed.game)
    return crc32(repr((VERSION, journal.mark(listed.game))).encode())


def _counted(journal: JournalReader, number: int, mark: int) -> CountedGame | None:
    """What the game came to; None if it is not over. Raises ScoreboardError or RulesError if it cannot be replayed."""
    game = season_game(number, _yielding(replay(journal.lines(number), journal.rulings(number))))
    return None if game is None else CountedGame(mark, game)


def _yielding(steps: Iterable[ReplayStep]) -> Iterator[ReplayStep]:
    """The steps; every other thread has its turn between them: else Python lets them wait for milliseconds."""
    for step in steps:
        time.sleep(0)
        yield step
