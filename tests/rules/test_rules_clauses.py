"""Every clause of the law has a test that cites it."""

from __future__ import annotations

import ast
import re
from pathlib import Path

UNRECORDED = {10}
"""A die that leaves the stadium is thrown again and nothing is recorded: there is nothing here to test."""
CLAUSES = set(range(1, 56)) - UNRECORDED


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
