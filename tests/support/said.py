"""What the law says, in English: of a state, and of what it refuses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from scoreboard.language import ENGLISH
from scoreboard.rules import Game, RulesError


def due(game: Game) -> str:
    """What comes next."""
    return ENGLISH(game.due)


@contextmanager
def turned_down(kind: type[RulesError], pattern: str) -> Iterator[None]:
    """The block raises such an error, which says that."""
    with pytest.raises(kind) as caught:
        yield
    assert re.search(pattern, ENGLISH(caught.value.message))
