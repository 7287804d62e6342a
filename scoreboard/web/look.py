"""What anyone on the network may look at: the state of play now.

Rule kept here: every answer comes from memory, at once, and no request changes anything.
"""

from __future__ import annotations

from typing import Final

import msgspec
from aiohttp import web

from scoreboard.language import Language
from scoreboard.web.asked_language import LANGUAGE_COOKIE, asked_for
from scoreboard.web.live import Live, state
from scoreboard.web.routes import JSON, LANGUAGE, Answer, Route, refused
from scoreboard.web.view import PageData

NO_GAME: Final = "No game has begun yet; begin one at the stadium."


def language_of(request: web.Request) -> Language:
    """The language that the address asks for, or else the one that was chosen on the page, or else the browser."""
    chosen = request.query.get("lang") or request.cookies.get(LANGUAGE_COOKIE)
    return asked_for(chosen or request.headers.get("Accept-Language", ""))


def live_of(view: PageData) -> Live:
    """What the table is shown now; not found before the first game."""
    if (live := view.live()) is None:
        raise web.HTTPNotFound(text=NO_GAME)
    return live


class Look:
    """The handlers; their data comes from ``view``."""

    def __init__(self, view: PageData) -> None:
        self._view = view

    async def state(self, request: web.Request) -> web.Response:
        """The state of play now."""
        body = msgspec.json.encode(state(live_of(self._view), language_of(request)))
        return web.Response(body=body, content_type=JSON)


def routes(view: PageData) -> tuple[Route, ...]:
    """The rows of the table."""
    look = Look(view)
    return (
        Route(
            "GET", "/api/state", look.state, "The state of play now.",
            {200: Answer("The state.", dict), **refused(404, said=NO_GAME)}, LANGUAGE,
        ),
    )  # fmt: skip
