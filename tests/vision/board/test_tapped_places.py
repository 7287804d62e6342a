"""The places of a stadium whose measures nobody knows: five taps, and the rest proposed and moved."""

from __future__ import annotations

import pytest

from vision.board.marked_places import of_field
from vision.board.tapped_places import TAPPED_FIRST, by_name, is_diamond, moved, proposed, too_close
from vision.geometry.stadium import HOME, PLACES, STADIUM, STEPS, ZONES, lay_out
from vision.types import Point

PRINTED = of_field(STADIUM)
TAPS = {name: by_name(PRINTED)[name][0] for name in TAPPED_FIRST}


def test_the_printed_stadium_comes_out_of_its_own_five_taps() -> None:
    """Places, seats, zones, and where the ball may lie."""
    places = proposed(TAPS)
    for name, (at, radius) in by_name(PRINTED).items():
        is_at, is_radius = by_name(places)[name]
        assert (*at, radius) == pytest.approx((*is_at, is_radius), abs=1e-3), name
    assert [name for name, *_ in PRINTED.lying] == [name for name, *_ in places.lying]
    assert (PRINTED.reach, PRINTED.piece) == pytest.approx((places.reach, places.piece), abs=0.01)


def test_another_diamond_has_its_places_in_equal_steps_and_its_zones_stretched() -> None:
    """Smaller, turned a little and moved; the pitcher stands where he is tapped."""
    smaller = lay_out(400.0)
    bases = [(x + 5 - y / 20, y + x / 20) for x, y in smaller.bases]
    taps: dict[str, Point] = {"Z1": (3.0, -40.0), **{str(STEPS * base): at for base, at in enumerate(bases)}}
    places = proposed(taps)
    for base in range(4):
        (x0, y0), (x1, y1) = taps[str(STEPS * base)], taps[str(STEPS * (base + 1) % PLACES)]
        for step in range(STEPS):
            share = step / STEPS
            between = x0 + share * (x1 - x0), y0 + share * (y1 - y0)
            assert between == pytest.approx(places.standing[STEPS * base + step], abs=1e-3)
    assert (3.0, -40.0) == places.zones["Z1"][0]
    x, y = ZONES[6][0] * 400 / 450, ZONES[6][1] * 400 / 450
    assert (x + 5 - y / 20, y + x / 20) == pytest.approx(places.zones["Z7"][0], abs=0.01)
    assert 20 * 400 / 450 == pytest.approx(places.zones["Z7"][1], abs=0.5)
    closest = ((95 - 0) ** 2 + (130 - 35) ** 2) ** 0.5 * 400 / 450 / STEPS
    assert 5 / 16 * closest == pytest.approx(places.reach, abs=0.1)


def test_what_is_dragged_lies_there_and_nothing_else_moves() -> None:
    """A place, a seat, and a zone."""
    places = moved(PRINTED, {"3": (70.0, -100.0), "away 2": (-90.0, -200.0), "Z9": (120.0, 150.0)})
    changed = {name for name, spot in by_name(PRINTED).items() if by_name(places)[name] != spot}
    assert {"3", "away 2", "Z9"} == changed
    assert ((70.0, -100.0), (120.0, 150.0), 20.0) == (places.standing[3], *places.zones["Z9"])


def test_the_seats_between_two_that_are_tapped_follow_in_equal_steps() -> None:
    """Of one dugout; one that is tapped itself lies there, and the other dugout's stay."""
    outer: dict[str, Point] = {"away 1": (-60.0, -200.0), "away 4": (-150.0, -170.0)}
    places = moved(PRINTED, outer)
    assert [(-60, -200), (-90, -190), (-120, -180), (-150, -170)] == [
        pytest.approx(places.standing[f"away {number}"]) for number in (1, 2, 3, 4)
    ]
    assert (-95.0, -205.0) == moved(PRINTED, outer | {"away 2": (-95.0, -205.0)}).standing["away 2"]
    assert STADIUM.dugouts["home"] == tuple(places.standing[f"home {number}"] for number in (1, 2, 3, 4))
    assert STADIUM.dugouts["away"][1] == moved(PRINTED, {"away 1": (-60.0, -200.0)}).standing["away 2"]


def test_places_on_top_of_each_other_are_found() -> None:
    """Those that nothing could tell apart."""
    assert too_close(PRINTED) is None
    x, y = STADIUM.path[4]
    assert {4, 5} == set(too_close(moved(PRINTED, {"5": (x + 6, y - 6)})) or ())


@pytest.mark.parametrize(
    "taps",
    [
        {**TAPS, "12": TAPS["6"], "6": TAPS["12"]},
        {**TAPS, "12": HOME},
        {**TAPS, "6": (10.0, -120.0), "12": (0.0, -110.0), "18": (-10.0, -120.0)},
    ],
    ids=["crossed", "no second", "tiny"],
)
def test_bases_that_are_no_diamond(taps: dict[str, Point]) -> None:
    """They are tapped again; those that are one may go around either way, as a mirror shows them."""
    assert is_diamond(TAPS)
    assert not is_diamond(taps)
