#!/usr/bin/env python3
"""`make half-innings`: makes the data files of `scoreboard/stats/` anew; half an hour, or what `--rules` takes.

The table games are solved by their chains, Four-Dice Baseball by its best signs, for most runs and for the win, and
Amateur exactly, best play against best play, which takes some minutes. Major is solved for play by default, which takes
most of the time and some gigabytes of memory. RallyBird is simulated by the policy that `stadium odds` states, in
batches, from all 24 states of men and outs, and counted from every state that they meet, for gloves wear.
"""

# ruff: noqa: T201, S311 - printing is what it is for; lots are no secret

from __future__ import annotations

import argparse
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from itertools import product
from pathlib import Path
from random import Random
from typing import get_args

import msgspec
import numpy as np

sys.path.extend(str(Path(__file__).parents[up]) for up in (1, 2))

from support import sign_solver
from support.best_play import run_chances
from support.helmet_chain import packed, walked
from support.helmet_plays import EMPTY, at

from scoreboard.rules import RULE_SETS, Game
from scoreboard.rules.corrections import BETWEEN_PLAYS
from scoreboard.rules.events import RulesName
from scoreboard.rules.parks import TABLE_GAMES
from scoreboard.stats import best_signs, half_innings, helmet_wins, sign_wins
from scoreboard.stats.expectancy import graph_of, values_of
from scoreboard.stats.half_innings import ALL_BASES, HalfInnings, name_of, name_of_moment
from scoreboard.stats.half_throws import BaseOutState, endless_game, half_played, with_men
from scoreboard.stats.helmet_wins import ORDERS, PLACES, Between, Order, RestOfHalf, alike
from scoreboard.stats.play_graph import openings, walk
from scoreboard.stats.sign_chain import ORDER, STATES, SignChain
from scoreboard.stats.table_chain import chances_of_runs

GAMES: tuple[RulesName, ...] = get_args(RulesName)
SEEN = 6000
"""Half-innings of a team that tell how often each order of helmets begins one."""
BATCHES = 10
MORE_FRESH = 10
"""Times that whole half-innings are played besides: all that are still to come begin so."""
LEAST_MET = 40
"""Times that a state must be met in each batch, to be told from those without worn gloves."""
DECIMALS = 8
"""Decimal places that are kept."""


def solved() -> HalfInnings:
    """Amateur, by best play."""
    graph = graph_of(walk())
    rows = {
        name_of(outs, game.runners, game.balls, game.strikes): (_trimmed(chances.tolist()),)
        for game, outs, chances in run_chances(graph, values_of(graph), openings())
    }
    return HalfInnings("solved", rows)


def _trimmed(chances: list[float]) -> tuple[float, ...]:
    kept = [round(chance, DECIMALS) for chance in chances]
    while not kept[-1]:
        kept.pop()
    return tuple(kept)


def is_between_plays(game: Game) -> bool:
    """Whether nothing is in play, and neither card nor gloves of an at-bat are told."""
    is_at_bat_open = game.cards is not None and (game.cards.placed or game.cards.card is not None or game.cards.commit)
    return game.phase in BETWEEN_PLAYS and not is_at_bat_open


def thrown(rules: RulesName) -> HalfInnings:
    """A table game, by its chain."""
    men = ALL_BASES if endless_game(rules).setup.has_runners else ALL_BASES[:1]
    starts = [BaseOutState(outs, each) for outs in range(3) for each in men]
    rows = {name_of(*state): (_trimmed(each.tolist()),) for state, each in chances_of_runs(rules, starts).items()}
    return HalfInnings("solved", rows)


def signed() -> HalfInnings:
    """Four-Dice Baseball, by the sign that brings most runs in each state; that is kept, and what wins most often."""
    _keep(sign_wins.FILE, sign_solver.made())
    chain = SignChain()
    best = chain.best()
    signs = {name_of(*state): ORDER[sign] for state, sign in zip(STATES, best, strict=True)}
    _keep(best_signs.FILE, msgspec.json.encode(signs).replace(b',"', b',\n"') + b"\n")
    chances = chain.run_chances(best)
    rows = {name_of(*state): (_trimmed(each.tolist()),) for state, each in zip(STATES, chances, strict=True)}
    return HalfInnings("solved", rows)


def by_helmets() -> HalfInnings:
    """Major, by default; the chances by helmets are kept, and here those of any order, as often as it comes."""
    rest = walked().solved()
    _keep(helmet_wins.FILE, packed(rest))
    return any_order(rest, orders(Random(1)))


def any_order(rest: RestOfHalf, often: Mapping[Order, float]) -> HalfInnings:
    """Whatever order the helmets are in."""
    rows = {}
    for outs, men in product(range(3), ALL_BASES):
        each = [share * rest.between[PLACES[Between(outs, men, order)], 0] for order, share in often.items()]
        rows[name_of(outs, men)] = (_trimmed(np.sum(each, axis=0).tolist()),)
    return HalfInnings("solved", rows)


def orders(lots: Random) -> Mapping[Order, float]:
    """How often each begins a half-inning."""
    counts, game = Counter[Order](), EMPTY
    for _ in range(SEEN):
        *_, last = half_played(game, lots)
        order = alike(last.dugouts.away)
        counts[order] += 1
        game = at(Between(0, (), order))
    return {order: counts[order] / SEEN for order in ORDERS}


def simulated(rules: RulesName, halves: int) -> HalfInnings:
    """So many half-innings of each batch from each state, each counted from every state between plays that it met."""
    empty, lots = endless_game(rules), Random(1)
    starts = [with_men(empty, men, outs) for outs, men in product(range(3), ALL_BASES)]
    starts += [empty] * MORE_FRESH
    batches = [_counted(starts, halves, lots) for _ in range(BATCHES)]
    met = sorted(name for name in batches[0] if all(sum(batch[name].values()) >= LEAST_MET for batch in batches))
    return HalfInnings("simulated", {name: tuple(map(_row, (batch[name] for batch in batches))) for name in met})


def _counted(starts: Iterable[Game], halves: int, lots: Random) -> Mapping[str, Counter[int]]:
    """By state, how often it brought so many runs."""
    counts = defaultdict[str, Counter[int]](Counter)
    for start in starts:
        for _ in range(halves):
            *states, last = half_played(start, lots)
            for state in filter(is_between_plays, states):
                counts[name_of_moment(state)][last.away - state.away] += 1
    return counts


def _row(counts: Counter[int]) -> tuple[float, ...]:
    return tuple(counts[runs] for runs in range(max(counts) + 1))


def _keep(name: str, written: bytes) -> None:
    path = Path(half_innings.__file__).with_name(name)
    path.write_bytes(written)
    print(f"{path}: {path.stat().st_size} bytes")


def main() -> int:
    """Make the file."""
    parser = argparse.ArgumentParser(prog="make half-innings", description=__doc__)
    parser.add_argument("--halves", type=int, default=400, help="of each batch from each state of a simulated game")
    parser.add_argument("--rules", choices=RULE_SETS, action="append", help="only this game; once for each")
    asked = parser.parse_args()
    path = Path(half_innings.__file__).with_name(half_innings.FILE)
    kept = msgspec.json.decode(path.read_bytes(), type=dict[str, HalfInnings])
    asked_for = asked.rules or GAMES
    made = {rules: _made(rules, asked.halves) if rules in asked_for else kept[rules] for rules in GAMES}
    _keep(half_innings.FILE, msgspec.json.encode(made).replace(b'"0 out', b'\n"0 out') + b"\n")
    return 0


def _made(rules: RulesName, halves: int) -> HalfInnings:
    if rules in TABLE_GAMES:
        return thrown(rules)
    if rules == "rallybird":
        return simulated(rules, halves)
    return {"diamante-amateur": solved, "diamante-major": by_helmets, "four-dice": signed}[rules]()


if __name__ == "__main__":
    sys.exit(main())
