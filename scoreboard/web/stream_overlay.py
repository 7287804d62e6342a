"""The overlay: the score for a stream, on nothing, for the browser source of OBS and its like.

Rule kept here: viewers see no error and no control. The page is empty until there is a game, shows the last state while
the scoreboard is away, and asks for the next one for ever.
"""

from __future__ import annotations

from html import escape
from string import Template
from typing import Final, Literal, get_args

from aiohttp import web

from scoreboard.message import message
from scoreboard.web.look import language_of
from scoreboard.web.page_words import page_words
from scoreboard.web.refusals import refusal
from scoreboard.web.routes import LANGUAGE, Answer, Parameter, Route, refused
from scoreboard.web.static_files import preloaded

Style = Literal["bug", "bar", "board"]
STYLES: Final[tuple[Style, ...]] = get_args(Style)
THEMES: Final = ("dark", "light")
"""By night first: a stream has no device whose theme could be meant."""

OVERLAY: Final = Template("""<!doctype html>
<html lang="$language" data-theme="$theme">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Stadium Scoreboard</title>
<link rel="icon" href="/static/icon.svg">
<link rel="stylesheet" href="/static/page.css">
<link rel="stylesheet" href="/static/overlay.css">
$modules
<script type="module" src="/static/overlay.js"></script>
</head>
<body class="overlay $style" data-style="$style" data-words="$words">
<main></main>
</body>
</html>
""")


async def overlay(request: web.Request) -> web.Response:
    """The page in the style that the address asks for; a style that there is not is told with those that there are."""
    language = language_of(request)
    style = request.query.get("style", STYLES[0])
    if style not in STYLES:
        return refusal(400, message("page.overlay-style"), say=language.say)
    theme = request.query.get("theme")
    html = OVERLAY.substitute(
        language=language.code,
        theme=theme if theme in THEMES else THEMES[0],
        modules=preloaded("overlay.js"),
        style=style,
        words=escape(page_words(language)),
    )
    return web.Response(text=html, content_type="text/html")


def routes() -> tuple[Route, ...]:
    """The row of the table."""
    style = Parameter("style", "bug, a box for a corner; bar, a strip; or board, with the runs by inning.", type=Style)
    theme = Parameter("theme", "dark or light.")
    answers = {200: Answer("The page.", content="text/html"), **refused(400, said="There is no such style.")}
    return (
        Route("GET", "/overlay", overlay, "The score on a transparent page, for a stream.", answers,
              (style, *LANGUAGE, theme)),
    )  # fmt: skip
