"""A game as a file: what its words come to, and what is wrong with it."""

from __future__ import annotations

from itertools import product
from random import Random
from tomllib import loads
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import ValidationError, convert, to_builtins
from msgspec.structs import replace
from support.parks import example_park, parks
from support.rules import SETUP, play, why

from scoreboard.rules import Game, apply, dice_due, roll_of, sides_of, start, title_of
from scoreboard.rules.events import Amend, Roll, Set, Setup
from scoreboard.rules.history import begin, judge
from scoreboard.rules.parks import Effect, Park, chart_of
from scoreboard.rules.parks.chart import STANDS
from scoreboard.stats.box_score import box_score


def park(table: dict[str, Any], **others: object) -> Park:
    """A game of that table."""
    return convert({"name": "attic", "dice": 2, "table": table, **others}, Park)


def begun(own: Park) -> Game:
    """A game by it."""
    return start(of(own))


def of(own: Park) -> Setup:
    """Its first line."""
    return Setup(rules="park", away=SETUP.away, home=SETUP.home, park=own)


def faults(table: dict[str, Any], **others: object) -> list[str]:
    """What is wrong with it, as a file would have it named."""
    return [f"{each.key}: {each.why}" for each in chart_of(park(table, **others)).faults]


def name_of(own: Park, *values: int, men: str = "empty") -> str:
    """The play that a throw comes to with these men."""
    row = chart_of(own).row(values)
    assert row is not None
    return row[STANDS[men]].name


EVERYTHING = {"else": "out"}


@pytest.mark.parametrize(
    ("values", "name"),
    [
        ((1, 1), "homerun"),
        ((1, 5), "single"),
        ((5, 1), "single"),
        ((2, 4), "single"),
        ((3, 6), "triple"),
        ((6, 3), "triple"),
        ((3, 4), "double"),
        ((6, 6), "out"),
    ],
)
def test_the_dice_come_before_some_of_them_and_those_before_their_sum(values: tuple[int, int], name: str) -> None:
    """Whichever lies first; what is in no row is in the last one."""
    rows = {"1-1": "home run", "3-x": "double", "3-6": "triple", "5..7": "single", "else": "out"}
    assert name == name_of(park(rows), *values)


def test_where_colours_count_a_throw_is_as_they_lie() -> None:
    """2-5 is red 2 and white 5, and 2-x any throw with a red 2; the players are told the colours."""
    own = park({"2-5": "walk", "2-x": "single", "x-2": "double", "2-2": "triple", "else": "out"}, dice=["red", "white"])
    plays = {throw: name_of(own, *throw) for throw in ((2, 5), (5, 2), (2, 4), (2, 2), (4, 4))}
    assert {(2, 5): "base_on_balls", (5, 2): "double", (2, 4): "single", (2, 2): "triple", (4, 4): "out"} == plays
    assert ("red", "white") == begun(own).due.value("colors")


BAD_CELLS: dict[str, str] = {
    '3-5 = "grond out"': 'table["3-5"]: unknown result "grond out"; one of: ground out, ',
    '3-5 = { 13 = "wok", else = "out" }': 'table["3-5"]["13"]: unknown result "wok"; one of: ',
    '3-5 = { 1 = "out" }': 'table["3-5"]: it has nothing for empty, ',
    '3-7 = "out"': 'table["3-7"]: 3-7 cannot be thrown: a die shows 1 to 6',
    '3-0 = "out"': 'table["3-0"]: 3-0 cannot be thrown: a die shows 1 to 6',
    '3-5-1 = "out"': 'table["3-5-1"]: 3-5-1 is not 2 dice',
    'x-x = "out"': 'table["x-x"]: the row of all other throws is called else',
    '13 = "out"': 'table["13"]: 13 cannot be thrown: the dice add up to 2 at the least and 12 at the most',
    '"9..4" = "out"': 'table["9..4"]: 9..4 cannot be thrown',
    'four = "out"': 'table["four"]: "four" is no throw: write its dice, such as 1-1, their sum, such as 7',
    '3-5 = "out"\n5-3 = "out"': 'table["5-3"]: 5-3 is in "3-5" already',
    '"4, 4" = "out"': 'table["4, 4"]: 4 is in "4, 4" already',
    '1-x = "out"\n2-x = "walk"': 'table["1-x"]: 1-2 is in "2-x" as well: give it a row of its own',
}
"""A row more of a table in which every throw is an out, and its fault."""
BAD_RESULTS: dict[str, str] = {
    'is = "dubble"': 'is: unknown standard result "dubble"; one of: double, ',
    'is = "single"\nout = "lead"': "out: a single puts nobody out",
    'is = "walk"\nfirst = "out"': "first: a walk puts nobody out",
    'is = "run"\nrunners = 1': "runners: a run moves nobody",
    'is = "fly out"\nruns = 1': "runs: a fly out brings no run but the men's",
    'is = "walk"\nfielders = "8"': "fielders: a walk has no note that names them",
    'is = "ones"\nruns_for_each = 7': "runs_for_each: a die shows 1 to 6",
    'is = "out"\nwords = { es = "Fuera." }': "words: it has no en, the English that other languages fall back to",
}
"""A result called mine, and its fault."""


@pytest.mark.parametrize(("row", "fault"), BAD_CELLS.items())
def test_a_fault_names_its_cell(row: str, fault: str) -> None:
    """With what would be right, the likest first; and it is the only one."""
    (found,) = faults(loads(row) | {"else": "out"})
    assert fault == found[: len(fault)]


@pytest.mark.parametrize(("result", "fault"), BAD_RESULTS.items())
def test_a_fault_names_its_result(result: str, fault: str) -> None:
    """No scorekeeper would call it what it says that it is."""
    (found,) = faults(EVERYTHING, results={"mine": loads(result)})
    assert f'results["mine"].{fault}' == found[: len(fault) + len('results["mine"].')]


@pytest.mark.parametrize(
    ("table", "others", "fault"),
    [
        ({"2..11": "out"}, {}, "table: no row has 6-6: add it, or else"),
        ({"1-1": "out"}, {}, "table: no row has 1-2, nor have any 19 others: add them, or else"),
        (
            {**{f"{low}-{high}-x": "out" for low in range(1, 9) for high in range(low, 13)}, "else": "out"},
            {"dice": 3, "sides": 12},
            "table: at most 60 rows may have an x, and 68 have",
        ),
        (EVERYTHING, {"title": {"es": "Desván"}}, "title: it has no en, the English that other languages fall back to"),
        (EVERYTHING, {"dice": ["red", "red"]}, "dice: two dice of one colour could not be told apart"),
        (
            EVERYTHING,
            {"dice": 5, "sides": 20},
            "dice: there are 42504 throws, and 5000 at the most can be looked up",
        ),
    ],
)
def test_a_fault_of_the_whole_game(table: dict[str, Any], others: dict[str, Any], fault: str) -> None:
    """Rows that lack are named by the first throw that is in none."""
    assert [fault] == faults(table, **others)


def test_all_faults_are_found_at_once() -> None:
    """One does not hide another."""
    assert 3 == len(faults({"1-1": "a", "1-2": "b", "1-3": "c", "else": "out"}))


def test_a_game_line_with_a_faulty_park_is_malformed() -> None:
    """It says where; and a park stands where the rules say so, and nowhere else."""
    line = {"rules": "park", "away": to_builtins(SETUP.away), "home": to_builtins(SETUP.home)}
    with pytest.raises(ValidationError, match=r'unknown result "x".*at `\$\.park\.table\["else"\]`'):
        convert({**line, "park": {"name": "a", "dice": 1, "table": {"else": "x"}}}, Setup)
    with pytest.raises(ValidationError, match='Expected a `park` where `rules` is "park"'):
        convert(line, Setup)
    with pytest.raises(ValidationError, match='Expected a `park` where `rules` is "park"'):
        convert({**line, "rules": "one-die", "park": to_builtins(example_park())}, Setup)


D20 = park({"20": "home run", "1..10": "out", "else": "single"}, dice=1, sides=20)


def test_line_names_the_sides_of_other_dice() -> None:
    """A roll without sides is of six-sided dice; one of others is refused by a game that is not thrown with them."""
    assert 20 == sides_of(of(D20))
    assert Roll(values=(17,), sides=20) == roll_of(of(D20), (17,))
    assert 1 == apply(begun(D20), roll_of(of(D20), (20,))).away
    assert "This game has dice of other sides." in why(begun(D20), "roll:4")
    assert 1 == dice_due(begun(D20))


@pytest.mark.parametrize("line", [{"values": (7,)}, {"values": (1, 21), "sides": 20}, {"values": (9, 1), "sides": 8}])
def test_a_face_that_no_die_has_is_malformed(line: dict[str, Any]) -> None:
    """In a roll as in what an amendment puts in its place."""
    for kind, more in ((Roll, {"type": "roll"}), (Amend, {"type": "amend", "line": 2})):
        with pytest.raises(ValidationError, match=r"Expected `int` <= (6|20|8) - at `\$\.values\["):
            convert({**more, **line}, kind)
    with pytest.raises(ValidationError, match="`sides` are of `values`"):
        convert({"type": "amend", "line": 2, "face": "hit", "sides": 20}, Amend)


def test_a_throw_is_put_right_with_its_sides() -> None:
    """An amendment that forgets them names another kind of die: it no longer fits."""
    history = judge(begin(of(D20)), roll_of(of(D20), (3,))).history
    assert 1 == judge(history, Amend(line=2, values=(20,), sides=20)).history.game.away
    assert (2,) == tuple(each.line for each in judge(history, Amend(line=2, values=(4,))).history.unfit)


RESULTS = {
    "horn": {"is": "double play", "first": "out"},
    "triple play": {"is": "double play", "first": "out", "out": "forced"},
    "tag": {"is": "sacrifice fly", "runners": 0, "third": "home"},
    "wild": {"is": "single", "runners": 2, "third": "stays"},
    "swipe": {"is": "stolen base", "runners": 0, "second": "third"},
}


@pytest.mark.parametrize(
    ("result", "men", "runners", "outs", "away"),
    [
        ("horn", "18+12+6", (18, 12), 2, 0),
        ("horn", "18", (18,), 1, 0),
        ("triple play", "18+12+6", (), 3, 0),
        ("double play", "18+6", (6,), 2, 0),
        ("tag", "18+6", (6,), 1, 1),
        ("tag", "12", (12,), 1, 0),
        ("wild", "18+6", (18, 12, 6), 0, 0),
        ("wild", "18+12", (18, 12, 6), 0, 0),
        ("walk", "18+6", (18, 12, 6), 0, 0),
        ("walk", "18+12", (18, 12, 6), 0, 0),
        ("force-out", "18+6", (18, 6), 1, 0),
        ("force-out", "18+12", (18, 12), 1, 0),
        ("fielder's choice", "18+12", (12, 6), 1, 0),
        ("swipe", "12", (18,), 0, 0),
        ("swipe", "18+12", (18, 12), 0, 0),
        ("caught stealing", "12+6", (6,), 1, 0),
        ("side out", "12+6", (), 3, 0),
        ("run", "6", (6,), 0, 1),
    ],
)
def test_what_results_do_to_men(result: str, men: str, runners: tuple[int, ...], outs: int, away: int) -> None:
    """Who must make room goes on, nobody passes the man ahead, and on a third out nothing scores."""
    before = play(f"set:runners={men}", begun(park({"else": result}, results=RESULTS)))
    after = play("roll:11", before)
    assert (runners, outs, away) == (after.runners, 3 if after.half == "bottom" else after.outs, after.away)


def test_on_the_third_out_nothing_scores() -> None:
    """Also of a maker's own result."""
    before = play("set:runners=18,outs=2", begun(park({"else": "tag"}, results=RESULTS)))
    assert ("bottom", 0) == (play("roll:11", before).half, play("roll:11", before).away)


def test_a_game_has_its_own_name_and_length() -> None:
    """Its title in words; its own innings, where the line says no other number."""
    own = example_park()
    assert ("Attic Park", 9) == (dict(title_of(of(own)).own.texts)["en"], begun(own).innings)  # type: ignore[union-attr] # it has words
    assert 4 == start(replace(of(own), innings=4)).innings
    assert "attic-park" == of(own).game_name


# -- any park


def _came_up(effect: Effect) -> bool:
    return bool(effect.batter or effect.batter_out)


@settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(parks(), st.randoms(use_true_random=False))
def test_every_park_without_a_fault_is_played(own: Park, lots: Random) -> None:
    """No throw is refused or raises, men are never lost or made, no two stand on one base, and the box is proved."""
    history, throws = begin(replace(of(own), innings=1)), sorted(chart_of(own).rows)
    for _ in range(30):
        before = history.game
        if before.over:
            break
        values = lots.choice(throws)
        judged = judge(history, roll_of(before.setup, values))
        assert judged.refused is None
        history, after = judged.history, judged.history.game
        if (before.inning, before.half, after.over) == (after.inning, after.half, False):
            row = chart_of(own).row(values)
            assert row is not None
            effect = row[before.runners]
            there = len(before.men) + _came_up(effect) + effect.runs
            assert there == after.outs - before.outs + after.away + after.home - before.away - before.home + len(
                after.men
            )
        assert len(after.runners) == len(set(after.runners))
    score = box_score(history)
    assert score.away.proof.holds
    assert score.home.proof.holds


@given(parks())
def test_a_park_is_read_back_as_it_was_written(own: Park) -> None:
    """A record is whole by itself."""
    assert own == convert(to_builtins(own), Park)
    assert chart_of(own).rows == chart_of(convert(to_builtins(own), Park)).rows


def test_the_men_of_every_park_are_moved_as_their_chart_says() -> None:
    """Every standard result, from every way to stand, with no outs: the chart and the law cannot differ."""
    names = list(chart_of(park({"else": "out"})).rows)
    assert 21 == len(names)
    for men, outs in product(STANDS.values(), range(3)):
        game = apply(begun(example_park()), Set(runners=men, outs=outs))
        for values, row in chart_of(example_park()).rows.items():
            after, effect = apply(game, Roll(values=values)), row[men]
            if after.half == "top" and effect.batter:
                places = {goal for goal in effect.goals if 0 < goal < 24} | ({effect.batter} - {24})
                assert tuple(sorted(places, reverse=True)) == after.runners
