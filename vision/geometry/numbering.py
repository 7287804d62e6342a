"""Which digits stand left and right of which on a d10, inferred from views of all its faces.

Around either pole of a d10 stand five digits. Most makers order them alike, some otherwise, so an enrolled die has an
order of its own. Rule kept here: an order is inferred only if no other fits nearly as well, for it is believed at every
reading; else the die is taken for one of unknown make.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations, permutations
from math import comb, factorial

import numpy as np

from vision.geometry.d10 import NUMBERINGS
from vision.types import Floats, Integers

Ring = tuple[int, ...]

DIGITS, AROUND = 10, 5
NAMED = {"common": 0.75, "mirrored": 0.05, "counting": 0.05}
"""Fractions of dice assumed to be numbered in these ways, before any view; the rest are numbered in any way."""
SURE = 0.999
"""Probability from which an order is accepted."""
SPLITS = comb(DIGITS, AROUND) // 2
"""Ways to share the digits out to two poles."""
ANYHOW = (1 - sum(NAMED.values())) / (SPLITS * factorial(AROUND - 1) ** 2)
"""Fraction of dice assumed to be numbered in any one way."""


@dataclass(frozen=True)
class Numbering:
    """How a d10 is numbered: the digits around either pole, each right of the one before, smallest first; 0's first."""

    rings: tuple[Ring, Ring]

    @classmethod
    def of(cls, *rings: Iterable[int]) -> Numbering:
        """The numbering with these rings, wherever each begins; ValueError unless each digit is in one, five a ring."""
        begun = sorted(_begun(tuple(ring)) for ring in rings)
        if [len(ring) for ring in begun] != [AROUND] * 2 or sorted(sum(begun, ())) != list(range(DIGITS)):
            raise ValueError(f"a d10 has two rings of five digits, not {rings}")
        return cls((begun[0], begun[1]))

    @classmethod
    def read(cls, text: str) -> Numbering:
        """The inverse of `__str__`; ValueError if it is no numbering."""
        return cls.of(*([int(digit) for digit in ring] for ring in text.split()))

    def __str__(self) -> str:
        """Ring by ring: ``04628 17359``."""
        return " ".join("".join(map(str, ring)) for ring in self.rings)

    @cached_property
    def left(self) -> Integers:
        """Digit -> the one left of it when it stands upright, shape (10,)."""
        return self._stepped(-1)

    @cached_property
    def right(self) -> Integers:
        """Digit -> the one right of it, likewise."""
        return self._stepped(1)

    def _stepped(self, step: int) -> Integers:
        places = {digit: ring[(at + step) % AROUND] for ring in self.rings for at, digit in enumerate(ring)}
        return np.array([places[digit] for digit in range(DIGITS)])


def _begun(ring: Ring) -> Ring:
    """The ring with its smallest digit first."""
    first = ring.index(min(ring)) if ring else 0
    return ring[first:] + ring[:first]


def _printed(digits: tuple[int, ...]) -> Numbering:
    return Numbering.of(digits[:AROUND], reversed(digits[AROUND:]))


KNOWN = {_printed(NUMBERINGS[name]): share for name, share in NAMED.items()}
USUAL = _printed(NUMBERINGS["common"])


def inferred(evidence: Floats) -> Numbering | None:
    """How a die is numbered whose faces were all seen; None if that is not certain.

    ``evidence`` is the log-probability, shape (10, 10), of what was seen where the second digit is right of the first.
    """
    free, best, total = _any_order(evidence)
    weights = {numbering: np.log(share) + _fit(evidence, numbering) for numbering, share in KNOWN.items()}
    weights[free] = np.logaddexp(weights.get(free, -np.inf), best)
    likeliest = max(weights, key=lambda numbering: float(weights[numbering]))
    everything = np.logaddexp.reduce([total, *(np.log(share) + _fit(evidence, one) for one, share in KNOWN.items())])
    return likeliest if np.exp(weights[likeliest] - everything) >= SURE else None


def _fit(evidence: Floats, numbering: Numbering) -> float:
    return float(evidence[np.arange(DIGITS), numbering.right].sum())


@cache
def _orders() -> Integers:
    """Fives of digits in all orders around a pole, shape (252, 24, 5); the last are what the first leave, and so on."""
    fives = combinations(range(DIGITS), AROUND)
    return np.array([[(first, *rest) for rest in permutations(others)] for first, *others in fives])


def _any_order(evidence: Floats) -> tuple[Numbering, float, float]:
    """The likeliest of all orders, its log-weight, and that of all together, each assumed as likely as any other."""
    orders = _orders()
    fits = evidence[orders, np.roll(orders, -1, axis=2)].sum(axis=2)
    best, whole = fits.max(axis=1), np.logaddexp.reduce(fits, axis=1)
    pairs = best[:SPLITS] + best[: SPLITS - 1 : -1]
    here = int(pairs.argmax())
    free = Numbering.of(*(orders[place, fits[place].argmax()].tolist() for place in (here, -1 - here)))
    total = np.logaddexp.reduce(whole[:SPLITS] + whole[: SPLITS - 1 : -1])
    return free, float(pairs[here] + np.log(ANYHOW)), float(total + np.log(ANYHOW))
