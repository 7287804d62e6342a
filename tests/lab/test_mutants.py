"""The ways in which `make lab-mutants` breaks the law, and its list of what nobody could notice."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tests" / "lab"))

import mutants  # noqa: E402 - a program, found in its own folder
from mutations import mutants as broken  # noqa: E402 - likewise


def ways(code: str) -> set[str]:
    """What the code can be broken into, as text."""
    return {mutant.now for mutant in broken(ast.parse(code), "law.py")}


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("x = a < b", {"a <= b", "a >= b"}),
        ("x = a == b", {"a != b"}),
        ("x = a in b", {"a not in b"}),
        ("x = a and b", {"a or b", "a", "b"}),
        ("x = not a", {"a"}),
        ("x = a + b", {"a - b"}),
        ("x = 3", {"4", "2"}),
        ("x = True", {"False"}),
        ("x = 'run'", {"'run?'"}),
        ("x = 'A sentence for people.'", set()),
        ("x = f(a=1)", {"", "2", "0"}),
        ("x = f(a=x, b=y)", {"", "f(a=y, b=x)"}),
        ("x = {a: b, c: d}", {"{a: b}", "{c: d}", "{a: d, c: b}"}),
        ("x = {a, b}", {""}),
        ("x = min(a)", {"max"}),
        ("x = y if z else w", {"y if not z else w"}),
        ("x = [y for y in z if y]", {""}),
        ("def f():\n    'Tell.'\n    return a", {"return None"}),
        ("def f(a: Literal['x', 3]) -> int:\n    raise E", {"pass", "4", "2"}),
    ],
)
def test_each_way_to_break_code(code: str, expected: set[str]) -> None:
    """Comparisons, conditions, sums, constants, arguments, rows of tables, statements; no docstrings or sentences."""
    assert expected == ways(code)


def test_a_planted_mutant_is_what_it_says() -> None:
    """The tree that it was found in reads as the mutant tells."""
    tree = ast.parse("x = a < b")
    broken(tree, "law.py")[0].plant()
    assert "x = a <= b" == ast.unparse(tree)


def test_tiles_that_read_alike_differ() -> None:
    """Each mutant of the law has a name of its own, so that an explanation is about one and no other."""
    keys = [one.mutant.key for one in mutants.found()]
    assert len(keys) == len(set(keys))


def test_what_is_explained_is_still_there() -> None:
    """An explanation outlives the code that it is about by no day, and gives a reason."""
    keys, reasons = {one.mutant.key for one in mutants.found()}, mutants.explained()
    assert set() == reasons.keys() - keys
    assert all(why.endswith(".") for why in reasons.values())
