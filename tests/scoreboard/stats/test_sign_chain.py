"""Four-Dice Baseball solved: its chain against the law played out, and the best signs against all others."""

from __future__ import annotations

from functools import cache
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import signs

from scoreboard.rules import apply
from scoreboard.rules.events import Call, Roll, Set
from scoreboard.rules.four_dice.tables import NO_SIGN
from scoreboard.stats.best_signs import best_signs
from scoreboard.stats.half_innings import name_of
from scoreboard.stats.half_throws import endless_game
from scoreboard.stats.odds import simulate
from scoreboard.stats.sign_chain import ORDER, ROWS, STARTS, STATES, PitchState, SignChain


@cache
def chain() -> SignChain:
    """Made once for all tests."""
    return signs.chain()


@pytest.mark.untraced
@pytest.mark.newest
def test_every_pitch_leads_somewhere() -> None:
    """Under each sign that may be put on, the chances of a pitch sum to one; the others have none."""
    assert np.allclose(chain().chances.sum(axis=(1, 3)), chain().lawful)
    two_outs = np.array([state.outs == 2 for state in STATES])
    assert (chain().lawful[ORDER.index("hit-and-run")] == ~two_outs).all()


@given(st.sampled_from(STATES), st.sampled_from(ORDER), st.tuples(*[st.integers(1, 6)] * 4))
@pytest.mark.untraced
def test_the_order_of_the_dice_means_nothing(state: PitchState, sign: str, values: tuple[int, ...]) -> None:
    """So 126 rolls stand for 1,296."""
    men, outs, balls, strikes = state.men, state.outs, state.balls, state.strikes
    game = apply(endless_game("four-dice"), Set(runners=men, outs=outs, balls=balls, strikes=strikes))
    if sign in game.calls and sign != NO_SIGN:
        game = apply(game, Call(call=sign))
    ends = (apply(game, Roll(values=order)) for order in permutations(values))
    assert len({(end.phase, end.signs.low_high, end.away, end.half, end.outs, end.men, end.balls) for end in ends}) == 1


@pytest.mark.once
def test_exact_figures_agree_with_half_innings_played_out() -> None:
    """Without signs, each figure lies within four standard errors of what 1,500 half-innings bring."""
    exact, played = chain().odds(chain().fixed(NO_SIGN)), simulate("four-dice", 1500, seed=3)
    for key, mean in played.expected.items():
        assert abs(exact.expected[key] - mean) < 4 * played.errors[key]
    assert abs(exact.scoreless - played.scoreless) < 4 * played.errors["scoreless"]


@pytest.mark.parametrize("sign", ORDER)
@pytest.mark.untraced
@pytest.mark.newest
def test_no_sign_is_better_than_the_best(sign: str) -> None:
    """Neither for a whole half-inning, nor for one pitch of it."""
    solved = chain()
    best, at = solved.values(solved.best()), ORDER.index(sign)
    assert (best >= solved.values(solved.fixed(sign)) - 1e-9).all()
    once = solved.runs[at] + solved.goes_on[at] @ best
    assert (best >= once - 1e-9)[solved.lawful[at]].all()


def test_the_chances_of_runs_have_the_expected_runs_as_their_mean() -> None:
    """And sum to one."""
    solved = chain()
    policy = solved.best()
    chances = solved.run_chances(policy)
    assert np.allclose(chances.sum(axis=1), 1)
    assert np.allclose(chances @ np.arange(chances.shape[1]), solved.values(policy))


def test_what_some_signs_come_to() -> None:
    """Who always bunts hardly scores; who takes with three balls and no strike walks more often than not."""
    solved = chain()
    assert solved.odds(solved.fixed("bunt")).scoreless > 0.999
    assert ORDER[solved.best()[ROWS[PitchState(0, (), 3, 0)]]] == "take"
    assert solved.odds(solved.best()).expected["runs"] == solved.values(solved.best())[ROWS[STARTS["runs"]]]


def test_the_kept_signs_are_the_best() -> None:
    """`make half-innings` keeps them: by state, what the chain finds."""
    best = {name_of(*state): ORDER[sign] for state, sign in zip(STATES, chain().best(), strict=True)}
    assert best == best_signs()
