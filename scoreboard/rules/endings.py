"""When a half-inning is over before three outs, and when the game is: D8, D9, and the house's H1 to H4.

Rule kept here: no game has an end of its own. `baseball` asks here with every run (`counted`, `is_full`, `won_by_run`)
and after every half-inning (`after_half`). Each rule of the house is one function, and off unless the house has it.
"""

from __future__ import annotations

from typing import NamedTuple

from scoreboard.rules.events import Side
from scoreboard.rules.state import Game

MERCY_FROM = 5
"""The inning played from which on a game may end by mercy, unless the house says which (H1)."""


class Over(NamedTuple):
    """The game is over: who has won it, if anybody has."""

    winner: Side | None


def is_last(game: Game) -> bool:
    """The last inning that was agreed, or an extra one."""
    return game.inning >= game.last


def counted(game: Game, runs: int) -> int:
    """How many of these runs of the side at bat count: no more than fill the half-inning (H2)."""
    room = _room(game)
    return runs if room is None else min(runs, room)


def is_full(game: Game) -> bool:
    """The half-inning has all the runs that it can have (H2)."""
    return _room(game) == 0


def won_by_run(game: Game) -> bool:
    """The run that Home has just scored ends the game: D8, as far as the house plays it, and H1."""
    if game.half == "top":
        return False
    lead = game.home - game.away
    return (game.house.walk_off and is_last(game) and lead > 0) or is_mercy(game, lead)


def runs_to_win(game: Game) -> int | None:
    """How many runs of the side at bat end the game at once; None where none do."""
    house, lead = game.house, game.home - game.away
    if game.half == "top":
        return None
    enough = [1 - lead] if house.walk_off and is_last(game) else []
    enough += [house.mercy - lead] if house.mercy is not None and _mercy_holds(game) else []
    return max(1, min(enough)) if enough else None


def runs_to_end(game: Game) -> int | None:
    """How many runs of the side at bat end the half-inning (H2) or the game at once; None where none do."""
    ends = [runs for runs in (runs_to_win(game), _room(game)) if runs is not None]
    return max(1, min(ends)) if ends else None


def after_half(game: Game) -> Over | None:
    """How the game ends with the half-inning that is over; None if it goes on (D8, D9, H1, H3)."""
    lead = game.home - game.away
    if game.half == "top":
        return Over("home") if lead > 0 and (is_last(game) or is_mercy(game, lead)) else None
    if lead:
        ends = is_last(game) or is_mercy(game, abs(lead))
        return Over("home" if lead > 0 else "away") if ends else None
    return Over(None) if is_tie(game) else None


def is_mercy(game: Game, lead: int) -> bool:
    """So great a lead ends the game (H1)."""
    return game.house.mercy is not None and lead >= game.house.mercy and _mercy_holds(game)


def is_tie(game: Game) -> bool:
    """A level game ends after this inning (H3)."""
    after = game.house.tie_after
    return after is not None and game.inning - game.last >= after


def has_extra_runner(game: Game) -> bool:
    """Each half of this inning begins with a runner on second (D9, H4)."""
    extra = game.inning - game.last >= game.house.extra_runner_from
    return extra and game.house.extra_runner and game.setup.has_runners


def _mercy_holds(game: Game) -> bool:
    """In this inning, counted from the first one played."""
    nth = game.inning - game.first + 1
    return nth >= (game.house.mercy_from or min(MERCY_FROM, game.innings))


def _room(game: Game) -> int | None:
    """How many runs more this half-inning can have; None where it has no bound (H2)."""
    cap = game.house.cap
    if cap is None or (is_last(game) and not game.house.cap_last):
        return None
    return max(0, cap - (game.runs_of(game.batting) - game.began))
