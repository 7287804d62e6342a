"""What is told of a game when it is over."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from msgspec import structs
from support.scoring import SETUP, blue, red, white

from scoreboard.commentary.story import BREAK, GameStory, story
from scoreboard.language import language
from scoreboard.record import decode, steps_of
from scoreboard.rules.events import Expect, Press, Set, Setup, Skip
from scoreboard.rules.history import Entry, begin, judge
from scoreboard.rules.house_rules import Rulings

RALLYBIRD = Path(__file__).parents[2] / "golden/games/whole-rallybird.jsonl"
BEGUN = datetime(2026, 11, 27, 18, tzinfo=UTC)
PARTNERS = structs.replace(
    SETUP,
    innings=1,
    away=structs.replace(SETUP.away, players=("Ana", "Leo")),
    home=structs.replace(SETUP.home, players=("Mia",)),
)
HALF = [Press(button="out")] * 3
WON = [Press(button="homerun"), Press(button="strike"), *HALF, *HALF]


def story_of(lines: list[Entry], setup: Setup = PARTNERS, code: str = "en") -> GameStory:
    """The story of these lines."""
    history = begin(setup)
    for line in lines:
        history = judge(history, line).history
    return story(7, steps_of(history), language(code))


def test_best_plays_are_those_that_moved_the_chances_most() -> None:
    """In the order of play, with the side that gained and its chance before and after; at most three."""
    first, *others = story_of(list(WON)).plays
    assert ("away", 1, "top", 2) == (first.side, first.inning, first.half, first.line)
    assert first.was is not None
    assert first.now is not None
    assert first.was + 10 < first.now
    assert "HOME RUN" in first.said
    assert "JONRÓN" in story_of(list(WON), code="es").plays[0].said.upper()
    assert len(others) <= 2
    assert sorted(each.line for each in others) == [each.line for each in others]


def test_without_chances_those_that_scored_most() -> None:
    """A game whose chances are unknown, as of RallyBird, has best plays too; a correction is none."""
    setup, *lines = map(decode, RALLYBIRD.read_bytes().splitlines())
    assert isinstance(setup, Setup)
    played = story_of([line for line in lines if not isinstance(line, Setup | Expect)], setup).plays
    assert [None] * 3 == [each.was for each in played]
    assert all("run" in each.said for each in played)
    assert () == story_of([Set(away=5)], structs.replace(SETUP, rules="rallybird")).plays


def test_a_run_that_another_answer_took_back_is_no_best_play() -> None:
    """The white 10 was not the runner's on third, but the batter's."""
    ruled = structs.replace(SETUP, house=Rulings(passing_is_out=False))
    thrown = [Set(runners=(18,)), blue(3), red(9), Press(button="run"), white(10)]
    (scored,) = story_of([*thrown], ruled).plays
    assert (6, None) == (scored.line, scored.was)
    assert () == story_of([*thrown, Skip()], ruled).plays


def test_stars_are_players() -> None:
    """The best batter of each team that has done something, the pitchers who won and lost; no team is a star."""
    stars = {(each.side, each.does): each for each in story_of(list(WON)).stars}
    assert ("Ana", 1) == (stars["away", "bats"].name, stars["away", "bats"].stats["hr"])
    assert ("home", "bats") not in stars
    assert ("Mia", "L") == (stars["home", "pitches"].name, stars["home", "pitches"].decision)
    assert "W" == stars["away", "pitches"].decision
    assert () == story_of(list(WON), structs.replace(SETUP, innings=1)).stars


def test_player_of_the_game_bats_for_the_winners() -> None:
    """One alone, and none while it is played."""
    assert ["Ana"] == [each.name for each in story_of(list(WON)).stars if each.of_the_game]
    playing = story_of(list(WON), structs.replace(PARTNERS, innings=9)).stars
    assert [each.name for each in playing if each.does == "bats"]
    assert not any(each.of_the_game for each in playing)


@pytest.mark.parametrize(("gap_s", "minutes"), [(60, 8), (BREAK.total_seconds() + 60, 0)])
def test_breaks_are_no_play(gap_s: float, minutes: int) -> None:
    """The minutes are those in which somebody did something; a night between two innings does not count."""

    def at(number: int) -> str:
        return (BEGUN + number * timedelta(seconds=gap_s)).isoformat()

    lines = [structs.replace(line, at=at(number)) for number, line in enumerate(WON, 1)]
    written = story_of([*lines], structs.replace(PARTNERS, at=at(0)))
    assert (at(0), minutes) == (written.begun, written.minutes)


def test_record_without_times() -> None:
    """It is told without a date and a length."""
    assert (None, None) == (story_of([*WON]).begun, story_of([*WON]).minutes)


def test_leap_second_is_a_time() -> None:
    """A record may have one (`docs/record.md`), and no story fails over it."""
    at = "2016-12-31T23:59:60Z"
    written = story_of([structs.replace(line, at=at) for line in WON], structs.replace(PARTNERS, at=at))
    assert ("2016-12-31T23:59:59Z", 0) == (written.begun, written.minutes)
