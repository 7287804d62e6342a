"""The requests of phones on their way through the loop's queue: each waits its turn, as a button's press does.

Rule kept here: there are never more than a few, so that whoever presses a button does not wait for phones; and none is
left without an answer when the loop ends.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from functools import partial
from typing import Any, Final, TypeVar

from firmware.play.autopilot import Autopilot
from firmware.play.hand_desk import HandDesk
from firmware.play.page_input import PageInput
from scoreboard.language import Language
from scoreboard.message import message
from scoreboard.web import ChangeError, HandChanges, NewGameChoices, PlayChanges

MOST_WAITING: Final = 8
"""Requests that may wait at once: a table has some four phones."""
TICKS_A_SECOND: Final = 2
Result = TypeVar("Result")


class PageRequest:
    """One request: what is to be done in its turn, and the future that has the answer."""

    def __init__(self, do: Callable[[], Any], answer: asyncio.Future[Any] | None = None) -> None:
        self._do, self._answer = do, answer

    def carry_out(self) -> None:
        """Do it; what it changes nothing over is its sender's alone, any other error is the loop's."""
        if self._answer is None:
            self._do()
            return
        if self._answer.done():  # the loop has ended, or nobody waits any more
            return
        try:
            self._answer.set_result(self._do())
        except ChangeError as error:
            self._answer.set_exception(error)
        except BaseException:
            self._answer.set_exception(_ending())
            raise


class PageRequests:
    """Hands requests to the loop by ``post``, which any thread may call."""

    def __init__(self, page: PageInput, hands: HandDesk, post: Callable[[PageRequest], None]) -> None:
        self._page, self._hands, self._post = page, hands, post
        self._waiting = set[asyncio.Future[Any]]()
        self._is_open = False
        self.changes = PlayChanges(
            lambda line, expected, dry: self._ask(partial(page.line, line, expected, dry=dry)),
            lambda value, what, expected: self._ask(partial(page.answer, value, what, expected)),
            lambda asked, expected, leave, dry: self._ask(partial(page.begin, asked, expected, leave=leave, dry=dry)),
            lambda game, expected, leave: self._ask(partial(page.resume, game, expected, leave=leave)),
        )
        self.hands = HandChanges(
            hands.sides,
            hands.choice,
            lambda phone, side: self._ask(partial(hands.take, phone, side)),
            lambda phone, side, owner: self._ask(partial(hands.leave, phone, side, owner=owner)),
            lambda phone, side, call, expected: self._ask(partial(hands.choose, phone, side, call, expected)),
            lambda phone, side, expected: self._ask(partial(hands.deal, phone, side, expected)),
        )

    async def turn(self, autopilot: Autopilot, on: bool) -> None:
        """Have simulated players play on, or rest."""
        await self._ask(partial(autopilot.turn, on))

    def choices(self, speaks: Language) -> NewGameChoices:
        """What a new game may be made of now; asked in the loop, for it changes nothing."""
        return self._page.choices(speaks)

    def open(self) -> None:
        """Take requests from now on."""
        self._is_open = True

    def close(self) -> None:
        """Take no more, and refuse those that wait."""
        self._is_open = False
        for answer in self._waiting:
            if not answer.done():
                answer.set_exception(_ending())

    def show(self, code: Callable[[], tuple[str, int] | None]) -> None:
        """Have digits shown on every panel for so many seconds, or none any more; ``code`` runs in the loop."""

        def shown(page: PageInput) -> None:
            digits, seconds = code() or (None, 0)
            page.show_code(digits, seconds * TICKS_A_SECOND)

        self.tell(shown)

    def tell(self, do: Callable[[PageInput], None]) -> None:
        """Have something done in its turn, from any thread, which nobody waits for."""
        if self._is_open:
            self._post(PageRequest(lambda: do(self._page)))

    def keep_sides(self, phones: Collection[str]) -> None:
        """Free the sides of phones that are not among these any more."""
        self.tell(lambda _: self._hands.keep(phones))

    async def _ask(self, do: Callable[[], Result]) -> Result:
        """Have it done in its turn."""
        if not self._is_open:
            raise _ending()
        if len(self._waiting) >= MOST_WAITING:
            raise ChangeError(429, message("page.crowded"), 1.0)
        answer: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        self._waiting.add(answer)
        answer.add_done_callback(self._waiting.discard)
        self._post(PageRequest(do, answer))
        return await answer


def _ending() -> ChangeError:
    return ChangeError(503, message("page.ending"))
