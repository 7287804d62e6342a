"""Four-Dice Baseball solved for the win: against its own chain, and against games that are played out."""

# ruff: noqa: S311 - lots are no secret

from __future__ import annotations

from functools import partial
from math import sqrt
from random import Random

import numpy as np
import pytest
from msgspec import structs
from support import sign_solver, signs
from support.games import setup
from support.lab import in_the_lab
from support.sign_solver import LEADS

from scoreboard.opponent import decide
from scoreboard.rules import Game, apply, start
from scoreboard.rules.events import Set
from scoreboard.rules.options import Option
from scoreboard.stats import sign_wins
from scoreboard.stats.best_signs import best_sign, best_signs
from scoreboard.stats.half_innings import name_of
from scoreboard.stats.half_throws import random_event
from scoreboard.stats.sign_chain import MOST_AT_ONCE, ROWS, STARTS
from scoreboard.stats.sign_wins import FINE, INNINGS, MOST_AHEAD
from scoreboard.stats.win_probability import win_chance

TOP, BOTTOM = 0, 1
PLAIN = structs.replace(setup("four-dice", 9), options=())


def at(*options: Option, **changed: object) -> Game:
    """The game at that moment."""
    return apply(start(structs.replace(PLAIN, options=options)), Set(**changed))  # type: ignore[arg-type] # fields of it


LAST_OF_THE_NINTH = partial(at, inning=9, half="bottom", away=3, home=3, runners=(12,))


def test_a_run_that_wins_is_bunted_for() -> None:
    """Level in the last of the ninth with a man on second and nobody out: the bunt wins more often than it scores."""
    chance = win_chance(LAST_OF_THE_NINTH())
    assert chance is not None
    assert (0.975, 0.0) == (pytest.approx(chance.home, abs=0.002), chance.error)
    assert ("bunt", "take") == (best_sign(LAST_OF_THE_NINTH()), best_signs()[name_of(0, (12,))])
    assert "bunt" != best_sign(LAST_OF_THE_NINTH(home=0))


@pytest.mark.parametrize("half", [TOP, BOTTOM])
@pytest.mark.parametrize("left", [0, 1, INNINGS - 1])
@pytest.mark.once
def test_a_chance_is_what_the_best_sign_makes_of_it(left: int, half: int) -> None:
    """In every state, with leads of all sizes: no sign wins more often, and the one that is kept wins as often."""
    chain, (worths, kept) = signs.chain(), sign_wins.kept(())
    begins = worths[:, :, ::-1, ROWS[STARTS["runs"]]] / FINE
    for lead in (-MOST_AHEAD // 2, -3, -1, 0, 1, 4):
        place = lead + MOST_AHEAD
        then = [min(place + runs, LEADS - 1) for runs in range(MOST_AT_ONCE + 1)]
        ends = 1 - (begins[left, BOTTOM] if half == TOP else begins[max(0, left - 1), TOP])[then]
        if half == BOTTOM and not left:
            ends = np.where(np.array(then) > MOST_AHEAD, 1.0, np.where(np.array(then) == MOST_AHEAD, ends, 0.0))
        goes_on = worths[left, half, then] / FINE
        if half == BOTTOM and not left and lead > 0:
            assert (goes_on[0] == 1).all()
            continue
        each = np.einsum("srij,rj->si", chain.chances[..., :-1], goes_on) + np.einsum(
            "sri,r->si", chain.chances[..., -1], ends
        )
        best = np.where(chain.lawful, each, -1).max(axis=0)
        assert np.allclose(best, goes_on[0], atol=3 / FINE)
        assert np.allclose(
            np.take_along_axis(each, kept[left, half, place][None].astype(int), 0)[0], best, atol=3 / FINE
        )


@pytest.mark.once
def test_the_chances_that_are_kept_are_those_that_solving_finds() -> None:
    """Of the last inning, solved here: its bottom half with another inning at stake, then its top half."""
    chain, kept = signs.chain(), sign_wins.kept(()).worths[0] / FINE
    side = sign_solver.BattingSide(chain, STARTS["runs"])
    level = 1 - kept[TOP, MOST_AHEAD, ROWS[STARTS["runs"]]]
    over = np.where(np.arange(LEADS) > MOST_AHEAD, 1.0, 0.0)
    over[MOST_AHEAD] = level
    bottom = sign_solver.half_solved(chain, over, is_last=True)
    top = sign_solver.half_solved(chain, 1 - sign_solver._begins(bottom, side))
    assert np.allclose(kept[BOTTOM], bottom.worths, rtol=0, atol=1 / FINE)
    assert np.allclose(kept[TOP], top.worths, rtol=0, atol=1 / FINE)


MOMENTS: dict[str, Game] = {
    "the last half": at(inning=9, half="bottom", away=4, home=3, outs=1, runners=(6,)),
    "the top of an extra inning": at(inning=10, away=2, home=2),
    "nobody has a sign": at("quick", inning=9, half="bottom", away=1),
    "nobody steals": at("little-league", inning=9, half="bottom", away=2, home=1, runners=(18, 6)),
    "the opponent begins with a man on second": at("hard", inning=9, half="bottom", away=1, home=1),
}
EARLIER: dict[str, Game] = {
    "nobody has a sign, from the eighth": at("quick", inning=8, away=1),
    "nobody steals, from the eighth": at("little-league", inning=8, half="bottom", away=2, home=1, runners=(18, 6)),
    "the opponent begins with a man on second, from the top": at("hard", inning=9, home=1),
    "nobody has a sign, from the third": at("quick", inning=3, away=1),
    "nobody steals, from the sixth": at("little-league", inning=6, half="bottom", away=2, home=1, runners=(18, 6)),
}


@pytest.mark.parametrize("moment", [*MOMENTS, *in_the_lab(EARLIER)])
@pytest.mark.once
def test_games_of_two_strong_boxes_are_won_as_often(moment: str) -> None:
    """With each option that is solved."""
    begun = (MOMENTS | EARLIER)[moment]
    lots, games, chance = Random(5), 500, win_chance(begun)
    assert chance is not None
    won = sum(played_out(begun, lots).winner == "home" for _ in range(games))
    assert abs(won / games - chance.home) < 4 * sqrt(chance.home * chance.away / games)


def played_out(game: Game, lots: Random) -> Game:
    """The end of a game whose signs two strong boxes put on."""
    while not game.over:
        decision = decide(game, game.batting, "strong", lots)
        chosen = None if decision is None else decision.line
        game = apply(game, random_event(game, lots) if chosen is None else chosen)  # type: ignore[arg-type] # a call
    return game


@pytest.mark.parametrize("options", [("little-league", "quick"), ("hard", "quick")])
def test_unsolved_game_has_no_chance_and_no_sign(options: tuple[Option, ...]) -> None:
    """Two options at once: no chance, and signs for most runs."""
    game = start(structs.replace(PLAIN, options=options))
    assert None is win_chance(game) is sign_wins.sign(game)


def test_a_longer_game_goes_on_from_the_innings_that_are_solved() -> None:
    """With twelve innings, and three of them played, it is what a game of nine is."""
    long = start(structs.replace(PLAIN, innings=12))
    assert win_chance(apply(long, Set(inning=4))) == win_chance(start(PLAIN))
    assert None is sign_wins.sign(long)
    chance = win_chance(apply(long, Set(inning=3, half="bottom", outs=2)))
    assert chance is not None
    assert 0.5 < chance.home < 0.53


def test_a_lead_may_be_greater_than_those_that_are_solved() -> None:
    """A lead greater than those that are solved counts as the greatest."""
    assert win_chance(at(away=500)) == win_chance(at(away=MOST_AHEAD))
