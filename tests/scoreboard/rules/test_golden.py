"""Which golden games there are; `tests/scoreboard/test_record.py` plays them."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from scoreboard.rules import RULE_SETS
from scoreboard.rules.events import Expect, Setup

FOLDER = Path(__file__).parents[2] / "golden" / "games"
GAMES = sorted(FOLDER.glob("manual-*.jsonl"))


def test_there_are_golden_games() -> None:
    """The figures and examples of the manual are among the games that are played."""
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
