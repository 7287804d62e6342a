"""Untidy hands: what becomes of the moves that show a play when people do them as people do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from firmware.simulated.world.pieces import PieceMove
from firmware.simulated.world.stadium import CHIP, spare
from vision.geometry.stadium import Field
from vision.types import Point

if TYPE_CHECKING:
    from firmware.simulated.scenario import Untidiness

BRUSHED_MM, ASIDE_MM = 5.0, 20.0
"""How far a sleeve moves a helmet, and how far from its place the Ball is left."""
RESTS_S = 30.0
"""How long fingers stay over three places."""
KNOCK = (7.0, -5.0, 0.5)
"""How a knock moves the board in the picture: pixels of the large stream, and degrees."""
SPARE_AT: Point = (150.0, -30.0)


@dataclass(frozen=True, slots=True)
class Knock:
    """The board is knocked, and lies otherwise under the camera: pixels of the large stream to each side, degrees."""

    by: tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class RestingHand:
    """A hand over a place, mm, for so many seconds."""

    at: Point
    seconds: float


Act: TypeAlias = PieceMove | Knock | RestingHand


@dataclass(frozen=True, slots=True)
class PieceTable:
    """What stands where: the helmets of the side at bat, and those of them that wait in its dugout, mm."""

    field: Field
    batting: str
    standing: Mapping[str, Point]
    waiting: Mapping[str, Point]


def untidied(
    name: Untidiness, moves: tuple[PieceMove, ...], table: PieceTable, rng: np.random.Generator
) -> tuple[Act, ...]:
    """What hands do in place of ``moves``; the same where that untidiness has nothing to begin with here.

    ``early`` and ``late`` are about when, and change nothing here.
    """
    if name in {"short", "wrong-helmet", "fallen", "beside", "again"}:
        return (*_misplaced(name, moves[0], table, rng), *moves[1:]) if moves else moves
    return (*moves, *_more(name, moves, table, rng))


def _more(
    name: Untidiness, moves: tuple[PieceMove, ...], table: PieceTable, rng: np.random.Generator
) -> tuple[Act, ...]:
    """What is done together with the moves, or after them."""
    moved = {move.name for move in moves}
    everywhere = {**table.standing, **table.waiting}
    match name:
        case "two-at-once" if moves:
            others = [each for each in table.standing if each not in moved]
            done = tuple(_picked_up(each, table.standing[each]) for each in others[:1])
        case "sleeve":
            done = _brushed([each for each in everywhere if each not in moved][:2], everywhere, rng)
        case "knocked":
            return (Knock(KNOCK if rng.random() < 1 / 2 else (-KNOCK[0], -KNOCK[1], -KNOCK[2])),)
        case "spare":
            done = (PieceMove(spare(table.batting), (SPARE_AT,), "brings"),)
        case "fingers":
            return (RestingHand(table.field.path[rng.integers(len(table.field.path))], RESTS_S),)
        case "child":
            names = rng.permutation([*everywhere])[:2].tolist()
            places = rng.choice(len(table.field.path), len(names), replace=False)
            done = tuple(PieceMove(each, (table.field.path[at],)) for each, at in zip(names, places, strict=True))
        case "mixed":
            done = _swapped(table.waiting)
        case _:
            done = ()
    return done


def _misplaced(name: Untidiness, move: PieceMove, table: PieceTable, rng: np.random.Generator) -> tuple[PieceMove, ...]:
    """The first move, done wrongly."""
    is_helmet = move.name != CHIP
    match name:
        case "short" if is_helmet and len(move.way) > 1:
            return (replace(move, way=move.way[:-1]),)
        case "wrong-helmet" if is_helmet:
            others = [each for each in (*table.waiting, *table.standing) if each != move.name]
            return (replace(move, name=others[0], way=move.way[-1:], hand="carries"),) if others else (move,)
        case "fallen" if is_helmet:
            return (replace(move, way=move.way[-1:], hand="upsets"),)
        case "beside" if not is_helmet:
            angle = rng.uniform(0, 2 * np.pi)
            off = (move.end[0] + ASIDE_MM * float(np.cos(angle)), move.end[1] + ASIDE_MM * float(np.sin(angle)))
            return (replace(move, way=(*move.way[:-1], off)),)
        case "again":
            nearest = sorted(table.field.path, key=lambda place: float(np.hypot(*np.subtract(place, move.end))))
            return (move, replace(move, way=(nearest[1],)), replace(move, way=(move.end,), hand="carries"))
    return (move,)


def _picked_up(name: str, at: Point) -> PieceMove:
    """Lifted with the other hand, and set back."""
    return PieceMove(name, (at,), at_once=True)


def _brushed(names: list[str], where: Mapping[str, Point], rng: np.random.Generator) -> tuple[PieceMove, ...]:
    turns = rng.uniform(0, 2 * np.pi, len(names))
    return tuple(
        PieceMove(
            name,
            ((where[name][0] + BRUSHED_MM * float(np.cos(a)), where[name][1] + BRUSHED_MM * float(np.sin(a))),),
            "slides",
        )
        for name, a in zip(names, turns, strict=True)
    )


def _swapped(waiting: Mapping[str, Point]) -> tuple[PieceMove, ...]:
    """Two helmets of the dugout, each in the other's seat."""
    first, *others = waiting.items() or [("", (0.0, 0.0))]
    if not others:
        return ()
    (one, here), (other, there) = first, others[0]
    return PieceMove(one, (there,)), PieceMove(other, (here,), at_once=True)
