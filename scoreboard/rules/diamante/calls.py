"""What may be said aloud, and when: D24, D33, D40, D46 and D48.

Rule kept here: `offered` decides what is lawful, and `CALLS` what it does; a call that is not offered is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from msgspec.structs import replace

from scoreboard.rules.baseball import closed
from scoreboard.rules.diamante import running
from scoreboard.rules.diamante.board import BASE_NAMES, BASES
from scoreboard.rules.state import Game, Outcome, Phase


def offered(game: Game) -> tuple[str, ...]:
    """What may be called now."""
    offers = _OFFERED.get(game.phase)
    return tuple(offers(game)) if offers else ()


def make(game: Game, call: str) -> Game:
    """One of the calls that are offered."""
    return CALLS[call](game)


def keep_running(game: Game) -> Game:
    """The play that ended is taken up again, the fielders first (D33)."""
    return game.diamante.resume or game


def steal(game: Game) -> Game:
    """The ball goes to home plate, and any runner may run (D46)."""
    return running.begin_dash(replace(game, ball="HP"))


def tag_up(game: Game) -> Game:
    """After a catch any runner may run, and the throw comes from where the ball lies; once a catch (D48)."""
    return running.begin_dash(game)


def bunt(game: Game) -> Game:
    """The next swing is a bunt (D24)."""
    return replace(game, play=replace(game.diamante, bunting=True))


def new_batter(game: Game) -> Game:
    """No runner keeps running (D33)."""
    return running.end_play(closed(game))


def _joins(base: str) -> Outcome:
    return lambda game: running.join(closed(game), base)


def _between_plays(game: Game) -> Iterator[str]:
    play = game.diamante
    if play.resume:
        yield "keep-running"
    if game.house.steal and play.stealable and game.men:
        yield "steal"
    if game.house.tag_up and play.caught and game.men:
        yield "tag-up"


def _before_the_swing(game: Game) -> Iterator[str]:
    if game.house.bunt and not game.diamante.bunting:
        yield "bunt"


def _on_the_path(game: Game) -> Iterator[str]:
    yield from (f"run {BASE_NAMES[man.place]}" for man in running.joinable(game))
    if not (game.diamante.first_turn or running.anyone_unsettled(game)):
        yield "new-batter"


_OFFERED: Mapping[Phase, Callable[[Game], Iterator[str]]] = {
    "pitch": _between_plays,
    "swing": _before_the_swing,
    "run": _on_the_path,
}

CALLS: Mapping[str, Outcome] = {
    "keep-running": keep_running,
    "steal": steal,
    "tag-up": tag_up,
    "bunt": bunt,
    **{f"run {base}": _joins(base) for base in BASES},
    "new-batter": new_batter,
}
"""What each call does."""
