"""The law of the table games: one phase, one throw, and the buttons.

Rule kept here: all four share this law; what sets them apart is their row of `TABLES`.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from msgspec import UNSET
from msgspec.structs import replace

from scoreboard.rules.baseball import batter_out, closed, final_score, home_run, lead_scores, next_batter
from scoreboard.rules.corrections import correct, end
from scoreboard.rules.errors import Refused
from scoreboard.rules.events import Ball, Button, Call, Chip, Die, End, Event, Hold, Move, Press, Roll, Set, Setup, Skip
from scoreboard.rules.state import DICE, FIRST, SECOND, THIRD, Game, Law, Outcome
from scoreboard.rules.table.tables import TABLES, find_play

BASES = frozenset({FIRST, SECOND, THIRD})
SPOKEN = {1: "the die", 2: "two dice", 3: "three dice"}
"""What a player throws, as it is said to him."""


def check(_setup: Setup) -> None:
    """Any two teams can play: they throw the same dice, one side after the other."""


def roll(game: Game, event: Roll) -> Game:
    """The throw of the side at bat.

    Raises:
        Refused: the game is not thrown with as many dice.
    """
    play = find_play(game.setup.rules, event.values)
    if play is None:
        seen = len(event.values)
        raise Refused(f"That is {seen} {'die' if seen == 1 else 'dice'}. {game.said}")
    return play.outcome(closed(game))


def press(game: Game, event: Press) -> Game:
    """What that button means: the last row of D54.

    Raises:
        Refused: nothing, in a game without a count or a choice.
    """
    if event.button not in MEANINGS:
        raise Refused(f"{event.button.upper()} means nothing in this game. {game.said}")
    return MEANINGS[event.button](closed(game))


def put_right(game: Game, event: Set) -> Game:
    """A correction: men stand on bases here."""
    if event.runners is not UNSET and not BASES.issuperset(event.runners):
        raise Refused("In this game men stand on bases only: 6, 12 and 18.")
    return correct(game, event)


def read_out(game: Game) -> Game:
    """The same state with what it awaits and says."""
    if game.over:
        return replace(game, awaits=None, said=final_score(game))
    dice = len(next(iter(TABLES[game.setup.rules])))
    return replace(game, awaits=DICE, said=f"{game.team(game.batting).name}: roll {SPOKEN[dice]}.")


MEANINGS: Mapping[Button, Outcome] = MappingProxyType(
    {"out": batter_out, "run": lead_scores, "homerun": home_run, "batter": next_batter}
)
"""The last row of D54: these games count neither balls nor strikes."""

LAW: Law = MappingProxyType(
    {("pitch", Roll): roll, ("pitch", Press): press, ("pitch", Set): put_right, ("pitch", End): end}
)
"""In which phase which line means what."""

NOT_NOW: Mapping[type[Event], str] = MappingProxyType(
    {
        Die: "This game is not played with ten-sided dice.",
        Chip: "This game is played without the chip.",
        Roll: "The dice rest now.",
        Move: "Nobody runs by choice in this game.",
        Skip: "Nobody runs by choice in this game.",
        Ball: "The ball is not thrown in this game.",
        Hold: "The ball is not thrown in this game.",
        Call: "Nothing is called in this game.",
        Press: "No button counts now.",
        End: "A game ends once.",
        Set: "Press UNDO to play on, then put it right.",
    }
)
"""Why a line that is in no row of its phase is refused; what to do instead follows."""
