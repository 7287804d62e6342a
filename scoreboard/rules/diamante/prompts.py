"""A state in words: what is due, what may be called, and one sentence that a child understands.

Rule kept here: a sentence names who is to act, what with, and the number that is needed. It is made once, when the
state is made (`read_out`), and a refusal ends with it, so that no player hears "no" without what to do instead.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from msgspec.structs import replace

from scoreboard.message import Message, once
from scoreboard.rules.baseball import final_score
from scoreboard.rules.diamante import calls, fielding, running
from scoreboard.rules.diamante.board import PITCHER, cost, spoken_place, spoken_spot
from scoreboard.rules.diamante.pitching import GOOD_BUNTS, TOP_FACE
from scoreboard.rules.house_rules import PAINTED
from scoreboard.rules.state import CHIP, SHARED, Game, Phase


def read_out(game: Game) -> Game:
    """The same state with what it awaits, offers and says."""
    choice = game.diamante.choice
    options = choice.options if choice and len(choice.options) > 1 else ()
    awaits, due = _DUE[game.phase](game)
    return replace(game, awaits=awaits, options=options, calls=calls.offered(game), due=due)


Due: TypeAlias = tuple[str | None, Message]
"""What is awaited, the die of a colour or the chip, and the sentence."""


def _pitch(game: Game) -> Due:
    fielders = game.team(game.fielding)
    return fielders.color, once("due.pitch", team=fielders.name, color=fielders.color)


def _swing(game: Game) -> Due:
    batters, play = game.team(game.batting), game.diamante
    adds = game.house.adds(game.sign(game.at_bat))
    key = "due.bunt" if play.bunting else "due.swing"
    due = once(key, team=batters.name, number=play.pitched, value=play.pitched)
    return batters.color, _helped(game, game.at_bat, due, _thrown(game, adds))


def _thrown(game: Game, adds: int) -> Message:
    """What the die itself must show, with what a helmet adds to it taken off."""
    play = game.diamante
    if play.bunting:
        return once("due.bunts", faces=tuple(str(face - adds) for face in sorted(GOOD_BUNTS) if face > adds))
    beaten = max(0, play.pitched - adds)
    return once("due.swing", value=min(beaten, TOP_FACE - 1) if adds < 0 and game.house.minus_ten_is_hit else beaten)


def _homer(game: Game) -> Due:
    batters, adds = game.team(game.batting), game.house.adds(game.sign(game.at_bat))
    due = once("due.homer-or-more" if adds else "due.homer", team=batters.name, color=batters.color)
    return batters.color, _helped(game, game.at_bat, due, once("due.throw", value=TOP_FACE - adds))


def _toss(game: Game) -> Due:
    return CHIP, once("due.toss", team=game.team(game.batting).name, value=game.diamante.zone)


def _run(game: Game) -> Due:
    man, batters = running.in_turn(game), game.team(game.batting)
    if man is None:
        return None, once("due.call-runner", team=batters.name)
    key = "due.run-or-skip" if running.may_skip(game, man) else "due.run"
    due = once(key, team=batters.name, runner=spoken_place(man.place))
    return SHARED, _helped(game, man.helmet, due, due)


def _throw(game: Game) -> Due:
    key, fielders = _THROWS[game.ball == PITCHER, fielding.may_hold(game)], game.team(game.fielding)
    return fielders.color, once(key, team=fielders.name, spot=spoken_spot(game.ball), value=cost(game.ball))


def _over(game: Game) -> Due:
    return None, final_score(game)


_THROWS: Mapping[tuple[bool, bool], str] = {
    (True, True): "due.throw-any-or-hold",
    (True, False): "due.throw-any",
    (False, True): "due.throw-or-hold",
    (False, False): "due.throw",
}
"""Where any number will do, and where the fielders may hold."""
_DUE: Mapping[Phase, Callable[[Game], Due]] = {
    "pitch": _pitch,
    "swing": _swing,
    "homer": _homer,
    "toss": _toss,
    "run": _run,
    "throw": _throw,
    "over": _over,
}


def _helped(game: Game, helmet: int, due: Message, plain: Message) -> Message:
    """The same with what that helmet does to the throw, if anything (D16); ``plain``: what the die itself must show."""
    sign = game.sign(helmet)
    adds = game.house.adds(sign)
    if not adds:
        return due
    key = "due.helmet-adds" if adds > 0 else "due.helmet-takes"
    return once(key, due=due, helmet=PAINTED[sign], value=abs(adds), plain=plain)
