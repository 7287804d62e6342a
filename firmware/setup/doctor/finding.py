"""What a check finds. Rule kept here: whatever is not green says what to do about it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, Protocol

Level = Literal["green", "skipped", "amber", "red"]
"""``green``: as it should be. ``amber``: play goes on, but. ``red``: no play until it is mended. ``skipped``: not
looked at, because there is nothing to look at here."""
ORDER: tuple[Level, ...] = ("green", "skipped", "amber", "red")


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the doctor's report.

    Attributes:
        name: what was looked at.
        level: how it is.
        said: what was seen, in a sentence.
        do: what to do about it; empty only where there is nothing to do.
    """

    name: str
    level: Level
    said: str
    do: str = ""

    def __post_init__(self) -> None:
        if self.level in ("amber", "red") and not self.do:
            raise ValueError(f"{self.name}: a finding that is {self.level} says what to do")


class Check(Protocol):
    """Something that can be looked at."""

    @property
    def name(self) -> str:
        """What it looks at, in a word or two."""

    def check(self) -> Finding:
        """Look, and say how it is; a check raises nothing."""


def worst(findings: Iterable[Finding]) -> Level:
    """The worst level of all."""
    return max((finding.level for finding in findings), key=ORDER.index, default="green")
