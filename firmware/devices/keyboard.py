"""A keyboard in place of the nine buttons, for a game at a desk."""

from __future__ import annotations

import asyncio
import os
import re
import sys
import termios
import tty
from collections.abc import Callable
from contextlib import suppress

from firmware.devices.health import HealthReporter, lost
from firmware.devices.protocols import Gesture, StuckListener
from firmware.errors import DeviceError
from scoreboard.message import message

KEYS: dict[str, Gesture] = {
    "b": "ball",
    "s": "strike",
    "o": "out",
    "r": "run",
    "h": "homerun",
    "t": "batter",
    "n": "next",
    "e": "by-hand",
    "\n": "ok",
    "u": "undo",
    "y": "redo",
    "m": "menu",
}
NUMBER_ROW: dict[str, Gesture] = {
    "1": "ball",
    "2": "strike",
    "3": "out",
    "4": "run",
    "5": "homerun",
    "6": "batter",
    "7": "ball-held",
    "8": "strike-held",
    "9": "out-held",
    "0": "run-held",
    "-": "homerun-held",
    "=": "batter-held",
}
"""The buttons that score by the number that each stands for, then held: a die is entered by its number."""
HELP = message("view.keys")

SEQUENCE = re.compile(r"\x1b(\[[0-?]*[ -/]*[@-~]|O.|.)?", re.DOTALL)
"""What a terminal sends for arrows, Home, function keys and Alt with a letter (ECMA-48)."""


class Keyboard:
    """Keys as buttons; satisfies `firmware.devices.protocols.Buttons` and `firmware.devices.job_control.TerminalUser`.

    Args:
        stream: a terminal's file descriptor; the program's standard input without one.
        report: called when the terminal is gone, for good.

    Raises:
        DeviceError: if that is no terminal.
    """

    def __init__(self, stream: int | None = None, report: HealthReporter = lambda _: None) -> None:
        try:
            self._stream = sys.stdin.fileno() if stream is None else stream
            self._before = termios.tcgetattr(self._stream)
        except (AttributeError, OSError, ValueError, termios.error) as error:
            raise DeviceError(message("buttons.no-terminal")) from error
        self._report = report
        self._loop: asyncio.AbstractEventLoop | None = None
        self._on_gesture: Callable[[Gesture], None] = lambda _: None
        self._taken = False

    @property
    def terminal(self) -> int:
        """The terminal's file descriptor."""
        return self._stream

    def listen(self, on_gesture: Callable[[Gesture], None], on_stuck: StuckListener = lambda _: None) -> None:  # noqa: ARG002 - no key sticks
        """Call ``on_gesture`` for every key that is a button; called within the running loop, and calls from it."""
        self._loop, self._on_gesture = asyncio.get_running_loop(), on_gesture
        self.take()

    def take(self) -> None:
        """Have each key come at once, without echo, if there is a listener; what was typed before is dropped."""
        if self._loop is None:
            return None
        try:
            if not self._taken:
                self._before = termios.tcgetattr(self._stream)
                termios.tcflush(self._stream, termios.TCIFLUSH)
            # TCSANOW, because waiting until all is written out would wait for the end of a Ctrl-S
            tty.setcbreak(self._stream, termios.TCSANOW)
        except termios.error:
            return self._lose()
        self._taken = True
        return self._loop.add_reader(self._stream, self._typed)

    def give_back(self) -> None:
        """Leave the terminal as it was, until `take`."""
        if self._loop is None or not self._taken:
            return
        self._taken = False
        self._loop.remove_reader(self._stream)
        with suppress(termios.error):  # it is gone
            termios.tcsetattr(self._stream, termios.TCSANOW, self._before)

    def resized(self) -> None:
        """Keys have no size."""

    def close(self) -> None:
        """Give the terminal back as it was."""
        self.give_back()
        self._loop = None

    def _typed(self) -> None:
        try:
            typed = os.read(self._stream, 64)
        except BlockingIOError:
            return None
        except OSError:  # it is gone
            typed = b""
        if not typed:
            return self._lose()
        for key in SEQUENCE.sub("", typed.decode("utf-8", "ignore")).lower():
            if (gesture := KEYS.get(key) or NUMBER_ROW.get(key)) is not None:
                self._on_gesture(gesture)
        return None

    def _lose(self) -> None:
        self.close()
        self._report(lost("buttons", message("buttons.terminal-gone")))
