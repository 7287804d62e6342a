"""What a panel shows that nobody plays at."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace
from PIL import Image
from support.moments import GAMES

from scoreboard.display import LAYOUTS, PanelScene, idle_pages, monochrome, page_at
from scoreboard.display.idle_pages import IdlePage
from scoreboard.language import language, languages
from scoreboard.record import read, replay
from scoreboard.rules.history import History
from scoreboard.stats.box_score import box_score, runs_by_inning

WHOLE = next(game for game in GAMES if game.stem == "whole-four-dice")


def history(record: Path = WHOLE) -> History:
    """A whole game."""
    with record.open("rb") as stream:
        *_, last = replay(read(stream, print))
    return last.after


def shown(size: tuple[int, int], code: str = "en", clock: str = "", **changed: object) -> tuple[IdlePage, ...]:
    """The pages of that game."""
    played = history()
    game = replace(played.game, **changed)
    scene = PanelScene(game, say=language(code).say, innings=lambda: runs_by_inning(played))
    return idle_pages(scene, box_score(played), size, lambda: Image.new("RGB", size, "white"), clock)


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize("size", LAYOUTS)
@pytest.mark.untraced
def test_every_page_has_something_to_see(size: tuple[int, int], code: str) -> None:
    """On a panel of one colour, too, and no two are alike."""
    drawn = [monochrome(page.draw()) for page in shown(size, code, "19:45")]
    assert all(picture.size == size and picture.getbbox() for picture in drawn)
    assert len(drawn) == len({picture.tobytes() for picture in drawn}) >= 5


@pytest.mark.parametrize("size", LAYOUTS)
def test_two_digits_have_room(size: tuple[int, int]) -> None:
    """Runs do not touch the innings."""
    line = next(page for page in shown(size, away=10, home=99) if page.seconds == 6.0)
    picture = monochrome(line.draw())
    gap = 3 if size[0] < 128 else 4
    total = 8 if size[0] < 128 else 12
    assert picture.crop((size[0] - total - gap, 0, size[0] - total, size[1])).getbbox() is None


def test_pages_come_round() -> None:
    """Each for its time, the score first."""
    pages = shown((64, 16))
    whole = sum(page.seconds for page in pages)
    assert page_at(pages, 0.0).tobytes() == page_at(pages, whole).tobytes() == pages[0].draw().tobytes()
    assert page_at(pages, pages[0].seconds).tobytes() == pages[1].draw().tobytes()


def test_a_clock_is_a_page_more() -> None:
    """Where it is wanted."""
    assert len(shown((64, 32), clock="19:45")) == len(shown((64, 32))) + 1
