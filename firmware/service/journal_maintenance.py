"""Maintenance of a journal of many games during play: old games packed, missing checksums and summaries added.

Rule kept here: the game never waits for it. It is done on a thread, a little at a time, and each piece holds the
journal for a moment only; whenever it is stopped, what is left is done at the next start.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from firmware.errors import StadiumError
from firmware.storage.archive import over_limit, pack
from scoreboard.errors import ScoreboardError
from scoreboard.journal.store import Journal
from scoreboard.journal.summary import summary_of_lines
from scoreboard.rules import RulesError

SLICE_S = 0.5
"""How long a little takes, in seconds; then the thread gives way."""
A_FEW = 4
"""Games in a piece: of some 40 kB each, the journal is held for some hundredths of a second."""


class JournalMaintenance:
    """All that there is to do on the journal at ``path``; each call does a little, and returns whether there is more.

    Beyond ``limit`` bytes its oldest games are packed into ``folder``.
    """

    def __init__(self, path: Path, limit: int, folder: Path, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._path, self._limit, self._folder, self._monotonic = path, limit, folder, monotonic
        self._pieces = self._all()

    def __call__(self) -> bool:
        """Do a little; raises nothing, for a card in a bad state has warnings of its own."""
        until = self._monotonic() + SLICE_S
        return any(self._monotonic() >= until for _ in self._pieces)

    def _all(self) -> Iterator[None]:
        for chosen, do in (
            (self._too_old, self._pack),
            (Journal.games_without_checksums, Journal.add_checksums),
            (_unsummarized, _summarize),
        ):
            games = self._with(chosen) or ()
            for at in range(0, len(games), A_FEW):
                yield
                self._with(do, games[at : at + A_FEW])

    def _with(self, do: Callable[..., Sequence[int] | None], *games: Sequence[int]) -> Sequence[int] | None:
        """Each time anew: SQLite's handles belong to one thread, and the journal may be another file by now."""
        with suppress(StadiumError, ScoreboardError):
            if self._path.exists():
                with Journal.create(self._path) as journal:
                    return do(journal, *games)
        return None

    def _too_old(self, journal: Journal) -> Sequence[int]:
        return over_limit(journal, self._limit)

    def _pack(self, journal: Journal, games: Sequence[int]) -> None:
        pack(journal, games, self._folder)


def _unsummarized(journal: Journal) -> Sequence[int]:
    latest = journal.latest()  # the game in play is left to the program that plays it
    return tuple(game for game in journal.unsummarized() if game != latest)


def _summarize(journal: Journal, games: Sequence[int]) -> None:
    for game in games:
        with suppress(ScoreboardError, RulesError):
            journal.keep_summary(game, summary_of_lines(journal.lines(game), journal.rulings(game)))
