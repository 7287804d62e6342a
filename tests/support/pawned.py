"""Boards with pieces that are not the simulator's: other bodies, paints, print and light, under the same camera.

What is fitted is fitted on the even seeds; the odd ones, and the simulator's own pictures, are for tests.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass
from itertools import pairwise

import cv2
import numpy as np

from firmware.simulated.rendering import cutouts
from firmware.simulated.rendering.bodies import Body, Pose, spun
from firmware.simulated.rendering.lens import over
from firmware.simulated.rendering.optics import Lamp, linear
from firmware.simulated.rendering.printed_field import DETAIL, Sheet, table
from firmware.simulated.rendering.sensor import Above, Sensor, SensorScene, VisibleBody, floor
from firmware.simulated.rendering.solids import Facet, SolidPaint
from vision.board.board_reader import SeenBoard
from vision.geometry.stadium import MARKER_QUIET, STADIUM
from vision.types import Frame, Point

COLORS: Mapping[str, tuple[tuple[int, int, int], tuple[int, int, int]]] = {
    "red": ((20, 10, 150), (70, 60, 235)),
    "blue": ((110, 40, 5), (220, 120, 50)),
    "green": ((40, 90, 5), (90, 170, 60)),
    "yellow": ((10, 160, 200), (70, 225, 250)),
    "purple": ((110, 25, 75), (190, 80, 140)),
}
"""The darkest and the lightest paint of each colour, BGR."""
PRINTS = ((62, 128, 74), (150, 150, 148), (60, 70, 80), (200, 214, 220), (92, 140, 186), (120, 90, 60))
"""What boards are printed in, BGR."""
SKINS = ((0.93, 0.75, 0.65), (0.8, 0.58, 0.45), (0.55, 0.37, 0.27), (0.33, 0.22, 0.17))
"""Of people, RGB."""
WHITE = (238, 242, 244)
SIDES = 20


@dataclass(frozen=True)
class StandingPawn:
    """The truth of one piece: where its foot is, mm, of which colour it is, and near which place."""

    color: str
    place: int
    foot: Point


def pawn_board(
    seed: int,
    pieces: int = 8,
    colors: Sequence[str] = ("red", "blue"),
    off: float = 6.0,
    tilt: float | None = None,
    hand: bool = False,
) -> tuple[Frame, list[StandingPawn]]:
    """A picture of a board with ``pieces``, whose feet are up to ``off`` mm off their places, and the truth of it.

    With a ``hand`` one of any skin, in a sleeve of any colour, holds the first of them.
    """
    rng = np.random.default_rng(seed)
    toward = np.array((*rng.uniform(-0.6, 0.6, 2), 1.0))
    lamp = Lamp(
        toward / np.linalg.norm(toward), rng.uniform(0.45, 0.85), rng.uniform(0.22, 0.4), rng.uniform(0.08, 0.3)
    )
    lens = over(STADIUM.side, rng.uniform(0, 14) if tilt is None else tilt, rng.uniform(0, 360))
    sheet = _sheet(rng)
    sensor = Sensor(lens, lamp, lambda size, bump: floor((sheet, DETAIL), lens.bumped(*bump).stream(size), lamp), seed)
    truth, seen = [], []
    for place in rng.choice(len(STADIUM.path), pieces, replace=False):
        color = str(rng.choice(list(colors)))
        angle, away = rng.uniform(0, 2 * np.pi), off * np.sqrt(rng.random())
        x, y = STADIUM.path[place] + away * np.array((np.cos(angle), np.sin(angle)))
        truth.append(StandingPawn(color, int(place), (float(x), float(y))))
        pose = Pose(np.array((x, y, 0.0)), spun(rng.uniform(0, 2 * np.pi)))
        seen.append(VisibleBody(f"pawn {place}", _body(rng, color), pose))
    above = (_hand(rng, truth[0].foot),) if hand else ()
    scene = SensorScene(0.0, resting=tuple(seen), above=above, level=rng.uniform(0.7, 1.15))
    frame = sensor.expose(scene, (2304, 1296))
    tint = rng.uniform(0.9, 1.1, 3) * (1, 0.98, 1)
    return np.asarray(np.clip(frame * tint, 0, 255), np.uint8), truth


def _hand(rng: np.random.Generator, over: Point) -> Above:
    """A hand that comes from the nearer side, its fingers over a place."""
    skin, cloth = cutouts.relief(cutouts.HAND, cutouts.HAND_EXTENT), cutouts.relief(cutouts.ARM, cutouts.HAND_EXTENT)
    tone, sleeve = np.array(SKINS[rng.integers(len(SKINS))][::-1]) * 255, rng.uniform(20, 230, 3)
    color = np.where(cloth[..., None] > 0, cutouts.lit(sleeve, cloth), cutouts.lit(tone, skin))
    drawn = cutouts.cutout(color, np.maximum(skin, cloth), 34, cutouts.HAND_EXTENT)
    side = 0.0 if over[1] <= 0 else np.pi
    return Above(drawn, np.array((*over, 0.0)), side + float(rng.uniform(-0.4, 0.4)))


def _sheet(rng: np.random.Generator) -> Frame:
    """A print with the stadium's markers and places, in other colours, with lines and discs of its own."""
    sheet = Sheet(DETAIL, table(int(rng.integers(3))).copy())
    half = STADIUM.side / 2
    ground, other, disc, ink = (PRINTS[each] for each in rng.integers(0, len(PRINTS), 4))
    sheet.area([(-half, -half), (half, -half), (half, half), (-half, half)], ground)
    for x, y in rng.uniform(-180, 180, (6, 2)):
        sheet.disc((float(x), float(y)), float(rng.uniform(12, 60)), other, ink)
    sheet.line([*STADIUM.path, STADIUM.path[0]], ink, float(rng.uniform(1, 8)), closed=False)
    for place in STADIUM.path:
        sheet.disc(place, float(rng.uniform(6, 10)), disc, ink)
    for marker in STADIUM.markers:
        quiet = marker.side / 2 + MARKER_QUIET
        x, y = marker.centre
        sheet.area(
            [(x - quiet, y - quiet), (x + quiet, y - quiet), (x + quiet, y + quiet), (x - quiet, y + quiet)], WHITE
        )
        dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
        bits = cv2.resize(cv2.aruco.generateImageMarker(dictionary, marker.number, 60), (240, 240), interpolation=0)
        sheet.stamp(np.asarray(1 - bits / 255.0, np.float32), marker.centre, marker.side, (30, 30, 30))
    return sheet.paper


def _body(rng: np.random.Generator, color: str) -> Body:
    """A pawn, a peg, a cone with a head or a meeple."""
    low, high = (np.array(each) for each in COLORS[color])
    shade = low + rng.random() * (high - low)
    paint = SolidPaint(linear(*(int(each) for each in shade)), linear(30, 30, 30))
    foot, tall = rng.uniform(6.2, 9.5), rng.uniform(12, 30)
    kind = rng.integers(4)
    if kind == 3:
        return _meeple(paint, foot, tall)
    head = foot * rng.uniform(0.5, 0.8)
    profiles = (
        [
            (foot, 0.0),
            (foot, 3.0),
            (foot * 0.5, tall * 0.55),
            (head, tall - head),
            (head * 0.7, tall - 0.3 * head),
            (0.5, tall),
        ],
        [(foot, 0.0), (foot, tall * 0.6), (foot * 0.9, tall * 0.62), (0.5, tall * 0.64)],
        [(foot, 0.0), (foot * 0.8, tall * 0.3), (foot * 0.4, tall * 0.7), (0.5, tall)],
    )
    return _turned(paint, profiles[kind])


def _turned(paint: SolidPaint, profile: Sequence[tuple[float, float]]) -> Body:
    rings = [np.column_stack((_ring(radius), np.full(SIDES, z))) for radius, z in profile]
    faces = [facet for low, high in pairwise(rings) for facet in _wall(low, high)]
    ordered = sorted(faces, key=lambda facet: float(facet.corners[:, 2].mean()))
    return Body((*ordered, Facet(rings[-1], np.array((0.0, 0, 1)))), paint, 0.8, 0.0, profile[0][0])


def _meeple(paint: SolidPaint, foot: float, tall: float) -> Body:
    """A flat figure: two legs as one block, arms, a head."""
    thick = 0.6 * foot
    faces: list[Facet] = []
    for wide, low, high in ((foot, 0.0, 0.45), (1.15 * foot, 0.45, 0.65), (0.45 * foot, 0.65, 1.0)):
        faces += _block(wide, thick, low * tall * 0.8, high * tall * 0.8)
    return Body(tuple(faces), paint, 0.8, 0.0, foot)


def _block(x: float, y: float, low: float, high: float) -> list[Facet]:
    corners = np.array([(x, y), (-x, y), (-x, -y), (x, -y)])
    under, top = (np.column_stack((corners, np.full(4, z))) for z in (low, high))
    return [*_wall(under, top), Facet(top, np.array((0.0, 0, 1)))]


def _ring(radius: float) -> np.ndarray:
    angle = np.linspace(0, 2 * np.pi, SIDES, endpoint=False)
    return radius * np.column_stack((np.cos(angle), np.sin(angle)))


def _wall(low: np.ndarray, high: np.ndarray) -> list[Facet]:
    """The faces between two rings of corners."""
    faces = []
    for number in range(len(low)):
        after = (number + 1) % len(low)
        corners = np.stack((low[number], low[after], high[after], high[number]))
        normal = np.cross(corners[1] - corners[0], corners[3] - corners[0])
        faces.append(Facet(corners, normal / np.linalg.norm(normal)))
    return faces


@dataclass(frozen=True)
class BoardTally:
    """What was told of boards, counted; each field is a number of pieces or places."""

    pieces: int = 0
    right: int = 0
    missed: int = 0
    wrong_colors: int = 0
    wrong_places: int = 0
    strays: int = 0
    places: int = 0
    asked_places: int = 0
    wrongly_empty_or_taken: int = 0

    def __add__(self, other: BoardTally) -> BoardTally:
        return BoardTally(*(a + b for a, b in zip(astuple(self), astuple(other), strict=True)))


def tally(board: SeenBoard, truth: Sequence[StandingPawn]) -> BoardTally:
    """How a board was told beside the truth. A piece is that whose foot is nearest, within 12 mm."""
    right = missed = wrong_colors = wrong_places = 0
    used = set()
    for pawn in truth:
        away = [float(np.hypot(*np.subtract(piece.foot, pawn.foot))) for piece in board.pieces]
        if min(away, default=np.inf) > 12:
            missed += 1
            continue
        nearest = int(np.argmin(away))
        piece = board.pieces[nearest]
        used.add(nearest)
        wrong_colors += piece.color not in {None, pawn.color}
        wrong_places += piece.at not in {None, pawn.place}
        right += (piece.color, piece.at) == (pawn.color, pawn.place)
    strays = [piece for number, piece in enumerate(board.pieces) if number not in used]
    wrong_places += sum(piece.at is not None for piece in strays)
    colors = {pawn.place: pawn.color for pawn in truth}
    held = [(board.places[place].holds, colors.get(place, "")) for place in range(len(STADIUM.path))]
    return BoardTally(
        len(truth), right, missed, wrong_colors, wrong_places, len(strays), len(held),
        sum(seen is None for seen, _ in held), sum(seen not in {None, true} for seen, true in held),
    )  # fmt: skip
