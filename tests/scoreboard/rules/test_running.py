"""The runners: order, moves and outs, D26 to D32."""

from __future__ import annotations

import pytest
from support.law import claims, holds
from support.rules import play, why

from scoreboard.rules import Game
from scoreboard.rules.diamante.running import runs_out

LAW = """
D26: the most advanced runner runs first: after a hit every runner throws, most advanced first, the batter last.
    set:runners=18+12 blue2 red8 hit | due: third base
    ... white6 | due: second base
    ... white6 | due: the batter
    ... white6 | away=1 runners=18+6
D27: a pushed runner cannot be skipped: the man on first must make room; he on third, over a gap, need not run.
    set:runners=18+6 blue2 red8 hit skip skip ! must run
D27: batter cannot be skipped: the batter must throw, always.
    blue2 red8 hit skip ! must run
D27: a runner between bases cannot be skipped: he must throw (ruling: or the game could stall).
    blue2 red8 hit white9 to:9 blue1 skip ! must run
D27: a skipped runner does not move this turn: once skipped he is not in turn again, called or not.
    set:runners=12 blue2 red8 hit skip | due: the batter
D26, D27: a runner has one throw in a turn: skipped or thrown for, he is done, and the next one is due.
    set:runners=12 blue2 red8 hit skip | men.0.turn=done men.1.turn=due
    set:runners=12 blue2 red8 hit white1 | men.0.turn=done men.1.turn=due
D27: no player says "skip" aloud at a table: the fielding die counts as the skips and then the throw.
    set:runners=12 blue2 red8 hit white3 white6 blue1 call:run_1B white1 | due: the runner on first base, or skip
    ... blue1 | phase=run runners=16+6 ball=3B
D27: with everyone safe once they are skipped, the die is the pitch to the next batter.
    blue2 red8 hit white6 call:keep-running hold call:run_1B blue1 | phase=pitch balls=1 runners=6
D27: while the batter or a pushed runner has yet to throw, the fielding die is refused.
    set:runners=6 blue2 red8 hit blue8 ! must run first
D28: a runner must move once the die is thrown: a man on second who throws cannot stay there.
    set:runners=12 blue2 red8 hit white2 | runners=14
D29: home needs no exact count: from third any number of 6 or more is a run.
    set:runners=18 blue2 red8 hit white10 | away=1
D30: a place held by a teammate is not offered, but a player may still choose it and is out.
    set:runners=9 blue2 red8 hit white1 to:10 white10 | runners=10+6 options=
    ... to:10 | runners=10 outs=1
D30: passing a teammate is out: going by a teammate is an out (ruling), so it is not offered.
    set:runners=9 blue2 red8 hit white1 to:8 white10 | runners=8+6 options=
    ... to:10 | runners=8 outs=1
D30: from step 11 the man on second is passed by every throw but a 1, which ends on him.
    set:runners=12+11 blue2 red8 hit skip white5 | runners=12+6 options=
D30: running into or through the ball is out: ending on the ball's place, or running through it, is an out.
    blue2 red8 hit white9 to:9 blue10 ball:2B white5 | runners=6 outs=0
    ... to:12 | runners= outs=1
    blue2 red8 hit white9 to:9 blue10 ball:2B white5 to:14 | runners= outs=1
D30: going back into the ball is out: the ball on the base behind him closes the way back.
    blue2 red8 hit white9 to:9 blue10 ball:1B white3 | runners=12
    ... to:6 | outs=1
D30: with the ball at home, the man on third who throws a 6 has nowhere else to go.
    set:runners=18 blue2 red10 red2 hit white6 | outs=1 away=0 options=24+skip
D30: home is never held by a teammate: two runners may come home one after the other.
    set:runners=18+14 blue2 red8 hit white6 white10 | away=2
D31: a white ten gives no extra throw: after a 10 the turn goes on as after any number.
    blue2 red8 hit white10 to:10 | phase=throw
D32: the default is the farthest legal base ahead, else back from a ball on the base ahead, else forward exactly.
    blue2 red8 hit white3 to:3 blue1 white10 | runners=12
    blue2 red8 hit white9 to:9 blue1 white10 | runners=18
    blue2 red8 hit white9 to:9 blue1 white2 | runners=11
    blue2 red8 hit white9 to:9 blue10 ball:2B white2 | runners=7
    blue2 red8 hit white9 to:9 blue10 ball:2B white4 | runners=6
    blue2 red8 hit white10 to:10 blue10 ball:2B white3 | runners=7
    blue2 red8 hit white9 to:9 blue10 ball:1B white2 | runners=11
    blue2 red8 hit white9 to:9 blue10 ball:3B white2 | runners=11
    blue2 red8 hit white13 to:13 blue10 ball:2B white3 | runners=16
D32: each restatement starts from where the runner stood, and several may follow each other.
    blue2 red8 hit white9 to:9 to:6 to:9 | runners=9 phase=throw
D32: a choice is closed by the next line: once another line is accepted, the move stands.
    blue2 red8 hit white9 to:9 blue1 to:6 ! No runner has just thrown
D32: every kind of line closes the choice: a skip, a hold, a call or a press makes the answer before it final.
    set:runners=20+12 blue2 red8 hit white1 skip to:22 ! just
    blue2 red8 hit white9 to:9 blue8 ball:2B white1 to:10 hold to:8 ! just
    set:runners=12 blue2 red8 hit skip white9 to:9 blue1 call:run_2B ball:Z1 ! just
    blue2 red8 hit white6 call:keep-running blue8 call:new-batter ball:1B ! just
    blue2 red8 hit white9 call:keep-running to:9 ! just
    blue2 red8 hit white9 press:batter to:9 ! just
D32: a refused line closes no choice: what is refused has not happened, a wrong move included.
    blue2 red8 hit white9 to:9 | runners=9
D32: a third out can be restated: the half-inning that ended on one answer goes on when another was meant.
    blue2 red8 hit white9 to:9 blue10 ball:2B set:outs=2 white5 to:12 | half=bottom outs=0
    ... to:6 | half=top outs=2 runners=6
D32: a game won on a default can be restated: the default that wins the game is provisional as well.
    set:inning=3,half=bottom,runners=14 red2 blue8 hit white10 | phase=over winner=home home=1 options=24+18+12
    ... to:18 | phase=run winner=None home=0 runners=18
D32: only a ball ahead sends a runner back: on the base behind him, or beyond the base ahead, it does not.
    blue2 red8 hit white9 to:9 blue10 ball:1B white2 | runners=11
    blue2 red8 hit white9 to:9 blue10 ball:HP white2 | runners=11
D27: a house may let a stranded runner wait: the ruling on runners between bases is the house's to change.
    [; stranded_must_run=false] blue2 red8 hit white9 to:9 blue1 skip | phase=throw runners=9
D29: the batter's box is the next batter's, so a man corrected onto step 3 goes back two steps at most.
    set:runners=3 blue2 red8 hit white2 | options=5+1
    set:runners=3 blue2 red8 hit white3 | runners=6 options=
    ... to:0 ! can go to first base.
D30: a house may let runners pass: the ruling on passing is the house's to change; running order follows the places.
    [; passing_is_out=false] set:runners=9 blue2 red8 hit white1 to:8 white10 | options=6+10
    ... to:10 | runners=10+8 outs=0
D29: ruled so, from a base too, pushed or not, and past bases, but never to the plate.
    [; back_anywhere=true] set:runners=12 blue2 red8 hit white9 | options=18+21+6+3+skip runners=18
    ... to:3 | runners=3
    [; back_anywhere=true] set:runners=6 blue2 red8 hit white5 | options=11+1
    [; back_anywhere=true] set:runners=6 blue2 red8 hit white6 | options=
    [; back_anywhere=true] blue2 red8 hit white3 | options=
D29, D32: by that ruling the ball on the base ahead sends a man back from his base as well.
    [; back_anywhere=true] set:runners=18 blue2 red10 red2 hit white4 | runners=14 options=14+22+skip
D29, D32: ball underfoot sends no runner back: it lies on the runner's own base, neither ahead of him nor on a step.
    [; back_anywhere=true] blue2 red8 hit white6 call:keep-running blue8 ball:1B call:run_1B white2 | options=8+4
"""


@claims(LAW)
def test_the_law(rows: list[str]) -> None:
    """Each claim of the list above, by its clause."""
    holds(rows)


def hit(runners: str = "", zone: int = 8) -> Game:
    """A fair ball to that zone with men on those places."""
    return play(f"{f'set:runners={runners}' if runners else ''} blue2 red{zone} hit")


def stranded(place: int, ball: str = "Z1") -> Game:
    """The batter, past first, stopped on that step; the ball lies there and he is to run."""
    game = play(f"white{place} to:{place}", hit())
    return play("blue1" if ball == "Z1" else f"blue10 ball:{ball}", game)


@pytest.mark.parametrize(
    ("runners", "pushed"),
    [("", 0), ("6", 1), ("12", 0), ("18", 0), ("12+6", 2), ("18+6", 1), ("18+12", 0), ("18+12+6", 3)],
)
def test_the_chain_from_first_is_pushed(runners: str, pushed: int) -> None:
    """D27: the batter pushes the man on first, he the man on second, he the man on third, and none across a gap."""
    assert pushed == sum(man.pushed for man in hit(runners).men if man.place)


@pytest.mark.parametrize(
    ("place", "value", "moves"),
    [
        (3, 2, {5}),
        (3, 3, {6}),
        (3, 10, {6, 12, 13}),
        (9, 2, {11, 7}),
        (9, 3, {12, 6}),
        (9, 5, {14, 12, 6}),
        (9, 10, {19, 18, 12, 6}),
    ],
)
def test_the_legal_moves(place: int, value: int, moves: set[int]) -> None:
    """D29: forward exactly, onto a base on the way, or back as far as the base last passed unless pushed."""
    game = play(f"white{value}", stranded(place))
    reached = game.options or game.runners
    assert moves == set(reached)


@pytest.mark.parametrize("to", [5, 8, 0, 20, 24])
def test_no_other_move_is_accepted(to: int) -> None:
    """D29: no runner goes back past the base last passed, or forward otherwise than his throw says."""
    reason = why(play("white5", stranded(9)), f"to:{to}")
    who = "the runner 3 steps short of second base"
    assert f"With a 5, {who} can go to second base, 4 steps short of third base or first base." == reason


@pytest.mark.parametrize(
    "words",
    [
        "blue2 red8 hit white9 to:9 blue8 ball:2B white1 to:10 white2",
        "set:runners=12 blue2 red8 hit white3 white6 blue1 call:run_1B white1 blue1",
    ],
)
def test_a_choice_holds_on_to_no_older_one(words: str) -> None:
    """D32: the state before the die has nothing open, so a long play does not grow a chain of its past."""
    choice = play(words).diamante.choice
    assert choice is not None
    assert choice.before.diamante.choice is None


def test_running_into_an_out_is_foreseen() -> None:
    """D30: for whoever tells what NEXT would do."""
    game = stranded(9, "2B")
    assert [True, False, True] == [runs_out(game, to) for to in (12, 6, 14)]
