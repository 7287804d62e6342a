#!/usr/bin/env python3
"""What `lab_arm64` has computed in each Debian: run there by its own Python, with the path of the package.

It reads golden pictures with the real eyes and keeps what every network answered; it plays a golden game to its
end; and it notes how long the start, one reading and the game took, and how much memory it held. One JSON object is
printed. Arguments: the folder of golden files, and the file for the networks' answers.
"""

from __future__ import annotations

import json
import platform
import resource
import sys
import time
from pathlib import Path
from typing import ClassVar

BEGUN = time.monotonic()

import cv2  # noqa: E402 - its loading is part of the start
import numpy as np  # noqa: E402 - likewise

import vision.reader  # noqa: E402 - likewise
from scoreboard.record import read, replay  # noqa: E402 - likewise
from vision import DiceReader  # noqa: E402 - likewise
from vision.recognition.network import OnnxNetwork  # noqa: E402 - likewise
from vision.types import Tensor  # noqa: E402 - likewise

PICTURES = 2
"""How many are read. Each asks the networks more than a hundred times; emulated, that takes minutes."""


class NotedNetwork(OnnxNetwork):
    """A network whose answers are kept."""

    answers: ClassVar[list[Tensor]] = []

    def __call__(self, inputs: Tensor) -> Tensor:
        """Keep it, and give it."""
        self.answers.append(super().__call__(inputs))
        return self.answers[-1]


def main() -> None:
    """Compute it."""
    golden, kept = Path(sys.argv[1]), Path(sys.argv[2])
    cv2.setNumThreads(1)
    vision.reader.OnnxNetwork = NotedNetwork  # type: ignore[misc] # the same, and notes
    reader = DiceReader()
    start_s = time.monotonic() - BEGUN
    pictures = sorted((golden / "eyes").glob("*.jpg"))[:PICTURES]
    begun = time.monotonic()
    readings = [[str(each) for each in reader.read(cv2.imread(str(picture)))] for picture in pictures]
    read_s, begun = (time.monotonic() - begun) / len(pictures), time.monotonic()
    with (golden / "games/whole-diamante-major.jsonl").open("rb") as record:
        *_, last = replay(read(record, sys.exit))
    np.savez_compressed(kept, *NotedNetwork.answers)
    found = {
        "machine": platform.machine(),
        "answers": len(NotedNetwork.answers),
        "readings": readings,
        "game": repr(last.after.game),
        "start_s": start_s,
        "read_s": read_s,
        "replay_s": time.monotonic() - begun,
        "memory_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }
    sys.stdout.write(json.dumps(found) + "\n")


if __name__ == "__main__":
    main()
