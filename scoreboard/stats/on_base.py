"""Who has each man on base to his name: the partner who batted him there, or the pitcher who let him on.

Rule kept here: what is said of a helmet goes with it, but where helmets change places (D51) it stays where it was: the
one on third bats again, and the others wear another helmet.
"""

from __future__ import annotations

from collections.abc import Mapping

from scoreboard.rules.lineup import LOADED
from scoreboard.rules.state import FIRST, Game
from scoreboard.scorebook import Happened, half_of

ByHelmet = Mapping[int, str | None]


def carried(names: ByHelmet, before: Game, after: Game, happened: Happened, new: str | None) -> dict[int, str | None]:
    """The names of those on base after a play; ``new`` for who was not there before."""
    if half_of(before) != half_of(after):
        return {}
    if _rotated(before, after, happened):
        # The batter, if he still runs, comes last, and is left over.
        return {now.helmet: names.get(was.helmet, new) for was, now in zip(before.men, after.men, strict=False)}
    return {man.helmet: names.get(man.helmet, new) for man in after.men}


def _rotated(before: Game, after: Game, happened: Happened) -> bool:
    """The batter is out, and his helmet is on first all the same (D51)."""
    if after.runners != LOADED:
        return False
    on_first = any(man.helmet == before.at_bat and man.place == FIRST for man in after.men)
    return on_first and _is_out(before, happened)


def _is_out(before: Game, happened: Happened) -> bool:
    """The batter is, with this play or before."""
    if before.waiting:
        return happened.result in {"K", "OUT"}
    out = happened.put_out
    return (out is not None and out.is_batter) or all(man.helmet != before.at_bat for man in before.men)
