"""Two teams' names as the few letters that fit above their runs.

Rule kept here: teams differ by their letters, never by colour alone. Each has the fewest letters that differ as they
are drawn; names that do not differ in three letters become A for Away and H for Home.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from scoreboard.display.fonts import TINY, plain

MAX_LETTERS: Final = 3


def initials(away: str, home: str) -> tuple[str, str]:
    """At most three characters for each name, different from one another: ``Reds``, ``Blue Jays`` are R, BJ."""
    pairs = zip(_team_shortenings(away), _team_shortenings(home), strict=True)
    return next((pair for pair in pairs if TINY.write(pair[0]) != TINY.write(pair[1])), ("A", "H"))


def player_initials(player: str, players: Sequence[str]) -> str:
    """At most three characters for one of a team's ``players``: ``ANA``, different from the others'.

    Names that do not differ in three letters become 1 and 2, in the order of the set-up.
    """
    forms = zip(*map(_player_shortenings, players), strict=True)
    place = players.index(player)
    return next((form[place] for form in forms if len({*map(TINY.write, form)}) == len(form)), str(place + 1))


def _player_shortenings(player: str) -> Iterator[str]:
    """A player's short forms, the best first: how the name begins, then with other letters of it."""
    words = _words(player)
    yield words[0][:MAX_LETTERS]
    yield words[0][:2] + words[-1][:1]
    yield words[0][:2] + words[-1][-1:]
    yield words[0][:1] + words[-1][-2:]


def _words(name: str) -> list[str]:
    return re.findall(r"[^\W_]+", plain(name)) or ["?"]


def _team_shortenings(name: str) -> Iterator[str]:
    """A name's short forms, the best first: the initials, then the first word's letters, then the last word's."""
    words = _words(name)
    first = "".join(word[0] for word in words)[:MAX_LETTERS]
    yield first
    yield words[0][:2]
    yield words[0][:MAX_LETTERS]
    yield first[:1] + words[-1][: MAX_LETTERS - 1]
    yield first[:1] + words[-1][-2:]
    yield first[:1] + words[-1][-1:]
