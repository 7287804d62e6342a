"""The seal of a game that is over, for a league that hears of it (docs/league.md).

Rule kept here: a stadium seals nothing before its owner has made it a key (`stadium league key`), and one whose key
cannot be used publishes its plays all the same.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

from firmware.storage.box_key import box_key, has_key
from scoreboard.face_guard import Face
from scoreboard.league.seal import Seal, sealed
from scoreboard.record import encode_all
from scoreboard.rules.history import History

SealOf: TypeAlias = Callable[[int, History], Seal | None]
"""The seal of the game of that number, if it is over."""


def no_seal(*_: object) -> None:
    """Of a stadium that is of no league."""


class Sealer:
    """Seals the games of the journal that ``folder`` lies beside, in the name of that stadium."""

    def __init__(self, folder: Path, box: str) -> None:
        self._folder, self._box, self._face = folder, box, Face("seal")

    def seal(self, number: int, history: History) -> Seal | None:
        """The seal of that game, if it is over, and there is a key."""
        if not history.game.over or not has_key(self._folder):
            return None
        with self._face:
            lines = [history.setup, *(each.line for each in reversed(list(history.lines)))]
            return sealed(encode_all(lines), self._box, number, box_key(self._folder, self._box).private)
        return None
