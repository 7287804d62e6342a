"""Standard output and standard error, made such that whatever is said can be written; and Ctrl-C before a game.

Rule kept here: no terminal ends the program by what it cannot show. What its alphabet lacks is written with letters
that every alphabet has. Warnings go to standard error; standard output holds only what was asked for.
"""

from __future__ import annotations

import codecs
import os
import signal
import sys
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from io import TextIOWrapper
from types import MappingProxyType
from typing import TextIO

import click

from firmware.text import house_options, printable

STAND_INS: Mapping[str, str] = MappingProxyType(
    {
        "▲": "^",
        "▼": "v",
        "✎": "*",
        "·": "|",
        "±": "+/-",
        "✓": "ok",
        "✗": "x",
        "—": "-",
        "\u2212": "-",
        "▀": '"',
        "▄": ".",
        "█": "#",
    }
)
"""Written where a terminal's alphabet, such as Latin-1, lacks a sign of ours."""
PLAINLY = "plainly"
"""Python's name of the error handler `_plainly`."""
BUILTIN_HANDLERS = ("strict", "backslashreplace", "surrogateescape")
"""Python's own for letters that an alphabet lacks: to fail, or to write their numbers."""
ISOLATES = "\u2068\u2069"
"""Around a name that is written from right to left; an alphabet that lacks them lacks the name, too."""
RAW_BYTES = range(0xDC80, 0xDD00)
"""Python's letters for bytes that are none, such as those of a file's name; they are written as they were."""


def _plainly(error: UnicodeError) -> tuple[str | bytes, int]:
    """A letter's replacement: its stand-in, or the letter without its accents."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    letter = error.object[error.start]
    if ord(letter) in RAW_BYTES:
        return bytes([ord(letter) & 0xFF]), error.start + 1
    if letter in ISOLATES:
        return "", error.start + 1
    bare = unicodedata.normalize("NFKD", letter).encode("ascii", "ignore").decode()
    return STAND_INS.get(letter) or bare or "?", error.start + 1


codecs.register_error(PLAINLY, _plainly)


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
            stream.reconfigure(errors=PLAINLY)


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
