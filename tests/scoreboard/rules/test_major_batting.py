"""Major League at the plate: what helmets add and take away, and the bunt. D5, D16 to D21, D24, D25, D28."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from support.english import due
from support.law import claims, holds
from support.rules import MAJOR, major, play, why

from scoreboard.commentary import facts_of
from scoreboard.language import ENGLISH
from scoreboard.rules import HouseRules, start
from scoreboard.rules.events import Die
from scoreboard.rules.house_rules import MAJOR as MAJOR_HOUSE

LAW = """
D16: against a 5, a 5 is a hit for a + helmet, a foul for a plain one and a miss for a - helmet.
    [+...] blue5 red5 | phase=toss
    [....] blue5 red5 | phase=pitch
    [-...] blue5 red5 | phase=pitch
D16, D19: hit zone is the modified number: a + helmet's 6 is a hit to zone 7.
    [+...] blue5 red6 hit | ball=Z7
D16, D18: the modified number is compared: a + helmet's 4 against a 5 is a foul, so with two strikes the count stays.
    [+...] set:strikes=2 blue5 red4 | strikes=2 outs=0
D16: a pitch of 7 is a strike for every batter, and a 7 from zone 8 falls short for every team.
    [+...] blue7 | strikes=1
    [-...] blue7 | strikes=1
    [+...] blue2 red7 hit white1 blue7 | ball=Z1
D17: - helmet's one is a strike: there is nothing below it to be hit.
    [-...] blue2 red1 | strikes=1 phase=pitch
D20: a + helmet's ten is a home run at once: eleven leaves the stadium without a second throw.
    [+...] set:runners=12 blue9 red10 | phase=pitch away=2 hits.away=1 runners=
D20: modified ten is rethrown: modified, it is exactly ten.
    [+...] blue9 red9 | phase=homer
D20: a - helmet's ten is a nine: the modifier comes first (ruling): a hit to zone 9, and a foul against a pitch of 9.
    [-...] blue8 red10 | diamante.zone=9 phase=toss
    [-...] blue9 red10 | strikes=1 phase=pitch
D16: a helmet changes the run: a white 4 takes a + helmet five steps and a - helmet three.
    [+...] blue2 red8 hit white4 | runners=5
    [....] blue2 red8 hit white4 | runners=4
    [-...] blue2 red8 hit white4 | runners=3
D24, D16: a - helmet's 4 bunts to zone 3 against a pitch of 8, as in the manual; so does a + helmet's 2.
    [-...] blue8 call:bunt red4 | phase=run ball=Z3
    [+...] blue8 call:bunt red2 | phase=run ball=Z3
D25: bunt of eleven is missed: no home run comes of a bunt.
    [+...] blue8 call:bunt red10 | strikes=1 away=0
D25: a missed bunt can be the third strike: unlike a foul, also where it equals the pitch.
    [....] set:strikes=2 blue4 call:bunt red4 | outs=1
D24: a bunt is for one pitch: the next pitch is swung at unless another bunt is called.
    [....] blue5 call:bunt red2 blue5 red8 | phase=toss
D24: a correction of the count leaves the bunt called: what was said aloud is not unsaid by the scorer.
    [....] blue5 call:bunt set:strikes=1 red3 | phase=run
D45: a safe bunt is a hit: a bunt is a ball in play like any other.
    [....] blue5 call:bunt red3 white6 | hits.away=1
D20: ruled so, its 9 is a hit against a pitch of 9, too, and no foul; no other swing of it is.
    [-...; minus_ten_is_hit=true] blue9 red10 | phase=toss diamante.zone=9
    [-...] blue9 red10 | strikes=1
    [-...; minus_ten_is_hit=true] blue8 red9 | strikes=1
    [....; minus_ten_is_hit=true] blue9 red10 | phase=homer
    [-...; minus_ten_is_hit=true] blue9 call:bunt red10 | strikes=1
"""


@claims(LAW)
def test_the_law(rows: list[str]) -> None:
    """Each claim of the list above, by its clause."""
    holds(rows)


PLUS, PLAIN, MINUS = "+ . . .", ". . . .", "- . . ."


def test_a_team_has_four_helmets_in_dugout_order() -> None:
    """D5: unless the set-up names others: +, plain, plain, - (ruling)."""
    game = start(MAJOR)
    assert ("+", ("", "", "-")) == (game.batter, game.dugout)
    assert ("-", ("+", "", "")) == (major(lineup="- + . .").batter, major(lineup="- + . .").dugout)


@pytest.mark.parametrize(
    ("value", "phase", "zone"), [(8, "toss", 9), (9, "pitch", 0), (10, "pitch", 0), (1, "toss", 2)]
)
def test_a_plus_helmet_homers_with_a_nine_or_a_ten(value: int, phase: str, zone: int) -> None:
    """D21: the second throw is modified as well; any other is a hit to that zone."""
    game = major(f"blue9 red9 red{value}", PLUS)
    assert (phase, zone, int(phase == "pitch")) == (game.phase, game.diamante.zone, game.away)


def test_a_minus_helmet_that_swings_a_second_time_may_miss() -> None:
    """D17, D21: there is no zone 0. The scorer put the half right between two swings, so another helmet swings."""
    away, home = replace(MAJOR.away, lineup=("-", "", "", "+")), replace(MAJOR.home, lineup=("", "+", "", "-"))
    words = "set:half=bottom red2 blue10 set:half=top red1"
    before = play(words.removesuffix(" red1"), start(replace(MAJOR, away=away, home=home)))
    game = play("red1", before)
    assert ("homer", "pitch", 1) == (before.phase, game.phase, game.strikes)
    sentences = ENGLISH(facts_of(before, Die(color="red", value=1), game))
    assert "Reds swing 1. With the \u2212 helmet that counts 0. Strike one." == sentences


def test_a_minus_helmets_one_goes_nowhere() -> None:
    """D28: zero: he stays, his turn is spent, and the play goes on with the fielders' throw."""
    game = major("blue2 red8 hit white1", MINUS)
    assert ("throw", (), 1) == (game.phase, game.runners, len(game.men))
    assert "With a 1, the batter stays." == why(game, "to:3")
    assert ("throw", (12,)) == (
        major("set:runners=12 blue2 red8 hit white1 white3 to:3", ". . . -").phase,
        major("set:runners=12 blue2 red8 hit white1 white3 to:3", ". . . -").runners[:1],
    )


def test_runner_staying_on_a_zero_may_be_put_out() -> None:
    """D28, D37: pushed to first and still at the plate, he is out when the ball comes there."""
    game = major("blue2 red8 hit white1 blue8", MINUS)
    assert ("1B", 1, "pitch") == (game.diamante.choice.chosen if game.diamante.choice else None, game.outs, game.phase)


def test_a_house_may_have_other_modifiers() -> None:
    """D16: what a helmet adds is the house's to change, and no throw counts less than nothing."""
    assert 0 == HouseRules(minus=-3).modified("-", 2)


def test_the_sentence_names_the_helmets_power() -> None:
    """D16: whoever throws for a + or - helmet is told what it does in this house."""
    assert "Reds: the pitch is a 5. Swing higher than 5 to hit it. The + helmet adds 1." == due(major("blue5", PLUS))
    assert due(major("blue2 red8 hit", MINUS)).endswith("for the batter. The \u2212 helmet takes 1 away.")
    assert due(major("blue5 red9", PLUS)).endswith("again: 10 or more is a home run. The + helmet adds 1.")
    assert not due(major("blue2 red8 hit", MINUS, replace(MAJOR_HOUSE, minus=0))).endswith("away.")
    much = major("blue5", PLUS, replace(MAJOR_HOUSE, plus=4))
    assert due(much).endswith("Swing higher than 5 to hit it. The + helmet adds 4.")


@pytest.mark.parametrize(("value", "ball"), [(1, "Z1"), (3, "Z3"), (5, "Z5")])
@pytest.mark.parametrize("pitch", [2, 3, 5, 9])
def test_a_good_bunt_goes_to_its_zone_without_a_toss(pitch: int, value: int, ball: str) -> None:
    """D24: 1, 3 or 5, below the pitch or equal to it: the ball lies there and the batter runs."""
    game = major(f"blue{pitch} call:bunt red{value}", PLAIN)
    assert ("run", ball) == (game.phase, game.ball)


@pytest.mark.parametrize("value", [2, 4, 6, 7, 8, 9, 10])
def test_any_other_bunt_is_a_strike(value: int) -> None:
    """D25: a 10 included, and one that equals the pitch."""
    game = major(f"blue4 call:bunt red{value}", PLAIN)
    assert (1, "pitch", ()) == (game.strikes, game.phase, game.runners)


def test_a_bunt_is_called_once_before_the_swing() -> None:
    """D24: after a pitch that must be swung at, and only then."""
    assert () == major().calls
    assert ("bunt",) == major("blue5").calls
    bunting = major("blue5 call:bunt")
    assert ((), "Bunt with a 1, 3 or 5" in due(bunting)) == (bunting.calls, True)
    assert "cannot" not in why(bunting, "call:bunt")
    assert "Nobody can call bunt" in why(play("blue5"), "call:bunt")


def test_major_league_is_the_amateur_law_with_more_in_it() -> None:
    """D52: both levels are values of one type: without helmets and calls, Major League is Amateur."""
    assert replace(MAJOR_HOUSE, lineup=(), plus=0, minus=0, bunt=False, steal=False, tag_up=False) == HouseRules(
        tag=True, extra_throws=True
    )
