"""Moments of games that every panel must show well, and sheets of their pictures."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial, reduce

from msgspec import UNSET
from msgspec.structs import replace
from PIL import Image

from scoreboard.display import LAYOUTS, MONO_LAYOUTS, draw, led_picture, monochrome
from scoreboard.display.panel_scene import Innings
from scoreboard.rules import apply, start
from scoreboard.rules.events import Call, Chip, Die, RulesName, Set, Setup, Team
from scoreboard.rules.state import Dugouts, Game, Runner, SignPlay

LONGEST = 240
"""Half seconds, after which every page was there."""
EDGE = (70, 70, 70)
"""Between the pictures of a sheet."""

HIT = (Die(color="blue", value=3), Die(color="red", value=7), Chip(face="hit"))
GLOVES = "gloves A=5/4 B=6/4 C=5/4 D=5/3 E=4/3 F=3/5"


def teams(
    away: str = "Reds",
    home: str = "Blues",
    colors: tuple[str, str] = ("red", "blue"),
    players: tuple[tuple[str, ...], tuple[str, ...]] | None = None,
    rules: RulesName = "diamante-amateur",
) -> Game:
    """A game between these, about to begin."""
    left, right = players or (UNSET, UNSET)
    sides = Team(name=away, color=colors[0], players=left), Team(name=home, color=colors[1], players=right)
    innings = UNSET if rules == "rallybird" else 9
    return start(Setup(rules=rules, away=sides[0], home=sides[1], innings=innings))


def at(game: Game | None = None, runners: tuple[int, ...] = (), **state: object) -> Game:
    """A game at the moment that ``state`` says."""
    return replace(game or teams(), men=tuple(Runner(place=place) for place in runners), **state)


def after(game: Game, *events: object) -> Game:
    """The game after these events."""
    return reduce(apply, events, game)  # type: ignore[arg-type] # each is an event


def states() -> dict[str, Game]:
    """The moments by name."""
    partners = (("Ana", "Leonardo"), ("Mia", "Guadalupe"))
    long = teams("Tecolotes de los Dos Laredos", "Sultanes de Monterrey", ("green", "orange"))
    rally = after(teams(rules="rallybird"), Set(away=2, home=1, outs=1, runners=(12,)))
    card = after(rally, Call(call="card Deep left"))
    four = after(teams(rules="four-dice"), Call(call="hit-and-run"))
    won = at(inning=9, half="bottom", away=3, home=4, phase="over", winner="home", runners=(12,))
    return {
        "first pitch": at(),
        "two on": at(inning=2, half="bottom", away=3, home=5, balls=2, strikes=1, outs=1, runners=(12, 6)),
        "full count": at(inning=9, away=9, home=8, balls=3, strikes=2, outs=2, runners=(18, 12, 6)),
        "two digits": at(inning=6, away=12, home=34, balls=1, runners=(18,)),
        "three digits": at(inning=6, half="bottom", away=100, home=999, strikes=2, outs=2),
        "inning 20 of 20": at(replace(teams(), innings=20), inning=20, half="bottom", away=10, home=11, outs=1),
        "extra innings": at(inning=12, half="bottom", away=10, home=8, runners=(12,)),
        "between bases": at(inning=2, away=1, home=2, runners=(20, 9, 3), phase="throw", ball="2B", outs=1),
        "ball at home": at(inning=4, runners=(17, 11), phase="throw", ball="HP", outs=2),
        "runner may choose": after(teams(), *HIT, Die(color="white", value=9)),
        "fielder may choose": after(teams(), *HIT, Die(color="white", value=4), Die(color="blue", value=9)),
        "swing is due": after(at(inning=5, home=2, balls=3, strikes=2, runners=(6,)), Die(color="blue", value=3)),
        "partners": at(teams("Reds", "Blue Jays", players=partners), (12,), outs=1),
        "helmets": at(teams(rules="diamante-major"), (18, 6), half="bottom", home=7, at_bat=3,
                      dugouts=Dugouts(home=(0,)), balls=3),
        "partners with helmets": at(teams(players=partners, rules="diamante-major"), inning=3, away=10),
        "long names": at(long, inning=7, away=4, home=11, balls=1, strikes=1, outs=1, runners=(6,)),
        "Cyrillic and Greek": at(teams("Тигры", "Αετοί", ("orange", "cyan")), inning=2, away=1),
        "Hebrew and Arabic": at(teams("הנמרים", "النسور", ("yellow", "green")), inning=2, home=1),
        "no letters for it": at(teams("東京", "大阪", ("yellow", "teal")), inning=3, away=5, home=6, outs=2),
        "card is due": rally,
        "gloves are due": card,
        "number to beat": after(card, Call(call=GLOVES)),
        "sign": at(four, (18, 6), balls=2, inning=4),
        "low or high": at(teams(rules="four-dice"), (6,), phase="low-high", play=SignPlay(low_high="steal")),
        "walk-off": won,
        "away wins": at(inning=9, half="bottom", outs=3, away=11, home=9, phase="over", winner="away"),
    }  # fmt: skip


def innings(game: Game) -> Innings:
    """Runs by inning that add up to the score: as even as they can be."""
    half = game.half == "bottom"
    away, home = game.inning - game.first + 1, game.inning - game.first + half
    return _spread(game.away, away), _spread(game.home, home)


def _spread(runs: int, over: int) -> tuple[int | None, ...]:
    return tuple((runs * (inning + 1)) // over - runs * inning // over for inning in range(over))


def pages(game: Game, size: tuple[int, int], **options: object) -> dict[int, Image.Image]:
    """Every picture of that moment by its first half second, those left out that are as another without what blinks."""
    found: dict[int, Image.Image] = {}
    seen = set[bytes]()
    for tick in range(0, LONGEST, 2):
        picture = draw(game, size, tick=tick, innings=partial(innings, game), **options)  # type: ignore[arg-type] # its own
        if picture.tobytes() not in seen:
            seen.add(picture.tobytes())
            found[tick] = picture
    return found


def sheet(size: tuple[int, int]) -> Image.Image:
    """Every picture of every moment as it is, one row a moment, a line between them."""
    rows = [list(pages(game, size).values()) for game in states().values()]
    width, height = size
    whole = Image.new("RGB", (max(map(len, rows)) * (width + 1) + 1, len(rows) * (height + 1) + 1), EDGE)
    for down, row in enumerate(rows):
        for across, picture in enumerate(row):
            whole.paste(picture, (1 + across * (width + 1), 1 + down * (height + 1)))
    return whole


def lights(size: tuple[int, int], pitch: int, *, one_colour: bool = False) -> Iterator[list[Image.Image]]:
    """The rows of such a sheet as the panel looks."""
    for game in states().values():
        shown = pages(game, size, layouts=MONO_LAYOUTS if one_colour else LAYOUTS).values()
        yield [led_picture(monochrome(picture) if one_colour else picture, pitch) for picture in shown]
