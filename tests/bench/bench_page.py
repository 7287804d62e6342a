"""How soon a play reaches fifty phones, and what they cost the lit panel. Run by ``make bench``.

A game is played by button presses, into a journal in memory where the system has such a place, for a disk's own whims
are larger than what is to be told apart. Its rounds take turns: nobody looks; fifty readers of the stream do; two
hundred idle connections hold on, and fifty that ask a byte at a time; nobody again, which tells how far the figures can
be trusted. The crowds have a process of their own. Taken are the time from a press to the light of its line, the best
of the rounds, and to each reader's last byte of it, of all of them. Bars: 99 of 100 plays reach a reader within 150 ms,
and 99 of 100 presses are lit no more than 5 ms later than where nobody looks. A program of its own says how much memory
the page's code adds, and what it holds once everything was asked for: bar 12 MB.
"""

# ruff: noqa: T201 - printing is what it is for

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import numpy as np
from page_crowd import HERE, READERS
from support.ports import free_port

from firmware.config.schema import WebConfig
from firmware.devices.protocols import Devices, Gesture, SystemClock
from firmware.play.loop import PlayLoop
from firmware.play.state.options import Options
from firmware.service.background import BackgroundServices
from firmware.service.table_pages import TablePages
from firmware.simulated.peripherals import SimulatedButtons
from scoreboard.journal.resilient import ResilientJournal
from scoreboard.rules.events import Setup, Team
from scoreboard.session import Session

if TYPE_CHECKING:
    from PIL import Image

CROWD = Path(__file__).with_name("page_crowd.py")
MEMORY_OF_PAGE = Path(__file__).with_name("page_memory.py")
PLAYS, ROUNDS, EVERY_S = 60, 4, 0.05
LAST_S = 0.5
"""For what was played last to come to everybody."""
MEMORY = Path("/dev/shm")  # noqa: S108 - a folder of our own is made there
ALONE, AGAIN = "nobody", "nobody again"
REACH_BAR_MS, DELAY_BAR_MS, MEMORY_BAR_MB = 150.0, 5.0, 12.0
SETUP = Setup(rules="diamante-amateur", away=Team(name="Reds", color="red"), home=Team(name="Blues", color="blue"))
PRESSES: tuple[Gesture, ...] = ("strike", "undo")


class TimedPanel:
    """A panel that notes when each line was lit."""

    size = (64, 16)

    def __init__(self, number: Callable[[], int]) -> None:
        self._number = number
        self._lit: dict[int, asyncio.Future[float]] = {}

    def lit(self, number: int) -> asyncio.Future[float]:
        """When that line is lit."""
        return self._lit.setdefault(number, asyncio.get_running_loop().create_future())

    def show(self, _: Image.Image) -> None:
        """Note it."""
        if not (lit := self.lit(self._number())).done():
            lit.set_result(time.monotonic())

    def close(self) -> None:
        """Nothing is open."""


class Rounds:
    """The game, and what was measured of it."""

    def __init__(self, session: Session, buttons: SimulatedButtons, panel: TimedPanel) -> None:
        self._session, self._buttons, self._panel = session, buttons, panel
        self.pressed: dict[int, float] = {}

    async def play(self) -> list[float]:
        """Some plays; the milliseconds from each press to its light."""
        took = list[float]()
        for play in range(PLAYS):
            number = self._session.history.number + 1
            self.pressed[number] = time.monotonic()
            self._buttons.press(PRESSES[play % len(PRESSES)])
            took.append(1000 * (await self._panel.lit(number) - self.pressed[number]))
            await asyncio.sleep(EVERY_S)
        return took


# -- who looks


@asynccontextmanager
async def nobody() -> AsyncIterator[None]:
    """Nobody."""
    yield


@asynccontextmanager
async def others(what: str, port: int, arrived: list[tuple[int, float]]) -> AsyncIterator[None]:
    """A crowd in a process of its own; at the end it says when each line came to each reader."""
    crowd = await asyncio.create_subprocess_exec(
        sys.executable, CROWD, what, str(port), stdin=subprocess.PIPE, stdout=subprocess.PIPE, limit=1 << 26
    )
    assert crowd.stdout is not None
    await crowd.stdout.readline()  # all of them are there
    yield
    await asyncio.sleep(LAST_S)
    output, _ = await crowd.communicate(b"\n")
    arrived += msgspec.json.decode(output, type=list[tuple[int, float]])


# -- the whole


async def measured(journal: Path) -> tuple[dict[str, list[list[float]]], list[float]]:
    """The milliseconds from press to light, by who looks; and those from press to reader."""
    lit: dict[str, list[list[float]]] = {}
    arrived = list[tuple[int, float]]()
    with Session(ResilientJournal.open(journal), SystemClock()) as session:
        buttons, panel = SimulatedButtons(), TimedPanel(lambda: session.history.number if session.has_game else 0)
        devices = Devices((panel,), buttons)
        services = BackgroundServices(devices, WebConfig(port=free_port(), address=HERE), print)
        app = PlayLoop(session, devices, lambda _, __: None, Options(SETUP), services.observers)
        table = TablePages(app, services, (64, 16), journal=journal)
        ready = asyncio.Event()
        async with services.running(table):
            playing = asyncio.create_task(app.run(ready.set))
            await ready.wait()
            assert services.port is not None
            rounds = Rounds(session, buttons, panel)
            await rounds.play()  # warm
            for _ in range(ROUNDS):
                for name, who in (
                    (ALONE, nobody()),
                    ("fifty readers", others("readers", services.port, arrived)),
                    ("idle and slow ones", others("idlers", services.port, [])),
                    (AGAIN, nobody()),
                ):
                    async with who:
                        lit.setdefault(name, []).append(await rounds.play())
            app.stop()
            await playing
    return lit, [1000 * (came - rounds.pressed[number]) for number, came in arrived if number]


def p99(took: list[float]) -> float:
    """What 99 of 100 keep to."""
    return float(np.percentile(took, 99))


def memory() -> float:
    """Print what the page holds, and return it, in MB."""
    output = subprocess.run([sys.executable, MEMORY_OF_PAGE], capture_output=True, text=True, check=True).stdout
    code, held = map(float, output.split())
    print(f"memory of the page: {code:.1f} MB of code, {held:.1f} MB once all was asked for; bar {MEMORY_BAR_MB:g} MB")
    return held


def main() -> int:
    """Print the figures; 1 if a bar is missed."""
    held = memory()
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
        lit, reached = asyncio.run(measured(Path(folder) / "games.sqlite"))
    best = {name: min(map(p99, rounds)) for name, rounds in lit.items()}
    alone = min(best[ALONE], best[AGAIN])
    for name, rounds in lit.items():
        print(f"press to light, {name}: median {np.median(rounds):.1f} ms, p99 {best[name]:.1f} ms")
    expected = PLAYS * ROUNDS * READERS
    print(f"press to {READERS} readers: median {np.median(reached):.1f} ms, p99 {p99(reached):.1f} ms")
    print(f"{len(reached)} of {expected} events came; load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    print(f"bars: p99 {REACH_BAR_MS:g} ms to a reader, {DELAY_BAR_MS:g} ms later to light")
    noise = abs(best[ALONE] - best[AGAIN])
    if noise > DELAY_BAR_MS:
        print(
            f"nobody differs from nobody by {noise:.1f} ms: too busy a machine to tell a delay of {DELAY_BAR_MS:g} ms"
        )
    is_soon = noise > DELAY_BAR_MS or max(best.values()) - alone <= DELAY_BAR_MS
    has_reached = p99(reached) <= REACH_BAR_MS and len(reached) == expected
    return int(not (is_soon and has_reached and held <= MEMORY_BAR_MB))


if __name__ == "__main__":
    sys.exit(main())
