"""Lets mutants live, each in a child of this process, and says which tests kill them.

Rule kept here: a child is this very process, with pytest loaded and the tests collected, so that a mutant costs a few
hundredths of a second and not a start of pytest. Two kinds of broken code follow from that. What is broken inside
functions is put into the functions that are there already (`inside`). What is broken in a table is long since read, so
its child imports and collects everything anew (`anew`); so does the child of a mutant that survived inside, because a
function may have been called to make a table. Whatever the broken code does to its process dies with it.
"""

from __future__ import annotations

import ast
import gc
import importlib.util
import os
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from pathlib import Path
from types import CodeType, FunctionType, ModuleType

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parents[1]

OPTIONS = ("-x", "-qq", "-s", "-p", "no:cacheprovider", "-p", "no:cov", "--assert=plain")
SURVIVED, FAILED, UNREADABLE, BROKEN = range(4)
"""pytest's exit codes: all passed; a test failed, the tests could not be read, pytest itself was broken."""


class Broken(MetaPathFinder, SourceFileLoader):
    """Imports one module from a tree in place of its file."""

    def __init__(self, name: str, path: Path, tree: ast.Module) -> None:
        super().__init__(name, str(path))
        self._tree = tree

    def find_spec(
        self, fullname: str, _path: Sequence[str] | None, _target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Only that module is ours."""
        return importlib.util.spec_from_loader(fullname, self) if fullname == self.name else None

    def get_code(self, _fullname: str) -> CodeType:
        """The tree's code."""
        return compiled(self._tree, self.path)


class Hunter:
    """A plugin of pytest that ends the process at the first test that fails, and tells which it was.

    Args:
        tell: a file descriptor for the name of the test.
        first: the tests that killed others, the likeliest first.
    """

    def __init__(self, tell: int, first: Sequence[str]) -> None:
        self._tell = tell
        self._first = first

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Put the tests in order."""
        items[:] = ordered(items, self._first)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Die of it."""
        if report.failed:
            os.write(self._tell, report.nodeid.encode())
            os._exit(FAILED)


class Killers:
    """Which tests have killed what: on a new mutant those are tried first that killed in its place, then nearby."""

    def __init__(self) -> None:
        self._killers: dict[str, Counter[str]] = {}

    def note(self, where: str, killer: str) -> None:
        """That test killed a mutant there."""
        for place in {where, where.partition(":")[0]}:
            self._killers.setdefault(place, Counter())[killer] += 1

    def likeliest(self, where: str) -> list[str]:
        """The tests to try first on a mutant there."""
        places = (where, where.partition(":")[0])
        counted = [self._killers.get(place, Counter()).most_common() for place in places]
        return list(dict.fromkeys(test for tests in counted for test, _ in tests))


def ordered(items: Sequence[pytest.Item], first: Sequence[str]) -> list[pytest.Item]:
    """These tests with the likeliest in front."""
    rank = {test: at for at, test in enumerate(first)}
    return sorted(items, key=lambda item: rank.get(item.nodeid, len(rank)))


def compiled(tree: ast.Module, path: str) -> CodeType:
    """The tree's code."""
    return compile(ast.fix_missing_locations(tree), path, "exec", dont_inherit=True)


def run(items: Sequence[pytest.Item]) -> int:
    """Run these tests; a hunter ends the process if one fails."""
    for item in items:
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
    return SURVIVED


def put(path: Path, tree: ast.Module) -> bool:
    """Put the broken code into the functions that are there; whether it fits."""
    now, was = _by_place(compiled(tree, str(path))), _by_place(whole(path))
    changed = {place: code for place, code in now.items() if was[place] != code}
    theirs = [
        one for one in gc.get_objects() if isinstance(one, FunctionType) and one.__code__.co_filename == str(path)
    ]
    broken = [(one, changed[_place(one.__code__)]) for one in theirs if _place(one.__code__) in changed]
    if not all(len(code.co_freevars) == len(function.__code__.co_freevars) for function, code in broken):
        return False
    for function, code in broken:
        function.__code__ = code
    return bool(broken)


def run_broken(one: tuple[str, Path, ast.Module], likely: Sequence[str], every: Sequence[str], hunter: Hunter) -> int:
    """Import everything of ours again, one module from its tree, and run the likely tests, then every one."""
    for known in [key for key, module in sys.modules.items() if _is_ours(module)]:
        del sys.modules[known]
    sys.meta_path.insert(0, Broken(*one))
    if likely:
        pytest.main([*OPTIONS, *likely], plugins=[hunter])  # what comes back has not failed, or is not to be found
    return int(pytest.main([*OPTIONS, *every], plugins=[hunter]))


def is_inside(path: Path, tree: ast.Module) -> bool:
    """Whether only the code of functions is broken, each of which can be told from the others."""
    codes = list(_codes(compiled(tree, str(path))))
    return len(codes) == len(_by_place(codes[0])) and _at_import(codes[0]) == _at_import(whole(path))


def _is_ours(module: ModuleType) -> bool:
    file = getattr(module, "__file__", None) or ""
    return (
        any(Path(file).is_relative_to(room) for room in (ROOT / "scoreboard", ROOT / "tests"))
        and HERE != Path(file).parent
    )


@cache
def whole(path: Path) -> CodeType:
    """The module's code with nothing broken."""
    return compiled(ast.parse(path.read_text(encoding="utf-8")), str(path))


def _place(code: CodeType) -> tuple[str, int]:
    """What names a piece of code in its module."""
    return code.co_qualname, code.co_firstlineno


def _by_place(code: CodeType) -> dict[tuple[str, int], CodeType]:
    return {_place(piece): piece for piece in _codes(code)}


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for const in code.co_consts:
        if isinstance(const, CodeType):
            yield from _codes(const)


def _at_import(code: CodeType) -> tuple[object, ...]:
    """What runs when the module is imported: its own code and that of its classes, without their functions'."""
    return code.co_code, code.co_names, tuple(map(_comparable, code.co_consts))


def _comparable(const: object) -> object:
    if not isinstance(const, CodeType):
        return repr(const)
    return _at_import(const) if "__module__" in const.co_names else "a function"
