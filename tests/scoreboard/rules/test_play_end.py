"""How a play ends, keep-running, and hits: D33, D44 and D45."""

from __future__ import annotations

import pytest
from support.law import claims, holds
from support.rules import SINGLE, play, why

LAW = """
D33: with someone unsettled the fielders throw: a runner between bases at the turn's end, and the throw is due.
    blue2 red8 hit white5 | phase=throw awaits=blue
D33, D44: play ends with all settled: the ball is with the pitcher, the count is clear and a new batter is up.
    blue1 blue7 blue2 red8 hit white6 | phase=pitch ball=Z1 balls=0 strikes=0 runners=6
D33: called before anything else, the play is taken up where the ball lay; the fielders throw first.
    blue1 blue2 red8 hit white6 | calls=keep-running
    ... call:keep-running | phase=throw ball=Z8 balls=1 awaits=blue
D33: they get a throw, but with no runner to put out they need not make it.
    blue2 red8 hit white6 call:keep-running hold | phase=run ball=Z8 calls=run_1B+new-batter
D33: their throw moves the ball and does not end the play, though no runner is unsettled.
    blue2 red8 hit white6 call:keep-running blue8 ball:3B | phase=run ball=3B
D33: runners join by call when kept running: then only those who are called run, and the turns go on as ever.
    blue2 red8 hit white6 call:keep-running hold skip ! No runner is called
    ... call:run_1B white3 to:9 | phase=throw runners=9 ball=Z8
D57: no die is due without a call: the white die is not due, though it counts, and the fielders' die is the next pitch.
    blue2 red8 hit white6 call:keep-running blue3 | phase=run awaits=None calls=run_1B+new-batter
    ... blue3 | phase=swing diamante.pitched=3
D39, D57: thrown with no runner in turn it is that of the most advanced who may run, held before it or not.
    set:runners=12 blue2 red8 hit skip white6 call:keep-running white3 | runners=15+6 phase=throw
    set:runners=12 blue2 red8 hit skip white6 call:keep-running hold white3 | runners=15+6 phase=throw
D33, D40: joining runners are called before they throw: two men on, both called, most advanced first.
    set:runners=12 blue2 red8 hit skip white6 call:keep-running hold call:run_1B call:run_2B | due: second base
    ... white6 white6 | runners=18+12
D33: a new batter ends a kept play: the batters call a new batter where everyone is safe, called runners included.
    blue2 red8 hit white6 call:keep-running hold call:run_1B call:new-batter | phase=pitch runners=6 ball=Z1 calls=
D33: the next pitch ends a kept play: with no runner called, the fielders' die is the next pitch.
    blue2 red8 hit white6 call:keep-running hold blue1 | phase=pitch balls=1 runners=6 ball=Z1
D33: ok closes keep running: the move confirmed, the play is over for good.
    blue2 red8 hit white9 press:ok | calls=
D33, D32: a stated move is the answer to the running throw, not another line.
    blue2 red8 hit white9 to:9 to:6 | calls=keep-running
D33: keep running may be called again: after each running turn that ends with everyone safe.
    blue2 red8 hit white6 call:keep-running hold call:run_1B white6 | calls=keep-running runners=12
D33: keep running follows a running turn only: not after a fielder's throw, a catch or a home run.
    blue2 red8 hit white5 blue8 ball:1B | calls=
    blue2 red8 caught | calls=
    press:homerun | calls=
D33: empty bases cannot keep running: where the play left no runner on base there is nothing to call.
    blue2 red8 hit press:out | calls=
D44: a plate appearance ends at once: a walk, a strikeout and a catch clear the count at once.
    set:balls=3,strikes=1 blue1 | phase=pitch balls=0 strikes=0 fresh=True
    set:balls=2,strikes=2 blue7 | phase=pitch balls=0 strikes=0 fresh=True
    set:balls=2 blue2 red8 caught | phase=pitch balls=0 strikes=0 fresh=True
D44: all runs of one throw count at a walk off: the grand slam that wins the game scores four.
    set:inning=3,half=bottom,runners=18+12+6 red2 blue10 blue10 | phase=over winner=home home=4
D45: not on the fair ball itself, but when he is there, and once however far he goes.
    blue2 red8 hit white5 | hits.away=0
    blue2 red8 hit white9 to:9 blue1 white9 | hits.away=1
D45: batter out beyond first has a hit: he reached first, and was put out later.
    blue2 red8 hit white9 to:9 blue8 ball:2B white3 to:12 | outs=1 hits.away=1
D45: a hit in the play that made the third out is the last batter's, and the next one can have his own.
    set:runners=18,outs=2 blue2 red8 hit skip white9 to:9 blue8 ball:2B white3 to:12 | half=bottom hits.away=1
    ... red2 blue8 hit white6 | hits.home=1
D45: a batter put out at the runner whom he passed, or on second base where the ball lay, has reached first.
    set:runners=9 blue2 red8 hit white1 to:10 white10 to:10 | hits.away=1 outs=1
    blue2 red9 hit white5 blue9 ball:2B white8 to:12 | hits.away=1 outs=1
D45, D30: batter out by himself up to first has no hit: a teammate stands on first base, or on his way there.
    set:runners=3 blue2 red9 hit white1 to:4 white9 to:9 | hits.away=0 outs=1
    set:runners=5 blue2 red9 hit white1 to:6 white9 to:9 | hits.away=0 outs=1
D45, D54: a batter brought home by button has a hit: RUN for the batter in turn takes him past first.
    blue2 red8 hit press:run | hits.away=1 away=1
D45: the man on third comes home with the first throw, and the batter never ran; by button likewise.
    set:inning=3,half=bottom,runners=18 red2 blue9 hit white7 | winner=home home=1 hits.home=1
    set:inning=3,half=bottom,runners=18 red2 blue9 hit press:run | winner=home home=1 hits.home=1
    set:inning=2,half=bottom,runners=18 red2 blue9 hit white7 | hits.home=0
D45: a batter who has left the plate, and is short of first when the run wins the game, has no hit.
    set:inning=3,half=bottom,runners=18 red2 blue9 hit white3 white3 red1 white3 | winner=home hits.home=0
D45: a walk off without a fair ball is no hit: neither a run by button between plays nor a walk is.
    set:inning=3,half=bottom,runners=18 press:run | hits.home=0
    set:inning=3,half=bottom,runners=18+12+6,balls=3 red1 | hits.home=0
D33: ruled so, a play that a throw ended goes on with a running turn, in which no runner is in turn yet.
    [; keep_running_after_throw=true] set:runners=12 blue2 red8 hit skip white3 blue8 ball:1B | phase=pitch outs=1
    ... | calls=keep-running
    set:runners=12 blue2 red8 hit skip white3 blue8 ball:1B | calls=
    [; keep_running_after_throw=true] set:runners=12 blue2 red8 hit skip white3 blue8 ball:1B call:keep-running
    ... | phase=run calls=run_2B+new-batter ball=1B
    ... call:run_2B white4 | runners=16 phase=throw
    [; keep_running_after_throw=true] blue2 red8 hit white3 blue8 ball:1B | calls=
"""


@claims(LAW)
def test_the_law(rows: list[str]) -> None:
    """Each claim of the list above, by its clause."""
    holds(rows)


@pytest.mark.parametrize("word", ["blue7", "press:ball", "press:batter", "set:outs=1"])
def test_keep_running_closes(word: str) -> None:
    """D33: it is only before anything else."""
    game = play(f"{SINGLE} {word}")
    assert () == game.calls
    assert "Nobody can call keep-running" in why(game, "call:keep-running")


@pytest.mark.parametrize(
    "words",
    [
        "blue2 red8 hit white5 blue8 ball:1B",
        "blue2 red8 hit white5 blue8 ball:2B white1 to:6",
        "blue2 red10 red2 hit white1 blue2 ball:1B",
    ],
)
def test_only_a_batter_safe_at_first_has_a_hit(words: str) -> None:
    """D45: put out at first he has none; safe there, though the ball is elsewhere, he has."""
    game = play(words)
    assert 1 - game.outs == game.hits.away
