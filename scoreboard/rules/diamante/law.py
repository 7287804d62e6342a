"""The law of Diamante as one table: in which phase which line means what.

Rule kept here: everything that decides whether a line is lawful is in `LAW` and `DICE`, or in the function that they
name. A pair that is not there is refused and nothing happens; a new kind of line is a new row.

A line closes what was open before it (the chase of a ball, another answer to the last throw, keep-running, a steal),
and the functions here, each the one way in for its kind of line, see to that. Only an answer to a throw leaves it open
(D32). Between a pitch and the fair ball nothing is: the pitch has closed it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal

from scoreboard.rules import corrections
from scoreboard.rules.baseball import closed
from scoreboard.rules.diamante import buttons, calls, choices, fielding, pitching, running
from scoreboard.rules.errors import BadSetupError, Refused
from scoreboard.rules.events import Ball, Call, Chip, Die, End, Event, Hold, Move, Press, Roll, Set, Setup, Skip
from scoreboard.rules.state import SHARED, Game, Law, Phase

Thrower = Literal["fielders", "batters", "runners"]
PLAYING: tuple[Phase, ...] = ("pitch", "swing", "homer", "toss", "run", "throw")
ALWAYS: tuple[Phase, ...] = (*PLAYING, "over")


def check(setup: Setup) -> None:
    """Dice must differ in colour (D3).

    Raises:
        BadSetupError: two dice are of one colour.
    """
    away, home = (team.color.strip().casefold() for team in (setup.away, setup.home))
    if SHARED in {away, home}:
        raise BadSetupError("setup.white-die")
    if away == home:
        raise BadSetupError("setup.same-color", color=setup.away.color)


def die(game: Game, event: Die) -> Game:
    """A d10: who threw it decides what it is."""
    meaning = DICE.get((game.phase, _thrower(game, event.color)))
    if meaning is None:
        raise Refused("refused.not-your-turn", color=event.color, due=game.due)
    return meaning(game, event.value)


def chip(game: Game, event: Chip) -> Game:
    """The toss (D23)."""
    return pitching.toss(game, event.face)


def skip(game: Game, _event: Skip) -> Game:
    """The runner in turn does not run, or right after a white die: he whose it seemed to be did not (D27)."""
    if game.phase == "run" and not choices.may_state_skip(game):
        return running.skip(closed(game))
    return choices.state_skip(game)


def hold(game: Game, _event: Hold) -> Game:
    """The fielders decline to throw (D39)."""
    return fielding.hold(closed(game))


def call(game: Game, event: Call) -> Game:
    """Something said aloud: only what is listed in `Game.calls` counts now (D24, D33, D40, D46, D48)."""
    if event.call not in game.calls:
        raise Refused("refused.call", call=event.call, due=game.due)
    return calls.make(game, event.call)


def _thrower(game: Game, color: str) -> Thrower:
    away, home = game.setup.away.color, game.setup.home.color
    if color == (home if game.half == "top" else away):
        return "fielders"
    if color == (away if game.half == "top" else home):
        return "batters"
    if color == SHARED:
        return "runners"
    raise Refused("refused.no-such-die", color=color, due=game.due)


def _pitch(game: Game, value: int) -> Game:
    return pitching.pitch(game, value)


def _chase(game: Game, _value: int) -> Game:
    """The batter swung at a ball: a strike from the state before that pitch, a walk taken back (D15)."""
    unpitched = game.diamante.unpitched
    if unpitched is None:
        raise Refused("refused.nothing-pitched", due=game.due)
    return pitching.strike(unpitched)


def _thrown(game: Game, value: int) -> Game:
    return choices.throw(closed(game), value)


def _held_and_run(game: Game, value: int) -> Game:
    """The white die while the fielders may hold: they held (D39)."""
    return _run(fielding.hold(game), value)


def _run(game: Game, value: int) -> Game:
    """The white die: a throw of the runner in turn, or without one of the first who keeps running (D40, D57)."""
    return _thrown(running.joined(game), value)


def _skipped_and_thrown(game: Game, value: int) -> Game:
    """The fielders' die while those left in turn may skip: they skipped, and it is a throw, or the next pitch (D27)."""
    skipped = running.skip_all(game)
    return _thrown(skipped, value) if skipped.phase == "throw" else _pitch(skipped, value)


DICE: Mapping[tuple[Phase, Thrower], Callable[[Game, int], Game]] = {
    ("pitch", "fielders"): _pitch,
    ("pitch", "batters"): _chase,
    ("swing", "batters"): pitching.swing,
    ("homer", "batters"): pitching.second_swing,
    ("run", "runners"): _run,
    ("run", "fielders"): _skipped_and_thrown,
    ("throw", "fielders"): _thrown,
    ("throw", "runners"): _held_and_run,
}
"""In which phase whose die means what."""

LAW: Law = {
    **{(phase, Die): die for phase in PLAYING},
    ("toss", Chip): chip,
    ("throw", Hold): hold,
    **{(phase, Call): call for phase in PLAYING},
    **{(phase, Set): corrections.correct for phase in PLAYING},
    **{(phase, End): corrections.end for phase in PLAYING},
    # A game that ended on a default can still be answered otherwise (D32).
    **{(phase, Move): choices.state_move for phase in ALWAYS},
    **{(phase, Skip): skip for phase in ALWAYS},
    **{(phase, Ball): choices.state_target for phase in ALWAYS},
    **{(phase, Press): buttons.press for phase in ALWAYS},
}
"""In which phase which line means what."""

NOT_NOW: Mapping[type[Event], str] = {
    Die: "refused.dice-rest",
    Chip: "refused.no-toss",
    Roll: "refused.no-six-sided-dice",
    Hold: "refused.nothing-to-hold",
    Call: "refused.no-calls-now",
    End: "refused.ended",
    Set: "refused.undo-first",
}
"""Why a line that is in no row of its phase is refused, by the message that says so; it says what to do instead."""
