"""What anyone on the network may look at: the state of play, the panel, the camera's picture.

Rule kept here: every answer comes from memory, no request changes anything, and pictures are encoded off the loop,
seldom and only while somebody looks.
"""

from __future__ import annotations

from functools import partial
from io import BytesIO
from typing import TYPE_CHECKING, Final

import msgspec
from aiohttp import web

from scoreboard import display
from scoreboard.language import ENGLISH
from scoreboard.message import Message, message
from scoreboard.web.http.asked_language import language_of
from scoreboard.web.http.rate_limited_cache import Make, RateLimitedCache
from scoreboard.web.http.refusals import NotThereError
from scoreboard.web.http.routes import JPEG, JSON, LANGUAGE, Answer, Route, refused
from scoreboard.web.state.answer_types import StateOfPlay
from scoreboard.web.state.live import Live, state
from scoreboard.web.state.view import PageData

if TYPE_CHECKING:
    from PIL import Image

NO_GAME: Final = message("page.none.game")
NO_PANEL: Final = message("page.none.panel")
NO_CAMERA: Final = message("page.none.camera")
NOT_ASKED: Final = message("page.none.asked")
PANEL_EVERY_S: Final = 0.25
"""How long a picture of the panel is good enough."""


def live_of(view: PageData) -> Live:
    """What the table is shown now; not found before the first game."""
    if (live := view.live()) is None:
        raise NotThereError(NO_GAME)
    return live


class Look:
    """The handlers; their data comes from ``view``."""

    def __init__(self, view: PageData) -> None:
        self._view = view
        self._lit = RateLimitedCache(self._make_panel, PANEL_EVERY_S)

    async def state(self, request: web.Request) -> web.Response:
        """The state of play now."""
        body = msgspec.json.encode(state(live_of(self._view), language_of(request)))
        return web.Response(body=body, content_type=JSON)

    async def panel(self, _: web.Request) -> web.Response:
        """The picture of the LED panel, as PNG."""
        return _picture(await self._lit(), "image/png", NO_PANEL)

    async def camera(self, _: web.Request) -> web.Response:
        """The last picture of the camera, with what was read drawn in."""
        return _picture(await self._view.camera(), JPEG, NO_CAMERA)

    async def asked(self, _: web.Request) -> web.Response:
        """The die or chip that the open question is about."""
        return _picture(await self._view.asked(), JPEG, NOT_ASKED)

    def _make_panel(self) -> Make | None:
        lit = self._view.panel()
        return None if lit is None else partial(_as_lights, lit)


def _as_lights(lit: Image.Image) -> bytes:
    file = BytesIO()
    display.led_picture(lit).save(file, "PNG")
    return file.getvalue()


def _picture(made: bytes | None, content: str, missing: Message) -> web.Response:
    if made is None:
        raise NotThereError(missing)
    return web.Response(body=made, content_type=content)


def routes(view: PageData) -> tuple[Route, ...]:
    """The rows of the table."""
    look, png = Look(view), Answer("The picture.", content="image/png")
    jpeg = Answer("The picture.", content=JPEG)
    return (
        Route("GET", "/api/state", look.state, "The state of play now.",
              {200: Answer("The state.", StateOfPlay), **refused(404, why=ENGLISH(NO_GAME))}, LANGUAGE),
        Route("GET", "/api/asked.jpg", look.asked, "The die or chip that the open question is about.",
              {200: jpeg, **refused(404, why=ENGLISH(NOT_ASKED))}),
        Route("GET", "/panel.png", look.panel, "The LED panel.", {200: png, **refused(404, why=ENGLISH(NO_PANEL))}),
        Route("GET", "/camera.jpg", look.camera, "The last picture of the camera, with what was read drawn in.",
              {200: jpeg, **refused(404, why=ENGLISH(NO_CAMERA))}),
    )  # fmt: skip
