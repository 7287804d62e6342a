"""A terminal that is taken over is given back as it was at the end, however that comes.

Rule kept here: Ctrl-Z does nothing meanwhile, for a game that is stopped keeps no score. In a shell's background we
wait until the terminal is ours, as any program does that reads from it.
"""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import FrameType
from typing import Protocol


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
    """Be a terminal's foreground job while the block lasts; within the running loop.

    ``users`` take it over, all of them the same terminal; ``flush`` waits until what they have written is out.
    """
    if not users:
        yield
        return

    def give_back() -> None:
        for user in users:
            user.give_back()
        flush()

    def quit_at_once(number: int, _: FrameType | None) -> None:
        give_back()
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)

    def resized() -> None:
        for user in users:
            user.resized()

    if not is_foreground(users[0].terminal):
        os.kill(os.getpid(), signal.SIGTTIN)  # stops us until the shell's `fg`
    loop = asyncio.get_running_loop()
    before = {signal.SIGTSTP: signal.signal(signal.SIGTSTP, signal.SIG_IGN)}
    before[signal.SIGQUIT] = signal.signal(signal.SIGQUIT, quit_at_once)
    loop.add_signal_handler(signal.SIGWINCH, resized)
    try:
        for user in users:
            user.take()
        yield
    finally:
        give_back()
        loop.remove_signal_handler(signal.SIGWINCH)
        for number, old in before.items():
            signal.signal(number, old)
