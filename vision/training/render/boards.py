"""``python -m vision.training.render.boards --out DIR``: photoreal boards with pieces, and where each truly stands.

Nothing is fitted to them but what ``vision.board`` knows of pieces, by the even seeds; odd ones have other shapes,
paints and grounds, and test it. With ``--crowded`` there are many pieces of many colours, for a network to learn from.
A line of ``boards.jsonl`` is written after its picture.
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
from vision.training.render.team_pieces import ALL_COLORS, TEAM_COLORS, paint_of, piece
from vision.training.render.tokens import Thing
from vision.types import Floats, Frame, Point

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
CROWD, CROWD_AWAY, CROWD_FALLEN, CROWD_CLUTTER = 26, 0.35, 0.12, 8
"""Pieces of a crowded board, the shares of those away from places and fallen, and how many things lie there at most."""
CROWD_PX_PER_MM = 1.3
"""Boards are looked at with 1.2 pixels a millimetre."""
CROWD_OURS = 0.45
"""Share of a crowded board's pieces and print in the two teams' colours."""


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


def draw_board(seed: int, *, crowded: bool = False) -> BoardScene:
    """The scene of a seed: odd ones are for tests, and never crowded."""
    rng, test = np.random.default_rng((seed, 77)), bool(seed % 2)
    crowded &= not test
    colors = tuple(str(name) for name in rng.choice(list(ALL_COLORS if crowded else TEAM_COLORS), 2, replace=False))
    if rng.random() < (0.2 if crowded else 0.4):
        colors = ("red", "blue")
    placed, truth = _crowd(rng, colors) if crowded else _pieces(rng, colors, test=test)
    others = _others(rng, [each.foot for each in truth], test=test, crowded=crowded)
    sheet = PlacedThing(_sheet(rng, colors if crowded else ()), (0.0, 0.0))
    camera = _camera(rng, CROWD_PX_PER_MM if crowded else PX_PER_MM)
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


def _crowd(rng: Rng, colors: tuple[str, ...]) -> tuple[list[PlacedThing], list[RenderedPiece]]:
    """Pieces of many colours: at places and, for a foot may be looked for anywhere, elsewhere; some nearly touch."""
    placed: list[PlacedThing] = []
    truth: list[RenderedPiece] = []
    for _ in range(CROWD):
        color = str(rng.choice(colors if rng.random() < CROWD_OURS else list(ALL_COLORS)))
        thing, sign = piece(rng, color, test=False)
        tall, state = float(thing.mesh.points[:, 2].max()), "placed"
        place = int(rng.integers(len(STADIUM.path)))
        at: int | None = place
        x, y = STADIUM.path[place] + _disc(rng, OFF_MM)
        draw = rng.random()
        if draw < CROWD_AWAY:
            at, state = None, "between"
            x, y = rng.uniform(-205, 205, 2)
        if rng.random() < CROWD_FALLEN:
            thing, state, sign = _fallen(rng, thing), "fallen", None
        foot = float(x), float(y)
        if any(np.hypot(*np.subtract(foot, other.foot)) < 19 for other in truth):
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


def _others(rng: Rng, feet: list[Point], *, test: bool, crowded: bool) -> list[PlacedThing]:
    """Coins, cards and beads, on places and elsewhere."""
    if not crowded and rng.random() > CLUTTER_SHARE:
        return []
    placed = []
    for _ in range(int(rng.integers(1, CROWD_CLUTTER if crowded else 4))):
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
    """With print in these colours, too."""
    draw = rng.random()
    if draw < 0.3:
        print_ = printed_boards.board(rng, SHEET_PX)
    elif draw < 0.45:
        print_ = printed_boards.cluttered_board(rng, SHEET_PX)
    else:
        print_ = _field(rng)
    if rng.random() < 0.75:
        _draw_places(rng, print_, colors)
    if colors and rng.random() < 0.8:
        _print_in(rng, print_, colors)
    print_ = np.asarray(cv2.GaussianBlur(print_, (0, 0), 1.0), np.uint8)
    mesh = slab(STADIUM.side, STADIUM.side, 0.3)
    rough, coat = float(rng.uniform(0.3, 0.9)), 0.0
    paint = Paint("plain", ((1.0, 1.0, 1.0),), (0, 0, 0), "", 0.0, rough, coat, 1.0, 0.0, 0.0, 0.0, (0.0, 0.0, 0.0))
    corners = np.array(((0, 0), (1, 0), (1, 1), (0, 1)), float)
    return Thing("print", None, "", mesh, print_, (corners,), paint, None, {}, (np.eye(3), mesh.points.max(axis=0)))


def empty_sheet(rng: Rng, colors: tuple[str, ...]) -> tuple[Frame, list[Point]]:
    """A board's print alone, BGR, with benches in the teams' colours; and where their seats are, mm."""
    sheet = np.ascontiguousarray(_sheet(rng, colors).atlas)
    seats = [seat for _ in range(int(rng.integers(0, 5))) for seat in _bench(rng, sheet, colors)]
    return sheet, seats


def _bench(rng: Rng, sheet: Frame, colors: tuple[str, ...]) -> list[Point]:
    """A strip with round seats on it."""
    scale, count = SHEET_PX / STADIUM.side, int(rng.integers(1, 6))
    pitch, wide = rng.uniform(22, 30), rng.uniform(22, 36)
    turn, first = rng.uniform(0, 2 * np.pi), rng.uniform(-170, 170, 2)
    step = pitch * np.array((np.cos(turn), np.sin(turn)))
    seats = [first + number * step for number in range(count)]
    middle = _pixels(np.mean(seats, axis=0))[0].tolist()
    size = ((count - 1) * pitch + wide) * scale, wide * scale
    corners = cv2.boxPoints((middle, size, -float(np.degrees(turn)))).astype(np.int32)
    cv2.drawContours(sheet, [corners], 0, _of_team(rng, colors), -1, cv2.LINE_AA)
    if rng.random() < 0.6:
        cv2.drawContours(sheet, [corners], 0, _ink(rng, 0.3), max(1, round(rng.uniform(0.6, 2) * scale)), cv2.LINE_AA)
    ground, rim, radius = _ink(rng, 0.3), _ink(rng, 0.3), round(rng.uniform(5, 10.5) * scale)
    for pixel in _pixels(seats):
        cv2.circle(sheet, pixel.tolist(), radius, ground, -1, cv2.LINE_AA)
        cv2.circle(sheet, pixel.tolist(), radius, rim, max(1, round(rng.uniform(0.4, 2) * scale)), cv2.LINE_AA)
    return [(float(x), float(y)) for x, y in seats]


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


def _print_in(rng: Rng, sheet: Frame, colors: tuple[str, ...]) -> None:
    """Discs, rings, lines, squares and words in the teams' colours, as large as pieces; half of them at places."""
    scale = SHEET_PX / STADIUM.side
    for _ in range(int(rng.integers(6, 30))):
        ink = _of_team(rng, colors)
        place = (
            STADIUM.path[int(rng.integers(24))] + _disc(rng, 14) if rng.random() < 0.5 else rng.uniform(-195, 195, 2)
        )
        x, y = _pixels(place)[0].tolist()
        half = round(float(rng.uniform(3, 15)) * scale)
        thick = -1 if rng.random() < 0.5 else max(2, round(half * float(rng.uniform(0.1, 0.5))))
        kind = int(rng.integers(4))
        if kind == 0:
            cv2.circle(sheet, (x, y), half, ink, thick, cv2.LINE_AA)
        elif kind == 1:
            corners = cv2.boxPoints(((x, y), (2 * half, half * float(rng.uniform(0.7, 2))), float(rng.uniform(0, 90))))
            cv2.drawContours(sheet, [corners.astype(np.int32)], 0, ink, thick, cv2.LINE_AA)
        elif kind == 2:
            turn = float(rng.uniform(0, np.pi))
            end = (round(x + 5 * half * np.cos(turn)), round(y + 5 * half * np.sin(turn)))
            cv2.line(sheet, (x, y), end, ink, max(2, half // 3), cv2.LINE_AA)
        else:
            word = str(rng.choice(printed_boards.WORDS))
            face = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_TRIPLEX)[int(rng.integers(3))]
            cv2.putText(sheet, word, (x - half, y + half), face, half / 12, ink, max(2, half // 4), cv2.LINE_AA)


def _of_team(rng: Rng, colors: tuple[str, ...]) -> list[int]:
    red, green, blue = paint_of(rng, str(rng.choice(colors)))
    return [round(255 * blue), round(255 * green), round(255 * red)]


def _draw_places(rng: Rng, sheet: Frame, colors: tuple[str, ...]) -> None:
    line, disc, rim = _ink(rng, 0.5), _ink(rng, 0.5), _ink(rng, 0.3)
    if colors and rng.random() < CROWD_OURS:
        disc = _of_team(rng, colors)
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


def _camera(rng: Rng, scale: float) -> RenderCamera:
    in_hand = rng.random() < PHONE_SHARE
    tilt = np.radians(rng.uniform(OURS_TILT, PHONE_TILT) if in_hand else rng.uniform(0, OURS_TILT))
    distance, azimuth = rng.uniform(560, 950), rng.uniform(0, 2 * np.pi)
    position, axes = look_at(float(tilt), float(azimuth), float(distance), np.zeros(3), float(rng.uniform(-0.5, 0.5)))
    half = STADIUM.side / 2 + 4
    around = np.array([(x, y, z) for x in (-half, half) for y in (-half, half) for z in (0, 12)])
    return frame_all(position, axes, around, scale=scale, margin=10)


def label(board: BoardScene) -> dict[str, object]:
    """What ``boards.jsonl`` says of it."""
    camera = board.scene.camera
    return {
        "seed": board.scene.seed, "colors": board.colors, "pieces": [asdict(each) for each in board.pieces],
        "others": board.others, "eye": camera.position.tolist(), "axes": camera.axes.tolist(), "focal": camera.focal,
        "centre": camera.centre, "size": camera.size, "light": _light(board.scene).tolist(),
    }  # fmt: skip


def _light(scene: Scene) -> Floats:
    """The colour of all light on it, linear RGB, shape (3,)."""
    lamps: Floats = sum((lamp.power * linear_light(np.array(lamp.color)) for lamp in scene.lamps), np.zeros(3))
    return lamps + linear_light(np.array(scene.sky[0])) * scene.sky[2] * 0.7


def linear_light(color: Floats) -> Floats:
    """Light of an sRGB colour, 0 to 1."""
    return np.asarray(np.where(color <= 0.04045, color / 12.92, ((color + 0.055) / 1.055) ** 2.4))


def main() -> None:
    """Render boards, or go on with a set that was interrupted."""
    parser = argparse.ArgumentParser(prog="python -m vision.training.render.boards", description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--step", type=int, default=1, help="from a seed to the next")
    parser.add_argument("--crowded", action="store_true", help="many pieces of many colours; even seeds alone")
    options = parser.parse_args()
    from vision.training.render.blender import render
    from vision.training.render.film import develop

    options.out.mkdir(parents=True, exist_ok=True)
    for seed in range(options.first, options.first + options.count * options.step, options.step):
        file = options.out / f"{seed:05}.png"
        if file.exists():
            continue
        board = draw_board(seed, crowded=options.crowded)
        cv2.imwrite(str(file), develop(render(board.scene, samples=SAMPLES), board.scene.exposure))
        with (options.out / "boards.jsonl").open("a", encoding="utf-8") as lines:
            lines.write(json.dumps(label(board)) + "\n")


if __name__ == "__main__":
    main()
