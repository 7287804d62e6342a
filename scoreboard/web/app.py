"""The pages as an aiohttp application.

Rule kept here: no request is waited for by the loop that plays, and none of these changes anything.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from functools import partial
from typing import Final

import msgspec
from aiohttp import web

from scoreboard.language import language
from scoreboard.web.http import openapi
from scoreboard.web.http.asked_language import LANGUAGE_COOKIE, language_of
from scoreboard.web.http.captive import WELCOME, lead_to_page
from scoreboard.web.http.own_host import refuse_foreign_names
from scoreboard.web.http.packing import pack
from scoreboard.web.http.phone import YEAR_S, Phone
from scoreboard.web.http.refusals import BODY_LIMIT, HEADERS, NOT_FOUND, POLICY, UNFRAMED, Handler, as_refusal
from scoreboard.web.http.routes import LANGUAGE, NUMBER, Answer, Parameter, Route, add
from scoreboard.web.pages import (
    address_code,
    guides,
    manifest,
    page,
    sound_routes,
    static_files,
    stream_overlay,
)
from scoreboard.web.pages.page import THEME_COOKIE, AskedView, theme_of
from scoreboard.web.pages.page_views import VIEWS, View
from scoreboard.web.state import metrics
from scoreboard.web.state.answer_types import ApplianceStatus
from scoreboard.web.state.view import PageData
from scoreboard.web.watch import (
    feed,
    games,
    look,
    review_routes,
    season_routes,
    share_routes,
    stream,
)
from scoreboard.web.watch.events import worded
from scoreboard.web.watch.past_games import Archive
from scoreboard.web.watch.watchers import LIMITS, Limits, Watchers

OK, DEGRADED = 200, 503
FRAMED: Final = frozenset({"/overlay", "/tv"})
"""The views that pages of other programs may show within them, where the owner says which."""
PHONE_OF: Final = web.AppKey[Callable[[str], Phone | None]]("phone_of")
"""Where an application keeps what knows a paired phone by its cookie."""
SHOWN: Final = (*LANGUAGE, Parameter("theme", "By day or by night: light, dark or auto; a browser keeps it."))
GAME_NUMBER: Final = Parameter("number", "Of the game.", "path", pattern=NUMBER)


class Pages:
    """The handlers; their data comes from ``view``."""

    def __init__(self, view: PageData) -> None:
        self._view = view

    async def shown(self, request: web.Request, view: View) -> web.Response:
        """A view for people, in the language and the theme that they ask for now, or have asked for before."""
        theme = theme_of(request)
        asked = AskedView(view, language_of(request), theme, request.match_info.get("number", ""))
        data = self._view
        html = page.page(asked, data.game(), data.last(), data.status(), has_camera=data.has_camera, logos=data.logos())
        answer = web.Response(text=html, content_type="text/html")
        for kept, value in ((LANGUAGE_COOKIE, asked.language.code), (THEME_COOKIE, theme)):
            if kept in request.query:
                answer.set_cookie(kept, value, max_age=YEAR_S, samesite="Lax", httponly=True)
        return answer

    async def welcome(self, request: web.Request) -> web.Response:
        """What a phone is shown by its system when it has joined the stadium's own Wi-Fi."""
        html = page.welcome_page(language_of(request), theme_of(request), self._view.own_number)
        return web.Response(text=html, content_type="text/html")

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
    middlewares = [lead_to_page(view.own_number), refuse_foreign_names, _show_missing, refuse_in_json, pack]
    app = web.Application(middlewares=middlewares, client_max_size=BODY_LIMIT)
    app[PHONE_OF] = view.phone_of
    archive, watchers = Archive(view.journal), Watchers(view, limits)
    tables = (
        routes(view),
        manifest.routes(),
        stream_overlay.routes(view),
        static_files.routes(),
        look.routes(view),
        feed.routes(view),
        sound_routes.routes(view),
        address_code.routes(view),
        guides.routes(view),
        games.routes(games.GameHandlers(view, archive)),
        season_routes.routes(season_routes.SeasonHandlers(view, archive)),
        review_routes.routes(review_routes.ReviewHandlers(view, archive)),
        share_routes.routes(share_routes.ShareHandlers(view, archive)),
        stream.routes(stream.Stream(view, archive, watchers)),
        *more,
    )
    add(app, openapi.with_document(route for table in tables for route in table))

    async def close(_: web.Application) -> None:
        watchers.close()
        archive.close()

    view.listen(watchers.refresh)
    app.on_shutdown.append(close)
    app.on_response_prepare.append(partial(with_headers, view.framed_by))
    return app


def routes(view: PageData) -> tuple[Route, ...]:
    """The rows of the pages for people, and of what a collector asks for."""
    pages = Pages(view)
    health = Answer("All devices work.", ApplianceStatus)
    return (
        *(_for_people(view, partial(pages.shown, view=view)) for view in VIEWS),
        Route("GET", WELCOME, pages.welcome, "What a phone is shown that has joined the stadium's own Wi-Fi.",
              {200: Answer("The page.", content="text/html")}, SHOWN),
        Route("GET", "/health", pages.health, "The condition of the devices.",
              {200: health, 503: Answer("A device does not work as it should.", ApplianceStatus)}),
        Route("GET", "/metrics", pages.metrics, "Figures for Prometheus.",
              {200: Answer("The figures.", content="text/plain")}),
    )  # fmt: skip


def _for_people(view: View, shown: Handler) -> Route:
    asked = (*SHOWN, GAME_NUMBER) if "{number}" in view.address else SHOWN
    return Route("GET", view.address, shown, view.purpose, {200: Answer("The page.", content="text/html")}, asked)


@web.middleware
async def refuse_in_json(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Answer an error of a handler or of the router in JSON, in the language that was asked for."""
    try:
        return await handler(request)
    except web.HTTPError as error:
        return as_refusal(error, language_of(request).say)


@web.middleware
async def _show_missing(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Show a page where a person has asked for an address that there is not; a program is answered in JSON."""
    answer = await handler(request)
    is_page = request.method == "GET" and not request.path.startswith("/api/")
    is_person = is_page and "text/html" in request.headers.get("Accept", "")
    if answer.status != NOT_FOUND or request.match_info.http_exception is None or not is_person:
        return answer
    html = page.missing_page(language_of(request), theme_of(request))
    return web.Response(text=html, status=NOT_FOUND, content_type="text/html")


async def with_headers(framed_by: Collection[str], request: web.Request, response: web.StreamResponse) -> None:
    """Add the headers that every answer has; ``framed_by`` may show those views within theirs."""
    if framed_by and request.path in FRAMED:
        policy = HEADERS[POLICY].replace(UNFRAMED, f"frame-ancestors {' '.join(framed_by)}")
        response.headers.setdefault(POLICY, policy)
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    response.headers["Server"] = HEADERS["Server"]  # aiohttp has set its own by now, with its version
