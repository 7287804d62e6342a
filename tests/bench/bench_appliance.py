"""What the appliance takes while nobody plays, and what it holds while somebody does. Run by ``make bench``.

The service is a process of its own with its loop, eyes, panel, buttons, page and watchdog; the simulated stadium that
its camera looks at is drawn in another, so that only the service is measured. Bars: 5 % of one core with nobody
playing, at the camera's real pace; 170 MB with a game in play; and 1 MB more after an hour than after the warm-up
(``make lab-soak``, or ``--minutes 60``).
"""

# ruff: noqa: T201 - printing is what it is for

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import cycle
from multiprocessing.connection import Connection
from multiprocessing.shared_memory import SharedMemory
from pathlib import Path
from threading import Lock, Thread
from typing import Any

import cv2
import numpy as np
from msgspec import structs

from firmware import pi, wiring
from firmware.app import App, Devices, Options
from firmware.clock import SystemClock
from firmware.config import Config, WebConfig, load
from firmware.demo import Players
from firmware.devices import Frame
from firmware.duty import Duty
from firmware.health import Health
from firmware.memory import keep_little
from firmware.pi_panels import Max7219Panel
from firmware.simulated.buttons import SimulatedButtons
from firmware.simulated.players import Throw
from firmware.supervised import SupervisedButtons, SupervisedCamera, SupervisedPanel
from firmware.watchdog import Pulses
from scoreboard.rules.state import Game
from scoreboard.session import Session

CPU_BAR, MEMORY_BAR, SLOPE_BAR = 5.0, 170.0, 1.0
"""Percent of a core; MB; MB in an hour."""
WARM_UP_S, IDLE_S = 8.0, 30.0
LARGEST = 2304 * 1296 * 3
"""Bytes of the largest picture."""
EVERY_S = 10.0
"""How often memory is looked at."""


class Bus:
    """An SPI bus with nothing at its end."""

    max_speed_hz = 0

    def open(self, port: int, device: int) -> None:
        """Open it."""

    def writebytes(self, data: Any) -> None:  # noqa: ANN401 - bytes of any kind
        """Let them go."""

    def close(self) -> None:
        """Close it."""


def stadium(camera: Connection, table: Connection, memory: str, seed: int) -> None:
    """The other process: a simulated ballpark, asked for frames on one line and for throws on another.

    Pictures are handed over in shared memory, as a camera's driver does.
    """
    from firmware.simulated.ballpark import Ballpark

    cv2.setNumThreads(1)
    shared = SharedMemory(memory)
    park = Ballpark(seed=seed, fps=pi.FRAMES_A_SECOND, idle=lambda: camera.send(None))

    def throws() -> None:
        while True:
            table.send(park.throw(*table.recv()))

    Thread(target=throws, daemon=True).start()
    while (asked := camera.recv()) is not None:
        picture = park.frame() if asked == "frame" else park.still()
        if picture is None:
            break
        shared.buf[: picture.nbytes] = picture.tobytes()
        camera.send(picture.shape)
    shared.close()


class Distant:
    """A camera over a ballpark in another process, and the table in it; at the camera's real pace, or faster."""

    def __init__(self, idle: Callable[[], None], pace: float) -> None:
        spawn = multiprocessing.get_context("spawn")
        (self._camera, camera), (self._table, table) = spawn.Pipe(), spawn.Pipe()
        self._shared = SharedMemory(create=True, size=LARGEST)
        self._drawing = spawn.Process(target=stadium, args=(camera, table, self._shared.name, 1), daemon=True)
        self._drawing.start()
        self._idle, self._step_s = idle, 1 / pi.FRAMES_A_SECOND / pace
        self._turn, self._next, self._closed = Lock(), time.monotonic(), False

    def frame(self) -> Frame | None:
        """The next frame, no sooner than it is due."""
        self._next = max(self._next + self._step_s, time.monotonic())
        time.sleep(max(0.0, self._next - time.monotonic()))
        return None if self._closed else self._ask("frame")

    def still(self) -> Frame:
        """The large picture of that moment."""
        return self._ask("still")

    def throw(self, game: Game, rng: np.random.Generator) -> Throw:
        """Have a player throw."""
        self._table.send((game, rng))
        thrown: Throw = self._table.recv()
        return thrown

    def close(self) -> None:
        """Stop drawing."""
        if not self._closed:
            self._closed = True
            self._drawing.kill()
            self._shared.unlink()

    def _ask(self, what: str) -> Frame:
        with self._turn:
            self._camera.send(what)
            while (shape := self._camera.recv()) is None:
                self._idle()
            return np.ndarray(shape, np.uint8, self._shared.buf).copy()


class Quiet:
    """A camera over the same ballpark while nobody plays: frames drawn beforehand, shown at their real pace."""

    def __init__(self) -> None:
        from firmware.simulated.stadium import Stadium

        scene = Stadium(seed=1)
        self._still = scene.still(0.5)
        self._frames: Iterator[Frame] = cycle([scene.watch(0.5 + n / pi.FRAMES_A_SECOND) for n in range(45)])
        self._closed = False

    def frame(self) -> Frame | None:
        """The next frame."""
        time.sleep(1 / pi.FRAMES_A_SECOND)
        return None if self._closed else next(self._frames)

    def still(self) -> Frame:
        """The large picture."""
        return self._still

    def close(self) -> None:
        """Show no more."""
        self._closed = True


def wired(camera: Quiet | Distant, buttons: SimulatedButtons, afresh: Callable[[], None]) -> Devices:
    """The devices as the appliance has them, each with its supervisor."""
    health, pulses, clock = Health(), Pulses(), SystemClock()
    watched = SupervisedCamera(
        lambda: camera, health.reporter("camera"), clock, tick=pulses.pulse("camera"), afresh=afresh
    )
    size = (64, 16)
    panel = SupervisedPanel(
        lambda: Max7219Panel(size, spi=Bus()), size, health.reporter("panel"), clock, pulses.pulse("panel")
    )
    pressed = SupervisedButtons(lambda: buttons, health.reporter("buttons"), clock)
    return Devices((panel,), pressed, watched, health=health, pulses=pulses)


async def serve(journal: Path, camera: Callable[[Callable[[], None]], Quiet | Distant], measure: Any) -> None:  # noqa: ANN401 - a coroutine function
    """The service, with players where somebody plays, until it has been measured."""
    config: Config = load()
    loop, buttons = asyncio.get_running_loop(), SimulatedButtons()
    sight = wiring.sight(config)
    watchers: list[Any] = []
    eyes = camera(lambda: loop.call_soon_threadsafe(watchers[-1].idle))
    devices = wired(eyes, buttons, sight.afresh)
    duty = Duty(devices, WebConfig(port="none", address=""), print)
    watchers.extend(duty.watchers)

    def soon(throw: Callable[[], None]) -> None:
        loop.call_soon(throw)

    setup = structs.replace(config.game.setup(), innings=99)
    if isinstance(eyes, Distant):
        watchers.append(Players(eyes, buttons, 1, soon))  # type: ignore[arg-type] # a table
    with Session.open(journal, SystemClock()) as session:
        app = App(
            session,
            devices,
            sight.look,
            Options(setup, ignore=sight.ignore, patient=True, film=duty.meters.film),
            watchers,
        )
        async with duty.done():
            playing, measuring = loop.create_task(app.run()), loop.create_task(measure(duty))
            await asyncio.wait({playing, measuring}, return_when=asyncio.FIRST_COMPLETED)
            if not measuring.done():
                sys.exit(f"the game ended before it was measured: {playing.exception()!r}")
            app.stop()
            await playing


def held_mb() -> float:
    """What the process holds, MB, but for what it shares with the one that draws: a camera's driver has its own."""
    status = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines())
    return sum(int(status[kind].split()[0]) for kind in ("RssAnon", "RssFile")) * 1024 / 1e6


async def idle(duty: Duty) -> None:
    """Measure the share of a core."""
    await asyncio.sleep(WARM_UP_S)
    frames, spent, began = duty.meters.frames, time.process_time(), time.monotonic()
    await asyncio.sleep(IDLE_S)
    wall = time.monotonic() - began
    share, pace = 100 * (time.process_time() - spent) / wall, (duty.meters.frames - frames) / wall
    print(
        f"nobody playing: {share:.1f} % of a core at {pace:.1f} frames a second, bar {CPU_BAR:g} %; {held_mb():.0f} MB"
    )


def playing(minutes: float) -> Callable[[Duty], Any]:
    """Measure what is held, and by how much it grows."""

    async def measure(duty: Duty) -> None:
        held: list[tuple[float, float]] = []
        began = time.monotonic()
        while (age := time.monotonic() - began) < minutes * 60:
            await asyncio.sleep(EVERY_S)
            held.append((age + EVERY_S, held_mb()))
            if len(held) % 30 == 0:
                print(f"{held[-1][0] / 60:5.1f} min {held[-1][1]:.1f} MB, {duty.meters.readings} throws", flush=True)
        tell(held, duty)

    return measure


def tell(held: list[tuple[float, float]], duty: Duty) -> None:
    """Print the most that was held, and the slope over all but the first third, which is the warm-up."""
    settled = np.array(held[len(held) // 3 :])
    slope = float(np.polyfit(settled[:, 0] / 3600, settled[:, 1], 1)[0])
    most = max(mb for _, mb in held)
    minutes, throws = held[-1][0] / 60, duty.meters.readings + duty.meters.asked
    print(f"a game in play: at most {most:.0f} MB, bar {MEMORY_BAR:g} MB, over {minutes:.0f} min and {throws} throws")
    print(f"slope after the warm-up: {slope:+.2f} MB an hour, bar {SLOPE_BAR:g} MB (true of an hour: make lab-soak)")


def measured(name: str, minutes: float, pace: float) -> None:
    """Measure one thing in this process."""
    keep_little()
    with tempfile.TemporaryDirectory() as folder:
        journal = Path(folder) / "games.sqlite"
        if name == "idle":
            asyncio.run(serve(journal, lambda _: Quiet(), idle))
        else:
            asyncio.run(serve(journal, lambda tell: Distant(tell, pace), playing(minutes)))


def main() -> None:
    """Measure each in a process of its own, so that none holds what another has used."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=1.5, help="how long a game is played")
    parser.add_argument("--pace", type=float, default=1.0, help="of the camera of that game, times the real one")
    parser.add_argument("--only", choices=["idle", "playing"])
    asked = parser.parse_args()
    if asked.only is not None:
        return measured(asked.only, asked.minutes, asked.pace)
    for name in ("idle", "playing"):
        subprocess.run([sys.executable, __file__, *sys.argv[1:], "--only", name], check=True)
    return None


if __name__ == "__main__":
    main()
