"""Hard negative mining: false detections in rendered scenes, so that the token classifier learns to reject them.

Rule kept here: a hard negative overlaps no token, or half a die, or two that touch, would be labelled as nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from typing import TypeAlias

import cv2
import numpy as np

from vision.recognition.detections import Bounds
from vision.recognition.detector import Detector
from vision.recognition.network import OnnxNetwork
from vision.recognition.outputs import NEITHER
from vision.training.data.crop_targets import Truth
from vision.training.data.rendered_batches import HardNegative, LabelledScene
from vision.training.data.stills import stills
from vision.training.data.surfaces import Rng
from vision.types import Floats

Seed: TypeAlias = int | tuple[int, int]

CROPS_PER_SCENE = 2
"""Crops of each scene that the detector is run on, each in another light."""
MAX_CUT = 0.3
"""The most that is cut off a side, as a fraction of the scene: things lie across the edge of what is left."""
MAX_OVERLAP = 0.1
"""Largest overlap of a hard negative and a token, as a share of the smaller of the two."""
SCENES_PER_JOB = 50
"""Scenes of one job of a process."""


def mine_all(scenes: Sequence[LabelledScene], seed: int, chunk: int = SCENES_PER_JOB) -> Iterator[LabelledScene]:
    """The scenes, each with the false detections of the shipped detector, found on all cores; progress is printed.

    A process is handed ``chunk`` scenes at a time.
    """
    parts = [scenes[at : at + chunk] for at in range(0, len(scenes), chunk)]
    done = count = 0
    with ProcessPoolExecutor(
        mp_context=get_context("spawn")
    ) as workers:  # a fork would copy OpenCV's threads half alive
        for part, negatives in zip(
            parts, workers.map(_mine_chunk, parts, ((seed, at) for at in range(len(parts)))), strict=True
        ):
            done, count = done + len(part), count + sum(map(len, negatives))
            print(
                f"{count} false detections in {done} of {len(scenes)} scenes",
                flush=True,
            )
            yield from (replace(scene, hard_negatives=those) for scene, those in zip(part, negatives, strict=True))


def _mine_chunk(scenes: Sequence[LabelledScene], seed: Seed) -> list[tuple[HardNegative, ...]]:
    cv2.setNumThreads(1)
    return [scene.hard_negatives for scene in mine(scenes, Detector(OnnxNetwork("finder")), seed)]


def mine(
    scenes: Sequence[LabelledScene], detector: Detector, seed: Seed, cut: float = MAX_CUT
) -> Iterator[LabelledScene]:
    """The scenes, each with the false detections of the detector.

    Args:
        scenes: as loaded.
        detector: whose false detections are collected.
        seed: of the parts that it is shown, and of their light.
        cut: the most that is cut off a side, as a fraction of the scene.
    """
    rng = np.random.default_rng(seed)
    for scene in scenes:
        yield replace(
            scene,
            hard_negatives=tuple(
                negative for _ in range(CROPS_PER_SCENE) for negative in _hard_negatives(scene, detector, rng, cut)
            ),
        )


def _hard_negatives(scene: LabelledScene, detector: Detector, rng: Rng, cut: float) -> Iterator[HardNegative]:
    within = _random_crop(scene, rng, cut)
    tokens = [_box_in_crop(truth, within) for truth in scene.truths if truth.label != NEITHER]
    left, top, right, bottom = within.astype(int)
    (seen,) = stills(rng, scene.picture[top:bottom, left:right], 1)
    for proposal in detector.find(seen):
        if all(proposal.bounds.overlap(token) < MAX_OVERLAP for token in tokens):
            box = np.array(proposal.bounds)
            yield HardNegative(box + np.tile(within[:2], 2), within)


def _random_crop(scene: LabelledScene, rng: Rng, most: float) -> Floats:
    """Left, top, right and bottom of a scene of which every other side is cut."""
    high, wide = scene.picture.shape[:2]
    cut = rng.uniform(0, most, 4) * (rng.random(4) < 0.5)
    left, top, right, bottom = cut * (wide, high, wide, high)
    return np.array((left, top, wide - right, high - bottom)).round()


def _box_in_crop(token: Truth, within: Floats) -> Bounds:
    """The box of a token in a crop of the scene."""
    left, top, right, bottom = (float(edge) for edge in token.box - np.tile(within[:2], 2))
    return Bounds(left, top, right, bottom)
