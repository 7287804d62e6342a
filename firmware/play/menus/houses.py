"""Menus about a game with another house: inviting it, typing its code, saying yes, and what both must agree to."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Final

from firmware.play.menus.games import STAY
from firmware.play.menus.screen import Item, Outcome, Screen, StepWithHouse, item
from scoreboard.away.sealed_letter import ALPHABET, CODE_LETTERS
from scoreboard.message import Words, message
from scoreboard.web.play.away_routes import AwayStep, Step, TwoHouses

PLAIN_BUTTONS: Final = 6
"""Buttons that stand for a number without being held: so many letters are in a group, and so many groups there are."""


def with_another_house(houses: TwoHouses) -> Screen:
    """What can be done now."""
    return Screen(tuple(_items(houses)))


def asked_here(houses: TwoHouses, more: Screen | None) -> Screen | None:
    """What the other house waits for somebody here to answer, and ``more`` that may be said; None for nothing."""
    if houses.stage not in {"answered", "stopped"} and houses.asked is None:
        return None
    return Screen((*_items(houses), *(() if more is None else more.items)), walk=True)


def _items(houses: TwoHouses) -> Iterator[Item]:
    house = houses.house
    match houses.stage:
        case "none":
            yield _step(message("menu.houses-invite"), "invite")
            yield item(message("menu.houses-code"), _letters)
            return
        case "inviting":
            yield item(message("menu.houses-tell", code=spaced(houses.code)), lambda: None)
        case "answered":
            yield _step(message("menu.houses-play", stadium=house, letters=houses.check), "accept")
        case "joining":
            yield item(message("menu.houses-looking", code=spaced(houses.code)), lambda: None)
        case "asking":
            yield item(message("menu.houses-asking", stadium=house, letters=houses.check), lambda: None)
        case "stopped" if houses.common:
            yield _step(message("menu.houses-common", nth=houses.common), "common")
    if (asked := houses.asked) is not None:
        yes = message("menu.houses-agree")
        yield _step((asked.words, yes), "agree", asked.number, (*asked.effects, yes))
        yield _step(message("menu.houses-disagree"), "disagree", asked.number)
    if houses.asks:
        yield _step(message("menu.houses-withdraw"), "withdraw")
    if houses.stage in {"playing", "stopped", "aside"}:
        leave = _step(message("menu.houses-leave"), "leave")
        yield item(leave.panel, lambda: Screen((STAY, leave)))
    else:
        yield _step(message("menu.houses-cancel"), "leave")


def _step(words: Words, step: Step, number: int = 0, panel: Words = "") -> Item:
    return Item(panel or words, words, lambda: StepWithHouse(AwayStep(step, number=number)))


def _letters(typed: str = "") -> Outcome:
    """The next letter of a code, in two steps: its group, and which of it; the whole code is sent at once."""
    if len(typed) == CODE_LETTERS:
        return StepWithHouse(AwayStep("join", typed))
    groups = [ALPHABET[at : at + PLAIN_BUTTONS] for at in range(0, len(ALPHABET), PLAIN_BUTTONS)]
    return _numbered([(message("menu.houses-group", letters=each), partial(_of_group, typed, each)) for each in groups])


def _of_group(typed: str, group: str) -> Screen:
    return _numbered(
        [(message("menu.houses-letter", code=typed + each), partial(_letters, typed + each)) for each in group]
    )


def _numbered(choices: list[tuple[Words, Callable[[], Outcome]]]) -> Screen:
    """A screen of which the six buttons that score take the first to the sixth item at once."""

    def at_once(number: int) -> Outcome:
        return choices[number - 1][1]() if number <= len(choices) else None

    return Screen(tuple(replace(item(*each), numbered=at_once) for each in choices))


def spaced(code: str) -> str:
    """The code as it is read aloud."""
    return f"{code[:4]} {code[4:]}"
