"""Which is right where board and score disagree: OK says the board, UNDO the score."""

from __future__ import annotations

from firmware.play.menus.screen import Screen, SettleBoard, item
from scoreboard.message import message


def which_is_right(more: Screen | None = None) -> Screen:
    """The question, and after it ``more`` that may be said now."""
    score = lambda: SettleBoard("score")  # noqa: E731 - what two of them result in
    board = item(message("board.which"), lambda: SettleBoard("board"))
    items = (board, item(message("board.score-right"), score), *(() if more is None else more.items))
    return Screen(items, walk=True, held={"undo": score})
