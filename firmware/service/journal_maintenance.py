"""Maintenance of a journal of many games during play: old games packed, checksums and summaries added, pictures erased.

Rule kept here: the game never waits for it. It is done on a thread, a little at a time, and each batch holds the
journal for a moment only; what is left at the end is done at the next start.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from firmware.errors import StadiumError
from firmware.paths import throw_pictures
from firmware.storage.archive import over_limit, pack
from firmware.storage.throw_store import forget_pictures
from scoreboard.errors import ScoreboardError
from scoreboard.journal.store import Journal
from scoreboard.journal.summary import summary_of_lines
from scoreboard.rules import RulesError

SLICE_S = 0.5
"""How long one call takes, in seconds."""
BATCH = 4
"""Games: of some 40 kB each, the journal is held for some hundredths of a second."""


class JournalMaintenance:
    """The maintenance of the journal at ``path``; beyond ``limit`` bytes old games are packed into ``folder``."""

    def __init__(self, path: Path, limit: int, folder: Path, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._path, self._limit, self._folder, self._monotonic = path, limit, folder, monotonic
        self._pieces = self._all()

    def __call__(self) -> bool:
        """Do a little, and return whether there is more; raises nothing, for a faulty card has warnings of its own."""
        until = self._monotonic() + SLICE_S
        return any(self._monotonic() >= until for _ in self._pieces)

    def _all(self) -> Iterator[None]:
        for chosen, do in (
            (partial(over_limit, limit=self._limit), partial(pack, folder=self._folder)),
            (Journal.games_without_checksums, Journal.add_checksums),
            (_unsummarized, _summarize),
        ):
            games = self._with(chosen) or ()
            for at in range(0, len(games), BATCH):
                yield
                self._with(do, games[at : at + BATCH])
        yield
        self._with(partial(forget_pictures, folder=throw_pictures(self._path)))

    def _with(self, do: Callable[..., Any], *games: Sequence[int]) -> Any:  # noqa: ANN401 - what `do` returns
        """Open the journal each time: SQLite's handles belong to one thread, and it may be another file by now."""
        with suppress(StadiumError, ScoreboardError, OSError):
            if self._path.exists():
                with Journal.create(self._path) as journal:
                    return do(journal, *games)
        return None


def _unsummarized(journal: Journal) -> Sequence[int]:
    latest = journal.latest()  # the game in play is left to the program that plays it
    return tuple(game for game in journal.unsummarized() if game != latest)


def _summarize(journal: Journal, games: Sequence[int]) -> None:
    for game in games:
        with suppress(ScoreboardError, RulesError):
            journal.keep_summary(game, summary_of_lines(journal.lines(game), journal.rulings(game)))
