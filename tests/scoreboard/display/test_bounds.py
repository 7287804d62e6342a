"""Nothing leaves its place: every field of every size, painted on a canvas larger than the panel."""

from __future__ import annotations

from functools import partial, reduce
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from PIL import Image, ImageChops
from support.faces import at, innings, states, teams

from scoreboard.display import LAYOUTS
from scoreboard.display.fields import DisplayField
from scoreboard.display.panel_scene import PanelScene
from scoreboard.language import language, languages
from scoreboard.rules.state import Game, Tally

pytestmark = pytest.mark.untraced  # the same drawing, at every size

MARGIN = 40
"""Pixels around the panel."""
STATES = states()
Size = tuple[int, int]
SMALL: tuple[Size, ...] = ((64, 16), (32, 8))
"""The size of most panels, and the one with the least room: any game that is made up is drawn at every size."""


def size_id(size: Size) -> str:
    """How a test calls a panel's size."""
    return "x".join(map(str, size))


every_size = pytest.mark.parametrize("size", LAYOUTS, ids=size_id)

NAMES = st.text(min_size=1, max_size=40) | st.text(st.sampled_from("MWÑAщאع東ガ한 .-'"), min_size=1, max_size=40)


@st.composite
def games(draw: st.DrawFn) -> Game:
    """A game between teams of any names, at any score, inning and count."""
    players = draw(st.none() | st.tuples(st.tuples(NAMES, NAMES), st.tuples(NAMES)))
    rules = draw(st.sampled_from(["diamante-amateur", "diamante-major"]))
    game = teams(draw(NAMES), draw(NAMES), players=players, rules=rules)
    places = draw(st.lists(st.integers(1, 23), unique=True, max_size=4))
    return at(
        replace(game, innings=20),
        tuple(places),
        inning=draw(st.integers(1, 20)),
        half=draw(st.sampled_from(["top", "bottom"])),
        away=draw(st.integers(0, 99)),
        home=draw(st.integers(0, 99)),
        balls=draw(st.integers(0, 3)),
        strikes=draw(st.integers(0, 2)),
        outs=draw(st.integers(0, 3)),
        ball=draw(st.sampled_from(["Z1", "1B", "2B", "3B", "HP"])),
        at_bat=draw(st.integers(0, 3)),
        partners=Tally(away=draw(st.integers(0, 1))),
        phase=draw(st.sampled_from(["pitch", "swing", "toss", "run", "throw", "over"])),
        winner=draw(st.sampled_from([None, "away", "home"])),
    )


def painted(field: DisplayField, scene: PanelScene, size: Size) -> Image.Image:
    """What a field lights, alone in the middle of a canvas with a margin."""
    picture = Image.new("RGB", (size[0] + 2 * MARGIN, size[1] + 2 * MARGIN))
    replace(field, at=(field.at[0] + MARGIN, field.at[1] + MARGIN)).paint(picture, scene)
    return picture


def strays(game: Game, size: Size, tick: int, code: str = "en") -> list[str]:
    """What leaves its box, and which fields have a pixel in common."""
    layout = LAYOUTS[size]
    scene = PanelScene(game, tick, language(code).say, partial(innings, game), layout.colors)
    fields = layout.fields(game, tick)
    lit = [painted(field, scene, size) for field in fields]
    boxes = [(x + MARGIN, y + MARGIN, x + w + MARGIN, y + h + MARGIN) for x, y, w, h in (each.box for each in fields)]
    found = []
    for field, picture, (left, top, right, low) in zip(fields, lit, boxes, strict=True):
        seen = picture.getbbox()
        if seen and (seen[0] < left or seen[1] < top or seen[2] > right or seen[3] > low):
            found.append(f"{field} paints in {seen}")
    bits = [picture.convert("L").point(lambda level: 255 * (level > 0)) for picture in lit]
    if sum(bit.histogram()[255] for bit in bits) != reduce(ImageChops.lighter, bits).histogram()[255]:
        for (one, first), (two, second) in combinations(zip(fields, bits, strict=True), 2):
            if ImageChops.multiply(first, second).getbbox():
                found.append(f"{one} and {two}")
    return found


def ticks(game: Game, size: Size) -> list[int]:
    """Half seconds of every page, odd and even ones: what blinks is lit at some, and what takes turns is there."""
    return [*range(0, 2 * sum(turn.ticks for turn in LAYOUTS[size].turns(game)) + 24, 3)]


@pytest.mark.once
@pytest.mark.parametrize(
    "size", [pytest.param(size, marks=[pytest.mark.slow] * (size not in SMALL)) for size in LAYOUTS], ids=size_id
)
@pytest.mark.parametrize("name", STATES)
def test_every_field_keeps_its_place(name: str, size: Size) -> None:
    """In every language nothing is drawn past the edge of its box, nor over anything else."""
    game = STATES[name]
    for code in languages():
        assert [] == [stray for tick in ticks(game, size) for stray in strays(game, size, tick, code)]


@every_size
@settings(deadline=None)
@given(game=games(), tick=st.integers(0, 99), code=st.sampled_from(languages()))
@pytest.mark.newest
def test_any_game_keeps_its_place(size: Size, game: Game, tick: int, code: str) -> None:
    """Whatever the names, two-digit runs, twenty innings and a full count never overflow."""
    assert [] == strays(game, size, tick, code)


@every_size
def test_every_box_lies_on_the_panel(size: Size) -> None:
    """No field of a page is hidden by being put off the panel."""
    for page in LAYOUTS[size].pages.values():
        for x, y, width, height in (field.box for field in page):
            assert 0 <= x < x + width <= size[0]
            assert 0 <= y < y + height <= size[1]
