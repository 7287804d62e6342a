"""The law was written twice, the second time from the clauses alone; both must say the same of every line."""

from __future__ import annotations

import pytest
from second_law.coaches import random_game
from second_law.compare import first_difference, shrunk

pytestmark = pytest.mark.once
GAMES = 200
DISTINGUISHED = 20
"""Games a test: so that they are shared among the workers."""


@pytest.mark.parametrize("first", range(0, GAMES, DISTINGUISHED))
def test_the_two_laws_agree(first: int) -> None:
    """Both laws tell the same state after every line of a game, calls, defaults, undo and amendments included."""
    for seed in range(first, first + DISTINGUISHED):
        found = first_difference(random_game(seed))
        assert found is None, f"seed {seed}:\n{shrunk(found)}"
