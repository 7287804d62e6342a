"""The box as a player: lawful, for its own side alone, and as good as it says."""

# ruff: noqa: S311 - lots are no secret

from __future__ import annotations

from random import Random

import pytest
from support.games import moments, setup

from scoreboard.opponent import Strength, alternatives, decide, decider
from scoreboard.opponent.choice import CHOOSERS
from scoreboard.opponent.worth import best
from scoreboard.rules import RULE_SETS, Game, apply, start
from scoreboard.rules.events import Call, Hold, Side
from scoreboard.stats.half_throws import random_event

STRENGTHS: tuple[Strength, ...] = ("strong", "fair", "easy")
SIDES: tuple[Side, ...] = ("away", "home")


def guessed(game: Game) -> float:
    """A worth of a moment that differs from one to the next."""
    return Random(f"{game.runners}{game.ball}{game.phase}{game.awaits}").random()


@pytest.mark.parametrize("strength", STRENGTHS)
@pytest.mark.parametrize("rules", sorted(RULE_SETS))
def test_the_box_says_only_what_is_lawful(rules: str, strength: Strength) -> None:
    """Two boxes play against each other, the strong one by worths that are made up; the law refuses nothing."""
    lots, game = Random(2), start(setup(rules, 3))
    for _ in range(2000):
        game = start(setup(rules, 3)) if game.over else game
        decisions = [decide(game, side, strength, lots, guessed) for side in SIDES]
        line = next((each.line for each in decisions if each is not None), None)
        game = apply(game, random_event(game, lots) if line is None else line)


@pytest.mark.parametrize("rules", ["diamante-amateur", "diamante-major"])
def test_the_box_decides_for_its_own_side_alone(rules: str) -> None:
    """In every state of random games one side decides at most, and what it may say is lawful."""
    deciding = set[Side | None]()
    for _, game in moments(setup(rules, 3), Random(4)):
        sides = [side for side in SIDES if decide(game, side, "fair", Random(1)) is not None]
        assert sides == [side for side in SIDES if side == decider(game)]
        for line in alternatives(game) if sides else ():
            if line is not None:
                apply(game, line)
            if isinstance(line, Hold):
                assert decider(game) == game.fielding
            if isinstance(line, Call):
                assert decider(game) == game.batting
        deciding |= {*sides} or {None}
    assert {"away", "home", None} == deciding


@pytest.mark.parametrize("rules", ["two-dice", "four-dice", "rallybird"])
def test_the_box_decides_nothing_outside_diamante(rules: str) -> None:
    """In a table game there is nothing to decide; signs, cards and gloves are for people."""
    assert all(decider(game) is None for _, game in moments(setup(rules, 3), Random(1)))


def test_the_strong_box_takes_what_is_worth_most() -> None:
    """At bat the answer that is worth most, in the field the one that is worth least, if all are known."""
    decided = 0
    for _, game in moments(setup("diamante-amateur", 9), Random(5)):
        choice, offered = game.choice, alternatives(game)
        if choice is None or choice.stated or len(offered) < 2 or None in offered:
            continue
        afters = [apply(game, line) for line in offered if line is not None]
        if any(after.half != choice.before.half or after.over for after in afters):
            continue
        sides = {"away": lambda state: state.away, "home": lambda state: state.home}
        runs = sides[choice.before.batting]
        worths = [runs(after) - runs(choice.before) + guessed(after) for after in afters]
        wanted = max(worths) if decider(game) == choice.before.batting else min(worths)
        assert worths.index(wanted) == best(game, offered, guessed)
        decided += 1
    assert decided > 20


def test_where_a_worth_is_unknown_the_strong_box_plays_as_the_fair_one() -> None:
    """A runner whom a correction put between bases, for instance."""
    for _, game in moments(setup("diamante-amateur", 3), Random(6)):
        side = decider(game)
        if side is not None:
            fair, strong = (decide(game, side, each, Random(1), lambda _: None) for each in ("fair", "strong"))
            assert fair == strong


def test_each_strength_has_a_way_to_choose() -> None:
    """None is told of that does nothing."""
    assert set(STRENGTHS) == set(CHOOSERS)
