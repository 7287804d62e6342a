"""The pages themselves, as an aiohttp application that whoever has a loop and a socket can serve.

Rule kept here: everything is answered from memory, at once, and is only for looking at.
"""

from __future__ import annotations

from io import BytesIO

import msgspec
from aiohttp import web

from scoreboard import display
from scoreboard.rules.state import Game
from scoreboard.web import metrics, page
from scoreboard.web.refusals import BODY_LIMIT, HEADERS, refuse_in_json
from scoreboard.web.view import PageData

OK, DEGRADED = 200, 503


class Pages:
    """The handlers; what they tell comes from ``view``."""

    def __init__(self, view: PageData) -> None:
        self._view = view
        self._drawn: tuple[Game, bytes] | None = None

    async def landing(self, _: web.Request) -> web.Response:
        """The score in words, for people."""
        html = page.landing(self._view.game(), self._view.last(), self._view.status())
        return web.Response(text=html, content_type="text/html")

    async def style(self, _: web.Request) -> web.Response:
        """What the page looks like."""
        return web.Response(text=page.STYLE, content_type="text/css")

    async def panel(self, _: web.Request) -> web.Response:
        """What the LED panel shows of the game, as a PNG picture."""
        game = self._view.game()
        if game is None:
            raise web.HTTPNotFound(text="No game has begun yet; begin one at the stadium.")
        return web.Response(body=self._picture(game), content_type="image/png")

    async def health(self, _: web.Request) -> web.Response:
        """How the appliance is, as JSON: 200 when all is well, 503 when any device is not."""
        status = self._view.status()
        code = OK if status.status == "ok" else DEGRADED
        return web.Response(body=msgspec.json.encode(status), status=code, content_type="application/json")

    async def metrics(self, _: web.Request) -> web.Response:
        """Its figures, as Prometheus reads them."""
        body = metrics.text(self._view.metrics()).encode()
        return web.Response(body=body, headers={"Content-Type": metrics.CONTENT_TYPE})

    def _picture(self, game: Game) -> bytes:
        """Drawn once for each state, however many look at it."""
        if self._drawn is None or self._drawn[0] is not game:
            file = BytesIO()
            display.led_picture(display.draw(game)).save(file, "PNG")
            self._drawn = (game, file.getvalue())
        return self._drawn[1]


def make_app(view: PageData) -> web.Application:
    """The application with its routes: ``/``, ``/panel.png``, ``/health`` and ``/metrics``."""
    pages, app = Pages(view), web.Application(middlewares=[refuse_in_json], client_max_size=BODY_LIMIT)
    app.router.add_get("/", pages.landing)
    app.router.add_get("/style.css", pages.style)
    app.router.add_get("/panel.png", pages.panel)
    app.router.add_get("/health", pages.health)
    app.router.add_get("/metrics", pages.metrics)
    app.on_response_prepare.append(_guard)
    return app


async def _guard(_: web.Request, response: web.StreamResponse) -> None:
    response.headers.update(HEADERS)
