"""What a line made happen: the facts that the play by play, the notes and the box share."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace
from support.games import moments, setup
from support.rules import MAJOR, play, read

from scoreboard.commentary.counts import roll_name
from scoreboard.language import language
from scoreboard.rules import RULE_SETS, apply, start
from scoreboard.rules.events import PARK, Call, Roll, RulesName
from scoreboard.scorebook import BASES_OF, Happened, what_happened


def happened(words: str, rules: RulesName = "diamante-major") -> Happened:
    """What the last of these lines made happen."""
    *earlier, last = words.split()
    before = play(" ".join(earlier), start(replace(MAJOR, rules=rules)))
    return what_happened(before, read(last), apply(before, read(last)))


NAMES = {
    "blue1": "ball",
    "set:balls=3 blue1": "walk",
    "blue7": "strike",
    "set:strikes=2 blue7": "strikeout",
    "set:strikes=2 blue1 red3": "strikeout",
    "set:strikes=1 blue1 red3": "strike",
    "set:inning=3,half=bottom,balls=3,runners=18+12+6 red1": "walk",
    "set:strikes=2 blue3 red6 hit white5 call:keep-running hold blue7": "strike",
    "blue3": "",
    "blue8 red7": "foul",
    "blue9 red7": "strike",
    "blue3 red9": "ten",
    "blue3 red6": "fly",
    "blue3 red9 red9": "homerun",
    "blue3 red9 red4": "fly",
    "set:at_bat=3 blue3 red1": "strike",
    "blue3 call:bunt red2": "bunt",
    "blue3 call:bunt red3": "strike",
    "blue3 red6 hit": "fair",
    "blue3 red6 caught": "caught",
    "blue3 red6 press:out": "caught",
    "blue3 red6 press:run": "fair",
    "blue3 red6 press:homerun": "homerun",
    "press:ball": "ball",
    "set:strikes=2 press:strike": "strikeout",
    "press:out": "out",
    "press:run": "run_added",
    "set:runners=6 press:run": "",
    "blue3 red6 hit white5": "",
    "blue3 red6 hit white4 blue9": "",
    "press:batter": "",
}


@pytest.mark.parametrize(("words", "name"), NAMES.items())
def test_each_line_has_its_name(words: str, name: str) -> None:
    """As the play by play tells it; a die for running or throwing has none."""
    assert name == happened(words).name


def test_the_zone_is_where_the_ball_is_hit_or_caught() -> None:
    """A fly, a bunt and a catch have one; a fair ball has been hit before."""
    zones = ("blue3 red6", "blue3 call:bunt red2", "blue3 red6 caught", "blue3 red6 hit")
    assert [7, 3, 7, 0] == [happened(words).zone for words in zones]


def test_who_is_put_out_on_the_path() -> None:
    """By a throw, into an out, or by button; by force where he had to make room."""
    forced = happened("set:runners=6 blue3 red6 hit white2 white1 blue9").put_out
    assert forced is not None
    assert (7, True) == (forced.place, forced.pushed)
    tagged = happened("set:runners=12 blue7 call:steal white4 blue9").put_out
    assert tagged is not None
    assert (15, False) == (tagged.place, tagged.pushed)
    between = happened("set:runners=18+6 blue7 call:steal skip white4 press:out").put_out
    assert between is not None
    assert 9 == between.place
    into_the_ball = happened("set:runners=18 blue7 call:steal white9").put_out
    assert into_the_ball is not None
    assert 18 == into_the_ball.place
    for words in ("set:runners=6 blue7 call:steal press:out", "set:runners=6 blue7 call:steal white2 press:out"):
        pressed = happened(words).put_out
        assert pressed is not None
        assert pressed.place in {6, 7}
    assert None is happened("set:runners=6 blue7 call:steal white6").put_out
    assert None is happened("press:out").put_out


@pytest.mark.parametrize("rules", [*RULE_SETS, PARK])
def test_every_play_has_a_phrase(rules: RulesName) -> None:
    """Whatever a roll is called in whole games by lot, the play by play has words for it."""
    names, before = set[str](), start(first := setup(rules, 9))
    for line, after in moments(first, Random(3)):  # noqa: S311 - lots for a test
        names |= {what_happened(before, line, after).name} if isinstance(line, Roll) else set()
        before = after
    counted = {"ball", "walk", "foul"}
    assert [] == [name for name in names - counted if not language("en").has(roll_name(name).key, "sentence")]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("rules", [PARK, *(rules for rules in RULE_SETS if not rules.startswith("diamante"))])
@pytest.mark.untraced
def test_each_play_adds_up(rules: RulesName, seed: int) -> None:
    """Whoever came up, or was added, scored, was put out, or stands on a base more than before; a hit is credited."""
    before = start(first := setup(rules, 3))
    for line, after in moments(first, Random(seed)):  # noqa: S311 - lots for a test
        what = what_happened(before, line, after)
        if before.signs.low_high != "appeal" and line != Call(call="rallybird"):
            assert what.hit == (what.result in BASES_OF)
            assert what.ended or (
                what.came_up + what.unbatted == what.runs + what.outs + len(after.men) - len(before.men)
            )
            assert rules == "three-dice" or what.runs == len(what.scored)
        before = after
