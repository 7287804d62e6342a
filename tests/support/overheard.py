"""All that is said to a table, as its language words it, and what of it is English left over."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from firmware.play.state.table_language import TableLanguage
from scoreboard.language import ENGLISH, Language, Length
from scoreboard.message import Message, Words

SAME = {"ok", "final", "hit", "out", "outs", "rojos", "azules"}
"""Words that read the same in both languages, and names."""
SAME_EVERYWHERE = {"play.noted", "due.who"}
"""A scorekeeper's notes, and what only puts words together that were worded before."""


class Listener(TableLanguage):
    """A table's language that keeps all that was said in it."""

    def __init__(self, now: Language) -> None:
        super().__init__(now)
        self.heard: dict[tuple[Words, Length], str] = {}

    def say(self, words: Words, length: Length = "sentence") -> str:
        """Word it, and keep it."""
        text = super().say(words, length)
        self.heard |= {(each, length): super(Listener, self).say(each, length) for each in parts(words)}
        return text


def parts(words: Words) -> Iterator[Message]:
    """Each of several that are said one after the other."""
    if isinstance(words, tuple):
        for each in words:
            yield from parts(each)
    elif isinstance(words, Message):
        yield words


def in_english(heard: dict[tuple[Words, Length], str], names: Collection[str] = ()) -> list[str]:
    """What reads as it would in English, though it has words that Spanish has others for, and no names."""
    return [
        text
        for (words, length), text in heard.items()
        if text == ENGLISH(words, length)
        and set(re.findall(r"[^\W\d_]+", text.lower())) - SAME - set(names)
        and getattr(words, "key", "") not in SAME_EVERYWHERE
    ]
