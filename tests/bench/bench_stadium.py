"""How fast the simulated stadium draws, on one core: `python tests/bench/bench_stadium.py`.

Every time is also given as a multiple of one fixed OpenCV operation in the same run, a blur of a large frame, because
machines differ. Nothing is claimed of a Pi: there a real camera does this work.
"""

# ruff: noqa: T201 - printing is what it is for

from __future__ import annotations

import time
from collections.abc import Callable

import cv2
import numpy as np

from firmware.simulated.camera import SimulatedCamera
from firmware.simulated.world.players import Throw

THROWS = (("red", 7), ("blue", 3), ("white", 10), ("red", 1), ("blue", 6), ("white", 4))


def milliseconds(work: Callable[[], object]) -> float:
    """How long something takes."""
    begun = time.perf_counter()
    work()
    return 1000 * (time.perf_counter() - begun)


def film() -> tuple[list[float], list[float]]:
    """The times of watch frames and stills while dice are thrown, lifted and parked."""
    camera, watch, still = SimulatedCamera(seed=1), [], []
    camera.frame(), camera.still()
    for number, (color, value) in enumerate(THROWS):
        camera.lay(Throw("die", color, value), np.random.default_rng(number))
        while camera.filming:
            watch.append(milliseconds(camera.frame))
            if len(watch) % 10 == 0:
                still.append(milliseconds(camera.still))
    return watch, still


def main() -> None:
    """Print a line for each stream."""
    cv2.setNumThreads(1)
    noise = np.random.default_rng(1).integers(0, 255, (1296, 2304, 3)).astype(np.uint8)
    yardstick = float(np.median([milliseconds(lambda: cv2.GaussianBlur(noise, (0, 0), 2)) for _ in range(9)]))
    print(f"yardstick, a blur of 2304 x 1296: {yardstick:.1f} ms")
    for name, times in zip(("watch frame", "large frame"), film(), strict=True):
        usual, slow = np.percentile(times, (50, 95))
        ratios = f"{usual / yardstick:.2f} and {slow / yardstick:.2f} yardsticks"
        print(f"{name}: {usual:.1f} ms, 95 % under {slow:.1f} ms; {ratios}")


if __name__ == "__main__":
    main()
