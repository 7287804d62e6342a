"""The order in which helmets bat: D9, D49 to D52. A line-up is distinguished by its signs: + - and plain."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from support.law import claims, holds
from support.rules import BLUES, REDS, SETUP, helmets, major, play

from scoreboard.rules import HouseRules, apply, start
from scoreboard.rules.events import Call, Press, Set

LAW = """
D50: the order after an inning: the runners most advanced first, the batter last: the manual's figure K.
    [+-..] set:balls=3 blue1 set:balls=3 blue1 set:outs=2 press:out | half=bottom dugouts.away=3+0+1+2
D50: a runner put out at third on a hit enters before the man still on second, and the batter last.
    [....] set:balls=3 blue1 set:balls=3 blue1 set:outs=2 blue2 red8 hit white3 to:15 white6 white6 blue8 ball:3B
    ... | half=bottom dugouts.away=3+0+1+2
D50: batter at bat on a runner's third out enters last: caught stealing: the thief, the man who stayed, then the batter.
    [+-..] set:balls=3 blue1 set:balls=3 blue1 set:outs=2 blue7 call:steal skip press:out | half=bottom
    ... | dugouts.away=3+1+0+2
D50: batter put out earlier is in the dugout: first the batter at first, then the runner he no longer pushes.
    [..-+] set:balls=3 blue1 set:outs=1 blue2 red8 hit white3 to:9 white3 to:3 blue8 ball:1B press:out | half=bottom
    ... | dugouts.away=2+3+1+0
D50: batter making the third out enters last: struck out, caught, or put out at first, with a man left on base.
    [+-..] set:balls=3 blue1 set:outs=2,strikes=2 blue7 | dugouts.away=2+3+0+1
    [+.-.] set:balls=3 blue1 set:outs=2 blue2 red8 caught | dugouts.away=2+3+0+1
    [..-+] set:balls=3 blue1 set:outs=2 blue2 red8 hit white6 white1 to:1 blue8 ball:1B | dugouts.away=2+3+0+1
D51: a tag up is run by the rotated helmets: it happens at once when the out is made.
    [+-..] set:balls=3 blue1 set:balls=3 blue1 set:balls=3 blue1 blue2 red8 caught call:tag-up white5 | runners.0=22
D51: a play that leaves the others on the bases rotates: the batter out at first, the three back on their bases.
    [....] set:balls=3 blue1 set:balls=3 blue1 set:balls=3 blue1 blue2 red8 hit white3 to:21 white3 to:15
    ... white3 to:9 white1 blue8 ball:1B white3 to:18 white3 to:12 white1 to:8 blue2 ball:HP white2 to:6 | outs=1
    ... | at_bat=0 runners=18+12+6 men.0.helmet=1 men.1.helmet=2 men.2.helmet=3
D51: no rotation on third out: it takes fewer than three outs.
    [+-..] set:balls=3 blue1 set:balls=3 blue1 set:balls=3 blue1 set:outs=2 press:out | half=bottom dugouts.away=0+1+2+3
D51, D54: a replaced batter does not rotate: BATTER is no out: the only one left bats again.
    [+-..] set:balls=3 blue1 set:balls=3 blue1 set:balls=3 blue1 blue7 press:batter | at_bat=3 men.0.helmet=0
    ... | men.1.helmet=1 men.2.helmet=2 strikes=0
D49: correction keeps the named players: the man on a place that is named stays; the others take the rest in order.
    [+-..] set:balls=3 blue1 set:balls=3 blue1 set:runners=18+6 | runners=18+6 men.0.helmet=0
    ... | men.1.helmet=1
    [+-..] set:balls=3 blue1 set:balls=3 blue1 set:runners=9+18 | runners=18+9 men.0.helmet=0
    ... | men.1.helmet=1
D49: man put on base comes from the dugout's end: a runner wrongly called out is there; one taken off goes there.
    [+-..] set:balls=3 blue1 press:run set:runners=6 | men.0.helmet=0 bench=2+3
D49: fewer runners than before go to the end: whom no place is left for is in the dugout.
    [+-..] set:balls=3 blue1 set:balls=3 blue1 set:runners=12 | men.0.helmet=0 bench=3+1
D49: same half moves no player: it says what is so already.
    [+-..] set:balls=3 blue1 blue7 set:half=top | runners=6 men.0.helmet=0 dugouts.away=2+3 dugouts.home=0+1+2+3
    ... | at_bat=1
D50: the half put right and back again: the batter of either side has had a pitch, and so enters last.
    [....] blue7 set:half=bottom set:half=top | dugouts.home=1+2+3+0
D49: corrected half changes its batter: the one on the path is the other side's batter.
    [....] blue2 red8 hit white3 set:half=bottom | at_bat=0 men.0.helmet=0
    [....] blue2 red8 hit white9 to:9 blue8 ball:2B set:half=bottom | at_bat=0 men.0.helmet=0
    [....] press:out blue2 red8 hit white3 set:half=bottom | at_bat=0 men.0.helmet=0
D49: more men than helmets change sides: the places stay taken, by three of the other dugout and its batter, lent out.
    [+-..] set:runners=20+15+9 set:balls=3 blue1 set:half=bottom | runners=20+15+9+6 bench= men.0.helmet=1
    ... | men.1.helmet=2 men.2.helmet=3 men.3.helmet=0 at_bat=0
D51: the batter is out with all others on the path, but one of them is on a step: no runner rotates.
    [+..-] set:runners=18+12+3 press:out | runners=18+12+3 outs=1 bench=
    ... | men.0.helmet=1 men.1.helmet=2 men.2.helmet=3 at_bat=0
D49: winning walk empties the plate: the batter stands on first, and in no other place.
    [+..-] set:inning=3,half=bottom,balls=3,runners=18+12+6 red1 | over=True runners=18+12+6 waiting=False
D49: the helmet nearest home bats: the first of the dugout is at bat, and the others wait in order.
    [+.-.] | lineup=+:.-.
D49: a runner put out goes to the end: behind whoever waits already; the batter on base is in no queue.
    [+-..] set:balls=3 blue1 set:balls=3 blue1 | lineup=.:. runners=12+6
    ... blue2 red8 hit press:out | lineup=.:.+
D49, D22: scorers enter in running order: a home run empties the bases in running order.
    [-+..] set:balls=3 blue1 set:balls=3 blue1 press:homerun | lineup=.:-+. away=3
D49, D12: a run walked in enters the dugout: the man from third is next in line behind nobody.
    [+-..] set:balls=3 blue1 set:balls=3 blue1 set:balls=3 blue1 set:balls=3 blue1 | lineup=+: runners=18+12+6 away=1
D49, D54: RUN between plays brings the lead runner to the end of the line; a run added moves no runner.
    [+-..] set:balls=3 blue1 press:run | lineup=-:..+
    [+-..] press:run | lineup=+:-..
D54: a replaced batter goes to the end: BATTER: he is not out, and it is the next one's turn.
    [+-..] blue7 press:batter | lineup=-:..+
D50: a house may let the batter enter before the runners: on the path he counts as a runner like any other.
    [..-+; third_out_batter_last=false] set:balls=3 blue1 set:outs=2 blue2 red8 hit white6 white1 to:1 blue8 ball:1B
    ... | dugouts.away=2+3+1+0
D50: a runner is put out tagging up before the first pitch to the next batter (ruling, the house's to change).
    [....] set:runners=12,outs=1 blue2 red8 caught | runners=12 men.0.helmet=3
    ... call:tag-up press:out | half=bottom dugouts.away=1+2+0+3
    [....; unmet_batter_leads=false] set:runners=12,outs=1 blue2 red8 caught | runners=12 men.0.helmet=3
    ... call:tag-up press:out | half=bottom dugouts.away=2+0+3+1
D50: order holds into next inning: who was to bat next, bats first.
    [+..-] press:out press:out press:out press:out press:out press:out | lineup=-:+..
D51: he takes first, each moves up one, and the one from third bats next; no run scores.
    [+-..] set:balls=3 blue1 set:balls=3 blue1 set:balls=3 blue1 press:out | lineup=+: runners=18+12+6 away=0 outs=1
    ... | men.0.helmet=1 men.1.helmet=2 men.2.helmet=3
D49: the other side's men stand on the same places, and its first in line bats.
    [+-..] set:balls=3 blue1 set:half=bottom | lineup=+:-. runners=6 dugouts.away=1+2+3+0
"""


@claims(LAW)
def test_the_law(rows: list[str]) -> None:
    """Each claim of the list above, by its clause."""
    holds(rows)


HOMER = "blue9 red10"
"""A + helmet's home run."""


@pytest.mark.parametrize("words", ["press:out", "set:strikes=2 blue7", "blue2 red7 caught", HOMER])
def test_out_or_home_goes_last(words: str) -> None:
    """D49: however he came there."""
    assert ". | - . +" == helmets(major(words, "+ . - ."))


def test_helmet_lent_out_twice_enters_once() -> None:
    """D49: three set between bases and walks put five men on the path; the third out brings them in as four helmets."""
    setting = Set(runners=(15, 12, 6), outs=2)
    balls = [Press(button="ball")] * 5
    game = major()
    for line in (setting, *balls, Call(call="steal"), Press(button="out")):
        game = apply(game, line)
    assert [0, 1, 2, 3] == sorted(game.dugouts.away)


def test_extras_begin_with_the_next() -> None:
    """D9: and the next in line at bat."""
    game = major("set:inning=3,half=bottom,outs=2 press:out", "+ - . .")
    assert (4, (12,), "- | . .") == (game.inning, game.runners, helmets(game))
    assert "+" == game.sign(game.men[0].helmet)


def test_in_amateur_the_order_is_kept_without_effect() -> None:
    """D52: whatever is painted on the helmets, the same lines lead to the same board."""
    words = "blue2 red8 hit white9 to:9 blue1 white3 press:out blue2 red8 caught set:runners=18+12+6 press:out"
    painted = replace(SETUP, away=replace(REDS, lineup=("+", "-", "+", "-")), home=replace(BLUES, lineup=("-",) * 4))
    plain, signed = play(words), play(words, start(painted))
    assert (None, None) == (signed.batter, signed.dugout)
    before = plain.finished and replace(plain.finished, setup=painted)
    assert replace(plain, setup=painted, finished=before) == signed


def test_a_correction_of_the_half_after_the_batter_is_out() -> None:
    """D49: he is in his dugout, and so is the one who takes his place."""
    words = "set:balls=3 blue1 blue2 red8 hit white3 to:9 white3 to:3 blue8 ball:1B set:half=bottom"
    game = major(words, ". . . .")
    assert ((3,), (1, 2, 0)) == (tuple(man.helmet for man in game.men), game.bench)


def test_more_men_than_helmets_break_nothing() -> None:
    """D49: three men set between bases and a walk: the last helmet is lent out twice, and enters the dugout once."""
    game = major("set:runners=20+15+9 set:balls=3 blue1 press:homerun", "+ - . .")
    assert 5 == game.away
    assert (0, 1, 2, 3) == tuple(sorted((*game.bench, game.at_bat)))


def test_a_half_put_right_keeps_the_running_order() -> None:
    """D26: the most advanced first, also where the house lets the batter pass a runner (D30)."""
    freely = HouseRules(passing_is_out=False)
    game = play("set:runners=12 blue2 red9 hit skip white10 to:10 blue1 white10 to:20 set:half=bottom", house=freely)
    assert sorted(game.runners, reverse=True) == list(game.runners)
    assert 12 < game.runners[0]


@pytest.mark.parametrize(
    "words", ["", "blue2 red8", "blue2 red8 hit", "blue2 red8 hit white3", "blue2 red8 hit white6"]
)
def test_a_half_put_right_leaves_each_helmet_one_place(words: str) -> None:
    """D49: on the path, at the plate or in the dugout, whatever was going on when the scorer put the half right."""
    for runners in ("", "set:runners=18 ", "set:runners=18+6 "):
        game = major(f"{runners}{words} set:half=bottom")
        plate = [game.at_bat] if game.waiting else []
        assert [0, 1, 2, 3] == sorted([*(man.helmet for man in game.men), *plate, *game.bench])
