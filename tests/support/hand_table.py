"""A table that really plays, on a thread of its own, and the cookies of its phones: for tests in a browser."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from support.phones import Table, playing

from scoreboard.rules.events import Setup
from scoreboard.rules.history import Entry

T = TypeVar("T")


class HandTable:
    """The table.

    Attributes:
        address: of its pages.
    """

    def __init__(self, table: Table, loop: asyncio.AbstractEventLoop) -> None:
        self.table, self._loop = table, loop
        self.address = str(table.server.make_url("")).rstrip("/")

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        """Have it done on the table's own thread."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    def begin(self, setup: Setup) -> None:
        """Begin a game."""

        async def begun() -> None:
            self.table.scorer.begin_once(setup, {})
            await self.table.turn()

        self.do(begun())

    def submit(self, line: Entry) -> None:
        """Record a line, as from the box."""

        async def submitted() -> None:
            self.table.scorer.submit(line)
            await self.table.turn()

        self.do(submitted())

    def paired(self, name: str) -> str:
        """The cookie of a phone that is paired."""
        phones = self.table.control.phones
        cookie = phones.cookie(self.do(phones.add(name, owner=False)))
        self.do(phones.meet(cookie))
        return cookie


@contextmanager
def hand_table(journal: Path) -> Iterator[HandTable]:
    """The table while the context lasts."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    context = playing(journal)
    try:
        table = HandTable(asyncio.run_coroutine_threadsafe(context.__aenter__(), loop).result(), loop)
        yield table
        table.do(context.__aexit__(None, None, None))
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()
