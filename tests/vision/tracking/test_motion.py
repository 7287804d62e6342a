"""What was not thrown is asked about: what slid, was dropped or laid down, whatever is printed on it."""

from __future__ import annotations

import pytest
from support.scenes import moments, reported
from support.script import ScriptedStadium
from support.shipped import WHERE_A_PI_RUNS_IT, tracker
from support.tiles import tile
from support.watch import START, Thing, reports, rolling, table

from firmware.simulated.rendering.glyphs import pips
from vision.tracking.events import Thrown
from vision.tracking.motion import OUT_OF_A_HAND, OUT_OF_NOTHING
from vision.types import Frame

RED, REST = ("red", 7, (300, 200)), 12
HAND, GONE = (100, 160, 150, 200), (100, 250, 150, 110)
"""Its box, from the picture's lower edge, as it holds a die and as it leaves."""


def sureness(frames: list[Frame]) -> list[bool]:
    """Of everything that is reported as thrown, whether its value is sure."""
    found = reports([*[table()] * START, *frames])
    return [each.reading.is_sure for each in found if isinstance(each, Thrown)]


def sliding(frames: int, step: int = 14, down: int = 0, thing: Thing = RED) -> list[Frame]:
    """A die that comes straight, and shows its face all the way."""
    name, value, (x, y) = thing
    return [table((name, value, (x - step * left, y - down * left))) for left in range(frames, 0, -1)]


def released(*frames: Frame) -> list[Frame]:
    """A hand lets go of what the frames show."""
    x, y, width, height = GONE
    leaving = frames[0].copy()
    leaving[y : y + height, x : x + width] = table(hand=GONE)[y : y + height, x : x + width]
    return [*[table(hand=HAND)] * 3, leaving, *frames[1:]]


def rest(*things: Thing) -> list[Frame]:
    """They lie still."""
    return [table(*things)] * REST


def test_what_slides_is_asked_about() -> None:
    """The same face all the way: whatever it shows, it was not thrown."""
    assert [False] == sureness([*sliding(8), *rest(RED)])


def test_what_slides_in_over_the_edge_is_asked_about() -> None:
    """As long as the picture's edge cuts it, it only seems to grow, and to come in a bend."""
    there = ("red", 7, (54, 200))
    assert [False] == sureness([*sliding(12, step=5, down=5, thing=there), *rest(there)])


def test_tumbling_die_is_read() -> None:
    """As far and as fast, in a bend and with another face in every frame."""
    assert [True] == sureness([*rolling(RED), *rest(RED)])


def test_what_is_there_at_once_is_asked_about() -> None:
    """What fell straight down came from no other place."""
    assert [False] == sureness(rest(RED))


def test_what_falls_askew_is_asked_about() -> None:
    """Too few frames of a fall are seen to tell it from a throw."""
    assert [False] == sureness([*rolling(RED, frames=OUT_OF_NOTHING.sightings - 2), *rest(RED)])


def test_what_turns_about_in_its_place_is_asked_about() -> None:
    """Whatever it shows meanwhile, it came from nowhere else."""
    assert [False] == sureness([*rolling(RED, step=1), *rest(RED)])


def test_end_of_a_throw_behind_a_hand_is_read() -> None:
    """A hand hid the die until it hardly rolled: too little was seen to speak against it."""
    assert [True] == sureness([*released(*sliding(OUT_OF_A_HAND.sightings - 2)), *rest(RED)])


def test_what_slides_out_of_a_hand_is_asked_about() -> None:
    """A hand that lets go of it does not make it a throw."""
    assert [False] == sureness([*released(*sliding(8, step=7)), *rest(RED)])


def test_dice_that_part_were_thrown_both() -> None:
    """What they were seen to do as one blob counts for each."""
    near, there = ("blue", 3, (300, 214)), ("blue", 3, (300, 260))
    apart = [table(RED, ("blue", 3, (300, 214 + down))) for down in (16, 30, 40)]
    assert [True, True] == sureness([*rolling(RED, together=[near]), *apart, *rest(RED, there)])


@pytest.mark.parametrize("seed", WHERE_A_PI_RUNS_IT)
@pytest.mark.parametrize("way", ["slide", "lay", "drop"])
@pytest.mark.untraced
def test_tile_with_pips_has_no_value(seed: int, way: str) -> None:
    """A printed square that slides in, is laid down or falls is no die, were its print a six."""
    stadium = ScriptedStadium(seed=seed)
    stadium.bring("tile", tile(pips(6)))
    end = getattr(stadium, way)(1.0, "tile", (40.0, 90.0))
    assert "white 6" not in reported(stadium, tracker(), moments(end + 1, 15))


@pytest.mark.parametrize("way", ["slide", "drop"])
def test_die_that_was_not_thrown_is_asked_about(way: str) -> None:
    """Pushed in from the side or let fall, a real one counts no more than one that is set down."""
    stadium = ScriptedStadium(seed=5, numbering="pips")
    end = getattr(stadium, way)(1.0, "white", (40.0, 20.0))
    assert "white set down?" in reported(stadium, tracker(), moments(end + 1, 15))
