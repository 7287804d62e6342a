"""Major League in the field: low throws from a base, tens, and tags. D36, D41 to D43."""

from __future__ import annotations

from msgspec.structs import replace
from support.law import claims, holds
from support.rules import major, play

from scoreboard.rules import Game, HouseRules
from scoreboard.rules.house_rules import MAJOR as MAJOR_HOUSE

LAW = """
D36: a one from a base goes to the pitcher or a step: the pitcher by default, or one step along the path, either way.
    [....] blue2 red8 hit white8 to:8 blue8 ball:2B white1 to:9 blue1 | ball=Z1 options=Z1+11+13
    ... ball:13 | ball=13
D36, D42: a one from home goes a step either way: the path is a ring: beside home lie the first step and the last.
    [....] blue2 red8 hit white8 to:8 blue8 ball:HP white1 to:9 blue1 | options=Z1+1+23
D36: a one from a step likewise: from step 13 to the pitcher, or to 12 or 14.
    [....] blue2 red8 hit white8 to:8 blue8 ball:2B white1 to:9 blue1 ball:13 white1 to:10 blue1 | options=Z1+12+14
    ... ball:12 | ball=2B
D39: from a step the throw is compulsory: only on a base may the ball be kept.
    [....] blue2 red8 hit white8 to:8 blue8 ball:2B white1 to:9 blue1 ball:13 white1 to:10 hold ! must be thrown
    ... | due: Blues: throw from 5 steps short of third base. You need 2 or more.
D41: the man from first is out at second and the batter at first: the manual's double play.
    [....] set:runners=6 blue2 red5 hit white3 to:9 white3 to:3 blue10 | ball=2B phase=throw outs=1 runners=3
    ... | due: or hold the ball
    ... blue6 | outs=2 phase=pitch runners=
D41: tens earn throw after throw: three outs on three throws, the runners' turn skipped: a triple play.
    [....] set:runners=12+6 blue2 red5 hit white3 to:15 white3 to:9 white3 to:3 blue10 blue10 | outs=2 phase=throw
    ... | runners=3
    ... blue2 | half=bottom
D41: pitcher's ten earns one too: wherever the ball was thrown from.
    [....] set:runners=6 blue2 red5 hit white3 to:9 white3 to:3 blue2 white1 to:10 white1 to:4 blue10 | phase=throw
    ... | ball=2B
D41: a nine earns none: the runners' turn comes.
    [....] set:runners=6 blue2 red5 hit white3 to:9 white3 to:3 blue9 | phase=run
D41: no throw with no runner unsettled: the play is over with the last of them.
    [....] blue2 red5 hit white3 blue10 | phase=pitch outs=1 ball=Z1
D41, D33: with no runner to put out the ten is the fielders' throw, and then the runners join by call.
    [....] blue2 red8 hit white6 call:keep-running blue10 | phase=run calls=run_1B+new-batter
D41: a follow up below two: to the pitcher, or one step of a tag; then the runners' turn comes.
    [....] set:runners=6 blue2 red5 hit white3 to:9 white3 to:3 blue10 blue1 | ball=Z1 options=Z1+11+13 phase=run
D41, D39: a follow up may be held: the ball stays on the base, and the white die says so by itself.
    [....] set:runners=6 blue2 red5 hit white3 to:9 white3 to:3 blue10 hold | ball=2B outs=1
    [....] set:runners=6 blue2 red5 hit white3 to:9 white3 to:3 blue10 white1 | ball=2B outs=1
D41, D35: a restated ten still earns its throw: to another base, and the follow-up is due from there.
    [....] set:runners=6 blue2 red5 hit white3 to:9 white3 to:3 blue10 ball:1B | phase=throw ball=1B outs=1 runners=9
D41: amateur has no extras: they are Major League's.
    set:runners=6 blue2 red5 hit white3 to:9 white3 to:3 blue10 | phase=run
D42: a tag meets the first runner between bases: he is out, and the ball stays there, whatever is left of the throw.
    [....] blue2 red8 hit white8 to:8 blue8 ball:2B white1 to:9 blue8 ball:9 | outs=1 runners= phase=pitch
    [....] set:runners=6 blue2 red5 hit white3 to:9 white3 to:3 blue8 ball:3B white1 to:10 white1 to:4 blue8 ball:10
    ... | ball=10 runners=4
D42: ball is tagged home: the ball is at 24, home plate.
    [....] blue2 red8 hit white7 to:7 blue8 ball:3B white1 to:8 blue8 ball:24 | ball=HP
D42: runners on bases are safe from a tag: carried over second and beyond, the ball puts out no runner who stands there.
    [....] set:runners=12 blue2 red8 hit skip white9 to:9 blue8 ball:3B white1 to:10 blue8 ball:10 | outs=1 runners=12
D42, D37: tag on a base puts out the pushed runner: from home the ball is carried to first before the batter is there.
    [-...] blue2 red8 hit white1 blue8 ball:HP white1 blue6 ball:6 | outs=1 runners=
D42, D43: a ten to third by name earns another throw, a ten carried there earns none.
    [....] blue2 red8 hit white7 to:7 blue8 ball:2B white1 to:8 blue10 ball:3B | phase=throw ball=3B
    [....] blue2 red8 hit white7 to:7 blue8 ball:2B white1 to:8 blue10 ball:18 | phase=run ball=3B
D43: tagged ten is no throw: the runners' turn comes.
    [....] blue2 red8 hit white8 to:8 blue8 ball:2B white1 to:9 blue10 ball:22 | phase=run ball=22
D30: ball on a step puts out: the ball's place may be a step.
    [....] blue2 red8 hit white8 to:8 blue8 ball:2B white1 to:9 blue1 ball:11 white1 | runners=8
    [....] blue2 red8 hit white8 to:8 blue8 ball:2B white1 to:9 blue1 ball:11 white2 to:11 | outs=1
D32: the ball on a step before the base ahead bars the way as one on the base does; one behind does not.
    [....] blue2 red8 hit white8 to:8 blue8 ball:2B white1 to:9 blue1 ball:11 white2 | runners=7
D42: a tag from a zone is refused: only with the ball on a base or step.
    [....] blue2 red8 hit white3 blue8 ball:3 ! = The ball can go to first base, second base, third base or home plate.
D35: the default throw is to the base of the most advanced pushed man, though a tag would reach one as well.
    [....] set:runners=6 blue2 red5 hit white3 to:9 white3 to:3 blue10 | ball=2B outs=1
D35: the ball on second is too far from him, so it goes to the base ahead of him, or behind if it lies there.
    [....] blue2 red8 hit white8 to:8 blue8 ball:2B white1 to:9 blue2 | ball=1B
    [....] blue2 red8 hit white8 to:8 blue8 ball:HP white1 to:9 blue2 | ball=2B
D36: a 1 carries the ball one step into the runner beside it; else it goes to the pitcher.
    [....] blue2 red8 hit white10 to:10 blue8 ball:2B white1 to:11 blue1 | runners= outs=1 options.0=11
    [....] blue2 red8 hit white9 to:9 blue8 ball:2B white1 to:10 blue1 | ball=Z1 outs=0
D36: low throw from a zone: from a zone nothing is carried.
    [....] blue2 red8 hit white3 blue7 | ball=Z1 options=
    ... ball:5 ! too low
    [....] blue2 red9 hit white3 blue8 ball:5 ! An 8 is too low
"""


@claims(LAW)
def test_the_law(rows: list[str]) -> None:
    """Each claim of the list above, by its clause."""
    holds(rows)


PLAIN = ". . . ."


def beyond_first(step: int = 9, ball: str = "2B", house: HouseRules | None = None) -> Game:
    """The batter stopped on that step past first, ran one on, and the fielders throw from that base."""
    return major(f"blue2 red8 hit white{step - 1} to:{step - 1} blue8 ball:{ball} white1 to:{step}", PLAIN, house)


def test_a_throw_from_a_step_costs_two() -> None:
    """D34: and any of the four bases may be chosen."""
    game = play("blue1 ball:13 white1 to:10 blue2", beyond_first())
    assert {"1B", "2B", "3B", "HP"} <= set(game.options)


def test_tag_goes_either_way_and_stops_on_a_base() -> None:
    """D42: 4 from second: forward to 16; back it meets the runner on 9, so nothing lies beyond."""
    assert (9, 16) == tags_of(play("blue4", beyond_first()))
    assert 16 == play("blue4 ball:16", beyond_first()).ball


def test_a_tag_reaches_no_farther_than_its_number() -> None:
    """D42: a runner three steps away is not met by a 2, nor a base six steps away stopped on with a 5."""
    assert (10, 14) == tags_of(play("blue2", beyond_first()))
    assert (9, 17) == tags_of(play("blue5", beyond_first()))


def tags_of(game: Game) -> tuple[int, ...]:
    """The places among the options."""
    return tuple(option for option in game.options if isinstance(option, int))


def test_a_tag_may_stop_on_a_base_it_reaches() -> None:
    """D42: 8 from second goes to 20 or stops on third (ruling)."""
    assert (9, 18, 20) == tags_of(play("blue8", beyond_first()))
    game = play("blue8 ball:18", beyond_first())
    assert "3B" == game.ball


def test_a_house_may_let_tags_run_their_full_number() -> None:
    """D42: the ruling on stopping is the house's to change."""
    house = replace(MAJOR_HOUSE, tag_stops_on_bases=False)
    assert (9, 20) == tags_of(play("blue8", beyond_first(house=house)))


def test_the_path_is_a_ring() -> None:
    """D42: from third 8 goes over home, written 24, to the second step."""
    assert (2, 10, 12, 24) == tags_of(play("blue8", beyond_first(8, "3B")))


def test_the_batter_at_the_plate_is_safe_from_a_tag() -> None:
    """D42: a ball carried past home does not meet him."""
    game = major("blue2 red8 hit white1 blue8 ball:HP white1 blue3", "- . . .")
    assert (3, 21) == tags_of(game)
    assert (3, 0) == (play("ball:3", game).ball, play("ball:3", game).outs)


def test_tag_meets_the_pushed_batter() -> None:
    """D42: he is between bases like any other."""
    assert (3, 18) == tags_of(major("blue2 red10 red2 hit white3 to:3 blue6", PLAIN))


def test_amateur_carries_nothing() -> None:
    """D42: tags are Major League's."""
    game = play("blue2 red8 hit white9 to:9 blue8 ball:2B white1 to:10 blue5")
    assert () == tags_of(game)


def test_default_is_the_tag_that_puts_out_the_lead_runner() -> None:
    """D35: no runner is pushed, and the ball is carried to the runner between bases (fig. H.2), who is out."""
    game = play("blue8", beyond_first())
    assert ((), 1, 9) == (game.runners, game.outs, game.diamante.choice and game.diamante.choice.chosen)
    two = play(
        "white9 to:21 white9 to:9 blue8 ball:2B white1 to:22 white1 to:10",
        major("set:runners=12 blue2 red8 hit", PLAIN),
    )
    assert (22, 10) == two.runners
    assert ((10,), 1) == (play("blue10", two).runners, play("blue10", two).outs)
    assert ((22,), 1) == (play("blue9", two).runners, play("blue9", two).outs)
