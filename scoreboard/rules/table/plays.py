"""What a roll can come to in the table games.

Rule kept here: each function is an `Outcome`, or makes one, in the terms of `baseball`. On a third out no runner
advances and nothing scores; on a walk only the unbroken chain from first moves (that is `baseball.walk`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from scoreboard.rules.baseball import OUTS, bring_home, chain, conclude, credit_hit, new_batter, put_out, score
from scoreboard.rules.lineup import LOADED, enter, leave_plate
from scoreboard.rules.state import FIRST, SECOND, THIRD, Game, Outcome, Runner


def hit(bases: int, *, men: int | None = None) -> Outcome:
    """The batter takes so many bases, and every man as many, or as many as ``men`` says."""

    def outcome(game: Game) -> Game:
        moved = _ahead(game.men, men or bases)
        return on_base(credit_hit(game), moved, bases * FIRST)

    return outcome


def out_at_throw_in(game: Game) -> Game:
    """The batter is out, and one of the men with him: `THROWN_IN`."""
    return _batter_and(game, THROWN_IN[game.runners])


def double_play(game: Game) -> Game:
    """The batter is out, and the man nearest home if anyone is on."""
    return _batter_and(game, game.runners[0] if game.men else None)


def sacrifice(game: Game) -> Game:
    """The batter is out and every man advances one base, but not on the third out."""
    out = put_out(leave_plate(game))
    return conclude(out, lambda after: conclude(bring_home(after, _ahead(after.men, 1)), new_batter))


def force_out(game: Game) -> Game:
    """The lead man who must make room is out, the others of the chain move up, and the batter is on first.

    With first base open no man must, and the batter is out. A man across a gap holds (ruling).
    """
    forced = chain(game.men)
    if not forced:
        return _batter_and(game, None)
    out = put_out(without(game, forced[-1]))
    moved = (replace(man, place=man.place + FIRST) if man.place in forced else man for man in out.men)
    return conclude(out, lambda after: on_base(after, moved, FIRST))


def runs(number: int) -> Outcome:
    """So many runs, and the same side throws again."""
    return lambda game: conclude(score(replace(game, fresh=False), number), lambda after: after)


def no_more(game: Game) -> Game:
    """The half-inning is over."""
    return conclude(replace(game, outs=OUTS), lambda after: after)


def on_base(game: Game, men: Iterable[Runner], place: int) -> Game:
    """These are the men now, and the batter is on that base."""
    batter = Runner(place=place, helmet=game.at_bat)
    return conclude(bring_home(replace(game, waiting=False), (*men, batter)), new_batter)


def without(game: Game, place: int) -> Game:
    """The man on that base is in the dugout."""
    out = next(man for man in game.men if man.place == place)
    return enter(replace(game, men=tuple(man for man in game.men if man is not out)), out.helmet)


THROWN_IN: Mapping[tuple[int, ...], int | None] = {
    (): None,
    (FIRST,): FIRST,
    (SECOND,): SECOND,
    (THIRD,): THIRD,
    (SECOND, FIRST): SECOND,
    (THIRD, FIRST): FIRST,
    (THIRD, SECOND): None,
    LOADED: FIRST,
}
"""Which man is out with the batter on a 5 of the one-die game, by who is on."""


def _ahead(men: Iterable[Runner], bases: int) -> tuple[Runner, ...]:
    return tuple(replace(man, place=man.place + bases * FIRST) for man in men)


def _batter_and(game: Game, place: int | None) -> Game:
    """The batter is out, and the man on that base; the others stay."""
    alone = put_out(leave_plate(game))
    return conclude(alone if place is None else put_out(without(alone, place)), new_batter)
