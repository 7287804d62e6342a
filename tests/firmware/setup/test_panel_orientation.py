"""Every way to string a panel is among the candidates, is found, and takes few questions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from types import SimpleNamespace
from typing import cast

import pytest
from support.strung import LINES, panel_config, tiles

from firmware.config import schema
from firmware.config.schema import PanelConfig
from firmware.devices.led_layout import Boards, Chain, Layout
from firmware.setup.panel_orientation import (
    CLOCKWISE,
    NOTHING,
    Orientation,
    Stringing,
    begun,
    candidates,
    is_strung,
    lights,
)

Size = tuple[int, int]
MOST = {
    ((32, 8), "max7219"): (80, 5, 9),
    ((64, 8), "max7219"): (128, 5, 10),
    ((32, 16), "max7219"): (1024, 6, 15),
    ((64, 16), "max7219"): (1792, 6, 20),
    ((32, 8), "ws2812"): (128, 7, 11),
    ((64, 8), "ws2812"): (184, 8, 12),
    ((32, 16), "ws2812"): (1080, 8, 19),
    ((64, 16), "ws2812"): (1584, 8, 21),
}
"""How many ways there are, how many OKs at most (the picture's, and two for the colours of WS2812), how many NEXT."""

NEITHER = [each for each in MOST if each not in (((32, 8), "ws2812"), ((64, 16), "max7219"))]
"""Neither the smallest string of the one kind nor the largest of the other."""


@pytest.fixture(autouse=True)
def _any_size(monkeypatch: pytest.MonkeyPatch) -> None:
    """Panels of sizes that no face is drawn for yet."""
    monkeypatch.setattr(schema, "LAYOUTS", [size for size, _ in MOST])


def every_way(size: Size, driver: str) -> Iterator[SimpleNamespace]:
    """All that can be written down for that panel, one by one; not checked as configurations are, which takes long."""
    for tile, (begins, runs, serpentine), chained, turned in product(tiles(size), LINES, LINES, (False, True)):
        chain = Chain(begins=chained[0], runs=chained[1], serpentine=chained[2], turned=turned)
        if driver == "ws2812":
            layout = Layout(tile=tile, begins=begins, runs=runs, serpentine=serpentine, order="GRB")
            yield SimpleNamespace(size=size, driver=driver, chain=chain, options=layout)
            continue
        for turn, mirrored in product((0, 90, -90, 180), (False, True)):
            boards = Boards(tile=tile, begins=begins, runs=runs, serpentine=serpentine, mirrored=mirrored)
            yield SimpleNamespace(size=size, driver=driver, chain=chain, options=boards, block_orientation=turn)


@pytest.mark.once
@pytest.mark.parametrize(("size", "driver"), [((16, 16), "max7219"), ((32, 8), "ws2812")])
def test_the_candidates_are_all_ways_that_differ(size: Size, driver: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each string that settings can describe is there once, light for light."""
    monkeypatch.setattr(schema, "LAYOUTS", [size, (64, 16)])
    ways = [way.laid_over(panel_config(size, driver)) for way in candidates(panel_config(size, driver)).ways]
    strings = [lights(panel).tobytes() for panel in ways]
    assert {lights(cast("PanelConfig", each)).tobytes() for each in every_way(size, driver)} == set(strings)
    assert len(strings) == len(set(strings))


def ended(every: Orientation) -> Iterator[tuple[Orientation, int, int]]:
    """Each end that answers can lead to, all of which are possible: with how many OKs and NEXTs."""
    open_ones = [(every, 0, 0)]
    while open_ones:
        now, oks, nexts = open_ones.pop()
        if now.kept is not None:
            yield now, oks, nexts
            continue
        walked = range(len(now.groups) - 1)
        open_ones.extend((replace(now, at=at).ok(), oks + 1, nexts + at) for at in walked)


@pytest.mark.once
@pytest.mark.parametrize(
    ("size", "driver"), [pytest.param(*each, marks=[pytest.mark.slow] * (each in NEITHER)) for each in MOST]
)
def test_every_way_is_found_by_few_questions(size: Size, driver: str) -> None:
    """Whatever the answers, they end with another way; the bar for 64 x 16 of MAX7219 is six questions."""
    first = begun(candidates(panel_config(size, driver)))
    ends = list(ended(first))
    found = [lights(end.kept).tobytes() for end, _, _ in ends if end.kept is not None]
    ways = len(first.every.ways)
    orders = 6 if driver == "ws2812" else 1
    assert (ways * orders, ways) == (len(found), len(set(found)))
    assert MOST[size, driver] == (ways, max(oks for _, oks, _ in ends), max(nexts for _, _, nexts in ends))


def test_a_panel_that_is_right_is_right_at_once() -> None:
    """What the configuration has comes first, so OK alone confirms it."""
    now = begun(candidates(panel_config((64, 16), block_orientation=90)))
    for _ in range(6):
        now = now if now.kept else now.ok()
    assert panel_config((64, 16), block_orientation=90) == now.kept


def test_settings_are_the_plainest() -> None:
    """Of settings that come to the same, those without boards and without what has no effect."""
    plain = candidates(panel_config((64, 16), chain=Chain(begins="bottom-right", turned=True))).ways[1:]
    assert Stringing(Chain(), Boards(), 0) in plain
    assert [] == [way for way in plain if way.parts.tile == (64, 16) and way.chain != Chain()]


def test_no_light_there_begins_again() -> None:
    """OK in the dark: an answer was wrong, or no settings fit; it says so once."""
    now = begun(candidates(panel_config((32, 8)))).ok()
    while now.shown is not NOTHING:
        now = now.next()
    again = now.ok()
    assert (True, None, "top-left") == (again.is_again, again.before, again.asked)
    assert not again.next().is_again


def test_next_comes_round() -> None:
    """After the dark the first lights are shown again."""
    now = first = begun(candidates(panel_config((32, 8))))
    for _ in first.groups:
        now = now.next()
    assert first.shown.blinking == now.shown.blinking


def test_undo_takes_the_last_answer_back() -> None:
    """One after the other, and at the first question nothing."""
    first = begun(candidates(panel_config((64, 16))))
    second = first.next().ok()
    third = second.ok()
    assert third.undo() is second
    assert len(second.undo().left) == len(first.left)
    assert len(first.undo().left) == len(first.left)


def test_undo_at_the_picture_begins_again() -> None:
    """The picture tells that an answer was wrong, and not which."""
    now = begun(candidates(panel_config((64, 16))))
    while now.asked != "picture":
        now = now.ok()
    assert (None, "top-left") == (now.undo().before, now.undo().asked)


@pytest.mark.untraced
@pytest.mark.newest
def test_the_next_corner_is_the_first_dark_one() -> None:
    """Whoever cannot read what is asked sees it: of the corners, clockwise, those that are known stay lit."""
    every = candidates(panel_config((32, 16)))
    pixel_of = [lights(way.laid_over(every.panel)) for way in every.ways]
    corners = [0, 31, 511, 480]
    for truth, light in enumerate(pixel_of):
        now = begun(every)
        while now.asked in CLOCKWISE:
            lit = {int(light[each]) for each in now.shown.steady}
            assert corners[CLOCKWISE.index(now.asked)] == next(corner for corner in corners if corner not in lit)
            while corners[CLOCKWISE.index(now.asked)] not in light[list(now.shown.blinking)]:
                now = now.next()
            now = now.ok()
        assert truth in now.left


def test_only_lights_on_a_string_are_strung() -> None:
    """A simulated panel has nothing to find out."""
    assert [True, True, False, False] == [
        is_strung(panel_config((64, 16), driver)) for driver in ("max7219", "ws2812", "simulated", "none")
    ]
