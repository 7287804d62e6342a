"""Which pieces hands must move: helmets to where the runners are, the Ball to where it lies."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from firmware.simulated.rendering.bodies import HELMET_RADIUS
from firmware.simulated.world.stadium import CHIP
from vision.geometry.sizes import CHIP_RADIUS
from vision.geometry.stadium import PLACES, STEPS, Field
from vision.types import Point

if TYPE_CHECKING:
    from firmware.simulated.world.intentions import Intention
    from scoreboard.rules.state import Game

HELMETS = 4
"""A team has so many, D3."""
BASES = {"HP": 0, "1B": 1, "2B": 2, "3B": 3}
Hand = Literal["carries", "slides", "upsets", "brings"]
"""It lifts a piece over, slides it along the board, lets it fall over where it puts it, or brings it from elsewhere."""


@dataclass(frozen=True, slots=True)
class PieceMove:
    """What a hand does with a piece.

    Attributes:
        name: ``chip``, or a helmet such as ``away 1``.
        way: past which points, mm; the last is where it is left.
        hand: how it is moved.
        at_once: a second hand does it while the move before is done.
    """

    name: str
    way: tuple[Point, ...]
    hand: Hand = "carries"
    at_once: bool = False

    @property
    def end(self) -> Point:
        """Where it is left."""
        return self.way[-1]


def helmet(side: str, number: int) -> str:
    """The name of a helmet, from 0 in the order of the line-up."""
    return f"{side} {number + 1}"


def helmets_on(game: Game) -> dict[str, int]:
    """Which helmets of the side at bat are on the base path or at the plate, and their places."""
    if game.over:
        return {}
    worn = {game.at_bat: 0} if game.waiting else {}
    worn |= {man.helmet: man.place for man in game.men}
    return {helmet(game.batting, number): place for number, place in worn.items()}


def seats(field: Field) -> dict[str, Point]:
    """Where each helmet waits."""
    return {helmet(side, number): seat for side, row in field.dugouts.items() for number, seat in enumerate(row)}


def ball_position(field: Field, ball: str | int) -> Point:
    """Where the Ball lies, mm, beside any helmet on the same place."""
    if isinstance(ball, str) and ball.startswith("Z"):
        return field.zones[int(ball[1:]) - 1].centre
    place = np.array(field.path[STEPS * BASES[ball] if isinstance(ball, str) else ball % len(field.path)])
    outward = place - np.mean(field.bases, axis=0)
    x, y = place + (HELMET_RADIUS + CHIP_RADIUS + 2) * outward / np.linalg.norm(outward)
    return float(x), float(y)


def answer_moves(field: Field, meant: Intention) -> tuple[PieceMove, ...]:
    """How the players show what they mean: the runner goes his way, or the Ball does, and who is out leaves."""
    if meant.before.phase == "run":
        return _run(field, meant)
    ball = PieceMove(CHIP, _ball_way(field, meant))
    out = _put_out(meant.before, meant.after) if meant.before.phase == "throw" else ()
    return (ball, *(PieceMove(name, (seats(field)[name],)) for name in out))


def _run(field: Field, meant: Intention) -> tuple[PieceMove, ...]:
    man = next(man for man in meant.before.men if man.turn == "due")
    if not isinstance(meant.answer, int) or meant.answer == man.place:
        return ()
    name = helmet(meant.before.batting, man.helmet)
    runs = PieceMove(name, tuple(field.path[place % PLACES] for place in _between(man.place, meant.answer)), "slides")
    is_gone = helmets_on(meant.after).get(name, 0) != meant.answer
    return (runs, PieceMove(name, (seats(field)[name],))) if is_gone else (runs,)


def _between(start: int, end: int) -> Sequence[int]:
    """The places after ``start`` up to ``end``."""
    return range(start + 1, end + 1) if end > start else range(start - 1, end - 1, -1)


def _ball_way(field: Field, meant: Intention) -> tuple[Point, ...]:
    """Thrown, it goes straight there; carried along the path, past each place (D42)."""
    ball, answer = meant.before.ball, meant.answer
    if not isinstance(answer, int):
        return (ball_position(field, answer),)
    start = ball if isinstance(ball, int) else STEPS * BASES[ball]
    forward = (answer - start) % PLACES
    count, step = (forward, 1) if forward <= PLACES // 2 else (PLACES - forward, -1)
    return tuple(ball_position(field, (start + step * each) % PLACES) for each in range(1, count + 1))


def _put_out(before: Game, after: Game) -> Iterable[str]:
    """Who is not on the path any more; once the sides change all leave, and later."""
    if (before.inning, before.half, before.over) != (after.inning, after.half, after.over):
        return ()
    return (name for name in helmets_on(before) if name not in helmets_on(after))
