"""What teaching is worth: hard dice read before and after each of their faces was shown once.

The rendered dice are the set ``teach`` (see `vision.training.render`): the first picture of each face is shown, all
others are read, without a board and over the printed one, which tells how the camera looks on. The real die is the
magenta one of the photos; it has one photo a face, so what is shown and what is read are augmented views of the same
ten photos, and its figure says little about another evening.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import zlib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from math import sqrt
from pathlib import Path

import cv2
import numpy as np
from support.teach import portrayed

from vision import DiceReader, DieReading, Frame
from vision.enrolled.matcher import FACES, EnrolledDie, EnrolledSample
from vision.geometry.tilt import TiltField
from vision.reader import TokenOutputs
from vision.recognition.network import MODEL_FOLDER
from vision.training.data.stills import noisy_registration

CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
RENDERS = CACHE / "stadium-scoreboard" / "renders" / "teach"
PHOTOS = Path(__file__).parents[3].parent / "shared" / "photos"
STILLS = 5
AROUND = 0.3
"""What is left around a die that is shown, in its own sizes."""
VIEWS = 12
"""Augmented views of each photo; every other one is shown, the rest are read."""
NOISE, QUALITY = (1.0, 3.0), (85, 95)
"""Standard deviations (of 255) of the sensor's noise, and qualities of JPEG."""
BAR = 0.999
"""Share of the other pictures that must be read rightly once the die was taught."""
HEAD = f"{'':38}  looks  right unsure wrong missed   right, 95 %           likeliest is right, 95 %"
Z95 = 1.959964


@dataclass
class Row:
    """How often dice were read."""

    name: str
    right: int = 0
    unsure: int = 0
    wrong: int = 0
    missed: int = 0
    likeliest: int = 0
    confusions: list[str] = field(default_factory=list)

    @property
    def count(self) -> int:
        """All dice that were there."""
        return self.right + self.unsure + self.wrong + self.missed

    def note(self, reading: DieReading | None, value: int) -> None:
        """Count one reading of a die that shows ``value``."""
        if reading is None:
            self.missed += 1
            return
        best = reading.alternatives[0][0] if reading.alternatives else reading.value
        self.likeliest += best == value
        self.right += reading.value == value
        self.unsure += reading.value is None
        if reading.value not in (None, value):
            self.wrong += 1
            self.confusions.append(f"{value} as {reading.value}")

    def add(self, other: Row) -> None:
        """Count all of another row too."""
        for name in ("right", "unsure", "wrong", "missed", "likeliest"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.confusions += other.confusions

    def __str__(self) -> str:
        """The row as it is printed."""
        counts = f"{self.count:6} {self.right:6} {self.unsure:6} {self.wrong:5} {self.missed:6}"
        accepted, likeliest = interval(self.right, self.count), interval(self.likeliest, self.count)
        return f"{self.name:38} {counts}   {accepted}   {likeliest}"


def wilson(hits: int, count: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share."""
    if not count:
        return 0.0, 1.0
    share, spread = hits / count, Z95**2 / count
    middle, reach = share + spread / 2, Z95 * sqrt(share * (1 - share) / count + spread / count / 4)
    return (middle - reach) / (1 + spread), (middle + reach) / (1 + spread)


def interval(count: int, total: int) -> str:
    """``count`` of ``total`` as its interval in per cent."""
    low, high = wilson(count, total)
    return f"{100 * low:6.2f} to {100 * high:6.2f} %"


def photographed(clean: Frame, seed: int) -> Frame:
    """What a camera makes of a clean picture: noise, JPEG, and a shake of less than a pixel."""
    rng = np.random.default_rng(seed)
    shake = np.array([(1, 0, rng.uniform(-0.5, 0.5)), (0, 1, rng.uniform(-0.5, 0.5))])
    moved = cv2.warpAffine(clean, shake, clean.shape[1::-1], borderMode=cv2.BORDER_REPLICATE)
    noisy = np.clip(moved + rng.normal(0, rng.uniform(*NOISE), moved.shape), 0, 255).astype(np.uint8)
    data = cv2.imencode(".jpg", noisy, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(*QUALITY))])[1]
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


@dataclass(frozen=True)
class Shot:
    """A picture of the set.

    Attributes:
        file: where it is.
        dice: what each die shows and where: value 1 to 10 and left, top, right, bottom.
        above: how the camera looks on, as a registration tells it; None without a board.
    """

    file: Path
    dice: tuple[tuple[int, tuple[float, ...]], ...]
    above: TiltField | None

    def picture(self) -> Frame:
        """As it was rendered."""
        return np.asarray(cv2.imread(str(self.file)), np.uint8)

    def still(self, number: int = 0) -> Frame:
        """As a camera would give it; another number is another still of the same moment."""
        return photographed(self.picture(), zlib.crc32(f"{self.file.name} {number}".encode()))


def shots(folder: Path, *, board: bool = True) -> dict[str, list[Shot]]:
    """Every die's pictures, in order, as over the printed board or without one."""
    found: dict[str, list[Shot]] = defaultdict(list)
    for line in (folder / "labels.jsonl").read_text(encoding="utf-8").splitlines():
        label = json.loads(line)
        tokens = [token for token in label["tokens"] if token["kind"] == "d10" and token["value"] is not None]
        above = noisy_registration(np.random.default_rng(label["seed"]), label["tokens"]) if board else None
        for die in {token["die"] for token in tokens}:
            dice = tuple((token["value"] or 10, tuple(token["box"])) for token in tokens if token["die"] == die)
            found[die].append(Shot(folder / label["file"], dice, above))
    return {die: sorted(these, key=lambda shot: shot.file) for die, these in sorted(found.items())}


def taught(eyes: DiceReader, name: str, shown: Iterable[Shot]) -> tuple[EnrolledDie, set[Path]]:
    """The die after each of its faces was shown in the first picture that has it, and the pictures that took."""
    die, used = EnrolledDie(name, ()), set()
    for shot in shown:
        lacking = [(value, box) for value, box in shot.dice if value not in die.shown]
        if not lacking:
            continue
        used.add(shot.file)
        picture = np.rint(np.mean([shot.still(number) for number in range(1, STILLS + 1)], axis=0)).astype(np.uint8)
        for value, box in lacking:
            part, inside = alone(picture, box)
            above = _shifted(shot.above, box[0] - inside[0], box[1] - inside[1])
            if (one := _found_in(eyes.classify(part, tilt_field=above), inside)) is not None:
                die = die.with_sample(portrayed(eyes, part, one, value))
    return eyes.enrolled.refreshed(die), used


def alone(picture: Frame, box: tuple[float, ...]) -> tuple[Frame, tuple[float, ...]]:
    """One of many dice as its owner would show it, with little around it; and where it lies there."""
    spare = AROUND * max(box[2] - box[0], box[3] - box[1])
    left, top = max(int(box[0] - spare), 0), max(int(box[1] - spare), 0)
    part = picture[top : int(box[3] + spare), left : int(box[2] + spare)]
    return part, (box[0] - left, box[1] - top, box[2] - left, box[3] - top)


def _shifted(above: TiltField | None, left: float, top: float) -> TiltField | None:
    """What ``above`` tells of a part that begins at ``left`` and ``top``."""
    return None if above is None else lambda x, y: above(x + left, y + top)


def _found_in(found: Iterable[TokenOutputs], box: tuple[float, ...]) -> TokenOutputs | None:
    return next((one for one in found if _holds(box, one.pose.bounds.centre)), None)


def _holds(box: tuple[float, ...], middle: tuple[float, float]) -> bool:
    return box[0] <= middle[0] <= box[2] and box[1] <= middle[1] <= box[3]


def _note_all(
    row: Row,
    eyes: DiceReader,
    frame: Frame,
    dice: Iterable[tuple[int, tuple[float, ...]]],
    above: TiltField | None = None,
) -> None:
    readings = [each for each in eyes.read(frame, tilt_field=above) if isinstance(each, DieReading)]
    for value, box in dice:
        here = [
            each for each in readings if _holds(box, (each.box[0] + each.box[2] / 2, each.box[1] + each.box[3] / 2))
        ]
        row.note(here[0] if here else None, value)


def compare(eyes: DiceReader, name: str, these: list[Shot], most: int | None) -> tuple[Row, Row, int]:
    """One die before and after it was taught, and how many of its faces the lesson took."""
    before, after = Row(f"{name} untaught"), Row(f"{name} taught")
    die, used = taught(eyes, name, these)
    unseen = [shot for shot in these if shot.file not in used]
    for shot in islice(unseen, most):
        for row, dice in ((before, ()), (after, (die,))):
            eyes.enrolled.dice = dice
            _note_all(row, eyes, shot.still(), shot.dice, shot.above)
    eyes.enrolled.dice = ()
    return before, after, len(die.shown)


# --- the real die


def photos(folder: Path) -> Iterator[tuple[int, Frame]]:
    """Value and close-up of each photo of the magenta die."""
    with (folder / "labels.csv").open(encoding="utf-8", newline="") as table:
        for row in csv.DictReader(table):
            if row["block"] == "burks_magenta":
                x, y, width, height = (int(row[key]) for key in "xywh")
                whole, around = cv2.imread(str(folder / row["file"])), max(width, height)
                part = whole[max(y - around, 0) : y + height + around, max(x - around, 0) : x + width + around]
                yield int(row["digit"]) or 10, np.asarray(part, np.uint8)


def augmented(part: Frame, seed: int) -> Frame:
    """The die turned any way, nearer or farther, in another light, softer or sharper."""
    rng = np.random.default_rng(seed)
    height, width = part.shape[:2]
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), rng.uniform(0, 360), float(rng.uniform(0.4, 1.0)))
    seen = cv2.warpAffine(part, turn, (width, height), flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REFLECT_101)
    soft = cv2.GaussianBlur(seen, (0, 0), rng.uniform(0.3, 1.2)).astype(np.float32) / 255
    lit = np.clip(soft * rng.uniform(0.7, 1.3) * rng.uniform(0.92, 1.08, 3), 0, 1) ** rng.uniform(0.85, 1.15)
    return photographed(np.asarray(lit * 255, np.uint8), seed)


def real_die(eyes: DiceReader, folder: Path) -> tuple[Row, Row]:
    """The magenta die, shown in half of its augmented views and read in the others."""
    before, after = Row("magenta, real, untaught"), Row("magenta, real, taught")
    samples: list[EnrolledSample] = []
    reads: list[tuple[int, Frame]] = []
    for value, part in photos(folder):
        views = [augmented(part, value * 1000 + view) for view in range(VIEWS)]
        found = [(view, _in_the_middle(eyes, view)) for view in views[::2]]
        samples += [portrayed(eyes, view, one, value) for view, one in found if one is not None]
        reads += [(value, view) for view in views[1::2]]
    die = EnrolledDie("magenta", tuple(samples))
    for row, dice in ((before, ()), (after, (die,))):
        eyes.enrolled.dice = dice
        for value, view in reads:
            height, width = view.shape[:2]
            _note_all(row, eyes, view, [(value, (width * 0.3, height * 0.3, width * 0.7, height * 0.7))])
    eyes.enrolled.dice = ()
    return before, after


def _in_the_middle(eyes: DiceReader, view: Frame) -> TokenOutputs | None:
    height, width = view.shape[:2]
    return _found_in(eyes.classify(view), (width * 0.3, height * 0.3, width * 0.7, height * 0.7))


# --- the report


def report(model: Path = MODEL_FOLDER, most: int | None = None) -> Iterator[str]:
    """The lines to print; ``most`` limits the pictures that are read of each die."""
    eyes = DiceReader(model)
    yield "Dice read before and after each of their faces was shown once"
    yield HEAD
    if (RENDERS / "labels.jsonl").exists():
        yield from _renders(eyes, RENDERS, most)
    else:
        yield f"  no rendered dice here; python -m vision.training.render teach --out {RENDERS} makes them"
    if (PHOTOS / "labels.csv").exists():
        yield "A real die, shown in half of augmented views of its ten photos and read in the other half:"
        yield from map(str, real_die(eyes, PHOTOS))


def _renders(eyes: DiceReader, renders: Path, most: int | None) -> Iterator[str]:
    shares = {}
    for where, board in (("without the board", False), ("over the board", True)):
        totals = Row(f"{where}, untaught"), Row(f"{where}, taught")
        for name, these in shots(renders, board=board).items():
            before, after, faces = compare(eyes, name, these, most)
            for row, total in zip((before, after), totals, strict=True):
                yield str(row)
                total.add(row)
            if faces < FACES or after.wrong:
                yield f"    {faces} faces shown; wrong: {', '.join(after.confusions) or 'none'}"
        yield from map(str, totals)
        shares[where] = totals[1].right / max(totals[1].count, 1)
    for where, share in shares.items():
        yield f"  {where}, taught, right: {share:.3%}, bar {BAR:.3%}: {'held' if share >= BAR else 'NOT held'}"


def main() -> None:
    """Report on one set."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("renders", type=Path, nargs="?", default=RENDERS, help="the rendered set `teach`")
    parser.add_argument("--pictures", type=int, help="of each die to read")
    wanted = parser.parse_args()
    print(HEAD)  # noqa: T201 - printing is what it is for
    for line in _renders(DiceReader(), wanted.renders, wanted.pictures):
        print(line, flush=True)  # noqa: T201 - likewise


if __name__ == "__main__":
    main()
