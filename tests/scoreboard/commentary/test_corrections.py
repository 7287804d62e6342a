"""What a correction will change is told before it is made: the numbers, and whatever follows from them."""

from __future__ import annotations

import pytest
from msgspec import structs
from support.english import on_panel
from support.scoring import HIT, SETUP, blue, played, record, red, white

from scoreboard.commentary import consequences, has_effect, side_effects
from scoreboard.language import language
from scoreboard.rules.events import Amend, Call, Die, End, NamesSet, Press, Set, Skip
from scoreboard.rules.history import Entry, History

MAJOR = structs.replace(SETUP, rules="diamante-major")
PARTNERS = structs.replace(SETUP, home=structs.replace(SETUP.home, players=("Ana", "Leo")))


def effects(history: History, line: Entry) -> list[str]:
    """What a panel says of it."""
    return [on_panel(words) for words in consequences(history.game, record(history, line).game)]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (Set(outs=2), ["OUTS 0 > 2"]),
        (Set(balls=3, strikes=2), ["COUNT 0-0 > 3-2"]),
        (Set(away=4), ["REDS 0 > 4"]),
        (Set(inning=2), ["INNING 1 > 2"]),
        (Set(innings=5), ["INNINGS 3 > 5"]),
        (Set(half="bottom"), ["BLUES BAT", "THEN: RED"]),
        (Set(runners=(14, 6)), ["ON: 1B 2B-3B"]),
        (Set(names=NamesSet(home="Sharks")), ["BLUES > SHARKS"]),
        (Set(outs=0), []),
    ],
    ids=repr,
)
def test_each_number(line: Set, expected: list[str]) -> None:
    """As it is and as it will be; nothing where nothing changes."""
    assert expected == effects(played(), line)


def test_effects_include_what_follows() -> None:
    """A pitch that was a strike after all is the third: the batter is out, and the sides change with it."""
    history = played(Set(outs=2, strikes=2), blue(1))
    listed = effects(history, Amend(line=3, value=7))
    assert ["BLUES BAT", "OUTS 2 > 0", "COUNT 1-2 > 0-0", "THEN: RED"] == listed


THROWS = (Set(outs=1), blue(5), red(5))


@pytest.mark.parametrize(
    "line",
    [
        Set(outs=1),
        Set(balls=0, away=0, names=NamesSet(home="Blues")),
        Amend(line=3, value=5),
        Amend(line=4, as_=Die(color="red", value=5, by="web")),
        Amend(line=2, as_=Set(outs=1)),
        Amend(line=7, as_=None),
    ],
    ids=repr,
)
def test_what_stands_already_has_no_effect(line: Set | Amend) -> None:
    """The same numbers, the same throw, whoever says it now, and a line that never counted."""
    history = played(*THROWS, Press(button="undo"), red(7), blue(2))
    assert not has_effect(history, line, record(history, line))


@pytest.mark.parametrize(
    "line", [Set(outs=2), Amend(line=3, value=6), Amend(line=2, as_=None), Amend(line=3, add=blue(3))]
)
def test_what_reads_otherwise_has_an_effect(line: Set | Amend) -> None:
    """A play that reads otherwise, too, though the score stays as it is."""
    history = played(*THROWS)
    assert has_effect(history, line, record(history, line))


def test_side_effects_list_outs_runs_and_runners() -> None:
    """D27: the die was the next runner's, and puts him out; a balk with the bases loaded brings a run in."""
    next_ones = played(Set(runners=(18, 12)), blue(5), red(7), HIT, white(8)).game
    assert ["OUTS 0 > 1", "REDS 1 > 0", "ON: 3B"] == [on_panel(each) for each in side_effects(next_ones, Skip())]
    safe = played(Set(runners=(12,)), blue(5), red(7), HIT, white(4)).game
    assert () == side_effects(safe, Skip())
    full = played(Set(runners=(18, 12, 6)), setup=structs.replace(SETUP, rules="four-dice")).game
    assert "REDS 0 > 1" in [on_panel(each) for each in side_effects(full, Call(call="balk"))]
    assert () == side_effects(full, Call(call="bunt"))


def test_the_end_of_the_game_and_its_return() -> None:
    """A game that a correction ends, or takes up again."""
    over = played(End(why="forfeit", winner="home"))
    assert ["GAME OVER", "BLUES WIN"] == [on_panel(words) for words in consequences(played().game, over.game)]
    again = effects(over, Amend(line=2, as_=None))
    assert "GAME GOES ON" == again[0]


def test_a_hit_that_was_none() -> None:
    """Runner, hit and whose die is due."""
    history = played(blue(3), red(7), HIT, white(9), blue(5))
    listed = effects(history, Amend(line=4, face="out"))
    assert {"BASES EMPTY", "REDS HITS 1 > 0", "OUTS 0 > 1"} <= set(listed)


def test_effects_list_helmets_that_change() -> None:
    """Which runner wears which helmet, and who bats."""
    history = played(Set(runners=(12,)), setup=MAJOR)
    listed = effects(history, Set(runners=(12,), helmets=(0,), at_bat=3))
    assert {"2B HELMET 1+", "BAT 1+ > 4-"} <= set(listed)


def test_effects_name_an_empty_dugout() -> None:
    """With the bases loaded the fourth helmet bats, and nobody waits."""
    listed = effects(played(setup=MAJOR), Set(runners=(18, 12, 6)))
    assert "DUGOUT EMPTY" in listed


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        (
            "en",
            (
                "Runners then: second base.",
                "Second base: helmet 4 (\N{MINUS SIGN}).",
                "At bat: helmet 1 (+), then helmet 2 (plain).",
            ),
        ),
        (
            "es",
            (
                "Corredores luego: segunda base.",
                "Segunda base: casco 4 (\N{MINUS SIGN}).",
                "Al bat: casco 1 (+), luego casco 2 (liso).",
            ),
        ),
    ],
)
def test_effects_name_helmets_by_sign_and_bases_by_name(code: str, expected: tuple[str, ...]) -> None:
    """The page names them likewise: a bare number or a base's code means nothing to a player."""
    history = played(setup=MAJOR)
    line = Set(runners=(12,), helmets=(3,), at_bat=1)
    listed = [language(code).say(each) for each in consequences(history.game, record(history, line).game)]
    assert [*expected] == listed[: len(expected)]


def test_partners_who_are_up() -> None:
    """A correction of the half has another player up."""
    assert "ANA BATS" in effects(played(setup=PARTNERS), Set(half="bottom"))
