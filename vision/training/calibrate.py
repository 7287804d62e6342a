"""How far to trust each witness: fitted on drawn dice in typefaces that the networks never saw.

Run ``python -m vision.training.calibrate`` after training and write what it prints into ``vision.judgement.TRUST``.
"""

from __future__ import annotations

import argparse
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from vision import judgement
from vision.finder import Sighting
from vision.network import MODEL_FOLDER, Network
from vision.training.batches import Mixer
from vision.training.pool import stock
from vision.views import Halvings
from vision.witness import CloseWitness, WholeWitness

Floats = npt.NDArray[np.floating[Any]]
WEIGHTS = (0.3, 0.5, 0.7, 0.85, 1.0, 1.2, 1.5, 1.8)


def testimonies(folder: Path, count: int) -> tuple[list[Floats], list[Floats], npt.NDArray[np.int64]]:
    """Both witnesses' probabilities and the true digits for ``count`` fresh dice at sizes from 40 to 150 pixels."""
    whole, close = WholeWitness(Network("whole", folder)), CloseWitness(Network("close", folder))
    mixer = Mixer(stock(99, max(2000, count // 3), unseen=True), 98)
    sizes = np.random.default_rng(97).integers(110, 230, count)
    first, second, truth = [], [], []
    for size in sizes:
        frame, digit, edges = mixer.frame(int(size))
        picture = Halvings(frame)
        told = whole.testify(picture, whole.glance(picture, [Sighting(*edges, heat=1.0)])[0])
        first.append(told.shares)
        second.append(close.testify(picture, told))
        truth.append(digit)
    return first, second, np.array(truth)


def fit(first: list[Floats], second: list[Floats], truth: npt.NDArray[np.int64]) -> tuple[float, float]:
    """The pair of weights under which the truth is likeliest."""
    losses = {pair: _loss(pair, first, second, truth) for pair in product(WEIGHTS, WEIGHTS)}
    return min(losses, key=lambda pair: losses[pair])


def _loss(pair: tuple[float, float], first: list[Floats], second: list[Floats], truth: npt.NDArray[np.int64]) -> float:
    odds = [judgement.digit_odds(one, two, trust=pair) for one, two in zip(first, second, strict=True)]
    return -float(np.mean([np.log(share[digit] + 1e-9) for share, digit in zip(odds, truth, strict=True)]))


def report(first: list[Floats], second: list[Floats], truth: npt.NDArray[np.int64], trust: tuple[float, float]) -> None:
    """Print how often each witness and both together are right, and what each threshold would tell."""
    odds = np.array([judgement.digit_odds(one, two, trust=trust) for one, two in zip(first, second, strict=True)])
    named = [np.array([share[:10].argmax() for share in shares]) for shares in (first, second, list(odds))]
    rights = ", ".join(f"{(digits == truth).mean():.3f}" for digits in named)
    print(f"trust {trust}: right by the first, the second, both: {rights}")
    agree, best = named[0] == named[1], odds.max(axis=1)
    for threshold in (0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99):
        told = agree & (best >= threshold)
        wrong = told & (named[2] != truth)
        print(f"  {threshold:.2f}: told {told.mean():.3f}, of those wrong {wrong.sum() / max(told.sum(), 1):.4f}")


def main() -> None:
    """Fit and report, each on its own half."""
    parser = argparse.ArgumentParser(prog="python -m vision.training.calibrate", description=__doc__)
    parser.add_argument("--model", type=Path, default=MODEL_FOLDER)
    parser.add_argument("--count", type=int, default=3000)
    wanted = parser.parse_args()
    first, second, truth = testimonies(wanted.model, wanted.count)
    half = len(truth) // 2
    trust = fit(first[:half], second[:half], truth[:half])
    report(first[half:], second[half:], truth[half:], trust)


if __name__ == "__main__":
    main()
