"""The table games: their tables, roll by roll, and the common law."""

from __future__ import annotations

from itertools import product
from typing import get_args

import pytest
from support.english import due
from support.law import claims, holds
from support.rules import SETUP, play, table, why
from support.table import CASES, NAMES, NONE, Board

from scoreboard.rules import dice_due, start
from scoreboard.rules.events import Button, RulesName
from scoreboard.rules.parks import shipped_chart
from scoreboard.rules.table import find_effect

LAW = """
The other side throws, and after it the next inning begins; with a 1 the same side throws again.
    [three-dice] roll:236 | half=bottom outs=0
    ... roll:444 | inning=2
    [three-dice] roll:114 | half=top awaits=dice
On a third out nothing scores: no runner advances with the bases full; the other side comes up with no outs.
    [one-die] set:outs=2,runners=18+12+6 roll:5 | runners= away=0 outs=0 half=bottom
    [two-dice] set:outs=2,runners=18+12+6 roll:14 | runners= away=0 outs=0 half=bottom
    [two-dice] set:outs=2,runners=18+12+6 roll:16 | runners= away=0 outs=0 half=bottom
    [dice-baseball] set:outs=2,runners=18+12+6 roll:22 | runners= away=0 outs=0 half=bottom
    [dice-baseball] set:outs=2,runners=18+12+6 roll:23 | runners= away=0 outs=0 half=bottom
    [dice-baseball] set:outs=2,runners=18+12+6 roll:35 | runners= away=0 outs=0 half=bottom
    [dice-baseball] set:outs=2,runners=18+12+6 roll:56 | runners= away=0 outs=0 half=bottom
Nine innings by default: away bats first, the dice are awaited, and the ball lies with the pitcher.
    [one-die] | innings=9 half=top phase=pitch awaits=dice ball=Z1 chase=False
    [two-dice] | innings=9 half=top phase=pitch awaits=dice ball=Z1 chase=False
    [three-dice] | innings=9 half=top phase=pitch awaits=dice ball=Z1 chase=False
    [dice-baseball] | innings=9 half=top phase=pitch awaits=dice ball=Z1 chase=False
The game ends when home takes the lead: all runs of the throw count, and the men stand where it left them.
    [dice-baseball] set:inning=9,half=bottom,home=4,away=4,runners=18+6 roll:34 | over=True winner=home home=6
    ... | runners=18 awaits=None
    ... | due: The game is over: Blues win 6 to 4!
    ... roll:34 ! The dice rest now.
    ... press:out ! No button counts now.
Leading home does not bat last: the top of the ninth is the end of it.
    [two-dice] set:inning=9,outs=2,home=1 roll:15 | winner=home
Three ones win by three: all runs of one throw count.
    [three-dice] set:inning=9,half=bottom,home=4,away=4 roll:111 | winner=home home=7
Extra innings have no runner on second: tied after nine, they begin like any other.
    [one-die] set:inning=9,half=bottom,home=4,away=4 set:outs=2 roll:6 | inning=10 half=top runners=
A batter who takes a base by his own throw has a hit; a walk, a force-out and a 1 of three dice are none.
    [one-die] set:runners=6 roll:1 | hits.away=1
    [one-die] set:runners=6 roll:4 | hits.away=1
    [two-dice] set:runners=6 roll:44 | hits.away=0
    [dice-baseball] set:runners=6 roll:23 | hits.away=0
    [three-dice] set:runners=6 roll:111 | hits.away=0
Men stand on bases only: a correction that puts one between bases is refused; one that does not is not.
    [one-die] set:runners=9 ! 6, 12 and 18
    [one-die] set:runners=6+18,outs=2 | runners=18+6 outs=2
"""


@claims(LAW)
def test_the_law(rows: list[str]) -> None:
    """Each claim of the list above, by its clause."""
    holds(rows)


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


def test_the_order_of_the_dice_does_not_matter() -> None:
    """Each throw is found whichever die shows which number, and everything that can be thrown is in the table."""
    for rules, number in {"one-die": 1, "two-dice": 2, "three-dice": 3, "dice-baseball": 2}.items():
        throws = list(product(range(1, 7), repeat=number))
        chart, game = shipped_chart(rules), table(rules)
        assert None not in [find_effect(game, throw) for throw in throws]
        assert {tuple(sorted(throw)) for throw in throws} == set(chart.rows if chart else ())


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


def test_roll_of_three_counts_as_a_play() -> None:
    """BATTER before any throw changes nothing."""
    assert table("three-dice") == table("three-dice", "press:batter")
    assert not table("three-dice", "roll:146").fresh


def test_sentence_says_the_dice() -> None:
    """The side at bat throws them, and how many it says."""
    prompts = {rules: due(table(rules)) for rules in ROLLS}
    assert "Reds: roll the die." == prompts["one-die"]
    assert "Reds: roll two dice." == prompts["two-dice"] == prompts["dice-baseball"]
    assert "Reds: roll three dice." == prompts["three-dice"]


@pytest.mark.parametrize(("roll", "name"), NAMES.items())
def test_each_throw_of_dice_baseball_has_its_name(roll: str, name: str) -> None:
    """A strikeout is not called a pop out, though both leave the same men on base."""
    effect = find_effect(table("dice-baseball"), tuple(map(int, roll)))
    assert name == (effect and effect.name)


@pytest.mark.parametrize(("rules", "due"), [("one-die", 1), ("two-dice", 2), ("three-dice", 3), ("dice-baseball", 2)])
def test_the_law_says_how_many_dice_make_a_roll(rules: RulesName, due: int) -> None:
    """They are counted in no other place; the stadium game awaits none."""
    assert (due, 0) == (dice_due(table(rules)), dice_due(start(SETUP)))
