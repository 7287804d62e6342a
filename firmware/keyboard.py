"""A keyboard in place of the nine buttons, for a game at a desk."""

from __future__ import annotations

import asyncio
import os
import re
import sys
import termios
import tty
from collections.abc import Callable

from firmware.devices import Gesture, Stuck
from firmware.errors import DeviceError

KEYS: dict[str, Gesture] = {
    "b": "ball",
    "s": "strike",
    "o": "out",
    "r": "run",
    "h": "homerun",
    "t": "batter",
    "n": "next",
    "\n": "ok",
    "u": "undo",
    "y": "redo",
    "m": "menu",
}
HELP = "b ball · s strike · o out · r run · h homerun · t batter · n next · Enter ok · u undo · y redo · m menu"

SEQUENCE = re.compile(r"\x1b(\[[0-?]*[ -/]*[@-~]|O.|.)?", re.DOTALL)
"""What a terminal sends for arrows, Home, function keys and Alt with a letter (ECMA-48): letters that nobody typed."""


class Keyboard:
    """Keys as buttons; satisfies `firmware.devices.Buttons`.

    Args:
        stream: a terminal's file descriptor; the program's standard input without one.

    Raises:
        DeviceError: if that is no terminal.
    """

    def __init__(self, stream: int | None = None) -> None:
        try:
            self._stream = sys.stdin.fileno() if stream is None else stream
            self._before = termios.tcgetattr(self._stream)
        except (OSError, termios.error) as error:
            raise DeviceError("keys as buttons need a terminal to type in; start without --buttons keys") from error
        self._loop: asyncio.AbstractEventLoop | None = None

    def listen(self, heard: Callable[[Gesture], None], stuck: Stuck = lambda _: None) -> None:  # noqa: ARG002 - no key sticks
        """Call ``heard`` for every key that is a button; called within the running loop, and calls from it."""
        tty.setcbreak(self._stream)
        self._loop = asyncio.get_running_loop()
        self._loop.add_reader(self._stream, self._typed, heard)

    def close(self) -> None:
        """Give the terminal back as it was; closing twice is harmless."""
        loop, self._loop = self._loop, None
        if loop is not None:
            loop.remove_reader(self._stream)
            termios.tcsetattr(self._stream, termios.TCSADRAIN, self._before)

    def _typed(self, heard: Callable[[Gesture], None]) -> None:
        for key in SEQUENCE.sub("", os.read(self._stream, 64).decode("utf-8", "ignore")).lower():
            if key in KEYS:
                heard(KEYS[key])
