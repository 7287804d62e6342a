"""Standard output while a game lasts: what fails there, blocks or is gone, holds nothing up."""

from __future__ import annotations

import errno
import io
import os
from contextlib import closing
from typing import TextIO

import pytest

from firmware.console.stdout import MOST, ConsoleWriter
from firmware.console.streams import can_write, discard_output, make_ready, warn, warnings_written_by


class Paper(io.StringIO):
    """What is written on, with errors of its own on request."""

    errors = None

    def __init__(self, *faults: int) -> None:
        super().__init__()
        self._faults = list(faults)

    def write(self, text: str) -> int:
        """Take it, or fail with the next fault; 0 is none."""
        fault = self._faults.pop(0) if self._faults else 0
        if fault:
            raise OSError(fault, os.strerror(fault))
        return super().write(text)


class Hand:
    """A clock that a test moves."""

    def __init__(self) -> None:
        self.at = 0.0

    def __call__(self) -> float:
        """The time, in seconds."""
        return self.at


def piped() -> tuple[int, TextIO]:
    """Where it is read, and a stream into it."""
    reader, writer = os.pipe()
    return reader, os.fdopen(writer, "w", encoding="utf-8")


def test_lines_come_out_in_order() -> None:
    """And all of them before it is closed."""
    paper = Paper()
    with closing(ConsoleWriter(paper)) as out:
        for number in range(50):
            out.line(str(number))
    assert [str(number) for number in range(50)] == paper.getvalue().splitlines()


def test_full_disk_is_reported_once_and_retried() -> None:
    """What came meanwhile is not written; what comes when there is room again is."""
    reported: list[str] = []
    paper, hand = Paper(errno.ENOSPC, errno.ENOSPC), Hand()
    with closing(ConsoleWriter(paper, reported.append, hand)) as out:
        for text, at in (
            ("full", 0),
            ("too soon", 0.5),
            ("full still", 1.5),
            ("too soon", 2.0),
            ("room", 9),
            ("more", 9),
        ):
            hand.at = at
            out.write(text)
            assert out.flush()
    assert ("roommore", 1) == (paper.getvalue(), len(reported))
    assert "No space left" in reported[0]


def test_what_is_gone_is_gone_for_good() -> None:
    """It is told once, and never tried again."""
    reported: list[str] = []
    paper = Paper(errno.EIO)
    with closing(ConsoleWriter(paper, reported.append)) as out:
        for _ in range(3):
            out.line("lost")
            assert out.flush()
    assert "" == paper.getvalue()
    assert ["what is told here cannot be written (Input/output error); the game goes on without it"] == reported


def test_a_closed_stream_is_gone_too() -> None:
    """As standard output is for whoever has closed it."""
    reported: list[str] = []
    paper = Paper()
    with closing(ConsoleWriter(paper, reported.append)) as out:
        paper.close()
        out.line("lost")
        assert out.flush()
    assert 1 == len(reported)


def test_waiting_screen_is_replaced_and_lines_are_not() -> None:
    """Without a reader neither screens nor lines pile up without end, and closing waits no longer than it must."""
    reader, stream = piped()
    out = ConsoleWriter(stream)
    out.write("." * 100_000)  # more than a pipe holds
    out.line("a line")
    for number in range(3 * MOST):
        out.draw(f"screen {number}")
    for number in range(3 * MOST):
        out.line(f"line {number}")
    assert not out.flush(0.0)
    read = b""
    while b"line 900\n" not in read:
        read += os.read(reader, 1 << 16)
    out.close()
    stream.close()
    while more := os.read(reader, 1 << 16):
        read += more
    os.close(reader)
    rest = read.decode().lstrip(".").splitlines()
    assert ["a line", f"screen {3 * MOST - 1}line 0"] == rest[:2]
    assert len(rest) <= MOST + 1


def test_closing_drops_unread_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is said there later goes nowhere, and is no error."""
    monkeypatch.setattr("firmware.console.stdout.PATIENCE_S", 0.0)
    reader, stream = piped()
    out = ConsoleWriter(stream)
    out.write("." * 100_000)
    monkeypatch.setattr(out, "flush", lambda: False)
    out.close()
    out.line("too late")
    stream.write("nowhere")
    stream.flush()
    read = b""
    while more := os.read(reader, 1 << 16):
        read += more
    os.close(reader)
    stream.close()
    assert set(b".") >= set(read)


def test_letter_sets() -> None:
    """Half blocks are in few."""
    assert [True, False] == [can_write("▀", io.TextIOWrapper(io.BytesIO(), name)) for name in ("utf-8", "latin-1")]


def test_streams_are_made_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that is not there takes what is said, and one that would fail over a letter no longer does."""
    raw = io.BytesIO()
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(raw, "latin-1"))
    monkeypatch.setattr("sys.stderr", None)
    make_ready()
    import sys

    print("▲", flush=True)  # noqa: T201 - what is tested
    print("lost", file=sys.stderr)  # noqa: T201 - likewise
    sys.stderr.close()
    assert b"?\n" == raw.getvalue()


def test_a_stream_that_there_is_not_can_be_let_go() -> None:
    """Neither None nor one without a descriptor is an error."""
    discard_output(None)
    discard_output(io.StringIO())


def test_a_name_in_a_warning_moves_no_cursor() -> None:
    """A file may be called anything, and a terminal does what it is told."""
    paper = Paper()
    with closing(ConsoleWriter(paper)) as out, warnings_written_by(out.line):
        warn("a file \x1b[2J\u202e, \u2028and another\nline")
    assert "stadium: a file \\x1b[2J\\u202e, \\u2028and another\nline\n" == paper.getvalue()


def test_a_game_warns_through_its_outlet() -> None:
    """And elsewhere on standard error, as ever."""
    paper = Paper()
    with closing(ConsoleWriter(paper)) as out, warnings_written_by(out.line):
        warn("the card is full")
    assert "stadium: the card is full\n" == paper.getvalue()
