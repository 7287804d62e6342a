"""The box plays Four-Dice Baseball: one sign a pitch, at bat alone, and only such as may be put on."""

# ruff: noqa: S311 - lots are no secret

from __future__ import annotations

from random import Random

import pytest
from msgspec import structs
from support.games import moments, setup
from support.rules import play

from scoreboard.opponent import Strength, decide, offered
from scoreboard.rules import Game, start
from scoreboard.rules.events import Call

FOUR = setup("four-dice")


def at(words: str = "", *options: str) -> Game:
    """The game after those lines."""
    return play(words, start(structs.replace(FOUR, options=options)))


def sign(game: Game, strength: Strength = "strong", seed: int = 1) -> str | None:
    """What Away's box puts on."""
    decision = decide(game, "away", strength, Random(seed))
    return decision.line.call if decision is not None and isinstance(decision.line, Call) else None


def test_the_strong_box_knows_the_best_sign() -> None:
    """With three balls it takes; with a sign on, or taken off again, it has nothing more to say for this pitch."""
    three = at("set:balls=3")
    assert "take" == sign(three)
    assert () == offered(at("set:balls=3 call:take"), "away")
    assert () == offered(at("set:balls=3 call:take call:no-sign"), "away")
    assert () == offered(three, "home")


def test_a_sign_that_may_not_be_put_on_is_none() -> None:
    """As in a quick game, and where nobody steals."""
    assert "hit-and-run" == sign(at("set:strikes=2"))
    assert None is sign(at("set:strikes=2", "little-league"))
    assert () == offered(at("set:balls=3", "quick"), "away")
    assert {None, "take", "bunt"} == {sign(at("", "little-league"), "easy", seed) for seed in range(40)}


@pytest.mark.parametrize("strength", ["strong", "fair", "easy"])
def test_one_sign_a_pitch(strength: Strength) -> None:
    """Whatever a box has just said, it does not say another; the fair one says none."""
    signs = 0
    for number, (_, game) in enumerate(moments(FOUR, Random(2))):
        decision = decide(game, game.batting, strength, Random(number))
        if decision is not None and decision.line is not None:
            signs += 1
            assert () == offered(play(f"call:{decision.line.call}", game), game.batting)  # type: ignore[union-attr] # a call
    assert (signs > 10) == (strength != "fair")
