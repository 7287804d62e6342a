"""An evening of play holds no more at its end than at its beginning, but for the lines of the game in play."""

from __future__ import annotations

import asyncio
import gc
import sys
import tracemalloc
import weakref
from collections import deque
from collections.abc import Callable, Iterator
from itertools import cycle, pairwise
from math import prod
from pathlib import Path

import numpy as np
import pytest
from msgspec import structs
from support.hang import GIVE_UP_S
from support.scoring import SETUP
from support.stadium import NEW_GAME, FixedClock, chip, die
from support.worded import in_words

from firmware.devices.health import Health
from firmware.devices.protocols import Devices, Frame, Gesture
from firmware.play.loop import PlayLoop
from firmware.play.state.options import Options
from firmware.play.state.shown import Shown
from firmware.service.event_log import EventLog
from firmware.service.metrics import Metrics
from firmware.simulated.peripherals import SimulatedButtons, SimulatedPanel
from scoreboard.journal.resilient import ResilientJournal
from scoreboard.session import Session
from vision.tracking.events import Thrown

NEW = NEW_GAME
STOP: tuple[Gesture, ...] = ("menu", "next", "next", "ok")
IN_HAND = 4
"""Pictures that the camera's thread may have in hand: a frame and a still, and the two before them."""
LINES = 24
"""Of a game, before the next one begins."""
A_LINE = 1500
"""Bytes that a line of the game in play may take: the state after it, what was read, and the links of the history."""


class Pictures:
    """Pictures of which it is known how many are still held, and the bytes that all else takes.

    The camera's thread has none, one or two of them in hand, by chance, whenever something is shown.
    """

    SIZE = (100, 100, 3)

    def __init__(self) -> None:
        self._held = dict[int, weakref.ref[Frame]]()

    def __len__(self) -> int:
        return len(self._held)

    def take(self) -> Frame:
        """One of its own each time, as a camera gives it."""
        picture = np.zeros(self.SIZE, np.uint8)
        key = id(picture)
        self._held[key] = weakref.ref(picture, lambda _: self._held.pop(key))
        return picture

    def other_bytes(self) -> int:
        """What is held but for pictures, and for words that are kept once they were drawn, up to a bound."""
        forget_words()
        gc.collect()
        before, traced = len(self), tracemalloc.get_traced_memory()[0]
        return traced - before * prod(self.SIZE) if before == len(self) else self.other_bytes()


def forget_words() -> None:
    """Have a panel draw all words again: it keeps the latest ones, which depend on when it was lit."""
    for name, module in list(sys.modules.items()):
        for kept in vars(module).values() if name.startswith("scoreboard.display.") else ():
            if hasattr(kept, "cache_parameters") and kept.cache_parameters()["maxsize"] is not None:
                kept.cache_clear()


class Dice:
    """A camera, and a reader that reads one throw after another in it without an end."""

    def __init__(self, pictures: Pictures) -> None:
        self._pictures = pictures
        self._throws = cycle([die("blue", 5), die("red", 3), chip("out")])
        self._closed = False

    def frame(self) -> Frame | None:
        """A picture, until it is closed."""
        return None if self._closed else self._pictures.take()

    def still(self) -> Frame:
        """A large one."""
        return self._pictures.take()

    def look(self, _: Frame, still: Callable[[], Frame]) -> tuple[Thrown, ...]:
        """The next throw, read from the still."""
        still()
        return tuple(Thrown(reading, None) for reading in next(self._throws))

    def close(self) -> None:
        """Throw no more."""
        self._closed = True


@pytest.fixture
def pictures() -> Iterator[Pictures]:
    """Whatever Python and NumPy hold from now on is counted."""
    tracemalloc.start()
    yield Pictures()
    tracemalloc.stop()


def play(journal: Path, pictures: Pictures, hand: Callable[[Shown], tuple[Gesture, ...]]) -> None:
    """Play from one game to the next, and press whatever the hand says whenever something is shown."""
    camera, buttons, health, due = Dice(pictures), SimulatedButtons(), Health(), deque[Gesture]()

    def pressed(shown: Shown) -> None:
        due.extend(hand(shown))
        if due:
            buttons.press(due.popleft())

    watchers = [Metrics(health, lambda: 0.0), EventLog(), in_words(pressed)]
    devices = Devices((SimulatedPanel((64, 16)),), buttons, camera, health=health)
    with Session(ResilientJournal.open(journal), FixedClock()) as session:
        app = PlayLoop(
            session, devices, camera.look, Options(structs.replace(SETUP, innings=99), patient=True), watchers
        )
        asyncio.run(asyncio.wait_for(app.run(), GIVE_UP_S))


@pytest.mark.debian13  # the libraries whose memory it is, on a Pi
def test_a_new_game_gives_back_what_the_last_one_held(tmp_path: Path, pictures: Pictures) -> None:
    """Not every game adds to what is held: neither lines, states nor pictures. What comes once is no leak."""
    begun, in_hand = list[int](), list[int]()
    lines = 0

    def hand(shown: Shown) -> tuple[Gesture, ...]:
        nonlocal lines
        if shown.is_another:
            lines = 0
            begun.append(pictures.other_bytes())
            in_hand.append(len(pictures))
        lines += shown.kind == "play"
        due = shown.kind == "play" and lines == LINES
        return () if not due else STOP if len(begun) == 5 else NEW

    play(tmp_path / "games.sqlite", pictures, hand)
    assert min(held - before for before, held in pairwise(begun[2:])) < LINES * A_LINE / 2
    assert max(in_hand) <= IN_HAND


@pytest.mark.debian13
def test_a_line_of_the_game_in_play_takes_about_a_kilobyte(tmp_path: Path, pictures: Pictures) -> None:
    """A game of nine innings, some five hundred lines, holds half a megabyte; nothing else grows with its throws."""
    after: list[int] = []

    def hand(shown: Shown) -> tuple[Gesture, ...]:
        if shown.kind == "play" and shown.number % LINES == 0:
            after.append(pictures.other_bytes())
            return STOP if len(after) == 5 else ()
        return ()

    play(tmp_path / "games.sqlite", pictures, hand)
    assert (after[4] - after[0]) / (4 * LINES) < A_LINE
