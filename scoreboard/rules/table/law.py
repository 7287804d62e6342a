"""The law of the table games: one phase, one throw, and the buttons.

Rule kept here: all four share this law; what sets them apart is their row of `TABLES`.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from scoreboard.message import once
from scoreboard.rules.baseball import ONLY_SIX_SIDED, WITHOUT_COUNT, closed, final_score
from scoreboard.rules.corrections import correct_on_bases, end
from scoreboard.rules.errors import Refused
from scoreboard.rules.events import Call, End, Event, Press, Roll, Set
from scoreboard.rules.state import DICE, Game, Law
from scoreboard.rules.table.tables import TABLES, find_play


def roll(game: Game, event: Roll) -> Game:
    """The throw of the side at bat.

    Raises:
        Refused: the game is not thrown with as many dice.
    """
    play = find_play(game.setup.rules, event.values)
    if play is None:
        raise Refused("refused.dice-count", count=len(event.values), due=game.due)
    return play.outcome(closed(game))


def press(game: Game, event: Press) -> Game:
    """What that button means: the last row of D54.

    Raises:
        Refused: nothing, in a game without a count or a choice.
    """
    if event.button not in WITHOUT_COUNT:
        raise Refused("refused.button-unused", button=event.button, due=game.due)
    return WITHOUT_COUNT[event.button](closed(game))


def read_out(game: Game) -> Game:
    """The same state with what it awaits and says."""
    if game.over:
        return replace(game, awaits=None, due=final_score(game))
    dice = len(next(iter(TABLES[game.setup.rules])))
    return replace(game, awaits=DICE, due=once("due.roll", team=game.team(game.batting).name, roll=dice))


LAW: Law = {("pitch", Roll): roll, ("pitch", Press): press, ("pitch", Set): correct_on_bases, ("pitch", End): end}
"""In which phase which line means what."""

NOT_NOW: Mapping[type[Event], str] = {**ONLY_SIX_SIDED, Call: "refused.no-calls"}
"""Why a line that is in no row of its phase is refused, by the message that says so; it says what to do instead."""
