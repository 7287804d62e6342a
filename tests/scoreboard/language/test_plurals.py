"""One is never several: every message that counts something has a singular and a plural, in every language."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Message as Wording
from catalogues import catalogue

from firmware.text import counted
from scoreboard.language import language
from scoreboard.language.catalogue import CATALOGUES
from scoreboard.message import Message, Words

ROOT = Path(__file__).parents[3]
LANGUAGES = ("en", "es")
WORDS = {
    "address", "advice", "answer", "at", "away", "base", "batters", "batting", "before", "button", "call", "card",
    "chosen", "color", "configured", "corner", "day", "deck", "device", "doubt", "driver", "due", "face", "failure",
    "family", "fault", "fielders", "file", "first", "folder", "game", "glove", "helmet", "home", "how", "installed",
    "instead", "job", "journal", "key", "kind", "last", "layout", "line", "lines", "log", "made", "mark", "markers",
    "meant", "message", "month", "name", "names", "notes", "nth", "one", "option", "other", "others", "otherwise",
    "outcome", "page", "part", "parts", "password", "path", "place", "places", "played", "player", "players",
    "policy", "prompt", "reading", "reason", "remedy", "request", "role", "roll", "rules", "runner", "runners",
    "said", "score", "sign", "signal", "source", "spot", "spots", "ssid", "step", "still", "strength", "target",
    "team", "text", "thing", "time", "title", "to", "trouble", "type", "use", "version", "voice", "wanted", "what",
    "where", "white", "who", "why", "winner", "words", "zone",
}  # fmt: skip
"""Values that are words or names, and never a number that something is counted by."""
LISTS = {"and", "or", "list"}
FIXED = {
    "bytes": "a limit of the program",
    "longest": "bytes of a panel",
    "height": "pixels of a camera",
    "halves": "half-innings of a simulation",
    "total": "the markers of a print, the faces of a die",
    "all": "the same, and a card's megabytes",
    "lying": "more dice than are due",
    "ratio": "has decimals",
    "zones": "as many as are printed",
    "dioptres": "has decimals",
}
"""Numbers that are never one, and why."""
NEVER_ONE = {
    "play.runs": "one run is told by play.one-run",
    "teach.several": "one thing is what is wanted",
    "setting-wrong.letters": "no text may have only one letter",
    "refused.no-hash": "a limit of the record",
}
"""Messages that are never said of one, and why."""
PLURALS = {"en": r"\w+s|dice|men|people|halves", "es": r"\w+s"}
NO_PLURAL = {"begins", "counts", "es", "is", "más", "menos", "minus", "ms", "plus", "stays", "wants"}
"""Words that end as a plural does and are none."""


def every_wording(code: str) -> Iterator[Wording]:
    """Every message of that language at each of its lengths."""
    yield from (each for each in catalogue(CATALOGUES / code) if each.id)


def texts(each: Wording) -> tuple[str, ...]:
    """Its wordings: the plural forms, or the one that it has."""
    return tuple(each.string) if isinstance(each.string, list | tuple) else (str(each.string),)


def values(each: Wording, number: int) -> dict[str, Words]:
    """Its values, whatever is counted being ``number``."""
    found: dict[str, Words] = {}
    for _, name, form, _ in (part for text in texts(each) for part in Formatter().parse(text)):
        if name:
            found[name] = ("X",) if form in LISTS else "X" if name in WORDS else 7 if name in FIXED else number
    return found


def text_for(code: str, each: Wording, number: int) -> str:
    """The message as that language says it of so many."""
    key = str(each.id[0] if isinstance(each.id, tuple | list) else each.id)
    put = values(each, number) | ({"count": number} if isinstance(each.id, tuple | list) else {})
    return language(code).say(Message(key, tuple(put.items())), str(each.context))  # type: ignore[arg-type]


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_plural_follows_a_one(code: str) -> None:
    """No "1 files": what stands after a one is singular."""
    several = re.compile(rf"\b1 (?:more |half |other |medias )?({PLURALS[code]})\b", re.IGNORECASE)
    for each in (each for each in every_wording(code) if each.id not in NEVER_ONE):
        text = text_for(code, each, 1)
        assert {word.lower() for word in several.findall(text)} <= NO_PLURAL, text


@pytest.mark.parametrize("code", LANGUAGES)
def test_plural_forms_differ_from_the_singular(code: str) -> None:
    """Where there are two forms they differ, and nought, two and five take the second."""
    for each in (each for each in every_wording(code) if isinstance(each.id, tuple | list)):
        one, *others = (text_for(code, each, number) for number in (1, 0, 2, 5))
        assert len({one, *others}) > 1, each.id
        blank = [re.sub(r"\b[0-9]+\b", "#", text) for text in others]
        assert blank[0] == blank[1] == blank[2], each.id
        assert re.sub(r"\b1\b", "#", one) != blank[0], each.id


COUNTED = re.compile(
    r"\{(?:len\([^{}]*\)|[a-z_.]+)\} (?:more |other )?"
    r"((?:card|connection|day|face|file|game|glove|hour|line|minute|phone|picture|play|second|setting|throw|time)s)\b"
)
"""A number that is written out before what it counts, in text that is in English alone: the command line, the log."""


@pytest.mark.untraced
def test_what_is_in_english_alone_counts_by_the_same_rule() -> None:
    """The command line's answers and the log: `counted` has a singular, and an f-string has none."""
    for file in sorted((ROOT / "firmware").rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            text = ast.unparse(node) if isinstance(node, ast.JoinedStr) else ""
            assert [] == COUNTED.findall(text), f"{file.name}: {text}"
    assert ["1 file", "0 files", "2 files", "1 die is"] == [
        *(counted(number, "file") for number in (1, 0, 2)),
        counted(1, "die is", "dice are"),
    ]
