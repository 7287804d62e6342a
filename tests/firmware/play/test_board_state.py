"""What a look at the board is for the pages: plain, and nothing that is not sure."""

from __future__ import annotations

from firmware.play.state.board_state import seen_on_board
from scoreboard.web.state.live import SeenHelmet, SeenOnBoard
from vision.board.board_reader import PlaceLikelihood, SeenBall, SeenBoard

EMPTY, RED, UNSURE = (PlaceLikelihood(empty, {"red": red}) for empty, red in ((0.99, 0.01), (0.02, 0.98), (0.5, 0.5)))
BALL = SeenBall("Z7", (-128.0, 140.0), "hit", 0.97)
PLACES = {0: RED, 6: RED, 7: EMPTY, 11: UNSURE, "away 1": RED}


def test_sure_places_of_the_path_are_published() -> None:
    """The plate and the dugouts are not of the path; a place that is not sure is named as such."""
    look = SeenBoard((), BALL, hand=False, places=PLACES)
    assert SeenOnBoard((SeenHelmet("red", 6),), (11,), "Z7") == seen_on_board(look)


def test_a_hand_may_hide_anything() -> None:
    """Nothing is published of the board then, nor before the first look."""
    assert [None, None, None] == [
        seen_on_board(None),
        seen_on_board(SeenBoard((), BALL, hand=True, places=PLACES)),
        seen_on_board(SeenBoard((), BALL, hand=None, places=PLACES)),
    ]
