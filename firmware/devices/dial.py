"""What is turned while the appliance runs: how bright the panel is, how loud the speaker."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class Dial:
    """A number that a device looks at each time that it does something.

    Attributes:
        now: what it is set to.
        levels: those that the menu offers, the least first.
    """

    now: int
    levels: tuple[int, ...] = ()
