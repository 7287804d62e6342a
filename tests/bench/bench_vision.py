"""How well the eyes read real dice, block by block, and how long they take. Run by ``make bench``.

A block is one placement of one die: its frames are nearly copies, so the verdict that counts is the block's. Photos are
not part of the project; where they are absent this says so and ends well.
"""

# ruff: noqa: T201 - printing is what it is for

from __future__ import annotations

import argparse
import csv
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from vision import DieReading, Eyes, Frame, Reading
from vision.network import MODEL_FOLDER

PHOTOS = Path(__file__).parents[2].parent / "shared" / "photos"
TRAINED_ON = "none: the networks saw drawn dice only"
REPEATS = 7


@dataclass
class Block:
    """One placement of one die, and what was read of it."""

    name: str
    right: int = 0
    unsure: int = 0
    wrong: int = 0
    missed: int = 0
    extra: int = 0
    colors: Counter[str] = field(default_factory=Counter)

    @property
    def verdict(self) -> str:
        """What most frames say."""
        counts = {"right": self.right, "unsure": self.unsure + self.missed, "WRONG": self.wrong}
        return max(counts, key=lambda name: counts[name])

    def note(self, truth: int, box: tuple[int, ...], readings: Iterable[Reading]) -> None:
        """Count one frame: the reading that lies on the labelled die, and any others as extra."""
        dice = [reading for reading in readings if isinstance(reading, DieReading)]
        on_it = [reading for reading in dice if _lies_on(reading.box, box)]
        self.extra += len(dice) - len(on_it[:1])
        if not on_it:
            self.missed += 1
            return
        self.colors[on_it[0].color] += 1
        value = on_it[0].value
        self.right += value == truth
        self.unsure += value is None
        self.wrong += value not in (truth, None)


def _lies_on(seen: tuple[int, ...], labelled: tuple[int, ...]) -> bool:
    middle = seen[0] + seen[2] / 2, seen[1] + seen[3] / 2
    return all(labelled[axis] <= middle[axis] <= labelled[axis] + labelled[axis + 2] for axis in (0, 1))


def photographs(folder: Path) -> Iterator[tuple[str, int, tuple[int, ...], Frame]]:
    """Block, value (0 reads 10), box and picture of every photo of a d10."""
    with (folder / "labels.csv").open(encoding="utf-8", newline="") as table:
        for row in csv.DictReader(table):
            if row["die"] == "d10":
                picture = np.asarray(cv2.imread(str(folder / row["file"])), np.uint8)
                yield row["block"], int(row["digit"]) or 10, tuple(int(row[key]) for key in "xywh"), picture


def score(folder: Path, eyes: Eyes) -> dict[str, Block]:
    """Read every photo."""
    blocks: dict[str, Block] = {}
    for name, truth, box, picture in photographs(folder):
        blocks.setdefault(name, Block(name)).note(truth, box, eyes.see(picture))
    return blocks


def report(blocks: Iterable[Block]) -> None:
    """Print one line a block."""
    print(f"{'block':32} {'right':>5} {'unsure':>6} {'wrong':>5} {'missed':>6} {'extra':>5}  verdict  colours")
    for block in blocks:
        counts = f"{block.right:5} {block.unsure:6} {block.wrong:5} {block.missed:6} {block.extra:5}"
        colors = ", ".join(f"{name} {count}" for name, count in block.colors.most_common(3))
        print(f"{block.name:32} {counts}  {block.verdict:8} {colors}")


def pace(eyes: Eyes) -> str:
    """Time of one look at a 2304 x 1296 frame with one die, as a ratio to one blur of that frame in this same run."""
    frame = np.full((1296, 2304, 3), (60, 110, 50), np.uint8)
    cv2.circle(frame, (1100, 600), 24, (40, 40, 200), -1)
    look, blur = _least(lambda: eyes.see(frame)), _least(lambda: cv2.GaussianBlur(frame, (0, 0), 5))
    return f"one look at 2304 x 1296: {look * 1000:.0f} ms = {look / blur:.1f} Gaussian blurs (sigma 5) of it"


def _least(work: Callable[[], object]) -> float:
    times = []
    for _ in range(REPEATS):
        begun = time.perf_counter()
        work()
        times.append(time.perf_counter() - begun)
    return min(times)


def main() -> None:
    """Print the scores and the pace."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=Path, default=PHOTOS, help="folder with labels.csv")
    parser.add_argument("--model", type=Path, default=MODEL_FOLDER, help="folder with the networks")
    wanted = parser.parse_args()
    eyes = Eyes(wanted.model)
    print(f"The eyes (OpenCV {cv2.__version__}). Photos they were trained on: {TRAINED_ON}.")
    if (wanted.photos / "labels.csv").exists():
        report(score(wanted.photos, eyes).values())
    else:
        print(f"No photos of real dice at {wanted.photos.parent.name}/{wanted.photos.name}: nothing to score.")
    print(pace(eyes))


if __name__ == "__main__":
    sys.exit(main())
