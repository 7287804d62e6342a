"""The order in which helmets bat: D9, D49 to D52.

Rule kept here: each of a team's four helmets is in one place, its dugout's queue, the plate or the path, and only these
functions move one between them. Where helmets do not differ (D52) the same order is kept, and makes no difference.

Corrections can put more men on the path than a team has helmets: three set between bases, and then a walk. The helmet
at bat is then lent out twice, and enters the dugout once.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from scoreboard.rules.errors import Refused
from scoreboard.rules.events import Half
from scoreboard.rules.state import FIRST, SECOND, THIRD, Dugouts, Game, Runner

LOADED = (THIRD, SECOND, FIRST)


def enter(game: Game, *helmets: int, **others: object) -> Game:
    """These go to the end of the dugout, in this order (D49); ``others`` of the game's fields change, too."""
    return _benched(game, tuple(dict.fromkeys((*game.bench, *helmets))), **others)


def call_up(game: Game, **others: object) -> Game:
    """The helmet nearest home bats (D49); these ``others`` of the game's fields change, too."""
    head, *rest = game.bench or (game.at_bat,)
    return _benched(game, tuple(rest), at_bat=head, waiting=True, met=False, **others)


def back_in_line(game: Game) -> Game:
    """The batter, to whom nothing was pitched, is the next in line again."""
    return _benched(game, (game.at_bat, *game.bench))


def leave_plate(game: Game) -> Game:
    """The batter goes to the dugout, out or replaced."""
    return enter(game, game.at_bat, waiting=False)


def first_in_line_to_second(game: Game) -> Game:
    """Extra innings begin with a runner (D9)."""
    head, *rest = game.bench
    return replace(_benched(game, tuple(rest)), men=(Runner(place=SECOND, helmet=head),))


def rotate(game: Game) -> Game:
    """With the batter out and all others on the bases, he takes first and the one on third is next (D51)."""
    if game.bench != (game.at_bat,) or game.runners != LOADED:
        return game
    on_third, *rest = game.men
    helmets = (*(man.helmet for man in rest), game.at_bat)
    moved = (replace(man, helmet=helmet) for man, helmet in zip(game.men, helmets, strict=True))
    return _benched(replace(game, men=tuple(moved)), (on_third.helmet,))


def all_enter(game: Game) -> Game:
    """At the end of a half-inning: the runners, most advanced first, and the batter last (D50)."""
    if game.waiting and not game.met and game.house.unmet_batter_leads:
        return _benched(enter(game, *_on_path(game)), (game.at_bat, *enter(game, *_on_path(game)).bench))
    return enter(game, *_on_path(game), *((game.at_bat,) if game.waiting else ()))


def change_sides(game: Game, half: Half) -> Game:
    """The scorer says that the other half is played: the same places, held by the other team."""
    changed = call_up(replace(all_enter(game), half=half))
    batter = replace(changed, waiting=game.waiting, met=game.met)
    running = next((man for man in game.men if man.is_batter), None)
    others = tuple(man for man in game.men if man is not running)
    drawn, helmets = _drawn(batter, len(others))
    seated = drawn if game.waiting or running else enter(drawn, drawn.at_bat)
    men = (replace(man, helmet=helmet) for man, helmet in zip(others, helmets, strict=True))
    all_men = (*men, *((replace(running, helmet=seated.at_bat),) if running else ()))
    return replace(seated, men=tuple(sorted(all_men, key=lambda man: -man.place)))


def place(game: Game, places: tuple[int, ...]) -> Game:
    """The scorer says where the runners are, between plays.

    A runner on a place that is named stays there; the others take the rest in their order, more of them come from
    the end of the dugout (a man wrongly called out is there), and whom no place is left for goes there.
    """
    stay = {man.place: man.helmet for man in game.men if man.place in places}
    moving = tuple(man.helmet for man in game.men if man.place not in places)
    free = sorted((place for place in places if place not in stay), reverse=True)
    drawn, more = _drawn(enter(game, *moving[len(free) :]), max(0, len(free) - len(moving)))
    taken = dict(zip(free, (*moving, *more), strict=False)) | stay
    return replace(drawn, men=tuple(Runner(place=at, helmet=taken[at]) for at in sorted(taken, reverse=True)))


def seat(game: Game, helmets: Mapping[int, int]) -> Game:
    """The scorer says which helmet stands on each place, between plays.

    A runner on the path who is not named goes to the end of the dugout; if the batter is named, the next one bats.
    """
    in_line = dict.fromkeys((game.at_bat, *game.bench, *(man.helmet for man in game.men)))
    head, *waiting = (helmet for helmet in in_line if helmet not in helmets.values())
    men = tuple(Runner(place=at, helmet=helmets[at]) for at in sorted(helmets, reverse=True))
    return replace(_benched(game, tuple(waiting)), at_bat=head, men=men)


def bat(game: Game, helmet: int) -> Game:
    """The scorer names the batter; the one before is the next in line.

    Raises:
        Refused: the batter has left the plate, or that helmet is on the path.
    """
    if helmet == game.at_bat:
        return game
    if not game.waiting:
        raise Refused("refused.batter-gone")
    if helmet not in game.bench:
        raise Refused("refused.helmet-on-path")
    others = tuple(each for each in game.bench if each != helmet)
    return replace(_benched(game, (game.at_bat, *others)), at_bat=helmet)


def wait(game: Game, helmets: tuple[int, ...]) -> Game:
    """The scorer names the dugout's order, the next to bat first; helmets not named follow in the order of before.

    Raises:
        Refused: one of them does not wait there.
    """
    if not set(game.bench).issuperset(helmets):
        raise Refused("refused.not-in-dugout")
    return _benched(game, tuple(dict.fromkeys((*helmets, *game.bench))))


def _on_path(game: Game) -> tuple[int, ...]:
    return tuple(man.helmet for man in sorted(game.men, key=lambda man: man.is_batter))


def _drawn(game: Game, number: int) -> tuple[Game, tuple[int, ...]]:
    kept, drawn = game.bench[: max(0, len(game.bench) - number)], game.bench[-number:] if number else ()
    lent = (game.at_bat,) * (number - len(drawn))
    return _benched(game, kept), (*drawn, *lent)


def _benched(game: Game, bench: tuple[int, ...], **others: object) -> Game:
    away, home = (bench, game.dugouts.home) if game.half == "top" else (game.dugouts.away, bench)
    return replace(game, dugouts=Dugouts(away=away, home=home), **others)
