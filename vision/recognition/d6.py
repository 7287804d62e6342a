"""Cubes: nothing about one tells which way is up on it, so they are looked at all round.

A d10's kite points at its numeral's foot; a d6's square does not, and the first witness, who sees the whole die, is
often torn between two ways. So the two that see numerals upright look at it every way, and what they read each way
counts as much as that way is likely. Rule kept here: a value is told only if both name it, whichever way it stands.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import cos, sin

import numpy as np

from vision.readings import DieReading
from vision.recognition.classifiers import ROUND, Statement, upright
from vision.recognition.crops import up_angle
from vision.recognition.outputs import DIGITS
from vision.recognition.parameters import SHIPPED, Parameters
from vision.recognition.posterior import (
    D6,
    LEAST_KIND,
    LEAST_TOKEN,
    NONE,
    PIPS,
    cube_share,
    die_kind,
    die_reading,
    is_chip,
    pips_seen,
    token_share,
)
from vision.types import Floats

VALUES, OTHERS = slice(1, 7), [0, 7, 8, 9]
"""Of the digits, those that stand on a d6, and those that do not."""
POINTED, ASTRAY = 8.0, 0.02
"""How closely each of the first witness's looks points at the numeral's up, and how likely it points anywhere.

With twelve looks instead of four turns 239 of 308 rendered d6s kept out of training are told, 233 before.
"""
MOST_NOTHING = 0.15
"""Probability of nothing above which no numeral is told: a printed card, seen from above, looks much like a cube.

Of rendered d6s kept out of training one in twelve is asked about for that, and of cards fewer are told.
"""
LEAST_SEEN, WELL_SEEN = 0.5, 0.8
"""How well a numeral or pips must be seen on what may be a box's corner, for it to be a die; and a numeral to be told.

Odds compare the ways it may stand: of ways that all look bad, one is the best by far.
"""


@dataclass(frozen=True, eq=False)
class Round:
    """What is seen of a cube's top, turned by each of the ROUND.

    Attributes:
        face: by who sees the top face, shape (12, 17).
        close: by who sees the numeral alone, likewise.
        ways: how likely it stands so, by the first witness, shape (12,).
    """

    face: Floats
    close: Floats
    ways: Floats


def ways(told: Statement) -> Floats:
    """How likely the numeral stands turned by each of the ROUND, by what the first witness's looks say, shape (12,)."""
    if not len(told.heads):
        return np.full(len(ROUND), 1 / len(ROUND))
    across, down = told.level.stretch @ told.heads.T
    off = upright(told)[0] + np.array(ROUND)[:, None] - np.arctan2(across, -down)
    near = np.exp(POINTED * (np.cos(off) - 1)).mean(axis=1) + ASTRAY
    return np.asarray(near / near.sum())


def turned(told: Statement, by: float) -> Statement:
    """The same with the numeral's up ``by`` radians farther clockwise, as from straight above."""
    angle, height = upright(told)
    x, y = np.linalg.solve(told.level.stretch, (height * sin(angle + by), -height * cos(angle + by)))
    return replace(told, angle=up_angle((float(x), float(y))), height=float(np.hypot(x, y)))


def cube_odds(seen: Round, share: float, fitted: Parameters = SHIPPED) -> Floats:
    """Joint probabilities of 0 to 9, shape (10,), whichever way it stands.

    Args:
        seen: of its top, all round.
        share: probability that it is a d6, on which neither 0 nor 7 to 9 stands: upside down 6 is no 9.
        fitted: the networks' numbers.
    """
    words = zip((seen.face, seen.close), fitted.log_weights, strict=True)
    face, close = (_floored(shares, fitted) ** weight for shares, weight in words)
    odds = ((face * close) ** (1 / fitted.d6_temperature) * seen.ways[:, None]).sum(axis=0)
    odds[OTHERS] *= 1 - share
    return np.asarray(odds / odds.sum())


def numeral_seen(seen: Round) -> float:
    """How well both see one numeral of a d6, whichever way it stands, 0 to 1."""
    return float((seen.face[:, VALUES] * seen.close[:, VALUES]).sum(axis=1).max())


def is_corner(told: Statement, close: Floats | None, seen: Round | None, fitted: Parameters = SHIPPED) -> bool:
    """Whether what looks like a cube is the corner of a box.

    The world is full of cubes: one that may have numerals, may have pips, neither for sure, and on which nobody sees
    any, is no die.
    """
    kind = die_kind(told, fitted)
    if kind not in {D6, PIPS} or is_chip(told) or token_share(told, float(told.kinds[kind])) >= LEAST_TOKEN:
        return False
    if seen is not None:
        return numeral_seen(seen) < LEAST_SEEN
    return close is None or pips_seen(told, close) < LEAST_SEEN


def judge_cube(told: Statement, seen: Round, color: str, threshold: float, fitted: Parameters = SHIPPED) -> DieReading:
    """The reading of a d6 with numerals; unsure below ``threshold`` or when the witnesses do not agree."""
    sight = numeral_seen(seen)
    share = cube_share(told, sight)
    odds = cube_odds(seen, share, fitted)
    named = {int(_named(shares, seen.ways, fitted)) for shares in (seen.face, seen.close)}
    likely = share >= LEAST_KIND and told.kinds[NONE] <= MOST_NOTHING
    agreed = bool(likely and sight >= WELL_SEEN and named == {int(odds.argmax())})
    way = ((seen.face * seen.close)[:, VALUES].sum(axis=1) * seen.ways).argmax()
    faces = odds[VALUES] + 1e-9
    return die_reading("d6", turned(told, ROUND[way]), color, threshold, (faces / faces.sum(), agreed), fitted)


def _named(shares: Floats, ways: Floats, fitted: Parameters) -> int:
    """The value that one witness would name alone."""
    return int((_floored(shares, fitted)[:, VALUES] * ways[:, None]).sum(axis=0).argmax()) + VALUES.start


def _floored(shares: Floats, fitted: Parameters) -> Floats:
    """Probabilities of 0 to 9, shape (12, 10), none of them quite nothing."""
    return np.asarray(np.maximum(shares[:, :DIGITS], fitted.smoothing))
