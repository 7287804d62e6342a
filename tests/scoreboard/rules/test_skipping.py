"""He stays, and the white die was the next runner's: D27, D32 and D55 (`skip` right after a white die)."""

from __future__ import annotations

import pytest
from support.law import claims, holds
from support.rules import play, why

from scoreboard.rules import Game

LAW = """
D27: after a white die the man on second is held there, and the batter runs with the die that seemed to be his.
    set:runners=12 blue2 red9 hit white4 | runners=16 options=16+skip awaits=white
    ... skip | runners=12+4 options= phase=throw awaits=blue
D27: several may stay one after the other: of two men who need not run both stay, and the die was the batter's.
    set:runners=18+12 blue2 red9 hit white4 | runners=22+12 options=22+skip
    ... skip | runners=18+16 options=16+skip
    ... skip | runners=18+12+4 options=
    ... press:next | runners=22+12 options=22+skip
D27, D32: once he is held, a move is the next runner's, from the state before the die.
    set:runners=12 blue2 red9 hit white9 skip to:9 | runners=12+9 options=6+9
    ... to:21 ! can go to first base or 3 steps short of second base
D27: where the die cannot have been another's, a skip is that of the runner in turn.
    set:runners=20+12 blue2 red8 hit white1 skip | diamante.choice=None due: the batter
D27, D32: only right after a white die; after a stated move, or NEXT, a skip is about the runner in turn.
    set:runners=18+12 blue2 red9 hit white4 to:22 | runners=22+12 options=22+skip
    ... skip | runners=22+12 due: the batter
    set:runners=18+12 blue2 red9 hit white4 press:next press:next press:next | runners=22+12 options=22+skip
    ... skip | runners=22+12 due: the batter
D27: after ok a skip is the next runner's: once the run is final, a skip is about the runner in turn.
    set:runners=18+12 blue2 red9 hit white4 press:ok skip | runners=22+12 awaits=white
D27, D32: the man on third who ran into the ball at home for the third out had stayed.
    set:runners=18,outs=2 blue2 red10 red2 hit white6 | half=bottom options=24+skip
    ... skip | half=top outs=2 runners=18+6
D27, D32: the winning run had stayed on third, and the game is not over.
    set:inning=3,half=bottom,runners=18 red2 blue8 hit white6 | over=True home=1
    ... skip | over=False home=0 runners=18+6
D27, D28: a 0 leaves him where he is, and the die may still have been the batter's, who counts it otherwise.
    [...-] set:runners=12,helmets=3 blue2 red9 hit white1 | runners=12 options=12+skip
    ... skip | runners=12+1 options=
"""


@claims(LAW)
def test_the_law(rows: list[str]) -> None:
    """Each claim of the list above, by its clause."""
    holds(rows)


HELD = "set:runners=12 blue2 red9 hit white4"
"""A man on second who need not run, and a white die that was thrown for the batter."""
THREE = "set:runners=18+12 blue2 red9 hit white4"
"""Two men who need not run, and the batter."""


def shown(game: Game) -> tuple[tuple[int, ...], tuple[int | str, ...]]:
    """Where everybody is, and what else the die can come to."""
    return game.runners, game.options


def test_next_walks_each_runners_answers_in_turn() -> None:
    """D27, D55: he is held after his own answers, and after those of the next one it is the first one's turn again."""
    game = play("set:runners=12 blue2 red9 hit white9")
    walk = [shown(game := play("press:next", game)) for _ in range(5)]
    assert ((18,), (18, 21, "skip")) == shown(play("set:runners=12 blue2 red9 hit white9"))
    assert [
        ((21,), (18, 21, "skip")),
        ((12, 6), (6, 9)),
        ((12, 9), (6, 9)),
        ((18,), (18, 21, "skip")),
        ((21,), (18, 21, "skip")),
    ] == walk


@pytest.mark.parametrize(
    "words",
    [
        "set:runners=6 blue2 red9 hit white9",
        "set:runners=9 blue2 red9 hit white9",
        "set:runners=12 blue2 red9 hit white4 white9",
    ],
    ids=["pushed", "between bases", "the last one"],
)
def test_who_must_run_or_is_the_last_cannot_have_stayed(words: str) -> None:
    """D27: a pushed man and one between bases must run, and after the last one no runner is left to have thrown."""
    options = play(words).options
    assert (True, False) == (len(options) > 1, "skip" in options)


@pytest.mark.parametrize("words", ["", "blue3", "blue3 red8", f"{HELD} white4", "blue2 red8 hit white6"])
def test_skip_without_a_runner_is_refused(words: str) -> None:
    """D27: the refusal says that no runner can be skipped now."""
    assert "No runner can be skipped now" in why(play(words), "skip")
