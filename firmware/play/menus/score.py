"""Putting the score right by button: outs, count, runs, inning and runners, each stated outright as a `set` line.

Rule kept here: NEXT begins with what holds now and counts up from there, so that OK on a screen opened by mistake
changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from firmware.config.teams import Offers
from firmware.play.menus.screen import Item, Outcome, Record, Rename, Screen, from_now_on, item, values
from scoreboard.message import Words, message
from scoreboard.rules import RULE_SETS, has_ten_sided_dice
from scoreboard.rules.corrections import BETWEEN_PLAYS
from scoreboard.rules.diamante.board import BASE_NAMES, spoken_spot
from scoreboard.rules.events import Half, HitsSet, Set, Side
from scoreboard.rules.house_rules import PAINTED
from scoreboard.rules.state import FIRST, HOME, SECOND, THIRD, Game

MORE_RUNS, MORE_INNINGS = 9, 3
"""How far the score, and the inning, count up before they start over."""
MOST_RUNS, MOST_INNINGS = 999, 99
BASES = (FIRST, SECOND, THIRD)
SIDES: tuple[Side, ...] = ("away", "home")


def has_count(game: Game) -> bool:
    """Whether balls, strikes and hits are shown."""
    return RULE_SETS[game.setup.rules].counts


def what_to_fix(game: Game, offers: Offers | None = None) -> Screen:
    """Everything that can be put right now; the names are among those that a new game offers."""
    return Screen((*_items(game), item(message("menu.more"), lambda: Screen(tuple(_more(game, offers or Offers()))))))


def _items(game: Game) -> Iterator[Item]:
    """What goes wrong most often."""
    last = min(max(game.last, game.inning) + MORE_INNINGS, MOST_INNINGS)
    if game.phase in BETWEEN_PLAYS:
        yield item(message("menu.runners"), lambda: _runners(game, BASES, ()))
    yield item(message("menu.outs"), lambda: _number("outs", range(3), game.outs))
    if has_count(game):
        yield item(message("menu.count"), lambda: _balls(game))
    yield from (_runs(game, side) for side in SIDES)
    innings = range(game.first, last + 1)
    yield item(message("menu.inning"), lambda: _number("inning", innings, game.inning))


def _more(game: Game, offers: Offers) -> Iterator[Item]:
    last = min(max(game.last, game.inning) + MORE_INNINGS, MOST_INNINGS)
    left = range(game.inning - game.first + 1, last - game.first + 2)
    yield item(message("menu.who-bats"), lambda: _half(game))
    if game.phase in BETWEEN_PLAYS and has_ten_sided_dice(game.setup.rules):
        yield item(message("menu.between"), lambda: _who_is_between(game))
    if game.house.lineup and game.phase == "pitch":
        yield item(message("menu.helmets"), lambda: _helmet_of(game, ()))
    yield item(message("menu.how-long"), lambda: _number("innings", left, game.innings))
    if has_count(game):
        yield from (_hits(game, side) for side in SIDES)
    yield item(message("menu.names"), lambda: _whose_name(game, offers))


def _set(**stated: object) -> Callable[[], Outcome]:
    return lambda: Record(Set(by="button", **stated))  # type: ignore[arg-type]


def _number(key: str, every: Iterable[int], now: int) -> Screen:
    # one of: set.inning, set.outs
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
        words = message("set.runner" if is_there else "set.empty", spot=spoken_spot(base), base=BASE_NAMES[base])
        return item(words, lambda: _runners(game, tuple(rest), (*taken, base) if is_there else taken))

    now = base in game.runners
    return Screen((occupied(is_there=now), occupied(is_there=not now)))


def _who_is_between(game: Game) -> Screen:
    """Which runner stands between two bases: one who is on the path, or one who is not there yet."""

    def man(place: int) -> Item:
        words = message("menu.man-between", spot=spoken_spot(place), base=BASE_NAMES.get(place, place))
        return item(words, partial(_stretch, game, place))

    there = tuple(map(man, game.runners))
    another = item(message("menu.another-between"), partial(_stretch, game, None))
    return Screen((*there, *(() if len(there) > len(BASES) - 1 else (another,))))


def _stretch(game: Game, man: int | None) -> Screen:

    def between(behind: int) -> Item:
        names = {"behind": BASE_NAMES.get(behind, BASE_NAMES[HOME]), "ahead": BASE_NAMES[behind + FIRST]}
        return item(message("menu.stretch", **names), partial(_step, game, man, behind))

    return Screen(tuple(map(between, from_now_on(range(0, HOME, FIRST), 0 if man is None else man - man % FIRST))))


def _step(game: Game, man: int | None, behind: int) -> Screen:
    """On which step (D1); the law is asked what comes of it."""
    others = tuple(place for place in game.runners if place != man)
    steps = [step for step in range(behind + 1, behind + FIRST) if step not in others]

    def runners(step: int) -> tuple[int, ...]:
        return tuple(sorted((*others, step), reverse=True))

    every = from_now_on(steps, man or 0)
    return values("set.step", ((step, _set(runners=runners(step))) for step in every))


def _whose_name(game: Game, offers: Offers) -> Screen:
    def of(side: Side) -> Item:
        team = game.team(side)
        return item(message("menu.name-of", team=team.name), partial(_names, game, side, offers), team.color)

    return Screen(tuple(map(of, SIDES)))


def _names(game: Game, side: Side, offers: Offers) -> Screen:
    team, other = (game.team(each) for each in ((side, "home" if side == "away" else "away")))
    every = from_now_on(dict.fromkeys((team.name, *(each.name for each in offers.teams))), team.name)
    return Screen(tuple(_name(side, name, offers.called(name), team.color) for name in every if name != other.name))


def _name(side: Side, name: str, called: Words, color: str) -> Item:
    return item(message("new.team", team=called), partial(Rename, side, name), color)


def _helmet_of(game: Game, worn: tuple[int, ...]) -> Outcome:
    """Man after man, the most advanced first, then the batter, then who waits: which helmet does he wear (D49)?"""
    men, every = game.men, range(len(game.house.lineup))
    free = tuple(helmet for helmet in every if helmet not in worn)
    if len(worn) > len(men) and len({game.sign(helmet) for helmet in free}) < 2:  # noqa: PLR2004 - else they differ
        helmets, at_bat, waiting = worn[: len(men)], worn[len(men)], (*worn[len(men) + 1 :], *free)
        return Record(Set(runners=game.runners, helmets=helmets, at_bat=at_bat, dugout=waiting, by="button"))
    worn_now = (*(man.helmet for man in men), game.at_bat, *game.bench)
    now = worn_now[len(worn)] if len(worn) < len(worn_now) else free[0]
    place = men[len(worn)].place if len(worn) < len(men) else len(men) - len(worn)
    return Screen(tuple(_wears(game, place, helmet, worn) for helmet in from_now_on(free, now)))


def _wears(game: Game, place: int, helmet: int, worn: tuple[int, ...]) -> Item:
    """``place`` is 0 for the batter, and -1 and below for those who wait."""
    sign, number, off = game.sign(helmet), helmet + 1, message("menu.at-bat" if place == 0 else "menu.in-dugout")
    spot, base = (spoken_spot(place), BASE_NAMES.get(place, str(place))) if place > 0 else (off, off)
    words = message("set.helmet" if sign else "set.plain-helmet", spot=spot, base=base, nth=number, sign=PAINTED[sign])
    return item(words, lambda: _helmet_of(game, (*worn, helmet)))
