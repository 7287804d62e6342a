"""Counts with their 95 % intervals, and the lines they are printed as, for every table of `make bench-vision`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from math import sqrt

Z = 1.96
"""Standard deviations that hold 95 %."""
HEAD = f"{'':34}  looks  right unsure wrong missed   right, 95 %           wrong, 95 %"
OUTCOMES = {"right": "told", "unsure": "asked", "wrong": "wrong", "missed": "missed"}
"""As counts have them -> as figures are headed."""
FIGURES_HEAD = f"{'':14} {'view':6} count" + "".join(f"{name:>7}, 95 %{'':16}" for name in OUTCOMES.values())


def wilson(count: int, total: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share."""
    if not total:
        return 0.0, 1.0
    share = count / total
    spread = Z * sqrt(share * (1 - share) / total + (Z / (2 * total)) ** 2)
    middle, whole = share + Z * Z / (2 * total), 1 + Z * Z / total
    return max((middle - spread) / whole, 0.0), min((middle + spread) / whole, 1.0)


def interval(count: int, total: int) -> str:
    """``count`` of ``total`` as its interval in per cent."""
    low, high = wilson(count, total)
    return f"{100 * low:6.2f} to {100 * high:6.2f} %"


@dataclass
class Count:
    """What became of some looks at dice whose value is known."""

    right: int = 0
    unsure: int = 0
    wrong: int = 0
    missed: int = 0

    @property
    def total(self) -> int:
        """All looks."""
        return self.right + self.unsure + self.wrong + self.missed

    @property
    def verdict(self) -> str:
        """What most looks say."""
        counts = {"right": self.right, "unsure": self.unsure + self.missed, "WRONG": self.wrong}
        return max(counts, key=lambda name: counts[name])

    def note(self, truth: int, read: int | None, *, found: bool = True) -> None:
        """Count one look: ``told`` is the value read, None when unsure."""
        outcome = "missed" if not found else "unsure" if read is None else "right" if read == truth else "wrong"
        setattr(self, outcome, getattr(self, outcome) + 1)

    def __add__(self, other: Count) -> Count:
        pairs = zip(vars(self).values(), vars(other).values(), strict=True)
        return Count(*(one + another for one, another in pairs))

    def line(self, name: str) -> str:
        """One row of a table."""
        counts = f"{self.total:6} {self.right:6} {self.unsure:6} {self.wrong:5} {self.missed:6}"
        return f"{name:34} {counts}   {interval(self.right, self.total)}   {interval(self.wrong, self.total)}"


def table(counts: Mapping[str, Count]) -> Iterable[str]:
    """A head, a row each, and their sum where there are several."""
    yield HEAD
    for name, count in counts.items():
        yield count.line(name)
    if len(counts) > 1:
        yield sum(counts.values(), Count()).line("all")


def figures(counts: Mapping[tuple[str, str], Count]) -> Iterable[str]:
    """A head, and what became of the looks of each row and view, every count with its share and interval in per cent.

    What has no value is right to be missed.
    """
    yield FIGURES_HEAD
    for (row, view), count in counts.items():
        shares = (_share(vars(count)[outcome], count.total) for outcome in OUTCOMES)
        yield f"{row:14} {view:6} {count.total:5}{''.join(shares)}"


def _share(count: int, total: int) -> str:
    low, high = (100 * limit for limit in wilson(count, total))
    return f"{count:7} {100 * count / max(total, 1):6.2f} ({low:5.2f}-{high:6.2f})"


def reliability(judged: Iterable[tuple[float, bool]]) -> Iterable[str]:
    """How often readings of each confidence were right, as a diagram in text, and the expected calibration error.

    Args:
        judged: confidence of the likeliest value, and whether that value is the true one.
    """
    edges = (0.0, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 1.0001)
    looks = list(judged)
    yield "confidence        looks   told to be  really right"
    error = 0.0
    for low, high in pairwise(edges):
        held = [(sure, right) for sure, right in looks if low <= sure < high]
        if held:
            expected, seen = sum(sure for sure, _ in held) / len(held), sum(right for _, right in held) / len(held)
            error += abs(expected - seen) * len(held) / len(looks)
            bar = "#" * round(40 * seen)
            shares = f"{100 * expected:8.2f} %  {100 * seen:8.2f} %"
            yield f"{low:5.3f} to {min(high, 1):5.3f} {len(held):6}   {shares}  {bar}"
    yield f"expected calibration error {100 * error:.2f} % over {len(looks)} looks"
