"""The box proves itself: whoever came up, or was added, scored, was left, was put out, or is on base."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from msgspec import structs
from support.games import drawn, setup
from support.lab import examples
from support.scoring import AMENDS, REDO, UNDO

from scoreboard.rules import RULE_SETS
from scoreboard.rules.events import PARK, Call, HitsSet, Press, Set, Setup
from scoreboard.rules.history import Entry, History, begin, judge
from scoreboard.rules.house_rules import Rulings
from scoreboard.rules.state import Game
from scoreboard.stats.box_score import BoxScore, TeamBox, box_score
from scoreboard.stats.credits import STATS
from scoreboard.stats.pitchers import Pitching

PARTNERS = {"away": ("Ana", "Leo"), "home": ("Mia", "Tom")}
RIGHTED: st.SearchStrategy[Entry] = st.one_of(
    st.builds(Set, away=st.integers(0, 9)),
    st.builds(Set, home=st.integers(0, 9)),
    st.builds(Set, outs=st.integers(0, 2)),
    st.builds(Set, half=st.sampled_from(("top", "bottom"))),
    st.builds(Set, inning=st.integers(7, 9), outs=st.integers(0, 2)),
    st.builds(Set, hits=st.builds(HitsSet, away=st.integers(0, 9))),
    st.just(Call(call="last inning")),
    st.builds(Set, runners=st.sampled_from(((), (6,), (12, 6), (18, 12, 6), (18,)))),
    st.sampled_from([Press(button=button) for button in ("run", "out", "homerun", "batter", "strike", "ball")]),
)
ASIDES = st.dictionaries(
    st.integers(0, 99), st.one_of(RIGHTED, RIGHTED, RIGHTED, AMENDS, st.sampled_from((UNDO, REDO))), max_size=8
)
"""What is said besides the lines of a game by lot, and after how many of them."""


def partners(rules: str) -> Setup:
    """A game in which both teams play with partners."""
    first = setup(rules, 1)
    away, home = (
        structs.replace(team, players=PARTNERS[side]) for side, team in (("away", first.away), ("home", first.home))
    )
    return structs.replace(first, away=away, home=home)


PLAYED = (*RULE_SETS, PARK)
HOUSES = (
    Rulings(mercy=2, mercy_from=1, cap=2, away_start=3, home_start=2),
    Rulings(tie_after=1, extra_runner=True, cap=1, cap_last=True, walk_off=False),
)
"""Rules of the house that end half-innings and games otherwise (H1 to H4), or begin them so (H7)."""
SETUPS = st.sampled_from(
    [
        *(setup(rules, 2) for rules in PLAYED),
        *map(partners, PLAYED),
        structs.replace(setup("four-dice", 2), options=("hard",)),
        *(structs.replace(setup(rules, 3), house=house) for rules in PLAYED for house in HOUSES),
    ]
)


def outs_of(pitchers: Sequence[Pitching]) -> int:
    """Of all that a team's pitchers pitched."""
    innings = (line.ip.split(".") for line in pitchers)
    return sum(3 * int(whole) + int(thirds) for whole, thirds in innings)


def is_proved(history: History) -> BoxScore:
    """The box, after everything that must hold of it has been seen to hold."""
    box = box_score(history)
    for team, other in ((box.away, box.home), (box.home, box.away)):
        assert team.proof.holds
        assert 0 <= team.proof.left <= 3 * len(team.innings) or _is_put_right(history)
        assert team.stats["pa"] == sum(team.stats[stat] for stat in ("ab", "bb", "hbp", "sh", "sf"))
        assert team.proof.outs == outs_of(other.pitching)
        assert team.runs - team.proof.start == sum(line.r for line in other.pitching)
        for stat in ("h", "bb", "hbp", "k"):
            assert team.stats[stat] == sum(getattr(line, stat) for line in other.pitching)
        assert team.stats["h"] + _unsettled(history.game, team) == team.hits or _is_put_right(history)
        _check_batters(team)
        _check_notes(team)
    _check_decisions(history, box)
    return box


def _unsettled(game: Game, team: TeamBox) -> int:
    """The hit of who still runs: the box has it when the play is over, for only then is it known of how many bases."""
    return int(game.credited and game.phase in {"run", "throw"} and game.team(game.batting).name == team.name)


def _check_batters(team: TeamBox) -> None:
    """Helmets and partners each have all that their team has."""
    for lines in ([each.stats for each in team.batting], [each.stats for each in team.players]):
        if lines:
            assert team.stats == {stat: sum(line[stat] for line in lines) for stat in STATS}


def _check_notes(team: TeamBox) -> None:
    """Every hit, walk, strikeout and sacrifice has its note, and no other has."""
    noted, stats = team.scorebook, team.stats
    assert stats["h"] == sum(noted.get(note, 0) for note in ("1B", "2B", "3B", "HR"))
    assert stats["k"] == noted.get("K", 0) + noted.get("ꓘ", 0)
    assert stats["sh"] + stats["sf"] == noted.get("SAC", 0)
    for note in ("2B", "3B", "HR", "BB", "HBP", "FC"):
        assert stats[note.lower()] == noted.get(note, 0)  # type: ignore[index] # they are called so
    for note in ("SB", "CS"):  # several at once have one note
        assert bool(stats[note.lower()]) == bool(noted.get(note, 0))  # type: ignore[index]


def _is_put_right(history: History) -> bool:
    return any(isinstance(recorded.line, Set) for recorded in history.lines)


def _check_decisions(history: History, box: BoxScore) -> None:
    decided = {team.name: [line.decision for line in team.pitching if line.decision] for team in (box.away, box.home)}
    winner = history.game.winner
    ahead = winner is not None and (history.game.away > history.game.home) == (winner == "away")
    if ahead and history.game.away != history.game.home and all(team.pitching for team in (box.away, box.home)):
        loser = "home" if winner == "away" else "away"
        assert {_of(box, winner).name: ["W"], _of(box, loser).name: ["L"]} == decided
    elif not ahead:
        assert not any(decided.values())


def _of(box: BoxScore, side: str | None) -> TeamBox:
    return box.away if side == "away" else box.home


def game_of(first: Setup, seed: int, asides: Mapping[int, Entry]) -> History:
    """A game by lot with something said in between."""
    history, lots = begin(first), Random(seed)  # noqa: S311 - lots for a test
    for number in range(100):
        if number in asides:
            history = judge(history, asides[number]).history
        if not history.game.over:
            history = judge(history, drawn(history.game, lots)).history
    return history


@settings(max_examples=examples(200))
@example(setup("diamante-amateur", 2), 95, {})  # ends while a batter runs who has his hit
@given(SETUPS, st.integers(0, 999_999), ASIDES)
@pytest.mark.untraced
def test_the_box_is_proved(first: Setup, seed: int, asides: dict[int, Entry]) -> None:
    """In every game, whatever is thrown, said, pressed, put right and taken back."""
    is_proved(game_of(first, seed, asides))
