"""The second witness: what smart dice say of throws that the camera has seen.

Rules kept here: the camera alone says that something was thrown, and what; a die adds what its face shows, and only to
a reading of itself. It settles a reading that was unsure, if the camera finds what it says likely enough. Else, and
where the camera was sure of another value, the reading is unsure: the players are asked, and what they answer labels
the picture as with any question. What a hand laid down, or looks smaller than a die, is asked about as before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from firmware.devices.protocols import DiceListener, Frame
from firmware.play.camera.camera_thread import ReadFrame
from scoreboard.face_guard import Face
from vision.readings import DieReading
from vision.tracking.events import Report, Thrown

Outcome = Literal["agreed", "settled", "disagreed", "silent"]
"""The die says what the camera read; what the camera was unsure of; another value; nothing."""
SIDES: Mapping[str, int] = {"d10": 10, "d6": 6}
TRUST = 0.999
"""How often a die that rests says the face that is up: an assumption, until many were counted."""
THREE = 3
"""Alternatives of a reading."""


@dataclass(frozen=True, slots=True)
class DisputedReading(DieReading):
    """A reading that is unsure because the die says otherwise: ``die_says``."""

    die_says: int = 0


class DiceWitness:
    """Stands between the camera and the reader of throws, as `firmware.play.table.sightings` does behind it.

    Args:
        read: reads throws, on the camera's thread.
        colors: the owner's names for the colours of dice, seen -> meant.
        dice: what they say.
        threshold: from which probability a reading is accepted, as it is set by then.

    Attributes:
        outcomes: how often the dice said what, of throws of those dice that are heard.
    """

    def __init__(
        self, read: ReadFrame, colors: Mapping[str, str], dice: DiceListener, threshold: Callable[[], float]
    ) -> None:
        self._read, self._colors, self._dice, self._threshold = read, colors, dice, threshold
        self._guard = Face("smart dice")
        self.outcomes: Counter[Outcome] = Counter()

    def read(self, frame: Frame, still: Callable[[], Frame]) -> tuple[Report, ...] | None:
        """The reports of a frame, with what the dice say of them."""
        since = self._dice.now()
        reports = self._read(frame, still)
        return None if reports is None else tuple(self._heard(report, since) for report in reports)

    def _heard(self, report: Report, since: float) -> Report:
        if not (isinstance(report, Thrown) and isinstance(report.reading, DieReading)) or report.placed or report.small:
            return report
        with self._guard:
            return replace(report, reading=self._weighed(report.reading, since))
        return report

    def _weighed(self, reading: DieReading, since: float) -> DieReading:
        color = self._colors.get(reading.color, reading.color)
        word = self._dice.word_of(color, SIDES[reading.kind], since)
        if word is None:
            self.outcomes["silent"] += 1
            return reading
        outcome, weighed = compared(reading, word, self._threshold())
        self.outcomes[outcome] += 1
        return weighed


def compared(reading: DieReading, word: int, threshold: float) -> tuple[Outcome, DieReading]:
    """What becomes of a reading of the die that says this; it is accepted from the ``threshold`` on, as any reading."""
    if reading.value == word:
        return "agreed", reading
    likely = reading.alternatives or ((reading.value or 0, reading.confidence),)
    chance = dict(likely).get(word, 0.0)
    sure = both(chance, SIDES[reading.kind])
    if reading.value is None and sure >= threshold:
        return "settled", replace(reading, value=word, confidence=sure, alternatives=())
    first, *others = likely
    if first[0] == word:  # neither of them is sure
        return "agreed", reading
    offered = (first, (word, chance), *(each for each in others if each[0] != word))
    return "disagreed", DisputedReading(
        reading.kind, reading.color, None, reading.confidence, offered[:THREE], reading.box, reading.numeral,
        reading.evidence, word,
    )  # fmt: skip


def both(chance: float, sides: int) -> float:
    """How likely a value is to which the camera gives that chance, and which the die says: neither hears the other."""
    right, wrong = chance * TRUST, (1 - chance) * (1 - TRUST) / (sides - 1)
    return right / (right + wrong)
