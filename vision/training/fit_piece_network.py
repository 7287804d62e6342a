"""``python -m vision.training.fit_piece_network FOLDER…``: train the network that tells what stands at a place.

A folder holds boards as of `vision.training.piece_examples`; it learns from even seeds alone.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional

from vision.board.place_views import PLANES, network_inputs
from vision.recognition.parameters import note_network
from vision.training.networks.architecture import INPUT_PLANES, ConvLayer, ConvNet, build, load_weights, save
from vision.training.piece_examples import FALLEN, OTHER_PIECE, STANDING, PieceExamples, empty, load
from vision.training.runs import MODEL_FOLDER

PIECE = (ConvLayer(16, 2), ConvLayer(24, 2), ConvLayer(40, 2), ConvLayer(48), ConvLayer(7, kernel=6))
"""Out: five classes of `piece_examples`, and where the foot is, in feet across."""
CLASSES = 5
INPUT_PLANES[PIECE] = PLANES
BATCH, RATE, RESUMED_RATE = 128, 4e-3, 2.5e-3
FOOT_WEIGHT = 2.0
SHUFFLED = 0.3
"""Share of views whose channels change places, for a hue means nothing without what is asked for."""


def batch_of(examples: PieceExamples, rows: np.ndarray, rng: np.random.Generator) -> tuple[torch.Tensor, ...]:
    """Some views with their truth, some mirrored, and some in other hues."""
    shown, foot = examples.shown[rows].copy(), examples.foot[rows].copy()
    for row in np.flatnonzero(rng.random(len(rows)) < SHUFFLED):
        shown[row] = shown[row][..., rng.permutation(3)]
    inputs = network_inputs(
        shown, examples.common[rows], examples.alike[rows], examples.rival[rows], examples.leans[rows]
    )
    flipped = rng.random(len(rows)) < 0.5
    inputs[flipped] = inputs[flipped, :, :, ::-1]
    foot[flipped, 0] *= -1
    lit = np.exp(rng.normal(0, 0.08, (len(rows), 1, 1, 1))).astype(np.float32)
    inputs[:, :3] = np.clip(inputs[:, :3] * lit, 0, 1)
    made = inputs, examples.truth[rows], foot.astype(np.float32), examples.weight[rows].astype(np.float32)
    return tuple(torch.from_numpy(each) for each in made)


def loss_of(answer: torch.Tensor, truth: torch.Tensor, foot: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
    """Cross-entropy of what is there, and of the foot of what stands there how far it is off."""
    answer = answer.flatten(1)
    named = functional.cross_entropy(answer[:, :CLASSES], truth, reduction="none")
    there = (truth == STANDING) | (truth == OTHER_PIECE) | (truth == FALLEN)
    off = functional.smooth_l1_loss(answer[:, CLASSES:], foot, reduction="none", beta=0.1).sum(1)
    return (weight * (named + FOOT_WEIGHT * off * there)).mean()


def train(examples: PieceExamples, steps: int, seed: int, start: Path | None) -> ConvNet:
    """A network that has seen so many batches, from nothing or from one that was trained before."""
    torch.manual_seed(seed)
    rng, net, rate = np.random.default_rng(seed), build(PIECE), RATE
    if start is not None:
        probe, *_ = batch_of(examples, rng.integers(len(examples.truth), size=BATCH), rng)
        load_weights(net, start, probe.numpy())
        net, rate = net.train(), RESUMED_RATE
    optimizer = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=0.02)
    scheduler = torch.optim.lr_scheduler.OneCycleLR(optimizer, rate, total_steps=steps, pct_start=0.15)
    begun, mean = time.time(), 0.0
    for step in range(steps):
        views, *truth = batch_of(examples, rng.integers(len(examples.truth), size=BATCH), rng)
        loss = loss_of(net(views.contiguous(memory_format=torch.channels_last)), *truth)
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimizer.step()
        scheduler.step()
        mean += 0.01 * (float(loss.detach()) - mean)
        if step % 200 == 0:
            print(f"piece: step {step}, loss {mean:.3f}, {time.time() - begun:.0f} s", flush=True)
    net.eval()
    return net


def main() -> None:
    """Train it, write ``piece.onnx``, and note its hash beside the others'."""
    parser = argparse.ArgumentParser(prog="python -m vision.training.fit_piece_network", description=__doc__)
    parser.add_argument("folders", type=Path, nargs="+", metavar="FOLDER")
    parser.add_argument("--steps", type=int, default=4000)
    parser.add_argument("--photographs", type=int, default=6, help="of each rendered board")
    parser.add_argument("--empty", type=int, default=110, help="boards on which nothing stands, besides")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", type=Path, help="a piece.onnx to go on from")
    parser.add_argument("--out", type=Path, default=MODEL_FOLDER, help="where piece.onnx goes")
    options = parser.parse_args()
    torch.set_num_threads(1)
    examples = PieceExamples.joined([load(options.folders, options.photographs), empty(options.empty)])
    print(f"{len(examples.truth)} views: {np.bincount(examples.truth, minlength=CLASSES).tolist()}", flush=True)
    options.out.mkdir(parents=True, exist_ok=True)
    save(train(examples, options.steps, options.seed, options.start), options.out / "piece.onnx")
    note_network("piece", options.out)


if __name__ == "__main__":
    main()
