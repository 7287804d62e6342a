"""The landing page: the panel, the score in words and the faults of devices. No script; the browser reloads it.

Rule kept here: what a user has typed, such as a team's name, is text and never markup.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from string import Template
from typing import Final

from scoreboard.commentary import scoreline, who_is_up
from scoreboard.language import Language
from scoreboard.message import Message, Words, message
from scoreboard.rules.state import Game
from scoreboard.web.view import Status

REFRESH_S: Final = 3
"""Seconds after which the browser reloads the page."""
_ORDINALS: Final = 20
"""Innings up to this one have ordinals."""
_MOST_OUTS: Final = 2
"""Outs of a half-inning that goes on."""

STYLE: Final = """
:root { color-scheme: dark; --felt: #0f2a1c; --chalk: #ebe6d2; --amber: #ffb000; }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-content: center; justify-items: center; gap: 1.1rem;
  grid-template-columns: minmax(0, 1fr); overflow-wrap: anywhere;
  padding: 1.5rem; background: radial-gradient(circle at 50% 0, #1d4a31, var(--felt) 70%); color: var(--chalk);
  font: 1.15rem/1.5 system-ui, sans-serif; text-align: center; }
img { width: min(52rem, 100%); height: auto; border-radius: .6rem; box-shadow: 0 .4rem 2rem #0008; }
h1 { margin: .4rem 0 0; font-size: clamp(1.6rem, 5vw, 2.8rem); font-weight: 650; letter-spacing: .01em; }
h1 b { color: var(--amber); font-variant-numeric: tabular-nums; }
p { margin: 0; max-width: 40rem; }
.next { font-size: 1.3rem; }
.amiss { padding: .5rem 1rem; border-left: .3rem solid var(--amber); background: #0006; text-align: left; }
footer { margin-top: 1rem; font-size: .85rem; opacity: .65; }
a { color: inherit; }
"""

PAGE: Final = Template("""<!doctype html>
<html lang="$language">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="$refresh">
<title>$title</title>
<link rel="stylesheet" href="/style.css">
</head>
<body>
$body
<footer>Stadium Scoreboard $version · <a href="/health">$health</a> · <a href="/metrics">$metrics</a></footer>
</body>
</html>
""")


def landing(game: Game | None, last: Words, status: Status, language: Language) -> str:
    """The page as HTML.

    Args:
        game: the state of play, if any.
        last: the last play, in words.
        status: the condition of the appliance.
        language: of the page.
    """
    title = "Stadium Scoreboard" if game is None else scoreline(game)
    return PAGE.substitute(
        refresh=REFRESH_S,
        language=language.code,
        title=_text(title, language),
        body="\n".join([*_game(game, last, language), *_device_faults(status, language)]),
        version=escape(status.version),
        health=_text(message("page.health"), language),
        metrics=_text(message("page.metrics"), language),
    )


def _text(words: Words, language: Language) -> str:
    return escape(language.say(words))


def situation(game: Game) -> Message:
    """The inning, the outs and the count."""
    if game.over:
        return message("page.over")
    inning = message(f"page.inning.{game.inning if game.inning <= _ORDINALS else 'later'}", inning=game.inning)
    outs = message(f"page.outs.{min(game.outs, _MOST_OUTS)}")
    return message(f"page.{game.half}", inning=inning, outs=outs, balls=game.balls, strikes=game.strikes)


def _game(game: Game | None, last: Words, language: Language) -> Iterable[str]:
    if game is None:
        yield f"<h1>{_text(message('page.no-game'), language)}</h1>"
        return
    panel = _text(message("page.panel", score=scoreline(game)), language)
    away, home = game.team("away").name, game.team("home").name
    yield f'<img src="/panel.png" width="792" height="216" alt="{panel}">'
    yield f"<h1>{_isolated(away)} <b>{game.away}</b> · {_isolated(home)} <b>{game.home}</b></h1>"
    yield f"<p>{_text(situation(game), language)}</p>"
    if up := language.say(who_is_up(game, _isolated)):
        yield f'<p class="up">{up}</p>'
    for name, said in (("last", last), ("next", game.said)):
        if said:
            yield f'<p class="{name}">{_text(said, language)}</p>'


def _isolated(name: str) -> str:
    """A name, isolated for bidirectional text: one in Hebrew or Arabic would reorder what stands beside it."""
    return f"<bdi>{escape(name)}</bdi>"


def _device_faults(status: Status, language: Language) -> Iterable[str]:
    for name, device in status.devices.items():
        if device.said:
            device_name = _text(message("page.fault", device=message(f"page.device.{name}")), language)
            yield f'<p class="amiss"><strong>{device_name}</strong> {_text(device.said, language)}</p>'
