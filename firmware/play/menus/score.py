"""Putting the score right by button: outs, count, runs, inning and runners, each stated outright as a `set` line.

Rule kept here: NEXT begins with what holds now and counts up from there, so that OK on a screen opened by mistake
changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial

from firmware.config.teams import Offers
from firmware.devices.protocols import NUMBERS, Gesture
from firmware.play.menus.confirming import confirm
from firmware.play.menus.screen import (
    Confirmed,
    Item,
    Nothing,
    Outcome,
    Record,
    Rename,
    Screen,
    from_now_on,
    item,
    values,
)
from scoreboard.commentary import spot_name
from scoreboard.message import Words, message
from scoreboard.rules import apply, find_rule_set, has_ten_sided_dice
from scoreboard.rules.corrections import BETWEEN_PLAYS
from scoreboard.rules.diamante.board import BASE_NAMES, place_code, spoken_spot
from scoreboard.rules.endings import runs_to_end
from scoreboard.rules.events import Chip, Die, Event, Half, HitsSet, Press, Set, Side
from scoreboard.rules.history import Entry, History
from scoreboard.rules.house_rules import PAINTED
from scoreboard.rules.state import FIRST, HOME, SECOND, THIRD, Game, Phase

MORE_RUNS, MORE_INNINGS = 9, 3
"""How far the score, and the inning, count up before they start over."""
MOST_RUNS, MOST_INNINGS = 999, 99
BASES = (FIRST, SECOND, THIRD)
HITS = (1, 2, 3)
"""Bases of a single, a double and a triple."""
SIDES: tuple[Side, ...] = ("away", "home")
D10_VALUES = range(1, 11)
THEN: Mapping[Phase, tuple[Phase, ...]] = {"pitch": ("swing",), "swing": ("homer", "toss"), "homer": ("toss",)}
"""The phases on the way to a ball that is hit to a zone, and which comes after each."""


def has_count(game: Game) -> bool:
    """Whether balls, strikes and hits are shown."""
    return find_rule_set(game.setup.rules).counts


def what_to_fix(game: Game, offers: Offers | None = None) -> Screen:
    """Everything that can be put right now; the names are among those that a new game offers."""
    return Screen((*_items(game), item(message("menu.more"), lambda: Screen(tuple(_more(game, offers or Offers()))))))


def by_button(history: History, gesture: Gesture) -> Screen | None:
    """What a button that scores is about, when it is held; None where that cannot be put right now.

    The item is what will be so, in full, and OK makes it so.
    """
    game = history.game
    side = game.batting
    match gesture:
        case "out-held":
            return _with_catches(history, _plainly(history, "set.outs", "outs", range(3), game.outs))
        case "run-held":
            team, now = game.team(side), game.away if side == "away" else game.home
            every = range(min(now + MORE_RUNS, MOST_RUNS) + 1)
            return _plainly(history, "set.runs", side, every, now, team.color, team=team.name)
        case "strike-held" if has_count(game):
            return _balls(game)
        case "batter-held" if game.phase in BETWEEN_PLAYS and game.runners:
            return Screen(tuple(_moves(history)))
        case "homerun-held" if game.phase == "pitch":
            return Screen(tuple(_hit(history, bases) for bases in HITS))
    return None


def _plainly(
    history: History, key: str, name: str, every: Iterable[int], now: int, color: str = "", **others: Words
) -> Screen:
    """Numbers that are so at OK, for the item says all that changes; the one that holds changes nothing."""

    def chosen(value: int) -> Outcome:
        return Nothing() if value == now else Confirmed(Set(by="button", **{name: value}), history)  # type: ignore[arg-type]

    choices = ((value, partial(chosen, value)) for value in from_now_on(every, now))
    return values(key, choices, color, **others)


def _with_catches(history: History, outs: Screen) -> Screen:
    """The outs, and that the batter was caught in a zone: the button of its number asks about it at once."""
    found: dict[int, tuple[Event, ...]] = {}
    if has_ten_sided_dice(history.setup.rules):
        for zone, thrown in sorted(_hits_to(history.game), key=lambda hit: len(hit[1])):
            found.setdefault(zone, thrown)
    if not found:
        return outs
    items = dict[int, Item]()
    for zone, (first, *others) in sorted(found.items()):
        caught = partial(Confirmed, first, history, (*others, Chip(face="out", by="button")))
        items[zone] = item(message("set.caught-in", zone=zone), caught)

    def numbered(number: int) -> Outcome:
        return Screen((items[number],)) if number in items else None

    zones = Screen(tuple(replace(each, numbered=numbered) for each in items.values()))
    which = replace(item(message("set.caught"), lambda: zones), numbered=numbered)
    *more, last = outs.items  # to which NEXT held goes back: one out less
    at_once = {gesture: partial(numbered, number) for gesture, number in NUMBERS.items() if number in items}
    return replace(outs, items=(*more, which, last), held=at_once)


def _hits_to(game: Game, thrown: tuple[Event, ...] = ()) -> Iterator[tuple[int, tuple[Event, ...]]]:
    """Each zone with throws that hit there from here on; with a pitch among them that let the batter swing."""
    if game.phase == "toss" and thrown:
        yield game.diamante.zone, thrown
    for value in D10_VALUES if game.phase in THEN else ():
        die = Die(color=game.awaits or "", value=value, by="button")
        if (after := apply(game, die)).phase in THEN[game.phase]:
            yield from _hits_to(after, (*thrown, die))


def _moves(history: History) -> Iterator[Item]:
    """Where each man could really stand: first a base further on, the most advanced man first, then any other."""
    game = history.game
    others = [(man, to) for man in game.runners for to in (*BASES, HOME, 0) if to != man and to not in game.runners]
    for man, to in sorted(others, key=lambda move: move[1] != move[0] - move[0] % FIRST + FIRST):
        key = "set.scores" if to == HOME else "set.off" if to == 0 else "set.moves"
        ends = {"at": spot_name(man)} | ({"to": spot_name(to)} if to in BASES else {})
        yield item(message(key, **ends), partial(Confirmed, _moved(game, man, to), history))


def _moved(game: Game, man: int, to: int) -> Set:
    """One man stands elsewhere, has scored or is off the path; each keeps his helmet."""
    men = {each.place: each.helmet for each in game.men}
    helmet = men.pop(man)
    if to in BASES:
        men[to] = helmet
    return _stands(game, men, runs=int(to == HOME))


def _stands(game: Game, men: Mapping[int, int], *, runs: int = 0, **others: object) -> Set:
    """These helmets on these places, and so many runs more."""
    places = tuple(sorted(men, reverse=True))
    more: dict[str, object] = dict(others)
    if runs:
        more[game.batting] = (game.away if game.batting == "away" else game.home) + runs
    if game.house.lineup:
        more["helmets"] = tuple(men[place] for place in places)
    return Set(runners=places, by="button", **more)  # type: ignore[arg-type]


def _hit(history: History, bases: int) -> Item:
    """A single, double or triple without dice: the batter and every man on the path go so many bases."""
    # one of: set.hit.1, set.hit.2, set.hit.3
    return item(message(f"set.hit.{bases}"), partial(_with_hit, history, bases))


def _with_hit(history: History, bases: int) -> Outcome:
    game = history.game
    men = {man.place + bases * FIRST: man.helmet for man in game.men}
    scored = tuple(men[place] for place in sorted(men, reverse=True) if place >= HOME)
    hits = game.hits.away if game.batting == "away" else game.hits.home
    counted = {"hits": HitsSet(**{game.batting: hits + 1}), "balls": 0, "strikes": 0} if has_count(game) else {}
    last = runs_to_end(game)
    if last is not None and last <= len(scored):
        runs = (Press(button="run"),) * last  # which end the half-inning or the game, as no `set` does
        lines: tuple[Entry, ...] = (Set(by="button", **counted), *runs) if counted else runs  # type: ignore[arg-type]
        return confirm(history, lines[0], lines[1:])
    there = {place: helmet for place, helmet in men.items() if place < HOME} | {bases * FIRST: game.at_bat}
    if game.house.lineup:
        up, *wait = (*game.bench, *scored) or (game.at_bat,)
        counted |= {"at_bat": up, "dugout": tuple(wait)}
    return Confirmed(_stands(game, there, runs=len(scored), **counted), history)


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
        words = message("menu.man-between", spot=spoken_spot(place), base=place_code(place))
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
    choices = ((step - behind, _set(runners=runners(step))) for step in every)
    return values("set.step", choices, most=str(FIRST - 1), ahead=spoken_spot(behind + FIRST))


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
    spot, base = (spoken_spot(place), place_code(place)) if place > 0 else (off, off)
    words = message("set.helmet" if sign else "set.plain-helmet", spot=spot, base=base, nth=number, sign=PAINTED[sign])
    return item(words, lambda: _helmet_of(game, (*worn, helmet)))
