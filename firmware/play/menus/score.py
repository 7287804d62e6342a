"""Putting the score right by button: outs, count, runs, inning and runners, each stated outright as a `set` line.

Rule kept here: NEXT begins with what holds now and counts up from there, so that OK on a screen opened by mistake
changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from firmware.play.menus.screen import Item, Outcome, Record, Screen, from_now_on, item, values
from scoreboard.message import message
from scoreboard.rules import RULE_SETS
from scoreboard.rules.corrections import BETWEEN_PLAYS
from scoreboard.rules.diamante.board import BASE_NAMES, spoken_spot
from scoreboard.rules.events import Half, HitsSet, Set, Side
from scoreboard.rules.state import FIRST, SECOND, THIRD, Game

MORE_RUNS, MORE_INNINGS = 9, 3
"""How far the score, and the inning, count up before they start over."""
MOST_RUNS, MOST_INNINGS = 999, 99
BASES = (FIRST, SECOND, THIRD)


def has_count(game: Game) -> bool:
    """Whether balls, strikes and hits are shown."""
    return RULE_SETS[game.setup.rules].counts


def what_to_fix(game: Game) -> Screen:
    """Everything that can be put right now."""
    return Screen(tuple(_items(game)))


def _items(game: Game) -> Iterator[Item]:
    sides: tuple[Side, ...] = ("away", "home")
    last = min(max(game.last, game.inning) + MORE_INNINGS, MOST_INNINGS)
    if game.phase in BETWEEN_PLAYS:
        yield item(message("menu.runners"), lambda: _runners(game, BASES, ()))
    yield item(message("menu.outs"), lambda: _number("outs", range(3), game.outs))
    if has_count(game):
        yield item(message("menu.count"), lambda: _balls(game))
    yield from (_runs(game, side) for side in sides)
    innings, left = range(game.first, last + 1), range(game.inning - game.first + 1, last - game.first + 2)
    yield item(message("menu.inning"), lambda: _number("inning", innings, game.inning))
    yield item(message("menu.who-bats"), lambda: _half(game))
    if game.house.lineup and game.phase == "pitch":
        yield item(message("menu.helmets"), lambda: _helmet_of(game, ()))
    yield item(message("menu.how-long"), lambda: _number("innings", left, game.innings))
    if has_count(game):
        yield from (_hits(game, side) for side in sides)


def _set(**stated: object) -> Callable[[], Outcome]:
    return lambda: Record(Set(by="button", **stated))  # type: ignore[arg-type]


def _number(key: str, every: Iterable[int], now: int) -> Screen:
    return values(f"set.{key}", ((value, _set(**{key: value})) for value in from_now_on(every, now)))


def _balls(game: Game) -> Screen:
    """Balls first, then strikes; both are one `set`."""
    chosen = ((balls, partial(_strikes, game, balls)) for balls in from_now_on(range(4), game.balls))
    return values("set.balls", chosen)


def _strikes(game: Game, balls: int) -> Screen:
    every = from_now_on(range(3), game.strikes)
    return values("set.strikes", ((each, _set(balls=balls, strikes=each)) for each in every))


def _runs(game: Game, side: Side) -> Item:
    team, now = game.team(side), game.away if side == "away" else game.home
    every = from_now_on(range(min(now + MORE_RUNS, MOST_RUNS) + 1), now)
    screen = values("set.runs", ((value, _set(**{side: value})) for value in every), team.color, team=team.name)
    return item(message("menu.runs", team=team.name), lambda: screen, team.color)


def _hits(game: Game, side: Side) -> Item:
    team, now = game.team(side), game.hits.away if side == "away" else game.hits.home
    every = from_now_on(range(now + MORE_RUNS + 1), now)
    chosen = tuple((value, _set(hits=HitsSet(**{side: value}))) for value in every)
    screen = values("set.hits", chosen, team.color, team=team.name)
    return item(message("menu.hits", team=team.name), lambda: screen, team.color)


def _half(game: Game) -> Screen:
    def bats(half: Half) -> Item:
        team = game.team("away" if half == "top" else "home")
        return item(message("set.bats", team=team.name), _set(half=half), team.color)

    return Screen((bats("top"), bats("bottom")) if game.half == "top" else (bats("bottom"), bats("top")))


def _runners(game: Game, left: tuple[int, ...], taken: tuple[int, ...]) -> Outcome:
    """Base after base: is a runner there? The last answer makes one `set` of all."""
    if not left:
        return Record(Set(runners=tuple(sorted(taken, reverse=True)), by="button"))
    base, *rest = left

    def occupied(*, is_there: bool) -> Item:
        said = message("set.runner" if is_there else "set.empty", spot=spoken_spot(base), base=BASE_NAMES[base])
        return item(said, lambda: _runners(game, tuple(rest), (*taken, base) if is_there else taken))

    now = base in game.runners
    return Screen((occupied(is_there=now), occupied(is_there=not now)))


def _helmet_of(game: Game, worn: tuple[int, ...]) -> Outcome:
    """Man after man, the most advanced first, and the batter last: which of the four helmets does he wear (D49)?"""
    men = game.men
    if len(worn) > len(men):
        return Record(Set(runners=game.runners, helmets=worn[:-1], at_bat=worn[-1], by="button"))
    place = men[len(worn)].place if len(worn) < len(men) else 0
    now = men[len(worn)].helmet if len(worn) < len(men) else game.at_bat
    free = tuple(helmet for helmet in range(len(game.house.lineup)) if helmet not in worn)
    return Screen(tuple(_wears(game, place, helmet, worn) for helmet in from_now_on(free, now)))


def _wears(game: Game, place: int, helmet: int, worn: tuple[int, ...]) -> Item:
    sign, number, at_bat = game.sign(helmet), helmet + 1, message("menu.at-bat")
    spot, base = (spoken_spot(place), BASE_NAMES[place]) if place in BASE_NAMES else (at_bat, at_bat)
    said = message("set.helmet" if sign else "set.plain-helmet", spot=spot, base=base, nth=number, sign=sign)
    return item(said, lambda: _helmet_of(game, (*worn, helmet)))
