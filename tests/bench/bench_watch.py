"""How long watching takes: still frames, moving ones, reading three dice and a chip, keeping a film, the board besides.

Run by ``make bench``.

Everything runs on one core. Each time is also told as a share of one Gaussian blur of a large frame in the same run, so
that figures of two machines can be set beside each other; nothing is claimed of a Raspberry Pi.
"""

# ruff: noqa: T201 - printing is what it is for

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

import cv2
import numpy as np
from bench_board import least

from firmware.devices.file_cameras import SingleStream
from firmware.devices.protocols import Frame
from firmware.devices.recording_camera import RecordingCamera
from firmware.simulated.world.stadium import SimulatedStadium
from firmware.throw_reader import frame_reader
from vision import THRESHOLD, DiceReader
from vision.board.marked_places import of_field
from vision.board.piece_colors import PieceColor
from vision.geometry.registration import Board
from vision.tracking.board_watcher import BoardWatcher
from vision.tracking.events import BoardSeen, Thrown
from vision.tracking.tracker import ThrowTracker

A_SECOND = 30
BEGIN_S, QUIET_S, END_S = 0.5, 2.0, 1.0
KINDS = {"idle": 4.0, "motion": 15.0, "reading": 60.0, "board": 2.0, "look": 20.0}
"""What is timed, and the bar, ms: ``board`` is what watching it adds to a frame, ``look`` to one with a look at it."""
TEAMS = (PieceColor("red"), PieceColor("blue"))


@dataclass
class Clock:
    """Times in milliseconds, by what was being done."""

    times: dict[str, list[float]] = field(default_factory=lambda: {kind: [] for kind in KINDS})
    read: int = 0
    settle: list[float] = field(default_factory=list)


def evening(stadium: SimulatedStadium, clock: Clock, see: Callable[..., object]) -> None:
    """Three dice and the chip thrown at once onto a quiet table, every frame timed."""
    colors = {"red": 7, "blue": 3, "white": 10}
    corners = ((-110.0, -60.0), (110.0, 60.0), (-60.0, 110.0))
    ends = [
        stadium.throw(QUIET_S, color, value, near=place)
        for (color, value), place in zip(colors.items(), corners, strict=True)
    ]
    end = max(*ends, stadium.toss(QUIET_S, "hit", near=(60.0, -110.0)))
    tracker, watcher = ThrowTracker(see, Board(stadium.field)), BoardWatcher(of_field(stadium.field), TEAMS)
    for frame in range(round((end + END_S - BEGIN_S) * A_SECOND)):
        look(tracker, watcher, stadium, BEGIN_S + frame / A_SECOND, clock)


def look(tracker: ThrowTracker, watcher: BoardWatcher, stadium: SimulatedStadium, t: float, clock: Clock) -> None:
    """Time one frame, pictures drawn beforehand."""
    watch, still = stadium.watch(t), stadium.still(t)
    begun = time.perf_counter()
    reports = tracker.update(watch, lambda: still)
    spent = (time.perf_counter() - begun) * 1000
    thrown = sum(isinstance(report, Thrown) for report in reports)
    if thrown:
        clock.read = max(clock.read, thrown)
        clock.times["reading"].append(spent)
    elif t < QUIET_S - 0.5 < QUIET_S and t > BEGIN_S + 0.5:
        clock.times["idle"].append(spent)
    elif t > QUIET_S:
        clock.times["motion"].append(spent)
    begun = time.perf_counter()
    seen = watcher.watch(tracker.scene, lambda: still)
    spent = (time.perf_counter() - begun) * 1000
    if t > BEGIN_S + 0.5:  # the first look makes the table of colours
        has_looked = any(isinstance(report, BoardSeen) and report.seen.places for report in seen)
        clock.times["look" if has_looked else "board"].append(spent)


class StadiumCamera(SingleStream):
    """A camera above a stadium in which nothing moves."""

    def __init__(self) -> None:
        self._last = SimulatedStadium(seed=1).watch(BEGIN_S)

    def frame(self) -> Frame | None:
        """The same one again."""
        return self._last

    def close(self) -> None:
        """Nothing to give back."""


def keeping() -> float:
    """What a recording adds to a frame, ms."""
    with tempfile.TemporaryDirectory() as folder:
        camera = RecordingCamera(StadiumCamera(), Path(folder) / "film")
        camera.frame()
        kept = least(camera.frame)
        camera.close()
    return kept


MEMORY = """
import numpy as np
def held():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096 / 2**20
before = held()
import cv2
from vision import DiceReader
from vision.geometry.registration import Board
from vision.tracking.tracker import ThrowTracker
imports = held()
reader = DiceReader()
def see(still, **_):
    return reader.read(still)
rng = np.random.default_rng(1)
watch, large = rng.integers(0, 90, (360, 640, 3), np.uint8), rng.integers(0, 90, (1296, 2304, 3), np.uint8)
pictures = held()
see(large)
networks = held()
tracker = ThrowTracker(see, Board())
for _ in range(100):
    tracker.update(watch, lambda: large)
print(f"{imports - before:.0f} {networks - pictures:.0f} {held() - networks:.0f}")
"""
"""What a process of its own holds, MiB: for the imports, the networks at work, and the watcher's buffers."""
BOARD_MEMORY = """
def most():
    with open("/proc/self/status") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("VmHWM"))
import cv2
from firmware.simulated.world.stadium import SimulatedStadium
from vision.board.board_reader import look_at
from vision.board.marked_places import of_field
from vision.board.piece_colors import PieceColor
from vision.geometry.registration import Board
from firmware.service.malloc import trim
still = SimulatedStadium(1).still(1)
board = Board()
registration, places = board.register(still), of_field(board.field)
trim()
with open("/proc/self/clear_refs", "w") as file:
    file.write("5")  # what was held at most is forgotten
before = most()
for _ in range(5):
    look_at(still, registration, places, (PieceColor("red"), PieceColor("blue")))
print((most() - before) / 2**10)
"""
"""The most that looks at a board have held at once, MiB."""


def memory_mib() -> tuple[float, float, float]:
    """The memory that vision adds, MiB: imports but NumPy's, networks at work, buffers of a watch."""
    imports, networks, buffers = map(float, _printed(MEMORY).split())
    return imports, networks, buffers


def _printed(program: str) -> str:
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout


def main() -> None:
    """Print the times."""
    cv2.setNumThreads(1)
    large = np.full((1296, 2304, 3), (60, 110, 50), np.uint8)
    blur = least(lambda: cv2.GaussianBlur(large, (0, 0), 5))
    see = frame_reader(DiceReader(), THRESHOLD)
    see(large, tilt_field=None)
    clock = Clock()
    for seed in range(3):
        evening(SimulatedStadium(seed=seed), clock, see)
    print(f"Watching on one core (OpenCV {cv2.__version__}); one Gaussian blur (sigma 5) of 2304 x 1296: {blur:.1f} ms")
    for kind, bar in KINDS.items():
        times = clock.times[kind]
        typical, worst = median(times), max(times)
        print(
            f"{kind:8} {len(times):4} frames: median {typical:6.2f} ms = {typical / blur:.3f} blurs, "
            f"worst {worst:6.2f} ms, bar {bar:g} ms"
        )
    kept = keeping()
    print(f"a frame kept by record-video: {kept:.2f} ms = {kept / blur:.3f} blurs")
    imports, networks, buffers = memory_mib()
    print(f"memory that looks at the board add at most: {float(_printed(BOARD_MEMORY)):.0f} MiB, bar 20 MiB")
    print(f"memory added: imports {imports:.0f}, networks {networks:.0f}, buffers {buffers:.0f} MiB")
    print(f"reading is from the last still frame to {clock.read} readings at once, out of a 2304 x 1296 frame")


if __name__ == "__main__":
    sys.exit(main())
