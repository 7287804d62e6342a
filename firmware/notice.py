"""The type of all notices for people: a sentence, words for an LED panel, a severity, and what to do.

Rule kept here: a notice that is amber or red says what to do: in `Notice.remedy`, or in its sentence where it has
words for a panel. What the players are told during a game is worded in `firmware.play.table.wording`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from scoreboard.message import Words, message

Severity = Literal["green", "skipped", "amber", "red"]
"""``green``: as it should be. ``skipped``: nothing to check here. ``amber``: play goes on. ``red``: fix it first."""
ORDER: tuple[Severity, ...] = ("green", "skipped", "amber", "red")
SHORT = 8
"""Half seconds that a panel shows a notice."""


@dataclass(frozen=True, slots=True)
class Notice:
    """One notice.

    Attributes:
        sentence: for the terminal, the page and the log.
        panel: the same for an LED panel, in a word or two; empty if no panel shows it.
        remedy: what to do about it, unless the sentence says so.
        about: what was checked, as ``camera`` of ``about.camera``; empty for a notice that is no finding.
        ticks: for how many half seconds a panel shows it.
        scan: an address that a panel with room for it shows as a code besides.
    """

    sentence: Words
    panel: Words = ""
    severity: Severity = "green"
    remedy: Words = ""
    about: str = ""
    ticks: int = SHORT
    scan: str = ""

    def __post_init__(self) -> None:
        if self.severity in ("amber", "red") and not (self.remedy or self.panel):
            raise ValueError(f"{self.about or self.sentence}: a notice that is {self.severity} says what to do")


def notice(
    key: str, severity: Severity = "green", *, remedy: Words = "", ticks: int = SHORT, **values: Words
) -> Notice:
    """A notice that a panel shows as well: one message, worded as a sentence and in a word or two."""
    words = message(key, **values)
    return Notice(words, words, severity, remedy, ticks=ticks)


def finding(severity: Severity, sentence: Words, remedy: Words = "", *, about: str = "") -> Notice:
    """What a check found, without words for a panel."""
    return Notice(sentence, severity=severity, remedy=remedy, about=about)


def worst(notices: Iterable[Notice]) -> Severity:
    """The worst severity of all."""
    return max((notice.severity for notice in notices), key=ORDER.index, default="green")
