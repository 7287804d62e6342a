"""Numbers on the command line that are numbers."""

from __future__ import annotations

from math import isfinite

import click


class FiniteRange(click.FloatRange):
    """A `click.FloatRange` that takes no ``nan``, which is neither below nor above any bound."""

    def convert(self, value: float, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """As click does, and refuse what is no number."""
        number: float = super().convert(value, param, ctx)
        if not isfinite(number):
            self.fail(f"{value} is not in the range {self._describe_range()}.", param, ctx)
        return number
