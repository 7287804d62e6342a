"""Verifying many games, on every core: replaying a record takes most of the time, and each stands for itself."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import islice
from multiprocessing import get_context
from typing import Final

from scoreboard.league.league_file import League
from scoreboard.league.verified_game import SentGame, VerifiedGame, verified

TOGETHER: Final = 32
"""Games that go to a process at once."""
AT_ONCE: Final = 64
"""So many times as many are read before the first is there."""
FEW: Final = 8
"""Games for which no process is begun: that takes longer than they do."""


def all_verified(games: Iterable[SentGame], league: League) -> Iterator[VerifiedGame]:
    """The games, verified, in their order."""
    rest, check = iter(games), partial(verified, league=league)
    few = list(islice(rest, FEW))
    yield from map(check, few)
    if len(few) < FEW:
        return
    # A fresh process has none of this one's threads; a copy would have their locks as they are.
    with ProcessPoolExecutor(os.cpu_count() or 1, mp_context=get_context("spawn")) as pool:
        while batch := list(islice(rest, TOGETHER * AT_ONCE)):
            yield from pool.map(check, batch, chunksize=TOGETHER)
