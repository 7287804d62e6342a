"""Cross-validation: what photos of real dice add. For each die, last layers are fitted to photos of all others.

Run ``python -m vision.training.cross_validate --photos FOLDER`` where rendered scenes are; ``make bench-vision`` then
scores each fold on the die that it has not seen. The split is by die, never by frame. Only the last layer of a network
is fitted, for a few dice are too few for more; it shows how far real print differs from rendered.
"""

from __future__ import annotations

import argparse
import csv
import shutil
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
import onnx
import torch
from torch import nn
from torch.nn import functional

from vision.reader import DiceReader
from vision.recognition.crops import normalised, with_tilt_planes
from vision.recognition.network import MODEL_FOLDER, OnnxNetwork
from vision.recognition.outputs import D10_KIND, DIGITS, TokenOutputLayout, UprightOutputLayout
from vision.recognition.parameters import FILE, save
from vision.training.data.crop_targets import Truth
from vision.training.data.drawn_dice import UNKNOWN
from vision.training.data.rendered_batches import (
    CACHE,
    LabelledScene,
    RenderedBatches,
    is_held_out,
    load,
    render_folders,
)
from vision.training.networks.architecture import replace_weights, stored_weights
from vision.training.networks.fit import CROPS
from vision.types import Integers

Floats = npt.NDArray[np.float32]

RIGS = ("color", "top")
"""First words of the names of blocks whose middle names the die; other blocks show a die of their own."""
VIEWS_PER_FOLD = 4000
"""Views of photos, and as many of renders, that a fold is fitted to."""
STEPS, RATE, PENALTY = 400, 3e-4, 1e-2
"""Optimizer steps, learning rate, and weight of the penalty on the distance from the first weights."""


@dataclass(frozen=True)
class Head:
    """The last layer of a network, and how many of its outputs are labels."""

    name: str
    labels: int


HEADS = (
    Head("whole", TokenOutputLayout.LABELS.stop),
    Head("close", UprightOutputLayout.LABELS.stop),
    Head("face", UprightOutputLayout.LABELS.stop),
)


def scenes_by_die(photos: Path, model: Path) -> dict[str, list[LabelledScene]]:
    """Photos of d10s as scenes, by die; a numeral's pose is the base network's, if it reads the digit right."""
    reader, dice = DiceReader(model), dict[str, list[LabelledScene]]()
    with (photos / "labels.csv").open(encoding="utf-8", newline="") as table:
        for row in csv.DictReader(table):
            if row["die"] == "d10":
                dice.setdefault(_die(row["block"]), []).extend(_scenes(reader, photos, row))
    return dice


def _die(block: str) -> str:
    rig, *rest = block.split("_")
    return "_".join(rest[:-1]) if rig in RIGS else block


def _scenes(reader: DiceReader, photos: Path, row: dict[str, str]) -> Iterator[LabelledScene]:
    picture = np.asarray(cv2.imread(str(photos / row["file"])), np.uint8)
    x, y, wide, high = (int(row[key]) for key in "xywh")
    for outputs in reader.classify(picture):
        pose, digits = outputs.pose, outputs.scores.labels[:DIGITS]
        across, down = pose.bounds.centre
        if x <= across <= x + wide and y <= down <= y + high and digits.argmax() == int(row["digit"]):
            head = pose.height * np.array((np.sin(pose.angle), -np.cos(pose.angle)))
            edges = np.array(pose.bounds)
            digit, unknown = int(row["digit"]), (UNKNOWN, UNKNOWN)
            yield LabelledScene(
                picture, (Truth(digit, D10_KIND, 0, np.array(pose.centre), head, np.eye(2, 3), unknown, edges),)
            )


def head_inputs(head: Head, source: RenderedBatches, network: OnnxNetwork, count: int) -> tuple[Floats, Integers]:
    """The inputs of the head for ``count`` views, flattened, and their labels."""
    features, labels = [], []
    for _ in range(-(-count // 100)):
        blob, truth = _batch(head, source)
        features.append(network.features(blob))
        labels.append(truth)
    return np.concatenate(features)[:count], np.concatenate(labels)[:count]


def _batch(head: Head, source: RenderedBatches) -> tuple[npt.NDArray[np.float32], Integers]:
    if head.name in CROPS:
        views, truth = source.upright_views(100, CROPS[head.name])
        return normalised(views), truth
    tokens = source.token_views(100)
    leans = np.array([one.lean for one in tokens])
    return with_tilt_planes(np.stack([one.picture for one in tokens]), leans), np.array([one.label for one in tokens])


def with_fitted_head(head: Head, path: Path, inputs: Iterable[tuple[Floats, Integers]]) -> onnx.ModelProto:
    """The network with the labels of its last layer fitted to these inputs, each source weighted alike."""
    model = onnx.load(str(path))
    chain = stored_weights(model)
    start = [torch.from_numpy(each.copy()) for each in chain[-1]]
    flat = [start[0][: head.labels].reshape(head.labels, -1), start[1][: head.labels]]
    learned = _fit_head(
        flat, [(torch.from_numpy(seen), torch.from_numpy(truth)) for seen, truth in inputs], head.labels
    )
    for whole, new in zip(start, learned, strict=True):
        whole[: head.labels] = new.reshape(whole[: head.labels].shape)
    replace_weights(model, len(chain) - 1, start[0].numpy(), start[1].numpy())
    return model


def _fit_head(flat: list[Any], parts: list[tuple[Any, Any]], labels: int) -> list[Any]:
    known = [nn.Parameter(each.clone()) for each in flat]
    tuner = torch.optim.Adam(known, lr=RATE)
    for step in range(STEPS):
        loss = PENALTY * sum(((one - was) ** 2).sum() for one, was in zip(known, flat, strict=True))
        for seen, truth in parts:
            at = torch.arange(step * 64, step * 64 + 64) % len(truth)
            kept = at[truth[at] < labels]
            loss = loss + functional.cross_entropy(seen[kept] @ known[0].T + known[1], truth[kept])
        tuner.zero_grad()
        loss.backward()
        tuner.step()
    return [each.detach() for each in known]


def main() -> None:
    """Make every die's fold."""
    parser = argparse.ArgumentParser(prog="python -m vision.training.cross_validate", description=__doc__)
    parser.add_argument("--photos", type=Path, required=True, help="folder with labels.csv")
    parser.add_argument("--renders", type=Path, default=render_folders()[0], help="folder of rendered scenes")
    parser.add_argument("--model", type=Path, default=MODEL_FOLDER, help="the networks to begin with")
    parser.add_argument("--out", type=Path, default=CACHE / "folds", help="where a folder for each die goes")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    torch.manual_seed(11)
    dice = scenes_by_die(options.photos, options.model)
    rendered = RenderedBatches(load(options.renders, lambda record: not is_held_out(record))[:400], 12)
    for die in dice:
        others = [scene for name, scenes in dice.items() if name != die for scene in scenes]
        folder = options.out / die
        folder.mkdir(parents=True, exist_ok=True)
        for name in ("finder.onnx", FILE):
            shutil.copy(options.model / name, folder)
        for head in HEADS:
            network = OnnxNetwork(head.name, options.model)
            parts = [
                head_inputs(head, source, network, VIEWS_PER_FOLD) for source in (RenderedBatches(others, 13), rendered)
            ]
            onnx.save(
                with_fitted_head(head, options.model / f"{head.name}.onnx", parts), str(folder / f"{head.name}.onnx")
            )
        save(folder, {})  # the same numbers, under these networks' hashes
        print(f"{die}: taught with {len(others)} photos of the other {len(dice) - 1} dice", flush=True)


if __name__ == "__main__":
    main()
