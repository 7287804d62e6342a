"""What counts for a batter and a runner, as scorekeepers have it."""

from __future__ import annotations

import pytest
from msgspec import structs
from support.box import box, boxed, counted
from support.rallybird import LAID, at_bat, rally
from support.rules import read
from support.scoring import SETUP

from scoreboard.rules.events import End, RulesName
from scoreboard.rules.house_rules import Rulings

FOUR: RulesName = "four-dice"
DICE: RulesName = "dice-baseball"
MAJOR: RulesName = "diamante-major"
LAST = "inning=9,half=bottom"

RUN = {"r": 1, "rbi": 1}
HOMER = {"h": 1, "hr": 1, "r": 2, "rbi": 2}

COUNTED: dict[str, tuple[RulesName, str, dict[str, int]]] = {
    # runs batted in
    "hit": (FOUR, "set:runners=18 roll:1234", {"h": 1, "r": 1, "rbi": 1}),
    "walk with the bases loaded": (FOUR, "set:balls=3,runners=18+12+6 roll:2213", {"bb": 1, "r": 1, "rbi": 1}),
    "hit by pitch with the bases loaded": (FOUR, "set:runners=18+12+6 roll:2221", {"hbp": 1, "r": 1, "rbi": 1}),
    "wild pitch": (FOUR, "set:runners=18 roll:1122", {"r": 1}),
    "ball four on a wild pitch": (FOUR, "set:balls=3,runners=18 roll:1122", {"bb": 1, "r": 1}),
    "strike three on a wild pitch": (FOUR, "set:strikes=2,runners=18 call:hit-and-run roll:1122", {"k": 1, "r": 1}),
    "balk": (FOUR, "set:runners=18 call:balk", {"r": 1}),
    "run while two are put out": (FOUR, "set:runners=18+6 roll:1236", {"r": 1}),
    "run on a ground out": (FOUR, "set:runners=18 roll:1236", {"r": 1, "rbi": 1}),
    "pressed run": (FOUR, "set:runners=18 press:run", {"r": 1}),
    # sacrifices
    "fly with a run": (FOUR, "set:runners=18 roll:1456", {"r": 1, "sf": 1, "rbi": 1}),
    "fly without one": (FOUR, "set:runners=12 roll:1456", {}),
    "bunt that moves a runner": (FOUR, "set:runners=6 call:bunt roll:1236", {"sh": 1}),
    "bunt that scores one": (FOUR, "set:runners=18 call:bunt roll:1236", {"sh": 1, "r": 1, "rbi": 1}),
    "bunt that moves nobody": (FOUR, "set:runners=18 call:bunt roll:1123", {}),
    "sacrifice of the table": ("two-dice", "set:runners=6 roll:23", {"sh": 1}),
    "sacrifice with nobody on": ("two-dice", "roll:23", {}),
    "sacrifice fly of the table": (DICE, "set:runners=18 roll:56", {"r": 1, "sf": 1, "rbi": 1}),
    "sacrifice fly that scores nobody": (DICE, "set:runners=6 roll:56", {}),
    "sacrifice fly that is the third out": (DICE, "set:runners=18,outs=2 roll:56", {}),
    # fielder's choice
    "force-out": (DICE, "set:runners=6 roll:23", {"fc": 1}),
    "force-out with first base open": (DICE, "set:runners=12 roll:23", {}),
    # stealing
    "two steal": (FOUR, "set:runners=12+6 call:steal roll:1123 roll:6", {"sb": 2}),
    "one of two is caught": (FOUR, "set:runners=12+6 call:steal roll:1123 roll:1", {"cs": 1}),
    "steals second unthrown": (FOUR, "set:runners=18+6 roll:1133", {"sb": 1}),
    "one of two caught for the third out": (FOUR, "set:runners=12+6,outs=1 roll:1111", {"k": 1, "cs": 1}),
    "caught on a strikeout": (FOUR, "set:runners=6 roll:1111", {"k": 1, "cs": 1}),
    "picked off": (FOUR, "set:runners=6 call:steal roll:1111", {"k": 1}),
    "picked off for the third out": (FOUR, "set:runners=6,outs=2 call:steal roll:1111", {}),
    # appeals
    "hit that the appeal brings": (FOUR, "call:bunt roll:3456 call:appeal roll:1", {"h": 1}),
    "run that it brings": (FOUR, "set:runners=6 call:bunt roll:4444 call:appeal press:out", HOMER),
    "bunt that stands": (FOUR, "set:runners=6 call:bunt roll:3456 call:appeal roll:6", {"sh": 1}),
    # a hit that wins the game
    "triple that brings in the man on third": (DICE, f"set:{LAST},runners=18 roll:34", {"h": 1, "r": 1, "rbi": 1}),
    "triple that brings in the man on second": (
        DICE,
        f"set:{LAST},runners=12 roll:34",
        {"h": 1, "2b": 1, "r": 1, "rbi": 1},
    ),
    "triple that brings in the second of two": (
        DICE,
        f"set:{LAST},away=1,runners=18+6 roll:34",
        {"h": 1, "3b": 1, "r": 2, "rbi": 2},
    ),
    "home run": (DICE, f"set:{LAST},runners=18 roll:11", HOMER),
    "triple that ties": (DICE, f"set:{LAST},away=1,runners=18 roll:34", {"h": 1, "3b": 1, "r": 1, "rbi": 1}),
    # no batters
    "ones": ("three-dice", "roll:123 roll:111", {}),
}  # fmt: skip


@pytest.mark.parametrize(("rules", "words", "expected"), COUNTED.values(), ids=COUNTED.keys())
def test_dice_are_scored(rules: RulesName, words: str, expected: dict[str, int]) -> None:
    """Of the side that bats."""
    score = boxed(rules, words)
    assert expected == counted(score.home if LAST in words else score.away)
    assert score.away.proof.holds
    assert score.home.proof.holds


PLAIN = structs.replace(
    SETUP,
    away=structs.replace(SETUP.away, lineup=("", "", "", "")),
    home=structs.replace(SETUP.home, lineup=("", "", "", "")),
)
IN_PLAY: dict[str, tuple[str, dict[str, int]]] = {
    "single with a run": ("set:runners=18 blue2 red7 hit white6 white6", {"h": 1, "r": 1, "rbi": 1}),
    "run on an out at first": ("set:runners=18 blue2 red7 hit white6 white1 blue9", {"r": 1, "rbi": 1}),
    "run on a double play": ("set:runners=18+6 blue2 red7 hit white6 white1 white1 blue9 white1 blue5", {"r": 1}),
    "run on two outs that were no force": (
        "set:runners=18+12 blue2 red7 hit white6 white3 white1 blue9 press:out",
        RUN,
    ),
    "run on a hit that puts out two": (
        "set:runners=18+12+6 blue2 red7 hit white6 white1 white1 white6 blue9 white1 blue5",
        {"h": 1, "r": 1, "rbi": 1},
    ),
    "bunt that moves a runner": ("set:runners=6 blue8 call:bunt red3 white6 white1 blue9", {"sh": 1}),
    "bunt that scores one": ("set:runners=18 blue8 call:bunt red3 white6 white1 blue9", {"sh": 1, "r": 1, "rbi": 1}),
    "bunt that moves nobody": ("set:runners=18 blue8 call:bunt red3 skip white1 blue9", {}),
    "bunt with two outs": ("set:runners=6,outs=2 blue8 call:bunt red3 white6 white1 blue9", {}),
    "bunt for a hit": ("set:runners=6 blue8 call:bunt red3 white6 white6", {"h": 1}),
    "bunt for a hit, and out beyond first": (
        "set:runners=6 blue8 call:bunt red3 white10 to:16 white9 to:9 blue1 white2 to:18 press:out",
        {"h": 1},
    ),
    "steal": ("set:runners=6 blue7 call:steal white6", {"sb": 1}),
    "steal of home": ("set:runners=18 blue7 call:steal white3 blue1 white3", {"r": 1, "sb": 1}),
    "steal let go": ("set:runners=6 blue7 call:steal skip", {}),
    "caught stealing": ("set:runners=6 blue7 call:steal white3 press:out", {"cs": 1}),
    "caught after a throw that was held": (
        "set:runners=6 blue7 call:steal white3 blue5 ball:2B white1 white9 to:17",
        {"cs": 1},
    ),
    "caught stealing for the third out": ("set:runners=6,outs=2 blue7 call:steal white3 press:out", {"cs": 1}),
    "one of two is caught": ("set:runners=12+6 blue7 call:steal white6 white3 press:out", {"cs": 1}),
    "steal after a strikeout": ("set:runners=6,strikes=2 blue7 call:steal white6", {"k": 1, "sb": 1}),
    "tag-up with a run": ("set:runners=18 blue2 red7 caught call:tag-up white6", {"r": 1, "rbi": 1, "sf": 1}),
    "tag-up without one": ("set:runners=12 blue2 red7 caught call:tag-up white6", {}),
    "two runs on a tag-up": (
        "set:runners=18+12 blue2 red7 caught call:tag-up white6 white10 to:22 blue1 white2",
        {"r": 2, "rbi": 2, "sf": 1},
    ),
    "walk chased away": ("set:balls=3,runners=18+12+6 blue1 red2", {}),
}


@pytest.mark.parametrize(("words", "expected"), IN_PLAY.values(), ids=IN_PLAY.keys())
@pytest.mark.untraced
def test_plays_of_many_lines_are_scored(words: str, expected: dict[str, int]) -> None:
    """In Diamante, when they are over."""
    away = boxed(MAJOR, words, PLAIN).away
    assert expected == counted(away)
    assert away.proof.holds
    by_helmet = [{stat: number for stat, number in line.stats.items() if number} for line in away.batting]
    assert away.stats["pa"] == sum(line.get("pa", 0) for line in by_helmet)


def test_bases_are_taken_off_where_the_winning_run_ends_the_game() -> None:
    """Where the house plays the last inning out, he has all that he reached, also if he is out farther on."""
    played_out = structs.replace(PLAIN, house=Rulings(walk_off=False))
    words = "set:inning=3,half=bottom,outs=2,runners=18 red2 blue7 hit white6 white9 to:9 red1 white5 to:14 press:out"
    assert {"h": 1, "2b": 1, "r": 1, "rbi": 1} == counted(boxed(MAJOR, words, played_out).home)


@pytest.mark.parametrize(
    ("words", "hit"),
    [
        ("runners=18 red2 blue7 hit white6", {}),
        ("runners=18 red2 blue7 hit white4 white9 to:9 red1 white2", {}),
        ("runners=18 red2 blue7 hit white4 white9 to:9 red1 white1 white3 red1 ball:1B white1", {}),
        ("runners=12 red2 blue7 hit white10 to:22 white9 to:9 red1 white1 white3 red1 ball:1B white1", {"2b": 1}),
        ("away=1,runners=18 red2 blue7 hit white6 white9 to:9 red1 white10 to:19 red1 ball:1B white5", {"hr": 1}),
    ],
)
def test_a_hit_of_diamante_that_wins_has_the_bases_of_the_run(words: str, hit: dict[str, int]) -> None:
    """Counted from where the winning run stood when the ball was hit; a home run round the bases stays one."""
    home = boxed(MAJOR, f"set:inning=3,half=bottom,{words}", PLAIN).home
    runs = 1 + hit.get("hr", 0)
    assert {"h": 1, "r": runs, "rbi": runs} | hit == counted(home)


def test_a_game_given_up_during_an_appeal_ends_no_hit() -> None:
    """It is not the run on that hit that has won."""
    words = "set:half=bottom,runners=18 call:hit-and-run roll:5551 call:appeal"
    lines = (*map(read, words.split()), End(why="forfeit", winner="home"))
    assert 1 == box(*lines, setup=structs.replace(SETUP, rules=FOUR)).home.stats["2b"]


def test_a_sacrifice_fly_is_his_who_hit_it() -> None:
    """He was out before the runner ran; the run is the runner's."""
    first, *others = boxed(MAJOR, "set:runners=18 blue2 red7 caught call:tag-up white6", PLAIN).away.batting
    assert {"pa": 1, "sf": 1, "rbi": 1} == {stat: number for stat, number in first.stats.items() if number}
    assert [1] == [line.stats["r"] for line in others if line.stats["r"]]


RALLY: dict[str, tuple[str, dict[str, int]]] = {
    "single": (at_bat("Single", "66"), {"h": 1}),
    "fielder's choice": (f"set:runners=6 {at_bat('Ground', '21')}", {"fc": 1}),
    "fly with a run": (f"set:runners=18 {at_bat('Fly', '34')}", {"r": 1, "rbi": 1, "sf": 1}),
    "squeeze": (f"set:runners=18 {at_bat('Squeeze', '44')}", {"r": 1, "rbi": 1, "sh": 1}),
    "steal": (f"set:runners=6 {at_bat('Steal 2B', '66')}", {"sb": 1}),
    "caught stealing": (f"set:runners=6 {at_bat('Steal 2B', '11')}", {"cs": 1}),
    "caught for the third out": (f"set:runners=6,outs=2 {at_bat('Steal 2B', '11')}", {"cs": 1}),
    "walk": (at_bat("Take", "66"), {"bb": 1}),
    "struck out": (at_bat("Take", "11"), {"k": 1}),
    "walk on purpose": ("call:intentional-walk", {"bb": 1}),
    "rolled again": (
        f"set:inning=9,home=3,runners=6 {at_bat('Homer', '66')} call:rallybird roll:11",
        {},
    ),
}


@pytest.mark.parametrize(("words", "expected"), RALLY.values(), ids=RALLY.keys())
def test_cards_are_scored(words: str, expected: dict[str, int]) -> None:
    """R4, R8: by what a card came to."""
    setup = rally("", options=("rallybird", "intentional-walk")).setup
    away = boxed("rallybird", words.replace("GLOVES", LAID), setup).away
    assert expected == counted(away)
    assert away.proof.holds


@pytest.mark.parametrize(("away", "hit"), [(0, {}), (1, {"2b": 1})])
def test_a_hit_of_rallybird_that_wins_has_the_bases_of_the_run(away: int, hit: dict[str, int]) -> None:
    """A double that brings in the man on third is a single, if the game is not tied by it."""
    words = f"set:inning=9,half=bottom,away={away},runners=18 {at_bat('Double', '66')}".replace("GLOVES", LAID)
    assert {"h": 1, "r": 1, "rbi": 1} | hit == counted(boxed("rallybird", words, rally("").setup).home)


def test_a_runner_who_begins_the_next_half_inning_has_not_moved() -> None:
    """A steal that ended the half before did not succeed, though a runner is on again."""
    setup = structs.replace(rally("").setup, house=Rulings(extra_runner=True))
    words = f"set:inning=10,outs=2,runners=6 {at_bat('Steal 2B', '11')}".replace("GLOVES", LAID)
    score = boxed("rallybird", words, setup)
    assert {"cs": 1} == counted(score.away)
    assert (1, True) == (score.home.proof.added, score.home.proof.holds)


def test_a_plate_appearance_is_an_at_bat_or_says_why_not() -> None:
    """Walks, batters hit and sacrifices are no at-bats; a fielder's choice is one."""
    for words, at_bats in (
        ("set:balls=3 roll:2213", 0),
        ("roll:2221", 0),
        ("set:runners=18 roll:1456", 0),
        ("set:runners=6 call:bunt roll:1236", 0),
        ("roll:1236", 1),
    ):
        stats = boxed(FOUR, words).away.stats
        assert (1, at_bats) == (stats["pa"], stats["ab"])
    assert 1 == boxed(DICE, "set:runners=6 roll:23").away.stats["ab"]
