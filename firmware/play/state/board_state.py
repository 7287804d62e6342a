"""What the faces show of the board: the last look, a hint, and whether board and box agree."""

from __future__ import annotations

from dataclasses import dataclass

from scoreboard.message import Words
from scoreboard.rules.state import HOME
from scoreboard.web.state.live import SeenHelmet, SeenOnBoard
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


def seen_on_board(look: SeenBoard | None) -> SeenOnBoard | None:
    """The same for the pages, which know no eyes; None while a hand may hide what is there."""
    if look is None or look.hand is not False:
        return None
    path = {place: look.places[place].holds for place in range(1, HOME) if place in look.places}
    helmets = tuple(SeenHelmet(color, place) for place, color in path.items() if color)
    unsure = tuple(place for place, color in path.items() if color is None)
    return SeenOnBoard(helmets, unsure, None if look.ball is None else look.ball.at)
