"""The manifest, by which a phone puts the page on its home screen (W3C, Web App Manifest)."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from aiohttp import web

from scoreboard.language import Language
from scoreboard.message import message
from scoreboard.web.http.asked_language import language_of
from scoreboard.web.http.routes import LANGUAGE, Answer, Route

PATH: Final = "/manifest.webmanifest"
TYPE: Final = "application/manifest+json"
GREEN: Final = "#12402b"
"""Of the slate in `static/pages/page.css`: what is seen until the page is there."""


async def manifest(request: web.Request) -> web.Response:
    """It, in the asked language."""
    return web.Response(body=msgspec.json.encode(_manifest(language_of(request))), content_type=TYPE)


def _manifest(language: Language) -> dict[str, Any]:
    return {
        "id": "/",
        "name": "Stadium Scoreboard",
        "short_name": "Stadium",
        "description": language.say(message("page.manifest")),
        "lang": language.code,
        "dir": "ltr",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": GREEN,
        "theme_color": GREEN,
        "icons": [
            {"src": "/static/pages/icon-192.png", "sizes": "192x192", "type": "image/png"},
            {"src": "/static/pages/icon-512.png", "sizes": "512x512", "type": "image/png"},
            {
                "src": "/static/pages/icon-maskable-512.png",
                "sizes": "512x512",
                "type": "image/png",
                "purpose": "maskable",
            },
            {"src": "/static/pages/icon.svg", "sizes": "any", "type": "image/svg+xml"},
        ],
    }


def routes() -> tuple[Route, ...]:
    """The row of the table."""
    answers = {200: Answer("The manifest.", content=TYPE)}
    return (Route("GET", PATH, manifest, "What a phone's home screen is told of the page.", answers, LANGUAGE),)
