"""A desk with a terminal: somebody types there, and reads what a program shows."""

from __future__ import annotations

import fcntl
import os
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Self

from support.hang import GIVE_UP_S

STADIUM = [sys.executable, "-m", "firmware"]
ENTER, LEAVE = "\x1b[?1049h", "\x1b[?1049l"
"""What a program says that takes the whole screen, and that gives it back."""
CTRL_C, CTRL_Z, CTRL_BACKSLASH = "\x03", "\x1a", "\x1c"
OWN = re.compile(r"LC_|LANG|PYTHON|NO_COLOR|COLUMNS|LINES")
"""What of the environment each test decides itself."""
LAST = 300
"""Letters of what was shown that are told when something else never was."""
SIZE = (40, 120)
"""Rows and columns."""


class Desk:
    """A pseudo-terminal; what runs at it is ended when the block is left.

    Args:
        size: rows and columns.

    Attributes:
        shown: all that was shown so far.
        program: what was started last.
    """

    def __init__(self, size: tuple[int, int] = SIZE) -> None:
        self._typist, self._end = os.openpty()
        self._read = 0
        self.shown = ""
        self.program: subprocess.Popen[bytes] | None = None
        self.resize(*size)
        self.as_it_was = self.modes()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.program is not None:
            with suppress(ProcessLookupError):
                os.killpg(self.program.pid, signal.SIGCONT)
                os.killpg(self.program.pid, signal.SIGKILL)
            self.program.wait()
        for end in (self._typist, self._end):
            with suppress(OSError):
                os.close(end)

    def start(
        self, command: Sequence[str], before: Callable[[], None] = lambda: None, **environment: str
    ) -> subprocess.Popen[bytes]:
        """Start a program in this terminal, as the leader of a session of its own as a login is."""

        def take_terminal() -> None:
            fcntl.ioctl(0, termios.TIOCSCTTY, 0)
            signal.signal(signal.SIGHUP, signal.SIG_DFL)  # the tests themselves may run under nohup
            before()

        end = self._end
        self.program = subprocess.Popen(
            command,
            stdin=end,
            stdout=end,
            stderr=end,
            start_new_session=True,
            preexec_fn=take_terminal,  # noqa: PLW1509 - tests start it from no thread
            env=surroundings(environment),
        )
        return self.program

    def type(self, text: str) -> None:
        """Type it."""
        os.write(self._typist, text.encode())

    def until(self, *wanted: str) -> str:
        """Read until each of these was shown, one after the other, after what was last waited for; all that was."""
        begun, deadline = self._read, time.monotonic() + GIVE_UP_S
        for text in wanted:
            while (found := self.shown.find(text, self._read)) < 0:
                assert self._more(deadline), f"{text!r} never came; the last that did: {self.shown[-LAST:]!r}"
            self._read = found + len(text)
        return self.shown[begun : self._read]

    def rest(self) -> str:
        """Read until the program has ended; what was not waited for yet."""
        assert self.program is not None
        deadline = time.monotonic() + GIVE_UP_S
        while self.program.poll() is None:
            self._more(deadline, 0.05)
        while self._more(time.monotonic(), 0.0):
            pass
        return self.shown[self._read :]

    def modes(self) -> list[object]:
        """How the terminal is set: echo, lines or single keys."""
        return list(termios.tcgetattr(self._typist))

    def resize(self, rows: int, columns: int) -> None:
        """Have a window of that size; the terminal's job is told."""
        fcntl.ioctl(self._typist, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def hang_up(self) -> None:
        """Close the window, or lose the connection."""
        for end in (self._typist, self._end):
            os.close(end)

    def _more(self, deadline: float, most_s: float | None = None) -> bool:
        left = max(0.0, deadline - time.monotonic()) if most_s is None else most_s
        if not select.select([self._typist], [], [], left)[0]:
            return False
        with suppress(OSError):
            self.shown += os.read(self._typist, 65536).decode("utf-8", "replace")
            return True
        return False


def surroundings(changed: Mapping[str, str]) -> dict[str, str]:
    """The environment of a person at a desk."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not re.match(r"LC_|LANG|PYTHON|NO_COLOR|COLUMNS|LINES", name)
    }
    return kept | {"TERM": "xterm-256color", "LANG": "C.UTF-8", "STADIUM_PORT": "0"} | dict(changed)
