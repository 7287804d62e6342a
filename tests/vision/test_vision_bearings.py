"""The camera's bearings while a game is on."""

from __future__ import annotations

import numpy as np

from vision.bearings import AGAIN, LOST, Bearings
from vision.board import Board
from vision.reports import MarkersLost

BARE = np.full((360, 640, 3), 90, np.uint8)


def test_players_are_told_again_while_the_markers_are_missing() -> None:
    """Not at once, for a hand passes; and not once alone, for whoever missed it would never know."""
    bearings = Bearings(Board())
    told = [bearings.check(BARE, lambda: BARE) for _ in range(LOST + AGAIN)]
    assert [LOST, LOST + AGAIN] == [look for look, report in enumerate(told, 1) if report is not None]
    assert all(isinstance(report, MarkersLost) for report in told if report is not None)
