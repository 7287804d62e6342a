"""Who is up, in words: D49 and D53."""

from __future__ import annotations

import pytest
from msgspec import UNSET, structs
from support.scoring import BLUES, REDS, SETUP

from scoreboard.commentary import who_is_up
from scoreboard.language import ENGLISH
from scoreboard.rules import start
from scoreboard.rules.events import RulesName
from scoreboard.rules.state import Dugouts, Game


def game(rules: RulesName, away: tuple[str, ...] = (), home: tuple[str, ...] = (), **state: object) -> Game:
    """A game of these players, at the moment that ``state`` says."""
    teams = [structs.replace(team, players=names or UNSET) for team, names in ((REDS, away), (BLUES, home))]
    return structs.replace(start(structs.replace(SETUP, rules=rules, away=teams[0], home=teams[1])), **state)


@pytest.mark.parametrize(
    ("moment", "expected"),
    [
        (game("diamante-amateur"), ""),
        (game("two-dice"), ""),
        (game("diamante-amateur", ("Ana", "Leo"), ("Mia", "Tom")), "Ana bats, Mia pitches."),
        (game("two-dice", ("Ana", "Leo"), ("Mia", "Tom"), half="bottom"), "Mia bats, Ana pitches."),
        (game("diamante-amateur", ("Ana", "Leo")), "Ana bats."),
        (game("diamante-amateur", ("Ana", "Leo"), half="bottom"), "Ana pitches."),
        (game("diamante-major"), "At bat: + helmet. In the dugout: plain, plain, \u2212."),
        (
            game("diamante-major", at_bat=3, dugouts=Dugouts(away=())),
            "At bat: \u2212 helmet. Nobody waits in the dugout.",
        ),
        (game("diamante-major", ("Ana",), phase="over", winner="home"), ""),
    ],
)
def test_who_is_up_in_words(moment: Game, expected: str) -> None:
    """D49, D53: only what is known; nothing in a game of two players without helmets, nor after a game."""
    assert expected == ENGLISH(who_is_up(moment))


def test_faces_format_names() -> None:
    """A page keeps each name by itself."""
    assert "[Ana] bats, [Mia] pitches." == ENGLISH(
        who_is_up(game("diamante-amateur", ("Ana",), ("Mia",)), "[{}]".format)
    )
