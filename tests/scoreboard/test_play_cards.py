"""docs/play.md has a card for every game, and the charts on the cards are the law's."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest
from support.rules import table

from scoreboard.rules import RULE_SETS
from scoreboard.rules.events import RulesName
from scoreboard.rules.table import find_effect

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "play.md").read_text(encoding="utf-8")
PLAYS = {
    "single": "single",
    "double": "double",
    "triple": "triple",
    "home run": "homerun",
    "walk": "base_on_balls",
    "out": "out",
    "batter out, and often a runner too": "throw_in",
    "out, runners advance": "ground_out",
    "double play": "two_outs",
    "fly out": "fly_out",
    "pop out": "pop_out",
    "strikeout": "struck_out",
    "forced runner out": "force_out",
    "single, runners advance two": "long_single",
}
"""How a card says a play, and the play's name."""
ADVANCE = {"sacrifice", "sacrifice_fly", "ground_out"}
"""Plays that a card says alike: the batter is out, and the runners advance."""


def chart(rules: str) -> list[list[str]]:
    """The rows of the chart on that game's card, without its rule."""
    _, card = PAGE.split(f'src="play/{rules}.png"')
    rows = re.findall(r"^\|(.*)\|$", card.split("\n## ")[0], flags=re.MULTILINE)
    cells = [[cell.strip(" *") for cell in row.split("|")] for row in rows]
    return [row for row in cells if not set("".join(row)) <= {"-"}]


def play_of(rules: RulesName, *dice: int) -> str:
    """What the law calls that throw, as a card does."""
    effect = find_effect(table(rules), dice)
    assert effect is not None
    return "ground_out" if effect.name in ADVANCE else effect.name


@pytest.mark.parametrize("rules", RULE_SETS)
def test_every_game_has_a_card(rules: str) -> None:
    """With a picture of its panel and page, which `make page-pictures` makes."""
    assert 1 == PAGE.count(f'<img src="play/{rules}.png"')
    assert (DOCS / f"play/{rules}.png").exists()


def test_one_die_means_what_its_card_says() -> None:
    """A number and its play, one below the other."""
    numbers, plays = chart("one-die")
    assert [play_of("one-die", int(number)) for number in numbers] == [PLAYS[play] for play in plays]
    assert [*map(str, range(1, 7))] == numbers


def test_two_dice_mean_what_their_card_says() -> None:
    """By their sum, and a pair of fours is a walk."""
    sums, plays = chart("two-dice")
    meant = dict(zip(map(int, sums), plays, strict=True))
    assert "out; 4 and 4: walk" == meant.pop(8)
    for low, high in product(range(1, 7), repeat=2):
        if low + high == 8:
            assert ("base_on_balls" if low == high else "out") == play_of("two-dice", low, high)
        else:
            assert PLAYS[meant[low + high]] == play_of("two-dice", low, high)


def test_dice_baseball_is_as_its_card_says() -> None:
    """One die along the top, the other at the side; which is which does not matter."""
    head, *rows = chart("dice-baseball")
    cells = {(int(row[0]), int(top)): cell for row in rows for top, cell in zip(head[1:], row[1:], strict=True)}
    assert {*product(range(1, 7), repeat=2)} == cells.keys()
    assert {dice: play_of("dice-baseball", *dice) for dice in cells} == {
        dice: PLAYS[cell] for dice, cell in cells.items()
    }
