"""``python -m vision.training.render.boards --out DIR``: photoreal boards with pieces, and where each truly stands.

Nothing is fitted to them but the likelihoods of ``vision.board``, by the even seeds; odd ones have other shapes, paints
and grounds, and test them. A line of ``boards.jsonl`` is written after its picture.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from vision.geometry.stadium import STADIUM
from vision.training.data.numerals import Rng
from vision.training.render import printed_boards
from vision.training.render.camera import RenderCamera, frame_all, look_at
from vision.training.render.clutter import bead, card, coin
from vision.training.render.lamps import draw_lamps, draw_sky
from vision.training.render.meshes import slab
from vision.training.render.paints import TEST_FAMILIES, TRAIN_FAMILIES, Paint, any_color, draw_paint
from vision.training.render.scene import TEST_GROUNDS, TRAIN_GROUNDS, PlacedThing, Scene, draw_ground
from vision.training.render.team_pieces import TEAM_COLORS, piece
from vision.training.render.tokens import Thing
from vision.types import Frame, Point

SHEET_PX = 1500
PIECES = 8
SAMPLES = 3
"""Samples a pixel."""
PX_PER_MM = 1.8
OURS_TILT, PHONE_TILT, PHONE_SHARE = 14.0, 42.0, 0.35
"""Degrees that the camera stands off the vertical at most, above our stadium and in a hand; the share in a hand."""
OFF_MM = 6.0
"""How far from its place a foot is at most."""
AWAY_SHARE, FALLEN_SHARE, NEXT_SHARE, CLUTTER_SHARE = 0.12, 0.06, 0.5, 0.4


@dataclass(frozen=True)
class RenderedPiece:
    """The truth of one: where its foot is, mm; its place, None between places; state as of `vision.board`."""

    color: str
    foot: Point
    place: int | None
    state: str
    sign: str | None
    tall: float


@dataclass(frozen=True)
class BoardScene:
    """A board's scene, and the truth of its pieces; ``others`` are things that are no pieces, by where they lie."""

    scene: Scene
    colors: tuple[str, ...]
    pieces: tuple[RenderedPiece, ...]
    others: tuple[Point, ...]


def draw_board(seed: int) -> BoardScene:
    """The scene of a seed: odd ones are for tests."""
    rng, test = np.random.default_rng((seed, 77)), bool(seed % 2)
    colors = tuple(str(name) for name in rng.choice(list(TEAM_COLORS), 2, replace=False))
    if rng.random() < 0.4:
        colors = ("red", "blue")
    placed, truth = _pieces(rng, colors, test=test)
    others = _others(rng, [each.foot for each in truth], test=test)
    sheet = PlacedThing(_sheet(rng, colors), (0.0, 0.0))
    camera = _camera(rng)
    scene = Scene(
        seed,
        (sheet, *placed, *others),
        draw_ground(rng, TEST_GROUNDS if test else TRAIN_GROUNDS),
        draw_lamps(rng, 240, even_light=bool(rng.random() < 0.5)),
        draw_sky(rng),
        camera,
        0.0,
        float(rng.normal(0, 0.3)),
    )
    return BoardScene(scene, colors, tuple(truth), tuple(each.place for each in others))


def _pieces(rng: Rng, colors: tuple[str, ...], *, test: bool) -> tuple[list[PlacedThing], list[RenderedPiece]]:
    placed: list[PlacedThing] = []
    truth: list[RenderedPiece] = []
    for place in _places(rng):
        color = str(rng.choice(colors))
        thing, sign = piece(rng, color, test=test)
        tall, state = float(thing.mesh.points[:, 2].max()), "placed"
        at: int | None = place
        x, y = STADIUM.path[place] + _disc(rng, OFF_MM)
        draw = rng.random()
        if draw < AWAY_SHARE:
            at, state = None, "between"
            x, y = rng.uniform(-170, 170, 2)
        elif draw < AWAY_SHARE + FALLEN_SHARE:
            thing, state, sign = _fallen(rng, thing), "fallen", None
        foot = float(x), float(y)
        if any(np.hypot(*np.subtract(foot, other.foot)) < 19 for other in truth):
            continue
        if state == "between" and min(np.hypot(*np.subtract(STADIUM.path, foot).T)) < 10:
            continue
        placed.append(PlacedThing(thing, foot))
        truth.append(RenderedPiece(color, foot, at, state, sign, tall))
    return placed, truth


def _places(rng: Rng) -> list[int]:
    """Some next to one another."""
    count = len(STADIUM.path)
    taken: list[int] = []
    while len(taken) < PIECES:
        near = taken and rng.random() < NEXT_SHARE
        place = int(taken[-1] + rng.choice([-1, 1])) % count if near else int(rng.integers(count))
        if place not in taken:
            taken.append(place)
    return taken


def _disc(rng: Rng, reach: float) -> np.ndarray:
    angle, away = rng.uniform(0, 2 * np.pi), reach * np.sqrt(rng.random())
    return np.asarray(away * np.array((np.cos(angle), np.sin(angle))))


def _fallen(rng: Rng, thing: Thing) -> Thing:
    turn = rng.uniform(0, 2 * np.pi)
    flat = thing.mesh.points[:, [2, 0, 1]] - (thing.mesh.points[:, 2].max() / 2, 0, 0)
    flat[:, 2] -= flat[:, 2].min()
    spin = np.array(((np.cos(turn), -np.sin(turn), 0), (np.sin(turn), np.cos(turn), 0), (0, 0, 1)))
    return replace(thing, mesh=replace(thing.mesh, points=flat @ spin.T))


def _others(rng: Rng, feet: list[Point], *, test: bool) -> list[PlacedThing]:
    """Coins, cards and beads, on places and elsewhere."""
    if rng.random() > CLUTTER_SHARE:
        return []
    placed = []
    for _ in range(int(rng.integers(1, 4))):
        paint = draw_paint(rng, TEST_FAMILIES if test else TRAIN_FAMILIES)
        paint = replace(paint, colors=tuple(_dull(rng) for _ in paint.colors))
        made = (coin, card, bead)[int(rng.integers(3))](rng, test=False, paint=paint, scale=2.0)
        place = STADIUM.path[int(rng.integers(24))] if rng.random() < 0.5 else rng.uniform(-180, 180, 2)
        x, y = float(place[0]), float(place[1])
        if all(np.hypot(*np.subtract((x, y), foot)) > 12 + made.radius for foot in feet):
            feet.append((x, y))
            placed.append(PlacedThing(made, (x, y)))
    return placed


def _dull(rng: Rng) -> tuple[float, float, float]:
    """Grey, brown, black or ivory: no team's colour."""
    red, green, blue = (np.array(((0.6, 0.6, 0.6), (0.4, 0.3, 0.22), (0.05, 0.05, 0.05), (0.9, 0.87, 0.78))))[
        int(rng.integers(4))
    ] * rng.uniform(0.7, 1.0)
    return float(red), float(green), float(blue)


def _sheet(rng: Rng, colors: tuple[str, ...]) -> Thing:
    draw = rng.random()
    if draw < 0.3:
        print_ = printed_boards.board(rng, SHEET_PX)
    elif draw < 0.45:
        print_ = printed_boards.cluttered_board(rng, SHEET_PX)
    else:
        print_ = _field(rng)
    if rng.random() < 0.75:
        _draw_places(rng, print_)
    del colors
    print_ = np.asarray(cv2.GaussianBlur(print_, (0, 0), 1.0), np.uint8)
    mesh = slab(STADIUM.side, STADIUM.side, 0.3)
    rough, coat = float(rng.uniform(0.3, 0.9)), 0.0
    paint = Paint("plain", ((1.0, 1.0, 1.0),), (0, 0, 0), "", 0.0, rough, coat, 1.0, 0.0, 0.0, 0.0, (0.0, 0.0, 0.0))
    corners = np.array(((0, 0), (1, 0), (1, 1), (0, 1)), float)
    return Thing("print", None, "", mesh, print_, (corners,), paint, None, {}, (np.eye(3), mesh.points.max(axis=0)))


def _field(rng: Rng) -> Frame:
    """A ball park: a ground, a diamond, bases, some colours."""
    sheet = np.empty((SHEET_PX, SHEET_PX, 3), np.uint8)
    sheet[:] = _ink(rng, 0.4)
    cv2.fillPoly(sheet, [_pixels(STADIUM.bases)], _ink(rng, 0.4), cv2.LINE_AA)
    for _ in range(int(rng.integers(0, 7))):
        middle = rng.uniform(-180, 180, (1, 2))
        cv2.circle(sheet, _pixels(middle)[0].tolist(), int(rng.uniform(20, 220)), _ink(rng, 0.5), -1, cv2.LINE_AA)
    grain = rng.normal(0, rng.uniform(0, 6), (SHEET_PX // 2, SHEET_PX // 2, 1))
    rough = cv2.resize(grain, (SHEET_PX, SHEET_PX))[..., None]
    return np.asarray(np.clip(sheet + rough, 0, 255), np.uint8)


def _draw_places(rng: Rng, sheet: Frame) -> None:
    line, disc, rim = _ink(rng, 0.5), _ink(rng, 0.5), _ink(rng, 0.3)
    scale = SHEET_PX / STADIUM.side
    cv2.polylines(sheet, [_pixels(STADIUM.bases)], True, line, int(rng.uniform(1, 9) * scale / 2) + 1, cv2.LINE_AA)
    radius = rng.uniform(5, 10.5) * scale
    for pixel in _pixels(STADIUM.path):
        cv2.circle(sheet, pixel.tolist(), round(radius), disc, -1, cv2.LINE_AA)
        cv2.circle(sheet, pixel.tolist(), round(radius), rim, max(1, round(scale * 0.5)), cv2.LINE_AA)


def _pixels(places: object) -> np.ndarray:
    half = STADIUM.side / 2
    return np.asarray(
        np.rint((np.asarray(places, float) * (1, -1) + half) * (SHEET_PX / STADIUM.side)), np.int32
    ).reshape(-1, 2)


def _ink(rng: Rng, vivid: float) -> list[int]:
    return [round(255 * channel) for channel in any_color(rng, vivid=vivid)]


def _camera(rng: Rng) -> RenderCamera:
    in_hand = rng.random() < PHONE_SHARE
    tilt = np.radians(rng.uniform(OURS_TILT, PHONE_TILT) if in_hand else rng.uniform(0, OURS_TILT))
    distance, azimuth = rng.uniform(560, 950), rng.uniform(0, 2 * np.pi)
    position, axes = look_at(float(tilt), float(azimuth), float(distance), np.zeros(3), float(rng.uniform(-0.5, 0.5)))
    half = STADIUM.side / 2 + 4
    around = np.array([(x, y, z) for x in (-half, half) for y in (-half, half) for z in (0, 12)])
    return frame_all(position, axes, around, scale=PX_PER_MM, margin=10)


def label(board: BoardScene) -> dict[str, object]:
    """What ``boards.jsonl`` says of it."""
    camera = board.scene.camera
    return {
        "seed": board.scene.seed, "colors": board.colors, "pieces": [asdict(each) for each in board.pieces],
        "others": board.others, "eye": camera.position.tolist(), "axes": camera.axes.tolist(), "focal": camera.focal,
        "centre": camera.centre, "size": camera.size,
    }  # fmt: skip


def main() -> None:
    """Render boards, or go on with a set that was interrupted."""
    parser = argparse.ArgumentParser(prog="python -m vision.training.render.boards", description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=300)
    options = parser.parse_args()
    from vision.training.render.blender import render
    from vision.training.render.film import develop

    options.out.mkdir(parents=True, exist_ok=True)
    for seed in range(options.first, options.first + options.count):
        file = options.out / f"{seed:05}.png"
        if file.exists():
            continue
        board = draw_board(seed)
        cv2.imwrite(str(file), develop(render(board.scene, samples=SAMPLES), board.scene.exposure))
        with (options.out / "boards.jsonl").open("a", encoding="utf-8") as lines:
            lines.write(json.dumps(label(board)) + "\n")


if __name__ == "__main__":
    main()
