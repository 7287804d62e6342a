"""What a voice says of every line of the golden games."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from msgspec import Struct

from scoreboard.commentary import Announcement, Detail, announcement, detail_length, speakable
from scoreboard.language import language
from scoreboard.message import Message, Words, message
from scoreboard.record import ReplayStep, read, replay
from scoreboard.rules.events import Expect, Setup
from scoreboard.scorebook import is_correction

GOLDEN = Path(__file__).parents[1] / "golden" / "games"
LETTER = re.compile(r"[^\W\d_]")


class Announced(Struct, frozen=True):
    """What is said of a line.

    Attributes:
        step: the line, with the game before it and after it.
        parts: the call and the rest.
    """

    step: ReplayStep
    parts: Announcement

    @property
    def is_correction(self) -> bool:
        """Nothing was thrown: it puts the score right, or takes something back."""
        return is_correction(self.step.line)  # type: ignore[arg-type] # no set-up, no expectation


@cache
def golden_lines() -> tuple[ReplayStep, ...]:
    """Every line of the golden games that a voice says something of."""
    return tuple(step for path in sorted(GOLDEN.glob("*.jsonl")) for step in _lines_of(path))


def _lines_of(path: Path) -> Iterator[ReplayStep]:
    with path.open("rb") as record:
        for step in replay(read(record, lambda _: None)):
            if step.refused is None and not isinstance(step.line, Setup | Expect):
                yield step


@cache
def golden_broadcast(detail: Detail) -> tuple[Announced, ...]:
    """What is said of them in so much detail."""
    return tuple(
        Announced(step, announcement(step.before.game, step.line, step.after.game, asked=False, detail=detail))  # type: ignore[arg-type] # likewise
        for step in golden_lines()
    )


def heard(words: Words, code: str, detail: Detail) -> str:
    """The words as a voice is given them."""
    speaks = language(code)
    return speakable(speaks.say(words, detail_length(detail)), speaks.say(message("voice.spellings")))


def sentences(words: Words) -> Iterator[Message]:
    """Every sentence of these words."""
    if isinstance(words, Message):
        yield words
    elif isinstance(words, tuple):
        for each in words:
            yield from sentences(each)


def estimated_seconds(text: str) -> float:
    """How long espeak-ng speaks at 175 words a minute, fitted to 2,000 of these sentences: 0.15 s off in the mean."""
    spoken = text.rstrip(".!?")
    stops = len(re.findall(r"[.!?:]+", spoken))
    digits = sum(map(str.isdigit, spoken))
    return 0.12 + 0.06 * len(LETTER.findall(spoken)) + 0.23 * digits + 0.45 * stops + 0.31 * spoken.count(",")
