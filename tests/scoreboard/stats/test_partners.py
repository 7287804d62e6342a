"""Partners' batting: each has his own, and the runners whom he batted on base (D53)."""

from __future__ import annotations

import pytest
from msgspec import structs
from support.box import PARTNERS, boxed

from scoreboard.rules.events import RulesName
from scoreboard.stats.box_score import TeamBox

MAJOR: RulesName = "diamante-major"
DICE: RulesName = "dice-baseball"
WALK = "set:balls=3 press:ball"
OUTS = "press:out press:out press:out"


def batting(team: TeamBox) -> dict[str, dict[str, int]]:
    """What each player has, without the noughts and what every plate appearance has."""
    return {
        each.name: {stat: number for stat, number in each.stats.items() if number and stat not in {"pa", "ab"}}
        for each in team.players
    }


SLAM = ({"bb": 2, "h": 1, "hr": 1, "r": 3, "rbi": 4}, {"bb": 1, "r": 1})
"""Of Ana and of Leo, whom she batted in and who was out before her."""
ANA_AND_LEO: dict[str, tuple[RulesName, str, dict[str, int], dict[str, int]]] = {
    "in turn": (DICE, "roll:24 roll:25 roll:24", {"k": 2}, {"h": 1}),
    "run of a runner": (DICE, "roll:25 roll:11", {"h": 1, "r": 1}, {"h": 1, "hr": 1, "r": 1, "rbi": 2}),
    "his own run on his partner's hit": (
        DICE,
        "roll:25 roll:25 roll:25 roll:34",
        {"h": 2, "r": 2},
        {"h": 2, "3b": 1, "r": 1, "rbi": 3},
    ),
    "run of who took the place of one forced out": (
        DICE,
        "roll:25 roll:23 roll:34",
        {"h": 2, "3b": 1, "rbi": 1},
        {"fc": 1, "r": 1},
    ),
    "steal": (MAJOR, f"{WALK} blue7 call:steal white6", {"bb": 1, "sb": 1}, {}),
    "caught stealing": (MAJOR, f"{WALK} blue7 call:steal white2 press:out", {"bb": 1, "cs": 1}, {}),
    "stealer of Four-Dice": ("four-dice", f"{WALK} roll:1133 roll:6", {"bb": 1, "sb": 1}, {}),
    "sacrifice fly": (
        MAJOR,
        f"{WALK} set:runners=18 blue2 red7 caught call:tag-up white6",
        {"bb": 1, "r": 1},
        {"sf": 1, "rbi": 1},
    ),
    "hit on the path": (MAJOR, "press:out set:runners=18 blue2 red7 hit white7 white7", {}, {"h": 1, "r": 1, "rbi": 1}),
    "helmets that change places": (
        MAJOR,
        f"{WALK} {WALK} {WALK} press:out press:homerun",
        *SLAM,
    ),
    "walk that pushes one home": (
        MAJOR,
        f"{WALK} {WALK} {WALK} {WALK} press:homerun",
        {"bb": 2, "h": 1, "hr": 1, "r": 3, "rbi": 4},
        {"bb": 2, "r": 2, "rbi": 1},
    ),
    "one helmet for two": (
        MAJOR,
        "set:runners=23+22+21 set:balls=3 press:ball set:strikes=2 blue7",
        {"bb": 1},
        {"k": 1},
    ),
    "the next inning": (
        DICE,
        f"roll:25 roll:24 roll:24 roll:24 {OUTS} roll:11",
        {"h": 1, "k": 1},
        {"k": 2, "h": 1, "hr": 1, "r": 1, "rbi": 1},
    ),
}


@pytest.mark.parametrize(("rules", "words", "ana", "leo"), ANA_AND_LEO.values(), ids=ANA_AND_LEO)
def test_each_partner_has_a_line(rules: RulesName, words: str, ana: dict[str, int], leo: dict[str, int]) -> None:
    """What he did at bat, and what became of the runner whom he batted on base."""
    assert {"Ana": ana, "Leo": leo} == batting(boxed(rules, words, PARTNERS).away)


def test_helmets_may_change_places_when_the_play_is_over() -> None:
    """The batter is out at first, and then the others go back to their bases."""
    setup = structs.replace(PARTNERS, away=structs.replace(PARTNERS.away, lineup=("", "", "-", "")))
    out = "blue2 red8 hit white1 white1 white1 white2 blue9 ball:1B"
    words = f"{WALK} {WALK} {WALK} {out} white1 to:18 white1 to:12 press:homerun"
    ana, leo = SLAM
    assert {"Ana": ana, "Leo": leo} == batting(boxed(MAJOR, words, setup).away)


def test_a_team_without_players_has_no_lines_by_player() -> None:
    """One of a single player has his, and two of one name have one together."""
    assert () == boxed(DICE, "roll:25").away.players
    for players in (("Ana",), ("Ana", "Ana")):
        setup = structs.replace(PARTNERS, away=structs.replace(PARTNERS.away, players=players))
        assert {"Ana": {"h": 2, "r": 2, "hr": 1, "rbi": 2}} == batting(boxed(DICE, "roll:25 roll:11", setup).away)


def test_a_ball_that_was_hit_is_his_who_was_at_bat() -> None:
    """Also where it is known only with the next pitch what it was."""
    team = boxed(MAJOR, "blue2 red8 hit white6 blue2 red7 caught", PARTNERS).away
    zones = {each.name: {zone: (count.hits, count.outs) for zone, count in each.zones.items()} for each in team.players}
    assert {"Ana": {9: (1, 0)}, "Leo": {7: (0, 1)}} == zones
