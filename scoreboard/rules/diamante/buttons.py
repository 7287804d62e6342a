"""What the scorer's buttons mean in each phase: the table of D54, and D55.

Rule kept here: a button goes through the functions that a die goes through, so that a game scored by hand and one
scored by camera are the same game. What is not in the table is refused, in the words of the phase.
"""

from __future__ import annotations

from collections.abc import Mapping

from scoreboard.rules.baseball import batter_out, closed, conclude, home_run, lead_scores, next_batter
from scoreboard.rules.diamante import choices, pitching, running
from scoreboard.rules.errors import Refused
from scoreboard.rules.events import Button, Press
from scoreboard.rules.state import HOME, Game, Outcome, Phase, Runner


def press(game: Game, event: Press) -> Game:
    """What that button means now.

    Raises:
        Refused: nothing, in this phase.
    """
    if event.button == "next":
        return choices.show_next(game)
    if event.button == "ok":
        return accept(game)
    meaning = MEANINGS.get((game.phase, event.button))
    if meaning is None:
        raise Refused("refused.button", button=event.button, due=game.due)
    return meaning(closed(game))


def accept(game: Game) -> Game:
    """OK: the answer shown is final, also where it was the only one (D55)."""
    if game.diamante.choice is None:
        raise Refused("refused.nothing-to-confirm", due=game.due)
    return closed(game)


def end_play(game: Game) -> Game:
    """BATTER on a ball in play: the play ends where every runner is on a base."""
    if not all(man.on_base for man in game.men):
        raise Refused("refused.runners-between-bases")
    return running.end_play(game)


def runner_out(game: Game) -> Game:
    """OUT in a running turn: the runner in turn, without a throw."""
    return running.go_on(running.retire(game, _in_turn(game)))


def runner_scores(game: Game) -> Game:
    """RUN in a running turn: the runner in turn."""
    return running.go_on(running.advance(game, _in_turn(game), HOME))


def unsettled_out(game: Game) -> Game:
    """OUT while the fielders throw: the most advanced who is unsettled (D27)."""
    return conclude(running.retire(game, _unsettled(game)), _throw_on)


def unsettled_scores(game: Game) -> Game:
    """RUN while the fielders throw: the most advanced who is unsettled (D27)."""
    return conclude(running.advance(game, _unsettled(game), HOME), _throw_on)


def _throw_on(game: Game) -> Game:
    return game if running.anyone_unsettled(game) else running.end_play(game)


def _in_turn(game: Game) -> Runner:
    man = running.in_turn(game)
    if man is None:
        raise Refused("refused.nobody-in-turn", due=game.due)
    return man


def _unsettled(game: Game) -> Runner:
    man = next((man for man in game.men if man.unsettled), None)
    if man is None:
        raise Refused("refused.nobody-between-bases", due=game.due)
    return man


def _out(game: Game) -> Game:
    return batter_out(pitching.at_hand(game))


def _home_run(game: Game) -> Game:
    return home_run(pitching.at_hand(game))


def _next_batter(game: Game) -> Game:
    """The ball stays where it was caught, until the next pitch (D23)."""
    after = next_batter(game)
    return pitching.left_where_caught(game, after) if game.diamante.caught else after


def _caught(game: Game) -> Game:
    return pitching.toss(game, "out")


def _fair(game: Game) -> Game:
    return pitching.toss(game, "hit")


MEANINGS: Mapping[tuple[Phase, Button], Outcome] = {
    ("pitch", "ball"): pitching.ball,
    ("pitch", "strike"): pitching.strike,
    ("pitch", "out"): _out,
    ("pitch", "run"): lead_scores,
    ("pitch", "homerun"): _home_run,
    ("pitch", "batter"): _next_batter,
    ("swing", "ball"): pitching.ball,
    ("swing", "strike"): pitching.strike,
    ("swing", "out"): _out,
    ("swing", "homerun"): _home_run,
    ("swing", "batter"): _next_batter,
    ("homer", "strike"): pitching.strike,
    ("homer", "out"): _out,
    ("homer", "homerun"): _home_run,
    ("homer", "batter"): _next_batter,
    ("toss", "out"): _caught,
    ("toss", "run"): _fair,
    ("toss", "homerun"): _home_run,
    ("toss", "batter"): _next_batter,
    ("run", "out"): runner_out,
    ("run", "run"): runner_scores,
    ("run", "batter"): end_play,
    ("throw", "out"): unsettled_out,
    ("throw", "run"): unsettled_scores,
    ("throw", "batter"): end_play,
}
"""The table of D54, row by row."""
