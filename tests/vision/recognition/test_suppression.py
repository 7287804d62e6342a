"""Which of many detections are tokens: pips are none, dice that touch are several."""

from __future__ import annotations

from dataclasses import replace

import pytest

from vision.recognition.detections import Bounds, Detection
from vision.recognition.suppression import distinct, has_inner_token

DIE = Detection(Bounds(200, 200, 400, 400), 0.5, "pips", 0.9)
TWO_PIPS = [Detection(Bounds(x, x, x + 40, x + 40), 0.6, "other", 0.0) for x in (220.0, 340.0)]


def test_die_is_found_among_its_pips() -> None:
    """What lies in it and is small is a pip."""
    assert distinct([*TWO_PIPS, DIE]) == [DIE]


def test_small_dice_on_something_large_without_pips_are_dice() -> None:
    """As in a whole ballpark that is taken for a token, which it is not."""
    assert distinct([*TWO_PIPS, replace(DIE, kind="d10")]) == TWO_PIPS


def test_small_dice_beside_a_die_are_dice() -> None:
    """Only what lies on a die can be a pip of it."""
    beside = [
        replace(pip, bounds=pip.bounds._replace(left=pip.bounds.left + 300, right=pip.bounds.right + 300))
        for pip in TWO_PIPS
    ]
    assert distinct([*beside, DIE]) == [*beside, DIE]


def test_dice_of_half_the_size_are_no_pips() -> None:
    """Two dice that touch, taken together, may look like one with pips."""
    halves = [Detection(Bounds(x, 220, x + 90, 310), 0.6, "other", 0.0) for x in (210.0, 300.0)]
    assert distinct([*halves, DIE]) == halves


def test_dice_that_are_surely_dice_are_no_pips() -> None:
    """What holds two of them is a whole table, though it may look like a large die; and then nothing on it is a pip."""
    dice = [replace(pip, kind="d10", kind_score=0.95) for pip in TWO_PIPS]
    faint = Detection(Bounds(280, 280, 320, 320), 0.4, "other", 0.0)
    assert distinct([*dice, DIE, faint]) == [*dice, faint]


def test_what_is_too_small_to_be_read_takes_no_die_away() -> None:
    """Pips of 24 pixels surely look like dice: their die is no table that they lie on."""
    pips = [Detection(Bounds(x, x, x + 24, x + 24), 0.6, "d6", 0.97) for x in (220.0, 340.0)]
    assert distinct([*pips, DIE]) == [DIE]


def test_a_sure_die_on_another_is_no_pip() -> None:
    """One alone makes no group; which of the two is seen better is kept."""
    sure = replace(TWO_PIPS[0], kind="d10", kind_score=0.95)
    assert distinct([sure, DIE]) == [sure]


def test_what_is_surely_of_no_kind_is_a_pip() -> None:
    """That it is nothing at all tells against it."""
    pips = [replace(pip, kind=kind, kind_score=0.99) for pip, kind in zip(TWO_PIPS, ("none", "other"), strict=True)]
    assert distinct([*pips, DIE]) == [DIE]


def test_faint_detection_suppresses_no_die() -> None:
    """Something faint does not take dice away."""
    assert distinct([*TWO_PIPS, replace(DIE, score=0.3)]) == TWO_PIPS


@pytest.mark.parametrize(
    ("kind", "kind_score", "score", "size", "laden"),
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
    kind: str, kind_score: float, score: float, size: int, *, laden: bool
) -> None:
    """Rather a die than not, and small enough to be taken for a pip, if perhaps too small to be read."""
    on_it = Detection(Bounds(280, 280, 280 + size, 280 + size), score, kind, kind_score)
    assert has_inner_token(DIE, [DIE, on_it]) is laden


def test_neighbour_is_not_on_the_die() -> None:
    """What lies elsewhere says nothing of it."""
    assert not has_inner_token(DIE, [DIE, Detection(Bounds(480, 280, 520, 320), 0.5, "d10", 0.9)])
