"""While a game is played: ask a disk that failed again, and tell the terminal what has become of it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from firmware.signs import not_saved
from scoreboard.keeper import Keeper

RETRY_S = 3.0
"""How often a disk that failed is asked again: soon enough for a person who has just made room."""
SAVED = "Everything is saved again."


class Upkeep:
    """Looks after the keeper.

    Args:
        keeper: of the games.
        tell: takes a sentence for the terminal.
    """

    def __init__(self, keeper: Keeper, tell: Callable[[str], None]) -> None:
        self._keeper = keeper
        self._tell = tell
        self._told: str | None = None

    @property
    def words(self) -> str | None:
        """What a panel says as long as something is not saved; None when all is."""
        trouble = self._keeper.trouble
        return None if trouble is None else not_saved(trouble).panel

    def look(self) -> None:
        """Ask again, and tell what has changed."""
        self._say()
        if self._keeper.trouble is not None:
            self._keeper.catch_up()
            self._say()

    async def run(self) -> None:
        """Look every few seconds, for ever."""
        while True:
            self.look()
            await asyncio.sleep(RETRY_S)

    def _say(self) -> None:
        trouble = self._keeper.trouble
        said = None if trouble is None else not_saved(trouble).said
        if said != self._told:
            self._told = said
            self._tell(SAVED if said is None else said)
