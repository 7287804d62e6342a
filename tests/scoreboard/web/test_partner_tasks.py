"""The tasks of partners: who does what, whose the throw is, and what is certain to come (D53)."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from msgspec.structs import replace
from support.games import moments
from support.pages import Board
from support.rules import SETUP, SINGLE, play

from scoreboard.language import language, languages
from scoreboard.rules import Game, start
from scoreboard.rules.history import begin
from scoreboard.web.state.answer_types import StateOfPlay
from scoreboard.web.state.live import OpenQuestion
from scoreboard.web.state.partners import SIDES, PartnerTask, PartnerTasks, partners

ENGLISH = language("en")
NAMED = replace(
    SETUP, away=replace(SETUP.away, players=("Ana", "Leo")), home=replace(SETUP.home, players=("Mia", "Noa"))
)
OUTS = "press:out press:out press:out"


def tasks(game: Game) -> PartnerTasks:
    """What all of them are to do."""
    shown = partners(game, ENGLISH)
    assert shown is not None
    return shown


def everybody(game: Game) -> dict[str, PartnerTask]:
    """The tasks by name."""
    shown = tasks(game)
    return {each.name: each for each in (*shown.away, *shown.home)}


def does(game: Game) -> str:
    """``Ana bats, Leo waits (bats), ...``, with what comes next where that is certain."""
    return ", ".join(
        f"{each.name} {each.does}" + (f" ({each.next})" if each.next else "") for each in everybody(game).values()
    )


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("", "Ana bats (waits), Leo waits (bats), Mia pitches, Noa waits"),
        ("press:out", "Ana waits (bats), Leo bats (waits), Mia pitches, Noa waits"),
        (SINGLE, "Ana waits, Leo bats, Mia waits, Noa pitches"),
        (f"{SINGLE} blue9", "Ana waits (bats), Leo bats (waits), Mia waits, Noa pitches"),
        ("set:balls=3 blue1", "Ana waits, Leo bats, Mia waits, Noa pitches"),
        ("set:balls=3 blue1 blue9", "Ana waits (bats), Leo bats (waits), Mia waits, Noa pitches"),
        ("press:out press:out", "Ana bats (waits), Leo waits (bats-or-pitches), Mia pitches, Noa waits"),
        ("set:runners=6+12", "Ana bats (waits), Leo waits (bats-or-pitches), Mia pitches, Noa waits"),
        (OUTS, "Ana waits, Leo pitches, Mia waits (bats), Noa bats (waits)"),
        ("set:outs=1 press:out press:out", "Ana pitches, Leo waits, Mia waits (bats), Noa bats (waits)"),
        (f"{OUTS} {OUTS}", "Ana bats (waits), Leo waits (bats), Mia pitches, Noa waits"),
        (f"set:inning=3 {OUTS}", "Ana waits, Leo pitches, Mia waits (bats-or-pitches), Noa bats (waits)"),
    ],
)
def test_each_does_what_the_law_says(words: str, expected: str) -> None:
    """D53: batters alternate, the pitcher after a hit or walk, roles cross over; a half that may end is allowed for."""
    assert expected == does(play(words, start(NAMED)))


@pytest.mark.parametrize(
    ("words", "thrower", "thing", "sentence"),
    [
        ("", "Mia", "blue", "Mia, you throw the blue die now."),
        ("blue2", "Ana", "red", "Ana, you throw the red die now."),
        ("blue2 red8", "Ana", "chip", "Ana, you toss the chip now."),
        ("blue2 red8 hit", "Ana", "white", "Ana, you throw the white die now."),
        ("blue2 red8 hit white5", "Mia", "blue", "Mia, you throw the blue die now."),
        (f"{OUTS} red3", "Noa", "blue", "Noa, you throw the blue die now."),
    ],
)
def test_one_has_the_throw(words: str, thrower: str, thing: str, sentence: str) -> None:
    """The chip is the batters', the white die the runners': it is one person's at a time, and he is told so."""
    people = everybody(play(words, start(NAMED)))
    assert {thrower: thing} == {name: each.throws for name, each in people.items() if each.throws}
    assert sentence == people[thrower].said


def test_the_others_hear_what_they_wait_for() -> None:
    """Who bats waits for the pitch, his partner is next, and of the fielders' partner nothing is foretold."""
    first, swing, last = (everybody(play(words, start(NAMED))) for words in ("", "blue2", "press:out press:out"))
    assert ("Ana, you bat. Mia throws now.", "bats") == (first["Ana"].said, first["Ana"].role)
    assert ("Leo, you bat next.", "next up") == (first["Leo"].said, first["Leo"].role)
    assert ("Noa, Mia throws now.", "waits") == (first["Noa"].said, first["Noa"].role)
    assert ("Mia, you pitch. Ana throws now.", "bats, throws now") == (swing["Mia"].said, swing["Ana"].role)
    assert "Leo, you are next: you bat, or you pitch if your team takes the field." == last["Leo"].said


@pytest.mark.parametrize(
    ("rules", "thrower", "thing"),
    [("one-die", "Ana", "the die"), ("two-dice", "Ana", "the dice"), ("four-dice", "Mia", "the dice")],
)
def test_dice_are_thrown_by_the_side_that_rolls(rules: str, thrower: str, thing: str) -> None:
    """At the table the batters roll, in Four-Dice Baseball the fielders."""
    people = everybody(start(replace(NAMED, rules=rules)))
    assert {thrower: f"{thrower}, you throw {thing} now."} == {
        name: each.said for name, each in people.items() if each.throws
    }


def test_a_team_of_one_and_a_team_of_none() -> None:
    """Who is alone is always up and has no partner to wait for; a team that names nobody has nobody."""
    alone = start(replace(SETUP, away=replace(SETUP.away, players=("Ana",))))
    shown = tasks(alone)
    assert ((), "bats", "bats", "Ana, you bat now.") == (
        shown.home, shown.away[0].does, shown.away[0].next, shown.away[0].said,
    )  # fmt: skip
    assert "Ana, you throw the red die now." == tasks(play("blue2", alone)).away[0].said
    assert None is partners(start(SETUP), ENGLISH)


def test_two_of_one_name_are_two() -> None:
    """Two Anas in a team: one bats and the other waits."""
    shown = tasks(start(replace(SETUP, away=replace(SETUP.away, players=("Ana", "Ana")))))
    assert ["bats", "waits"] == [each.does for each in shown.away]


@pytest.mark.parametrize("rules", ["diamante-amateur", "diamante-major", "dice-baseball", "four-dice", "rallybird"])
@pytest.mark.untraced
def test_announced_task_is_the_next_one(rules: str) -> None:
    """D53, in random whole games: whenever batter or pitcher change, each player does what was announced to him."""
    announced: dict[str, str] = {}
    before, checked = start(replace(NAMED, rules=rules, innings=2)), 0
    for seed in range(6):
        for _, game in moments(before.setup, Random(seed)):  # noqa: S311 - games of dice
            if game.over:
                break
            people, changed = everybody(game), (before.half, before.partners) != (game.half, game.partners)
            for name, promised in announced.items() if changed else ():
                checked += 1
                assert people[name].does in promised.split("-or-"), (seed, name, game)
            announced = {name: each.next for name, each in people.items() if each.next}
            before = game
        before, announced = start(before.setup), {}
    assert checked > len(NAMED.rules)


@pytest.mark.parametrize("words", [SINGLE, "set:balls=3 blue1"])
def test_no_next_task_while_the_next_batter_is_open(words: str) -> None:
    """D15, D32: another answer to a run, or a swing at ball four, may end the half-inning with the batter before."""
    people = everybody(play(words, start(NAMED)))
    assert {None} == {each.next for each in people.values()}
    assert "Ana, wait: Leo bats." == people["Ana"].said


def test_the_state_tells_it_only_where_it_holds() -> None:
    """Beside ``up``, as it is described; nobody throws while a question is open, and nothing is told after the end."""
    board = Board(begin(NAMED))
    state = board.json("/api/state?lang=es")
    shape = msgspec.convert(state, StateOfPlay)
    assert state["partners"] == msgspec.json.decode(msgspec.json.encode(shape.partners))
    assert "Mia, ahora te toca tirar el dado azul." == state["partners"]["home"][0]["said"]
    asked = Board(begin(NAMED), question=OpenQuestion("blue", (7, 1), 7)).json("/api/state")["partners"]
    assert [None] * 4 == [each["throws"] for side in SIDES for each in asked[side]]
    assert "Mia, you pitch now." == asked["home"][0]["said"]
    assert "Noa, wait: Mia pitches." == asked["home"][1]["said"]
    assert None is partners(play(f"set:inning=3,home=1 {OUTS}", start(NAMED)), ENGLISH)
    assert "partners" not in Board(begin(SETUP)).json("/api/state")


@pytest.mark.parametrize("code", languages())
def test_each_language_names_who_is_spoken_to(code: str) -> None:
    """Each sentence begins with the name of the one whose phone shows it."""
    for words in ("", "blue2", "blue2 red8", "press:out press:out", OUTS):
        shown = partners(play(words, start(NAMED)), language(code))
        assert shown is not None
        assert all(each.said.startswith(f"{each.name}, ") and each.role for each in (*shown.away, *shown.home))
