"""The landing page: the panel, the score in words and the faults of devices. No script; the browser reloads it.

Rule kept here: what a user has typed, such as a team's name, is text and never markup.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from string import Template
from typing import Final

from scoreboard.commentary import scoreline, who_is_up
from scoreboard.language import ENGLISH
from scoreboard.rules.state import Game
from scoreboard.web.view import Status

REFRESH_S: Final = 3
"""Seconds after which the browser reloads the page."""
_ORDINALS: Final = {1: "first", 2: "second", 3: "third", 4: "fourth", 5: "fifth", 6: "sixth", 7: "seventh", 8: "eighth"}
_ENDINGS: Final = {1: "st", 2: "nd", 3: "rd"}
_OUTS: Final = {0: "nobody out", 1: "one out"}

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
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="$refresh">
<title>$title</title>
<link rel="stylesheet" href="/style.css">
</head>
<body>
$body
<footer>Stadium Scoreboard $version · <a href="/health">health</a> · <a href="/metrics">metrics</a></footer>
</body>
</html>
""")


def landing(game: Game | None, last: str, status: Status) -> str:
    """The page as HTML.

    Args:
        game: the state of play, if any.
        last: the last play, in words.
        status: the condition of the appliance.
    """
    title = "Stadium Scoreboard" if game is None else scoreline(game)
    body = "\n".join([*_game(game, last), *_device_faults(status)])
    version = escape(status.version)
    return PAGE.substitute(refresh=REFRESH_S, title=escape(title), body=body, version=version)


def situation(game: Game) -> str:
    """The inning, the outs and the count, in words."""
    if game.over:
        return "The game is over."
    half = "Top" if game.half == "top" else "Bottom"
    inning = _ORDINALS.get(game.inning) or f"{game.inning}{_ending(game.inning)}"
    count = f"{game.balls} and {game.strikes}"
    return f"{half} of the {inning}, {_OUTS.get(game.outs, 'two out')}, the count {count}."


def _ending(number: int) -> str:
    """As in 21st, 22nd, 23rd, and 24th like all others, 11th to 13th included."""
    return "th" if number // 10 % 10 == 1 else _ENDINGS.get(number % 10, "th")


def _game(game: Game | None, last: str) -> Iterable[str]:
    if game is None:
        yield "<h1>No game yet</h1>"
        return
    away, home = game.team("away").name, game.team("home").name
    yield f'<img src="/panel.png" width="792" height="216" alt="The panel: {escape(scoreline(game))}">'
    yield f"<h1>{_isolated(away)} <b>{game.away}</b> · {_isolated(home)} <b>{game.home}</b></h1>"
    yield f"<p>{escape(situation(game))}</p>"
    if up := who_is_up(game, _isolated):
        yield f'<p class="up">{up}</p>'
    yield from (
        f'<p class="{name}">{escape(said)}</p>' for name, said in (("last", last), ("next", ENGLISH(game.said))) if said
    )


def _isolated(name: str) -> str:
    """A name, isolated for bidirectional text: one in Hebrew or Arabic would reorder what stands beside it."""
    return f"<bdi>{escape(name)}</bdi>"


def _device_faults(status: Status) -> Iterable[str]:
    for name, device in status.devices.items():
        if device.said:
            yield f'<p class="amiss"><strong>{escape(name.capitalize())}:</strong> {escape(device.said)}</p>'
