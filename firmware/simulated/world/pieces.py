"""Which pieces hands must move after a play: helmets to where the runners are, the Ball to where it lies.

The camera reads no helmet, so nothing depends on these moves; they make a game look like one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from firmware.simulated.rendering.bodies import HELMET_RADIUS
from vision.geometry.sizes import CHIP_RADIUS
from vision.geometry.stadium import STEPS, Field
from vision.types import Point

if TYPE_CHECKING:
    from scoreboard.rules.state import Game

HELMETS = 4
"""A team has so many, D3."""
BASES = {"HP": 0, "1B": 1, "2B": 2, "3B": 3}


def helmet_places(game: Game) -> tuple[int, ...]:
    """The places of the batting team's helmets on the path, most advanced first, the batter's last."""
    return () if game.over else (*game.runners[: HELMETS - 1], 0)


def helmet_moves(standing: Mapping[str, int], places: Sequence[int], waiting: Sequence[str]) -> dict[str, int | None]:
    """Which helmet goes to which place; None is back to the dugout.

    Args:
        standing: the helmets on the path and their places.
        places: where helmets are wanted, most advanced first.
        waiting: the helmets in the dugout, the next one first.
    """
    free = sorted(standing, key=lambda name: -standing[name])
    moves: dict[str, int | None] = dict.fromkeys(free)
    for place in places:
        while free and standing[free[0]] > place:
            free.pop(0)
        name = free.pop(0) if free else next(name for name in (*waiting, *standing) if moves.get(name) is None)
        moves[name] = place
    return {name: place for name, place in moves.items() if place != standing.get(name)}


def ball_position(field: Field, ball: str | int) -> Point:
    """Where the Ball lies, mm, beside any helmet on the same place."""
    if isinstance(ball, str) and ball.startswith("Z"):
        return field.zones[int(ball[1:]) - 1].centre
    place = np.array(field.path[STEPS * BASES[ball] if isinstance(ball, str) else ball % len(field.path)])
    outward = place - np.mean(field.bases, axis=0)
    x, y = place + (HELMET_RADIUS + CHIP_RADIUS + 2) * outward / np.linalg.norm(outward)
    return float(x), float(y)
