"""Menus about the rules of the house for the next game: mercy, most runs, ties, extra runner, head start, clock."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from msgspec import convert, structs

from firmware.play.menus.new_games import HOUSE_VALUES
from firmware.play.menus.screen import Item, Outcome, Screen, from_now_on, item
from scoreboard.message import Words, message
from scoreboard.rules import find_rule_set, ruled_otherwise
from scoreboard.rules.events import RulesName, Setup
from scoreboard.rules.house_rules import HouseRules, Rulings

Then = Callable[[Rulings], Outcome]
"""What the house rules that were chosen come to."""
OFF: Final = 0
"""In place of an extra inning: no runner in any."""


def house_rules(setup: Setup, house: HouseRules, teams: Mapping[str, Words], then: Then) -> Screen:
    """What there is to choose; ``house`` is how it is played as chosen so far, ``teams`` are by their sides."""
    rules = setup.rules

    def one(name: str) -> Item:
        # one of: new.house.mercy, new.house.cap, new.house.tie_after, new.house.minutes
        return item(message(f"new.house.{name}"), partial(_values, rules, house, name, then))

    items = [one("mercy"), one("cap"), one("tie_after")]
    if setup.has_runners:
        items.append(item(message("new.house.extra_runner"), partial(_runner, rules, house, then)))
    starts = Screen(tuple(_start(rules, house, side, team, then) for side, team in teams.items()))
    return Screen((*items, item(message("new.house.start"), lambda: starts), one("minutes")))


def _ruled(rules: RulesName, house: HouseRules, then: Then, **changes: object) -> Outcome:
    """These rules with that change, as a game line has them: in what they are otherwise than the game's own."""
    otherwise = ruled_otherwise(find_rule_set(rules).house, structs.replace(house, **changes))
    return then(convert(otherwise, Rulings))


def _values(rules: RulesName, house: HouseRules, name: str, then: Then) -> Screen:
    def one(value: int | None) -> Item:
        which = f"{name}-{'none' if value is None else 'at' if value else '0'}"
        # one of: new.house.mercy-none, new.house.cap-none, new.house.tie_after-none, new.house.minutes-none
        # one of: new.house.tie_after-0
        # one of: new.house.mercy-at, new.house.cap-at, new.house.tie_after-at, new.house.minutes-at
        words = message(f"new.house.{which}", nth=value or 0)
        return item(words, partial(_ruled, rules, house, then, **{name: value}))

    return Screen(tuple(map(one, from_now_on(HOUSE_VALUES[name], getattr(house, name)))))


def _runner(rules: RulesName, house: HouseRules, then: Then) -> Screen:
    def one(nth: int) -> Item:
        if nth == OFF:
            return item(message("new.house.runner-none"), partial(_ruled, rules, house, then, extra_runner=False))
        chosen = {"extra_runner": True, "extra_runner_from": nth}
        return item(message("new.house.runner-at", nth=nth), partial(_ruled, rules, house, then, **chosen))

    now = house.extra_runner_from if house.extra_runner else OFF
    return Screen(tuple(map(one, from_now_on((OFF, *filter(None, HOUSE_VALUES["extra_runner_from"])), now))))


def _start(rules: RulesName, house: HouseRules, side: str, team: Words, then: Then) -> Item:
    """With how many runs a team begins."""
    name = f"{side}_start"

    def one(runs: int | None) -> Item:
        words = message("new.house.start-at", team=team, nth=runs or 0)
        return item(words, partial(_ruled, rules, house, then, **{name: runs}))

    every = from_now_on(HOUSE_VALUES[name], getattr(house, name))
    return item(message("new.house.start-of", team=team), lambda: Screen(tuple(map(one, every))))
