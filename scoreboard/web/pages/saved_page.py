"""A game as one HTML file, which shows it anywhere: from a disk, without the scoreboard and without a network.

Rules kept here: the file holds all that it is made of and may fetch nothing, as its own policy says to the browser; of
its scripts and styles only those may run whose sum the policy names. What a user has typed is text: in the data, which
no browser runs, no ``<`` stands.
"""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from html import escape
from string import Template
from typing import Final

import msgspec

from scoreboard.commentary import scoreline
from scoreboard.language import Language
from scoreboard.message import message
from scoreboard.rules.state import Game
from scoreboard.web.pages.page import plain_score
from scoreboard.web.pages.page_words import page_words
from scoreboard.web.pages.static_files import one_script, static_files

SCRIPT: Final = "watch/saved_game.js"
STYLES: Final = ("pages/page.css", "watch/replay.css")
PAGE: Final = Template("""<!doctype html>
<html lang="$language" data-theme="auto">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="$policy">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="theme-color" content="#12402b">
<title>$title</title>
<link rel="icon" href="$icon">
<style>$style</style>
</head>
<body class="replay" data-words="$words">
<header><strong>Stadium<span> Scoreboard</span></strong></header>
<main>
<section class="plain">
$score
<noscript><p>$needs</p></noscript>
</section>
</main>
<footer>$whole</footer>
<script type="application/json" id="saved-game">$game</script>
<script type="module">$script</script>
</body>
</html>
""")


def policy() -> str:
    """What a browser may do with such a page, as a Content-Security-Policy: fetch nothing, and run its own script."""
    runs = {"script-src": one_script(SCRIPT), "style-src": _style()}
    sums = "; ".join(f"{kind} 'sha256-{_sum(text)}'" for kind, text in runs.items())
    return f"default-src 'none'; {sums}; img-src data:; base-uri 'none'; form-action 'none'"


def saved_page(game: Game, data: object, language: Language) -> bytes:
    """The file of a game that stands like this; ``data`` is what `static/watch/saved_game.js` shows of it."""
    html = PAGE.substitute(
        language=language.code,
        policy=policy(),
        title=escape(language.say(scoreline(game))),
        icon=as_address("image/svg+xml", static_files()["pages/icon.svg"].plain),
        style=_style(),
        words=escape(page_words(language, SCRIPT)),
        score="\n".join(plain_score(game, language)),
        needs=escape(language.say(message("page.needs-script"))),
        whole=escape(language.say(message("page.saved"))),
        game=msgspec.json.encode(data).decode().replace("<", "\\u003c"),
        script=one_script(SCRIPT),
    )
    return html.encode()


def as_address(content_type: str, content: bytes) -> str:
    """A picture as an address that holds it."""
    return f"data:{content_type};base64,{b64encode(content).decode()}"


def _style() -> str:
    return "\n".join(static_files()[name].plain.decode() for name in STYLES)


def _sum(text: str) -> str:
    return b64encode(sha256(text.encode()).digest()).decode()
