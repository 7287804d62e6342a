"""Every clause of the law has a test that cites it, and every throw of the table games one that makes it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from pathlib import Path

import pytest
from support.table import CASES

from scoreboard.rules.events import RulesName
from scoreboard.rules.parks import TABLE_GAMES, shipped_chart

CLAUSES = set(range(1, 58))


ELSEWHERE = (
    *("stack", "clauses", "deck", "four_dice", "golden", "history", "history_cost", "history_definition", "house"),
    *(
        "in_secret",
        "parks",
        "phases",
        "properties",
        "rallybird",
        "rallybird_properties",
        "set",
        "setup",
        "table_games",
        "values",
    ),
)
"""Files of tests of something besides the clauses of Diamante; in all others every test is about a clause."""


def citations(folder: Path) -> dict[str, set[int]]:
    """By each test in that folder, as ``file:test``, and each claim of a table, the clauses that it begins with."""
    return {
        f"{path.stem.removeprefix('test_')}:{name}": _clauses(claim)
        for path in sorted(folder.glob("test_*.py"))
        for part in ast.parse(path.read_text(encoding="utf-8")).body
        for name, claim in _claims(part)
    }


def _claims(part: ast.stmt) -> list[tuple[str, str]]:
    """The names and claims of what a file tests: of a function, or of each line of its table."""
    match part:
        case ast.FunctionDef(name=name, decorator_list=marks) if name.startswith("test_"):
            is_table = any(ast.unparse(mark) == "claims(LAW)" for mark in marks)
            return [] if is_table else [(name, ast.get_docstring(part) or "")]
        case ast.Assign(targets=[ast.Name(id="LAW")], value=ast.Constant(value=str(table))):
            return [(line, line) for line in table.split("\n") if line and not line.startswith(" ")]
    return []


HOUSE_CLAUSES = set(range(1, 8))
"""Those of a house's own that are law; H8 is none of play."""


def test_each_house_rule_is_cited() -> None:
    """By some test of the law."""
    text = "".join(path.read_text(encoding="utf-8") for path in sorted(Path(__file__).parent.glob("test_*.py")))
    cited = [int(number) for number in re.findall(r"\bH(\d)\b[^\n]*:", text)]
    assert set(cited) >= HOUSE_CLAUSES


def _clauses(claim: str) -> set[int]:
    return {int(number) for number in re.findall(r"\bD(\d+)", claim.partition(":")[0])}


def cited(folder: Path) -> set[int]:
    """The clauses that the tests in that folder are about."""
    return set().union(*citations(folder).values())


def test_each_test_of_the_law_cites_its_clause() -> None:
    """If one fails, its docstring says where to look it up."""
    every = citations(Path(__file__).parent).items()
    assert [] == [test for test, clauses in every if not clauses and test.partition(":")[0] not in ELSEWHERE]


def test_each_clause_is_cited_by_a_test() -> None:
    """A clause of the law that no test is about is a gap."""
    assert set() == CLAUSES - cited(Path(__file__).parent)


def test_each_clause_of_rallybird_is_cited_by_a_test() -> None:
    """R1 to R10 are its clauses."""
    parts = ast.parse((Path(__file__).parent / "test_rallybird.py").read_text(encoding="utf-8")).body
    claims = [claim for part in parts for _, claim in _claims(part)]
    found = {int(number) for claim in claims for number in re.findall(r"\bR(\d+)", claim.partition(":")[0])}
    assert set(range(1, 11)) == found


def test_a_gap_is_noticed(tmp_path: Path) -> None:
    """The check above reads docstrings and nothing else: a clause named in a comment is still a gap."""
    test = 'LAW = """\nD4: so.\n    hold | D5\n"""\ndef test_a():\n    """D1, D2: so."""\n    # D3\n'
    (tmp_path / "test_one.py").write_text(test, encoding="utf-8")
    assert {1, 2, 4} == cited(tmp_path)
    assert {"one:D4: so.": {4}, "one:test_a": {1, 2}} == citations(tmp_path)


def rows_of(rules: str) -> Iterable[tuple[int, ...]]:
    """The rows of a table game."""
    chart = shipped_chart(rules)
    assert chart is not None
    return chart.rows


def untried(rules: RulesName, rolls: Iterable[str]) -> set[tuple[int, ...]]:
    """The rows of that game's table that none of the rolls is in; of three dice the number of ones is the row."""
    row = {dice: (dice.count(1),) if rules == "three-dice" else dice for dice in rows_of(rules)}
    tried = {row[tuple(sorted(map(int, roll)))] for roll in rolls}
    return set(row.values()) - tried


@pytest.mark.parametrize("rules", TABLE_GAMES)
def test_each_row_of_a_table_game_is_thrown_by_a_test(rules: RulesName) -> None:
    """The table games have rows for clauses: one that no test throws is a gap."""
    assert set() == untried(rules, (roll for roll, _, _ in CASES[rules]))


def test_a_row_that_no_test_throws_is_noticed() -> None:
    """The check above looks at the dice, whichever lies first."""
    assert {(1,), (6,)} == untried("one-die", "2345")
    assert (4, 4) in untried("two-dice", ["53", "62"])
