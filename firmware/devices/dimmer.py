"""How bright the panels are lit just now, of what their owner set: one value that the loop changes and drivers read."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class Dimmer:
    """A share of the configured brightness, 0 to 1."""

    share: float = 1.0

    def of(self, brightness: int) -> int:
        """That brightness dimmed; what is lit at all stays lit."""
        return max(round(brightness * self.share), min(brightness, 1))
