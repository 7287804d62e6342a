"""What the faces show of the board: the last look, a hint, and whether board and box agree."""

from __future__ import annotations

from dataclasses import dataclass

from scoreboard.message import Words
from vision.board.board_reader import SeenBoard


@dataclass(frozen=True, slots=True)
class BoardState:
    """The board beside the game.

    Attributes:
        seen: the last look; None before the first.
        hint: what a player may do about a piece, in one sentence; empty for nothing.
        out_of_step: how board and box disagree; empty while they do not.
        because: why the last line that was recorded from the board was read so.
    """

    seen: SeenBoard | None = None
    hint: Words = ""
    out_of_step: Words = ""
    because: Words = ""
