"""A loop whose clock does not wait: where nothing is left to do it goes on to the next timer at once.

So what happens after half a minute of silence is tried in no time, and a machine that is slow changes nothing: no timer
is due before all that has come was dealt with. For visitors who live in the same loop as what they visit.
"""

from __future__ import annotations

import asyncio
import selectors
import time
from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, ParamSpec

P = ParamSpec("P")
ON_ITS_WAY_S = 0.005
"""How long the system may take to hand over what was written to a socket of its own."""
PATIENCE = 1 / 250
"""The part of a longer jump that is waited before it: a full socket may take the system a fifth of a second."""


class _Jumping(selectors.DefaultSelector):
    """Waits for nothing but what is on its way."""

    def __init__(self) -> None:
        super().__init__()
        self.jumped_s = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """What is ready; nothing where a timer is due sooner, and then it is later by so much."""
        if timeout is None or timeout <= 0:
            return super().select(timeout)
        ready = super().select(max(ON_ITS_WAY_S, timeout * PATIENCE))
        if not ready:
            self.jumped_s += timeout
        return ready


def on_jumping_clock(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """Have a test that is a coroutine run on such a clock."""

    def loop() -> asyncio.AbstractEventLoop:
        selector = _Jumping()
        made = asyncio.SelectorEventLoop(selector)
        made.time = lambda: time.monotonic() + selector.jumped_s  # type: ignore[method-assign]
        return made

    @wraps(test)
    def run(*args: P.args, **others: P.kwargs) -> None:
        with asyncio.Runner(loop_factory=loop) as runner:
            runner.run(test(*args, **others))

    return run
