"""What is offered to be put right is what the game in play has, as it stands, and the law takes it."""

from __future__ import annotations

import pytest
from msgspec import structs
from support.games import setup
from support.pages import Board
from support.scoring import SETUP, blue, red

from scoreboard.language import language
from scoreboard.rules import RULE_SETS
from scoreboard.rules.events import End, HitsSet, NamesSet, Set
from scoreboard.rules.history import History, begin, judge
from scoreboard.web.state.correctable_fields import SetField, Settable, settable

ENGLISH, SPANISH = language("en"), language("es")
ALWAYS = {"inning", "half", "outs", "away", "home", "hits.away", "hits.home", "innings", "names.away", "names.home"}
HELMETS = {"at_bat", "dugout"}
MAJOR = structs.replace(SETUP, rules="diamante-major")


def after(history: History, *lines: Set | End) -> History:
    """The game after these, which are all lawful."""
    for line in lines:
        history, refused = judge(history, line)
        assert refused is None
    return history


def fields(offered: Settable) -> dict[str, SetField]:
    """What is offered, by its key."""
    return {each.key: each for each in offered.fields}


def line_of(field: SetField, value: object) -> Set:
    """That value, as a line."""
    key, _, side = field.key.partition(".")
    kinds = {"hits": HitsSet, "names": NamesSet}
    return Set(**{key: kinds[key](**{side: value}) if side else value})  # type: ignore[arg-type]


@pytest.mark.parametrize("rules", sorted(RULE_SETS))
def test_all_that_a_game_has_is_offered_and_lawful(rules: str) -> None:
    """Every key of a `set` that means something there, and the places that there are; each choice is taken."""
    history = begin(setup(rules, 2))
    offered = settable(history.game, ENGLISH, "1-1")
    counted = {"balls", "strikes"} if RULE_SETS[rules].counts else set()
    assert ALWAYS | counted | (HELMETS if rules == "diamante-major" else set()) == fields(offered).keys()
    for field in offered.fields:
        assert judge(history, line_of(field, field.value))[1] is None
        for choice in field.choices if field.kind == "choice" else ():
            assert judge(history, line_of(field, choice.value))[1] is None
    runners = offered.runners
    assert runners is not None
    assert (list(range(1, 24)) if rules.startswith("diamante") else [6, 12, 18]) == [
        each.value for each in runners.places
    ]
    assert [None] * 3 == [each.place for each in runners.men]


def test_helmets_stand_where_they_stand() -> None:
    """D49: on the path, at bat, in the dugout; who may come has the helmet that would come by itself."""
    history = after(begin(MAJOR), Set(runners=(12, 9), helmets=(2, 0)))
    offered = settable(history.game, ENGLISH, "1-1")
    assert offered.runners is not None
    assert [(12, 2), (9, 0), (None, 3)] == [(each.place, each.helmet) for each in offered.runners.men]
    came = after(history, Set(runners=(12, 9, 6))).game
    assert came.men[-1].helmet == offered.runners.men[-1].helmet
    assert (1, (3,)) == (fields(offered)["at_bat"].value, fields(offered)["dugout"].value)
    assert ["Helmet 1: +", "Helmet 2: plain"] == [each.said for each in offered.runners.helmets[:2]]
    assert "Casco 1: +" == settable(history.game, SPANISH, "1-1").runners.helmets[0].said  # type: ignore[union-attr]


def test_reason_why_nothing_can_be_corrected_now() -> None:
    """Runners cannot be corrected in the middle of a play, and nothing once the game is over."""
    swinging = judge(begin(SETUP), blue(5))[0]
    offered = settable(swinging.game, ENGLISH, "1-1")
    assert (None, True) == (offered.runners, "between plays" in (offered.why_not or ""))
    assert {"outs", "hits.home"} <= fields(offered).keys()
    over = settable(after(begin(SETUP), End(why="called", winner=None)).game, ENGLISH, "1-1")
    assert ((), None, True) == (over.fields, over.runners, bool(over.why_not))


def test_bounds_are_those_of_the_game() -> None:
    """No inning before the first one, none fewer than are played, and no longer name than a record takes."""
    history = after(begin(setup("rallybird", 3)), Set(inning=8))
    found = fields(settable(history.game, ENGLISH, "1-1"))
    assert (7, 2) == (found["inning"].least, found["innings"].least)
    assert judge(history, Set(inning=6))[1] is not None
    assert judge(history, Set(innings=1))[1] is not None
    assert (40, 2, 999) == (found["names.away"].most, found["outs"].most, found["home"].most)


def test_a_name_put_right_is_in_the_state() -> None:
    """So that the page shows it; the game line stays what it was."""
    board = Board(begin(SETUP))
    assert "names" not in board.json("/api/state")
    board.play(Set(names=NamesSet(home="Azules")), red(10))
    state = board.json("/api/state")
    assert ({"home": "Azules"}, "Blues") == (state["names"], state["setup"]["home"]["name"])
