"""What the law and the story say, in English: sentences, and the words on a panel."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from scoreboard.commentary import facts_of
from scoreboard.language import ENGLISH
from scoreboard.message import Words
from scoreboard.rules import Game, RulesError
from scoreboard.rules.history import Entry


def due(game: Game) -> str:
    """What comes next."""
    return ENGLISH(game.due)


@contextmanager
def turned_down(kind: type[RulesError], pattern: str) -> Iterator[None]:
    """The block raises such an error, whose message matches the pattern."""
    with pytest.raises(kind) as caught:
        yield
    assert re.search(pattern, ENGLISH(caught.value.message))


def play_by_play(before: Game, line: Entry, after: Game) -> str:
    """The sentences about a line, without the notes in parentheses, which have tests of their own."""
    return re.sub(r" \([^)]*\)", "", ENGLISH(facts_of(before, line, after)))


def on_panel(words: Words) -> str:
    """What a panel shows, in capitals."""
    return ENGLISH(words, "panel").upper()
