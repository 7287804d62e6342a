"""One name for one thing: a class is called as no other is, and a module only as one that it serves."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ROOMS = ("firmware", "scoreboard", "vision")

# Stem of a module that occurs more than once -> why.
SHARED_STEMS = {
    "__main__": "Python's name for what `python -m` runs",
    "deck": "what RallyBird is played with; the command about it",
    "errors": "each room has its own root of errors (docs/architecture.md)",
    "background": "the background model of a picture; the services behind a game",
    "backup": "a command and what it does",
    "calibrate": "a command; the fit of the networks' parameters: both are calibrations",
    "camera": "the simulated device; the camera of a render",
    "corrections": "of a line in the law, its telling, and the pictures kept of it",
    "events": "of a game; of the tracker",
    "games": "a command; the menu of the same games",
    "hands": "what is held in secret; those over a simulated table",
    "law": "each game family has one",
    "lineup": "in the law, on the panel",
    "look": "a command that looks at boards; what of the page anyone may look at",
    "metrics": "what is counted; the text format of it",
    "names": "of teams and players on a panel; of lines, calls, cards and places",
    "network": "a command for the appliance's network; a neural network",
    "odds": "a command and what it does",
    "plays": "what a throw comes to, in each game family of six-sided dice",
    "options": "of the loop; of games",
    "prompts": "what a game asks; how it is worded",
    "reader": "of pictures; of a journal",
    "session": "of a game; of an enrolment",
    "stadium": "the printed one; the simulated one",
    "steps": "of a calibration; of undo",
    "storage": "the doctor's checks of it; the enrolled dice's",
    "tables": "of SQLite; of the table games' throws",
}


BANNED = {"afresh", "aloud", "anew", "beside", "courteous", "instead", "noted", "said", "so", "told", "unheard"}
"""Words that say nothing of what a function, a value or a field is."""
PLAIN_IN_SENTENCES = {"aloud", "beside", "instead", "noted"}
"""Those that tests may have: the name of a test is a sentence."""
OF_THE_API = {"said", "told"}
"""Keys of answers and of the record, which keep their names."""
WITH_SUCH_KEYS = ("scoreboard/web", "scoreboard/commentary/story.py", "scoreboard/rules/events.py")
"""Where those keys are fields."""


def modules(root: Path, rooms: Iterable[str] = ROOMS) -> Iterator[Path]:
    """Every source file of the rooms."""
    return (path for room in rooms for path in sorted((root / room).rglob("*.py")))


def shared_classes(root: Path) -> list[str]:
    """Names that more than one class at the top of a module has."""
    bodies = (ast.parse(path.read_text(encoding="utf-8")).body for path in modules(root))
    count = Counter(node.name for body in bodies for node in body if isinstance(node, ast.ClassDef))
    return sorted(name for name, number in count.items() if number > 1)


def shared_stems(root: Path) -> list[str]:
    """Stems that more than one module has, packages' ``__init__`` aside."""
    count = Counter(path.stem for path in modules(root) if path.stem != "__init__")
    return sorted(stem for stem, number in count.items() if number > 1)


def test_no_two_classes_have_one_name() -> None:
    """A class that is found by its name is the one that was meant."""
    assert [] == shared_classes(ROOT)


def test_modules_of_one_name_have_a_reason() -> None:
    """And no reason is kept for what is no longer shared."""
    assert sorted(SHARED_STEMS) == shared_stems(ROOT)


@pytest.mark.parametrize(("text", "found"), [("class Reader: ...", ["Reader"]), ("Reader = 1", [])])
def test_planted_second_class(tmp_path: Path, text: str, found: list[str]) -> None:
    """Wherever it is, and classes only."""
    for room in ("vision", "scoreboard/journal"):
        (tmp_path / room).mkdir(parents=True)
        (tmp_path / room / "reader.py").write_text(f"{text}\n", encoding="utf-8")
    assert (found, ["reader"]) == (shared_classes(tmp_path), shared_stems(tmp_path))


def identifiers(body: ast.Module) -> Iterator[tuple[int, str]]:
    """Every name that a module gives, with its line: of classes, functions, arguments, variables and fields."""
    for node in ast.walk(body):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield node.lineno, name
            case ast.arg(arg=name) | ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                yield node.lineno, name
            case ast.MatchAs(name=str(name)) | ast.ExceptHandler(name=str(name)):
                yield node.lineno, name
            case ast.alias(asname=str(name)):
                yield node.lineno, name


def words(name: str) -> set[str]:
    """The words of a name, be it ``in_lines``, ``IN_CAPITALS`` or ``InCamelCase``."""
    return {word.lower() for word in re.findall("[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])", name)}


def with_banned_words(root: Path) -> list[str]:
    """The names that have one, with their places; the fields of an answer and of the record apart."""
    with_keys = [root / place for place in WITH_SUCH_KEYS]
    found = []
    for path in modules(root, (*ROOMS, "packaging", "tests")):
        in_sentences = BANNED - PLAIN_IN_SENTENCES
        banned = in_sentences if path.is_relative_to(root / "tests") else BANNED
        allowed = OF_THE_API if any(map(path.is_relative_to, with_keys)) else set[str]()
        if words(path.stem) & in_sentences:
            found.append(str(path.relative_to(root)))
        found += [
            f"{path.relative_to(root)}:{line}: {name}"
            for line, name in identifiers(ast.parse(path.read_text(encoding="utf-8")))
            if words(name) & banned and name not in allowed
        ]
    return found


def test_names_say_what_a_thing_is() -> None:
    """No name is a word that only its writer understands."""
    assert [] == with_banned_words(ROOT)


@pytest.mark.parametrize(
    "line",
    [
        "def _told(): ...",
        "lambda so: 1",
        "anew_lines = 1",
        "self.told = 1",
        "class A_Told: ...",
        "class PartnersTold: ...",
        "MOST_SAID = 1",
        "import a as told",
    ],
)
@pytest.mark.parametrize("place", ["vision", "packaging", "tests/lab"])
def test_planted_banned_word(tmp_path: Path, place: str, line: str) -> None:
    """Wherever it stands."""
    (tmp_path / place).mkdir(parents=True)
    (tmp_path / place / "reader.py").write_text(f"{line}\n", encoding="utf-8")
    assert 1 == len(with_banned_words(tmp_path))


@pytest.mark.parametrize(("place", "found"), [("vision", 2), ("tests", 1)])
def test_planted_module(tmp_path: Path, place: str, found: int) -> None:
    """Its own name counts, too; "beside" is plain English in a test's."""
    (tmp_path / place).mkdir()
    (tmp_path / place / "told_now.py").write_text("def test_a_die_lies_beside_another(): ...\n", encoding="utf-8")
    assert found == len(with_banned_words(tmp_path))
