"""What the appliance asks of a Pi: the processor while nobody plays, memory while somebody does. Run by ``make bench``.

Idle is the real loop with the real eyes on a live camera that shows a quiet table, for nobody tells a family to switch
its scoreboard off between two games. Memory is the real loop's as well, in a process of its own, playing what a camera
saw. Of memory the pages that are files too are told apart: libraries that the kernel may drop and read again.
"""

# ruff: noqa: T201 - printing is what it is for

from __future__ import annotations

import asyncio
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from statistics import median

import numpy as np

from firmware import wiring
from firmware.app import App, Devices, Options
from firmware.clock import SystemClock
from firmware.config import load
from firmware.devices import Camera, Frame
from firmware.rehearsal import Rehearsal, rehearse
from firmware.simulated.buttons import SimulatedButtons
from firmware.simulated.panel import SimulatedPanel
from firmware.simulated.stadium import Stadium
from scoreboard.session import Session

FRAMES_A_SECOND = 30
WARM_UP_S, MEASURED_S = 3.0, 15.0
IDLE_BAR, MEMORY_BAR = 5.0, 170.0
"""Per cent of one core, and megabytes."""
SAMPLE_S = 0.25
FILMED = 900
"""Frames: a minute of play."""


class QuietCamera:
    """A camera over a table on which nothing happens; satisfies `firmware.devices.Camera`."""

    def __init__(self) -> None:
        stadium = Stadium(1)
        self._pictures = [stadium.watch(number / FRAMES_A_SECOND) for number in range(FRAMES_A_SECOND)]
        self._still = stadium.still(0)
        self._next = time.monotonic()
        self._shown = 0
        self._open = True

    def frame(self) -> Frame | None:
        """The next one, when it is due: the same second over and over, each frame with noise of its own."""
        self._next += 1 / FRAMES_A_SECOND
        time.sleep(max(0.0, self._next - time.monotonic()))
        self._shown += 1
        return self._pictures[self._shown % len(self._pictures)] if self._open else None

    def still(self) -> Frame:
        """The table."""
        return self._still

    def close(self) -> None:
        """Show nothing more."""
        self._open = False


async def idle(folder: Path) -> float:
    """Per cent of one core that the loop and the eyes take while nothing happens."""
    config = load()
    with Session.open(folder / "idle.sqlite", SystemClock()) as session:
        devices = Devices((SimulatedPanel(config.panel.size),), SimulatedButtons(), QuietCamera())
        app = App(session, devices, wiring.sight(config).look, Options(config.game.setup()))
        playing = asyncio.create_task(app.run())
        await asyncio.sleep(WARM_UP_S)
        began, spent = time.monotonic(), time.process_time()
        await asyncio.sleep(MEASURED_S)
        share = (time.process_time() - spent) / (time.monotonic() - began)
        app.stop()
        await playing
    return 100 * share


class KeptCamera:
    """A camera whose first `FILMED` pictures are kept in a folder, and that then ends; a `firmware.devices.Camera`."""

    def __init__(self, camera: Camera, folder: Path) -> None:
        self._camera, self._folder = camera, folder
        self._shown = 0

    def frame(self) -> Frame | None:
        """The camera's next frame."""
        self._shown += 1
        frame = self._camera.frame() if self._shown <= FILMED else None
        if frame is not None:
            np.save(self._folder / f"frame-{self._shown}.npy", frame)
        return frame

    def still(self) -> Frame:
        """The camera's still."""
        still = self._camera.still()
        np.save(self._folder / f"still-{self._shown}.npy", still)
        return still

    def close(self) -> None:
        """Give the camera back."""
        self._camera.close()


class FilmCamera:
    """What a `KeptCamera` kept, shown again; satisfies `firmware.devices.Camera`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._shown = 0

    def frame(self) -> Frame | None:
        """The next frame; None after the last."""
        self._shown += 1
        path = self._folder / f"frame-{self._shown}.npy"
        return np.load(path) if path.exists() else None

    def still(self) -> Frame:
        """The still of that moment; where none was kept, what its frame shows."""
        path = self._folder / f"still-{self._shown}.npy"
        return np.load(path if path.exists() else self._folder / f"frame-{self._shown}.npy")

    def close(self) -> None:
        """There is nothing to close."""


async def filmed(folder: Path) -> None:
    """Keep what the camera sees of a simulated game's beginning."""
    config = load()
    sight = wiring.sight(config)
    devices, players = rehearse(config, Rehearsal(1), sight.afresh)
    assert devices.camera is not None
    devices = replace(devices, camera=KeptCamera(devices.camera, folder))
    with Session.open(folder / "filmed.sqlite", SystemClock()) as session:
        await App(session, devices, sight.look, Options(config.game.setup(), patient=True), [players]).run()


async def played(folder: Path) -> None:
    """Play what was filmed, with nothing of the simulated stadium in memory."""
    config = load()
    devices = Devices((SimulatedPanel(config.panel.size),), SimulatedButtons(), FilmCamera(folder))
    with Session.open(folder / "played.sqlite", SystemClock()) as session:
        await App(session, devices, wiring.sight(config).look, Options(config.game.setup())).run()
        print(session.history.number)


def memory(folder: Path) -> tuple[list[dict[str, float]], str]:
    """Megabytes that a scoreboard holds, sampled while it plays, and how many lines it scored."""
    asyncio.run(filmed(folder))
    samples = []
    with subprocess.Popen([sys.executable, __file__, str(folder)], stdout=subprocess.PIPE, text=True) as player:
        while player.poll() is None:
            samples.append(held(player.pid))
            time.sleep(SAMPLE_S)
        lines = player.stdout.read().strip() if player.stdout is not None else ""
    return [sample for sample in samples if sample][len(samples) // 2 :], lines


def held(process: int) -> dict[str, float]:
    """What the kernel says of a process's memory, in megabytes."""
    lines = Path(f"/proc/{process}/status").read_text(encoding="ascii").splitlines()
    values = dict(line.split(":", 1) for line in lines)
    return {key: int(values[key].split()[0]) / 1024 for key in ("VmRSS", "RssAnon", "RssFile") if key in values}


def main() -> None:
    """Print a line for each; exit code 1 over a bar. With a folder: play what was filmed in it."""
    if len(sys.argv) > 1:
        return asyncio.run(played(Path(sys.argv[1])))
    with tempfile.TemporaryDirectory() as folder:
        share = asyncio.run(idle(Path(folder)))
        print(f"idle, a live camera at {FRAMES_A_SECOND}/s: {share:.1f} % of one core (bar {IDLE_BAR:.0f} %)")
        samples, lines = memory(Path(folder))
    whole, own, files = (median(sample[key] for sample in samples) for key in ("VmRSS", "RssAnon", "RssFile"))
    most = max(sample["VmRSS"] for sample in samples)
    print(f"memory, {lines} lines into a game: {whole:.0f} MB, at most {most:.0f} MB (bar {MEMORY_BAR:.0f} MB)")
    print(f"  of its own {own:.0f} MB, of libraries on the disk {files:.0f} MB")
    return sys.exit(1 if share > IDLE_BAR or most > MEMORY_BAR else 0)


if __name__ == "__main__":
    main()
