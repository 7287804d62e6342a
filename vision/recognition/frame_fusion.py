"""Several stills of one throw put together: what noise hides in one, another shows.

Stills of one camera are nearly copies: ten of them are not ten independent views. Rule kept here: evidence is added up
in logarithms and then weakened by the stills' measured correlation; a value is accepted only if most of the stills that
show the die name it, and none of them is sure of another.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from statistics import mode
from typing import TypeVar

import numpy as np

from vision.readings import ChipReading, DieReading, Reading
from vision.recognition.decision import accept_or_abstain, chip_reading
from vision.recognition.parameters import SHIPPED, THRESHOLD, Parameters
from vision.recognition.scores import softmax
from vision.types import Floats

AnyReading = TypeVar("AnyReading", DieReading, ChipReading)

MOST_FRAMES = 0.5
"""Share of the stills that must show a token, or name a value, at least."""
NEAR = 0.5
"""Distance of two boxes' middles, in the longer side of the larger one, below which they are of the same token."""


def fused(
    frames: Sequence[Sequence[Reading]], *, threshold: float = THRESHOLD, parameters: Parameters = SHIPPED
) -> tuple[Reading, ...]:
    """The readings of several stills of one throw together, from left to right; nothing moved between them."""
    groups: list[list[Reading]] = []
    for readings in frames:
        _sort_in(groups, readings)
    kept = [group for group in groups if len(group) >= MOST_FRAMES * len(frames)]
    together = (_together(group, threshold, parameters.frame_correlation) for group in kept)
    return tuple(sorted(together, key=lambda reading: reading.box))


def _sort_in(groups: list[list[Reading]], readings: Iterable[Reading]) -> None:
    """Put each reading of one still beside its like from the earlier ones."""
    before = list(groups)
    for reading in readings:
        alike = (group for group in before if isinstance(group[0], ChipReading) == isinstance(reading, ChipReading))
        group = next((group for group in alike if same_place(group[0], reading)), None)
        if group is None:
            groups.append([reading])
        else:
            before.remove(group)
            group.append(reading)


def same_place(one: Reading, other: Reading) -> bool:
    """Whether two readings are at one place, if nothing moved between them."""
    longer = max(one.box.size, other.box.size)
    return bool(np.hypot(*np.subtract(one.box.centre, other.box.centre)) < NEAR * longer)


def _together(group: list[Reading], threshold: float, correlation: float) -> Reading:
    chips = [reading for reading in group if isinstance(reading, ChipReading)]
    if chips:
        return _chip(chips, threshold, correlation)
    return _die([reading for reading in group if isinstance(reading, DieReading)], threshold, correlation)


def _chip(chips: list[ChipReading], threshold: float, correlation: float) -> ChipReading:
    is_hit = [(chip.face or chip.alternatives[0][0]) == "hit" for chip in chips]
    hits = np.array([each.confidence if hit else 1 - each.confidence for each, hit in zip(chips, is_hit, strict=True)])
    hit, out = (float(share) for share in joined(np.column_stack((hits, 1 - hits)), correlation))
    typical = _typical(chips)
    return replace(chip_reading(hit, out, typical.box, threshold), rim=typical.rim)


def _die(dice: list[DieReading], threshold: float, correlation: float) -> DieReading:
    """The kind and colour that most stills name, with the joint evidence for that kind."""
    kind, color = mode(die.kind for die in dice), mode(die.color for die in dice)
    typical = replace(_typical([die for die in dice if die.kind == kind]), color=color)
    words = [die.evidence for die in dice if die.kind == kind and die.evidence is not None]
    if not words:
        return typical
    odds = joined(np.array([word.posterior for word in words]), correlation)
    best = int(odds.argmax())
    every = (die.evidence for die in dice if die.evidence is not None)
    named = sum(word.agreed and int(np.argmax(word.posterior)) == best for word in every)
    undisputed = all(die.value in (None, best + 1) for die in dice)
    return accept_or_abstain(typical, odds, named > MOST_FRAMES * len(dice) and undisputed, threshold)


def joined(odds: Floats, correlation: float) -> Floats:
    """Joint probabilities, shape (values,), of stills, shape (stills, values), so correlated; their mean at 1."""
    worth = 1 / (1 + correlation * (len(odds) - 1))
    evidence = np.log(np.maximum(odds, 1e-6)).sum(axis=0) * worth
    return softmax(evidence)


def _typical(readings: list[AnyReading]) -> AnyReading:
    """The one whose box is the median one."""
    return sorted(readings, key=lambda reading: reading.box)[len(readings) // 2]
