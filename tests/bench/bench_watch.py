"""How long watching takes: still frames, moving ones, and reading three dice and a chip. Run by ``make bench``.

Everything runs on one core. Each time is also told as a share of one Gaussian blur of a large frame in the same run, so
that figures of two machines can be set beside each other; nothing is claimed of a Raspberry Pi.
"""

# ruff: noqa: T201 - printing is what it is for

from __future__ import annotations

import resource
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from statistics import median

import cv2
import numpy as np

from firmware.simulated.stadium import Stadium
from vision import Eyes
from vision.board import Board
from vision.reports import Thrown
from vision.settle import Watcher

A_SECOND = 30
BEGIN_S, QUIET_S, END_S = 0.5, 2.0, 1.0
REPEATS = 9
KINDS = {"idle": 4.0, "motion": 15.0, "reading": 60.0}
"""What is timed, and the bar, ms."""


@dataclass
class Clock:
    """Times in milliseconds, by what was being done."""

    times: dict[str, list[float]] = field(default_factory=lambda: {kind: [] for kind in KINDS})
    read: int = 0
    settle: list[float] = field(default_factory=list)


def evening(stadium: Stadium, clock: Clock, see: Callable[..., object]) -> None:
    """Three dice and the chip thrown at once onto a quiet table, every frame timed."""
    colors = {"red": 7, "blue": 3, "white": 10}
    corners = ((-110.0, -60.0), (110.0, 60.0), (-60.0, 110.0))
    ends = [
        stadium.throw(QUIET_S, color, value, near=place)
        for (color, value), place in zip(colors.items(), corners, strict=True)
    ]
    end = max(*ends, stadium.toss(QUIET_S, "hit", near=(60.0, -110.0)))
    watcher = Watcher(see, Board(stadium.field))
    for frame in range(round((end + END_S - BEGIN_S) * A_SECOND)):
        look(watcher, stadium, BEGIN_S + frame / A_SECOND, clock)


def look(watcher: Watcher, stadium: Stadium, t: float, clock: Clock) -> None:
    """Time one frame, pictures drawn beforehand."""
    watch, still = stadium.watch(t), stadium.still(t)
    begun = time.perf_counter()
    told = watcher.see(watch, lambda: still)
    spent = (time.perf_counter() - begun) * 1000
    thrown = sum(isinstance(report, Thrown) for report in told)
    if thrown:
        clock.read = max(clock.read, thrown)
        clock.times["reading"].append(spent)
    elif t < QUIET_S - 0.5 < QUIET_S and t > BEGIN_S + 0.5:
        clock.times["idle"].append(spent)
    elif t > QUIET_S:
        clock.times["motion"].append(spent)


def least(work: Callable[[], object]) -> float:
    """The shortest of a few times, ms."""
    times = []
    for _ in range(REPEATS):
        begun = time.perf_counter()
        work()
        times.append(time.perf_counter() - begun)
    return min(times) * 1000


def memory_mib() -> float:
    """The most this process has held so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main() -> None:
    """Print the times."""
    cv2.setNumThreads(1)
    large = np.full((1296, 2304, 3), (60, 110, 50), np.uint8)
    blur = least(lambda: cv2.GaussianBlur(large, (0, 0), 5))
    see = Eyes().see
    see(large)
    clock = Clock()
    for seed in range(3):
        evening(Stadium(seed=seed), clock, see)
    print(f"Watching on one core (OpenCV {cv2.__version__}); one Gaussian blur (sigma 5) of 2304 x 1296: {blur:.1f} ms")
    for kind, bar in KINDS.items():
        times = clock.times[kind]
        typical, worst = median(times), max(times)
        print(
            f"{kind:8} {len(times):4} frames: median {typical:6.2f} ms = {typical / blur:.3f} blurs, "
            f"worst {worst:6.2f} ms, bar {bar:g} ms"
        )
    print(f"reading is from the last still frame to {clock.read} readings at once, out of a 2304 x 1296 frame")


if __name__ == "__main__":
    sys.exit(main())
