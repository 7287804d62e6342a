"""A demonstration plays itself until a phone takes over, and goes on when it is let.

Rule kept here: whether there is anybody to let go on is said by the functions handed in.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from aiohttp import web
from msgspec import Struct

from scoreboard.web.http.guard import Guard, answered, body_of
from scoreboard.web.http.routes import LANGUAGE, Answer, Route, refused


class AutopilotTurn(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether the simulated players throw."""

    on: bool


class AutopilotRoutes:
    """The handler; ``turn`` lets the simulated players throw or rest, and raises `ChangeError` where it cannot."""

    def __init__(self, turn: Callable[[bool], Awaitable[None]], guard: Guard) -> None:
        self._turn, self._guard = turn, guard

    def routes(self) -> tuple[Route, ...]:
        """The row of the table."""
        answers = {200: Answer("As it is now.", AutopilotTurn), **refused(400, 401, 403, 409, 429, 503)}
        row = Route("POST", "/api/autopilot", self.turn, "Takes over from simulated players, or lets them play on.",
                    answers, LANGUAGE, AutopilotTurn, role="scorer")  # fmt: skip
        return self._guard.guarded([row])

    async def turn(self, request: web.Request) -> web.Response:
        """Take over, or let them play on."""
        wanted = await body_of(request, AutopilotTurn)
        await self._turn(wanted.on)
        return answered(wanted)
