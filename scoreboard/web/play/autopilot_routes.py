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


def autopilot_routes(turn: Callable[[bool], Awaitable[None]], guard: Guard) -> tuple[Route, ...]:
    """The row of the table; ``turn`` lets the players throw or rest, and raises `ChangeError` where it cannot."""

    async def handle(request: web.Request) -> web.Response:
        wanted = await body_of(request, AutopilotTurn)
        await turn(wanted.on)
        return answered(wanted)

    answers = {200: Answer("As it is now.", AutopilotTurn), **refused(400, 401, 403, 409, 429, 503)}
    row = Route("POST", "/api/autopilot", handle, "Takes over from simulated players, or lets them play on.",
                answers, LANGUAGE, AutopilotTurn, role="scorer")  # fmt: skip
    return guard.guarded([row])
