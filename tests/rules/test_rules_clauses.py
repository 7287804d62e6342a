"""Every clause of the law has a test that cites it, and every throw of the table games one that makes it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from pathlib import Path

import pytest
from table_kit import CASES

from scoreboard.rules.events import RulesName
from scoreboard.rules.table import TABLES

CLAUSES = set(range(1, 56))


def cited(folder: Path) -> set[int]:
    """The clauses that the docstrings of the tests in that folder begin with."""
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("test_rules_*.py"))]
    tests = [node for tree in trees for node in tree.body if isinstance(node, ast.FunctionDef)]
    claims = [ast.get_docstring(test) or "" for test in tests if test.name.startswith("test_")]
    return {int(number) for claim in claims for number in re.findall(r"\bD(\d+)", claim.partition(":")[0])}


def test_each_clause_is_cited_by_a_test() -> None:
    """A clause of the law that no test is about is a gap."""
    assert set() == CLAUSES - cited(Path(__file__).parent)


def test_a_gap_is_noticed(tmp_path: Path) -> None:
    """The check above reads docstrings and nothing else: a clause named in a comment is still a gap."""
    (tmp_path / "test_rules_one.py").write_text('def test_a():\n    """D1, D2: so."""\n    # D3\n', encoding="utf-8")
    assert {1, 2} == cited(tmp_path)


def untried(rules: RulesName, rolls: Iterable[str]) -> set[tuple[int, ...]]:
    """The rows of that game's table that none of the rolls is in; of three dice the number of ones is the row."""
    row = {dice: (dice.count(1),) if rules == "three-dice" else dice for dice in TABLES[rules]}
    tried = {row[tuple(sorted(map(int, roll)))] for roll in rolls}
    return set(row.values()) - tried


@pytest.mark.parametrize("rules", TABLES)
def test_each_row_of_a_table_game_is_thrown_by_a_test(rules: RulesName) -> None:
    """The table games have rows for clauses: one that no test throws is a gap."""
    assert set() == untried(rules, (roll for roll, _, _ in CASES[rules]))


def test_a_row_that_no_test_throws_is_noticed() -> None:
    """The check above looks at the dice, whichever lies first."""
    assert {(1,), (6,)} == untried("one-die", "2345")
    assert (4, 4) in untried("two-dice", ["53", "62"])
