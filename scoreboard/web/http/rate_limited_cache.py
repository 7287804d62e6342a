"""Bytes that take a while to make, such as a picture's: made on a thread, seldom, and once for all who ask."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

Make = Callable[[], bytes]


class RateLimitedCache:
    """What ``make`` makes, at most every ``every_s`` seconds.

    Args:
        make: called in the loop; gives what is to be run on a thread, or None where there is nothing to make.
        every_s: for how long what was made is good enough.
    """

    def __init__(self, make: Callable[[], Make | None], every_s: float) -> None:
        self._make, self._every_s = make, every_s
        self._making: asyncio.Future[bytes] | None = None
        self._good_until = 0.0

    async def __call__(self) -> bytes | None:
        """The bytes; None where there is nothing to make them of."""
        loop = asyncio.get_running_loop()
        if self._making is None or (self._making.done() and loop.time() >= self._good_until):
            if (make := self._make()) is None:
                return None
            self._good_until = loop.time() + self._every_s
            self._making = loop.run_in_executor(None, make)
        return await asyncio.shield(self._making)
