#!/usr/bin/env python3
"""`make lab-opponent`: how often the strong box beats the fair one at Amateur, in twenty thousand simulated games.

Bar: 55 %, at Amateur; `--rules` plays another game. Each plays as many games at home as away. The strong box decides by
the solved table, which is made if there is none yet; in Diamante the fair one plays by the policy that `stadium odds`
states. The exit code is 1 below the bar.
"""

# ruff: noqa: T201, S311 - printing is what it is for; lots are no secret

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from math import sqrt
from pathlib import Path
from random import Random

sys.path.append(str(Path(__file__).parents[2]))

from firmware.storage.expectancy_file import made_expectancy
from scoreboard.opponent import decide
from scoreboard.opponent.choice import PLAYBOOKS
from scoreboard.opponent.playbook import Strength
from scoreboard.opponent.worth import Worth
from scoreboard.rules import Game, apply, start
from scoreboard.rules.events import Event, RulesName, Setup, Side, Team
from scoreboard.stats.half_throws import random_event

BAR = 0.55


def played(rules: RulesName, lots: Random, box: Side, worth: Worth | None, strength: Strength) -> Game:
    """A game that the box plays against the fair one."""
    teams = {side: Team(name=side, color=color) for side, color in (("away", "red"), ("home", "blue"))}
    game = start(Setup(rules=rules, away=teams["away"], home=teams["home"]))
    while not game.over:
        chosen = next(filter(None, _decided(game, lots, box, worth, strength)), None)
        game = apply(game, random_event(game, lots) if chosen is None else chosen)
    return game


def _decided(game: Game, lots: Random, box: Side, worth: Worth | None, strength: Strength) -> Iterator[Event | None]:
    """What both decide; the side at bat first, for a card is chosen before gloves lie."""
    for side in (game.batting, game.fielding):
        decision = decide(game, side, strength if side == box else "fair", lots, worth)
        yield None if decision is None else decision.line


def main() -> int:
    """Play them all, and print the share that the box wins."""
    parser = argparse.ArgumentParser(prog="make lab-opponent", description=__doc__)
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--rules", default="diamante-amateur", choices=PLAYBOOKS)
    parser.add_argument("--strength", default="strong", choices=("easy", "fair", "strong"))
    asked = parser.parse_args()
    worth = made_expectancy().of if asked.rules == "diamante-amateur" else None
    lots, begun, won = Random(1), time.monotonic(), 0
    for at in range(asked.games):
        box: Side = "home" if at % 2 else "away"
        won += played(asked.rules, lots, box, worth, asked.strength).winner == box
    share = won / asked.games
    within = 1.96 * sqrt(share * (1 - share) / asked.games)
    print(f"The {asked.strength} box won {won} of {asked.games} games of {asked.rules} against the fair one:")
    print(
        f"{100 * share:.1f} % ± {100 * within:.1f} (19 times in 20); {time.monotonic() - begun:.0f} s. Bar: {BAR:.0%}."
    )
    return 0 if share >= BAR or asked.rules != "diamante-amateur" else 1


if __name__ == "__main__":
    sys.exit(main())
