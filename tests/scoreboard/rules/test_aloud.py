"""What may be said now, for players who say it with buttons: D56."""

from __future__ import annotations

from random import Random

import pytest
from support.games import moments, setup
from support.rules import major, play, table

from scoreboard.rules import RULE_SETS, Game, Refused, apply, sayable
from scoreboard.rules.diamante.choices import may_state_skip
from scoreboard.rules.events import Call, Hold, RulesName, Skip


def calls_of(game: Game) -> list[str]:
    """What may be said, as the record names it."""
    return [event.call if isinstance(event, Call) else type(event).__name__.lower() for event in sayable(game)]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("", []),
        ("blue3", ["bunt"]),
        ("set:runners=6 blue1", ["steal"]),
        ("set:runners=6 blue7", ["steal"]),
        ("set:runners=6 blue2 red8 caught", ["tag-up"]),
        ("set:runners=12 blue2 red8 hit", ["skip"]),
        ("set:runners=6 blue2 red8 hit", []),
        ("set:runners=12 blue2 red8 hit white4 press:ok", []),
        ("set:runners=18+12 blue2 red8 hit white4 press:ok", ["skip"]),
        ("blue2 red8 hit white6", ["keep-running"]),
        ("blue2 red8 hit white6 call:keep-running", ["hold"]),
        ("blue2 red8 hit white6 call:keep-running hold", ["run 1B", "new-batter"]),
        ("blue2 red8 hit white9 to:9 blue8 ball:2B white1 to:10", ["hold"]),
        ("set:runners=12 blue2 red8 hit skip white9 to:9 blue1", ["run 2B"]),
    ],
)
def test_lawful_calls(words: str, expected: list[str]) -> None:
    """D56: skip and hold where they are lawful, then each call."""
    assert expected == calls_of(major(words, ". . . ."))


def test_answer_to_a_throw_is_no_call() -> None:
    """D56: NEXT itself names the next runner as the owner of the white die, as the last of the answers (D27)."""
    game = play("set:runners=18+12 blue2 red8 hit white4")
    assert ("skip" in game.options, []) == (True, calls_of(game))


def test_table_game_has_no_calls() -> None:
    """D56: nothing is called there, no runner runs by choice, and the ball is not thrown."""
    assert [] == calls_of(table("two-dice"))


@pytest.mark.parametrize("rules", RULE_SETS)
def test_only_lawful_calls_are_accepted(rules: RulesName) -> None:
    """D56: in whole games by lot, at every moment."""
    for _, game in moments(setup(rules, innings=3), Random(5)):  # noqa: S311 - lots for a test
        offered = sayable(game)
        for event in (*offered, *({Skip(), Hold()} - set(offered))):
            try:
                apply(game, event)
            except Refused:
                assert event not in offered
            else:
                assert event in offered or (event == Skip() and may_state_skip(game))
