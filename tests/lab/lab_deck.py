#!/usr/bin/env python3
"""`make lab-deck`: what a set of cards and gloves for RallyBird brings with sensible play on both sides.

Half-innings are played out by the coaches of `scoreboard.stats.coaches`. Printed are the runs of one with an interval
of 95 %, how many bring none, and how often each card is played: one that nobody plays is not worth its paper. The house
set was tuned until the interval lay within 0.4 to 0.6 runs; for a set whose interval does not the exit code is 1.
"""

# ruff: noqa: T201, S311 - printing is what it is for; lots are no secret

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path
from random import Random
from statistics import fmean, stdev

from firmware.config.decks import load_deck
from scoreboard.rules import Game, apply
from scoreboard.rules.deck import house_deck
from scoreboard.rules.events import Roll
from scoreboard.stats.coaches import next_call
from scoreboard.stats.half_throws import endless_game

WANTED = (0.4, 0.6)
"""Runs of a half-inning, as in baseball."""
WITHIN = 1.96
"""Standard errors within which the true figure lies, 95 times in 100."""


def half_inning(game: Game, lots: Random, played: Counter[str]) -> int:
    """The runs of one, whose cards are counted."""
    half = game.half
    while game.half == half:
        if game.awaits is None:
            game = apply(game, next_call(game, lots))
        else:
            played[game.cards.card.name if game.cards and game.cards.card else ""] += 1
            game = apply(game, Roll(values=(lots.randint(1, 6), lots.randint(1, 6))))
    return game.away


def main() -> int:
    """Play them and print."""
    parser = argparse.ArgumentParser(prog="make lab-deck", description=__doc__)
    parser.add_argument("file", type=Path, nargs="?", help="the set; the house set without one")
    parser.add_argument("--halves", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    deck = load_deck(asked.file) if asked.file else house_deck()
    game = endless_game("rallybird", deck)
    lots, played = Random(asked.seed), Counter({card.name: 0 for card in deck.cards})
    runs = [half_inning(game, lots, played) for _ in range(asked.halves)]
    mean, error = fmean(runs), WITHIN * stdev(runs) / len(runs) ** 0.5
    print(f"{deck.name}: {mean:.3f} ± {error:.3f} runs a half-inning, {runs.count(0) / len(runs):.1%} of them without")
    print(f"{played.total() / len(runs):.2f} cards a half-inning:")
    for name, times in played.most_common():
        print(f"{times / played.total():7.1%}  {name}")
    return 0 if WANTED[0] < mean - error and mean + error < WANTED[1] else 1


if __name__ == "__main__":
    sys.exit(main())
