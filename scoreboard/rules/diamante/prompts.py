"""A state in words: what is due, what may be called, and one sentence that a child understands.

Rule kept here: a sentence names who is to act, what with, and the number that is needed. It is made once, when the
state is made (`read_out`), and a refusal ends with it, so that no player hears "no" without what to do instead.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from msgspec.structs import replace

from scoreboard.message import Message, once
from scoreboard.rules.baseball import final_score
from scoreboard.rules.diamante import calls, fielding, running
from scoreboard.rules.diamante.board import PITCHER, cost, spoken_place, spoken_spot
from scoreboard.rules.events import Team
from scoreboard.rules.helmet_signs import painted
from scoreboard.rules.state import CHIP, SHARED, Game, Phase


def read_out(game: Game) -> Game:
    """The same state with what it awaits, offers and says."""
    choice = game.diamante.choice
    options = choice.options if choice and len(choice.options) > 1 else ()
    said = _SENTENCES[game.phase](game)
    return replace(game, awaits=_awaits(game), options=options, calls=calls.offered(game), said=said)


def _awaits(game: Game) -> str | None:
    match game.phase:
        case "pitch" | "throw":
            return _fielders(game).color
        case "swing" | "homer":
            return _batters(game).color
        case "toss":
            return CHIP
        case "run":
            return SHARED if running.in_turn(game) else None
        case _:
            return None


def _pitch(game: Game) -> Message:
    return once("due.pitch", team=_fielders(game).name, color=_fielders(game).color)


def _swing(game: Game) -> Message:
    key, pitched = "due.bunt" if game.diamante.bunting else "due.swing", game.diamante.pitched
    return _helped(game, game.at_bat, once(key, team=_batters(game).name, number=pitched, value=pitched))


def _homer(game: Game) -> Message:
    key = "due.homer-or-more" if game.house.adds(game.sign(game.at_bat)) else "due.homer"
    return _helped(game, game.at_bat, once(key, team=_batters(game).name, color=_batters(game).color))


def _toss(game: Game) -> Message:
    return once("due.toss", team=_batters(game).name, value=game.diamante.zone)


def _run(game: Game) -> Message:
    man = running.in_turn(game)
    if man is None:
        return once("due.call-runner", team=_batters(game).name)
    key = "due.run-or-skip" if running.may_skip(game, man) else "due.run"
    return _helped(game, man.helmet, once(key, team=_batters(game).name, runner=spoken_place(man.place)))


def _throw(game: Game) -> Message:
    key = _THROWS[game.ball == PITCHER, fielding.may_hold(game)]
    return once(key, team=_fielders(game).name, spot=spoken_spot(game.ball), value=cost(game.ball))


_THROWS: Mapping[tuple[bool, bool], str] = MappingProxyType(
    {
        (True, True): "due.throw-any-or-hold",
        (True, False): "due.throw-any",
        (False, True): "due.throw-or-hold",
        (False, False): "due.throw",
    }
)
"""Where any number will do, and where the fielders may hold."""
_SENTENCES: Mapping[Phase, Callable[[Game], Message]] = MappingProxyType(
    {
        "pitch": _pitch,
        "swing": _swing,
        "homer": _homer,
        "toss": _toss,
        "run": _run,
        "throw": _throw,
        "over": final_score,
    }
)


def _helped(game: Game, helmet: int, due: Message) -> Message:
    """The same with what that helmet does to the throw, if anything (D16)."""
    sign = game.sign(helmet)
    adds = game.house.adds(sign)
    if not adds:
        return due
    return once("due.helmet-adds" if adds > 0 else "due.helmet-takes", due=due, helmet=painted(sign), value=abs(adds))


def _batters(game: Game) -> Team:
    return game.team(game.batting)


def _fielders(game: Game) -> Team:
    return game.team(game.fielding)
