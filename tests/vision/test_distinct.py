"""Which of many sightings are tokens: pips are none, dice that touch are several."""

from __future__ import annotations

from dataclasses import replace

import pytest

from vision.reader import _distinct, _is_laden
from vision.recognition.detector import Sighting

DIE = Sighting(200, 200, 400, 400, heat=0.5, kind="pips", sureness=0.9)
TWO_PIPS = [Sighting(x, x, x + 40, x + 40, heat=0.6) for x in (220.0, 340.0)]


def test_a_die_is_found_though_its_pips_look_more_like_dice() -> None:
    """What lies in it and is small is a pip."""
    assert _distinct([*TWO_PIPS, DIE]) == [DIE]


def test_small_dice_on_something_large_without_pips_are_dice() -> None:
    """As in a whole ballpark that is taken for a token, which it is not."""
    assert _distinct([*TWO_PIPS, replace(DIE, kind="d10")]) == TWO_PIPS


def test_small_dice_beside_a_die_are_dice() -> None:
    """Only what lies on a die can be a pip of it."""
    beside = [replace(pip, left=pip.left + 300, right=pip.right + 300) for pip in TWO_PIPS]
    assert _distinct([*beside, DIE]) == [*beside, DIE]


def test_dice_of_half_the_size_are_no_pips() -> None:
    """Two dice that touch, taken together, may look like one with pips."""
    halves = [Sighting(x, 220, x + 90, 310, heat=0.6) for x in (210.0, 300.0)]
    assert _distinct([*halves, DIE]) == halves


def test_dice_that_are_surely_dice_are_no_pips() -> None:
    """What holds two of them is a whole table, though it may look like a large die; and then nothing on it is a pip."""
    dice = [replace(pip, kind="d10", sureness=0.95) for pip in TWO_PIPS]
    faint = Sighting(280, 280, 320, 320, heat=0.4)
    assert _distinct([*dice, DIE, faint]) == [*dice, faint]


def test_what_is_too_small_to_be_read_takes_no_die_away() -> None:
    """Pips of 24 pixels surely look like dice: their die is no table that they lie on."""
    pips = [Sighting(x, x, x + 24, x + 24, heat=0.6, kind="d6", sureness=0.97) for x in (220.0, 340.0)]
    assert _distinct([*pips, DIE]) == [DIE]


def test_a_sure_die_on_another_is_no_pip() -> None:
    """One alone makes no group; which of the two is seen better is kept."""
    sure = replace(TWO_PIPS[0], kind="d10", sureness=0.95)
    assert _distinct([sure, DIE]) == [sure]


def test_what_is_surely_of_no_kind_is_a_pip() -> None:
    """That it is nothing at all tells against it."""
    pips = [replace(pip, kind=kind, sureness=0.99) for pip, kind in zip(TWO_PIPS, ("none", "other"), strict=True)]
    assert _distinct([*pips, DIE]) == [DIE]


def test_what_is_far_less_like_a_die_than_the_pips_on_it_is_none() -> None:
    """Something faint does not take dice away."""
    assert _distinct([*TWO_PIPS, replace(DIE, heat=0.3)]) == TWO_PIPS


@pytest.mark.parametrize(
    ("kind", "sureness", "heat", "size", "laden"),
    [
        ("d10", 0.6, 0.5, 40, True),
        ("d10", 0.6, 0.5, 20, True),
        ("chip", 0.6, 0.5, 40, True),
        ("d10", 0.4, 0.5, 40, False),
        ("d10", 0.6, 0.1, 40, False),
        ("d10", 0.6, 0.5, 80, False),
        ("none", 0.9, 0.5, 40, False),
    ],
)
def test_a_small_die_on_something_is_noticed(
    kind: str, sureness: float, heat: float, size: int, *, laden: bool
) -> None:
    """Rather a die than not, and small enough to be taken for a pip, if perhaps too small to be read."""
    on_it = Sighting(280, 280, 280 + size, 280 + size, heat, kind, sureness)
    assert _is_laden(DIE, [DIE, on_it]) is laden


def test_a_die_beside_something_is_none_on_it() -> None:
    """What lies elsewhere says nothing of it."""
    assert not _is_laden(DIE, [DIE, Sighting(480, 280, 520, 320, 0.5, "d10", 0.9)])
