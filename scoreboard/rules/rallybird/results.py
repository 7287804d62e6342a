"""What a roll comes to: the gloves added up, the card's result looked up, and the runners moved. R4, R6 and R7.

Forced runners always advance. An unforced one goes where the card says, and no farther than the man ahead of him lets
him. On the third out nobody advances and nothing scores.
"""

from __future__ import annotations

from functools import partial, reduce
from typing import Literal, NamedTuple, get_args

from msgspec import UNSET
from msgspec.structs import replace

from scoreboard.rules.baseball import OUTS, bring_home, chain, conclude, credit_hit, new_batter, put_out, rest
from scoreboard.rules.deck import Card, Deck, Result, Zone
from scoreboard.rules.lineup import enter, leave_plate
from scoreboard.rules.state import FIRST, HOME, SECOND, Game, Glove, Runner

Comparison = Literal["greater", "equal", "less"]
COMPARISONS: tuple[Comparison, ...] = get_args(Comparison)
BASES = {"first": 1, "second": 2, "third": 3, "home": 4}
HOME_BASE = HOME // FIRST
OUT = frozenset({"out", "caught"})
"""What a result says of a batter who is out."""


class Settled(NamedTuple):
    """The game after a roll, and whether the offence succeeded: the batter or a runner moved (R4)."""

    game: Game
    moved: bool


class Way(NamedTuple):
    """A runner, and the base that he comes to, 1 to 4; 0 if he is out."""

    man: Runner
    goal: int

    @property
    def advances(self) -> bool:
        """He is safe, and on another base than before."""
        return self.goal * FIRST > self.man.place


def tested_zones(game: Game, card: Card) -> tuple[Zone, ...]:
    """The zones that the card tests now (R6)."""
    on_second = any(man.place == SECOND for man in game.men)
    return card.tests_on_second if on_second and card.tests_on_second else card.tests


def tested_sum(game: Game, deck: Deck, card: Card, gloves: tuple[Glove, ...]) -> int:
    """The tested gloves added up; a zone without one counts what is printed there (R3, R4)."""
    values = {glove.zone: glove.value for glove in gloves}
    return sum(values.get(zone, deck.printed(zone)) for zone in tested_zones(game, card))


def compared(dice: int, gloves: int) -> Comparison:
    """The two dice against the gloves (R4)."""
    return "greater" if dice > gloves else "equal" if dice == gloves else "less"


def result_of(game: Game, card: Card, comparison: Comparison) -> Result:
    """The card's result; a double play where R7 says so."""
    forced = FIRST in chain(game.men)
    result: Result = getattr(card, comparison)
    if comparison == "less" and card.kind == "ground" and forced and not game.outs:
        return replace(result, batter="out", first="out")  # everybody else moves as the card says
    return result


def changes_nothing(game: Game, card: Card) -> bool:
    """A steal with nobody to steal: it would cost the offence nothing to play it for ever."""
    return card.kind == "steal" and not any(way.advances for way in _ways(game, card.greater))


def play_out(game: Game, card: Card, result: Result) -> Settled:
    """The game after that result."""
    ways = _ways(game, result)
    base = BASES.get(result.batter, 0)
    put = sum(not way.goal for way in ways) + (result.batter in OUT)
    met = credit_hit(game) if base and card.kind != "take" and not put else game
    moved = game.outs + put < OUTS and (base > 0 or any(way.advances for way in ways))
    return Settled(_settled(met, card, result, ways), moved)


def _settled(game: Game, card: Card, result: Result, ways: tuple[Way, ...]) -> Game:
    """Those who are out leave, and if that was not the third out the others move."""
    gone = [way.man for way in ways if not way.goal]
    left = enter(leave_plate(game) if result.batter in OUT else game, *(man.helmet for man in gone))
    outs = len(gone) + (result.batter in OUT)
    return conclude(reduce(lambda after, _: put_out(after), range(outs), left), partial(_moved, card, result, ways))


def _moved(card: Card, result: Result, ways: tuple[Way, ...], game: Game) -> Game:
    safe = [replace(way.man, place=way.goal * FIRST) for way in ways if way.goal]
    base = BASES.get(result.batter, 0)
    batter = [Runner(place=base * FIRST, helmet=game.at_bat)] if base else []
    moved = bring_home(replace(game, waiting=game.waiting and not base), (*safe, *batter))
    if result.batter == "waits":
        return conclude(moved, rest)
    return conclude(moved, lambda after: new_batter(after, walked=base > 0 and card.kind == "take"))


def _ways(game: Game, result: Result) -> tuple[Way, ...]:
    """Where each runner comes to, the most advanced first."""
    needs = _needs(game, result)
    ways, ahead = list[Way](), HOME_BASE
    for man in game.men:
        goal = _sent(man, result)
        if goal:
            free = HOME_BASE if ahead == HOME_BASE else ahead - 1
            goal = ahead = max(needs[man.place], min(goal, free))
        ways.append(Way(man, goal))
    return tuple(ways)


def _needs(game: Game, result: Result) -> dict[int, int]:
    """By his place, the base that each runner must come to at the least: he is forced, or one behind him needs his."""
    forced = () if result.batter in {"caught", "waits"} else chain(game.men)
    needs, behind = dict[int, int](), BASES.get(result.batter, 0)
    for man in reversed(game.men):
        needs[man.place] = man.place // FIRST + (man.place in forced)
        if _sent(man, result):
            behind = needs[man.place] = min(HOME_BASE, max(needs[man.place], behind + 1))
    return needs


def _sent(man: Runner, result: Result) -> int:
    """The base to which the card sends the runner; 0 if it has him put out."""
    base = man.place // FIRST
    goal = (result.first, result.second, result.third)[base - 1]
    if goal is UNSET:
        return min(base + result.runners, HOME_BASE)
    return BASES.get(goal, 0)
