"""The photos of real dice: labels, blocks and boxes, for every table that is about them."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision import DieReading, Frame, Reading

FOLDER = Path(__file__).parents[2].parent / "shared" / "photos"
RIGS = ("color", "top")
"""First words of blocks that show dice which other blocks show as well."""


@dataclass(frozen=True, eq=False)
class Photograph:
    """One photo of one die.

    Attributes:
        kind: ``d10``, ``d6``, ``d8`` and so on.
        block: one placement of one die; its frames are nearly copies.
        value: on top, a d10's 0 as 10.
        box: x, y, width, height of the die.
        path: of the picture.
    """

    kind: str
    block: str
    value: int
    box: tuple[int, ...]
    path: Path

    @property
    def die(self) -> str:
        """The physical die: of blocks named rig, die and ground it is the middle."""
        rig, *rest = self.block.split("_")
        return "_".join(rest[:-1]) if rig in RIGS else self.block

    @property
    def picture(self) -> Frame:
        """BGR, uint8."""
        return np.asarray(cv2.imread(str(self.path)), np.uint8)

    def on_it(self, readings: Iterable[Reading]) -> list[DieReading]:
        """The dice among ``readings`` whose middle lies on this one."""
        return [one for one in readings if isinstance(one, DieReading) and self._holds(one.box)]

    def _holds(self, seen: tuple[int, ...]) -> bool:
        middle = seen[0] + seen[2] / 2, seen[1] + seen[3] / 2
        return all(self.box[axis] <= middle[axis] <= self.box[axis] + self.box[axis + 2] for axis in (0, 1))


def photographs(kind: str, folder: Path = FOLDER) -> Iterator[Photograph]:
    """Every photo of a die of this kind; none where there are no photos."""
    if not (folder / "labels.csv").exists():
        return
    with (folder / "labels.csv").open(encoding="utf-8", newline="") as rows:
        for row in csv.DictReader(rows):
            if row["die"] == kind:
                value = int(row["digit"]) or (10 if kind == "d10" else 0)
                yield Photograph(
                    kind, row["block"], value, tuple(int(row[key]) for key in "xywh"), folder / row["file"]
                )
