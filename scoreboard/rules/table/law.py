"""The law of the table games: one phase, one throw, and the buttons.

Rule kept here: all four share this law; what sets them apart is their row of `TABLES`.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import UNSET
from msgspec.structs import replace

from scoreboard.message import once
from scoreboard.rules.baseball import (
    ONLY_SIX_SIDED,
    batter_out,
    closed,
    final_score,
    home_run,
    lead_scores,
    next_batter,
)
from scoreboard.rules.corrections import correct, end
from scoreboard.rules.errors import Refused
from scoreboard.rules.events import Button, Call, End, Event, Press, Roll, Set, Setup
from scoreboard.rules.state import DICE, FIRST, SECOND, THIRD, Game, Law, Outcome
from scoreboard.rules.table.tables import TABLES, find_play

BASES = frozenset({FIRST, SECOND, THIRD})


def check(_setup: Setup) -> None:
    """Any two teams can play: they throw the same dice, one side after the other."""


def roll(game: Game, event: Roll) -> Game:
    """The throw of the side at bat.

    Raises:
        Refused: the game is not thrown with as many dice.
    """
    play = find_play(game.setup.rules, event.values)
    if play is None:
        raise Refused("refused.dice-count", count=len(event.values), due=game.said)
    return play.outcome(closed(game))


def press(game: Game, event: Press) -> Game:
    """What that button means: the last row of D54.

    Raises:
        Refused: nothing, in a game without a count or a choice.
    """
    if event.button not in MEANINGS:
        raise Refused("refused.button-unused", button=event.button, due=game.said)
    return MEANINGS[event.button](closed(game))


def put_right(game: Game, event: Set) -> Game:
    """A correction: men stand on bases here."""
    if event.runners is not UNSET and not BASES.issuperset(event.runners):
        raise Refused("refused.bases-only")
    return correct(game, event)


def read_out(game: Game) -> Game:
    """The same state with what it awaits and says."""
    if game.over:
        return replace(game, awaits=None, said=final_score(game))
    dice = len(next(iter(TABLES[game.setup.rules])))
    return replace(game, awaits=DICE, said=once("due.roll", team=game.team(game.batting).name, roll=dice))


MEANINGS: Mapping[Button, Outcome] = {"out": batter_out, "run": lead_scores, "homerun": home_run, "batter": next_batter}
"""The last row of D54: these games count neither balls nor strikes."""

LAW: Law = {("pitch", Roll): roll, ("pitch", Press): press, ("pitch", Set): put_right, ("pitch", End): end}
"""In which phase which line means what."""

NOT_NOW: Mapping[type[Event], str] = {**ONLY_SIX_SIDED, Call: "refused.no-calls"}
"""Why a line that is in no row of its phase is refused, by the message that says so; it says what to do instead."""
