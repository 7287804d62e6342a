"""Standard output while a game lasts: text is written on a thread, as pictures are to a panel that may fail.

A terminal goes with its ssh, a pipe loses its reader, a disk fills up, and any may block, as after Ctrl-S. Rule kept
here: no game ends by that, and none waits. What cannot be written is dropped, with one warning; a full disk is retried.
"""

from __future__ import annotations

import os
import select
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from errno import EDQUOT, ENOSPC
from io import UnsupportedOperation
from threading import Condition, Thread
from typing import TextIO

from firmware.console.streams import BUILTIN_HANDLERS, discard_output
from firmware.devices.supervisor import pauses

PATIENCE_S = 1.0
"""How long the program waits at its end for the text that is left."""
MOST = 1000
"""Texts that may wait; later ones are dropped."""
FULL = (ENOSPC, EDQUOT)
"""Errors that pass when there is room again."""


class ConsoleWriter:
    """A stream of text that may fail, block or be gone; ``warn`` is called from the thread when it fails."""

    def __init__(
        self, stream: TextIO, warn: Callable[[str], None] = lambda _: None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._stream, self._warn, self._clock = stream, warn, clock
        self._number = _number(stream)
        self._waiting: deque[tuple[str, bool]] = deque()
        self._changed = Condition()
        self._writing = self._closed = self._gone = self._full = False
        self._pauses, self._due = pauses(), clock()
        self._thread: Thread | None = None

    def write(self, text: str) -> None:
        """Write ``text`` soon."""
        self._add(text, screen=False)

    def line(self, text: str) -> None:
        """Write ``text`` soon, as a line."""
        self._add(f"{text}\n", screen=False)

    def draw(self, screen: str) -> None:
        """Write a whole screen soon, in place of one that still waits."""
        self._add(screen, screen=True)

    def flush(self, patience_s: float | None = None) -> bool:
        """Wait until all is written; False if that takes longer than so many seconds, or than ``PATIENCE_S``."""
        patience_s = PATIENCE_S if patience_s is None else patience_s
        with self._changed:
            return self._changed.wait_for(lambda: not (self._waiting or self._writing), patience_s)

    def close(self) -> None:
        """Write the text that waits, unless that takes long; closing twice is harmless."""
        if not self.flush():
            self._gone = True
            discard_output(self._stream)
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def _add(self, text: str, *, screen: bool) -> None:
        with self._changed:
            if self._gone or self._closed:
                return
            if screen and self._waiting and self._waiting[-1][1]:
                self._waiting.pop()
            if len(self._waiting) < MOST:
                self._waiting.append((text, screen))
            self._changed.notify_all()
        if self._thread is None:
            self._thread = Thread(target=self._work, name="outlet", daemon=True)
            self._thread.start()

    def _work(self) -> None:
        while (text := self._next()) is not None:
            try:
                self._put(text)
            except (OSError, ValueError) as error:  # a closed stream raises ValueError
                self._fail(error)
            with self._changed:
                self._writing = False
                self._changed.notify_all()

    def _next(self) -> str | None:
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._closed)
            if not self._waiting:
                return None
            self._writing = True
            return self._waiting.popleft()[0]

    def _put(self, text: str) -> None:
        if self._gone or self._clock() < self._due:
            return
        if self._number is None:
            self._stream.write(text)
            self._stream.flush()
        else:
            errors = self._stream.errors
            handler = "replace" if errors is None or errors in BUILTIN_HANDLERS else errors
            _write_all(self._number, text.encode(self._stream.encoding, handler))
        if self._full:
            self._full, self._pauses = False, pauses()

    def _fail(self, error: Exception) -> None:
        if isinstance(error, OSError) and error.errno in FULL:
            self._due = self._clock() + next(self._pauses)
            if self._full:
                return
            self._full = True
        else:
            self._gone = True
            discard_output(self._stream)
        why = getattr(error, "strerror", None) or error
        self._warn(f"what is told here cannot be written ({why}); the game goes on without it")


def _number(stream: TextIO) -> int | None:
    """The flushed stream's file descriptor; None where it has none."""
    with suppress(OSError, ValueError):
        stream.flush()
    try:
        return stream.fileno()
    except (UnsupportedOperation, AttributeError):
        return None


def _write_all(number: int, data: bytes) -> None:
    """Write it past Python's buffer, whose lock a write that never returns would hold until the program's end."""
    left = memoryview(data)
    while left:
        try:
            left = left[os.write(number, left) :]
        except BlockingIOError:  # another program that shares it made it non-blocking
            select.select([], [number], [])
