"""Every language says everything: the same messages, at the same lengths, with the same values in them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog
from catalogues import catalogue, folders, with_english

from scoreboard.display.fonts import TINY, plain
from scoreboard.language import language

ROOT = Path(__file__).parents[3]
SOURCES = folders()
OTHERS = [source for source in SOURCES if source.name != "en"]
FORMS = {"", "cap", "upper", "and", "or", "list"}
MAKERS = {"message", "once", "Message", "Refused", "BadSetupError", "UnknownRulesError"}
"""Functions whose first argument is a key."""
NARROWEST = 32
"""Pixels of the narrowest panel."""
NAMES = {"RALLYBIRD", "TURQUOISE"}
"""Words of a panel that are names, and as long as they are; a colour is cut in a question."""
UNKNOWN = "東"
"""A letter that no font has."""
COUNTED = {"count"}
"""What a form of a plural may leave out: it says the number by itself."""

Entry = tuple[str, str]
"""The length and the key of a message."""


@cache
def messages(source: Path) -> Catalog:
    """What is said in a language: a few tests read it, and none changes it."""
    return catalogue(source)


def wordings(source: Path) -> dict[Entry, tuple[str, ...]]:
    """Every message of a language, with each of its plural forms."""
    found = {}
    for each in messages(source):
        if each.id:
            key = each.id[0] if isinstance(each.id, tuple) else each.id
            texts = each.string if isinstance(each.string, tuple | list) else (each.string,)
            found[str(each.context), key] = tuple(map(str, texts))
    return found


ENGLISH = wordings(ROOT / "scoreboard/language/catalogues/en")


def placeholders(text: str) -> set[str]:
    """The names of the values in a wording."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def keys_in_code() -> Iterator[tuple[Path, str]]:
    """Every key that the code writes out."""
    for room in ("scoreboard", "firmware"):
        for file in sorted((ROOT / room).rglob("*.py")):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and getattr(node.func, "id", "") in MAKERS and node.args:
                    match node.args[0]:
                        case ast.Constant(value=str() as key):
                            yield file, key


def texts_in_code() -> set[str]:
    """Every string constant of the code, the parts of f-strings among them, and every text of the panels' files."""
    files = (file for room in ("scoreboard", "firmware") for file in (ROOT / room).rglob("*.py"))
    trees = (ast.parse(file.read_text(encoding="utf-8")) for file in files)
    words = {
        found for file in (ROOT / "scoreboard/display").rglob("*.toml")
        for found in re.findall(r'^word = "(.*)"$', file.read_text(encoding="utf-8"), re.MULTILINE)
    }  # fmt: skip
    return words | {
        node.value for tree in trees for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }  # fmt: skip


def lists_in_code() -> Iterator[tuple[str, list[str], str]]:
    """The keys of each list ``# one of: …``, and the line of code below it; ``.*`` stands for many names."""
    for room in ("scoreboard", "firmware"):
        for file in sorted((ROOT / room).rglob("*.py")):
            text = file.read_text(encoding="utf-8")
            for found in re.finditer(r"^ *# one of: (.+)\n(?: *# one of: .*\n)*(.*)$", text, re.MULTILINE):
                lines = re.findall(r"# one of: (.*)", found[0])
                keys = [key.partition(" ")[0] for line in lines for key in line.split(", ") if "." in key]
                yield str(file.relative_to(ROOT)), keys, found[2]


@pytest.mark.parametrize("source", OTHERS, ids=lambda source: source.name)
def test_same_messages(source: Path) -> None:
    """Each language has what English has, at the same lengths, and nothing else."""
    theirs = wordings(source)
    assert sorted(theirs) == sorted(ENGLISH)


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.name)
@pytest.mark.untraced
def test_no_gaps(source: Path) -> None:
    """Nothing is left empty, unsure or twice."""
    assert [entry for entry, texts in wordings(source).items() if not all(texts)] == []
    assert [each.id for each in messages(source) if each.id and each.fuzzy] == []
    text = "".join(file.read_text(encoding="utf-8") for file in source.glob("*.po"))
    written = re.findall(r'^msgctxt "(.*)"\nmsgid "(.*)"$', text, re.MULTILINE)
    assert sorted(written) == sorted(set(written))
    assert len(written) == len(wordings(source))


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.name)
def test_same_values(source: Path) -> None:
    """Each wording has the values that the English one has; a plural's form may say its number itself."""
    theirs = wordings(source)
    for entry, texts in ENGLISH.items():
        wanted = placeholders(texts[-1])
        for text in theirs.get(entry, texts):
            assert placeholders(text) - COUNTED == wanted - COUNTED, (entry, text)


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.name)
def test_known_forms(source: Path) -> None:
    """A value is written plainly or in a form that there is."""
    for entry, texts in wordings(source).items():
        for text in texts:
            assert {form or "" for _, name, form, _ in Formatter().parse(text) if name is not None} <= FORMS, entry


@pytest.mark.untraced
def test_keys_of_the_code() -> None:
    """Whatever key the code writes out is in the catalogues."""
    known = {key for _, key in ENGLISH}
    assert [(str(file.relative_to(ROOT)), key) for file, key in keys_in_code() if key not in known] == []


@pytest.mark.untraced
def test_nothing_unused() -> None:
    """Each key stands in the code, alone or listed; or a value is worded by it, as ``{color}`` is by ``color.blue``."""
    listed = {key for _, keys, _ in lists_in_code() for key in keys}
    families = {key.removesuffix(".*") for key in listed} | {
        name for texts in ENGLISH.values() for text in texts for name in placeholders(text)
    }
    written = texts_in_code() | listed
    unused = [key for _, key in ENGLISH if key not in written and key.rpartition(".")[0] not in families]
    assert unused == [], "write each whole in the code, or in the `# one of:` line above the f-string that makes it"


@pytest.mark.untraced
def test_composed_keys_are_listed_where_they_are_composed() -> None:
    """So a search for a whole key finds its code; a list has only keys that there are, and stands above an f-string."""
    known = {key for _, key in ENGLISH} | {f"{key.rpartition('.')[0]}.*" for _, key in ENGLISH}
    lists = list(lists_in_code())
    assert [(file, key) for file, keys, _ in lists for key in keys if key not in known] == []
    begins = [(file, keys[0].rpartition(".")[0], code) for file, keys, code in lists]
    assert [
        (file, code) for file, family, code in begins if not re.search(rf"f[\"\']|[\"\']{family}[\"\']", code)
    ] == []


def on_panels(source: Path) -> dict[str, str]:
    """All that a language has for a panel by key: the words for one, and those of the values within them."""
    entries = wordings(source)
    panel_texts = {key: " ".join(texts) for (length, key), texts in entries.items() if length == "panel"}
    fields = {name for texts in panel_texts.values() for name in placeholders(texts)}
    families = {key for _, key in entries if key.rpartition(".")[0] in fields}
    panel_texts |= {key: language(source.name).wording(key, "panel") or "" for key in families}
    return {key: plain(re.sub(r"\{.*?\}", "", text)) for key, text in panel_texts.items()}


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.name)
def test_no_panel_breaks_a_word(source: Path) -> None:
    """Each is as narrow as the smallest panel, 32 x 8, in the smallest font; a mark may stand in a line of its own."""
    words = {word.rstrip("?!") for text in on_panels(source).values() for word in text.split()} - NAMES
    assert [word for word in sorted(words) if TINY.width(word) > NARROWEST] == []


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.name)
def test_every_panel_has_the_letters(source: Path) -> None:
    """What a font has not would be drawn as another letter."""
    letters = {letter for text in on_panels(source).values() for letter in text}
    assert [letter for letter in sorted(letters) if TINY.glyph(letter) == TINY.glyph(UNKNOWN)] == []


def test_spanish_signs_come_in_pairs() -> None:
    """A question or a call on a panel begins with its sign; what OK answers does not, for its sign blinks instead."""
    asked = ("ask.", "choice.", "menu.", "new.", "set.", "dial.", "change.", "calibrate.ask.", "teach.")
    panels = {entry: texts for entry, texts in wordings(ROOT / "scoreboard/language/catalogues/es").items()
              if entry[0] == "panel" and not entry[1].startswith(asked)}  # fmt: skip
    for entry, texts in panels.items():
        for text in texts:
            assert (text.count("?"), text.count("!")) == (text.count("¿"), text.count("¡")), entry


@pytest.mark.parametrize(
    "source", [path for folder in OTHERS for path in sorted(folder.glob("*.po"))], ids=lambda path: path.stem
)
def test_translators_see_the_english_beside_every_entry(source: Path) -> None:
    """As it is now: ``make catalogues`` writes it anew."""
    text = source.read_text(encoding="utf-8")
    assert text == with_english(text, messages(source.parents[1] / "en"))


def test_one_message_stands_in_one_file(tmp_path: Path) -> None:
    """Another file that has it, too, is named, with the message."""
    folder = tmp_path / "en"
    folder.mkdir()
    for name in ("law", "page"):
        source = ROOT / "scoreboard/language/catalogues/en/law.po"
        (folder / f"{name}.po").write_text(source.read_text(encoding="utf-8"), encoding="utf-8")
    with pytest.raises(SystemExit, match=r"page\.po: another file has \S+ at the length \w+, too"):
        catalogue(folder)
