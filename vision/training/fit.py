"""The training loop and what one step of each network is."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Protocol

import cv2
import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn
from torch.nn import functional

from vision.training import nets
from vision.training.cuts import Whole
from vision.training.dice import NEITHER, SOLID, TENS
from vision.training.nets import Layer, build, revive, save
from vision.views import CLOSE, FACE, Blob, Crop, leant, standardised
from vision.witness import KIND, LABELS, PIPS, POSE

PEAK_RATE = 4e-3
CROPS = {"close": CLOSE, "face": FACE}
"""How much of a die the networks see that are shown numerals upright."""
REPORT_EVERY = 100
SAVE_EVERY = 500


class Source(Protocol):
    """Where batches come from: drawn dice, rendered ones, photos, or several of these."""

    def wholes(self, count: int) -> list[Whole]:
        """Views of whole tokens."""

    def closes(self, count: int, crop: Crop = CLOSE) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]:
        """Views of numerals and their labels."""

    def tiles(
        self, count: int
    ) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.floating[Any]], npt.NDArray[np.floating[Any]]]:
        """Scenes, their heat and boxes."""


Step = Callable[[nn.Sequential, Source], Tensor]


def train(
    name: str, source: Source, steps: int, folder: Path, *, start: Path | None = None, rate: float = PEAK_RATE
) -> None:
    """Run ``steps`` steps, telling progress, and write ``folder/name.onnx``.

    Args:
        name: of the network.
        source: of its batches.
        steps: how many batches.
        folder: where the network goes, every now and then and at the end.
        start: a network to go on from; None to begin with nothing.
        rate: the largest step.
    """
    torch.manual_seed(7)
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    layers, step = RECIPES[name]
    net = build(layers)
    if start is not None:
        revive(net, start, _probe(name, source))
    tuner = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=0.02)
    plan = torch.optim.lr_scheduler.OneCycleLR(tuner, rate, total_steps=steps, pct_start=0.15)
    begun, losses = time.monotonic(), []
    for count in range(1, steps + 1):
        losses.append(_advance(net, tuner, step(net, source)))
        plan.step()
        if count % REPORT_EVERY == 0:
            recent, rest = np.mean(losses[-REPORT_EVERY:]), (time.monotonic() - begun) * (steps / count - 1)
            print(f"{name} {count}/{steps} loss {recent:.4f}, {rest / 60:.0f} minutes to go", flush=True)
        if count % SAVE_EVERY == 0 or count == steps:
            net.eval()
            save(net, layers, folder / f"{name}.onnx")
            net.train()


def _probe(name: str, source: Source) -> Blob:
    """A batch to set a revived network's normalisation by."""
    if name == "finder":
        return _tile_blob(source.tiles(24)[0])
    if name in CROPS:
        return standardised(source.closes(256, CROPS[name])[0])
    wholes = source.wholes(256)
    return leant(np.stack([one.picture for one in wholes]), np.array([one.lean for one in wholes]))


def _tile_blob(pictures: npt.NDArray[np.uint8]) -> Blob:
    return np.ascontiguousarray((pictures.astype(np.float32) / 127.5 - 1).transpose(0, 3, 1, 2))


def _advance(net: nn.Sequential, tuner: torch.optim.Optimizer, loss: Tensor) -> float:
    """One step down the slope; the loss it started from."""
    tuner.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(net.parameters(), 5.0)
    tuner.step()
    return float(loss.item())


def _ask(net: nn.Sequential, blob: Blob) -> Tensor:
    """Half-length sums and pixel-major memory: on a plain processor four times as fast."""
    pixels = torch.from_numpy(blob).contiguous(memory_format=torch.channels_last)
    with torch.autocast("cpu", torch.bfloat16):
        answers: Tensor = net(pixels)
    return answers.float()


# --- one step of each ---


def whole_step(net: nn.Sequential, source: Source, count: int = 96) -> Tensor:
    """Kind, digit, pips or word, and where the numeral lies and points, from views turned any way."""
    wholes = source.wholes(count)
    views, leans = np.stack([one.picture for one in wholes]), np.array([one.lean for one in wholes])
    return _whole_loss(_ask(net, leant(views, leans))[:, :, 0, 0], wholes)


def _whole_loss(answers: Tensor, wholes: list[Whole]) -> Tensor:
    labels, kinds = (torch.tensor([getattr(one, name) for one in wholes]) for name in ("label", "kind"))
    pips = torch.tensor([one.pips for one in wholes]) - 1
    loss = functional.cross_entropy(answers[:, :LABELS], _shares(labels), label_smoothing=0.01)
    loss = loss + 0.7 * functional.cross_entropy(answers[:, KIND], kinds, label_smoothing=0.01)
    loss = loss + functional.cross_entropy(answers[:, PIPS], pips, ignore_index=-1, reduction="sum") / len(wholes)
    gaps = functional.smooth_l1_loss(answers[:, POSE], _poses(wholes), beta=0.1, reduction="none")
    there, pointed, boxed = (torch.tensor(column) for column in zip(*map(_told, wholes), strict=True))
    return loss + 1.5 * _mean(gaps[:, :2], pointed) * 2 + _mean(gaps[:, 2:5], there) + _mean(gaps[:, 5:], boxed)


def _poses(wholes: list[Whole]) -> Tensor:
    nowhere = np.zeros(4, np.float32)
    rows = [
        (*one.up, *(4 * one.middle), np.log(one.height + 1e-3), *(4 * (nowhere if one.box is None else one.box)))
        for one in wholes
    ]
    return torch.tensor(np.array(rows), dtype=torch.float32)


def _told(one: Whole) -> tuple[bool, bool, bool]:
    """Whether its numeral has a place, a way up, and its silhouette a box, that should be told."""
    there = one.label != NEITHER
    return there and one.height > 0, there and bool(one.up.any()), there and one.box is not None


def _mean(gaps: Tensor, chosen: Tensor) -> Tensor:
    """Of the chosen rows."""
    return (gaps.mean(1) * chosen).sum() / chosen.sum().clamp(min=1)


def _shares(labels: Tensor) -> Tensor:
    """What the first witness should say: one label for sure, or of a die without a digit any digit alike."""
    shares = functional.one_hot(labels, SOLID + 1).float()
    shares[:, :10] += shares[:, TENS:].sum(1, keepdim=True) / 10
    return shares[:, :TENS]


def upright_step(net: nn.Sequential, source: Source, crop: Crop, count: int = 128) -> Tensor:
    """The digit of an upright numeral."""
    views, labels = source.closes(count, crop)
    answers = _ask(net, standardised(views))[:, :, 0, 0]
    return functional.cross_entropy(answers, torch.from_numpy(labels), label_smoothing=0.01)


def finder_step(net: nn.Sequential, source: Source, count: int = 24) -> Tensor:
    """Heat where tokens' middles are (focal loss) and their edges there."""
    pictures, heats, boxes = source.tiles(count)
    answers = _ask(net, _tile_blob(pictures))
    heat, truth = torch.from_numpy(heats), torch.from_numpy(boxes)
    score = torch.sigmoid(answers[:, 0]).clamp(1e-4, 1 - 1e-4)
    peak = heat > 0.99
    loss = -torch.where(
        peak, (1 - score) ** 2 * torch.log(score), (1 - heat) ** 4 * score**2 * torch.log(1 - score)
    ).sum() / peak.sum().clamp(min=1)
    inside = truth.abs().sum(1) > 0
    gaps = functional.smooth_l1_loss(answers[:, 1:], truth, beta=0.05, reduction="none").sum(1)
    return loss + (gaps * inside).sum() / inside.sum().clamp(min=1)


RECIPES: dict[str, tuple[tuple[Layer, ...], Step]] = {
    "finder": (nets.FINDER, finder_step),
    "whole": (nets.WHOLE, whole_step),
    "close": (nets.CLOSE, partial(upright_step, crop=CLOSE)),
    "face": (nets.FACE, partial(upright_step, crop=FACE)),
}
