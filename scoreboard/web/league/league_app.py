"""The page of a league as an aiohttp application."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from typing import Final

from aiohttp import web
from aiohttp.typedefs import Middleware

from scoreboard.web.app import SHOWN, refuse_in_json, with_headers
from scoreboard.web.http import openapi
from scoreboard.web.http.asked_language import LANGUAGE_COOKIE, language_of
from scoreboard.web.http.own_host import host_of, name_in, refuse_foreign_names
from scoreboard.web.http.packing import pack
from scoreboard.web.http.phone import YEAR_S
from scoreboard.web.http.refusals import Handler
from scoreboard.web.http.routes import Answer, Route, add
from scoreboard.web.league.doors import LeagueGuard
from scoreboard.web.league.league_page import VIEWS, league_page
from scoreboard.web.league.league_routes import LeagueRoutes
from scoreboard.web.pages import static_files
from scoreboard.web.pages.page import AskedView, theme_of
from scoreboard.web.pages.page_views import View

LARGEST: Final = 8 << 20
"""Bytes of a request: a record of the most lines that a game may have."""


def league_app(league: LeagueRoutes, guard: LeagueGuard, names: Collection[str] = ()) -> web.Application:
    """The application; ``names`` are those under which the internet knows its computer."""
    app = web.Application(middlewares=[_own_names(frozenset(names)), refuse_in_json, pack], client_max_size=LARGEST)
    tables = (*map(partial(_shown, league), VIEWS), *static_files.routes(), *league.routes(guard))
    add(app, openapi.with_document(tables))
    app.on_response_prepare.append(partial(with_headers, ()))
    return app


def _own_names(names: frozenset[str]) -> Middleware:
    @web.middleware
    async def check(request: web.Request, handler: Handler) -> web.StreamResponse:
        if name_in(host_of(request)).rstrip(".").lower() in names:
            return await handler(request)
        return await refuse_foreign_names(request, handler)

    return check


def _shown(league: LeagueRoutes, view: View) -> Route:
    async def show(request: web.Request) -> web.Response:
        theme = theme_of(request)
        asked = AskedView(view, language_of(request), theme)
        answer = web.Response(text=league_page(asked, league.name), content_type="text/html")
        for kept, value in ((LANGUAGE_COOKIE, asked.language.code), ("theme", theme)):
            if kept in request.query:
                answer.set_cookie(kept, value, max_age=YEAR_S, samesite="Lax", httponly=True)
        return answer

    return Route("GET", view.address, show, view.purpose, {200: Answer("The page.", content="text/html")}, SHOWN)
