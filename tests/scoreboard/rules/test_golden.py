"""Golden games, played through the law alone."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from support.scoring import record

from scoreboard.rules import RULE_SETS, Game
from scoreboard.rules.events import Event, Expect, Setup
from scoreboard.rules.history import begin

FOLDER = Path(__file__).parents[2] / "golden" / "games"
GAMES = sorted(FOLDER.glob("manual-*.jsonl"))


def disagreements(game: Game, expected: Expect) -> dict[str, object]:
    """What the expectation says otherwise than the game."""
    said = {name: getattr(expected, name) for name in expected.__struct_fields__}
    stated = {name: value for name, value in said.items() if value is not msgspec.UNSET}
    return {name: value for name, value in stated.items() if _plain(value) != _plain(getattr(game, name))}


def _plain(value: object) -> object:
    return msgspec.to_builtins(value)


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_golden_game_is_played_as_it_expects(path: Path) -> None:
    """The figures of the maker's manual, with every expectation in them."""
    first, *rest = path.read_text(encoding="utf-8").splitlines()
    history = begin(msgspec.json.decode(first, type=Setup))
    for number, text in enumerate(rest, 2):
        line = msgspec.json.decode(text, type=Event | Expect)
        if isinstance(line, Expect):
            assert (number, {}) == (number, disagreements(history.game, line))
        else:
            history = record(history, line)


def test_there_are_golden_games() -> None:
    """The figures and examples of the manual are among the games played above."""
    assert {
        f"manual-{part}"
        for part in ("examples", "figures", "helmets", "lineup", "major", "runs-back-and-tag", "steals-third", "tag")
    } == {path.stem for path in GAMES}


@pytest.mark.parametrize("rules", RULE_SETS)
def test_every_rule_set_has_a_complete_golden_game(rules: str) -> None:
    """From the first throw to the winner, with what is expected at the end of each half-inning; all is replayed."""
    path = next(path for path in FOLDER.glob("whole-*.jsonl") if path.stem == f"whole-{rules}")
    setup, *_, last = path.read_text(encoding="utf-8").splitlines()
    assert rules == msgspec.json.decode(setup, type=Setup).rules
    assert msgspec.json.decode(last, type=Expect).over is True
