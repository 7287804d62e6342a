"""An evening of play holds no more at its end than at its beginning, but for the lines of the game in play."""

from __future__ import annotations

import asyncio
import gc
import tracemalloc
from collections import deque
from collections.abc import Callable, Iterator
from itertools import cycle
from pathlib import Path

import numpy as np
import pytest
from msgspec import structs
from support.scoring import SETUP
from support.stadium import FixedClock, chip, die

from firmware.devices.health import Health
from firmware.devices.protocols import Devices, Frame, Gesture
from firmware.play.loop import App
from firmware.play.options import Options
from firmware.play.shown import Shown
from firmware.service.event_log import EventLog
from firmware.service.metrics import Metrics
from firmware.simulated.peripherals import SimulatedButtons, SimulatedPanel
from scoreboard.journal.resilient import ResilientJournal
from scoreboard.session import Session
from vision.tracking.events import Thrown

NEW: tuple[Gesture, ...] = ("menu", "next", "ok", "next", "ok")
STOP: tuple[Gesture, ...] = ("menu", "next", "next", "ok")
LINES = 24
"""Of a game, before the next one begins."""
A_LINE = 1500
"""Bytes that a line of the game in play may take: the state after it, what was read, and the links of the history."""


class Dice:
    """A camera, and eyes that read one throw after another in it without an end."""

    def __init__(self) -> None:
        self._throws = cycle([die("blue", 5), die("red", 3), chip("out")])
        self._closed = False

    def frame(self) -> Frame | None:
        """A picture of its own each time, as a camera gives it."""
        return None if self._closed else np.zeros((100, 100, 3), np.uint8)

    def still(self) -> Frame:
        """Likewise."""
        return np.zeros((100, 100, 3), np.uint8)

    def look(self, _: Frame, still: Callable[[], Frame]) -> tuple[Thrown, ...]:
        """The next throw, read from the still."""
        still()
        return tuple(Thrown(reading, None) for reading in next(self._throws))

    def close(self) -> None:
        """Throw no more."""
        self._closed = True


@pytest.fixture
def traced() -> Iterator[None]:
    """Whatever Python and NumPy hold from now on is counted."""
    tracemalloc.start()
    yield
    tracemalloc.stop()


def held() -> int:
    """Bytes."""
    gc.collect()
    return tracemalloc.get_traced_memory()[0]


def play(journal: Path, hand: Callable[[Shown], tuple[Gesture, ...]]) -> None:
    """Play from one game to the next, and press whatever the hand says whenever something is shown."""
    camera, buttons, health, due = Dice(), SimulatedButtons(), Health(), deque[Gesture]()

    def pressed(shown: Shown) -> None:
        due.extend(hand(shown))
        if due:
            buttons.press(due.popleft())

    watchers = [Metrics(health, lambda: 0.0), EventLog(), pressed]
    devices = Devices((SimulatedPanel((64, 16)),), buttons, camera, health=health)
    with Session(ResilientJournal.open(journal), FixedClock()) as session:
        app = App(session, devices, camera.look, Options(structs.replace(SETUP, innings=99), patient=True), watchers)
        asyncio.run(asyncio.wait_for(app.run(), 60))


@pytest.mark.usefixtures("traced")
def test_a_new_game_gives_back_what_the_last_one_held(tmp_path: Path) -> None:
    """After the fifth game no more is held than after the second: neither lines, states nor pictures."""
    begun: list[int] = []
    lines = 0

    def hand(shown: Shown) -> tuple[Gesture, ...]:
        nonlocal lines
        if shown.said == "Play ball!":
            lines = 0
            begun.append(held())
        lines += shown.kind == "play"
        due = shown.kind == "play" and lines == LINES
        return () if not due else STOP if len(begun) == 5 else NEW

    play(tmp_path / "games.sqlite", hand)
    assert begun[4] - begun[1] < LINES * A_LINE


@pytest.mark.usefixtures("traced")
def test_a_line_of_the_game_in_play_takes_about_a_kilobyte(tmp_path: Path) -> None:
    """A game of nine innings, some five hundred lines, holds half a megabyte; nothing else grows with its throws."""
    after: list[int] = []

    def hand(shown: Shown) -> tuple[Gesture, ...]:
        if shown.kind == "play" and shown.number % LINES == 0:
            after.append(held())
            return STOP if len(after) == 5 else ()
        return ()

    play(tmp_path / "games.sqlite", hand)
    assert (after[4] - after[0]) / (4 * LINES) < A_LINE
