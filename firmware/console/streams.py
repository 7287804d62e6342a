"""Standard output and standard error, made such that whatever is said can be written; and Ctrl-C before a game.

Rule kept here: no terminal ends the program by what it cannot show: a letter that its alphabet lacks becomes a
question mark. Warnings go to standard error; standard output holds only what was asked for.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from io import TextIOWrapper
from typing import TextIO

import click

from firmware.text import house_options, printable

BUILTIN_HANDLERS = ("strict", "backslashreplace", "surrogateescape")
"""Python's own for letters that an alphabet lacks: to fail, or to write their numbers."""


def make_ready() -> None:
    """Prepare both streams; call it before anything is written."""
    for number in (0, 1, 2):  # a closed one would become the journal's, and be written to
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest number that is free
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: PTH123, SIM115 - until the end
        elif isinstance(stream, TextIOWrapper) and stream.errors in BUILTIN_HANDLERS:
            stream.reconfigure(errors="replace")


def discard_output(stream: TextIO | None) -> None:
    """Discard its output from now on: at exit Python would fail to flush the stream's buffer."""
    with suppress(OSError, ValueError, AttributeError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        try:
            os.dup2(nowhere, stream.fileno())  # type: ignore[union-attr] # None has an AttributeError
        finally:
            os.close(nowhere)


def can_write(text: str, stream: TextIO) -> bool:
    """Whether the stream's alphabet has all of these letters."""
    try:
        text.encode(stream.encoding)
    except UnicodeError:
        return False
    return True


_writers: list[Callable[[str], None]] = []


@contextmanager
def warnings_written_by(write: Callable[[str], None]) -> Iterator[None]:
    """Let `warn` use ``write`` while the block lasts: a game must not wait for a terminal."""
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
    """Warn how a record is to be replayed, if its game line lacks these house rules."""
    if rulings:
        warn(f"this record does not say how the house played; replay it with{house_options(rulings)}")


@contextmanager
def loading() -> Iterator[None]:
    """Let Ctrl-C end the program at once and without a traceback while the block imports: on a small Pi, seconds."""
    before = signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
