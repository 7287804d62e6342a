#!/usr/bin/env python3
"""What `lab_arm64` has computed in each Debian: run there by its own Python, with the path of the package.

It reads golden pictures with the real eyes, plays a golden game to its end, and notes how long the start, one reading
and the game took, and how much memory it held. One JSON object is printed. It can keep what every network was asked and
answered in a file, or ask the same here, and say how far apart the answers are.
"""

from __future__ import annotations

import argparse
import json
import platform
import resource
import sys
import time
from dataclasses import fields
from pathlib import Path
from typing import ClassVar

BEGUN = time.monotonic()

import cv2  # noqa: E402 - its loading is part of the start
import numpy as np  # noqa: E402 - likewise

import vision.reader  # noqa: E402 - likewise
from scoreboard.record import read, replay  # noqa: E402 - likewise
from vision import DiceReader  # noqa: E402 - likewise
from vision.readings import Reading  # noqa: E402 - likewise
from vision.recognition.network import OnnxNetwork  # noqa: E402 - likewise
from vision.types import Tensor  # noqa: E402 - likewise

ASKED, ANSWERED = "asked", "answered"


class RecordingNetwork(OnnxNetwork):
    """A network whose questions and answers are kept, if they are wanted.

    Attributes:
        notes: whether they are kept.
        records: the name of each that was asked, its inputs and its answer, in order.
        loaded: the networks, by name.
    """

    notes: ClassVar[bool] = False
    records: ClassVar[list[tuple[str, Tensor, Tensor]]] = []
    loaded: ClassVar[dict[str, OnnxNetwork]] = {}

    def __init__(self, name: str, *rest: Path) -> None:
        """Load it."""
        super().__init__(name, *rest)
        self._name, self.loaded[name] = name, self

    def __call__(self, inputs: Tensor) -> Tensor:
        """Give the answer."""
        answer = super().__call__(inputs)
        if self.notes:
            self.records.append((self._name, inputs.copy(), answer))
        return answer


def keep(file: Path) -> None:
    """Keep what every network was asked, and its answer."""
    arrays = {}
    for number, (name, asked, answer) in enumerate(RecordingNetwork.records):
        arrays |= {f"{number} {name} {ASKED}": asked, f"{number} {name} {ANSWERED}": answer}
    np.savez(file, **arrays)


def apart(file: Path) -> tuple[int, float]:
    """How many answers are kept there, and how far apart at most one of their numbers is from ours."""
    kept, count, worst = np.load(file), 0, 0.0
    for key in kept.files:
        number, name, what = key.split(" ")
        if what == ASKED:
            theirs = kept[f"{number} {name} {ANSWERED}"]
            ours = OnnxNetwork.__call__(RecordingNetwork.loaded[name], kept[key])
            worst = max(worst, float(np.abs(ours - theirs).max(initial=0.0)))
            count += 1
    return count, worst


def described(reading: Reading) -> str:
    """What is read of one thing, but for how sure that is: it hangs on the last digit of each pixel."""
    shown = [each.name for each in fields(reading) if each.repr and each.name not in {"confidence", "alternatives"}]
    return f"{type(reading).__name__} {[getattr(reading, name) for name in shown]}"


def main() -> None:
    """Compute it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("golden", type=Path, help="the folder of golden files")
    parser.add_argument("--pictures", type=int, default=1, help="how many are read; emulated, each takes minutes")
    parser.add_argument("--keep", type=Path, help="write down what every network was asked and answered")
    parser.add_argument("--compare", type=Path, help="ask the same here")
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    RecordingNetwork.notes = asked.keep is not None
    vision.reader.OnnxNetwork = RecordingNetwork  # type: ignore[misc] # the same, and notes
    reader = DiceReader()
    start_s = time.monotonic() - BEGUN
    pictures = sorted((asked.golden / "eyes").glob("*.jpg"))[: asked.pictures]
    begun = time.monotonic()
    readings = [each for picture in pictures for each in reader.read(cv2.imread(str(picture)))]
    read_s, begun = (time.monotonic() - begun) / len(pictures), time.monotonic()
    with (asked.golden / "games/whole-diamante-major.jsonl").open("rb") as record:
        *_, last = replay(read(record, sys.exit))
    found = {
        "machine": platform.machine(),
        "readings": [described(each) for each in readings],
        "confidences": [each.confidence for each in readings],
        "game": repr(last.after.game),
        "start_s": start_s,
        "read_s": read_s,
        "replay_s": time.monotonic() - begun,
        "memory_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }
    if asked.keep is not None:
        keep(asked.keep)
    if asked.compare is not None:
        found["answers"], found["apart"] = apart(asked.compare)
    sys.stdout.write(json.dumps(found) + "\n")


if __name__ == "__main__":
    main()
