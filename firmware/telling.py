"""What is said on standard error, so that standard output stays what was asked for, and how others' words are said."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from firmware.streams import let_go

if TYPE_CHECKING:
    from firmware.outlet import Outlet

LONGEST = 320
"""Letters of a sentence that names what somebody else has written, such as a value or a path."""
BEGINNING = 140
"""Letters of its beginning that stay where it is longer: there stands what it is about; at its end, what to do."""


_aside: list[Outlet] = []


@contextmanager
def said_by(outlet: Outlet) -> Iterator[None]:
    """Have `warn` speak through ``outlet`` while the block lasts, as long as a game does: it waits for nobody."""
    _aside.append(outlet)
    try:
        yield
    finally:
        _aside.remove(outlet)


def warn(sentence: str) -> None:
    """Say what is amiss, and by whom it is said; what cannot be said is left unsaid, and no name moves a cursor."""
    said = "\n".join(map(printable, f"stadium: {sentence}".split("\n")))
    if _aside:
        _aside[-1].line(said)
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
