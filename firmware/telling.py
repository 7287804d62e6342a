"""What is said on standard error, so that standard output stays what was asked for, and how others' words are said."""

from __future__ import annotations

import click

LONGEST = 320
"""Letters of a sentence that names what somebody else has written, such as a value or a path."""
BEGINNING = 140
"""Letters of its beginning that stay where it is longer: there stands what it is about; at its end, what to do."""


def warn(sentence: str) -> None:
    """Say what is amiss, and by whom it is said."""
    click.echo(f"stadium: {sentence}", err=True)


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
