"""What is said, as the people at a table read it: in English, unless the test speaks otherwise."""

from __future__ import annotations

from dataclasses import replace

from firmware.play.state.shown import Observer, Shown
from firmware.play.state.table_language import TableLanguage
from scoreboard.language import language

ENGLISH_TABLE = TableLanguage(language("en"))


def in_words(observer: Observer, speaks: TableLanguage = ENGLISH_TABLE) -> Observer:
    """The observer, who reads what was said as text."""
    return lambda shown: observer(read(shown, speaks))


def read(shown: Shown, speaks: TableLanguage = ENGLISH_TABLE) -> Shown:
    """What was shown, with what was said as text."""
    return replace(shown, words=speaks.sentence(shown.words))
