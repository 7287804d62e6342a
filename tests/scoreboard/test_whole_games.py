"""Complete games of every rule set, drawn by lot: written down, read back, taken back."""

from __future__ import annotations

import io
from contextlib import suppress
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.games import drawn, moments, setup
from support.lab import in_the_lab
from support.scoring import record

from scoreboard.commentary import facts_of
from scoreboard.errors import MalformedError
from scoreboard.language import ENGLISH
from scoreboard.record import encode_all, read, replay
from scoreboard.rules import RULE_SETS, Game, RulesError
from scoreboard.rules.events import PARK, AnyLine, Die, Event, Press
from scoreboard.rules.history import History, begin, judge
from scoreboard.stats.box_score import box_score
from scoreboard.stats.credits import STATS

UNDO = Press(button="undo")
PLAYED = (*RULE_SETS, PARK)
"""All that a record can name: ours, and a maker's own."""
HOSTILE = (b"\x00", b"\xff", b"[" * 50, b'{"a":' * 50, b"NaN", b"1e999", b"-1", b'"', b"\\u0000", b"null", b"{}", b"11")


def whole(rules: str, seed: int) -> tuple[list[Event], list[Game]]:
    """The lines and states of a complete game."""
    lines, states = zip(*moments(setup(rules, 3), Random(seed)), strict=True)  # noqa: S311 - lots for a test
    return list(lines), list(states)


def recorded(rules: str, seed: int) -> bytes:
    """The game as a record."""
    lines: list[AnyLine] = [setup(rules, 3), *whole(rules, seed)[0]]
    return encode_all(lines)


@pytest.mark.parametrize("seed", [0, *in_the_lab(range(1, 3))])
@pytest.mark.parametrize("rules", PLAYED)
@pytest.mark.untraced
def test_a_game_read_back_is_the_same_game(rules: str, seed: int) -> None:
    """Every state of the replayed record is the state that was played, and nothing is refused."""
    reported = list(replay(read(io.BytesIO(recorded(rules, seed)), pytest.fail)))
    assert whole(rules, seed)[1] == [moment.after.game for moment in reported[1:]]
    assert [None] * len(reported) == [moment.refused for moment in reported]


@pytest.mark.parametrize("rules", PLAYED)
def test_every_step_of_a_game_can_be_taken_back(rules: str) -> None:
    """UNDO after each line gives the state before it, to the last detail."""
    history: History = begin(setup(rules, 3))
    for line in whole(rules, 0)[0]:
        later = record(history, line)
        assert history.game == record(later, UNDO).game
        history = later


@pytest.mark.parametrize("rules", PLAYED)
def test_every_line_is_described(rules: str) -> None:
    """Each line of a game has a sentence."""
    before = begin(setup(rules, 3)).game
    for line, after in zip(*whole(rules, 1), strict=True):
        assert ENGLISH(facts_of(before, line, after))
        before = after


@pytest.mark.parametrize("seed", [0, *in_the_lab(range(1, 5))])
@pytest.mark.parametrize("rules", PLAYED)
@pytest.mark.untraced
def test_the_box_of_a_whole_game_adds_up(rules: str, seed: int) -> None:
    """Runs by inning are the score; by helmet they are too, and nobody has more hits than at bats."""
    history = begin(setup(rules, 3))
    for line in whole(rules, seed)[0]:
        history = record(history, line)
    box = box_score(history)
    for team, runs in ((box.away, history.game.away), (box.home, history.game.home)):
        assert runs == sum(inning or 0 for inning in team.innings)
        if team.batting:
            assert runs == sum(line.stats["r"] for line in team.batting)
            assert team.hits == sum(line.stats["h"] for line in team.batting)
        assert all(line.stats["h"] <= line.stats["ab"] <= line.stats["pa"] for line in team.batting)


def mixed(seed: int) -> History:
    """A Major League game scored by dice, buttons, skips nobody says and steps taken back."""
    lots, history = Random(seed), begin(setup("diamante-major", 3))  # noqa: S311 - lots for a test
    while not history.game.over:
        history = judge(history, lots.choice((_unlikely, drawn, drawn, drawn))(history.game, lots)).history
    return history


def _unlikely(game: Game, lots: Random) -> Event:
    if game.phase == "run" and lots.random() < 2 / 3:
        return Die(color=game.team(game.fielding).color, value=lots.randint(1, 10))
    return Press(button=lots.choice(("out", "homerun", "strike", "ball", "ok", "next", "undo")))


@pytest.mark.parametrize("seed", [*range(3), *in_the_lab(range(3, 8))])
@pytest.mark.untraced
def test_the_box_balances(seed: int) -> None:
    """Each batter, and each runner begun on second, scored, was put out or was left; and he walked or was at bat."""
    history = mixed(seed)
    game, box = history.game, box_score(history)
    for team, still in ((box.away, 0), (box.home, 3 - game.outs if game.half == "bottom" else 0)):
        batted = sum(inning is not None for inning in team.innings)
        sums = {stat: sum(line.stats[stat] for line in team.batting) for stat in STATS}
        assert sums["pa"] + max(0, batted - 3) == sums["r"] + 3 * batted - still + team.left
        assert sums["pa"] == sum(sums[stat] for stat in ("ab", "bb", "hbp", "sh", "sf"))
        assert (team.runs, team.hits) == (sums["r"], sums["h"])


@given(st.sampled_from(sorted(PLAYED)), st.data())
@pytest.mark.untraced
def test_a_damaged_record_is_malformed_or_played(rules: str, data: st.DataObject) -> None:
    """Bytes changed, lost or put in anywhere: each line is judged or named as malformed, and nothing else happens."""
    whole_record = recorded(rules, 2)
    at = data.draw(st.integers(0, len(whole_record)))
    lost = data.draw(st.integers(0, 40))
    put_in = data.draw(st.one_of(st.sampled_from(HOSTILE), st.binary(max_size=8)))
    damaged = whole_record[:at] + put_in + whole_record[at + lost :]
    with suppress(MalformedError, RulesError):
        for number, moment in enumerate(replay(read(io.BytesIO(damaged), lambda _: None)), start=1):
            assert number == moment.number
