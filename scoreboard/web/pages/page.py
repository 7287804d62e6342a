"""The pages for people: one frame for all views, and in it what a browser without a script has to show.

Theory of operation. Every view is the same small document. It holds the score in words as it is now, that of privacy
all that it says, so there is something to read at once and without a script; where more needs one, it says so. The
module `static/pages/main.js` then takes the view over and keeps it live.
No template library: there is one template, and what varies in it is escaped at one place. Rule kept here: what a user
has typed, such as a team's name, is text and never markup.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from html import escape
from string import Template
from types import MappingProxyType
from typing import Final, Literal

import msgspec
from aiohttp import web

from scoreboard.commentary import scoreline, who_is_up
from scoreboard.exports import FORMS
from scoreboard.language import Language, language, languages
from scoreboard.message import Message, Words, message
from scoreboard.rules.state import Game
from scoreboard.web.pages.page_views import HEAD, OWNERS, View
from scoreboard.web.pages.page_words import PRIVACY, page_words
from scoreboard.web.pages.static_files import preloaded
from scoreboard.web.state.view import Status

Theme = Literal["light", "dark", "auto"]
THEMES: Final[tuple[Theme, ...]] = ("auto", "light", "dark")
THEME_COOKIE: Final = "theme"
"""What a theme is asked for by, and kept in."""
NO_LOGOS: Final[Mapping[str, str]] = MappingProxyType({})
REFRESH_S: Final = 3
"""Seconds after which a browser without a script reloads the page."""
NO_SUCH_PAGE: Final = message("page.no-such-page")
ORDINALS: Final = 20
"""Innings up to this one have ordinals."""
WELCOME_STEPS: Final = ("stay", "data", "open", "home")
"""What whoever joins the stadium's own Wi-Fi is to do, in order."""
MOST_OUTS: Final = 2
"""Outs of a half-inning that goes on."""

TOP: Final = """<!doctype html>
<html lang="$language" data-theme="$theme">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="theme-color" content="#12402b">
<title>$title</title>
<link rel="icon" href="/static/pages/icon.svg">
<link rel="stylesheet" href="/static/pages/page.css">
"""
HEADER: Final = """\
<header><strong>Stadium<span> Scoreboard</span></strong><nav aria-label="$views">$links</nav></header>
<main>
<section class="plain">
"""

PAGE: Final = Template(f"""{TOP}$refresh
<link rel="apple-touch-icon" href="/static/pages/apple-touch-icon.png">
<link rel="manifest" href="/manifest.webmanifest?lang=$language">
$files
<script defer src="/static/pages/plain.js"></script>
<script type="module" src="/static/pages/main.js"></script>
</head>
<body class="$view" data-view="$view" data-view-script="$script" data-owners="$owners" data-game="$game" \
data-camera="$camera" data-forms="$forms" data-logos="$logos" data-words="$words">
{HEADER}$body
</section>
</main>
<footer>$choices<a href="/help">$guides</a><a href="/pair">$phone</a><a href="/privacy">$privacy</a>
<span>Stadium Scoreboard $version</span></footer>
</body>
</html>
""")

WORDS_ALONE: Final = Template(f"""{TOP}</head>
<body>
{HEADER}<h1>$words</h1>
$more
<a class="main" href="/">$back</a>
</section>
</main>
</body>
</html>
""")


@dataclass(frozen=True, slots=True)
class AskedView:
    """What is asked for: a view in a language and a theme.

    Attributes:
        view: which.
        language: of the page.
        theme: by day or by night.
        game: the number of the game that is replayed; empty for the one in play.
    """

    view: View
    language: Language
    theme: Theme = "auto"
    game: str = ""


def page(
    asked: AskedView,
    game: Game | None,
    last: Words,
    status: Status,
    *,
    has_camera: bool,
    logos: Mapping[str, str] = NO_LOGOS,
) -> str:
    """The page as HTML.

    Args:
        asked: what is to be shown.
        game: the state of play, if any.
        last: the last play, in words.
        status: the condition of the appliance.
        has_camera: whether there is one to be looked through.
        logos: where those of teams are found, by their names.
    """
    speaks = asked.language
    return PAGE.substitute(
        refresh=_refresh(asked.view),
        language=speaks.code,
        theme=asked.theme,
        title=_text("Stadium Scoreboard" if game is None else scoreline(game), speaks),
        files=_files(asked.view),
        view=asked.view.name,
        script=f"/static/{asked.view.script}" if asked.view.script else "",
        owners=escape(msgspec.json.encode(OWNERS).decode()) if asked.view.is_owners else "",
        game=asked.game,
        camera="there" if has_camera else "",
        logos=logos_of(logos),
        forms=" ".join(name for name, form in FORMS.items() if form.is_at_hand),
        words=escape(page_words(speaks, *asked.view.scripts)),
        views=_text(message("page.nav.views"), speaks),
        links="".join(_links(speaks, asked.view)),
        body="\n".join(_body(asked, game, last, status)),
        choices="".join([*languages_offered(asked), *themes_offered(asked)]),
        version=escape(status.version),
        phone=_text(message("page.this-phone"), speaks),
        guides=_text(message("page.guides"), speaks),
        privacy=_text(message("page.ui.privacy"), speaks),
    )


def logos_of(logos: Mapping[str, str]) -> str:
    """Where they are found, for the scripts of a page."""
    return escape(msgspec.json.encode(logos).decode()) if logos else ""


def theme_of(request: web.Request) -> Theme:
    """The theme that the address asks for, or else the one kept; of the device if there is neither."""
    wanted = request.query.get(THEME_COOKIE) or request.cookies.get(THEME_COOKIE)
    return next((theme for theme in THEMES if theme == wanted), "auto")


def missing_page(speaks: Language, theme: Theme, why: Words = NO_SUCH_PAGE) -> str:
    """What a person is shown where there is no page, as HTML; ``why`` says it in a sentence."""
    return _words_alone(why, speaks, theme)


def welcome_page(speaks: Language, theme: Theme, number: str) -> str:
    """What a phone that has joined the stadium's own Wi-Fi is shown, as HTML; ``number`` is the stadium's there.

    A system shows it in a window that may know no script and no cookie, and that closes by itself.
    """
    # one of: page.welcome.data, page.welcome.home, page.welcome.open, page.welcome.stay
    sentences = (_text(message(f"page.welcome.{each}", address=number), speaks) for each in WELCOME_STEPS)
    steps = "".join(f"<li>{each}</li>" for each in sentences)
    why = _text(message("page.welcome.why"), speaks)
    return _words_alone(message("page.welcome"), speaks, theme, f"<p>{why}</p>\n<ol>{steps}</ol>")


def _words_alone(heading: Words, speaks: Language, theme: Theme, more: str = "") -> str:
    words = _text(heading, speaks)
    return WORDS_ALONE.substitute(
        language=speaks.code,
        theme=theme,
        title=words,
        words=words,
        more=more,
        back=_text(message("page.ui.to-game"), speaks),
        views=_text(message("page.nav.views"), speaks),
        links="".join(_links(speaks)),
    )


def _files(view: View) -> str:
    """What the view is made of, so that a browser fetches it at once and not one file after the other."""
    style = f'<link rel="stylesheet" href="/static/{view.style}">' if view.style else ""
    return "\n".join(filter(None, [style, preloaded(*view.scripts)]))


def _links(speaks: Language, shown: View | None = None) -> Iterable[str]:
    for view in HEAD:
        here = ' aria-current="page"' if shown and view.name in (shown.name, shown.parent) else ""
        # one of: page.nav.games, page.nav.live, page.nav.pair, page.nav.settings, page.nav.tv
        yield f'<a href="{view.address}"{here}>{_text(message(f"page.nav.{view.name}"), speaks)}</a>'


def languages_offered(asked: AskedView) -> Iterable[str]:
    """Links to the same page in every other language."""
    for code in languages():
        if code != asked.language.code:
            yield f'<a href="?lang={code}" lang="{code}" hreflang="{code}">{escape(language(code).name)}</a>'


def themes_offered(asked: AskedView) -> Iterable[str]:
    """Links to the same page by day and by night."""
    for theme in THEMES:
        if theme != asked.theme:
            # one of: page.theme.auto, page.theme.dark, page.theme.light
            yield f'<a href="?theme={theme}">{_text(message(f"page.theme.{theme}"), asked.language)}</a>'


def _text(words: Words, language: Language) -> str:
    return escape(language.say(words))


def situation(game: Game) -> Message:
    """The inning, the outs and the count."""
    if game.over:
        return message("page.over")
    # one of: page.inning.* and 1 to 20, or later
    inning = message(f"page.inning.{game.inning if game.inning <= ORDINALS else 'later'}", inning=game.inning)
    # one of: page.outs.0, page.outs.1, page.outs.2
    outs = message(f"page.outs.{min(game.outs, MOST_OUTS)}")
    # one of: page.bottom, page.top
    return message(f"page.{game.half}", inning=inning, outs=outs, balls=game.balls, strikes=game.strikes)


def _refresh(view: View) -> str:
    return (
        "" if view.written == "privacy" else f'<noscript><meta http-equiv="refresh" content="{REFRESH_S}"></noscript>'
    )


def _body(asked: AskedView, game: Game | None, last: Words, status: Status) -> Iterable[str]:
    speaks = asked.language
    if asked.view.written == "privacy":
        yield from _privacy(speaks)
    else:
        yield from _game(game, last, speaks)
        yield from _device_faults(status, speaks)
        yield from plain_lines(speaks)
    if asked.view.script:
        yield f"<noscript><p>{_text(message('page.needs-script'), speaks)}</p></noscript>"


def _privacy(language: Language) -> Iterable[str]:
    yield f"<h1>{_text(message('page.ui.privacy'), language)}</h1>"
    for kind in PRIVACY:  # as `privacy.js` says it, too
        yield f"<h2>{_text(message(f'page.ui.privacy-head-{kind}'), language)}</h2>"
        yield f"<p>{_text(message(f'page.ui.privacy-{kind}'), language)}</p>"


def plain_lines(language: Language) -> Iterable[str]:
    """What `plain.js` shows where the browser is too old for the script, and where nothing answers."""
    yield f'<p class="not-live" role="status" hidden>{_text(message("page.ui.no-contact"), language)}</p>'
    yield f'<p class="old" hidden>{_text(message("page.old-browser"), language)}</p>'


def plain_score(game: Game, language: Language) -> Iterable[str]:
    """The score and the situation, as HTML."""
    away, home = game.team("away").name, game.team("home").name
    yield f"<h1>{_isolated(away)}&nbsp;<b>{game.away}</b> · {_isolated(home)}&nbsp;<b>{game.home}</b></h1>"
    yield f"<p>{_text(situation(game), language)}</p>"


def _game(game: Game | None, last: Words, language: Language) -> Iterable[str]:
    if game is None:
        yield f"<h1>{_text(message('page.no-game'), language)}</h1>"
        return
    panel = _text(message("page.panel", score=scoreline(game)), language)
    yield f'<noscript><img src="/panel.png" width="792" height="216" alt="{panel}"></noscript>'
    yield from plain_score(game, language)
    if up := language.say(who_is_up(game, _isolated)):
        yield f'<p class="up">{up}</p>'
    for name, words in (("last", last), ("next", game.due)):
        if words:
            yield f'<p class="{name}">{_text(words, language)}</p>'


def _isolated(name: str) -> str:
    """A name, isolated for bidirectional text: one in Hebrew or Arabic would reorder what stands beside it."""
    return f"<bdi>{escape(name)}</bdi>"


def _device_faults(status: Status, language: Language) -> Iterable[str]:
    for name, device in status.devices.items():
        if device.said:
            # one of: page.device.broker, page.device.buttons, page.device.camera, page.device.card, page.device.panel
            # one of: page.device.pixels, page.device.sound
            device_name = _text(message("page.fault", device=message(f"page.device.{name}")), language)
            yield f'<p class="amiss"><strong>{device_name}</strong> {_text(device.said, language)}</p>'
