"""The feeds: the game in a flat object and in a few lines of text."""

from __future__ import annotations

import msgspec
import pytest
from msgspec import structs
from support.pages import Board
from support.scoring import REDS, SETUP, SHORT_MAJOR

from scoreboard.message import message
from scoreboard.rules import RULE_SETS
from scoreboard.rules.events import Press, Set
from scoreboard.rules.history import begin
from scoreboard.web.state.view import Device
from scoreboard.web.watch.feed import Feed


def test_feed_is_flat() -> None:
    """Names, runs, inning, count, who is on which base: no value is a list or an object."""
    board = Board()
    board.play(Set(outs=1, away=2, runners=(14, 12, 6)), Press(button="strike"))
    feed = board.json("/api/feed.json")
    assert ("Reds", "red", 2, 1, "top") == tuple(
        feed[key] for key in ("away", "away_color", "away_runs", "inning", "half")
    )
    assert (0, 1, 1) == (feed["balls"], feed["strikes"], feed["outs"])
    assert (True, True, False, 3) == (feed["on_first"], feed["on_second"], feed["on_third"], feed["runners"])
    assert (7, 3, False, "") == (feed["game"], feed["number"], feed["over"], feed["batter"])
    assert [] == [value for value in feed.values() if isinstance(value, dict | list)]


@pytest.mark.parametrize("rules", sorted(RULE_SETS))
def test_feed_has_the_shape_that_is_described(rules: str) -> None:
    """Of every game."""
    feed = Board(begin(structs.replace(SETUP, rules=rules))).json("/api/feed.json")
    assert feed.keys() == msgspec.to_builtins(msgspec.convert(feed, Feed)).keys()


def test_feed_names_the_batter() -> None:
    """A player where partners play; else the helmet, in the asked language."""
    helmets, named = begin(SHORT_MAJOR), structs.replace(REDS, players=("Ana", "Leo"))
    batter = Board(helmets).json("/api/feed.json")["batter"]
    assert batter not in ("", Board(helmets).json("/api/feed.json?lang=es")["batter"])
    assert "Ana" == Board(begin(structs.replace(SETUP, away=named))).json("/api/feed.json")["batter"]


def test_feed_says_who_has_won() -> None:
    """Once it is over, and nothing of it before."""
    board = Board()
    assert "winner" not in board.json("/api/feed.json")
    board.play(Set(inning=3, half="bottom", away=2, outs=2), Press(button="out"))
    feed = board.json("/api/feed.json")
    assert (True, "away") == (feed["over"], feed["winner"])


def test_feed_as_text() -> None:
    """A line each for the score, where the game stands, the runners and what comes next; in the asked language."""
    board = Board()
    board.play(Set(outs=1, away=2, runners=(12,)))
    answer, text = board.get("/api/feed.txt")
    lines = text.decode().splitlines()
    assert "text/plain" == answer.content_type
    assert ("Reds 2, Blues 0", "A runner on second base.") == (lines[0], lines[2])
    assert "Top of the first, one out" in lines[1]
    assert "orredor en segunda base." in board.get("/api/feed.txt?lang=es")[1].decode()


@pytest.mark.parametrize("kind", ["json", "txt"])
def test_no_feed_before_the_first_game(kind: str) -> None:
    """It says what to do."""
    assert "begin one" in Board(None).json(f"/api/feed.{kind}")["error"]


def test_feed_says_what_is_lost() -> None:
    """As long as it is, in the asked language; else there is no word of it."""
    board = Board()
    assert "amiss" not in board.json("/api/feed.json")
    board.devices = {"camera": Device("degraded", message("simulated.unplugged", part="camera")), "panel": Device("ok")}
    for code, word in (("en", "unplugged"), ("es", "desconectad")):
        assert word in board.json(f"/api/feed.json?lang={code}")["amiss"]
        assert word in board.get(f"/api/feed.txt?lang={code}")[1].decode().splitlines()[-1]
