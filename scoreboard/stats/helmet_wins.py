"""Who is likely to win in Major League, by who is at bat, who is on base and who waits; and what a call does to it.

Rule kept here: the chances of runs are exact for play by default on both sides. They lie in a file, made by ``make
half-innings`` (`tests/support/helmet_chain.py`). The half-inning in play and the one after it are known by their
helmets; who leads off later is not known yet: `half_innings` has the mean of all orders, each as often as it comes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from io import BytesIO
from itertools import permutations, product
from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from scoreboard.rules import Game
from scoreboard.rules.baseball import closed
from scoreboard.rules.diamante import pitching
from scoreboard.rules.diamante.board import cost
from scoreboard.rules.endings import has_extra_runner
from scoreboard.rules.events import Side
from scoreboard.rules.house_rules import MAJOR, Helmet
from scoreboard.rules.state import SECOND
from scoreboard.stats.half_innings import ALL_BASES, Chances, is_usual

FILE: Final = "helmet_wins.npz"
FINE: Final = 65_535
"""Parts of a chance that are kept."""
NAMED: Final[dict[Helmet, int]] = {sign: MAJOR.lineup.index(sign) for sign in MAJOR.lineup}
FACES: Final = range(1, 11)
ZONES: Final = range(1, 10)
PLAIN: Final = tuple(helmet for helmet, sign in enumerate(MAJOR.lineup) if not sign)
"""The helmets that are alike."""
Order: TypeAlias = tuple[int, ...]
"""All four helmets: those on base, the most advanced first, the one at bat, and those that wait."""
ORDERS: Final[tuple[Order, ...]] = tuple(
    order for order in permutations(range(len(MAJOR.lineup))) if order.index(PLAIN[0]) < order.index(PLAIN[1])
)


class Between(NamedTuple):
    """A moment between plays: outs, the men on base, and the order of the helmets."""

    outs: int
    men: tuple[int, ...]
    order: Order


COUNTS: Final = tuple(product(range(4), range(3)))
BETWEENS: Final = tuple(Between(outs, men, order) for outs in range(3) for men in ALL_BASES for order in ORDERS)
"""All moments between plays."""
PLACES: Final[Mapping[Between, int]] = {moment: place for place, moment in enumerate(BETWEENS)}
CAUGHT_IN: Final = ZONES[2:]
"""The zones in which a ball is caught."""


class RestOfHalf(NamedTuple):
    """The chances of each number of runs, the last axis of each.

    Attributes:
        between: by `BETWEENS` and `COUNTS`.
        hits: by zone and `BETWEENS`.
        steals: by `BETWEENS` and `COUNTS`.
        tag_ups: by zone from `CAUGHT_IN` and `BETWEENS`.
    """

    between: npt.NDArray[np.float32]
    hits: npt.NDArray[np.float32]
    steals: npt.NDArray[np.float32]
    tag_ups: npt.NDArray[np.float32]


def rest_of_half(game: Game) -> Chances | None:
    """The chance of each number of runs, from a moment between pitches; None where that is not known."""
    moment = _moment(game)
    if moment is None:
        return None
    return _runs(kept().between[PLACES[moment], COUNTS.index((game.balls, game.strikes))])


def next_half(game: Game) -> Chances:
    """The same of the other side's next half-inning, whose order is known."""
    extra = has_extra_runner(game)
    waiting = game.dugouts.home if game.half == "top" else game.dugouts.away
    return _begins(extra, _order(game, game.fielding, waiting))


def is_known(game: Game) -> bool:
    """Whether both teams have the helmets of the law, in whatever order, and half-innings are played as it has them."""
    lineups = (game.team(side).lineup or game.house.lineup for side in (game.batting, game.fielding))
    return is_usual(game) and all(sorted(lineup) == sorted(MAJOR.lineup) for lineup in lineups)


class AfterCall(NamedTuple):
    """What a call may lead to: with what chance, the state, and in a play the chances of runs from there."""

    chance: float
    game: Game
    runs: Chances | None = None


def after_call(game: Game, call: str) -> Iterator[AfterCall]:
    """What a steal, a tag-up, a bunt, or no call (``""``) leads to; nothing where that is not known."""
    moment = _moment(game)
    if moment is None:
        return
    rest, place = kept(), PLACES[moment]
    if game.phase == "swing":
        yield from _swung(replace(game, play=replace(game.diamante, bunting=call == "bunt")))
    elif not call:
        yield AfterCall(1.0, closed(game))
    elif call == "steal":
        yield AfterCall(1.0, game, _runs(rest.steals[place, COUNTS.index((game.balls, game.strikes))]))
    elif call == "tag-up" and cost(game.ball) in CAUGHT_IN:
        yield AfterCall(1.0, game, _runs(rest.tag_ups[CAUGHT_IN.index(cost(game.ball)), place]))


def _swung(game: Game) -> Iterator[AfterCall]:
    """A swing or a bunt, whatever the dice show and however the chip falls."""
    for value in FACES:
        after = pitching.swing(game, value)
        if after.phase == "homer":
            for second in FACES:
                yield from _fallen(game, pitching.second_swing(after, second), 1 / len(FACES) ** 2)
        else:
            yield from _fallen(game, after, 1 / len(FACES))


def _fallen(game: Game, after: Game, chance: float) -> Iterator[AfterCall]:
    if after.phase == "run":
        yield AfterCall(chance, after, _hit(game, cost(after.ball)))
    elif after.phase == "toss":
        yield AfterCall(chance / 2, after, _hit(game, after.diamante.zone))
        yield AfterCall(chance / 2, pitching.toss(after, "out"))
    else:
        yield AfterCall(chance, after)


def _hit(game: Game, zone: int) -> Chances:
    moment = _moment(game)
    if moment is None:
        raise ValueError("the men stand between bases")
    return _runs(kept().hits[zone - 1, PLACES[moment]])


def _begins(extra: bool, order: Order) -> Chances:
    place = PLACES[Between(0, (SECOND,) if extra else (), order)]
    return _runs(kept().between[place, 0])


def _moment(game: Game) -> Between | None:
    """The moment between plays; None where a man stands between bases, or more men are on than there are helmets."""
    helmets = (*(man.helmet for man in game.men), game.at_bat, *game.bench)
    if len({*helmets}) != len(MAJOR.lineup) or len(helmets) != len(MAJOR.lineup):
        return None
    moment = Between(game.outs, game.runners, _order(game, game.batting, helmets))
    return moment if moment in PLACES else None


def _order(game: Game, side: Side, helmets: tuple[int, ...]) -> Order:
    signs = game.team(side).lineup or game.house.lineup
    return alike(NAMED[signs[helmet]] for helmet in helmets)


def alike(order: Iterable[int]) -> Order:
    """The same order, the plain helmets told apart by it alone."""
    plain = iter(PLAIN)
    return tuple(next(plain) if helmet in PLAIN else helmet for helmet in order)


def _runs(chances: npt.NDArray[np.float32]) -> Chances:
    return tuple((chances / chances.sum()).tolist())


@cache
def kept() -> RestOfHalf:
    """What the file has."""
    written = BytesIO(files("scoreboard.stats").joinpath(FILE).read_bytes())
    with np.load(written, allow_pickle=False) as arrays:
        return RestOfHalf(*(arrays[name].astype(np.float32) / FINE for name in RestOfHalf._fields))
