"""A state in words: what is due, what may be called, and one sentence that a child understands.

Rule kept here: a sentence names who is to act, what with, and the number that is needed. It is made once, when the
state is made (`read_out`), and a refusal ends with it, so that no player hears "no" without what to do instead.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from types import MappingProxyType

from msgspec.structs import replace

from scoreboard.rules.baseball import final_score
from scoreboard.rules.diamante import calls, fielding, running
from scoreboard.rules.diamante.board import PITCHER, a_number, cost, spoken_place, spoken_spot
from scoreboard.rules.events import Team
from scoreboard.rules.state import CHIP, SHARED, Game, Phase


def read_out(game: Game) -> Game:
    """The same state with what it awaits, offers and says."""
    choice = game.choice
    options = choice.options if choice and len(choice.options) > 1 else ()
    said = _once(_SENTENCES[game.phase](game))
    return replace(game, awaits=_awaits(game), options=options, calls=calls.offered(game), said=said)


@lru_cache(maxsize=512)
def _once(sentence: str) -> str:
    """The sentence as it was said before, if it was: a history keeps every state, and need not keep it twice."""
    return sentence


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


def _pitch(game: Game) -> str:
    return f"{_fielders(game).name}: pitch with the {_fielders(game).color} die."


def _swing(game: Game) -> str:
    need = "Bunt with a 1, 3 or 5" if game.bunting else f"Swing higher than {game.pitched} to hit it"
    return f"{_batters(game).name}: the pitch is {a_number(game.pitched)}. {need}.{_counts(game, game.at_bat)}"


def _homer(game: Game) -> str:
    helmet = _counts(game, game.at_bat)
    enough = "10 or more" if helmet else "another 10"
    return f"{_batters(game).name}: a 10! Throw the {_batters(game).color} die again: {enough} is a home run.{helmet}"


def _toss(game: Game) -> str:
    return f"{_batters(game).name}: a hit to zone {game.zone}. Toss the chip: is it caught?"


def _run(game: Game) -> str:
    man = running.in_turn(game)
    if man is None:
        return f"{_batters(game).name}: call a runner who keeps running, or call a new batter."
    otherwise = ", or skip" if running.may_skip(game, man) else ""
    who = f"{spoken_place(man.place)}{otherwise}"
    return f"{_batters(game).name}: roll the white die for {who}.{_counts(game, man.helmet)}"


def _throw(game: Game) -> str:
    need = "Any number will do" if game.ball == PITCHER else f"You need {cost(game.ball)} or more"
    otherwise = ", or hold the ball" if fielding.may_hold(game) else ""
    return f"{_fielders(game).name}: throw from {spoken_spot(game.ball)}. {need}{otherwise}."


_SENTENCES: Mapping[Phase, Callable[[Game], str]] = MappingProxyType(
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


def _counts(game: Game, helmet: int) -> str:
    """What that helmet does to a throw, if anything (D16)."""
    sign = game.sign(helmet)
    adds = game.house.adds(sign)
    if not adds:
        return ""
    return f" The {sign} helmet adds {adds}." if adds > 0 else f" The {sign} helmet takes {-adds} away."


def _batters(game: Game) -> Team:
    return game.team(game.batting)


def _fielders(game: Game) -> Team:
    return game.team(game.fielding)
