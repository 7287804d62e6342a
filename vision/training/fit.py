"""The training loop and what one step of each network is."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from vision.training.batches import Mixer, Whole
from vision.training.dice import NEITHER, TENS
from vision.training.nets import CLOSE, FINDER, WHOLE, Layer, build, save
from vision.views import Blob, standardised

PEAK_RATE = 4e-3
REPORT_EVERY = 100
Step = Callable[[nn.Sequential, Mixer], Tensor]


def train(name: str, layers: tuple[Layer, ...], step: Step, mixer: Mixer, steps: int, folder: Path) -> None:
    """Run ``steps`` steps, telling progress, and write ``folder/name.onnx``."""
    torch.manual_seed(7)
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    net = build(layers)
    tuner = torch.optim.AdamW(net.parameters(), lr=PEAK_RATE, weight_decay=0.02)
    plan = torch.optim.lr_scheduler.OneCycleLR(tuner, PEAK_RATE, total_steps=steps, pct_start=0.15)
    begun, losses = time.monotonic(), []
    for count in range(1, steps + 1):
        losses.append(_advance(net, tuner, step(net, mixer)))
        plan.step()
        if count % REPORT_EVERY == 0:
            recent = np.mean(losses[-REPORT_EVERY:])
            print(f"{name} {count}/{steps} loss {recent:.4f} after {time.monotonic() - begun:.0f} s", flush=True)
    net.eval()
    save(net, layers, folder / f"{name}.onnx")


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


def whole_step(net: nn.Sequential, mixer: Mixer, count: int = 96) -> Tensor:
    """Digit or word, and where the numeral lies and points, from views turned any way."""
    wholes = mixer.wholes(count)
    answers = _ask(net, standardised(np.stack([whole.picture for whole in wholes])))[:, :, 0, 0]
    return _whole_loss(answers, wholes)


def _whole_loss(answers: Tensor, wholes: list[Whole]) -> Tensor:
    labels = torch.tensor([whole.label for whole in wholes])
    loss = functional.cross_entropy(answers[:, :13], _shares(labels), label_smoothing=0.01)
    there = labels != NEITHER
    truth = torch.tensor(
        np.stack([(*whole.up, *(4 * whole.middle), np.log(whole.height + 1e-3), *(4 * whole.box)) for whole in wholes]),
        dtype=torch.float32,
    )
    pose = functional.smooth_l1_loss(answers[there, 13:], truth[there], beta=0.1, reduction="none")
    return loss + 1.5 * pose[:, :2].sum(1).mean() + 1.0 * pose[:, 2:].mean()


def _shares(labels: Tensor) -> Tensor:
    """What the first witness should say: one label for sure, or of a percentile die any digit alike."""
    shares = functional.one_hot(labels, TENS + 1).float()
    shares[:, :10] += shares[:, TENS:] / 10
    return shares[:, :TENS]


def close_step(net: nn.Sequential, mixer: Mixer, count: int = 128) -> Tensor:
    """The digit of an upright numeral."""
    views, labels = mixer.closes(count)
    answers = _ask(net, standardised(views))[:, :, 0, 0]
    return functional.cross_entropy(answers, torch.from_numpy(labels), label_smoothing=0.01)


def finder_step(net: nn.Sequential, mixer: Mixer, count: int = 24) -> Tensor:
    """Heat where tokens' middles are (focal loss) and their edges there."""
    pictures, heats, boxes = mixer.tiles(count)
    inputs = (pictures.astype(np.float32) / 127.5 - 1).transpose(0, 3, 1, 2)
    answers = _ask(net, inputs)
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
    "finder": (FINDER, finder_step),
    "whole": (WHOLE, whole_step),
    "close": (CLOSE, close_step),
}
