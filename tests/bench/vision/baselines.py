"""What plain means make of the same photos: matching templates of a typeface, and a reader of print from PyPI.

PyPI offers no reader of dice (of the two packages that say so one is empty and one draws circles), so the reader of
print that comes whole in one wheel stands in: RapidOCR. Both are handed the die's labelled box, which the eyes are not.
"""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
from counting import HEAD, Count
from photographs import FOLDER, Photograph, photographs
from PIL import Image, ImageDraw, ImageFont

from vision import DiceReader
from vision.recognition.network import MODEL_FOLDER

SIDE = 96
"""Side in pixels that a die's box is brought to."""
TURNS = range(0, 360, 15)
HEIGHTS = (22, 30)
"""Of the numerals tried, in pixels of SIDE."""
RIVAL = Path(__file__).parents[3] / ".venv-rival"
"""Where `make bench-vision` puts RapidOCR, which wants another OpenCV than ours."""
READER = "rapidocr-onnxruntime==1.4.4"
ABSENT = f"""  RapidOCR: not measured, for it is not here. It wants Python 3.11 or 3.12:
    python3.12 -m venv {RIVAL.name} && {RIVAL.name}/bin/pip install '{READER}'"""


class RivalError(RuntimeError):
    """The reader of print does not run; says why, and what to install."""


def report(model: Path = MODEL_FOLDER, folder: Path = FOLDER) -> Iterator[str]:
    """The lines to print."""
    shots = list(photographs("d10", folder))
    if not shots:
        return
    reader = DiceReader(model)
    yield "Plain means on the same photos; they always tell a value where they see one"
    yield HEAD
    ours, theirs = _timed(shots, lambda shot: _first(reader, shot)), _timed(shots, match)
    yield _line("the eyes", ours, ours)
    yield _line("template matching", theirs, ours)
    try:
        yield _line("RapidOCR 1.4.4", _rival(shots), ours)
    except RivalError as error:
        yield str(error)


def _first(reader: DiceReader, shot: Photograph) -> int | None:
    seen = shot.on_it(reader.read(shot.picture))
    return seen[0].value if seen else None


def _timed(shots: list[Photograph], read: Callable[[Photograph], int | None]) -> tuple[Count, float]:
    """What a reader made of all photos, and seconds a photo."""
    count, begun = Count(), time.perf_counter()
    for shot in shots:
        count.note(shot.value, read(shot))
    return count, (time.perf_counter() - begun) / len(shots)


def _line(name: str, theirs: tuple[Count, float], ours: tuple[Count, float]) -> str:
    count, pace = theirs
    wrongs = f"{count.wrong} wrong beside {ours[0].wrong}"
    return f"{count.line('  ' + name)}  {wrongs}, {pace * 1000:.0f} ms a photo = {pace / ours[1]:.1f} times ours"


# --- template matching ---


def cut_out(shot: Photograph) -> npt.NDArray[np.uint8]:
    """The die's box, grey, SIDE pixels a side."""
    x, y, wide, high = shot.box
    picture = cv2.cvtColor(shot.picture, cv2.COLOR_BGR2GRAY)[max(y, 0) : y + high, max(x, 0) : x + wide]
    return np.asarray(cv2.resize(picture, (SIDE, SIDE), interpolation=cv2.INTER_AREA), np.uint8)


def match(shot: Photograph) -> int:
    """The digit whose numeral, turned and sized anyhow, matches best anywhere, light on dark or dark on light."""
    picture = cut_out(shot)
    scores = {
        digit: max(_best(picture, template) for turn in TURNS for template in _templates(digit, turn))
        for digit in range(10)
    }
    return max(scores, key=lambda digit: scores[digit]) or 10


def _best(picture: npt.NDArray[np.uint8], template: npt.NDArray[np.uint8]) -> float:
    return float(np.abs(cv2.matchTemplate(picture, template, cv2.TM_CCOEFF_NORMED)).max())


@lru_cache(maxsize=4096)
def _templates(digit: int, turn: int) -> tuple[npt.NDArray[np.uint8], ...]:
    return tuple(_numeral(digit, turn, height) for height in HEIGHTS)


def _numeral(digit: int, turn: int, height: int) -> npt.NDArray[np.uint8]:
    font: Any = ImageFont.load_default(height * 1.4)
    canvas = Image.new("L", (height * 2, height * 2))
    ImageDraw.Draw(canvas).text((height, height), str(digit), fill=255, font=font, anchor="mm")
    turned = np.asarray(canvas.rotate(turn, Image.Resampling.BILINEAR), np.uint8)
    rows, columns = np.flatnonzero(turned.max(axis=1) > 30), np.flatnonzero(turned.max(axis=0) > 30)
    return turned[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]


# --- a reader of print ---


def _rival(shots: list[Photograph]) -> tuple[Count, float]:
    """What RapidOCR reads, in an environment of its own.

    Raises:
        RivalError: it is not there, or cannot run.
    """
    python = RIVAL / "bin" / "python"
    if not python.exists():
        raise RivalError(ABSENT)
    work = json.dumps([(str(shot.path), shot.box) for shot in shots])
    done = subprocess.run([python, "-c", READ], input=work, capture_output=True, text=True, check=False)
    if done.returncode:
        why = (done.stderr.strip().splitlines() or ["it says nothing"])[-1]
        raise RivalError(f"  RapidOCR: not measured, for it does not run: {why}. Remove {RIVAL} and try again")
    digits, seconds = json.loads(done.stdout.splitlines()[-1])
    count = Count()
    for shot, digit in zip(shots, digits, strict=True):
        count.note(shot.value, None if digit is None else digit or 10)
    return count, seconds / len(shots)


READ = """
import json, sys, time
import cv2
import numpy as np
from rapidocr_onnxruntime import RapidOCR
reader, digits, begun = RapidOCR(intra_op_num_threads=1), [], time.perf_counter()
for path, (x, y, wide, high) in json.load(sys.stdin):
    die = cv2.resize(cv2.imread(path)[max(y, 0) : y + high, max(x, 0) : x + wide], (192, 192))
    best = (0.0, None)
    for turn in range(0, 360, 30):
        matrix = cv2.getRotationMatrix2D((96, 96), turn, 1)
        found, _ = reader(cv2.warpAffine(die, matrix, (192, 192), borderMode=cv2.BORDER_REPLICATE))
        for box, text, score in found or ():
            away = np.hypot(*(np.mean(box, axis=0) - 96)) / 192
            if text.strip() in list("0123456789") and float(score) - away > best[0]:
                best = (float(score) - away, int(text))
    digits.append(best[1])
print(json.dumps([digits, time.perf_counter() - begun]))
"""
"""Turned twelve ways, the surest single digit near the die's middle wins."""
