"""Text as a person reads it: foreign text made printable and short, tables in columns, rulings as options."""

from __future__ import annotations

import textwrap
import unicodedata
from collections.abc import Iterator, Mapping, Sequence

import msgspec

LONGEST, BEGINNING = 320, 140
"""Letters of a sentence that quotes foreign text, and of its beginning, its subject, that stay where it is longer."""

SPARE = 0x100000
"""Where the private characters begin that stand for what is not one cell wide, while lines are broken."""
SECOND_CELL = chr(0x10FFFD)
"""Stands for the other half of a wide letter."""


def printable(text: object) -> str:
    """The text with what would move a terminal's cursor, colour it, turn it or not print at all spelt out."""
    return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in str(text))


def shortened(text: object, longest: int = LONGEST) -> str:
    """The text on one line that can be printed and read, its middle left out where it is too long."""
    text = printable(text)
    if len(text) <= longest:
        return text
    beginning = min(BEGINNING, longest // 2)
    return f"{text[:beginning]} … {text[beginning + 3 - longest :]}"


def counted(number: int, one: str, several: str = "") -> str:
    """So many of them: ``1 file``, ``2 files``; for what is in English alone."""
    return f"{number} {one if number == 1 else several or f'{one}s'}"


def columns(table: Sequence[Sequence[str]]) -> Iterator[str]:
    """The rows of a table, their cells under each other."""
    widths = [max(map(cells, column)) for column in zip(*table, strict=True)]
    for row in table:
        filled = (cell + " " * (width - cells(cell)) for cell, width in zip(row, widths, strict=True))
        yield "  ".join(filled).rstrip()


def cells(text: str) -> int:
    """How many cells of a terminal the text takes: two for a wide letter, none for a mark on one."""
    return len(text) if text.isascii() else sum(map(_cells, text))


def _cells(letter: str) -> int:
    if unicodedata.category(letter) in {"Mn", "Me", "Cf"}:
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1


def wrap(text: str, most: int, *, subsequent_indent: str = "", max_lines: int | None = None) -> list[str]:
    """The text on lines of at most so many cells; what has no room in ``max_lines`` is an ellipsis."""
    odd = {
        each: chr(SPARE + number) for number, each in enumerate(dict.fromkeys(_clusters(text))) if not _is_plain(each)
    }
    coded = "".join(odd.get(each, each) + SECOND_CELL * (cells(each) - 1) for each in _clusters(text))
    spare = SECOND_CELL in coded  # a word that is broken may be so in the middle of a wide letter
    how = {"subsequent_indent": subsequent_indent, "max_lines": max_lines, "placeholder": "…"}
    lines = textwrap.wrap(coded, most - spare, **how)  # type: ignore[arg-type] # each is of its own kind
    meant = {ord(SECOND_CELL): "", **{ord(code): each for each, code in odd.items()}}
    return [line.translate(meant) for line in lines]


def _is_plain(cluster: str) -> bool:
    return len(cluster) == cells(cluster) == 1


def _clusters(text: str) -> list[str]:
    """Its letters, each with what stands on it and takes no cell; a blank is always alone."""
    found = [""]
    for letter in text:
        is_on = not _cells(letter) and not found[-1].isspace()
        if is_on or (found[-1] and not cells(found[-1]) and not letter.isspace()):
            found[-1] += letter
        else:
            found.append(letter)
    return [each for each in found if each]


def house_options(rulings: Mapping[str, object]) -> str:
    """The options that say these rulings, each with a blank before it."""
    return "".join(f" --house '{name}={msgspec.json.encode(value).decode()}'" for name, value in rulings.items())
