"""What was seen is matched with what lies there."""

from __future__ import annotations

import pytest

from vision.training.data.matching import iou, match_boxes

DIE, NEIGHBOUR = (100, 100, 160, 160), (130, 130, 190, 190)


def test_dice_that_overlap_are_not_taken_for_each_other() -> None:
    """Each box goes to the die that it shares most with, in whatever order they were seen."""
    assert {0: 1, 1: 0} == match_boxes([DIE, NEIGHBOUR], [(132, 131, 190, 189), (99, 101, 161, 158)])


def test_one_box_is_one_die() -> None:
    """A second die near the only box is missed."""
    assert {0: 0} == match_boxes([DIE, NEIGHBOUR], [(105, 105, 165, 165)])


def test_box_around_two_is_none() -> None:
    """It shares too little with each."""
    assert {} == match_boxes([(0, 0, 50, 50), (150, 150, 200, 200)], [(0, 0, 200, 200)])


@pytest.mark.parametrize(("other", "share"), [(DIE, 1.0), ((130, 100, 190, 160), 1 / 3), ((160, 100, 220, 160), 0.0)])
def test_share_of_the_union(other: tuple[int, ...], share: float) -> None:
    """All of it, a third, none."""
    assert share == pytest.approx(iou(DIE, other))
