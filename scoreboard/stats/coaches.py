"""Two sensible coaches of RallyBird: which card the offence plays, and how the defence lays its gloves.

Theory of operation. The offence chooses before the gloves lie, and the defence does not see the card: each at-bat is a
game of two who choose at once. What a card is worth against gloves laid in one way follows from the law and from
`EXPECTED`, the runs that a half-inning still brings; a glove that turns or is lost is worth `WORN` more. Both play by
lot, with the chances that matching of regrets comes to (Hart and Mas-Colell, 2000): neither could do much better by
knowing the other's. What comes after the at-bat counts by these two figures alone, so it is sensible play and not the
best.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import permutations
from random import Random
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from scoreboard.rules.baseball import opening
from scoreboard.rules.deck import ZONES, Card, Deck, Zone
from scoreboard.rules.events import Call, Setup, Side
from scoreboard.rules.house_rules import HouseRules
from scoreboard.rules.rallybird import (
    COMPARISONS,
    deck_of,
    hand,
    in_hand,
    laid_out,
    play_out,
    result_of,
    tested_zones,
    to_draw,
    unrolled,
)
from scoreboard.rules.rallybird.results import Comparison
from scoreboard.rules.state import CardPlay, Game, Glove, Runner

Chances: TypeAlias = npt.NDArray[np.float64]

EXPECTED: Mapping[tuple[int, ...], tuple[float, float, float]] = {
    (): (0.48, 0.25, 0.10),
    (6,): (0.86, 0.51, 0.22),
    (12,): (1.10, 0.66, 0.32),
    (12, 6): (1.44, 0.88, 0.43),
    (18,): (1.35, 0.95, 0.35),
    (18, 6): (1.78, 1.13, 0.48),
    (18, 12): (1.96, 1.38, 0.58),
    (18, 12, 6): (2.29, 1.54, 0.75),
}
"""Runs still to come by who is on, with none, one and two out: of the major leagues about 2010 to 2015, rounded."""
WORN = 0.06
"""What it is worth to the offence that a glove turns or is lost."""
MANY = 99
"""Innings, so many that no half-inning is the last."""
ROUNDS = 300
"""Of matching regrets."""
HIGHEST = 12 * 6
"""No gloves add up to more."""
DICE = np.bincount([a + b for a in range(1, 7) for b in range(1, 7)], minlength=HIGHEST + 1) / 36
MORE = 1 - np.cumsum(DICE)
"""By the sum of the gloves, the chance that two dice show as much, and more."""
LEAST = 1e-9
KEPT = 256
"""Situations whose solution is kept in memory: more than an evening meets."""


class Mixed(NamedTuple):
    """Both coaches' ways to play an at-bat, and the chance of each: all cards, and all ways to lay the gloves."""

    cards: tuple[str, ...]
    played: Chances
    ways: tuple[tuple[Glove | None, ...], ...]
    laid: Chances


def next_call(game: Game, rng: Random) -> Call:
    """What is said next, where a card, the gloves or the change of one is due."""
    dealt = game.cards
    if dealt is None:
        raise ValueError("this game has no cards")
    if dealt.choose:
        return least_loss(dealt)
    if game.phase == "gloves":
        return gloves_by_lot(game, rng)
    if to_draw(game):
        return Call(call=f"aside {rng.choice([card.name for card in in_hand(game)])}")
    return card_by_lot(game, rng)


def card_by_lot(game: Game, rng: Random) -> Call:
    """One of the cards in hand, with the chances of sensible play."""
    mixed, names = _mixed(game), {card.name for card in hand(game)}
    chances = [chance + LEAST if name in names else 0 for name, chance in zip(mixed.cards, mixed.played, strict=True)]
    return Call(call=f"card {rng.choices(mixed.cards, chances)[0]}")


def gloves_by_lot(game: Game, rng: Random) -> Call:
    """One of the ways to lay the gloves, with the chances of sensible play; no card makes a difference to it."""
    mixed = _mixed(game)
    (way,) = rng.choices(mixed.ways, mixed.laid.tolist())
    return _lies(way)


def least_loss(dealt: CardPlay) -> Call:
    """Which glove the defence lets go of: the lowest, or the one that is best on its other side."""
    failed = [glove for glove in dealt.gloves if glove.zone in dealt.choose]
    if failed[0].red:
        return Call(call=f"lose {min(failed, key=lambda glove: glove.value).zone}")
    return Call(call=f"flip {max(failed, key=lambda glove: glove.tile.red - glove.tile.white).zone}")


def ways_to_lay(game: Game) -> tuple[Call, ...]:
    """The gloves in every way that shows other numbers."""
    return _calls(deck_of(game), _unlaid(game))


def worths(game: Game, gloves: Iterable[Glove]) -> Mapping[str, float]:
    """What each card that may be played is worth against gloves that lie so, by its name."""
    deck, lie = deck_of(game), {glove.zone: glove for glove in gloves}
    values = np.array([[_value(deck, zone, lie.get(zone)) for zone in ZONES]])
    return {card.name: float(_worth(_situation(game), card, values)[0]) for card in hand(game)}


def is_worth_another_roll(game: Game) -> bool:
    """Whether the roll that the RallyBird throws again brought less than another will on average (R8)."""
    before = unrolled(game)
    if before is None or before.cards is None or before.cards.card is None or game.winner == before.batting:
        return False
    again = worths(before, before.cards.gloves)[before.cards.card.name]
    return _came(before, game, before.batting) < again


def _came(before: Game, after: Game, side: Side) -> float:
    goes_on = after.half == before.half and not after.over
    return after.runs_of(side) - before.runs_of(side) + (EXPECTED[after.runners][after.outs] if goes_on else 0)


def _lies(way: Iterable[Glove | None]) -> Call:
    lie = (replace(glove, zone=zone) for zone, glove in zip(ZONES, way, strict=True) if glove)
    return Call(call=f"gloves {laid_out(lie)}")


def _mixed(game: Game) -> Mixed:
    """The chances of every card and layout in this situation; the cards set aside make no difference to them."""
    return _solved(deck_of(game), _unlaid(game), _situation(game))


def _unlaid(game: Game) -> tuple[Glove, ...]:
    """The gloves that are left, wherever they lie."""
    gloves = () if game.cards is None else game.cards.gloves
    return tuple(sorted((replace(glove, zone=None) for glove in gloves), key=repr))


def _situation(game: Game) -> Game:
    """The same men and outs, and nothing else of the game."""
    return _empty(game.setup, game.house, game.runners, game.outs)


@lru_cache(maxsize=64)
def _empty(setup: Setup, house: HouseRules, men: tuple[int, ...], outs: int) -> Game:
    on = tuple(Runner(place=place, helmet=helmet) for helmet, place in enumerate(men, start=1))
    return replace(opening(setup, house, innings=MANY), men=on, outs=outs, innings=MANY)


@lru_cache(maxsize=KEPT)
def _solved(deck: Deck, gloves: tuple[Glove, ...], game: Game) -> Mixed:
    cards = tuple(card for card in deck.cards if card in hand(game))
    layouts = _layouts(deck, gloves)
    worth = np.array([_worth(game, card, layouts.values) for card in cards])
    played, laid = matched(worth)
    return Mixed(tuple(card.name for card in cards), played, layouts.ways, laid)


class Layouts(NamedTuple):
    """Every way to lay the gloves that shows other numbers, and by way and zone those numbers."""

    ways: tuple[tuple[Glove | None, ...], ...]
    values: npt.NDArray[np.int_]


@lru_cache(maxsize=KEPT)
def _calls(deck: Deck, gloves: tuple[Glove, ...]) -> tuple[Call, ...]:
    return tuple(map(_lies, _layouts(deck, gloves).ways))


@lru_cache(maxsize=KEPT)
def _layouts(deck: Deck, gloves: tuple[Glove, ...]) -> Layouts:
    """Of two gloves with the icon one is left."""
    icons = [glove for glove in gloves if glove.tile.icon]
    ways = dict[tuple[int, ...], tuple[Glove | None, ...]]()
    for without in icons if len(icons) > 1 else [None]:
        taken = [glove for glove in gloves if glove is not without]
        for way in permutations([*taken, *[None] * (len(ZONES) - len(taken))]):
            ways.setdefault(tuple(_value(deck, *each) for each in zip(ZONES, way, strict=True)), way)
    return Layouts(tuple(ways.values()), np.array(list(ways)))


def _value(deck: Deck, zone: Zone, glove: Glove | None) -> int:
    return deck.printed(zone) if glove is None else glove.value


def _worth(game: Game, card: Card, values: npt.NDArray[np.int_]) -> Chances:
    """What the card is worth against each layout."""
    tested = tested_zones(game, card)
    sums = values @ np.array([tested.count(zone) for zone in ZONES])
    more, equal, less = (_brings(game, card, comparison) for comparison in COMPARISONS)
    worth: Chances = MORE[sums] * more + DICE[sums] * equal + (1 - MORE[sums] - DICE[sums]) * less
    return worth


def _brings(game: Game, card: Card, comparison: Comparison) -> float:
    """Runs, those still to come, and what becomes of a glove."""
    after, moved = play_out(game, card, result_of(game, card, comparison))
    still = EXPECTED[after.runners][after.outs] if after.half == game.half else 0
    return after.away - game.away + still + (WORN if moved and card.kind != "take" else 0)


def matched(worth: Chances) -> tuple[Chances, Chances]:
    """The chances of the rows, whose player wants much, and of the columns, whose player wants little."""
    regrets = [np.zeros(size) for size in worth.shape]
    played = [np.zeros(size) for size in worth.shape]
    for _ in range(ROUNDS):
        row, column = (_by_regret(each) for each in regrets)
        for_row, for_column = worth @ column, -(row @ worth)
        regrets[0] += for_row - row @ for_row
        regrets[1] += for_column - column @ for_column
        played[0] += row
        played[1] += column
    return played[0] / ROUNDS, played[1] / ROUNDS


def _by_regret(regret: Chances) -> Chances:
    """As likely as each would have been better; all alike where none would."""
    positive = np.maximum(regret, 0)
    total = positive.sum()
    return positive / total if total else np.full(len(regret), 1 / len(regret))
