"""Where helmets and ball belong in a state of the game.

Rule kept here: which helmet is whose follows from the game alone. In Amateur a team's helmets are interchangeable, and
in Major League continuity says which one stands where; so a place is told by its team's colour, and a sign that is read
on a helmet only tells that it is another one than the game has there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from scoreboard.rules import has_ten_sided_dice
from scoreboard.rules.diamante import running
from scoreboard.rules.house_rules import Helmet
from scoreboard.rules.state import HOME, Game

PATH = range(1, HOME)
"""The places of the base path, D1, without the plate: a batter's helmet may stand there early or late."""
KEPT = 128
"""States of which the board is known: those of the last plays, and what they may come to."""
REACH = 11
"""The farthest that a throw takes a runner: a + helmet's 10 (D16)."""


@dataclass(frozen=True, slots=True)
class ExpectedBoard:
    """The board as a state of the game has it.

    Attributes:
        color: of the helmets of the side at bat.
        taken: the places of the path where one stands, 1 to 23.
        plate: whether the batter's stands at home plate.
        ball: where the ball lies, as `Game.ball` names it.
        due: the places, 0 for the plate, of runners who may have left before their dice fell.
        signs: what is painted on the helmets on the path and at the plate, by place, where they differ.
    """

    color: str
    taken: frozenset[int]
    plate: bool
    ball: str | int
    due: frozenset[int]
    signs: Mapping[int, Helmet]

    def looks_like(self, other: ExpectedBoard) -> bool:
        """Whether both have the same helmets on the path and the ball at the same place."""
        return (self.color, self.taken, self.ball) == (other.color, other.taken, other.ball)


@lru_cache(maxsize=KEPT)
def _expected(game: Game) -> ExpectedBoard:
    on_path = {man.place: man.helmet for man in game.men if man.place}
    running = next((man.helmet for man in game.men if not man.place), None)
    at_plate = game.at_bat if game.waiting else running
    standing = on_path if at_plate is None else {0: at_plate, **on_path}
    signs = {place: game.sign(helmet) for place, helmet in standing.items()} if game.house.lineup else {}
    return ExpectedBoard(
        game.team(game.batting).color,
        frozenset(on_path),
        at_plate is not None,
        game.ball,
        frozenset(_due(game)),
        signs,
    )


def _due(game: Game) -> Iterator[int]:
    """Where runners start who have not thrown yet in this turn, or the first who keeps running (D40)."""
    if game.phase == "run":
        due = [man.place for man in game.men if man.turn == "due"]
        yield from due or [man.place for man in running.joinable(game)[:1]]
    elif game.phase == "throw" and not running.anyone_unsettled(game):
        yield from (man.place for man in game.men[:1])


def expected_board(game: Game) -> ExpectedBoard | None:
    """The board of that state; None in a game without a base path, and after its end."""
    if game.over or not has_ten_sided_dice(game.setup.rules):
        return None
    return _expected(game)
