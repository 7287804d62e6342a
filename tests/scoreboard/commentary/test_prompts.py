"""What the scoreboard asks before it is said, and tells of a default while it may still be changed."""

from __future__ import annotations

from random import Random

import pytest
from support.english import on_panel
from support.games import moments, setup
from support.rules import major, play

from scoreboard.commentary import default_notice, prompt
from scoreboard.language import ENGLISH
from scoreboard.rules import RULE_SETS, Game, sayable
from scoreboard.rules.events import Call, Hold, RulesName, Skip

PLAIN = ". . . ."
IN_CAPITALS = {
    "bunt": "BUNT?",
    "steal": "STEAL?",
    "tag-up": "TAG UP?",
    "keep-running": "KEEP RUNNING?",
    "run 3B": "RUN 3B?",
    "new-batter": "NEW BATTER?",
    "hit-and-run": "HIT AND RUN?",
}


@pytest.mark.parametrize(("call", "panel"), IN_CAPITALS.items())
def test_each_call_is_asked_about_in_capitals(call: str, panel: str) -> None:
    """A panel has room for the call itself, and the sentence says what OK does."""
    assert panel == on_panel(prompt(Call(call=call)))
    assert "? OK" in ENGLISH(prompt(Call(call=call)))


def test_a_skip_and_a_hold_are_asked_about() -> None:
    """They are answers rather than calls, and said with the same buttons (D56)."""
    assert ("SKIP?", "HOLD?") == (on_panel(prompt(Skip())), on_panel(prompt(Hold())))
    assert "Does this runner stay where he is? OK: he does." == ENGLISH(prompt(Skip()))
    assert "Do the fielders hold the ball? OK: they do." == ENGLISH(prompt(Hold()))


@pytest.mark.parametrize("rules", ["diamante-amateur", "diamante-major"])
def test_no_two_options_have_the_same_prompt(rules: RulesName) -> None:
    """All calls and answers that are lawful at one moment have different questions, in random games."""
    for _, game in moments(setup(rules, innings=3), Random(1)):  # noqa: S311 - lots for a test
        questions = [(ENGLISH(prompt(event)), on_panel(prompt(event))) for event in sayable(game)]
        assert len(set(questions)) == len(questions)


NOTICES = {
    "blue2 red8 hit white9": (
        "He stops on first, or else he runs on to 3 steps short of second base.",
        "BATTER GETS 1ST NEXT: HE RUNS ON",
    ),
    "blue2 red8 hit white9 to:9": (
        "He runs on to 3 steps short of second base, or else he stops on first.",
        "BATTER RUNS ON NEXT: HE GETS 1ST",
    ),
    "set:runners=20 blue2 red8 hit white4": (
        "He scores, or else he goes back to third.",
        "RUNNER SCORES NEXT: HE RETURNS",
    ),
    "set:runners=20 blue2 red8 hit white1": (
        "He runs on to 3 steps short of home plate, or else he goes back to 5 steps short of home plate.",
        "RUNNER RUNS ON NEXT: HE RETURNS",
    ),
    "set:runners=12 blue2 red8 hit white4": (
        "He runs on to 2 steps short of third base, or else he stays, and the die was the next runner's.",
        "RUNNER RUNS ON NEXT: HE STAYS",
    ),
    "set:runners=12 blue2 red8 hit white4 skip": (
        "He runs on to 2 steps short of first base, or else the die was the runner's before.",
        "RUNNER STAYS NEXT: HE RUNS ON",
    ),
    "set:runners=18 blue2 red10 red2 hit white6": (
        "He is out, or else he stays, and the die was the next runner's.",
        "RUNNER IS OUT NEXT: HE STAYS",
    ),
    "set:runners=18+12 blue2 red8 hit white8": (
        "He scores, or else he stays, and the die was the next runner's, who is out.",
        "MAN ON 3RD SCORES NEXT: HE STAYS, NEXT MAN OUT",
    ),
    "blue2 red8 hit white3 blue8": ("Out at first, or else the ball goes to second.", "OUT AT 1ST NEXT: TO 2ND"),
    "blue2 red8 hit white9 to:9 blue8 ball:HP": (
        "The ball goes home, or else the ball goes to second.",
        "TO HOME NEXT: TO 2ND",
    ),
    "blue2 red8 hit white9 to:9 blue8 ball:2B white2 blue6": (
        "Tagged out at 5 steps short of second base, or else the ball goes to first.",
        "TAG OUT NEXT: TO 1ST",
    ),
    "blue2 red8 hit white9 to:9 blue8 ball:2B white1 to:10 blue1": (
        "The ball goes to the pitcher, or else the ball is carried to 1 step short of second base.",
        "TO PITCHER NEXT: CARRY TO 1 BEFORE 2B",
    ),
}


def announced(game: Game) -> tuple[str, str]:
    """The default in a sentence, and as the panel shows it; empty if there is nothing to tell."""
    words = default_notice(game) or ""
    return ENGLISH(words), on_panel(words)


@pytest.mark.parametrize(("words", "expected"), NOTICES.items())
def test_default_is_shown_with_what_next_makes_of_it(words: str, expected: tuple[str, str]) -> None:
    """So that nobody throws the next die before he knows that something was decided for him (D32, D35)."""
    assert expected == announced(major(words, PLAIN))


@pytest.mark.parametrize("words", ["", "blue2 red8 hit", "blue2 red8 hit white3", "blue2 red8 hit white9 press:ok"])
def test_only_answer_is_not_shown(words: str) -> None:
    """Where there is nothing to choose, or no longer, there is nothing to tell."""
    assert default_notice(play(words)) is None


def what_next_does(game: Game) -> str:
    """What is told of the answer in effect after NEXT."""
    return announced(play("press:next", game))[0].partition(", or else ")[0].lower()


@pytest.mark.parametrize("rules", RULE_SETS)
def test_next_does_what_was_shown(rules: RulesName) -> None:
    """In whole games by lot: what NEXT was said to do is what stands after it."""
    for _, game in moments(setup(rules, innings=3), Random(2)):  # noqa: S311 - lots for a test
        expected, _ = announced(game)
        if expected and "die was" not in expected:
            assert expected.partition(", or else ")[2].rstrip(".").lower() == what_next_does(game)
