"""What is turned while the appliance runs: how bright the panel is, how loud the speaker, how much it says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

DialName = Literal["brightness", "volume", "talk"]


@dataclass(slots=True)
class Dial:
    """A number that a device looks at each time that it does something.

    Attributes:
        now: what it is set to.
        levels: those that the menu offers, the least first.
    """

    now: int
    levels: tuple[int, ...] = ()


def as_dial(value: int | Dial) -> Dial:
    """A dial that nobody turns, for a number."""
    return value if isinstance(value, Dial) else Dial(value)
