"""Ctrl-Z, `fg` and `bg`: a terminal that was taken over is restored while another job has it.

Rule kept here: the terminal is as it was whenever it is not ours: while we are stopped, while we run in the background,
and at the end, however that comes. In the background the game goes on, and nothing is read from the terminal or drawn
in it.
"""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import FrameType
from typing import Protocol

POLL_S = 0.5
"""How often a job in the background checks whether the terminal is its own again: a shell's `fg` may send no signal."""
IGNORED_SIGNALS = (signal.SIGTTIN, signal.SIGTTOU)
"""By these the kernel stops a job in the background; without them its reads fail, which is handled."""


class TerminalUser(Protocol):
    """A part of the program that changes the terminal's mode or draws in it."""

    def take(self) -> None:
        """Take it over; twice is harmless."""

    def give_back(self) -> None:
        """Give it back as it was; twice is harmless."""

    @property
    def terminal(self) -> int:
        """Its file descriptor."""

    def resized(self) -> None:
        """Its size has changed."""


def is_foreground(terminal: int) -> bool:
    """Whether we are the terminal's foreground job; one without job control is always ours."""
    try:
        return os.tcgetpgrp(terminal) == os.getpgrp()
    except OSError:
        return True


@contextmanager
def job(users: Sequence[TerminalUser], flush: Callable[[], object] = lambda: None) -> Iterator[None]:
    """Share a terminal with a shell's other jobs while the block lasts; within the running loop.

    ``users`` take it over, all of them the same terminal; ``flush`` waits until what they have written is out.
    """
    if not users:
        yield
        return
    shared = _Shared(asyncio.get_running_loop(), users, flush)
    before = {number: signal.signal(number, signal.SIG_IGN) for number in IGNORED_SIGNALS}
    before[signal.SIGQUIT] = signal.signal(signal.SIGQUIT, shared.quit)
    try:
        with shared.listening():
            yield
    finally:
        for number, old in before.items():
            signal.signal(number, old)


class _Shared:
    """The signal handlers of `job`."""

    def __init__(
        self, loop: asyncio.AbstractEventLoop, users: Sequence[TerminalUser], flush: Callable[[], object]
    ) -> None:
        self._loop, self._users, self._flush = loop, users, flush
        self._ended = False

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Handle the signals while the block lasts, and give the terminal back at its end."""
        handlers = {signal.SIGTSTP: self.stop, signal.SIGCONT: self.resume, signal.SIGWINCH: self.resized}
        for number, handler in handlers.items():
            self._loop.add_signal_handler(number, handler)
        self.resume()
        try:
            yield
        finally:
            self._ended = True
            self._give_back()
            for number in handlers:
                self._loop.remove_signal_handler(number)

    def stop(self) -> None:
        """Ctrl-Z: give the terminal back, stop as any program does, and go on from here when continued."""
        self._give_back()
        self._loop.remove_signal_handler(signal.SIGTSTP)  # which restores the kernel's default
        os.kill(os.getpid(), signal.SIGTSTP)
        self._loop.add_signal_handler(signal.SIGTSTP, self.stop)
        self.resume()

    def resume(self) -> None:
        """Take the terminal again if it is ours, or as soon as it is."""
        if self._ended:
            return
        if is_foreground(self._users[0].terminal):
            for user in self._users:
                user.take()
        else:
            for user in self._users:
                user.give_back()
            self._loop.call_later(POLL_S, self.resume)

    def quit(self, number: int, _: FrameType | None) -> None:
        r"""Ctrl-\: give the terminal back, then end at once, as is the kernel's default."""
        self._give_back()
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)

    def resized(self) -> None:
        """Pass it on."""
        for user in self._users:
            user.resized()

    def _give_back(self) -> None:
        for user in self._users:
            user.give_back()
        self._flush()
