"""How soon a play is lit while the eyes work, how smoothly moments move, what the faces hold. Run by ``make bench``.

Event to light: a button is pressed, and the last byte of the picture leaves for a MAX7219 chain of 64 x 16, while
a thread reads pictures full of dice all the time and moments run. Frames: pictures that the wire's end decodes
in a second of a home run. Memory: what is held after every moment was shown at a size, beside before.
Bars: p99 of 100 ms, 20 frames a second at 64 x 32, 4 MB.
"""

# ruff: noqa: T201 - printing is what it is for

from __future__ import annotations

import asyncio
import gc
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread
from typing import Any, Self

import cv2
import numpy as np
from holding import Memory, verdict
from msgspec import structs
from PIL import Image

sys.path.insert(0, str(Path(__file__).parents[1]))

from support.max7219 import Max7219Chain
from support.ws2812 import Ws2812Chain

from firmware.config.schema import shipped
from firmware.devices.led_layout import Layout
from firmware.devices.protocols import Devices, Gesture, Panel, SystemClock
from firmware.devices.spi_panels import Max7219Panel
from firmware.devices.ws2812_panel import HZ, Ws2812Panel
from firmware.play.loop import PlayLoop
from firmware.play.state.options import Options
from firmware.simulated.peripherals import SimulatedButtons
from scoreboard.display import LAYOUTS
from scoreboard.display.moments import NAMES, SHIPPED_MOMENTS, Celebration, Happening, frame
from scoreboard.journal.resilient import ResilientJournal
from scoreboard.language import ENGLISH
from scoreboard.message import message
from scoreboard.rules import start
from scoreboard.session import Session
from vision import DiceReader

LIGHT_BAR_MS, FRAMES_BAR, MEMORY_BAR_MB = 100.0, 20.0, 4.0
PLAYS, EVERY_S = 200, 0.1
FILMED_S = 4.0
PICTURE = Path(__file__).parents[1] / "golden/eyes/aslant_crowded.jpg"
STRUNG = Layout(tile=(0, 0), begins="top-left", runs="columns", serpentine=True, order="GRB")


class Tap:
    """The end of a wire: counts the pictures that reach it, and when."""

    def __init__(self, chain: Max7219Chain | Ws2812Chain, length: int) -> None:
        self._chain, self._length = chain, length
        self._sent = 0
        self.times: list[float] = []
        self.max_speed_hz = 0

    def open(self, port: int, device: int) -> None:
        """Take the bus."""
        self._chain.open(port, device)
        self._chain.max_speed_hz = HZ

    def close(self) -> None:
        """Give it back."""
        self._chain.close()

    def writebytes(self, _: Any) -> None:  # noqa: ANN401 - bytes of any kind
        """A message to the chips; so many make a picture."""
        self._sent += 1
        if self._sent % self._length == 0:
            self.times.append(time.perf_counter())

    def writebytes2(self, sent: bytes) -> None:  # noqa: ARG002 - counted, and not decoded
        """A whole picture."""
        self.times.append(time.perf_counter())


class BusyEyes:
    """Eyes that read one picture full of dice after the other, as while a throw is judged."""

    def __init__(self) -> None:
        self._reader, self._picture = DiceReader(), np.asarray(cv2.imread(str(PICTURE)), np.uint8)
        self._stop, self._thread = Event(), Thread(target=self._work, daemon=True)
        self.read = 0

    def _work(self) -> None:
        while not self._stop.is_set():
            assert self._reader.read(self._picture, threshold=0.99, tilt_field=None)
            self.read += 1

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join()


class Paced(Tap):
    """A wire that takes as long as a real one, without keeping the processor busy."""

    def writebytes2(self, sent: bytes) -> None:
        """A whole picture."""
        time.sleep(len(sent) * 8 / HZ)
        super().writebytes2(sent)


def chain_of(size: tuple[int, int]) -> tuple[Max7219Panel, Tap]:
    """A MAX7219 panel and the end of its wire."""
    tap = Tap(Max7219Chain(size), 1)
    panel = Max7219Panel(size, spi=tap)
    before = len(tap.times)
    panel.show(panel_picture(size))
    tap._length, tap._sent = len(tap.times) - before, 0
    tap.times.clear()
    return panel, tap


def string_of(size: tuple[int, int], tap: Tap) -> Ws2812Panel:
    """A WS2812 panel on that wire."""
    tap.open(0, 0)
    return Ws2812Panel(size, STRUNG, 40, lambda _: tap)


def panel_picture(size: tuple[int, int]) -> Image.Image:
    """Any picture of that size."""
    return Image.new("RGB", size)


@contextmanager
def journal() -> Iterator[Session]:
    """A game on a disk."""
    with (
        tempfile.TemporaryDirectory() as folder,
        Session(ResilientJournal.open(Path(folder) / "games.sqlite"), SystemClock()) as session,
    ):
        yield session


async def played(session: Session, panel: Panel, hand: Callable[[SimulatedButtons], Any], heard: Any) -> None:  # noqa: ANN401 - an observer
    """A game that a hand plays, with moments."""
    buttons, config = SimulatedButtons(), shipped()
    options = Options(config.game.setup(), moments=SHIPPED_MOMENTS, begin_new=True)
    app = PlayLoop(session, Devices((panel,), buttons), lambda *_: (), options, [heard])
    playing = asyncio.get_running_loop().create_task(app.run())
    await asyncio.sleep(0.2)
    await hand(buttons)
    app.stop()
    await playing


def soon_lit() -> None:
    """Measure from an event to its light, while the eyes read and moments run."""
    posted, took = list[float](), list[float]()
    panel, _ = chain_of((64, 16))

    def heard(shown: Any) -> None:  # noqa: ANN401 - what was shown
        if shown.kind == "play" and posted:
            took.append(1000 * (time.perf_counter() - posted[-1]))

    async def hand(buttons: SimulatedButtons) -> None:
        gestures: tuple[Gesture, ...] = ("ball", "strike", "homerun", "out")
        for number in range(PLAYS):
            await asyncio.sleep(EVERY_S * (1 + number % 7 / 7))
            posted.append(time.perf_counter())
            buttons.press(gestures[number % len(gestures)])

    with journal() as session, BusyEyes() as eyes:
        asyncio.run(played(session, panel, hand, heard))
        read = eyes.read
    cuts = statistics.quantiles(took, n=100)
    print(
        f"event to light, {len(took)} plays while the eyes read {read} pictures: p50 {cuts[49]:.1f} ms, "
        f"p99 {cuts[98]:.1f} ms, bar {LIGHT_BAR_MS:g} ms: {verdict(cuts[98], LIGHT_BAR_MS)}"
    )


def frames(name: str, panel: Panel, tap: Tap, bar: float | None = FRAMES_BAR) -> None:
    """Measure how many pictures of a home run reach the wire's end in a second."""

    async def hand(buttons: SimulatedButtons) -> None:
        buttons.press("homerun")
        await asyncio.sleep(FILMED_S)

    with journal() as session:
        asyncio.run(played(session, panel, hand, lambda _: None))
    seen = [each for each in tap.times if each <= tap.times[-1]]
    rate = (len(seen) - 1) / (seen[-1] - seen[0])
    kept = "" if bar is None else f", bar {bar:g}: {'kept' if rate >= bar else 'MISSED'}"
    print(f"{name}: {rate:.1f} frames a second{kept}")


def memory() -> None:
    """Measure what the faces hold once every moment was shown at every size."""
    held, game = Memory(), structs.replace(start(shipped().game.setup()), winner="home")
    gc.collect()
    before = held.held()
    for name in NAMES:
        what = Happening(message(f"moment.{name if name != 'hit' else 'hit-zone'}", digit=2), 4, 7)
        for size in LAYOUTS:
            for tenth in range(int(SHIPPED_MOMENTS[name].seconds * 10)):
                frame(Celebration(name, what), size, tenth / 10, game, game, ENGLISH)
    gc.collect()
    more = held.held() - before
    print(
        f"memory of all moments at all sizes: {more:.1f} MB, bar {MEMORY_BAR_MB:g} MB: {verdict(more, MEMORY_BAR_MB)}"
    )


def main() -> None:
    """Measure everything, and say how busy the machine is."""
    print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    memory()
    high = (64, 32)
    frames("MAX7219, 64 x 32", *chain_of(high))
    tap = Tap(Ws2812Chain(high, STRUNG), 1)
    frames("WS2812, 64 x 32", string_of(high, tap), tap)
    slow = Paced(Ws2812Chain(high, STRUNG), 1)
    frames("WS2812, 64 x 32, at the pace of one real wire", string_of(high, slow), slow, None)
    soon_lit()


if __name__ == "__main__":
    main()
