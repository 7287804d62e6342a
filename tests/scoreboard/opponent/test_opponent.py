"""The box as a player: lawful, for its own side alone, and as good as it says."""

# ruff: noqa: S311 - lots are no secret

from __future__ import annotations

from random import Random

import pytest
from msgspec import structs
from support.games import moments, setup

from scoreboard.language import ENGLISH
from scoreboard.opponent import Strength, decide, decides_in, offered, policy
from scoreboard.opponent.alternatives import alternatives, decider
from scoreboard.opponent.choice import PLAYBOOKS
from scoreboard.opponent.worth import best
from scoreboard.rules import RULE_SETS, Game, apply, start
from scoreboard.rules.events import Call, Event, Hold, RulesName, Side
from scoreboard.rules.rallybird import digest_of, speaker
from scoreboard.stats.half_throws import random_event
from scoreboard.stats.sign_wins import PLAYED

STRENGTHS: tuple[Strength, ...] = ("strong", "fair", "easy")
SIDES: tuple[Side, ...] = ("away", "home")
FEWER_CARDS = ("aside-4", "first-game")
OPTIONS = {
    "four-dice": PLAYED,
    "rallybird": [(), tuple(each for each in RULE_SETS["rallybird"].options if each not in FEWER_CARDS), FEWER_CARDS],
}


def guessed(game: Game) -> float:
    """A worth of a moment that differs from one to the next."""
    return Random(f"{game.runners}{game.ball}{game.phase}{game.awaits}").random()


def games() -> list[tuple[RulesName, tuple[str, ...]]]:
    """Every game in which there is something to decide, with its options."""
    return [(rules, options) for rules in PLAYBOOKS for options in OPTIONS.get(rules, [()])]


def started(rules: RulesName, options: tuple[str, ...] = ()) -> Game:
    """The beginning of such a game."""
    return start(structs.replace(setup(rules, 3), options=options))


@pytest.mark.untraced
@pytest.mark.parametrize("lines", [250, pytest.param(1000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("strength", STRENGTHS)
@pytest.mark.parametrize(("rules", "options"), games())
def test_the_box_plays_whole_games(rules: RulesName, options: tuple[str, ...], strength: Strength, lines: int) -> None:
    """Two boxes play against each other, the strong one by worths that are made up: the law refuses nothing."""
    lots, game = Random(2), started(rules, options)
    for _ in range(lines):
        game = started(rules, options) if game.over else game
        decisions = [decide(game, side, strength, lots, guessed) for side in (game.batting, game.fielding)]
        line = next((each.line for each in decisions if each is not None and each.line is not None), None)
        game = apply(game, random_event(game, lots) if line is None else line)


@pytest.mark.untraced
@pytest.mark.parametrize("strength", STRENGTHS)
@pytest.mark.parametrize(("rules", "options"), games())
def test_the_box_says_only_what_its_side_may(rules: RulesName, options: tuple[str, ...], strength: Strength) -> None:
    """In every state of a random game, both with the same lots and once more; cards are committed, as at the table."""
    for number, (_, game) in enumerate(moments(structs.replace(setup(rules, 2), options=options), Random(4))):
        for side in SIDES:
            first, again = (decide(game, side, strength, Random(number), guessed) for _ in range(2))
            assert first == again
            if first is None or first.line is None:
                continue
            apply(game, committed(first.line))
            assert first.line in offered(game, side)
            if isinstance(first.line, Call) and rules == "rallybird":
                assert side == speaker(game, first.line.call)


def committed(line: Event) -> Event:
    """A card as the box says it: in secret."""
    if isinstance(line, Call) and line.call.startswith("card "):
        return Call(call=f"commit {digest_of(line.call)}")
    return line


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


def test_in_a_table_game_there_is_nothing_to_decide() -> None:
    """The dice decide everything."""
    assert {"one-die", "two-dice", "three-dice", "dice-baseball"} == {*RULE_SETS} - {*filter(decides_in, RULE_SETS)}
    assert all(() == offered(game, side) for _, game in moments(setup("two-dice", 3), Random(1)) for side in SIDES)


def test_the_strong_box_takes_what_is_worth_most() -> None:
    """At bat the answer that is worth most, in the field the one that is worth least, if all are known."""
    decided = 0
    for _, game in moments(setup("diamante-amateur", 9), Random(5)):
        choice, offered = game.diamante.choice, alternatives(game)
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


@pytest.mark.parametrize("rules", PLAYBOOKS)
def test_each_strength_says_what_it_does(rules: RulesName) -> None:
    """None is told of that does nothing."""
    assert len(STRENGTHS) == len({ENGLISH(policy(rules, strength)) for strength in STRENGTHS})
