"""The box score is read off the lines that count."""

from __future__ import annotations

from functools import partial

import pytest
import support.box
from hypothesis import given, settings
from msgspec import structs
from support.lab import examples
from support.page_table import golden
from support.rallybird import LAID, at_bat, rally
from support.rules import read
from support.scoring import (
    HIT,
    PLAYS_AND_AMENDS,
    REDS,
    SETUP,
    SETUPS,
    UNDO,
    blue,
    lines_of,
    played,
    red,
    white,
)

from scoreboard.rules.events import (
    Amend,
    Call,
    End,
    HitsSet,
    NamesSet,
    Press,
    Roll,
    Set,
    Setup,
    Skip,
)
from scoreboard.rules.history import Entry
from scoreboard.stats.box_score import BoxScore, box_score, runs_by_inning

MAJOR = structs.replace(SETUP, rules="diamante-major", away=structs.replace(REDS, lineup=("", "", "", "")))
HOMERUN, PRESSED_OUT = Press(button="homerun"), Press(button="out")
SINGLE = (blue(2), red(8), HIT, white(6))


box = partial(support.box.box, setup=MAJOR)
"""The box score after these lines, of Major League unless another game is named."""


def worded(words: str, setup: Setup = MAJOR) -> BoxScore:
    """The box score after these words."""
    return box(*map(read, words.replace("GLOVES", LAID).split()), setup=setup)


WALKED, HIT_TO_8 = "blue1 blue1 blue1 blue10", "blue2 red8 hit"
STRUCK_OUT, ON_FIRST, ON_STEP_9 = "blue7 blue7 blue7", f"{HIT_TO_8} white6", f"{HIT_TO_8} white9 to:9 blue1"
K, BB, AB, ONE_HIT = {"pa": 1, "ab": 1, "k": 1}, {"pa": 1, "bb": 1}, {"pa": 1, "ab": 1}, {"pa": 1, "ab": 1, "h": 1}
HOMER = {**ONE_HIT, "hr": 1, "r": 1, "rbi": 1}
BATTED: dict[str, tuple[str, int, dict[str, int]]] = {
    "a strikeout": (STRUCK_OUT, 0, K),
    "a chased strikeout": ("set:strikes=2 blue1 red4", 0, K),
    "a strikeout that was undone": (f"{STRUCK_OUT} press:undo", 0, {}),
    "a strikeout that was put back": (f"{STRUCK_OUT} press:undo press:redo", 0, K),
    "a walk is no at bat": (WALKED, 0, BB),
    "a chased ball four is neither": (f"{WALKED} red3", 0, {}),
    "a caught ball is an at bat": ("blue2 red8 caught", 0, AB),
    "a pressed out is an at bat, and no strikeout": ("set:strikes=2 press:out", 0, AB),
    "a home run": ("press:homerun", 0, HOMER),
    "a home run with a man on": (f"{WALKED} press:homerun", 1, {**HOMER, "rbi": 2}),
    "who is brought home by it has a run": (f"{WALKED} press:homerun", 0, {**BB, "r": 1}),
    "a single": (ON_FIRST, 0, ONE_HIT),
    "a double": (f"{ON_STEP_9} white3", 0, {**ONE_HIT, "2b": 1}),
    "a triple": (f"{ON_STEP_9} white5 to:14 blue1 ball:1B white4", 0, {**ONE_HIT, "3b": 1}),
    "home round the bases": (f"{ON_STEP_9} white10 to:19 blue1 ball:1B white5", 0, HOMER),
    "a play that goes on is an at bat, and no hit yet": (f"{ON_FIRST} call:keep-running", 0, AB),
    "who was called to run on and stayed has his single": (f"{ON_FIRST} call:keep-running hold blue3", 0, ONE_HIT),
    "BATTER is no plate appearance": ("set:balls=3 press:batter", 0, {}),
    "a count put right is none": ("set:balls=3 set:balls=0", 0, {}),
    "a pressed run is the lead runner's": (f"{WALKED} press:run", 0, {**BB, "r": 1}),
    "strike three past a steal": (f"{WALKED} set:strikes=2,outs=2 blue1 call:steal blue7", 1, K),
    "ball four past a steal": (f"{WALKED} set:balls=2 blue1 call:steal blue10", 1, BB),
    "ball four past a steal, chased": (f"{WALKED} set:balls=2 blue1 call:steal blue10 red3", 1, {}),
}


@pytest.mark.parametrize(("words", "helmet", "expected"), BATTED.values(), ids=BATTED)
def test_a_batter_has_what_he_did(words: str, helmet: int, expected: dict[str, int]) -> None:
    """What that helmet of Away has, without the noughts."""
    assert expected == {stat: count for stat, count in worded(words).away.batting[helmet].stats.items() if count}


FOUR_DICE = structs.replace(SETUP, rules="four-dice")
RALLY = rally("", options=("rallybird",)).setup
STEAL_2B = at_bat("Steal 2B", "11")
LEFT: dict[str, tuple[Setup, str, int]] = {
    "the runner on base at the third out": (MAJOR, f"{WALKED} press:out press:out press:out", 1),
    "and not the batter who makes it": (MAJOR, f"{WALKED} {WALKED} set:outs=2 {STRUCK_OUT}", 2),
    "the other runner, where one is put out": (
        *(MAJOR, f"{WALKED} {WALKED} set:outs=2 blue7 call:steal white3 press:out"),
        1,
    ),
    "the man on third, where the batter is put out": (
        *(MAJOR, "set:outs=2,runners=18 blue2 red8 hit white3 white3 blue9 ball:1B"),
        1,
    ),
    "who stands there as a pitch past a steal is strike three": (
        *(MAJOR, f"{WALKED} set:strikes=2,outs=2 blue1 call:steal blue7"),
        1,
    ),
    "no batter who leads off next time": (FOUR_DICE, "set:outs=2,runners=12+6 roll:1133", 0),
    "the man who was not caught": (FOUR_DICE, "set:outs=2,runners=12+6 call:steal roll:1123 roll:1", 1),
    "the man who was not picked off": (FOUR_DICE, "set:outs=2,runners=12+6 call:steal roll:1111", 1),
    "both men at an infield fly": (FOUR_DICE, "set:outs=2,runners=12+6 roll:3364", 2),
    "all three at a ground ball": (FOUR_DICE, "set:outs=2,runners=18+12+6 roll:1236", 3),
    "R4: no batter as a runner is caught stealing": (RALLY, f"set:runners=6,outs=2 {STEAL_2B}", 0),
    "R4: the runner who stayed": (RALLY, f"set:runners=18+6,outs=2 {STEAL_2B}", 1),
    "R4: the runner as the batter is out": (RALLY, f"set:runners=6,outs=2 {at_bat('Homer', '11')}", 1),
}


@pytest.mark.parametrize(("setup", "words", "left"), LEFT.values(), ids=LEFT)
def test_who_is_left_on_base(setup: Setup, words: str, left: int) -> None:
    """The runners at the third out, and not the batter himself."""
    assert left == worded(words, setup).away.left


def test_runners_are_left_by_a_walk_off() -> None:
    """They stand where the winning run left them."""
    assert 1 == worded("set:inning=3,half=bottom,runners=18+6 press:run").home.left


@pytest.mark.parametrize(
    ("words", "pitches"),
    [
        ("blue1 red3 blue5 red2 press:ball blue2 red8 hit white3 blue8", 4),
        (f"{WALKED} set:strikes=2,outs=2 blue1 call:steal blue7", 6),
    ],
)
def test_pitches_are_counted_for_the_fielders(words: str, pitches: int) -> None:
    """Thrown or told by button, past a steal too; a chased one once, and swings and throws not at all."""
    score = worded(words)
    assert (pitches, None) == (score.home.pitches, score.away.pitches)


def test_a_run_by_button_with_nobody_on_is_the_teams() -> None:
    """No batter has it."""
    score = worded("press:run")
    assert (1, 0) == (score.away.runs, sum(line.stats["r"] for line in score.away.batting))


def test_an_amended_play_is_in_the_box_as_amended() -> None:
    """What was misread was never there."""
    (batter, *_) = box(*map(read, HIT_TO_8.split()), Amend(line=4, face="out")).away.batting
    assert {"pa": 1, "ab": 1} == {stat: count for stat, count in batter.stats.items() if count}


def test_the_line_score() -> None:
    """Runs by inning, none where a team has not batted, and the totals."""
    score = box(HOMERUN, *[PRESSED_OUT] * 3, *[PRESSED_OUT] * 3, HOMERUN, HOMERUN, setup=SETUP)
    assert ((1, 2, None), (0, None, None)) == (score.away.innings, score.home.innings)
    assert (3, 3, 0, 0) == (score.away.runs, score.away.hits, score.home.runs, score.home.hits)


def test_extra_innings_lengthen_the_line() -> None:
    """There are as many columns as innings were played."""
    assert 5 == len(box(Set(inning=5), setup=SETUP).home.innings)


def test_what_a_correction_gives_stands_in_some_inning() -> None:
    """Runs set while the other side bats are of the last inning batted in; an inning taken back keeps its runs."""
    given_late = box(Press(button="run"), *[PRESSED_OUT] * 3, Set(away=4), setup=SETUP)
    assert ((4, None, None), 4) == (given_late.away.innings, given_late.away.runs)
    given_early = box(Set(home=2), setup=SETUP)
    assert ((2, None, None), 2) == (given_early.home.innings, given_early.home.runs)
    taken_back = box(Set(inning=5), Press(button="run"), Set(inning=2), setup=SETUP)
    assert ((0, 0, None, None, 1), 1) == (taken_back.away.innings, taken_back.away.runs)


def test_who_walks_it_off_was_not_put_out() -> None:
    """The game ends with a run and without an out: his is a walk, and a run by button is nobody's turn at the plate."""
    loaded = Set(inning=3, half="bottom", runners=(18, 12, 6), balls=3, strikes=2)
    walked = box(loaded, Press(button="ball")).home.batting
    assert (1, 0, 1, 0) == tuple(sum(each.stats[stat] for each in walked) for stat in ("pa", "ab", "bb", "k"))
    given_one = box(loaded, Press(button="run")).home.batting
    assert 0 == sum(each.stats["pa"] for each in given_one)


def test_amateur_has_no_helmets() -> None:
    """Helmets do not differ there."""
    assert () == box(*SINGLE, setup=SETUP).away.batting


def test_table_line_score() -> None:
    """The table games have one, and no pitchers."""
    score = box(Roll(values=(1, 2)), setup=structs.replace(SETUP, rules="dice-baseball"))
    assert ((0,), 1, None) == (score.away.innings[:1], score.away.hits, score.home.pitches)
    over = box(Set(inning=9, half="bottom"), Roll(values=(1, 1)), setup=structs.replace(SETUP, rules="dice-baseball"))
    assert (None, None) == (over.away.pitches, over.home.pitches)


def test_play_on_an_undone_amendment_is_not_in_the_box() -> None:
    """And what was played before it is: a home run, and the two pitches that stand."""
    amended = (HOMERUN, blue(7), Amend(line=3, value=3), red(5), HIT, UNDO, UNDO, UNDO, blue(1))
    score = box(*amended, setup=SETUP)
    assert (1, (1, None, None), 2) == (score.away.runs, score.away.innings, score.home.pitches)


@settings(max_examples=examples(40))
@given(SETUPS, PLAYS_AND_AMENDS)
def test_the_box_adds_up(setup: Setup, plays: list[int | Entry]) -> None:
    """Whatever happens, runs by inning and the score are the same sum."""
    history = played(*lines_of(plays, setup), setup=setup)
    score = box_score(history)
    assert (score.away.innings, score.home.innings) == runs_by_inning(history)
    for team, runs in ((score.away, history.game.away), (score.home, history.game.home)):
        assert runs == team.runs == sum(inning or 0 for inning in team.innings)


def test_no_inning_falls_below_nothing() -> None:
    """A correction that takes runs off the board takes them from the last inning that had some, and so backward."""
    two_innings = (HOMERUN, HOMERUN, *[PRESSED_OUT] * 6, HOMERUN)
    assert (2, 0, None) == box(*two_innings, Set(away=2), setup=SETUP).away.innings
    assert (1, 0, None) == box(*two_innings, Set(away=1), setup=SETUP).away.innings
    fielding = (*two_innings, *[PRESSED_OUT] * 3, Set(away=1))
    assert (1, 0, None) == box(*fielding, setup=SETUP).away.innings
    earlier = (*two_innings, Set(inning=1), Set(away=0), HOMERUN)
    assert (1, 0, None) == box(*earlier, setup=SETUP).away.innings


def test_correction_has_no_actor() -> None:
    """Hits and outs that are put right are the team's, and no batter's; nor does an end put anybody out."""
    score = box(Set(hits=HitsSet(away=3), away=2, outs=2), End(why="called", winner="away"))
    assert (3, 2, 0) == (score.away.hits, score.away.runs, score.away.left)
    assert not any(any(line.stats.values()) for line in score.away.batting)


def test_box_has_corrected_names() -> None:
    """A year later it still says who played."""
    assert "Crows" == box(Set(names=NamesSet(away="Crows"))).away.name


def test_a_runner_whose_die_it_was_not_is_not_in_the_box() -> None:
    """He seemed to score; the die was the batter's, who has his hit (D27)."""
    started = (Set(runners=(18,)), blue(2), red(8), HIT)
    assert 1 == box(*started, white(7)).away.runs
    score = box(*started, white(7), Skip())
    assert ((0, None, None), 0, 1) == (score.away.innings, score.away.runs, score.away.hits)
    assert 0 == sum(line.stats["r"] for line in score.away.batting)


def test_walk_off_before_running_is_in_the_box() -> None:
    """It is his hit, and a single by what he reached (D45)."""
    last = Set(inning=3, half="bottom", runners=(18,))
    score = box(last, red(2), blue(8), HIT, white(7))
    assert (1, 1) == (score.home.runs, score.home.hits)
    assert {"pa": 1, "ab": 1, "h": 1, "rbi": 1} == {stat: n for stat, n in score.home.batting[0].stats.items() if n}


def rolled(*rolls: str) -> list[Entry]:
    """These rolls of dice."""
    return [Roll(values=tuple(map(int, roll))) for roll in rolls]


def test_four_dice_have_pitches_and_notes() -> None:
    """Each roll of four is a pitch, a low/high die is none; notes are counted for the side at bat."""
    four = box(*rolled("3456", "1133", "6", "1236"), Press(button="ball"), Call(call="balk"), setup=FOUR_DICE)
    assert (4, None) == (four.home.pitches, four.away.pitches)
    assert ({"1B": 1, "SB": 1, "G": 1, "BK": 1}, {}) == (four.away.scorebook, four.home.scorebook)
    assert {"1B": 1} == box(*SINGLE).away.scorebook


Zones = dict[int, tuple[int, int]]
BY_HAND: dict[str, tuple[Zones, Zones]] = {
    "whole-diamante-amateur": (
        {1: (1, 0), 5: (1, 0), 6: (0, 3), 7: (1, 1), 8: (1, 0), 9: (1, 1)},
        {2: (1, 0), 3: (1, 0), 4: (0, 1), 5: (2, 1), 6: (1, 2), 7: (0, 1), 8: (1, 2), 9: (2, 1)},
    ),
    "whole-rallybird": ({7: (0, 1), 8: (0, 2)}, {7: (1, 0), 9: (0, 1)}),
    "whole-dice-baseball": ({}, {}),
}
"""Hits and outs by zone, Away's and Home's, counted by hand in what `stadium replay` prints of a golden game. A card of
RallyBird that tests one outfielder has his zone; a throw of dice alone has none."""


@pytest.mark.parametrize("game", BY_HAND)
def test_zones_are_those_of_a_count_by_hand(game: str) -> None:
    """By the zone with which a scorekeeper's note ends, and none where the law does not know it."""
    score = box_score(golden(game).history)
    away, home = (
        {zone: (count.hits, count.outs) for zone, count in team.zones.items()} for team in (score.away, score.home)
    )
    assert BY_HAND[game] == (away, home)


def test_zones_follow_what_was_taken_back() -> None:
    """A hit that was undone is in no zone; a home run over the fence has none."""
    hit = "blue2 red8 hit white6 blue2"
    assert [8] == list(worded(hit).away.zones)
    assert {} == worded(f"{hit} press:undo press:undo press:undo press:undo").away.zones
    assert {} == worded("press:homerun").away.zones


def rallied(*words: str) -> BoxScore:
    """The box score of a game of RallyBird after these words."""
    return worded(" ".join(words), RALLY)


def test_rallybird_line_score() -> None:
    """R1: from the seventh inning on; no pitches, and no helmets."""
    away = rallied(at_bat("Homer", "66"), "press:out").away
    assert (7, (1, None, None), 1, 1, None, ()) == (
        away.first,
        away.innings,
        away.runs,
        away.hits,
        away.pitches,
        away.batting,
    )


def test_a_roll_that_the_rallybird_took_back_is_not_in_the_box() -> None:
    """R8: nor is what it ended."""
    third = ("set:inning=9,home=3,outs=2,runners=6", at_bat("Homer", "11"))
    assert 1 == rallied(*third).away.left
    again = rallied(*third, "call:rallybird", "roll:66")
    assert (0, 2, 1) == (again.away.left, again.away.runs, again.away.hits)
