"""The requests of phones on their way through the loop's queue: each waits its turn, as a button's press does.

Rule kept here: there are never more than a few, so that whoever presses a button does not wait for phones; and none is
left without an answer, when the loop ends or does not come to it. What is answered so is not done later.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from functools import partial
from typing import Any, Final, TypeVar

from firmware.play.inputs.autopilot import Autopilot
from firmware.play.inputs.hand_desk import HandDesk
from firmware.play.inputs.page_input import PageInput
from scoreboard.face_guard import Face
from scoreboard.language import Language
from scoreboard.message import message
from scoreboard.rules.events import Side, Source
from scoreboard.rules.history import Entry
from scoreboard.web.http.guard import ChangeError
from scoreboard.web.play.away_routes import AwayStep, TwoHouses
from scoreboard.web.play.changes import GameAsked, Right, Standing, Value
from scoreboard.web.play.hand_routes import OwnSides
from scoreboard.web.play.new_game import NewGameChoices
from scoreboard.web.state.live import Position

MOST_WAITING: Final = 8
"""Requests that may wait at once: a table has some four phones."""
TURN_S: Final = 10.0
"""Seconds in which a request has its turn."""
TICKS_A_SECOND: Final = 2
_ANSWERS: Final = Face("answer to a phone")
Done = TypeVar("Done")
Result = TypeVar("Result")


def _as_it_is(came_to: Result) -> Result:
    return came_to


class PageRequest:
    """One request: what is to be done in its turn, what is answered then, and the future that has the answer.

    The answer is made in the same turn, once all has followed that does so by itself: nobody else's change is in it.
    """

    def __init__(
        self, do: Callable[[], Any], tell: Callable[[Any], Any] = _as_it_is, answer: asyncio.Future[Any] | None = None
    ) -> None:
        self._do, self._tell, self._answer = do, tell, answer
        self._came_to: Any = None

    def carry_out(self) -> None:
        """Do it; what it changes nothing over is its sender's alone, any other error is the loop's."""
        if self._answer is None:
            self._do()
            return
        if self._answer.done():  # the loop has ended, or nobody waits any more
            return
        try:
            self._came_to = self._do()
        except ChangeError as error:
            self._refuse(error)
        except BaseException:
            self._refuse(_ending())
            raise

    def reply(self) -> None:
        """Answer what it came to."""
        if self._answer is None or self._answer.done():
            return
        with _ANSWERS:
            try:
                self._answer.set_result(self._tell(self._came_to))
            except ChangeError as error:
                self._refuse(error)
        if not self._answer.done():  # it is done, and cannot be told
            self._refuse(ChangeError(500, message("page.status.500")))

    def _refuse(self, error: ChangeError) -> None:
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(error)


class PageRequests:
    """Hands requests to the loop by ``post``, which any thread may call; ``autopilot`` is of a demonstration."""

    def __init__(
        self,
        page: PageInput,
        hands: HandDesk,
        post: Callable[[PageRequest], None],
        autopilot: Autopilot | None = None,
    ) -> None:
        self._page, self._hands, self._post, self._autopilot = page, hands, post, autopilot
        self._waiting = set[asyncio.Future[Any]]()
        self._is_open = False

    # -- play; satisfies `PlayChanges`

    async def record_line(
        self, line: Entry, expected: Position | None, *, dry_run: bool, by: Source = "web"
    ) -> Standing:
        """Record a line; see `PageInput.record_line`."""
        record = partial(self._page.record_line, line, expected, dry_run=dry_run, by=by)
        return await self._ask(record, self._page.standing)

    async def answer_question(
        self, value: Value, what: str | None, expected: Position | None, by: Source = "web"
    ) -> Standing:
        """Answer the open question; see `PageInput.answer_question`."""
        return await self._ask(lambda: self._page.answer_question(value, what, expected, by), self._page.standing)

    async def settle_board(self, right: Right, expected: Position | None) -> Standing:
        """Say which is right, board or score; see `PageInput.settle_board`."""
        return await self._ask(lambda: self._page.settle_board(right, expected), self._page.standing)

    async def begin_game(
        self,
        request: GameAsked,
        expected: Position | None,
        *,
        abandon_current: bool,
        dry_run: bool,
        by: Source = "web",
    ) -> Standing:
        """Begin a game; see `PageInput.begin_game`."""
        begin = partial(
            self._page.begin_game, request, expected, abandon_current=abandon_current, dry_run=dry_run, by=by
        )
        return await self._ask(begin, self._page.standing)

    async def resume_game(self, game: int, expected: Position | None, *, abandon_current: bool) -> Standing:
        """Go on with an earlier game; see `PageInput.resume_game`."""
        resume = partial(self._page.resume_game, game, expected, abandon_current=abandon_current)
        return await self._ask(resume, self._page.standing)

    # -- sides that are played from phones; satisfies `HandChanges`

    def own_sides(self, phone: str) -> OwnSides:
        """The sides that this phone plays; asked in the loop, for it changes nothing."""
        return self._hands.own(phone)

    async def take_side(self, phone: str, side: Side) -> OwnSides:
        """Have it play a side; see `HandDesk.take`."""
        return await self._seat(phone, lambda: self._hands.take(phone, side))

    async def leave_side(self, phone: str, side: Side, *, is_owner: bool) -> OwnSides:
        """Have it leave a side; see `HandDesk.leave`."""
        return await self._seat(phone, lambda: self._hands.leave(phone, side, is_owner=is_owner))

    async def choose(self, phone: str, side: Side, call: str | None, expected: Position | None) -> OwnSides:
        """Choose for a side; see `HandDesk.choose`."""
        return await self._seat(phone, lambda: self._hands.choose(phone, side, call, expected))

    async def deal(self, phone: str, side: Side, expected: Position | None) -> OwnSides:
        """Have cards taken out of play; see `HandDesk.deal`."""
        return await self._seat(phone, lambda: self._hands.deal(phone, side, expected))

    # -- the rest

    @property
    def is_rehearsed(self) -> bool:
        """Whether simulated players are at the table."""
        return self._autopilot is not None

    async def turn(self, on: bool) -> None:
        """Have simulated players, if there are any, play on, or rest."""
        if self._autopilot is not None:
            await self._ask(partial(self._autopilot.turn, on), _as_it_is)

    def other_house(self) -> TwoHouses:
        """How it stands with the other house; asked in the loop, for it changes nothing."""
        return self._page.houses.state

    def disputed_picture(self) -> bytes:
        """Of the throw that both houses are asked about; likewise."""
        return self._page.houses.picture

    async def step_with_house(self, asked: AwayStep) -> TwoHouses:
        """Invite another house, answer it, or leave it; see `HouseDesk.step`."""
        return await self._ask(lambda: self._page.houses.step(asked), lambda _: self._page.houses.state)

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

    async def _seat(self, phone: str, do: Callable[[], None]) -> OwnSides:
        return await self._ask(do, lambda _: self._hands.own(phone))

    async def _ask(self, do: Callable[[], Done], tell: Callable[[Done], Result]) -> Result:
        """Have it done in its turn, and tell what it came to."""
        if not self._is_open:
            raise _ending()
        if len(self._waiting) >= MOST_WAITING:
            raise ChangeError(429, message("page.crowded"), 1.0)
        answer: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        self._waiting.add(answer)
        answer.add_done_callback(self._waiting.discard)
        self._post(PageRequest(do, tell, answer))
        try:
            async with asyncio.timeout(TURN_S):
                return await answer
        except TimeoutError as error:  # the answer is cancelled, and the request with it
            raise ChangeError(503, message("page.no-turn"), 1.0) from error


def _ending() -> ChangeError:
    return ChangeError(503, message("page.ending"))
