"""What a helmet makes of a throw (D16): the die shows one number, and another one counts.

Rule kept here: the house rules say what a helmet adds; nothing is added up a second time.
"""

from __future__ import annotations

from msgspec import Struct

from scoreboard.message import Message, message
from scoreboard.rules.events import Die
from scoreboard.rules.helmet_signs import painted
from scoreboard.rules.history import Entry
from scoreboard.rules.house_rules import Helmet
from scoreboard.rules.state import SHARED, Choice, Game


class Worn(Struct, frozen=True):
    """A throw that a helmet changed.

    Attributes:
        helmet: what is painted on it.
        value: what the die shows.
        counts: what it counts as.
    """

    helmet: Helmet
    value: int
    counts: int

    def said(self, key: str) -> Message:
        """The message of that key, of this throw."""
        return message(key, helmet=painted(self.helmet), value=self.value, counts=self.counts)


def worn(before: Game, line: Entry, after: Game) -> Worn | None:
    """What a helmet made of a throw at bat or on the path; None where the die counts as it fell."""
    if after.diamante.choice is not None and after.diamante.choice.before.phase == "run":
        return worn_running(after.diamante.choice)
    if not isinstance(line, Die) or before.phase not in {"swing", "homer", "run"}:
        return None
    if line.color == SHARED:
        runner = next((man for man in before.men if man.turn == "due"), None)
        return None if runner is None else _worn(before, runner.helmet, line.value)
    return _worn(before, before.at_bat, line.value) if line.color == before.team(before.batting).color else None


def worn_running(choice: Choice) -> Worn | None:
    """Likewise, of the runner whose throw can still be answered otherwise."""
    runner = next(man for man in choice.before.men if man.turn == "due")
    return _worn(choice.before, runner.helmet, choice.value)


def _worn(game: Game, helmet: int, value: int) -> Worn | None:
    sign = game.sign(helmet)
    counts = game.house.modified(sign, value)
    return None if counts == value else Worn(sign, value, counts)
