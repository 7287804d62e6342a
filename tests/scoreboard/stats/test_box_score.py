"""The box score is read off the lines that count."""

from __future__ import annotations

from functools import partial

import support.box
from hypothesis import given, settings
from msgspec import structs
from support.rallybird import LAID, at_bat, rally
from support.rules import read
from support.scoring import (
    HIT,
    OUT,
    PLAYS_AND_AMENDS,
    REDO,
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
    Ball,
    Call,
    End,
    HitsSet,
    Hold,
    Move,
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
STRIKEOUT = (blue(7), blue(7), blue(7))
WALK = (blue(1), blue(1), blue(1), blue(10))


box = partial(support.box.box, setup=MAJOR)
"""The box score after these lines, of Major League unless another game is named."""


def stats(helmet: int, *lines: Entry) -> dict[str, int]:
    """What that helmet of Away has, without the noughts."""
    return {stat: count for stat, count in box(*lines).away.batting[helmet].stats.items() if count}


def second_batter(*lines: Entry) -> dict[str, int]:
    """What the second helmet of Away has."""
    return stats(1, *lines)


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


def test_runners_left_on_base() -> None:
    """The runners on base when the batter makes the third out, and not the batter himself."""
    assert 1 == box(*WALK, *[PRESSED_OUT] * 3).away.left
    assert 2 == box(*WALK, *WALK, Set(outs=2), *STRIKEOUT).away.left


def test_a_runner_put_out_for_the_third_out_is_not_left() -> None:
    """The other one is; nor is the batter at the plate when it is stealing that ends the half."""
    caught = (Set(outs=2), blue(7), Call(call="steal"), white(3), PRESSED_OUT)
    assert 1 == box(*WALK, *WALK, *caught).away.left


def test_a_batter_put_out_on_the_path_leaves_the_others() -> None:
    """The man on third is left when the batter is the third out at first."""
    out = (Set(outs=2, runners=(18,)), blue(2), red(8), HIT, white(3), white(3), blue(9), Ball(to="1B"))
    assert 1 == box(*out).away.left


def test_runners_are_left_by_a_walk_off() -> None:
    """They stand where the winning run left them."""
    assert 1 == box(Set(inning=3, half="bottom", runners=(18, 6)), Press(button="run")).home.left


def test_pitches_are_counted_for_the_fielders() -> None:
    """Thrown or told by button; a chased one once, and swings and throws not at all."""
    score = box(blue(1), red(3), blue(5), red(2), Press(button="ball"), blue(2), red(8), HIT, white(3), blue(8))
    assert (4, None) == (score.home.pitches, score.away.pitches)


def test_pitch_that_skips_runners_counts_in_the_box() -> None:
    """No runner ran on the steal, and the pitch thrown past it is strike three or ball four in the box as well."""
    stolen = (blue(1), Call(call="steal"))
    struck = (*WALK, Set(strikes=2, outs=2), *stolen, blue(7))
    assert {"pa": 1, "ab": 1, "k": 1} == second_batter(*struck)
    assert (1, 6) == (box(*struck).away.left, box(*struck).home.pitches)
    walked = (*WALK, Set(balls=2), *stolen, blue(10))
    assert {"pa": 1, "bb": 1} == second_batter(*walked)
    assert {} == second_batter(*walked, red(3))


def test_a_pitch_that_ends_a_kept_play_leaves_the_hit() -> None:
    """The batter who was called to run on and stayed has his single."""
    kept = (*SINGLE, Call(call="keep-running"), Hold(), blue(3))
    assert {"pa": 1, "ab": 1, "h": 1} == stats(0, *kept)


def test_a_strikeout() -> None:
    """A plate appearance, an at bat and a K, called or chased."""
    assert {"pa": 1, "ab": 1, "k": 1} == stats(0, *STRIKEOUT)
    assert {"pa": 1, "ab": 1, "k": 1} == stats(0, Set(strikes=2), blue(1), red(4))


def test_a_walk_is_no_at_bat() -> None:
    """A plate appearance and a BB; a chased ball four is neither."""
    assert {"pa": 1, "bb": 1} == stats(0, *WALK)
    assert {} == stats(0, *WALK, red(3))


def test_who_walks_it_off_was_not_put_out() -> None:
    """The game ends with a run and without an out: his is a walk, and a run by button is nobody's turn at the plate."""
    loaded = Set(inning=3, half="bottom", runners=(18, 12, 6), balls=3, strikes=2)
    walked = box(loaded, Press(button="ball")).home.batting
    assert (1, 0, 1, 0) == tuple(sum(each.stats[stat] for each in walked) for stat in ("pa", "ab", "bb", "k"))
    given_one = box(loaded, Press(button="run")).home.batting
    assert 0 == sum(each.stats["pa"] for each in given_one)


def test_at_bats() -> None:
    """A caught ball and a pressed out are at-bats, and no strikeouts."""
    assert {"pa": 1, "ab": 1} == stats(0, blue(2), red(8), OUT)
    assert {"pa": 1, "ab": 1} == stats(0, Set(strikes=2), PRESSED_OUT)


def test_a_home_run() -> None:
    """A hit, a home run and a run for the batter, and a run for whoever was on."""
    assert {"pa": 1, "ab": 1, "h": 1, "hr": 1, "r": 1, "rbi": 1} == stats(0, HOMERUN)
    assert {"pa": 1, "ab": 1, "h": 1, "hr": 1, "r": 1, "rbi": 2} == second_batter(*WALK, HOMERUN)
    assert {"pa": 1, "bb": 1, "r": 1} == stats(0, *WALK, HOMERUN)


def test_hits_by_the_base_that_was_reached() -> None:
    """Single, double, triple, and home round the bases, once the play is over."""
    hit = (blue(2), red(8), HIT)
    short, behind = (blue(1),), (blue(1), Ball(to="1B"))
    assert {"pa": 1, "ab": 1, "h": 1} == stats(0, *SINGLE)
    double = (*hit, white(9), Move(to=9), *short, white(3))
    assert {"pa": 1, "ab": 1, "h": 1, "2b": 1} == stats(0, *double)
    triple = (*hit, white(9), Move(to=9), *short, white(5), Move(to=14), *behind, white(4))
    assert {"pa": 1, "ab": 1, "h": 1, "3b": 1} == stats(0, *triple)
    round_trip = (*hit, white(9), Move(to=9), *short, white(10), Move(to=19), *behind, white(5))
    assert {"pa": 1, "ab": 1, "h": 1, "hr": 1, "r": 1, "rbi": 1} == stats(0, *round_trip)


def test_a_new_batter_by_button_is_no_plate_appearance() -> None:
    """BATTER takes him away; a correction of the count gives no walk."""
    assert {} == stats(0, Set(balls=3), Press(button="batter"))
    assert {} == stats(0, Set(balls=3), Set(balls=0))


def test_pressed_run_is_the_leads() -> None:
    """With the bases empty it is the team's only."""
    assert {"pa": 1, "bb": 1, "r": 1} == stats(0, *WALK, Press(button="run"))
    score = box(Press(button="run"))
    assert (1, 0) == (score.away.runs, sum(line.stats["r"] for line in score.away.batting))


def test_amateur_has_no_helmets() -> None:
    """Helmets do not differ there."""
    assert () == box(*SINGLE, setup=SETUP).away.batting


def test_table_line_score() -> None:
    """The table games have one, and no pitchers."""
    score = box(Roll(values=(1, 2)), setup=structs.replace(SETUP, rules="dice-baseball"))
    assert ((0,), 1, None) == (score.away.innings[:1], score.away.hits, score.home.pitches)
    over = box(Set(inning=9, half="bottom"), Roll(values=(1, 1)), setup=structs.replace(SETUP, rules="dice-baseball"))
    assert (None, None) == (over.away.pitches, over.home.pitches)


def test_corrections_correct_the_box() -> None:
    """What was undone, amended or answered otherwise was never there."""
    assert {} == stats(0, *STRIKEOUT, UNDO)
    assert {"pa": 1, "ab": 1, "k": 1} == stats(0, *STRIKEOUT, UNDO, REDO)
    assert {"pa": 1, "ab": 1} == stats(0, blue(2), red(8), HIT, Amend(line=4, face="out"))
    kept = (*SINGLE, Call(call="keep-running"))
    assert {"pa": 1, "ab": 1} == stats(0, *kept)


def test_play_on_an_undone_amendment_is_not_in_the_box() -> None:
    """And what was played before it is: a home run, and the two pitches that stand."""
    amended = (HOMERUN, blue(7), Amend(line=3, value=3), red(5), HIT, UNDO, UNDO, UNDO, blue(1))
    score = box(*amended, setup=SETUP)
    assert (1, (1, None, None), 2) == (score.away.runs, score.away.innings, score.home.pitches)


@settings(max_examples=40)
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


FOUR_DICE = structs.replace(SETUP, rules="four-dice")


def rolled(*rolls: str) -> list[Entry]:
    """These rolls of dice."""
    return [Roll(values=tuple(map(int, roll))) for roll in rolls]


def test_four_dice_have_pitches_and_notes() -> None:
    """Each roll of four is a pitch, a low/high die is none; notes are counted for the side at bat."""
    four = box(*rolled("3456", "1133", "6", "1236"), Press(button="ball"), Call(call="balk"), setup=FOUR_DICE)
    assert (4, None) == (four.home.pitches, four.away.pitches)
    assert ({"1B": 1, "SB": 1, "G": 1, "BK": 1}, {}) == (four.away.scorebook, four.home.scorebook)
    assert {"1B": 1} == box(*SINGLE).away.scorebook


def test_a_batter_who_leads_off_next_time_is_not_left() -> None:
    """The third out was made on the bases, and he has not batted: only men on base are left there."""
    two_out = Set(outs=2, runners=(12, 6))
    caught = box(two_out, *rolled("1133"), setup=FOUR_DICE)
    assert 0 == caught.away.left
    stealing = (Call(call="steal"), *rolled("1123", "1"))
    assert 1 == box(two_out, *stealing, setup=FOUR_DICE).away.left
    assert 1 == box(two_out, Call(call="steal"), *rolled("1111"), setup=FOUR_DICE).away.left
    assert 2 == box(two_out, *rolled("3364"), setup=FOUR_DICE).away.left
    assert 3 == box(Set(outs=2, runners=(18, 12, 6)), *rolled("1236"), setup=FOUR_DICE).away.left


RALLY = rally("", options=("rallybird",)).setup


def rallied(*words: str) -> BoxScore:
    """The box score of a game of RallyBird after these words."""
    return box(*(read(word) for word in " ".join(words).replace("GLOVES", LAID).split()), setup=RALLY)


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


def test_a_runner_caught_stealing_leaves_the_batter_at_the_plate() -> None:
    """R4: he is not left on base; a runner who stays is."""
    steal = at_bat("Steal 2B", "11")
    assert 0 == rallied("set:runners=6,outs=2", steal).away.left
    assert 1 == rallied("set:runners=18+6,outs=2", steal).away.left
    assert 1 == rallied("set:runners=6,outs=2", at_bat("Homer", "11")).away.left


def test_a_roll_that_the_rallybird_took_back_is_not_in_the_box() -> None:
    """R8: nor is what it ended."""
    third = ("set:inning=9,home=3,outs=2,runners=6", at_bat("Homer", "11"))
    assert 1 == rallied(*third).away.left
    again = rallied(*third, "call:rallybird", "roll:66")
    assert (0, 2, 1) == (again.away.left, again.away.runs, again.away.hits)
