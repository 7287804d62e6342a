"""From two testimonies to one honest probability, and from that to a reading or a question.

Rule kept here: a value is told only when the witnesses agree and their joint probability reaches the threshold.
The weights were fitted on drawn dice in typefaces that the networks never saw; no photo took part.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from vision.reading import ChipFace, ChipReading, DieReading, Evidence, Numeral
from vision.witness import Statement

Floats = npt.NDArray[np.floating[Any]]

THRESHOLD = 0.9
"""Probability from which a reading is told rather than asked about."""
TRUST = (1.0, 1.0)
"""Weights of the two witnesses' log-probabilities; fitted by ``vision.training``."""
DOUBT = 0.004
"""What is left to every digit however sure a witness is: no network is surer than this."""
LEAST = (0.4, 0.7)
"""Each witness's own share for the digit, below which its word does not count: fitted like TRUST."""
STEADY = 0.8
"""Steadiness below which the first witness cannot say which way is up, and no value is told."""
NAMED = 3
"""How many likely values an unsure reading names."""
DIGITS, HIT, OUT, NEITHER = 10, 10, 11, 12


def is_token(told: Statement) -> bool:
    """Whether it is a die or a chip at all."""
    return bool(told.shares[NEITHER] < told.shares[:NEITHER].sum())


def is_chip(told: Statement) -> bool:
    """Whether it is a chip rather than a die."""
    return bool(told.shares[HIT] + told.shares[OUT] > told.shares[:DIGITS].sum())


def digit_odds(whole: Floats, close: Floats, trust: tuple[float, float] = TRUST) -> Floats:
    """Joint probabilities of 0 to 9, shape (10,), from the witnesses' (13,) and (11,).

    What a witness gives to 'neither' or 'not upright' speaks for no digit and so is shared by all.
    """
    evidence = trust[0] * np.log(_spread(whole[:DIGITS])) + trust[1] * np.log(_spread(close[:DIGITS]))
    odds = np.exp(evidence - evidence.max())
    return np.asarray(odds / odds.sum())


def _spread(shares: Floats) -> Floats:
    lost = max(1.0 - float(shares.sum()), 0.0) / DIGITS
    return np.asarray((shares + lost) * (1 - DIGITS * DOUBT) + DOUBT)


def witnesses_agree(told: Statement, close: Floats) -> bool:
    """Whether both name one digit, neither mumbling, the first steadily: two half-hearted guesses make no fact."""
    same = told.shares[:DIGITS].argmax() == close.argmax()
    loud = told.shares[:DIGITS].max() >= LEAST[0] and close.max() >= LEAST[1]
    return bool(same and loud and told.steadiness >= STEADY)


def judge_die(told: Statement, close: Floats, color: str, threshold: float) -> DieReading:
    """The die's reading; unsure below ``threshold`` or when the witnesses do not agree."""
    odds = digit_odds(told.shares, close)
    ranked = [(_counts(int(digit)), round(float(odds[digit]), 4)) for digit in np.argsort(-odds)]
    agreed = witnesses_agree(told, close)
    sure = agreed and ranked[0][1] >= threshold
    value = ranked[0][0] if sure else None
    likely = () if sure else tuple(ranked[:NAMED])
    numeral = Numeral(told.middle, told.angle, told.height)
    evidence = Evidence(tuple(round(float(share), 6) for share in np.append(odds[1:], odds[0])), agreed)
    return DieReading("d10", color, value, ranked[0][1], likely, _box(told), numeral, evidence)


def judge_chip(told: Statement, threshold: float) -> ChipReading:
    """The chip's reading."""
    shares = told.shares[[HIT, OUT]] + told.shares[NEITHER] / 2 + DOUBT
    hit, out = (float(share) for share in shares / shares.sum())
    faces: list[tuple[ChipFace, float]] = [("hit", round(hit, 4)), ("out", round(out, 4))]
    faces.sort(key=lambda face: -face[1])
    sure = faces[0][1] >= threshold
    return ChipReading(faces[0][0] if sure else None, faces[0][1], () if sure else tuple(faces), _box(told))


def _counts(digit: int) -> int:
    """A face printed 0 counts 10."""
    return digit or 10


def _box(told: Statement) -> tuple[int, int, int, int]:
    left, top = round(told.box.left), round(told.box.top)
    return left, top, round(told.box.right) - left, round(told.box.bottom) - top
