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
from scoreboard.web.http.asked_language import language_of
from scoreboard.web.http.refusals import refusal
from scoreboard.web.http.routes import LANGUAGE, Answer, Parameter, Route, refused
from scoreboard.web.pages.page import logos_of, plain_score
from scoreboard.web.pages.page_words import page_words
from scoreboard.web.pages.static_files import preloaded
from scoreboard.web.state.view import PageData

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
<link rel="icon" href="/static/pages/icon.svg">
<link rel="stylesheet" href="/static/pages/page.css">
<link rel="stylesheet" href="/static/pages/overlay.css">
$modules
<script defer src="/static/pages/plain.js"></script>
<script type="module" src="/static/pages/overlay.js"></script>
</head>
<body class="overlay $style" data-style="$style" data-logos="$logos" data-words="$words">
<main><section class="plain" hidden>$plain</section></main>
</body>
</html>
""")


def routes(view: PageData) -> tuple[Route, ...]:
    """The row of the table."""

    async def show(request: web.Request) -> web.Response:
        language = language_of(request)
        style = request.query.get("style", STYLES[0])
        if style not in STYLES:
            return refusal(400, message("page.overlay-style"), say=language.say)
        theme, game = request.query.get("theme"), view.game()
        html = OVERLAY.substitute(
            language=language.code,
            theme=theme if theme in THEMES else THEMES[0],
            modules=preloaded("pages/overlay.js"),
            style=style,
            logos=logos_of(view.logos()),
            plain="" if game is None else "".join(plain_score(game, language)),
            words=escape(page_words(language, "pages/overlay.js")),
        )
        return web.Response(text=html, content_type="text/html")

    styles = Parameter("style", "bug, a box for a corner; bar, a strip; or board, with the runs by inning.", type=Style)
    themes = Parameter("theme", "dark or light.")
    answers = {200: Answer("The page.", content="text/html"), **refused(400, why="There is no such style.")}
    return (
        Route("GET", "/overlay", show, "The score on a transparent page, for a stream.", answers,
              (styles, *LANGUAGE, themes)),
    )  # fmt: skip
