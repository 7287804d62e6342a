"""What the lab tries besides: `make lab-slow` tries more of what one case of each sort shows in `make test`."""

from __future__ import annotations

from collections.abc import Iterable

import hypothesis
import pytest
from _pytest.mark import ParameterSet

SAMPLE = 30
"""How many examples `make test` makes up for a property, where it is not told."""
ALL = 100
"""How many the lab does."""


def in_the_lab(values: Iterable[object]) -> tuple[ParameterSet, ...]:
    """These parameters, marked for the lab alone."""
    return tuple(pytest.param(value, marks=pytest.mark.slow) for value in values)


def examples(most: int) -> int:
    """How many of the examples that the lab makes up for a property are made up in this run."""
    return max(1, most * hypothesis.settings.default.max_examples // ALL)
