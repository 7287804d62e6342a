"""Views of places whose truth is known, for the network that tells what stands there.

From folders of pictures with their ``boards.jsonl``. Lines of `vision.training.render.boards` tell the camera, and each
of those pictures is shown in several photographs of other white balance, exposure, blur, noise and JPEG. Lines without
a camera (``tests/lab/pawned_folder.py``) are of pictures that a simulated sensor took, and are registered by the
printed markers. Views are drawn at places and elsewhere, for a piece may be looked for anywhere.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.board.marked_places import of_field
from vision.board.piece_colors import PieceColor
from vision.board.place_views import frames, views
from vision.board.rectified import FINEST, RectifiedBoard, rectified
from vision.enrolled.color_model import ColorModel, body_color
from vision.errors import MarkersError
from vision.geometry.registration import Board, Lens, Registration
from vision.geometry.stadium import STADIUM
from vision.recognition.color import PALETTE
from vision.training.data.camera_noise import compressed
from vision.training.data.numerals import Rng
from vision.training.render.boards import empty_sheet
from vision.training.render.team_pieces import ALL_COLORS
from vision.types import Box, Floats, Frame, Integers, Mask, Points

PLACES = of_field(STADIUM)
LABELS = "boards.jsonl"
NOTHING, STANDING, FALLEN, OTHER_PIECE, THING = range(5)
"""What a view may show at its place, of the colour asked for or else."""
HERE, ALMOST_HERE = 0.62, 0.78
"""Feet across from a view's place to a piece's foot: within the first it is told there, beyond the second it is not."""
AROUND = 1.1
"""Feet across that views are drawn from a piece's foot, at most."""
ELSEWHERE = 14
"""Views of a photograph anywhere on the board."""
AROUND_MM = 25.0
"""Of the table around a board on which nothing stands."""
TAUGHT_SHARE, TAUGHT_FROM = 0.25, 2
"""Share of colours that are taught, where at least so many such pieces stand."""
CORRECTED = 0.85
"""Share of the lamps' colour that a tested camera's white balance corrects."""
QUESTIONS, DULL_SHARE = 3, 0.35
"""How many pairs of colours a photograph is asked for; and the share of views kept that show neither of them."""
SMALLER = (0.45, 0.7)
"""To which share of its size a picture of the simulated sensor is made smaller: no more pixels are looked at."""
OTHER_WEIGHT = 0.3
"""Of a piece whose colour was not asked for at all: no game has such pieces."""


@dataclass(frozen=True, eq=False)
class PieceExamples:
    """N views and their truth.

    Attributes:
        shown: as of `PlaceViews`, and so are the others; ``alike`` and ``rival`` have shape (N, SIDE, SIDE).
        common: see there.
        alike: to the colour asked for.
        rival: to the others asked for.
        leans: see there.
        truth: what is there, shape (N,).
        foot: where, in feet across, to the right of the place and above it, shape (N, 2).
        weight: how much each counts.
        seed: of its board.
    """

    shown: Frame
    common: Mask
    alike: Mask
    rival: Mask
    leans: Floats
    truth: Integers
    foot: Points
    weight: Floats
    seed: Integers

    @classmethod
    def joined(cls, parts: Sequence[PieceExamples]) -> PieceExamples:
        """All in one."""
        return cls(*(np.concatenate([getattr(part, each.name) for part in parts]) for each in fields(cls)))


def load(folders: Sequence[Path], photographs: int, chosen: Sequence[int] | None = None) -> PieceExamples:
    """Examples of all even seeds' boards of these folders, or of those chosen; so many ``photographs`` of each render.

    Raises:
        ValueError: a folder lacks its labels or one of their pictures, or a board without a camera shows too few
            markers.
    """
    parts = [
        part
        for folder in folders
        for line in lines(folder)
        if (line["seed"] % 2 == 0 if chosen is None else line["seed"] in chosen)
        for part in _of_board(folder, line, photographs)
    ]
    return PieceExamples.joined(parts)


def empty(boards: int) -> PieceExamples:
    """Examples of so many boards on which nothing stands, whatever is printed there."""
    return PieceExamples.joined([_of_print(np.random.default_rng((seed, 13))) for seed in range(boards)])


def _of_print(rng: Rng) -> PieceExamples:
    """Of a print in uneven light, as from above."""
    colors = tuple(str(name) for name in rng.choice(list(ALL_COLORS), 2, replace=False))
    if rng.random() < 0.3:
        colors = ("red", "blue")
    sheet, seats = empty_sheet(rng, colors)
    scale, half = FINEST, STADIUM.side / 2
    side, edge = round(2 * half * scale), round(AROUND_MM * scale)
    shown = np.asarray(cv2.resize(sheet, (side, side), interpolation=cv2.INTER_AREA), np.uint8)
    shown = np.asarray(cv2.copyMakeBorder(shown, *(edge,) * 4, cv2.BORDER_REFLECT), np.uint8)
    light = cv2.resize(np.exp(rng.normal(0, 0.25, (3, 3))).astype(np.float32), shown.shape[:2], interpolation=2)
    lit = np.clip(shown * light[..., None], 0, 255).astype(np.uint8)
    taken = photographed(rng, lit, None)
    x, y = rng.uniform(-300, 300, 2)
    board = RectifiedBoard(
        taken, scale, -half - AROUND_MM, half + AROUND_MM, (float(x), float(y)), float(rng.uniform(450, 950))
    )
    line = {"seed": -2, "colors": colors, "pieces": [], "others": [], "seats": seats}
    return PieceExamples.joined([_drawn(rng, board, line) for _ in range(QUESTIONS)])


def lines(folder: Path) -> Iterator[dict[str, Any]]:
    """What is known of a folder's boards: one of each seed."""
    file = folder / LABELS
    if not file.is_file():
        raise ValueError(f"{file}: not there; python -m vision.training.render.boards --out {folder} makes it")
    read = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    yield from {line["seed"]: line for line in reversed(read)}.values()


def picture_of(folder: Path, line: dict[str, Any]) -> Frame:
    """The picture of a line.

    Raises:
        ValueError: it is not there.
    """
    for ending in ("png", "jpg"):
        file = folder / f"{line['seed']:05}.{ending}"
        if file.is_file():
            return np.asarray(cv2.imread(str(file)), np.uint8)
    raise ValueError(f"{folder}: a picture of seed {line['seed']} is not there, but in {LABELS}")


def registration_of(line: dict[str, Any]) -> Registration:
    """What a line of a rendered board tells of its camera."""
    axes, eye, focal = np.array(line["axes"]), np.array(line["eye"]), line["focal"]
    middle = np.array(line["centre"]) - 0.5
    lens = Lens(tuple(line["size"]), (focal, focal), (float(middle[0]), float(middle[1])))
    flat = lens.matrix @ np.column_stack((axes[:, 0], axes[:, 1], -axes @ eye))
    return Registration(lens, flat / flat[2, 2], (float(eye[0]), float(eye[1]), float(eye[2])), 0.1, ())


def _of_board(folder: Path, line: dict[str, Any], photographs: int) -> Iterator[PieceExamples]:
    picture, rendered = picture_of(folder, line), "eye" in line
    try:
        registration = registration_of(line) if rendered else Board().register(picture)
    except MarkersError:
        return
    for number in range(photographs if rendered else max(1, photographs // 2)):
        rng = np.random.default_rng((line["seed"], number, 11))
        smaller = 1.0 if rendered else rng.uniform(*SMALLER)
        shown = np.asarray(cv2.resize(picture, None, fx=smaller, fy=smaller, interpolation=cv2.INTER_AREA), np.uint8)
        taken = photographed(rng, shown, np.array(line["light"]) if rendered else None)
        board = rectified(taken, registration, PLACES.area)
        for _ in range(QUESTIONS):
            yield _drawn(rng, _misjudged(rng, board), line)


def _misjudged(rng: Rng, board: RectifiedBoard) -> RectifiedBoard:
    """As where the camera's place is only nearly known."""
    x, y = board.below_eye + rng.normal(0, 15, 2)
    return replace(
        board, below_eye=(float(x), float(y)), eye_height=board.eye_height * float(np.exp(rng.normal(0, 0.06)))
    )


def photographed(rng: Rng, picture: Frame, light: Floats | None) -> Frame:
    """A picture as cameras take it: other white balance, exposure, saturation, blur, noise and JPEG.

    Of a rendered board the ``light`` is known, linear RGB, and mostly corrected.
    """
    gains = np.exp(rng.normal(0, 0.12, 3))
    if light is not None:
        gains *= ((light.mean() / light) ** rng.uniform(0.45, 1.1))[::-1]
    steps = np.clip(_linear(np.arange(256) / 255)[:, None] * gains * np.exp(rng.normal(0, 0.3)), 0, 1)
    encoded = np.where(steps <= 0.0031308, steps * 12.92, 1.055 * steps ** (1 / 2.4) - 0.055)
    table = np.asarray(255 * encoded ** np.exp(rng.normal(0, 0.12)), np.float32)[None]
    grey = np.array((0.0722, 0.7152, 0.2126))
    vivid = rng.uniform(0.75, 1.3)
    seen = cv2.transform(cv2.LUT(picture, table), vivid * np.eye(3) + (1 - vivid) * grey)
    if rng.random() < 0.5:
        seen = cv2.GaussianBlur(seen, (0, 0), rng.uniform(0.4, 1.6))
    elif rng.random() < 0.3:
        share = rng.uniform(0.3, 1)
        seen = cv2.addWeighted(seen, 1 + share, cv2.GaussianBlur(seen, (0, 0), 1.2), -share, 0)
    cv2.setRNGSeed(int(rng.integers(1 << 30)))
    noise = cv2.randn(np.empty_like(seen), np.zeros(3), np.full(3, rng.uniform(0.5, 6)))
    return compressed(np.clip(seen + noise, 0, 255).astype(np.uint8), int(rng.uniform(55, 97)))


def taken_as_tested(picture: Frame, line: dict[str, Any]) -> Frame:
    """The one photograph of a rendered board by which figures are counted: most of its lamps' colour is corrected."""
    rng = np.random.default_rng((line["seed"], 5))
    light = np.array(line["light"])
    gains = ((light.mean() / light) ** CORRECTED)[::-1]
    seen = np.clip(_linear(picture / 255) * gains, 0, 1)
    encoded = np.where(seen <= 0.0031308, seen * 12.92, 1.055 * seen ** (1 / 2.4) - 0.055)
    noisy = np.round(encoded * 255).astype(np.float32) * np.exp(rng.normal(0, 0.06, 3))
    noisy += rng.normal(0, rng.uniform(1, 5), picture.shape)
    taken = np.clip(noisy, 0, 255).astype(np.uint8)
    if rng.random() < 0.4:
        taken = np.asarray(cv2.GaussianBlur(taken, (0, 0), rng.uniform(0.5, 1.2)), np.uint8)
    return compressed(taken, int(rng.uniform(70, 96)))


def _linear(color: Floats) -> Floats:
    return np.asarray(np.where(color <= 0.04045, color / 12.92, ((color + 0.055) / 1.055) ** 2.4))


def _drawn(rng: Rng, board: RectifiedBoard, line: dict[str, Any]) -> PieceExamples:
    """Views of one photograph, asked for two of some colours."""
    pieces = line["pieces"]
    feet = np.array([piece["foot"] for piece in pieces]).reshape(-1, 2)
    asked = _asked(rng, line)
    angles, away = (
        rng.uniform(0, 2 * np.pi, (2, len(feet))),
        AROUND * PLACES.piece * np.sqrt(rng.random((2, len(feet)))),
    )
    near = feet + (away * np.array((np.cos(angles), np.sin(angles)))).transpose(1, 2, 0)
    places = np.array(list(PLACES.standing.values()))
    centres = np.concatenate((places + rng.normal(0, 1, places.shape), *near, rng.uniform(-205, 205, (ELSEWHERE, 2))))
    seats = np.array(line.get("seats", ())).reshape(-1, 2)
    centres = np.concatenate((centres, seats + rng.normal(0, 1.5, seats.shape)))
    piece = PLACES.piece * float(np.exp(rng.normal(0, 0.08)))
    seen = views(board, centres, [_taught(rng, board, name, line) for name in asked], piece)
    parts = []
    for color in range(2):
        others = [mask for other, mask in enumerate(seen.alike) if other != color]
        rival = np.max(others, axis=0) if others else np.zeros_like(seen.common)
        truth, foot, weight = _truth(board, centres, line, asked, asked[color], piece)
        kept = (weight == 1) & ((truth != NOTHING) | (rng.random(len(truth)) < DULL_SHARE))
        kept |= (weight > 0) & (rng.random(len(truth)) < DULL_SHARE)
        parts.append(
            PieceExamples(
                seen.shown[kept],
                seen.common[kept],
                seen.alike[color][kept],
                rival[kept],
                seen.leans[kept],
                truth[kept],
                foot[kept],
                weight[kept],
                np.full(int(kept.sum()), line["seed"]),
            )
        )
    return PieceExamples.joined(parts)


def _asked(rng: Rng, line: dict[str, Any]) -> list[str]:
    """Two to five colours, of which the first two are looked at: mostly such as stand there."""
    there = sorted({piece["color"] for piece in line["pieces"]})
    teams = [str(name) for name in rng.permutation(line["colors"])]
    draw = rng.random()
    first = teams[:2] if draw < 0.5 else [str(name) for name in rng.permutation(there)][:2]
    rest = [str(name) for name in rng.permutation(PALETTE) if name not in first]
    return [*first, *rest[: max(2 - len(first), int(rng.choice([0, 0, 0, 1, 2, 3])))]]


def _taught(rng: Rng, board: RectifiedBoard, name: str, line: dict[str, Any]) -> PieceColor:
    """The colour by its name, or as taught from the pieces themselves, or learned besides."""
    feet = [piece["foot"] for piece in line["pieces"] if piece["color"] == name and piece["state"] == "placed"]
    if len(feet) < TAUGHT_FROM or rng.random() > TAUGHT_SHARE:
        return PieceColor(name)
    side = round(0.8 * PLACES.piece * board.scale)
    chosen = rng.permutation(len(feet))[: int(rng.integers(1, len(feet)))]
    corners = np.rint(board.pixels(np.array(feet)[chosen]) - side / 2).astype(int)
    model = ColorModel.of([body_color(board.picture, Box(int(x), int(y), side, side)) for x, y in corners])
    return PieceColor(name, learned=model) if rng.random() < 0.4 else PieceColor(name, model)


def _truth(
    board: RectifiedBoard, centres: Points, line: dict[str, Any], asked: Sequence[str], color: str, piece: float
) -> tuple[Integers, Points, Floats]:
    """What each view shows, where its foot is, and how much it counts."""
    pieces = line["pieces"]
    truth, weight = np.full(len(centres), NOTHING), np.ones(len(centres))
    if not pieces:
        return truth, np.zeros((len(centres), 2)), weight
    feet = np.array([each["foot"] for each in pieces]).reshape(-1, 2)
    out, right = frames(board, centres)
    away = feet[None] - centres[:, None]
    far = np.hypot(away[..., 0], away[..., 1]) / piece
    nearest = far.argmin(axis=1)
    least, offset = far.min(axis=1), away[np.arange(len(centres)), nearest] / piece
    for place, each in enumerate(nearest):
        if least[place] > ALMOST_HERE:
            continue
        weight[place] = least[place] <= HERE
        same = pieces[each]["color"] == color
        truth[place] = (FALLEN if pieces[each]["state"] == "fallen" else STANDING) if same else OTHER_PIECE
        if pieces[each]["color"] not in asked:
            weight[place] *= OTHER_WEIGHT
    for thing in line.get("others", ()):
        near = np.hypot(*(centres - thing).T) / piece
        truth[(near < HERE) & (truth == NOTHING)] = THING
    return truth, np.column_stack(((offset * right).sum(axis=1), (offset * out).sum(axis=1))), weight
