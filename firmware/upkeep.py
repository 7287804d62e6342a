"""While a game is played: ask a disk that failed again, and report what has become of it, as of any other device."""

from __future__ import annotations

import asyncio

from firmware.health import Report, Trouble
from firmware.signs import not_saved
from scoreboard.keeper import Keeper

RETRY_S = 3.0
"""How often a disk that failed is asked again: soon enough for a person who has just made room."""


class Upkeep:
    """Looks after the keeper.

    Args:
        keeper: of the games.
        report: is told how the card is.
    """

    def __init__(self, keeper: Keeper, report: Report) -> None:
        self._keeper = keeper
        self._report = report

    @property
    def words(self) -> str | None:
        """What a panel says as long as something is not saved; None when all is."""
        trouble = self._keeper.trouble
        return None if trouble is None else not_saved(trouble).panel

    def look(self) -> None:
        """Ask again, and report how it is."""
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
        if trouble is None:
            self._report(None)
        else:
            sign = not_saved(trouble)
            self._report(Trouble(sign.said, sign.panel, absent=False))
