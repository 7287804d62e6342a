"""The table games: their tables, roll by roll, and the common law."""

from __future__ import annotations

from itertools import product
from typing import get_args

import pytest
from support.rules import SETUP, play, table, why
from support.said import due
from support.table import CASES, NAMES, NONE, Board

from scoreboard.rules import RULE_SETS, Game, dice_due, start
from scoreboard.rules.events import Button, RulesName
from scoreboard.rules.table import TABLES, find_play

ROLLS: dict[RulesName, str] = {
    "one-die": "roll:6",
    "two-dice": "roll:15",
    "three-dice": "roll:256",
    "dice-baseball": "roll:46",
}
"""A throw of each game that brings no runner home or on."""


def after(rules: RulesName, roll: str, men: str = "", outs: int = 0) -> Board:
    """Men, runs and outs after that throw with men on those bases, 1 to 3 (outs stand at 3 when the half ended)."""
    places = "+".join(str(6 * int(base)) for base in men)
    script = f"set:outs={outs}{f',runners={places}' if men else ''} roll:{roll}"
    game = table(rules, script)
    return game.runners, game.away, 3 if game.half == "bottom" else game.outs


@pytest.mark.parametrize(
    ("rules", "roll", "men", "expected"),
    [(rules, *case) for rules, cases in CASES.items() for case in cases],
)
@pytest.mark.untraced
def test_each_throw(rules: RulesName, roll: str, men: str, expected: Board) -> None:
    """Men, runs and outs after each throw of each game, from the men on base that make a difference to it."""
    assert expected == after(rules, roll, men)


def test_three_dice_without_a_one_end_the_half_inning() -> None:
    """The other side throws, and after it the next inning begins; with a 1 the same side throws again."""
    assert ("bottom", 0) == (table("three-dice", "roll:236").half, table("three-dice", "roll:236").outs)
    assert 2 == table("three-dice", "roll:236 roll:444").inning
    assert ("top", "dice") == (table("three-dice", "roll:114").half, table("three-dice", "roll:114").awaits)


@pytest.mark.parametrize(
    ("rules", "roll"),
    [
        ("one-die", "5"),
        ("two-dice", "14"),
        ("two-dice", "16"),
        ("dice-baseball", "22"),
        ("dice-baseball", "23"),
        ("dice-baseball", "35"),
        ("dice-baseball", "56"),
    ],
)
def test_on_a_third_out_nothing_scores(rules: RulesName, roll: str) -> None:
    """No runner advances on it, though the bases are full; the other side comes up with no outs against it."""
    assert (NONE, 0, 3) == after(rules, roll, "123", outs=2)
    game = table(rules, f"set:outs=2,runners=18+12+6 roll:{roll}")
    assert (0, "bottom") == (game.outs, game.half)


def test_the_order_of_the_dice_does_not_matter() -> None:
    """Each throw is found whichever die shows which number, and everything that can be thrown is in the table."""
    for rules, number in {"one-die": 1, "two-dice": 2, "three-dice": 3, "dice-baseball": 2}.items():
        throws = list(product(range(1, 7), repeat=number))
        assert None not in [find_play(rules, throw) for throw in throws]
        assert {tuple(sorted(throw)) for throw in throws} == set(TABLES[rules])


@pytest.mark.parametrize("rules", ROLLS)
def test_nine_innings_by_default(rules: RulesName) -> None:
    """Away bats first, the dice are awaited, and the ball lies with the pitcher."""
    game = table(rules)
    assert (9, "top", "pitch", "dice", "Z1", False) == (
        game.innings,
        game.half,
        game.phase,
        game.awaits,
        game.ball,
        game.chase,
    )
    assert RULE_SETS[rules].innings == game.innings


@pytest.mark.parametrize("rules", ROLLS)
def test_another_number_of_dice_is_refused(rules: RulesName) -> None:
    """The reason says how many were seen and what is thrown here."""
    game = table(rules)
    assert f"That is 4 dice. {due(game)}" == why(game, "roll:1234")
    assert f"That is 0 dice. {due(game)}" == why(game, "roll:")


def test_one_die_too_few_is_one_die() -> None:
    """A reason is read aloud, so it is said as people say it."""
    assert why(table("two-dice"), "roll:1").startswith("That is 1 die.")


@pytest.mark.parametrize("word", ["blue3", "hit", "to:6", "skip", "hold", "ball:1B", "call:steal"])
def test_diamante_lines_are_refused(word: str) -> None:
    """Each with its reason, and what is due."""
    assert why(table("two-dice"), word).endswith(" Reds: roll two dice.")


def bottom_of_the_last(rules: RulesName, more: str = "") -> Game:
    """Home bats in the ninth, the score tied."""
    return table(rules, f"set:inning=9,half=bottom,home=4,away=4{more}")


def test_the_game_ends_when_home_takes_the_lead() -> None:
    """All runs of the throw count, and the men stand where it left them."""
    game = play("roll:34", bottom_of_the_last("dice-baseball", ",runners=18+6"))
    assert (True, "home", 6, (18,), None) == (game.over, game.winner, game.home, game.runners, game.awaits)
    assert due(game) == "The game is over: Blues win 6 to 4!"
    assert "The dice rest now." in why(game, "roll:34")
    assert "No button counts now." in why(game, "press:out")


def test_leading_home_does_not_bat_last() -> None:
    """The top of the ninth is the end of it."""
    assert "home" == table("two-dice", "set:inning=9,outs=2,home=1 roll:15").winner


def test_three_ones_win_by_three() -> None:
    """All runs of one throw count."""
    game = play("roll:111", bottom_of_the_last("three-dice"))
    assert ("home", 7) == (game.winner, game.home)


def test_extra_innings_have_no_runner_on_second() -> None:
    """Tied after nine, they begin like any other."""
    game = play("set:outs=2 roll:6", bottom_of_the_last("one-die"))
    assert (10, "top", NONE) == (game.inning, game.half, game.runners)


@pytest.mark.parametrize(
    ("rules", "roll", "hits"),
    [
        ("one-die", "1", 1),
        ("one-die", "4", 1),
        ("two-dice", "44", 0),
        ("dice-baseball", "23", 0),
        ("three-dice", "111", 0),
    ],
)
def test_hits_are_counted(rules: RulesName, roll: str, hits: int) -> None:
    """A batter who takes a base by his own throw has a hit; a walk, a force-out and a 1 of three dice are none."""
    assert hits == table(rules, f"set:runners=6 roll:{roll}").hits.away


@pytest.mark.parametrize("rules", ROLLS)
def test_the_buttons_of_a_table_game(rules: RulesName) -> None:
    """D54: OUT, RUN, HOMERUN and BATTER mean what they do before a pitch; nothing is counted or chosen."""
    men = table(rules, "set:runners=18+6")
    assert (1, (18, 6)) == (play("press:out", men).outs, play("press:out", men).runners)
    assert (1, (6,)) == (play("press:run", men).away, play("press:run", men).runners)
    assert (3, NONE) == (play("press:homerun", men).away, play("press:homerun", men).runners)
    assert (18, 6) == play("press:batter", men).runners
    for button in set(get_args(Button)) - {"out", "run", "homerun", "batter"}:
        assert "means nothing in this game" in why(men, f"press:{button}")


def test_men_stand_on_bases_only() -> None:
    """A correction that puts one between bases is refused; one that does not is not."""
    assert "6, 12 and 18" in why(table("one-die"), "set:runners=9")
    assert ((18, 6), 2) == (
        table("one-die", "set:runners=6+18,outs=2").runners,
        table("one-die", "set:runners=6+18,outs=2").outs,
    )


def test_roll_of_three_counts_as_a_play() -> None:
    """BATTER before any throw changes nothing."""
    assert table("three-dice") == table("three-dice", "press:batter")
    assert not table("three-dice", "roll:146").fresh


def test_sentence_says_the_dice() -> None:
    """The side at bat throws them, and how many it says."""
    said = {rules: due(table(rules)) for rules in ROLLS}
    assert "Reds: roll the die." == said["one-die"]
    assert "Reds: roll two dice." == said["two-dice"] == said["dice-baseball"]
    assert "Reds: roll three dice." == said["three-dice"]


@pytest.mark.parametrize(("roll", "name"), NAMES.items())
def test_each_throw_of_dice_baseball_has_its_name(roll: str, name: str) -> None:
    """A strikeout is not called a pop out, though both leave the same men on base."""
    play = find_play("dice-baseball", tuple(map(int, roll)))
    assert name == (play and play.name)


@pytest.mark.parametrize(("rules", "due"), [("one-die", 1), ("two-dice", 2), ("three-dice", 3), ("dice-baseball", 2)])
def test_the_law_says_how_many_dice_make_a_roll(rules: RulesName, due: int) -> None:
    """They are counted in no other place; the stadium game awaits none."""
    assert (due, 0) == (dice_due(table(rules)), dice_due(start(SETUP)))
