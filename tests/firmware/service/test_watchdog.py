"""The watchdog is fed while everything moves, and not a moment longer."""

from __future__ import annotations

import asyncio
import os
import socket
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from threading import Event

import numpy as np
import pytest
from support.hang import until
from support.stadium import SETUP, FixedClock, ManualClock

from firmware.devices.health import Heartbeat
from firmware.devices.protocols import Devices, Frame
from firmware.devices.supervisor import SupervisedCamera, SupervisedPanel
from firmware.errors import DeviceError
from firmware.play.loop import PlayLoop
from firmware.play.state.options import Options
from firmware.service import systemd
from firmware.service.systemd import CHECKS, feed
from firmware.simulated.peripherals import SimulatedPanel
from scoreboard.journal.resilient import ResilientJournal
from scoreboard.session import Session

PERIOD_S = 20.0
FED = b"WATCHDOG=1"


@pytest.fixture
def manager(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[socket.socket]:
    """A service manager that watches us."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(str(tmp_path / "notify"))
        listening.setblocking(False)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        monkeypatch.setenv("WATCHDOG_USEC", str(int(PERIOD_S * 1e6)))
        monkeypatch.setenv("WATCHDOG_PID", str(os.getpid()))
        yield listening


def heard(manager: socket.socket) -> int:
    """How often the watchdog has been fed since this was last asked."""
    fed = 0
    while True:
        try:
            fed += manager.recv(100) == FED
        except BlockingIOError:
            return fed


def feed_for(checks: int, heartbeat: Heartbeat, meanwhile: Callable[[int], None] = lambda _: None) -> list[float]:
    """Let the feeder check so many times, and ``meanwhile`` happen before each; for how long it slept."""
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        if len(slept) == checks:
            raise asyncio.CancelledError
        meanwhile(len(slept))
        slept.append(seconds)

    with pytest.raises(asyncio.CancelledError):
        asyncio.run(feed(heartbeat, sleep))
    return slept


def test_watchdog_is_fed_several_times_a_period(manager: socket.socket) -> None:
    """A slow part may miss a turn, and the next one still comes in time."""
    heartbeat = Heartbeat()
    ticks = [heartbeat.register(part) for part in ("loop", "camera", "panel")]
    slept = feed_for(8, heartbeat, lambda _: [tick() for tick in ticks] and None)
    assert ([PERIOD_S / CHECKS] * 8, 8) == (slept, heard(manager))


@pytest.mark.parametrize("hung", ["loop", "camera", "panel"])
def test_one_part_that_hangs_stops_the_feeding(manager: socket.socket, hung: str) -> None:
    """Whichever of the three it is, the other two do not feed for it."""
    heartbeat = Heartbeat()
    ticks = {part: heartbeat.register(part) for part in ("loop", "camera", "panel")}

    def meanwhile(check: int) -> None:
        for part, tick in ticks.items():
            if part != hung or check < 3:
                tick()

    feed_for(20, heartbeat, meanwhile)
    assert 3 == heard(manager)


def test_a_slow_part_is_waited_for(manager: socket.socket) -> None:
    """A camera that moves at every third check feeds at every third."""
    heartbeat = Heartbeat()
    tick = heartbeat.register("camera")
    feed_for(9, heartbeat, lambda check: tick() if check % 3 == 0 else None)
    assert 3 == heard(manager)


@pytest.mark.parametrize(("period", "process"), [("", ""), ("0", ""), ("soon", ""), ("20000000", "1")])
def test_no_watchdog_is_not_fed(
    manager: socket.socket, monkeypatch: pytest.MonkeyPatch, period: str, process: str
) -> None:
    """No watchdog, or one for another process: the feeder is over at once."""
    monkeypatch.setenv("WATCHDOG_USEC", period)
    monkeypatch.setenv("WATCHDOG_PID", process)
    asyncio.run(feed(Heartbeat()))
    assert (None, 0) == (systemd.watchdog_s(), heard(manager))


class Moving:
    """A camera with a live picture that can be made to hang, as a driver does, or unplugged."""

    def __init__(self) -> None:
        self.going, self.hangs, self.plugged = Event(), Event(), True
        self._number = 0
        self.going.set()

    def open(self) -> Moving:
        """Itself."""
        if not self.plugged:
            raise DeviceError("the camera is gone; plug it in")
        return self

    def frame(self) -> Frame | None:
        """Another picture than the last; none while it hangs."""
        if not self.going.wait(0):
            self.hangs.set()
            self.going.wait()
        if not self.plugged:
            raise DeviceError("the camera is gone; plug it in")
        self._number += 1
        return np.full((2, 2, 3), self._number % 256, np.uint8)

    def still(self) -> Frame:
        """Not asked for here."""
        raise NotImplementedError

    def close(self) -> None:
        """Nothing to give back."""


class Counted(Heartbeat):
    """A heartbeat that counts the beats of each part."""

    def __init__(self) -> None:
        super().__init__()
        self.counts: Counter[str] = Counter()

    def beat(self, part: str) -> None:
        """Count it."""
        self.counts[part] += 1
        super().beat(part)


@pytest.fixture
async def evening(journal: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[tuple[Counted, Moving]]:
    """The real loop, camera thread and panel on simulated devices that work quickly; their heartbeat and the camera."""
    monkeypatch.setattr("firmware.devices.supervisor.SLICE_S", 0.002)
    heartbeat, camera, clock, lights = Counted(), Moving(), ManualClock(), SimulatedPanel()
    watched = SupervisedCamera(camera.open, lambda _: None, clock, tick=heartbeat.register("camera"))
    panel = SupervisedPanel(lights.opened, lights.size, lambda _: None, clock, heartbeat.register("panel"))
    with Session(ResilientJournal.open(journal), FixedClock()) as session:
        devices = Devices((panel,), None, watched, heartbeat=heartbeat)
        app = PlayLoop(session, devices, lambda _, __: None, Options(SETUP, tick_s=0.002))
        running = asyncio.create_task(app.run())
        yield heartbeat, camera
        camera.going.set()
        app.stop()
        await running


async def test_the_real_loop_camera_and_panel_all_tick(evening: tuple[Counted, Moving]) -> None:
    """Played on simulated devices, each says by itself that it moves, again and again."""
    heartbeat, _ = evening
    for _ in range(5):
        await until(heartbeat.all_alive)
    assert {"loop", "camera", "panel"} == set(heartbeat.counts)


async def test_a_camera_that_hangs_in_its_driver_is_not_covered_up(evening: tuple[Counted, Moving]) -> None:
    """Its thread waits and says nothing: the loop and the panel go on, and the bowl stays empty."""
    heartbeat, camera = evening
    await until(heartbeat.all_alive)
    camera.going.clear()
    await until(camera.hangs.is_set)
    heartbeat.all_alive()
    blinks = heartbeat.counts["panel"]
    await until(lambda: heartbeat.counts["panel"] > blinks + 20)
    assert not heartbeat.all_alive()


async def test_a_camera_known_to_be_gone_does_not_starve_the_dog(evening: tuple[Counted, Moving]) -> None:
    """Unplugged and said so, the rest plays on, and we are not killed for it."""
    heartbeat, camera = evening
    await until(heartbeat.all_alive)
    camera.plugged = False
    for _ in range(5):
        await until(heartbeat.all_alive)
