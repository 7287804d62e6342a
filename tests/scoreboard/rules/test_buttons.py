"""The scorer's buttons: D54 and D55."""

from __future__ import annotations

from collections.abc import Callable
from typing import get_args

import pytest
from support.english import due
from support.law import claims, holds
from support.rules import play, why

from scoreboard.rules import Game
from scoreboard.rules.diamante.buttons import MEANINGS
from scoreboard.rules.events import Button

LAW = """
D54: ball is a ball: BALL: a ball, the pitch that was to be swung at included; it opens no chase (D15).
    set:runners=12,balls=2,strikes=1 press:ball | phase=pitch balls=3 strikes=1 outs=0 chase=False
    ... press:ball | runners=12+6
    set:runners=12,balls=2,strikes=1 blue3 press:ball | phase=pitch balls=3 strikes=1 outs=0 chase=False
    ... press:ball | runners=12+6
D54: out is the batter's: OUT before a hit: the batter is out and the runners stay.
    set:runners=12,balls=2,strikes=1 press:out | phase=pitch balls=0 strikes=0 outs=1 runners=12
    set:runners=12,balls=2,strikes=1 blue3 press:out | phase=pitch balls=0 strikes=0 outs=1 runners=12
    set:runners=12,balls=2,strikes=1 blue3 red10 press:out | phase=pitch balls=0 strikes=0 outs=1 runners=12
D54: RUN before a pitch: the most advanced runner scores; with the bases empty, a run is added; the count stays.
    set:runners=12,balls=2,strikes=1 press:run | phase=pitch away=1 runners= hits.away=0 balls=2
    ... press:run | phase=pitch away=2 runners= hits.away=0
D54, D8: run button wins: a run is a run.
    set:inning=3,half=bottom press:run | winner=home
D54: out and run say what the chip said: in the toss, OUT is a catch and RUN a fair ball.
    set:runners=12,balls=2,strikes=1 blue3 red8 press:out | phase=pitch balls=0 strikes=0 outs=1 ball=Z8
    set:runners=12,balls=2,strikes=1 blue3 red8 press:run | phase=run
D54: out in a running turn is the runner in turn: he is out without a throw, and the next one runs.
    set:runners=12,balls=2,strikes=1 blue3 red8 hit press:out | phase=run balls=2 strikes=1 outs=1 due: the batter
D54: run in turn is the runner's: he scores, and the next one runs.
    set:runners=12,balls=2,strikes=1 blue3 red8 hit press:run | phase=run away=1 runners= hits.away=0
    ... press:run | phase=pitch away=2 runners= hits.away=1
D54: OUT during a throw is the lead stranded runner's, one after the other; when all are settled the play is over.
    set:runners=12,balls=2,strikes=1 blue3 red8 hit white3 white9 to:9 press:out | phase=throw away=0 runners=9
    ... | hits.away=1
    ... press:out | phase=pitch runners= outs=2 calls=
D54: run during a throw is the lead stranded runner: he scores; the throw is still due while another is between bases.
    set:runners=12,balls=2,strikes=1 blue3 red8 hit white3 white9 to:9 press:run | phase=throw away=1 runners=9
    ... | hits.away=1
    ... press:run | phase=pitch away=2 runners= hits.away=1
D54: batter ends a play with all on base: in a kept play, running or throwing.
    blue2 red8 hit white6 call:keep-running press:batter | phase=pitch runners=6 calls=
    blue2 red8 hit white6 call:keep-running hold press:batter | phase=pitch runners=6 calls=
    blue2 red8 hit white6 call:keep-running hold call:run_1B press:batter | phase=pitch runners=6 calls=
D54: out and run need a runner: with no runner in turn or between bases they are refused.
    blue2 red8 hit white6 call:keep-running press:out ! No runner is between bases
    ... hold press:out ! No runner is in turn. Reds: call a runner
    blue2 red8 hit white6 call:keep-running press:run ! No runner is between bases
    ... hold press:run ! No runner is in turn. Reds: call a runner
D54: OUT and RUN take the batter at the plate, too (D27): a - helmet's 1 left him there, and he is unsettled.
    [-...] blue2 red9 hit white1 | phase=throw runners=
    ... press:out | outs=1 phase=pitch
    [-...] blue2 red9 hit white1 press:run | away=1 phase=pitch
D54: OUT and RUN take the most advanced unsettled man: one pushed on his base before one between bases behind him.
    [...-] set:runners=6,helmets=3 blue2 red9 hit white1 white4 | runners=6+4
    ... press:out | runners=4
    [...-] set:runners=6,helmets=3 blue2 red9 hit white1 white4 press:run | away=1 runners=4
D55: next walks through the options: each press puts the next answer in effect, and round again.
    blue2 red8 hit white9 | options=6+9 runners=6
    ... press:next | options=6+9 runners=9 phase=throw
    ... press:next | runners=6
D55: next walks through targets: likewise where the ball goes.
    blue2 red8 hit white5 blue8 press:next | ball=2B outs=0
    ... press:next | ball=3B outs=0
    ... press:next | ball=HP outs=0
D55: next after a chosen out begins with the default: an answer that was not offered is followed by the first that is.
    blue2 red8 hit white9 to:9 blue8 ball:3B white10 | options=12+6 outs=0
    ... to:18 | outs=1
    ... press:next | runners=12 outs=0
D55: ok makes the one shown final: after OK the answer stands, and nothing is left to choose.
    blue2 red8 hit white9 press:next press:ok | runners=9 options=
    ... to:6 ! No runner has just thrown
D55, D32: ok confirms an only answer: an answer that was the only one offered is provisional too, until OK.
    set:runners=9 blue2 red8 hit white1 to:10 white10 press:ok to:10 ! No runner has just thrown
D55, D32: a game won on a default can be changed with next: the choice is open even after the end, until OK.
    set:inning=3,half=bottom,runners=14 red2 blue8 hit white10 | phase=over
    ... press:next | phase=run
    set:inning=3,half=bottom,runners=14 red2 blue8 hit white10 press:ok press:next ! over
"""


@claims(LAW)
def test_the_law(rows: list[str]) -> None:
    """Each claim of the list above, by its clause."""
    holds(rows)


PHASES = {
    "pitch": "set:runners=12,balls=2,strikes=1",
    "swing": "set:runners=12,balls=2,strikes=1 blue3",
    "homer": "set:runners=12,balls=2,strikes=1 blue3 red10",
    "toss": "set:runners=12,balls=2,strikes=1 blue3 red8",
    "run": "set:runners=12,balls=2,strikes=1 blue3 red8 hit",
    "throw": "set:runners=12,balls=2,strikes=1 blue3 red8 hit white3 white9 to:9",
}
"""Each phase with a man on second and a count of two and one."""

REFUSED = {
    ("swing", "run"),
    ("homer", "ball"),
    ("homer", "run"),
    ("toss", "ball"),
    ("toss", "strike"),
    ("run", "ball"),
    ("run", "strike"),
    ("run", "homerun"),
    ("run", "batter"),  # somebody is not on a base
    ("throw", "ball"),
    ("throw", "strike"),
    ("throw", "homerun"),
    ("throw", "batter"),
}


def at(phase: str) -> Game:
    """The game in that phase."""
    game = play(PHASES[phase])
    assert phase == game.phase
    return game


@pytest.mark.parametrize(("phase", "button"), sorted(REFUSED))
def test_a_button_without_a_meaning_is_refused(phase: str, button: str) -> None:
    """D54: the pairs that the table refuses change nothing, and the reason says what is due instead."""
    game = at(phase)
    assert why(game, f"press:{button}")


def test_every_other_pair_of_the_table_means_something() -> None:
    """D54: six phases by six buttons; what is not refused is there."""
    buttons = [button for button in get_args(Button) if button not in {"next", "ok", "undo", "redo"}]
    meant = {(phase, button) for phase in PHASES for button in buttons} - REFUSED
    assert meant | {("run", "batter"), ("throw", "batter")} == set(MEANINGS)


Seen = Callable[[Game], tuple[object, ...]]


def count(game: Game) -> tuple[object, ...]:
    """Phase, balls, strikes, outs."""
    return (game.phase, game.balls, game.strikes, game.outs)


def score(game: Game) -> tuple[object, ...]:
    """Phase, runs, runners, hits."""
    return (game.phase, game.away, game.runners, game.hits.away)


@pytest.mark.parametrize("phase", ["pitch", "swing", "homer"])
def test_strike_is_a_strike(phase: str) -> None:
    """D54: STRIKE: called or swinging, and the third is an out."""
    game = play("press:strike", at(phase))
    assert ("pitch", 2, 2, 0) == count(game)
    assert ("pitch", 0, 0, 1) == count(play("press:strike", game))


@pytest.mark.parametrize("phase", ["pitch", "swing", "homer", "toss"])
def test_homerun_is_a_home_run(phase: str) -> None:
    """D54: HOMERUN: everyone scores, and it is a hit (D22, D45)."""
    assert ("pitch", 2, (), 1) == score(play("press:homerun", at(phase)))


@pytest.mark.parametrize("phase", ["pitch", "swing", "homer", "toss"])
def test_batter_is_a_new_batter(phase: str) -> None:
    """D54: BATTER: a clear count; the old batter is not out."""
    game = play("press:batter", at(phase))
    assert (("pitch", 0, 0, 0), (12,), True) == (count(game), game.runners, game.fresh)


def test_batter_changes_nothing_for_a_fresh_one() -> None:
    """D54: pressed again, or before anything has happened to the one at bat, nothing changes."""
    game = play("press:out")
    assert game == play("press:batter", game)


def test_batter_changes_nothing_for_the_first_of_a_half() -> None:
    """D54: nothing has happened since he came up, whatever the other side did."""
    half = play("press:out press:out blue7 press:out")
    assert ("bottom", half) == (half.half, play("press:batter", half))


@pytest.mark.parametrize("words", ["press:run", "set:outs=1"])
def test_batter_is_a_new_one_once_something_has_happened(words: str) -> None:
    """D54: a pressed RUN and a correction have happened since he came up."""
    game = play(f"press:out {words}")
    assert game.at_bat != play("press:batter", game).at_bat


@pytest.mark.parametrize(
    ("button", "words"), [("ok", ""), ("ok", "blue3"), ("next", ""), ("next", "blue2 red8 hit white3")]
)
def test_with_nothing_to_choose_they_are_refused(button: str, words: str) -> None:
    """D55: without a throw to answer, or for NEXT with one answer only, the reason says what is due."""
    game = play(words)
    assert why(game, f"press:{button}").startswith("There is nothing to")
    assert why(game, f"press:{button}").endswith(due(game))


@pytest.mark.parametrize("button", ["undo", "redo"])
def test_the_past_is_not_the_laws_business(button: str) -> None:
    """D55: undo and redo belong to the history; asked of the law alone, they are refused."""
    assert button.upper() in why(play(), f"press:{button}")
