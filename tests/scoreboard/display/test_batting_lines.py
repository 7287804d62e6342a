"""What players and helmets batted, as a panel at rest shows it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from io import BytesIO

import pytest
from PIL import Image
from support.moments import GAMES
from support.scoring import SHORT_MAJOR, played

from scoreboard.display import LAYOUTS, PanelScene, idle_pages, monochrome
from scoreboard.display.batting_lines import BattingPage, batting_pages
from scoreboard.display.fonts import LARGE, SMALL, TINY
from scoreboard.display.pixels import Pattern
from scoreboard.language import language, languages
from scoreboard.record import read, replay
from scoreboard.rules.events import Side
from scoreboard.rules.history import History
from scoreboard.stats.box_score import BoxScore, box_score, runs_by_inning

WHOLE = next(game for game in GAMES if game.stem == "whole-diamante-major")
SIDES: tuple[Side, Side] = ("away", "home")


@cache
def history() -> History:
    """A whole game of Major League, with two players against one."""
    game, *lines = WHOLE.read_bytes().splitlines(keepends=True)
    setup = json.loads(game)
    setup["away"]["players"], setup["home"]["players"] = ["Guadalupe", "Leo"], ["Mia"]
    *_, last = replay(read(BytesIO(json.dumps(setup).encode() + b"\n" + b"".join(lines)), print))
    return last.after


@cache
def box() -> BoxScore:
    """Its box score."""
    return box_score(history())


def shown(size: tuple[int, int], side: Side, code: str = "en") -> tuple[BattingPage, ...]:
    """The pages of a side."""
    scene = PanelScene(history().game, say=language(code).say)
    return batting_pages(scene, side, getattr(box(), side), size)


def has(picture: Image.Image, written: Pattern) -> bool:
    """Whether that stands somewhere in the picture, with nothing else lit where it is dark."""
    lit, width = monochrome(picture).convert("L").tobytes(), picture.width
    first, *rest = (bytes(255 if pixel == "#" else 0 for pixel in row) for row in written)
    at = lit.find(first)
    while at >= 0:
        rows = (lit[at + down * width :] for down in range(1, len(written)))
        if all(row.startswith(wanted) for row, wanted in zip(rows, rest, strict=True)):
            return True
        at = lit.find(first, at + 1)
    return False


def pages_with(size: tuple[int, int], code: str, text: str) -> Iterator[int]:
    """The numbers of Away's pages that have the text."""
    for number, page in enumerate(shown(size, "away", code)):
        if any(has(page.draw(), font.write(text)) for font in (LARGE, SMALL, TINY) if font.height <= size[1]):
            yield number


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize("size", LAYOUTS)
def test_everybody_who_batted_has_a_row(size: tuple[int, int], code: str) -> None:
    """Players and helmets, within the panel, no page like another of the team's."""
    for side in SIDES:
        team, pages = getattr(box(), side), shown(size, side, code)
        batted = [each for each in (*team.players, *team.batting) if each.stats["pa"]]
        assert (len(batted), len(team.players) + 4) == (sum(page.rows for page in pages), len(batted))
        drawn = [monochrome(page.draw()) for page in pages]
        assert all(picture.size == size for picture in drawn)
        assert len(drawn) == len({picture.tobytes() for picture in drawn})


@pytest.mark.parametrize("size", LAYOUTS)
def test_hits_of_times_at_bat_are_always_seen(size: tuple[int, int]) -> None:
    """As English says them, 2 of 4; in Spanish he went *de 4-2*."""
    assert list(pages_with(size, "en", "LEO")) == list(pages_with(size, "es", "LEO")) != []
    stats = box().away.players[1].stats
    hits, times = stats["h"], stats["ab"]
    assert hits != times
    assert list(pages_with(size, "en", f"{hits}-{times}"))
    assert list(pages_with(size, "es", f"{times}-{hits}"))


@pytest.mark.parametrize(
    ("size", "text"), [((128, 32), "CASCO 1+"), ((64, 16), "1+:"), ((128, 32), "CP1"), ((64, 32), "BR2")]
)
def test_there_is_more_where_there_is_room(size: tuple[int, int], text: str) -> None:
    """A helmet by its name and number, runs batted in, bases stolen, in the language that is spoken."""
    pages = [page.draw() for side in SIDES for page in shown(size, side, "es")]
    assert any(has(page, font.write(text)) for page in pages for font in (LARGE, SMALL, TINY))


def test_they_follow_their_team() -> None:
    """At rest, each team's after its own figures; while nobody has batted there are none."""
    game = history()
    scene = PanelScene(game.game, innings=lambda: runs_by_inning(game))
    seen = [page.draw().tobytes() for page in idle_pages(scene, box(), (64, 32), lambda: Image.new("RGB", (64, 32)))]
    away, home = ([page.draw().tobytes() for page in shown((64, 32), side)] for side in SIDES)
    assert [*away, seen[-1 - len(home)], *home] == seen[-1 - len(away) - len(home) :]
    begun = played(setup=SHORT_MAJOR)
    assert () == batting_pages(PanelScene(begun.game), "away", box_score(begun).away, (64, 32))
