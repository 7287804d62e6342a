"""When a test that nothing ends is given up, so that it fails and does not hang: a bound, and no measure of anything.

No test asserts that something takes less than this, or waits for it to pass. A machine that does much else at the same
time may need a hundred times as long for a test as a quiet one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

GIVE_UP_S = 900.0
SEEN_S = GIVE_UP_S / 5
"""Until a page has drawn what it was told: less, for whoever breaks a page on purpose waits for it."""
NEVER_S = 4 * GIVE_UP_S
"""Until anything blinks: what is seen does not hang on how fast the computer is."""


async def until(true: Callable[[], bool]) -> None:
    """Let the loop, and what runs beside it, go on until something is so."""
    async with asyncio.timeout(GIVE_UP_S):
        while not true():  # noqa: ASYNC110 - what is waited for happens on other threads too
            await asyncio.sleep(0)
