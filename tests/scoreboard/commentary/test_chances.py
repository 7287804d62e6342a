"""Who is likely to win, in words."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec import structs
from support.scoring import SETUP, blue, played, red, white

from scoreboard.commentary.chances import (
    KeptChances,
    biggest_swings,
    percent,
    plays,
    plays_and_corrections,
    swing_message,
    swings_message,
    winning_chances,
)
from scoreboard.language import ENGLISH
from scoreboard.rules import apply, start
from scoreboard.rules.events import Amend, End, Move, NamesSet, Press, Set
from scoreboard.rules.history import History, JudgedLine, judge, judged_lines

HOMER, OUT = Press(button="homerun"), Press(button="out")
TWO_DICE = structs.replace(SETUP, rules="two-dice", innings=9)
RALLYBIRD = start(structs.replace(SETUP, rules="rallybird"))


def test_chances_of_both_sides_are_worded() -> None:
    """An estimate has its error beside it; there is none once the game is over, or in the middle of a play."""
    game = start(SETUP)
    assert "To win: Reds 50 %, Blues 50 %." == ENGLISH(winning_chances(game))
    assert "To win: Reds 70 %, Blues 30 % (± 1)." == ENGLISH(winning_chances(apply(RALLYBIRD, HOMER)))
    assert "" == ENGLISH(winning_chances(apply(game, blue(3))))
    assert "" == ENGLISH(winning_chances(apply(game, End(why="called", winner="home"))))


@pytest.mark.parametrize(("chance", "shown"), [(0.0, 0), (0.001, 1), (0.504, 50), (0.9999, 99), (1.0, 100)])
def test_only_a_certain_chance_is_0_or_100_percent(chance: float, shown: int) -> None:
    """A chance that is left is at least one in a hundred, and at most 99."""
    assert shown == percent(chance)


def test_a_play_goes_from_one_batter_to_the_next() -> None:
    """Its pitches and presses are one, told by what they came to; what it did to the chances is the difference."""
    first, second = plays(played(blue(3), Press(button="strike"), HOMER, OUT))
    assert (4, 5) == (first.number, second.number)
    assert "HOME RUN! One run scores!" == ENGLISH(first.words)
    assert (first.now, True) == (second.was, first.swing > second.swing)
    assert "Reds 50 % → 74 %: HOME RUN! One run scores!" == ENGLISH(swing_message(first))


def test_a_correction_is_no_play() -> None:
    """A score that is put right, a game that is given up, and what was undone or refused changed no chances."""
    wrong = (Set(away=5), HOMER, Press(button="undo"), Press(button="run"), blue(7))
    assert [] == [play for play in plays(played(*wrong, End(why="forfeit", winner="home"))) if play.swing > 0.3]
    assert "" == ENGLISH(swings_message(played(Set(away=5), End(why="forfeit", winner="home"))))


def test_what_a_correction_changes_is_its_own() -> None:
    """The play before it ends with the chances that it met, and the next begins with those that it left."""
    first, correction, second = plays_and_corrections(played(OUT, Set(away=4), OUT, setup=TWO_DICE))
    assert (48, 77) == (percent(correction.was.away), percent(correction.now.away))
    assert (first.now, correction.now) == (correction.was, second.was)
    assert 0 < second.swing < 0.02
    assert [True] == [each.corrected for each in (first, correction, second) if each.number == 3]
    assert (first, second) == tuple(plays(played(OUT, Set(away=4), OUT, setup=TWO_DICE)))


def test_a_correction_between_two_lines_of_a_play() -> None:
    """What was played before it counts for the play, and the rest of the play for itself."""
    run, correction, out = plays_and_corrections(played(Press(button="run"), Set(away=5), OUT))
    assert ("One run scores!" in ENGLISH(run.words), "Out!" in ENGLISH(out.words)) == (True, True)
    assert (run.now, correction.now) == (correction.was, out.was)


def test_a_correction_while_a_ball_is_in_play() -> None:
    """The chances are not known there, so that play has no swing of which a part would be the correction's."""
    in_play = played(blue(3), red(7), Press(button="run"), Set(away=4))
    assert "run" == in_play.game.phase
    settled = played(blue(3), red(7), Press(button="run"), Set(away=4), white(6))
    assert ("pitch", ()) == (settled.game.phase, tuple(plays_and_corrections(settled)))


def test_a_correction_of_what_changes_no_chance_divides_no_play() -> None:
    """Names put right in the middle of a plate appearance."""
    (play,) = plays_and_corrections(played(blue(7), Set(names=NamesSet(away="Owls")), HOMER))
    assert (4, 0.5) == (play.number, pytest.approx(play.was.home))


def test_a_play_has_the_swing_of_its_last_answer() -> None:
    """By default the batter stops at first, and the play is over; he went on to second, so it was not."""
    single = (blue(3), red(9), Press(button="run"), white(10))
    (default,), (double,) = (tuple(plays(played(*single, *more))) for more in ((), (Move(to=10), blue(1), white(2))))
    assert (5, 8) == (default.number, double.number)
    assert (default.before, default.was) == (double.before, double.was)
    assert double.now.away > default.now.away


def test_the_biggest_swings_come_first() -> None:
    """Three at most, and none that changed little."""
    history = played(OUT, HOMER, HOMER, HOMER, HOMER, OUT, OUT)
    swings = biggest_swings(plays(history))
    assert [3, 4, 5] == [play.number for play in swings]
    assert ENGLISH(swings_message(history)).startswith("▲1 Reds 47 % → 72 %: HOME RUN! One run scores! · ▲1 Reds")


def test_the_last_swing_is_the_end() -> None:
    """A walk-off takes the chance to certainty."""
    *_, last = plays(played(Set(inning=3, half="bottom"), HOMER))
    assert (1.0, True) == (last.now.home, last.after.over)


def test_chances_are_kept_as_a_game_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was added since is judged alone; after an UNDO, an amendment, or in another game all is computed anew."""
    asked, kept = list[int | None](), KeptChances()

    def judged(history: History, newest: int | None = None) -> Iterator[JudgedLine]:
        asked.append(newest)
        return judged_lines(history, newest)

    monkeypatch.setattr("scoreboard.commentary.chances.judged_lines", judged)
    history, undo, single = played(OUT), Press(button="undo"), (blue(3), red(9), Press(button="run"), white(10))
    for line in (
        *single,
        Move(to=10),
        blue(1),
        white(2),
        blue(7),
        undo,
        HOMER,
        Set(away=3),
        OUT,
        Amend(line=2, as_=HOMER),
    ):
        history, _ = judge(history, line)
        assert kept.of(history) == plays_and_corrections(history)
    ours = asked[::2]
    assert [None, *[1] * 7, None, *[1] * 3, None] == ours
    kept.of(history)
    assert [] == asked[2 * len(ours) :]
    assert kept.of(played(OUT)) == plays_and_corrections(played(OUT))
