"""Major League on the path without a hit: steal and tag-up. D46 to D48."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from support.law import claims, holds
from support.rules import major, play

from scoreboard.rules import Game
from scoreboard.rules.house_rules import MAJOR as MAJOR_HOUSE

LAW = """
D46: a strike called, swinging, a missed bunt, a chase, a pressed one, or a third strike: the runners may steal.
    [....] set:runners=12 blue1 | calls=steal
    [....] set:runners=12 blue7 | calls=steal
    [....] set:runners=12 blue5 red3 | calls=steal
    [....] set:runners=12 blue5 call:bunt red8 | calls=steal
    [....] set:runners=12 blue1 red3 | calls=steal
    [....] set:runners=12 press:ball | calls=steal
    [....] set:runners=12 press:strike | calls=steal
    [....] set:runners=12 blue5 press:ball | calls=steal
    [....] set:runners=12 blue5 press:strike | calls=steal
    [....] set:runners=12 blue9 red10 press:strike | calls=steal
    [....] set:runners=12 set:strikes=2 blue7 | calls=steal
D46: no pitch, a foul (ruling), a walk, the third out, a pressed out, another line since, or a steal already.
    [....] set:runners=12 | calls!steal
    ... blue5 red5 | calls!steal
    [....] set:runners=12 set:strikes=2 blue5 red5 | calls!steal
    [....] set:runners=12 set:balls=3 blue1 | calls!steal
    [....] set:runners=12 set:balls=3 press:ball | calls!steal
    [....] set:runners=12 set:strikes=2,outs=2 blue7 | calls!steal
    [....] set:runners=12 press:out | calls!steal
    [....] set:runners=12 blue7 set:balls=1 | calls!steal
    [....] set:runners=12 blue7 call:steal skip | calls!steal
    [....] set:runners=12 blue5 red8 caught set:outs=0 press:batter | calls!steal
D46: the third out gives the other side no steal: not even in extra innings, where its runner is on second already.
    [+..-] set:inning=4,outs=2,strikes=2 blue7 | half=bottom runners=12 calls=
D46: empty bases no steal: a runner must be on.
    [+..-] blue7 | calls=
    ... call:steal ! Nobody can call steal
D46, D48: there is no stealing in amateur: steals and tag-ups are Major League's.
    set:runners=12 blue7 | calls=
    set:runners=12 blue2 red8 caught | calls=
D46: the ball goes home and the runners may throw: most advanced first, each of them or not; no runner is pushed.
    [....] set:runners=18+6 blue7 call:steal | ball=HP phase=run awaits=white
    ... | due: Reds: roll the white die for the runner on third base, or skip.
    ... skip white5 | phase=throw runners=18+11 strikes=1
D33, D46, D48: in the turn of a steal or a tag-up a runner throws or is skipped, and there is nothing to call.
    [....] set:runners=18+6 blue7 call:steal | calls=
    [....] set:runners=12 blue2 red8 caught call:tag-up | calls=
D46: steal is thrown from home: it costs 2 and may be held.
    [....] set:runners=12 blue7 call:steal white5
    ... | due: Blues: throw from home plate. You need 2 or more, or hold the ball.
    ... hold | phase=run ball=HP
D46, D42: the manual's steal: five from second; the ball to third; two back; and the tag meets him three steps on.
    [....] set:runners=12 blue7 call:steal white5 blue4 ball:3B white2 to:15 blue6 ball:15 | outs=1 runners= phase=pitch
    ... | strikes=1 ball=Z1
D46: after a steal the batter and the count stay: the pitch to the same batter is next (ruling).
    [+...] set:runners=12,balls=2 blue1 call:steal white6 | phase=pitch runners=18 balls=3 batter=+ ball=Z1 fresh=False
D46: steal after strike three is the new batter's: the strikeout brought him up, and he stays.
    [....] set:runners=12,strikes=2 blue7 call:steal white6 | phase=pitch outs=1 strikes=0 runners=18 fresh=True
D47: stealing home runs into the ball: with the ball on home, arriving there is an out, so it is not offered.
    [....] set:runners=18 blue7 call:steal white6 | outs=1 away=0 options=
D47: home is open once the ball has left: thrown to third behind him, the ball lets him in.
    [....] set:runners=18 blue7 call:steal white3 blue2 ball:1B white3 | away=1 phase=pitch
D33: a steal can be kept running; new-batter then ends the play, and the one at the plate stays.
    [....] set:runners=12 blue7 call:steal white6 call:keep-running hold | calls=run_3B+new-batter ball=HP
    ... call:new-batter | phase=pitch strikes=1
D7: third out on a steal: and the count goes with it.
    [....] set:runners=18,outs=2 blue7 call:steal white6 | half=bottom strikes=0 outs=0
D45: no hit on a steal: on a steal no player has batted.
    [....] set:runners=12 blue7 call:steal white6 | hits.away=0
D46, D33: a skipped steal ends at once, with everyone where he was, and the fielding die is the next pitch.
    [....] set:runners=12 blue7 call:steal skip | phase=pitch ball=Z1
    [....] set:runners=12 blue7 call:steal blue1 | balls=1 strikes=1
D54: batter ends a steal where all are safe: in a running turn BATTER ends the play; the one at the plate stays.
    [....] set:runners=12 blue7 call:steal press:batter | phase=pitch strikes=1 runners=12
D54, D46, D48: BATTER after a steal or a tag-up leaves the new batter: nothing has happened since he came up.
    [....] set:runners=12,strikes=2 blue7 call:steal white6 | phase=pitch outs=1 runners=18 at_bat=1
    ... press:batter | at_bat=1
    [....] set:runners=12 blue2 red7 caught call:tag-up white6 | phase=pitch outs=1 runners=18 at_bat=1
    ... press:batter | at_bat=1
D48: a tag up follows a catch: the runners may throw, and the fielders throw from the zone.
    [....] set:runners=12 blue2 red8 caught | calls=tag-up ball=Z8
    ... call:tag-up | phase=run ball=Z8 outs=1
    ... white4 blue7 white2 | phase=pitch runners=18
    [....] set:runners=12 blue2 red8 caught call:tag-up white4 | fresh=True
    ... | due: Blues: throw from zone 8. You need 8 or more.
D48: there is no tag up on the third out: fewer than three outs, and a runner on.
    [+..-] set:outs=2,runners=12 blue2 red8 caught | calls=
    [+..-] blue2 red8 caught | calls=
D48: a catch at the pitcher can be tagged up on: zone 1 is a zone, and the throw from there costs 1.
    [....] set:runners=12 blue2 red10 red1 caught | calls=tag-up ball=Z1
    ... call:tag-up white3 | due: Any number will do
D48: no runner is pushed on a tag up: with men on first and second each may stay.
    [....] set:runners=12+6 blue2 red8 caught call:tag-up skip skip | phase=pitch
    [....] set:runners=12+6 blue2 red8 caught call:tag-up | men.0.goal=0 men.1.goal=0
D48, D54: a pressed catch can be tagged up on: OUT in the toss is the chip's OUT.
    [....] set:runners=12 blue2 red8 press:out | calls=tag-up
D48: all may run on a tag up: each has his throw, and a run counts.
    [....] set:runners=18+12 blue2 red8 caught call:tag-up white6 white6 | phase=pitch away=1 runners=18 outs=1
D48: no tag-up without a catch: neither before the first pitch nor in the half after it, with men put on by hand.
    [....] set:runners=12 | calls=
    [....] set:outs=1 blue2 red8 caught press:out set:runners=12 | calls=
"""


@claims(LAW)
def test_the_law(rows: list[str]) -> None:
    """Each claim of the list above, by its clause."""
    holds(rows)


PLAIN = ". . . ."


def stealing(runners: str = "12", pitch: str = "blue7") -> Game:
    """A steal was called after that pitch with men on those places."""
    return major(f"set:runners={runners} {pitch} call:steal", PLAIN)


def caught(runners: str = "12", zone: int = 8) -> Game:
    """A fly ball to that zone was caught with men on those places."""
    return major(f"set:runners={runners} blue2 red{zone} caught", PLAIN)


def test_a_house_may_steal_after_a_foul() -> None:
    """D46: the ruling on dead balls is the house's to change."""
    house = replace(MAJOR_HOUSE, steal_after_foul=True)
    assert ("steal",) == major("set:runners=12,strikes=2 blue5 red5", PLAIN, house).calls


def test_a_house_may_bring_up_a_new_batter_after_a_steal() -> None:
    """D46: as the manual has it, the old one to the end of the dugout."""
    house = replace(MAJOR_HOUSE, steal_keeps_batter=False)
    game = major("set:runners=12 blue7 call:steal white6", "+ . - .", house)
    assert (0, "", ("-", "+")) == (game.strikes, game.batter, game.dugout)


@pytest.mark.parametrize("words", ["press:batter", "set:balls=1", "press:run", "set:balls=1 press:batter"])
def test_tag_up_until_the_next_pitch(words: str) -> None:
    """D48: other lines between do not close it."""
    assert ("tag-up",) == play(words, caught("18+12")).calls


@pytest.mark.parametrize(
    "words", ["blue7", "press:ball", "press:strike", "press:out", "press:homerun", "call:tag-up skip"]
)
def test_a_tag_up_is_over_with_the_next_pitch(words: str) -> None:
    """D48: thrown, pressed or with its outcome pressed; and it is called once a catch."""
    assert "tag-up" not in play(words, caught()).calls


def test_a_tag_up_keeps_the_next_batter_wherever_it_is_played() -> None:
    """D46, D48: where a steal costs the batter his turn, one to whom nothing was pitched yet has it still."""
    house = replace(MAJOR_HOUSE, steal_keeps_batter=False)
    game = major("set:runners=12 blue2 red8 caught call:tag-up skip", PLAIN, house)
    assert ("pitch", 1) == (game.phase, game.at_bat)


def test_a_house_may_let_runners_steal_after_a_walk() -> None:
    """D46: ruled so, ball four does not close it; ball four that is chased or that ends the game is as ever."""
    house = replace(MAJOR_HOUSE, steal_after_walk=True)
    assert ("steal",) == major("set:runners=6,balls=3 blue1", PLAIN, house).calls
    assert () == major("set:runners=6,balls=3 blue1", PLAIN).calls
    game = major("set:runners=6,balls=3 blue1 call:steal white6", PLAIN, house)
    assert ((18, 6), "HP") == (game.runners, game.ball)
    assert () == major("set:inning=3,half=bottom,runners=18+12+6,balls=3 red1", PLAIN, house).calls
