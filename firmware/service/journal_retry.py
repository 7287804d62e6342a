"""During a game: retry a disk that failed, and report its state, as of any other device.

What takes long is done on a thread: a large journal verified or repaired, and its maintenance.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from firmware.devices.health import HealthReporter
from firmware.play.faces.warnings import not_saved
from scoreboard.errors import JournalError
from scoreboard.journal.resilient import ResilientJournal
from scoreboard.journal.salvage import Remark
from scoreboard.message import Words

RETRY_S = 3.0
"""How often a disk that failed is tried again: soon enough for a person who has just made room."""


class JournalRetry:
    """Looks after the journal.

    ``report`` is called with the card's trouble, or None, at the moment when that changes; ``remark`` with each new
    remark, as when a damaged file was moved aside during a game. ``work`` does a little maintenance, on a thread, and
    returns whether there is more.
    """

    def __init__(
        self,
        journal: ResilientJournal,
        report: HealthReporter,
        remark: Callable[[Remark], None] = lambda _: None,
        work: Callable[[], bool] = lambda: False,
    ) -> None:
        self._journal, self._report, self._remark = journal, report, remark
        self._work: Callable[[], bool] | None = work
        self._reported = len(journal.remarks)
        journal.listen(self._report_state)
        self._report_state()

    @property
    def words(self) -> Words | None:
        """What a panel says as long as something is not saved; None when all is."""
        trouble = self._journal.trouble
        return None if trouble is None else not_saved(trouble).panel

    def look(self) -> None:
        """Look whether the files are in their place, and try again what could not be written."""
        self._journal.check_files()
        if self._journal.trouble is not None:
            self._journal.catch_up()
        for remark in self._journal.remarks[self._reported :]:
            self._remark(remark)
        self._reported = len(self._journal.remarks)

    async def run(self) -> None:
        """Look every few seconds, for ever."""
        while True:
            self.look()
            await asyncio.sleep(RETRY_S)  # first, so that nothing keeps the panel dark
            await self.do_a_little()

    async def do_a_little(self) -> None:
        """Do what takes long, or a little of it, while the game goes on; a faulty disk is left alone."""
        if self._journal.damage is not None:
            try:
                await asyncio.to_thread(self._journal.repair)
            except JournalError as failure:
                self._journal.suspend(failure)
            self.look()
        elif self._journal.trouble is None and self._journal.unverified:
            if (error := await asyncio.to_thread(self._journal.verify_file)) is not None:
                self._journal.suspend(error)
        elif self._journal.trouble is None and self._work is not None and not await asyncio.to_thread(self._work):
            self._work = None

    def _report_state(self) -> None:
        trouble = self._journal.trouble
        self._report(None if trouble is None else not_saved(trouble))
