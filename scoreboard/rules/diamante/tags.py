"""Carrying the ball along the base path: D42.

Rule kept here: a tag is a place on the path, and the path is a ring (24 and 0 are both home). A tag can end where the
throw's full number ends, at the first runner between bases that it meets, or on a base that it reaches on the way.
"""

from __future__ import annotations

from collections.abc import Container, Iterator

from scoreboard.rules.diamante.board import BASE_NAMES, BASES
from scoreboard.rules.state import HOME, Game

FORWARD, BACKWARD = 1, -1


def offered(game: Game, steps: int) -> tuple[int, ...]:
    """Where a throw of that many can carry the ball, in the order of the path; nowhere from a zone."""
    if not game.house.tag or (isinstance(game.ball, str) and game.ball not in BASES):
        return ()
    stranded = {man.place for man in game.men if man.stranded}
    ends = {to for way in (FORWARD, BACKWARD) for to in _carried(game, steps, way, stranded)}
    return tuple(sorted(ends))


def spot(place: int) -> str | int:
    """What the record calls a place of the path that the ball lies on."""
    return BASE_NAMES.get(place, place)


def _carried(game: Game, steps: int, direction: int, stranded: Container[int]) -> Iterator[int]:
    """Every place where a tag that way can end."""
    start = game.ball if isinstance(game.ball, int) else BASES[game.ball]
    for step in range(1, steps + 1):
        place = (start + direction * step) % HOME or HOME
        stops = place in BASE_NAMES and game.house.tag_stops_on_bases
        if step == steps or place in stranded or stops:
            yield place
        if place in stranded:
            return
