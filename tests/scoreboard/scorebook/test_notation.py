"""What a scorekeeper writes down."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace
from support.games import moments, setup
from support.rules import SETUP, play, read

from scoreboard.rules import Game, apply, start
from scoreboard.scorebook import notation, outs_made

NOTES = {
    # counted
    "set:strikes=2 roll:1123": "K",
    "set:strikes=2 roll:3312": "ꓘ",
    "set:strikes=2 call:take roll:1234": "ꓘ",
    "set:strikes=2 call:bunt roll:1235": "K",
    "set:strikes=2 roll:1235": "",
    "set:strikes=1 roll:1123": "",
    "set:balls=3 roll:2213": "BB",
    "set:balls=2 roll:2213": "",
    "roll:2221": "HBP",
    "call:bunt roll:6666": "HBP",
    "set:balls=2,runners=6 roll:1122": "WP",
    "set:balls=3,runners=6 roll:1122": "WP BB",
    "set:inning=9,half=bottom,balls=3,runners=18 roll:1122": "WP",
    "set:strikes=2,runners=6 call:hit-and-run roll:1122": "K WP",
    "call:balk": "BK",
    # hits
    "roll:1234": "1B",
    "roll:2345": "1B",
    "roll:3456": "1B",
    "roll:6651": "1B",
    "roll:6654": "1B",
    "roll:3334": "1B",
    "call:hit-and-run roll:1236": "1B",
    "roll:5566": "2B",
    "roll:4444": "HR",
    "roll:4445": "2B",
    "roll:5551": "2B",
    "roll:6661": "2B",
    "roll:2222": "2B",
    "roll:3333": "3B",
    "call:hit-and-run roll:1111": "HR",
    # outs
    "roll:1236": "G",
    "set:runners=6 roll:1236": "G DP",
    "set:runners=6,outs=2 roll:1236": "G",
    "roll:1456": "F",
    "set:runners=18 roll:1456": "F SAC",
    "set:runners=18,outs=2 roll:1456": "F",
    "set:runners=18 roll:4441": "F SAC",
    "set:runners=18 call:steal roll:4441": "F",
    "roll:3364": "IF",
    "set:runners=6 call:steal roll:3364": "IF DP",
    "roll:1112": "IF",
    "roll:3331": "IF",
    "set:runners=12+6 roll:3331": "IF TP",
    "set:runners=12+6,outs=1 roll:3331": "IF DP",
    "set:runners=12 call:steal roll:3331": "G DP",
    "set:runners=6 call:steal roll:3331": "IF",
    "set:runners=12+6 call:hit-and-run roll:3356": "IF TP",
    "roll:2266": "IF",
    "set:runners=6 roll:2266": "",
    "call:bunt roll:1236": "G B",
    "set:runners=6 call:bunt roll:1236": "SAC B",
    "set:runners=6,outs=2 call:bunt roll:1236": "G B",
    "set:runners=18 call:bunt roll:1123": "G B",
    # on the bases
    "roll:1111": "K",
    "set:runners=6 roll:1111": "K CS DP",
    "set:runners=6,outs=2 roll:1111": "K",
    "set:runners=6 call:take roll:1111": "ꓘ CS DP",
    "set:runners=6 call:steal roll:1111": "PO K",
    "set:runners=6,outs=2 call:steal roll:1111": "PO",
    "call:steal roll:1111": "K",
    "set:runners=18+6 roll:1133": "SB",
    "set:runners=18+6,strikes=2 roll:1133": "K SB",
    "set:runners=18+12 roll:1133": "",
    "set:runners=6 roll:1133 roll:1": "CS",
    "set:runners=6 roll:1133 roll:6": "SB",
    "set:runners=6 roll:2266 roll:1": "IF DP",
    "set:runners=6 roll:2266 roll:6": "1B",
    # appeals
    "call:bunt roll:3456 call:appeal roll:1": "1B",
    "call:bunt roll:3456 call:appeal roll:6": "",
    "call:bunt call:appeal roll:1": "",
    # buttons
    "set:balls=3 press:ball": "BB",
    "set:strikes=2 press:strike": "K",
    "press:homerun": "HR",
    "press:out": "",
    "press:run": "",
    "set:runners=6 roll:1133 press:out": "CS",
    "set:runners=6 roll:1133 press:run": "SB",
    "call:take": "",
    "set:outs=1": "",
}


def four(words: str) -> Game:
    """A game of four dice after those words."""
    return play(words, start(replace(SETUP, rules="four-dice")))


@pytest.mark.parametrize(("words", "notes"), NOTES.items())
def test_each_play_has_its_notes(words: str, notes: str) -> None:
    """By the list of the game, the last line of the words being the play."""
    *earlier, last = words.split()
    before = four(" ".join(earlier))
    assert notes == " ".join(notation(before, read(last), apply(before, read(last))))


def test_other_games_have_none_yet() -> None:
    """A home run of dice-baseball is told and not noted."""
    game = start(replace(SETUP, rules="dice-baseball"))
    assert () == notation(game, read("roll:11"), play("roll:11", game))


@pytest.mark.parametrize("seed", range(6))
def test_notes_agree_with_the_score(seed: int) -> None:
    """In whole games by lot: as many hits are noted as credited, and every out has a note."""
    first = setup("four-dice", 3)
    before = start(first)
    for line, after in moments(first, Random(seed)):  # noqa: S311 - lots for a test
        noted = set(notation(before, line, after))
        credited = after.hits.away + after.hits.home - before.hits.away - before.hits.home
        taken_back = before.low_high == "appeal"
        assert taken_back or len(noted & {"1B", "2B", "3B", "HR"}) == credited
        assert taken_back or bool(outs_made(before, after)) == bool(noted & OUTS)
        before = after


OUTS = {"K", "ꓘ", "G", "F", "IF", "CS", "PO", "SAC"}
"""A sacrifice is an out, too."""
