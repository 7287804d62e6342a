"""The pitch, the walk and the chase: D12 to D15."""

from __future__ import annotations

import pytest
from support.law import claims, holds
from support.rules import play, why

LAW = """
D12: a one or a ten is a ball: a pitch of 1 or 10 is a ball, and the fielders pitch again.
    blue1 | balls=1 strikes=0 phase=pitch awaits=blue
    blue10 | balls=1 strikes=0 phase=pitch awaits=blue
D12: a walk moves only the chain: on four balls a runner moves one base only where the chain from first pushes him.
    blue1 blue10 blue1 blue10 | runners=6 balls=0 strikes=0 away=0
    set:runners=6 blue1 blue10 blue1 blue10 | runners=12+6 balls=0 strikes=0 away=0
    set:runners=12 blue1 blue10 blue1 blue10 | runners=12+6 balls=0 strikes=0 away=0
    set:runners=18 blue1 blue10 blue1 blue10 | runners=18+6 balls=0 strikes=0 away=0
    set:runners=12+6 blue1 blue10 blue1 blue10 | runners=18+12+6 balls=0 strikes=0 away=0
    set:runners=18+6 blue1 blue10 blue1 blue10 | runners=18+12+6 balls=0 strikes=0 away=0
D12: a walk with the bases full scores: with the bases full, ball four brings the man on third home.
    set:runners=18+12+6,balls=3 blue1 | away=1 runners=18+12+6
D13: a seven is a called strike: a pitch of 7 is a strike without a swing.
    blue7 | strikes=1 phase=pitch
D13: three strikes are an out: the third strike is an out, and the next batter has a clear count.
    blue1 blue7 blue7 blue7 | outs=1 balls=0 strikes=0 phase=pitch
D15: a chased ball is a strike whatever the die shows: the batter's die after a ball makes it a strike instead.
    blue1 blue10 | chase=True
    ... red1 | balls=1 strikes=1 chase=False
    blue1 blue10 red6 | balls=1 strikes=1 chase=False
    blue1 blue10 red10 | balls=1 strikes=1 chase=False
D15: a chased third strike is an out: with two strikes, the chase puts the batter out.
    blue7 blue7 blue1 red4 | outs=1 balls=0 strikes=0
D15: a chased third strike can end the half: a third strike so made is an out like any other, the third out included.
    set:outs=2,strikes=2 blue1 red4 | half=bottom outs=0 phase=pitch awaits=red
D15: ball four chased goes back to three balls and a strike, the bases as they were and the run off the board.
    set:runners=18+12+6,balls=3 blue10 | away=1 chase=True
    ... red2 | away=0 runners=18+12+6 balls=3 strikes=1
D15: a chased walk with two strikes is an out: the walk is taken back even where the strike is the third.
    set:balls=3,strikes=2 blue1 red1 | outs=1 runners= balls=0 strikes=0
D15: the pitch closes the window of the one before, so a chase takes back the last ball only.
    blue1 blue1 red5 | balls=1 strikes=1
D15: a refused line leaves the chase open: only an accepted line closes the window.
    blue1 red5 | strikes=1
D15: the end of the game closes the chase: a walk that wins the game cannot be chased any more.
    set:inning=3,half=bottom,runners=18+12+6,balls=3 red1 | over=True winner=home chase=False
"""


@claims(LAW)
def test_the_law(rows: list[str]) -> None:
    """Each claim of the list above, by its clause."""
    holds(rows)


@pytest.mark.parametrize("value", [2, 3, 4, 5, 6, 8, 9])
def test_any_other_pitch_must_be_swung_at(value: int) -> None:
    """D14: the batter's die is due, and no second pitch is taken instead."""
    game = play(f"blue{value}")
    assert ("swing", "red") == (game.phase, game.awaits)
    assert str(value) in why(game, "blue3")


@pytest.mark.parametrize("word", ["blue1 red5", "press:strike", "press:batter", "set:outs=1"])
def test_any_other_line_closes_the_chase(word: str) -> None:
    """D15: a chase, a press or a correction in between, and the batter's die is out of turn."""
    game = play(f"blue1 {word}")
    assert not game.chase
    assert "nothing to swing at" in why(game, "red5")


@pytest.mark.parametrize("before", ["", "blue7", "press:ball", "blue3 press:ball"])
def test_nothing_else_can_be_chased(before: str) -> None:
    """D15: a die after a called strike, a pressed ball, or before any pitch changes nothing."""
    game = play(before)
    assert not game.chase
    assert "nothing to swing at" in why(game, "red5")
