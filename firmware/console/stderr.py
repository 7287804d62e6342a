"""What is said on standard error, so that standard output stays what was asked for, and how others' words are said."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager

import click
import msgspec

from firmware.console.streams import let_go

LONGEST = 320
"""Letters of a sentence that names what somebody else has written, such as a value or a path."""
BEGINNING = 140
"""Letters of its beginning that stay where it is longer: there stands what it is about; at its end, what to do."""


_writers: list[Callable[[str], None]] = []


@contextmanager
def said_by(write: Callable[[str], None]) -> Iterator[None]:
    """Have `warn` write its lines by ``write`` while the block lasts: during a game nothing may wait for a terminal."""
    _writers.append(write)
    try:
        yield
    finally:
        _writers.remove(write)


def warn(sentence: str) -> None:
    """Say what is amiss, and by whom it is said; what cannot be said is left unsaid, and no name moves a cursor."""
    said = "\n".join(map(printable, f"stadium: {sentence}".split("\n")))
    if _writers:
        _writers[-1](said)
        return
    try:
        click.echo(said, err=True)
    except OSError:
        let_go(sys.stderr)


def printable(text: object) -> str:
    """The text with what would move a terminal's cursor, colour it, turn it or not print at all spelt out."""
    return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in str(text))


def shortened(text: object, longest: int = LONGEST) -> str:
    """The text on one line that can be printed and read, its middle left out where it is too long."""
    said = printable(text)
    if len(said) <= longest:
        return said
    beginning = min(BEGINNING, longest // 2)
    return f"{said[:beginning]} … {said[beginning + 3 - longest :]}"


def columns(table: Sequence[Sequence[str]]) -> Iterator[str]:
    """The rows of a table, their cells under each other."""
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    for row in table:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()


def say_house(rulings: Mapping[str, object]) -> None:
    """Say on standard error how a record is to be replayed, where its game line does not say how it is played."""
    if rulings:
        how = house_options(rulings)
        warn(f"this record does not say how the house played; replay it with{how}")


def house_options(rulings: Mapping[str, object]) -> str:
    """The options that say these rulings, each with a blank before it."""
    return "".join(f" --house '{name}={msgspec.json.encode(value).decode()}'" for name, value in rulings.items())
