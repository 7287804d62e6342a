"""Rendered scenes read on all cores: what became of every die, for the tables of ``vision/renders.py``.

It is a module of its own so that the processes beside this one find it too.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision import DiceReader, DieReading, Frame, Reading
from vision.recognition.frame_fusion import fused
from vision.recognition.network import MODEL_FOLDER
from vision.training.data.matching import match_boxes
from vision.training.data.rendered_batches import records
from vision.training.data.stills import noisy_registration, stills
from vision.training.render.labels import scene_labels
from vision.training.render.legibility import Contrast, contrast
from vision.training.render.sets import RECIPES

FRAMES = 6
"""Still frames of each throw."""
REPORT_EVERY_S = 30


@dataclass(frozen=True)
class Look:
    """One die or thing and what was read of it from all frames together.

    Attributes:
        token: its label.
        found: whether anything was read there.
        kind: of the reading.
        value: read; None when unsure.
        confidence: of the likeliest value.
        likeliest: that value.
        seen: how its numeral stands out in the frames; None where that is not known.
    """

    token: dict[str, Any]
    found: bool
    kind: str = ""
    value: int | str | None = None
    confidence: float = 0.0
    likeliest: int | None = None
    seen: Contrast | None = None

    @property
    def truth(self) -> int | str | None:
        """What would be right to read; None of what has no value."""
        value = self.token["value"]
        return 10 if self.token["kind"] == "d10" and value == 0 else value

    @property
    def reported(self) -> int | str | None:
        """The value read; one of another kind of die can only be wrong."""
        kind = {"d10": "d10", "d6": "d6", "pips": "d6", "chip": "chip"}.get(self.token["kind"])
        return self.value if self.value is None or kind == self.kind else -1


def looks(
    folder: Path, record: dict[str, Any], reader: DiceReader, *, board: bool = True, jpeg: bool = True
) -> tuple[list[Look], int]:
    """Every token of a scene, and how many values were told of nothing at all.

    With a board it is known how the camera looks on, and frames are put together; without it there is one frame alone.
    Frames are JPEG as a webcam's are, or not, as the Pi's own.
    What nobody could read counts neither as read nor as missed, and is not nothing either.
    """
    picture = np.asarray(cv2.imread(str(folder / record["file"])), np.uint8)
    rng = np.random.default_rng((record["seed"], 77))
    frames = stills(rng, picture, FRAMES if board else 1, jpeg=jpeg)
    tokens, others = record["tokens"], record["illegible"]
    above = noisy_registration(rng, tokens) if board else None
    readings = fused([reader.read(frame, tilt_field=above) for frame in frames])
    places = match_boxes([token["box"] for token in (*tokens, *others)], [_edges(reading) for reading in readings])
    seen = _contrasts(folder.name, record, frames)
    found = [
        replace(_look(token, readings[places[at]] if at in places else None), seen=seen.get(token["die"]))
        for at, token in enumerate(tokens)
    ]
    strays = [reading for place, reading in enumerate(readings) if place not in places.values()]
    return found, sum(_value(reading) is not None for reading in strays)


def _contrasts(name: str, record: dict[str, Any], frames: Sequence[Frame]) -> dict[str, Contrast | None]:
    """How each numeral of a scene stands out in the mean of its frames, by its die's name.

    Labels have this of the clean picture alone. Left out is what this machine's libraries or typefaces place elsewhere.
    """
    recipe = RECIPES.get(name)
    if recipe is None:
        return {}
    scene, mean = recipe.scene(record["seed"]), np.asarray(np.mean(frames, axis=0), np.uint8)
    rendered = {token["die"]: token["middle"] for token in record["tokens"]}
    return {
        token.thing.die: contrast(mean, token, scene.camera)
        for token, label in zip(scene.placed, scene_labels(scene), strict=True)
        if np.allclose(np.array(label["middle"]), rendered.get(token.thing.die, np.inf), atol=0.5)
    }


def _look(token: dict[str, Any], reading: Reading | None) -> Look:
    """What was read of a token."""
    if reading is None:
        return Look(token, False)
    odds = reading.evidence.posterior if isinstance(reading, DieReading) and reading.evidence else ()
    best = int(np.argmax(odds)) + 1 if odds else None
    kind = reading.kind if isinstance(reading, DieReading) else "chip"
    return Look(token, True, kind, _value(reading), reading.confidence, best)


def _edges(reading: Reading) -> tuple[int, int, int, int]:
    left, top, width, height = reading.box
    return left, top, left + width, top + height


def _value(reading: Reading) -> int | str | None:
    return reading.value if isinstance(reading, DieReading) else reading.face


def _chunk(
    folder: Path, model: Path, board: bool, jpeg: bool, part: list[dict[str, Any]]
) -> list[tuple[list[Look], int]]:
    cv2.setNumThreads(1)
    reader = DiceReader(model)
    return [looks(folder, record, reader, board=board, jpeg=jpeg) for record in part]


def read_all(
    folder: Path,
    model: Path = MODEL_FOLDER,
    most: int | None = None,
    *,
    board: bool = True,
    jpeg: bool = True,
) -> tuple[list[Look], int]:
    """Every token of a folder of scenes, read on all cores with progress; and how much was told of nothing."""
    work = list(records(folder))[:most]
    parts = [work[at : at + 20] for at in range(0, len(work), 20)]
    found: list[Look] = []
    strays, reported = 0, time.monotonic()
    with get_context("spawn").Pool() as crew:
        for done, results in enumerate(crew.imap_unordered(partial(_chunk, folder, model, board, jpeg), parts), 1):
            for seen, extra in results:
                found += seen
                strays += extra
            if time.monotonic() - reported > REPORT_EVERY_S:
                reported = time.monotonic()
                print(f"  {done * 20} of {len(work)} scenes read", file=sys.stderr, flush=True)  # noqa: T201 - progress
    return found, strays
