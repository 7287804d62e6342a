"""Warnings on standard error; standard output holds only what was asked for."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

import click

from firmware.console.streams import discard_output
from firmware.text import house_options, printable

_writers: list[Callable[[str], None]] = []


@contextmanager
def warnings_written_by(write: Callable[[str], None]) -> Iterator[None]:
    """Have `warn` write its lines by ``write`` while the block lasts: a game must not wait for a terminal."""
    _writers.append(write)
    try:
        yield
    finally:
        _writers.remove(write)


def warn(sentence: str) -> None:
    """Write a warning to standard error, signs that would move a cursor spelt out; a failure to write is ignored."""
    text = "\n".join(map(printable, f"stadium: {sentence}".split("\n")))
    if _writers:
        _writers[-1](text)
        return
    try:
        click.echo(text, err=True)
    except OSError:
        discard_output(sys.stderr)


def warn_of_house_rules(rulings: Mapping[str, object]) -> None:
    """Say on standard error how a record is to be replayed, where its game line does not say how it is played."""
    if rulings:
        warn(f"this record does not say how the house played; replay it with{house_options(rulings)}")
