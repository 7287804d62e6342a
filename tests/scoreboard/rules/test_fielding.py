"""The fielders' throw: D34 to D40."""

from __future__ import annotations

import pytest
from support.law import claims, holds
from support.rules import play

from scoreboard.rules import Game

LAW = """
D34: pitcher needs a one: the pitcher costs 1.
    blue2 red8 hit white8 to:8 blue1 white1 blue1 | ball=2B
D34, D36: a base costs two: from a base, home included, a 2 reaches a base and a 1 goes to the pitcher.
    blue2 red8 hit white8 to:8 blue8 ball:2B white1 to:9 blue1 ball:Z1 | ball=Z1
    blue2 red8 hit white8 to:8 blue8 ball:2B white1 to:9 blue2 ball:3B | ball=3B
    blue2 red8 hit white8 to:8 blue8 ball:HP white1 to:9 blue1 ball:Z1 | ball=Z1
    blue2 red8 hit white8 to:8 blue8 ball:HP white1 to:9 blue2 ball:2B | ball=2B
D34: zone 2 is home plate, a base throughout: it may be held, and the ball cannot be thrown there.
    blue2 red10 red2 hit white3 | ball=HP phase=throw
    ... hold | phase=run
    blue2 red10 red2 hit white3 blue2 | options=1B+2B+3B
D35: the default puts out the most advanced pushed runner: of two pushed runners short of their bases, the one ahead.
    set:runners=6 blue2 red8 hit white3 to:9 white3 to:3 blue8 | ball=2B options=2B+1B+3B+HP
D35: with no runner pushed, the ball goes to the base ahead of the runner who is between bases.
    set:runners=18 blue2 red8 hit skip white9 to:9 blue8 | ball=2B
D35: default is ahead of the lead runner: with everyone on a base, the base ahead of the most advanced of them.
    set:runners=12 blue2 red8 hit skip white6 call:keep-running blue8 | ball=3B
D35: a thrown die moves the ball, so the default and the options leave that base out.
    blue2 red8 hit white8 to:8 blue8 ball:2B white1 blue2 | ball=1B options=1B+3B+HP
    ... ball:2B ! = The ball can go to first base, third base or home plate.
D35: the target may be restated: provisional like a move: the ball went to another base, and the out is taken back.
    blue2 red8 hit white3 to:3 blue8 | outs=1 runners=
    ... ball:3B | outs=0 runners=3 ball=3B
    ... white1 ball:1B ! has not just been thrown
D35: a good throw goes to a base: with the cost met, the pitcher or a number is no target.
    blue2 red8 hit white3 to:3 blue8 ball:Z1 ! first base, second base, third base or home plate
    ... ball:24 ! first base, second base, third base or home plate
D36: a low throw goes to the pitcher only: a throw below the cost leaves no choice.
    blue2 red8 hit white3 to:3 blue7 | ball=Z1 options=
    ... ball:Z1 | ball=Z1
    blue2 red8 hit white3 to:3 blue7 ball:1B ! = A 7 is too low: the ball goes to the pitcher.
D37: the pushed runner short of the base is out: the ball at first puts out the batter who has not reached it.
    blue2 red8 hit white5 to:5 blue8 ball:1B | outs=1 runners= phase=pitch ball=Z1 hits.away=0
D37: unpushed runner is not out: past first he may run back, so the ball at second puts out no runner.
    blue2 red8 hit white9 to:9 blue8 ball:2B | outs=0 runners=9 phase=run
D37: a runner standing on the base is safe: the man on second is safe when the ball comes to second.
    set:runners=12 blue2 red8 hit skip white9 to:9 blue8 ball:2B | outs=0 runners=12+9
D37: only the ball's arrival puts out; held at home, it does nothing to a man pushed there.
    set:runners=18+12+6 blue2 red10 red2 hit white3 to:21 white3 to:15 white3 to:9 white3 hold | outs=0
    ... | runners=21+15+9+3
D38: the out of the batter frees those ahead: with the batter out at first, the man pushed to second may run back.
    set:runners=6 blue2 red8 hit white3 to:9 white3 to:3 blue8 ball:1B | outs=1 runners=9 men.0.pushed=False
    ... white1 | options=10+8
D38: second base first, and the batter is still pushed: two outs can be had; first base first, and only one.
    set:runners=6 blue2 red8 hit white3 to:9 white3 to:3 blue8 ball:2B white1 blue2 ball:1B | outs=2 phase=pitch
    set:runners=6 blue2 red8 hit white3 to:9 white3 to:3 blue8 ball:1B white1 to:10 blue2 ball:2B | outs=1 runners=10
    ... | phase=run
D38: an out ahead leaves those behind pushed: the chain breaks ahead of the out only.
    set:runners=6 blue2 red8 hit white3 to:9 white3 to:3 blue8 ball:2B | runners=3 men.0.pushed=True
D39: from a base the fielders may hold: with the ball on a base they may leave it there, and the runners go on.
    blue2 red8 hit white9 to:9 blue8 ball:2B white1 hold | phase=run ball=2B
D39: from elsewhere they must throw: from a zone or the pitcher the throw is compulsory while anyone is unsettled.
    blue2 red8 hit white8 to:8 hold ! not on a base, so it must be thrown
    ... white3 ! must be thrown
    ... blue1 white1 hold ! not on a base, so it must be thrown
    ... white3 ! must be thrown
D39: the white die counts as the hold: where a hold is allowed, the runners' die says that the fielders held.
    blue2 red8 hit white9 to:9 blue8 ball:2B white1 white4 | phase=pitch runners=6
D40: only the unsettled run again: the man on second takes no part in the next turn unless he is called.
    set:runners=12 blue2 red8 hit skip white9 to:9 blue1 | calls=run_2B due: the runner 3 steps short of second base
D40: a called runner joins in his place: called, the man ahead throws first.
    set:runners=12 blue2 red8 hit skip white9 to:9 blue1 call:run_2B white1 white3 | runners=13+12
D40: with two between bases, the man ahead of one who has thrown is too late; the man behind is not.
    set:runners=18+12 blue2 red8 hit skip white2 white9 to:9 blue1 | runners=18+14+9 calls=run_3B
    ... white1 to:15 | calls=
    ... call:run_3B ! Nobody can call
D40: no runner is called after his throw: a runner who ran back to his base has had his throw in this turn.
    set:runners=12 blue2 red8 hit white3 white9 to:9 blue1 white3 to:12 | runners=12+9 calls=
D40: the man behind may still join after a runner ahead of him has thrown, before the turn's last throw.
    set:runners=12 blue2 red8 hit white8 to:20 white6 blue1 | runners=20+6 calls=run_1B
    ... white4 | phase=pitch
D40: turns alternate until all are settled: run, throw, run, throw …, and the play ends when all are safe.
    blue2 red8 hit white7 to:7 blue1 white1 blue1 ball:3B white1 blue2 ball:HP white1 hold white9 | phase=pitch
    ... | runners=18
D38: a runner whom no other pushes is no link, so when he is out those ahead of him are pushed as before.
    set:runners=6+3 blue2 red8 hit white1 press:out | runners=7 men.0.pushed=True
D35: with the ball on second and the batter between first and second, it goes to first.
    blue2 red8 hit white8 to:8 blue8 ball:2B white1 to:9 blue2 | ball=1B
D35: of two between bases only the most advanced counts; his base ahead has the ball, so it goes behind him.
    set:runners=12 blue2 red8 hit white3 to:15 white8 to:8 blue8 ball:3B white1 white1 | runners=14+9
    ... blue2 | ball=2B
D35: the ball lies on the base in front of the most advanced man, so it goes home; from home it goes to third.
    set:runners=18 blue2 red8 hit skip white6 call:keep-running blue8 | ball=HP
    set:runners=18 blue2 red10 red2 hit skip white6 call:keep-running | ball=HP
    ... blue2 | ball=3B
    blue2 red8 hit white9 to:9 blue8 ball:2B white3 call:keep-running | ball=2B
    ... blue2 | ball=HP
D38: where the house lets runners pass (D30), the batter's out frees whom he pushed, wherever either stands.
    [; passing_is_out=false] set:runners=6 blue2 red8 hit white1 white10 to:10 press:out | outs=1 runners=7
    ... | men.0.pushed=False
"""


@claims(LAW)
def test_the_law(rows: list[str]) -> None:
    """Each claim of the list above, by its clause."""
    holds(rows)


def on_steps(runners: str = "", *throws: int, zone: int = 8) -> Game:
    """A fair ball to that zone, each runner having stopped as many steps on as he threw."""
    placed = play(f"set:runners={runners}") if runners else play()
    game = play(f"blue2 red{zone} hit", placed)
    for throw in throws:
        where = game.men[[man.turn for man in game.men].index("due")].place + throw
        game = play(f"white{throw} to:{where}", game)
    return game


@pytest.mark.parametrize(("zone", "low", "enough"), [(3, 2, 3), (5, 4, 5), (8, 7, 8)])
def test_a_throw_from_a_zone_costs_its_number(zone: int, low: int, enough: int) -> None:
    """D34: a throw below the zone's number goes to the pitcher, one that equals it reaches a base."""
    game = on_steps("", 3, zone=zone)
    assert ("Z1", 0) == (play(f"blue{low}", game).ball, play(f"blue{low}", game).outs)
    assert "1B" == play(f"blue{enough}", game).options[0]
