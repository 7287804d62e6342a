"""The pages as an aiohttp application.

Rule kept here: no request is waited for by the loop that plays, and none of these changes anything.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from aiohttp import web

from scoreboard.language import language
from scoreboard.web import games, look, metrics, openapi, page, stream
from scoreboard.web.archive import Archive
from scoreboard.web.events import worded
from scoreboard.web.look import language_of
from scoreboard.web.packing import pack
from scoreboard.web.refusals import BODY_LIMIT, HEADERS, refuse_in_json
from scoreboard.web.routes import LANGUAGE, Answer, Route, add
from scoreboard.web.schema import StatusTold
from scoreboard.web.view import PageData
from scoreboard.web.watchers import LIMITS, Limits, Watchers

OK, DEGRADED = 200, 503


class Pages:
    """The handlers; their data comes from ``view``."""

    def __init__(self, view: PageData) -> None:
        self._view = view

    async def landing(self, request: web.Request) -> web.Response:
        """The score in words, for people, in the language that they or their browser ask for."""
        html = page.landing(self._view.game(), self._view.last(), self._view.status(), language_of(request))
        return web.Response(text=html, content_type="text/html")

    async def style(self, _: web.Request) -> web.Response:
        """The style sheet."""
        return web.Response(text=page.STYLE, content_type="text/css")

    async def health(self, _: web.Request) -> web.Response:
        """The condition of the appliance, as JSON: 200 if all devices are ok, else 503."""
        status = self._view.status()
        code = OK if status.status == "ok" else DEGRADED
        body = msgspec.json.encode(worded(status, language("en")))
        return web.Response(body=body, status=code, content_type="application/json")

    async def metrics(self, _: web.Request) -> web.Response:
        """Its metrics, in the format of Prometheus."""
        body = metrics.text(self._view.metrics()).encode()
        return web.Response(body=body, headers={"Content-Type": metrics.CONTENT_TYPE})


def make_app(view: PageData, *more: Iterable[Route], limits: Limits = LIMITS) -> web.Application:
    """The application with its routes, and with those of ``more`` tables; ``limits`` are those of the stream."""
    app = web.Application(middlewares=[refuse_in_json, pack], client_max_size=BODY_LIMIT)
    archive, watchers = Archive(view.journal), Watchers(view, limits)
    tables = (
        routes(view),
        look.routes(view),
        games.routes(games.Games(view, archive)),
        stream.routes(stream.Stream(view, archive, watchers)),
        *more,
    )
    add(app, openapi.with_document(route for table in tables for route in table))

    async def close(_: web.Application) -> None:
        watchers.close()
        archive.close()

    view.listen(watchers.refresh)
    app.on_shutdown.append(close)
    app.on_response_prepare.append(_guard)
    return app


def routes(view: PageData) -> tuple[Route, ...]:
    """The rows of the pages for people, and of what a collector asks for."""
    pages = Pages(view)
    html = Answer("The page.", content="text/html")
    health = Answer("All devices work.", StatusTold)
    return (
        Route("GET", "/", pages.landing, "The score in words.", {200: html}, LANGUAGE),
        Route("GET", "/style.css", pages.style, "The style sheet.", {200: Answer("It.", content="text/css")}),
        Route("GET", "/health", pages.health, "The condition of the devices.",
              {200: health, 503: Answer("A device does not work as it should.", StatusTold)}),
        Route("GET", "/metrics", pages.metrics, "Figures for Prometheus.",
              {200: Answer("The figures.", content="text/plain")}),
    )  # fmt: skip


async def _guard(_: web.Request, response: web.StreamResponse) -> None:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
