"""What a state tells those who read it: what is due, what may be called, and one sentence that a child understands.

Rule kept here: a sentence names who is to act, what with, and the number that is needed. It is made once, when the
state is made (`read_out`), and a refusal ends with it, so that nobody is told "no" without being told what to do.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from msgspec.structs import replace

from scoreboard.rules.diamante import fielding, running
from scoreboard.rules.diamante.board import BASE_NAMES, COSTS, PITCHER, spoken_place, spoken_spot
from scoreboard.rules.events import Team
from scoreboard.rules.state import Game, Phase

WHITE = "white"
"""The colour of the shared running die (D3)."""


def read_out(game: Game) -> Game:
    """The same state with what it awaits, offers and says."""
    choice = game.choice
    options = choice.options if choice and len(choice.options) > 1 else ()
    return replace(game, awaits=_awaits(game), options=options, calls=_calls(game), said=_SENTENCES[game.phase](game))


def _awaits(game: Game) -> str | None:
    return {
        "pitch": _fielders(game).color,
        "swing": _batters(game).color,
        "homer": _batters(game).color,
        "toss": "chip",
        "run": WHITE,
        "throw": _fielders(game).color,
    }.get(game.phase)


def _calls(game: Game) -> tuple[str, ...]:
    if game.phase == "pitch":
        return ("keep-running",) if game.resume else ()
    if game.phase != "run":
        return ()
    joining = tuple(f"run {BASE_NAMES[man.place]}" for man in running.joinable(game))
    return joining if running.anyone_unsettled(game) else (*joining, "new-batter")


def _pitch(game: Game) -> str:
    return f"{_fielders(game).name}: pitch with the {_fielders(game).color} die."


def _swing(game: Game) -> str:
    return f"{_batters(game).name}: the pitch is a {game.pitched}. Swing higher than {game.pitched} to hit it."


def _homer(game: Game) -> str:
    return f"{_batters(game).name}: a 10! Throw the {_batters(game).color} die again: another 10 is a home run."


def _toss(game: Game) -> str:
    return f"{_batters(game).name}: a hit to zone {game.zone}. Toss the chip: is it caught?"


def _run(game: Game) -> str:
    man = running.in_turn(game)
    if man is None:
        return f"{_batters(game).name}: call a runner to keep running, or a new batter."
    otherwise = ", or skip" if running.may_skip(game, man) else ""
    return f"{_batters(game).name}: roll the white die for {spoken_place(man.place)}{otherwise}."


def _throw(game: Game) -> str:
    spot = str(game.ball)
    need = "Any number will do" if spot == PITCHER else f"You need {COSTS[spot]} or more"
    otherwise = ", or hold the ball" if fielding.may_hold(game) else ""
    return f"{_fielders(game).name}: throw from {spoken_spot(spot)}. {need}{otherwise}."


def _over(game: Game) -> str:
    winner, loser = sorted((game.away, game.home), reverse=True)
    return f"The game is over: {game.team(game.winner or 'home').name} win {winner} to {loser}!"


_SENTENCES: Mapping[Phase, Callable[[Game], str]] = MappingProxyType(
    {
        "pitch": _pitch,
        "swing": _swing,
        "homer": _homer,
        "toss": _toss,
        "run": _run,
        "throw": _throw,
        "over": _over,
    }
)


def _batters(game: Game) -> Team:
    return game.team(game.batting)


def _fielders(game: Game) -> Team:
    return game.team(game.fielding)
