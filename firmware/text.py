"""Text as a person reads it: foreign text made printable and short, tables in columns, rulings as options."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

LONGEST, BEGINNING = 320, 140
"""Letters of a sentence that quotes foreign text, and of its beginning, its subject, that stay where it is longer."""


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
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    for row in table:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()


def house_options(rulings: Mapping[str, object]) -> str:
    """The options that say these rulings, each with a blank before it."""
    return "".join(f" --house '{name}={msgspec.json.encode(value).decode()}'" for name, value in rulings.items())
