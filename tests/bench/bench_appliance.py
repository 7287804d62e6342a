"""What the appliance takes without play, and what it holds while somebody does. Run by ``make bench``.

The service is a process of its own with its loop, eyes, panel, buttons, page and watchdog; the simulated stadium that
its camera looks at is drawn in another and handed over in shared memory, so that only the service is measured. Helmets
and ball are followed. Bars:
5 % of one core with nobody playing, at the camera's real pace; 170 MB with a game in play; and after an hour of play
1 MB more than after the warm-up (``make lab-soak``, or ``--minutes 60``). What is counted: `bench.holding`.
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
from collections.abc import Callable
from itertools import accumulate, cycle, pairwise
from multiprocessing.connection import Connection
from multiprocessing.shared_memory import SharedMemory
from pathlib import Path
from threading import Lock, Thread
from typing import Any

import cv2
import numpy as np
from holding import HELD_BAR, Memory, Moment, report_lines, verdict
from msgspec import structs

from firmware.board_eyes import colors_on_board
from firmware.config.schema import Config, WebConfig, shipped
from firmware.demo import Players
from firmware.devices import pi_camera
from firmware.devices.health import Health, Heartbeat
from firmware.devices.protocols import Devices, Frame, SystemClock
from firmware.devices.spi_panels import Max7219Panel
from firmware.devices.supervisor import SupervisedButtons, SupervisedCamera, SupervisedPanel
from firmware.play.loop import PlayLoop
from firmware.play.state.options import Options
from firmware.service.background import BackgroundServices
from firmware.service.malloc import limit_arenas, unmap_libraries
from firmware.service.table_pages import TablePages
from firmware.simulated.peripherals import SimulatedButtons
from firmware.simulated.world.players import Throw
from firmware.throw_reader import throw_reader
from scoreboard.journal.resilient import ResilientJournal
from scoreboard.rules.state import Game
from scoreboard.session import Session

CPU_BAR = 5.0
"""Percent of a core."""
ON_TIME = 0.95
"""Share of the camera's frames that must have come for the share of a core to say anything."""
WARM_UP_S, IDLE_S = 8.0, 30.0
LARGEST = 2304 * 1296 * 3
"""Bytes of the largest picture."""
FILMED = 45
"""Frames of a stadium in which nobody plays, before they begin again."""
LOOKS, EVERY_S = 40, 0.25
"""How often memory is looked at in a moment, and how long it takes from one look to the next, seconds."""
REPORT_EVERY = 30
"""Moments from one line of progress to the next."""


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
    from firmware.simulated.camera import SimulatedCamera

    cv2.setNumThreads(1)
    shared = SharedMemory(memory)
    stadium_camera = SimulatedCamera(seed=seed, fps=pi_camera.FRAMES_A_SECOND, idle=lambda: camera.send(None))

    def throws() -> None:
        while True:
            table.send(stadium_camera.throw(*table.recv()))

    Thread(target=throws, daemon=True).start()
    while (asked := camera.recv()) is not None:
        picture = stadium_camera.frame() if asked == "frame" else stadium_camera.still()
        if picture is None:
            break
        shared.buf[: picture.nbytes] = picture.tobytes()
        camera.send(picture.shape)
    shared.close()


class Distant:
    """A camera over a ballpark in another process, and the table in it; at the camera's real pace, or faster."""

    filming = False
    """As far as is known in this process."""

    def __init__(self, idle: Callable[[], None], pace: float) -> None:
        spawn = multiprocessing.get_context("spawn")
        (self._camera, camera), (self._table, table) = spawn.Pipe(), spawn.Pipe()
        self._shared = SharedMemory(create=True, size=LARGEST)
        self._drawing = spawn.Process(target=stadium, args=(camera, table, self._shared.name, 1), daemon=True)
        self._drawing.start()
        self._idle, self._step_s = idle, 1 / pi_camera.FRAMES_A_SECOND / pace
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


def evening(tell: Connection, memory: str) -> None:
    """The other process without play: draws the large picture and then the frames, side by side in ``memory``."""
    from firmware.simulated.world.stadium import SimulatedStadium

    scene, shared, at = SimulatedStadium(seed=1), SharedMemory(memory), 0
    shapes: list[tuple[int, ...]] = []
    for picture in (scene.still(0.5), *(scene.watch(0.5 + n / pi_camera.FRAMES_A_SECOND) for n in range(FILMED))):
        shared.buf[at : at + picture.nbytes] = picture.tobytes()
        shapes.append(picture.shape)
        at += picture.nbytes
    tell.send(shapes)
    shared.close()


class Quiet:
    """A camera over the same ballpark without play: frames drawn beforehand, shown at their real pace."""

    def __init__(self) -> None:
        spawn = multiprocessing.get_context("spawn")
        drawn, tell = spawn.Pipe(duplex=False)
        self._shared = SharedMemory(create=True, size=LARGEST * (FILMED + 1))
        drawing = spawn.Process(target=evening, args=(tell, self._shared.name))
        drawing.start()
        shapes: list[tuple[int, ...]] = drawn.recv()
        drawing.join()
        ends = accumulate((int(np.prod(shape)) for shape in shapes), initial=0)
        self._still, *frames = zip(pairwise(ends), shapes, strict=True)
        self._frames, self._closed = cycle(frames), False

    def frame(self) -> Frame | None:
        """The next frame."""
        time.sleep(1 / pi_camera.FRAMES_A_SECOND)
        return None if self._closed else self._taken(*next(self._frames))

    def still(self) -> Frame:
        """The large picture."""
        return self._taken(*self._still)

    def close(self) -> None:
        """Show no more."""
        if not self._closed:
            self._closed = True
            self._shared.unlink()

    def _taken(self, part: tuple[int, int], shape: tuple[int, ...]) -> Frame:
        return np.ndarray(shape, np.uint8, self._shared.buf, part[0]).copy()


def wired(camera: Quiet | Distant, buttons: SimulatedButtons, restart: Callable[[], None]) -> Devices:
    """The devices as the appliance has them, each with its supervisor."""
    health, heartbeat, clock = Health(), Heartbeat(), SystemClock()
    watched = SupervisedCamera(
        lambda: camera, health.reporter("camera"), clock, tick=heartbeat.register("camera"), restart=restart
    )
    size = (64, 16)
    panel = SupervisedPanel(
        lambda: Max7219Panel(size, spi=Bus()), size, health.reporter("panel"), clock, heartbeat.register("panel")
    )
    pressed = SupervisedButtons(lambda: buttons, health.reporter("buttons"), clock)
    return Devices((panel,), pressed, watched, health=health, heartbeat=heartbeat)


async def serve(journal: Path, camera: Callable[[Callable[[], None]], Quiet | Distant], measure: Any) -> None:  # noqa: ANN401 - a coroutine function
    """The service, with players where somebody plays, until it has been measured."""
    config: Config = shipped()
    config = structs.replace(config, eyes=structs.replace(config.eyes, board="strict"))
    loop, buttons = asyncio.get_running_loop(), SimulatedButtons()
    reader = throw_reader(config)
    watchers: list[Any] = []
    eyes = camera(lambda: loop.call_soon_threadsafe(watchers[-1].idle))
    devices = wired(eyes, buttons, reader.restart)
    services = BackgroundServices(devices, WebConfig(port="none", address=""), print)
    watchers.extend(services.observers)
    if (board_eyes := reader.board_eyes) is not None:
        watchers.append(lambda shown: board_eyes.follow(colors_on_board(shown.game), {}))

    def soon(throw: Callable[[], None]) -> None:
        loop.call_soon(throw)

    setup = structs.replace(config.game.setup(), innings=99)
    if isinstance(eyes, Distant):
        watchers.append(Players(eyes, buttons, 1, soon))
    with Session(ResilientJournal.open(journal), SystemClock()) as session:
        app = PlayLoop(
            session,
            devices,
            reader.read,
            Options(setup, ignore=reader.ignore, patient=True, on_frame=services.film),
            watchers,
        )
        unmap_libraries()
        async with services.running(TablePages(app, services, (64, 16))):
            playing, measuring = loop.create_task(app.run()), loop.create_task(measure(services))
            await asyncio.wait({playing, measuring}, return_when=asyncio.FIRST_COMPLETED)
            if not measuring.done():
                sys.exit(f"the game ended before it was measured: {playing.exception()!r}")
            app.stop()
            await playing


async def idle(services: BackgroundServices) -> None:
    """Measure the share of a core."""
    await asyncio.sleep(WARM_UP_S)
    memory, frames, spent, began = Memory(), services.metrics.frames, time.process_time(), time.monotonic()
    memory.most()
    await asyncio.sleep(IDLE_S)
    wall = time.monotonic() - began
    share, pace = 100 * (time.process_time() - spent) / wall, (services.metrics.frames - frames) / wall
    kept = verdict(share, CPU_BAR) if pace > ON_TIME * pi_camera.FRAMES_A_SECOND else "too busy a machine to tell"
    print(f"nobody playing: {share:.1f} % of a core at {pace:.1f} frames a second, bar {CPU_BAR:g} %: {kept}")
    most = memory.most()
    print(f"nobody playing: {most:.0f} MB at most, bar {HELD_BAR:g} MB: {verdict(most, HELD_BAR)}")


def playing(minutes: float) -> Callable[[BackgroundServices], Any]:
    """Measure what is held, and by how much it grows."""

    async def measure(services: BackgroundServices) -> None:
        memory, moments, began = Memory(), list[Moment](), time.monotonic()
        memory.most()
        while (age := time.monotonic() - began) < minutes * 60:
            least = min([await soon_held(memory) for _ in range(LOOKS)])
            throws = services.metrics.readings + services.metrics.asked
            play_h = services.metrics.frames / pi_camera.FRAMES_A_SECOND / 3600
            moments.append(Moment(age / 3600, play_h, throws, least, memory.most()))
            if len(moments) % REPORT_EVERY == 0:
                print(moments[-1], flush=True)
        print(*report_lines(moments, memory.files()), sep="\n")

    return measure


async def soon_held(memory: Memory) -> float:
    """What is held in a moment's time, MB."""
    await asyncio.sleep(EVERY_S)
    return memory.held()


def measured(name: str, minutes: float, pace: float) -> None:
    """Measure one thing in this process."""
    limit_arenas()
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
