"""The requests of phones on their way to the loop, where the loop does not come to them."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from firmware.play.page_requests import PageRequest, PageRequests
from scoreboard.rules.events import Press
from scoreboard.web import ChangeError

BRIEF_S = 0.01


class Page:
    """What would be done."""

    def __init__(self) -> None:
        self.done: list[object] = []

    def line(self, line: object, *_: object, **__: object) -> None:
        """Record a line."""
        self.done.append(line)


class Hands:
    """Nobody chooses anything in secret."""

    def __getattr__(self, _: str) -> None:
        """Whatever may be asked of it."""


def test_a_request_that_has_no_turn_is_answered_and_never_done() -> None:
    """The phone is told that nothing has changed, and that stays so when the loop comes to it after all."""

    async def evening() -> tuple[int, str, list[object]]:
        page, posted = Page(), list[PageRequest]()
        hands: Any = Hands()
        requests = PageRequests(page, hands, posted.append, BRIEF_S)  # type: ignore[arg-type] # as much as it takes
        requests.open()
        with pytest.raises(ChangeError) as refused:
            await requests.changes.line(Press(button="out"), None, False)
        for request in posted:
            request.carry_out()
        return refused.value.status, str(refused.value.words), page.done

    status, words, done = asyncio.run(evening())
    assert (503, True, []) == (status, "page.no-turn" in words, done)
