"""The pages as an aiohttp application.

Rule kept here: every answer comes from memory, at once, and no request changes anything.
"""

from __future__ import annotations

from io import BytesIO

import msgspec
from aiohttp import web
from msgspec import structs

from scoreboard import display
from scoreboard.language import ENGLISH
from scoreboard.rules.state import Game
from scoreboard.web import metrics, page
from scoreboard.web.asked_language import asked_for
from scoreboard.web.refusals import BODY_LIMIT, HEADERS, refuse_in_json
from scoreboard.web.view import PageData

OK, DEGRADED = 200, 503


class Pages:
    """The handlers; their data comes from ``view``."""

    def __init__(self, view: PageData) -> None:
        self._view = view
        self._drawn: tuple[Game, bytes] | None = None

    async def landing(self, request: web.Request) -> web.Response:
        """The score in words, for people, in the language that they or their browser ask for."""
        language = asked_for(request.query.get("lang") or request.headers.get("Accept-Language", ""))
        html = page.landing(self._view.game(), self._view.last(), self._view.status(), language)
        return web.Response(text=html, content_type="text/html")

    async def style(self, _: web.Request) -> web.Response:
        """The style sheet."""
        return web.Response(text=page.STYLE, content_type="text/css")

    async def panel(self, _: web.Request) -> web.Response:
        """The picture of the LED panel, as PNG."""
        game = self._view.game()
        if game is None:
            raise web.HTTPNotFound(text="No game has begun yet; begin one at the stadium.")
        return web.Response(body=self._picture(game), content_type="image/png")

    async def health(self, _: web.Request) -> web.Response:
        """The condition of the appliance, as JSON: 200 if all devices are ok, else 503."""
        status = self._view.status()
        code = OK if status.status == "ok" else DEGRADED
        devices = {name: structs.replace(each, said=ENGLISH(each.said)) for name, each in status.devices.items()}
        body = msgspec.json.encode(structs.replace(status, devices=devices))
        return web.Response(body=body, status=code, content_type="application/json")

    async def metrics(self, _: web.Request) -> web.Response:
        """Its metrics, in the format of Prometheus."""
        body = metrics.text(self._view.metrics()).encode()
        return web.Response(body=body, headers={"Content-Type": metrics.CONTENT_TYPE})

    def _picture(self, game: Game) -> bytes:
        """Drawn once for each state, however many requests there are."""
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
