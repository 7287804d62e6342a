"""How far to trust each witness: fitted on drawn dice in typefaces that the networks never saw.

Run ``python -m vision.training.calibrate`` after training and write what it prints into ``vision.judgement.TRUST``.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from itertools import product
from pathlib import Path

import numpy as np

from vision import judgement
from vision.finder import Sighting
from vision.judgement import Floats
from vision.network import MODEL_FOLDER, Network
from vision.training.batches import Mixer
from vision.training.pool import stock
from vision.views import Halvings
from vision.witness import CloseWitness, Statement, WholeWitness

WEIGHTS = (0.3, 0.5, 0.7, 0.85, 1.0, 1.2, 1.5, 1.8)
THRESHOLDS = (0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99)


@dataclass(frozen=True)
class Trial:
    """What both witnesses said of one die, and its true digit."""

    told: Statement
    close: Floats
    digit: int

    def odds(self, trust: tuple[float, float]) -> Floats:
        """Joint probabilities under these weights."""
        return judgement.digit_odds(self.told.shares, self.close, trust)

    @property
    def agreed(self) -> bool:
        """Whether a value would be told at threshold 0."""
        return judgement.witnesses_agree(self.told, self.close)


def trials(folder: Path, count: int) -> list[Trial]:
    """``count`` fresh dice of 40 to 150 pixels."""
    mixer = Mixer(stock(99, max(2000, count // 3), unseen=True), 98)
    whole, close = WholeWitness(Network("whole", folder)), CloseWitness(Network("close", folder))
    sizes = np.random.default_rng(97).integers(110, 230, count)
    return [_trial(mixer, whole, close, int(size)) for size in sizes]


def _trial(mixer: Mixer, whole: WholeWitness, close: CloseWitness, size: int) -> Trial:
    frame, digit, edges = mixer.frame(size)
    picture = Halvings(frame)
    told = whole.testify(picture, whole.glance(picture, [Sighting(*edges, heat=1.0)])[0])
    return Trial(told, close.testify(picture, told), digit)


def fit(heard: list[Trial]) -> tuple[float, float]:
    """The pair of weights under which the truth is likeliest."""
    return min(product(WEIGHTS, WEIGHTS), key=lambda trust: _surprise(heard, trust))


def _surprise(heard: list[Trial], trust: tuple[float, float]) -> float:
    return -float(np.mean([np.log(trial.odds(trust)[trial.digit] + 1e-9) for trial in heard]))


def report(heard: list[Trial], trust: tuple[float, float]) -> None:
    """Print how often the best guess is right, and what each threshold would tell."""
    odds = np.array([trial.odds(trust) for trial in heard])
    right = odds.argmax(axis=1) == [trial.digit for trial in heard]
    agreed, best = np.array([trial.agreed for trial in heard]), odds.max(axis=1)
    print(f"trust {trust}: the likeliest digit is right for {right.mean():.3f} of {len(heard)}")
    for threshold in THRESHOLDS:
        told = agreed & (best >= threshold)
        print(f"  threshold {threshold:.2f}: told {told.mean():.3f}, wrong {(told & ~right).sum()} of {told.sum()}")


def main() -> None:
    """Fit on one half, report on the other."""
    parser = argparse.ArgumentParser(prog="python -m vision.training.calibrate", description=__doc__)
    parser.add_argument("--model", type=Path, default=MODEL_FOLDER, help="folder with the networks")
    parser.add_argument("--count", type=int, default=3000, help="how many dice to draw")
    wanted = parser.parse_args()
    heard = trials(wanted.model, wanted.count)
    trust = fit(heard[::2])
    report(heard[1::2], trust)


if __name__ == "__main__":
    main()
