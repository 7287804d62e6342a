"""The law of the table games: one phase, one throw, and the buttons.

Rule kept here: all share this law; what sets them apart is their `Setup.chart`.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from scoreboard.message import once
from scoreboard.rules.baseball import ONLY_SIX_SIDED, WITHOUT_COUNT, closed, final_score
from scoreboard.rules.corrections import correct_on_bases, end
from scoreboard.rules.errors import Refused
from scoreboard.rules.events import USUAL_SIDES, Call, End, Event, Press, Roll, Set
from scoreboard.rules.parks import Chart, Effect
from scoreboard.rules.state import DICE, Game, Law, Runner
from scoreboard.rules.table.plays import played


def roll(game: Game, event: Roll) -> Game:
    """The throw of the side at bat.

    Raises:
        Refused: the game is not thrown with as many dice.
    """
    chart = game.setup.chart
    if chart is not None and chart.park.sides != (event.sides or USUAL_SIDES):
        raise Refused("refused.sides", due=game.due)
    effect = _effect(chart, game.men, event.values)
    if effect is None:
        raise Refused("refused.dice-count", count=len(event.values), due=game.due)
    return played(closed(game), effect)


def find_effect(game: Game, values: tuple[int, ...]) -> Effect | None:
    """What that throw comes to now; None if the game is not thrown with as many dice, or no table game."""
    return _effect(game.setup.chart, game.men, values)


def _effect(chart: Chart | None, men: tuple[Runner, ...], values: tuple[int, ...]) -> Effect | None:
    row = None if chart is None else chart.row(values)
    return None if row is None else row[tuple([man.place for man in men]) if men else ()]


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
    team, chart = game.team(game.batting).name, game.setup.chart
    if chart is not None and chart.colors:
        return replace(game, awaits=DICE, due=once("due.roll-colors", team=team, colors=chart.colors))
    return replace(game, awaits=DICE, due=once("due.roll", team=team, roll=chart.dice if chart else 0))


LAW: Law = {("pitch", Roll): roll, ("pitch", Press): press, ("pitch", Set): correct_on_bases, ("pitch", End): end}
"""In which phase which line means what."""

NOT_NOW: Mapping[type[Event], str] = {**ONLY_SIX_SIDED, Call: "refused.no-calls"}
"""Why a line that is in no row of its phase is refused, by the message that says so; it says what to do instead."""
