"""Putting the score right by button: outs, count, runs, inning and runners, each stated outright as a `set` line.

Rule kept here: NEXT begins with what holds now and counts up from there, so that OK on a screen opened by mistake
changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from firmware.play.menus.screen import Item, Outcome, Record, Screen, from_now_on, values
from scoreboard.language import ENGLISH
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
        yield Item("RUNNERS", "Which bases have runners.", lambda: _runners(game, BASES, ()))
    yield Item("OUTS", "How many are out.", lambda: _number("OUTS", "outs", range(3), game.outs))
    if has_count(game):
        yield Item("COUNT", "Balls and strikes.", lambda: _balls(game))
    yield from (_runs(game, side) for side in sides)
    innings, left = range(game.first, last + 1), range(game.inning - game.first + 1, last - game.first + 2)
    yield Item("INNING", "Which inning it is.", lambda: _number("INNING", "inning", innings, game.inning))
    yield Item("WHO BATS", "Which team is at bat.", lambda: _half(game))
    if game.house.lineup and game.phase == "pitch":
        yield Item("HELMETS", "Which helmets are on base and at bat.", lambda: _helmet_of(game, ()))
    yield Item("HOW LONG", "How many innings are played.", lambda: _number("INNINGS", "innings", left, game.innings))
    if has_count(game):
        yield from (_hits(game, side) for side in sides)


def _set(**stated: object) -> Callable[[], Outcome]:
    return lambda: Record(Set(by="button", **stated))  # type: ignore[arg-type]


def _number(panel: str, key: str, every: Iterable[int], now: int, color: str = "") -> Screen:
    chosen = ((value, _set(**{key: value})) for value in from_now_on(every, now))
    return values(panel, panel.capitalize(), chosen, color)


def _balls(game: Game) -> Screen:
    """Balls first, then strikes; both are one `set`."""
    chosen = ((balls, partial(_strikes, game, balls)) for balls in from_now_on(range(4), game.balls))
    return values("BALLS", "Balls", chosen)


def _strikes(game: Game, balls: int) -> Screen:
    every = from_now_on(range(3), game.strikes)
    return values("STRIKES", "Strikes", ((each, _set(balls=balls, strikes=each)) for each in every))


def _runs(game: Game, side: Side) -> Item:
    team, now = game.team(side), game.away if side == "away" else game.home
    every = range(min(now + MORE_RUNS, MOST_RUNS) + 1)
    screen = _number(team.name, side, every, now, team.color)
    return Item(f"{team.name} RUNS", f"How many runs {team.name} have.", lambda: screen, team.color)


def _hits(game: Game, side: Side) -> Item:
    team, now = game.team(side), game.hits.away if side == "away" else game.hits.home
    every = from_now_on(range(now + MORE_RUNS + 1), now)
    chosen = tuple((value, _set(hits=HitsSet(**{side: value}))) for value in every)
    screen = values("HITS", f"Hits of {team.name}", chosen, team.color)
    return Item(f"{team.name} HITS", f"How many hits {team.name} have.", lambda: screen, team.color)


def _half(game: Game) -> Screen:
    def bats(half: Half) -> Item:
        team = game.team("away" if half == "top" else "home")
        return Item(f"{team.name} BAT?", f"{team.name} are at bat.", _set(half=half), team.color)

    return Screen((bats("top"), bats("bottom")) if game.half == "top" else (bats("bottom"), bats("top")))


def _runners(game: Game, left: tuple[int, ...], taken: tuple[int, ...]) -> Outcome:
    """Base after base: is a runner there? The last answer makes one `set` of all."""
    if not left:
        return Record(Set(runners=tuple(sorted(taken, reverse=True)), by="button"))
    base, *rest = left

    def item(*, is_there: bool) -> Item:
        panel = f"{BASE_NAMES[base]} {'RUNNER?' if is_there else 'EMPTY?'}"
        said = f"{ENGLISH(spoken_spot(base)).capitalize()}: {'a runner is there' if is_there else 'nobody is there'}."
        return Item(panel, said, lambda: _runners(game, tuple(rest), (*taken, base) if is_there else taken))

    now = base in game.runners
    return Screen((item(is_there=now), item(is_there=not now)))


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
    where, spoken = (BASE_NAMES[place], ENGLISH(spoken_spot(place))) if place in BASE_NAMES else ("BAT", "at bat")
    sign = game.sign(helmet)
    kind = f"a {sign}" if sign else "a plain one"
    said = f"{spoken.capitalize()}: helmet {helmet + 1} of the line-up, {kind}."
    return Item(f"{where} {helmet + 1}{sign}?", said, lambda: _helmet_of(game, (*worn, helmet)))
