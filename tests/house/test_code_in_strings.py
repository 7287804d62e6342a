"""Programs that a bench or a test hands to a Python of its own: what they import from this project exists.

Linters and types do not look into a string, so a name that was changed elsewhere would be noticed only when it is run.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
ROOMS = {"firmware", "scoreboard", "vision"}


def programs(path: Path) -> Iterator[ast.Module]:
    """The strings of a file that are Python and import something of the project."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and "import" in node.value:
            try:
                yield ast.parse(node.value)
            except SyntaxError:
                continue


def missing(program: ast.Module) -> list[str]:
    """What it imports from the project and would not find."""
    wanted = [node for node in ast.walk(program) if isinstance(node, ast.ImportFrom)]
    names = [(node.module or "", alias.name) for node in wanted for alias in node.names]
    return [f"{module}.{name}" for module, name in names if module.split(".")[0] in ROOMS and not exists(module, name)]


def exists(module: str, name: str) -> bool:
    """Whether ``name`` can be imported from ``module``: something in it, or a module of that package."""
    try:
        return hasattr(import_module(module), name) or import_module(f"{module}.{name}") is not None
    except ModuleNotFoundError:
        return False


@pytest.mark.once
def test_what_they_import_exists() -> None:
    """In every other file of tests/, benches and labs included."""
    paths = [path for path in sorted(TESTS.rglob("*.py")) if path != Path(__file__)]
    held = [(path.name, program) for path in paths for program in programs(path)]
    assert not [(file, name) for file, program in held for name in missing(program)]
    assert len(held) > 20


def test_a_planted_old_name_is_found() -> None:
    """A class and a module that are not there; one that is."""
    planted = "from vision import Eyes, DiceReader\nfrom vision.witness import Statement\nimport os\n"
    assert ["vision.Eyes", "vision.witness.Statement"] == missing(ast.parse(planted))
