"""The pages as an aiohttp application.

Rule kept here: every answer comes from memory, at once, and no request changes anything.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from io import BytesIO
from typing import Final

import msgspec
from aiohttp import web
from msgspec import structs

from scoreboard import display
from scoreboard.language import ENGLISH
from scoreboard.rules.state import Game
from scoreboard.web import look, metrics, page, static_files
from scoreboard.web.asked_language import LANGUAGE_COOKIE
from scoreboard.web.look import NO_GAME, language_of
from scoreboard.web.page import THEMES, Asked, Theme, View
from scoreboard.web.refusals import BODY_LIMIT, HEADERS, refuse_in_json
from scoreboard.web.routes import LANGUAGE, NUMBER, Answer, Parameter, Route, add, refused
from scoreboard.web.view import PageData, Status

OK, DEGRADED = 200, 503
YEAR_S: Final = 365 * 24 * 60 * 60
THEME_COOKIE: Final = "theme"
SHOWN: Final = (*LANGUAGE, Parameter("theme", "By day or by night: light, dark or auto; a browser keeps it."))
GAME_NUMBER: Final = Parameter("number", "Of the game.", "path", pattern=NUMBER)


class Pages:
    """The handlers; their data comes from ``view``."""

    def __init__(self, view: PageData) -> None:
        self._view = view
        self._drawn: tuple[Game, bytes] | None = None

    async def shown(self, request: web.Request, view: View) -> web.Response:
        """A view for people, in the language and the theme that they ask for now, or have asked for before."""
        theme = theme_of(request)
        asked = Asked(view, language_of(request), theme, request.match_info.get("number", ""))
        html = page.page(asked, self._view.game(), self._view.last(), self._view.status())
        answer = web.Response(text=html, content_type="text/html")
        for kept, value in ((LANGUAGE_COOKIE, asked.language.code), (THEME_COOKIE, theme)):
            if kept in request.query:
                answer.set_cookie(kept, value, max_age=YEAR_S, samesite="Lax", httponly=True)
        answer.enable_compression()
        return answer

    async def panel(self, _: web.Request) -> web.Response:
        """The picture of the LED panel, as PNG."""
        game = self._view.game()
        if game is None:
            raise web.HTTPNotFound(text=NO_GAME)
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


def make_app(view: PageData, *more: Iterable[Route]) -> web.Application:
    """The application with its routes, and with those of ``more`` tables."""
    app = web.Application(middlewares=[refuse_in_json], client_max_size=BODY_LIMIT)
    for table in (routes(view), static_files.routes(), look.routes(view), *more):
        add(app, table)
    app.on_response_prepare.append(_guard)
    return app


def routes(view: PageData) -> tuple[Route, ...]:
    """The rows of the pages for people, and of what a collector asks for."""
    pages = Pages(view)
    html, png = Answer("The page.", content="text/html"), Answer("The picture.", content="image/png")
    health = Answer("All devices work.", Status)
    return (
        Route("GET", "/", partial(pages.shown, view="live"), "The game, live.", {200: html}, SHOWN),
        Route("GET", "/tv", partial(pages.shown, view="tv"), "The game, live, for a TV.", {200: html}, SHOWN),
        Route("GET", "/pair", partial(pages.shown, view="pair"), "Pairs a phone.", {200: html}, SHOWN),
        Route("GET", "/games", partial(pages.shown, view="games"), "Past games.", {200: html}, SHOWN),
        Route("GET", "/games/{number}", partial(pages.shown, view="replay"), "A game, replayed.",
              {200: html}, (*SHOWN, GAME_NUMBER)),
        Route("GET", "/panel.png", pages.panel, "The LED panel.", {200: png, **refused(404, said=NO_GAME)}),
        Route("GET", "/health", pages.health, "The condition of the devices.",
              {200: health, 503: Answer("A device does not work as it should.", Status)}),
        Route("GET", "/metrics", pages.metrics, "Figures for Prometheus.",
              {200: Answer("The figures.", content="text/plain")}),
    )  # fmt: skip


def theme_of(request: web.Request) -> Theme:
    """The theme that the address asks for, or else the one kept; of the device if there is neither."""
    wanted = request.query.get(THEME_COOKIE) or request.cookies.get(THEME_COOKIE)
    return next((theme for theme in THEMES if theme == wanted), "auto")


async def _guard(_: web.Request, response: web.StreamResponse) -> None:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
