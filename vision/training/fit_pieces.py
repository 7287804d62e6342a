"""``python -m vision.training.fit_pieces FOLDER…``: fit the weights of `vision.board.piece_likelihood` and print them.

A folder holds pictures and their ``boards.jsonl``. Lines of `vision.training.render.boards` tell the camera; those
pictures get the white balance, noise and JPEG of one first. Lines without a camera (``tests/lab/pawned_folder.py``)
are of pictures that a simulated sensor took, and are registered by the printed markers.

Method: a logistic regression of whether a patch is a piece, with a ridge, on the patches at places of even seeds. Odd
seeds are only reported. The shipped weights were fitted to 24 rendered boards (even seeds, 0 to 46) and to 80 of
``pawned_folder.py`` (even seeds, 2 to 160).
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.board.marked_places import of_field
from vision.board.piece_colors import PieceColor
from vision.board.piece_finder import ColoredPatch, colored, colored_patches
from vision.board.piece_likelihood import RESIDUE, RESIDUE_MOST, WEIGHTS, features
from vision.board.rectified import rectified
from vision.errors import MarkersError
from vision.geometry.registration import Board, Lens, Registration
from vision.geometry.stadium import STADIUM
from vision.training.data.camera_noise import compressed
from vision.training.render.boards import draw_board
from vision.training.render.team_pieces import TEAM_COLORS
from vision.types import Flags, Floats, Frame

PLACES = of_field(STADIUM)
LABELS = "boards.jsonl"
NAMES = tuple(WEIGHTS)
OWN, OTHER_COLOR, ANY_PIECE, OTHER_BOARD = 6.5, 8.0, 14.0, 16.0
"""Mm from the nearest piece's foot: a patch of its colour is that piece within the first. A patch is no piece beyond
the second in another colour, beyond the third in any, and beyond the last where colours are asked for that none has."""
CORRECTED = 0.85
"""Share of the lamps' colour that a camera's white balance corrects."""
KEPT_QUALITY = 97
"""Of the JPEG in which the shipped fit kept its pictures: without it some weights differ by up to 1."""
RENDERED_WEIGHT = 2.5
"""Of a patch of a rendered board, where one of a pawned board is 1."""
RIDGE, STIFF_RIDGE, FIXED_RIDGE, FREE_RIDGE = 1.0, 60.0, 1e9, 1e-6
STIFF = ("joined", "foot_joined", "mixed", "rim_mixed", "long", "slim", "stout", "printed")
"""Features that keep close to what the patches away from places say of them, too."""
AWAY_WEIGHT, AT_PLACE = -2.2, 0.2
"""What being away from a place weighs, which patches at places do not say; and up to which feature they are at one."""
LIKELY = (0.9, 0.95, 0.97)
BINS = (0.0, 0.05, 0.3, 0.7, 0.9, 0.95, 0.98, 1.01)


@dataclass(frozen=True, eq=False)
class Examples:
    """Patches whose truth is known.

    Attributes:
        features: as of `vision.board.piece_likelihood.features`, shape (patches, weights).
        pieces: whether each is a piece, shape (patches,).
        most: how likely each is a piece at most.
        rendered: whether each is of a rendered board.
        odd: whether its board's seed is.
    """

    features: Floats
    pieces: Flags
    most: Floats
    rendered: Flags
    odd: Flags

    def of(self, chosen: Flags) -> Examples:
        """Some of them, by flags of shape (patches,)."""
        flags = self.pieces[chosen], self.most[chosen], self.rendered[chosen], self.odd[chosen]
        return Examples(self.features[chosen], *flags)

    @property
    def at_places(self) -> Flags:
        """Whether each is at a place, shape (patches,)."""
        return np.asarray(self.features[:, NAMES.index("away")] < AT_PLACE)


def load(folders: Sequence[Path]) -> Examples:
    """The patches of all boards of these folders.

    Raises:
        ValueError: a folder lacks its labels or one of their pictures, a board without a camera shows too few markers,
            or no picture shows a patch.
    """
    rows = [row for folder in folders for line in _lines(folder) for row in _examples_of(folder, line)]
    if not rows:
        raise ValueError(f"{', '.join(map(str, folders))}: no picture of {LABELS} shows a patch of a piece's colour")
    values, pieces, most, rendered, odd = zip(*rows, strict=True)
    return Examples(np.array(values), np.array(pieces), np.array(most), np.array(rendered), np.array(odd))


def _lines(folder: Path) -> Iterator[dict[str, Any]]:
    """One of each seed."""
    file = folder / LABELS
    if not file.is_file():
        raise ValueError(f"{file}: not there; python -m vision.training.render.boards --out {folder} makes it")
    lines = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    yield from {line["seed"]: line for line in reversed(lines)}.values()


def _examples_of(folder: Path, line: dict[str, Any]) -> Iterator[tuple[Floats, bool, float, bool, bool]]:
    """Of one board, asked for its own colours and for others, which find print and clutter."""
    seed, rendered = line["seed"], "eye" in line
    file = folder / f"{seed:05}.png"
    if not file.is_file():
        raise ValueError(f"{file}: not there, but in {LABELS}")
    taken = np.asarray(cv2.imread(str(file)), np.uint8)
    if rendered:
        taken = photographed(white_balanced(taken, seed), seed)
    try:
        registration = registration_of(line) if rendered else Board().register(taken)
    except MarkersError as fault:
        raise ValueError(f"{file}: {fault}") from fault
    board = rectified(taken, registration, PLACES.area)
    for number, colors in enumerate(_asked(line, 3 if rendered else 2)):
        seen = colored(board, tuple(map(PieceColor, colors)), PLACES.piece)
        patches = colored_patches(seen, len(colors), PLACES.piece)
        for patch, values in zip(patches, features(patches, PLACES, seen.printed) if patches else (), strict=True):
            truth = _is_piece(patch, colors[patch.color], line["pieces"], own=number == 0)
            if truth is not None:
                residue = patch.color in seen.printed and patch.mixed > RESIDUE
                yield values, truth, RESIDUE_MOST if residue else 1.0, rendered, bool(seed % 2)


def _asked(line: dict[str, Any], times: int) -> list[tuple[str, ...]]:
    """The colours of a board's pieces, then pairs that none of them has."""
    rng = np.random.default_rng(line["seed"])
    rest = [color for color in TEAM_COLORS if color not in line["colors"]]
    return [tuple(line["colors"]), *(tuple(map(str, rng.permutation(rest)[:2])) for _ in range(times - 1))]


def _is_piece(patch: ColoredPatch, color: str, pieces: Sequence[dict[str, Any]], *, own: bool) -> bool | None:
    """Whether a patch is one; None if the labels leave it open."""
    away, nearest = min(
        ((float(np.hypot(*np.subtract(patch.foot, each["foot"]))), each) for each in pieces),
        key=lambda pair: pair[0],
        default=(np.inf, {"color": "", "state": ""}),
    )
    if not own and away < OTHER_BOARD:
        return None
    same = color == nearest["color"]
    if same and away < OWN and nearest["state"] != "fallen":
        return True
    return False if away > ANY_PIECE or (not same and away > OTHER_COLOR) else None


def registration_of(line: dict[str, Any]) -> Registration:
    """What a line of a rendered board tells of its camera."""
    axes, eye, focal = np.array(line["axes"]), np.array(line["eye"]), line["focal"]
    middle = np.array(line["centre"]) - 0.5
    lens = Lens(tuple(line["size"]), (focal, focal), (float(middle[0]), float(middle[1])))
    flat = lens.matrix @ np.column_stack((axes[:, 0], axes[:, 1], -axes @ eye))
    return Registration(lens, flat / flat[2, 2], (float(eye[0]), float(eye[1]), float(eye[2])), 0.1, ())


def white_balanced(picture: Frame, seed: int) -> Frame:
    """A rendered board as of a camera that corrects most of its lamps' colour."""
    scene = draw_board(seed).scene
    lamps: Floats = sum((lamp.power * _linear(np.array(lamp.color)) for lamp in scene.lamps), np.zeros(3))
    light = lamps + _linear(np.array(scene.sky[0])) * scene.sky[2] * 0.7
    gains = (light.mean() / light) ** CORRECTED
    seen = np.clip(_linear(picture / 255.0) * gains[::-1], 0, 1)
    encoded = np.where(seen <= 0.0031308, seen * 12.92, 1.055 * seen ** (1 / 2.4) - 0.055)
    return np.asarray(np.round(encoded * 255), np.uint8)


def _linear(color: Floats) -> Floats:
    return np.asarray(np.where(color <= 0.04045, color / 12.92, ((color + 0.055) / 1.055) ** 2.4))


def photographed(picture: Frame, seed: int) -> Frame:
    """With a slight cast, noise, now and then blur, and JPEG: much milder than `camera_noise.photograph`."""
    rng = np.random.default_rng((seed, 5))
    noisy = picture.astype(np.float32) * np.exp(rng.normal(0, 0.06, 3))
    noisy += rng.normal(0, rng.uniform(1, 5), picture.shape)
    taken = np.clip(noisy, 0, 255).astype(np.uint8)
    if rng.random() < 0.4:
        taken = np.asarray(cv2.GaussianBlur(taken, (0, 0), rng.uniform(0.5, 1.2)), np.uint8)
    return compressed(compressed(taken, int(rng.uniform(70, 96))), KEPT_QUALITY)


def fit(examples: Examples) -> Floats:
    """The weights, shape (weights,): of patches at places, kept near to those of all patches."""
    ridge = np.full(len(NAMES), RIDGE)
    ridge[NAMES.index("one")] = FREE_RIDGE
    start = _regression(examples, np.zeros(len(NAMES)), ridge)
    start[NAMES.index("away")] = AWAY_WEIGHT
    ridge[NAMES.index("away")] = FIXED_RIDGE
    ridge[[NAMES.index(name) for name in STIFF]] = STIFF_RIDGE
    return _regression(examples.of(examples.at_places), start, ridge)


def _regression(examples: Examples, near: Floats, ridge: Floats) -> Floats:
    """The weights of least log loss and ``ridge`` times their squared distance from ``near``: Newton's method."""
    weights, rows = near.copy(), examples.features
    counts = np.where(examples.rendered, RENDERED_WEIGHT, 1.0)
    for _ in range(80):
        chance = 1 / (1 + np.exp(-rows @ weights))
        slope = rows.T @ (counts * (chance - examples.pieces)) + ridge * (weights - near)
        bend = (rows * (counts * chance * (1 - chance))[:, None]).T @ rows + np.diag(ridge)
        step = np.linalg.solve(bend, slope)
        weights = weights - step
        if np.abs(step).max() < 1e-6:
            break
    return np.asarray(weights)


def report(examples: Examples, weights: Floats) -> str:
    """Of each split: pieces and others that are likely pieces, and how often patches were as likelihoods said."""
    near = examples.of(examples.at_places)
    return "\n".join(row for odd in (False, True) for row in _report(near.of(near.odd == odd), weights))


def _report(split: Examples, weights: Floats) -> Iterator[str]:
    if not len(split.pieces):
        return
    name = "odd seeds, only reported" if split.odd[0] else "even seeds, fitted"
    likely = np.minimum(1 / (1 + np.exp(-split.features @ weights)), split.most)
    for kind, chosen in (("rendered", split.rendered), ("pawned", ~split.rendered)):
        pieces, others = chosen & split.pieces, chosen & ~split.pieces
        if not chosen.any():
            continue
        yield f"{name}: {kind} boards, {pieces.sum()} pieces and {others.sum()} others"
        for least in LIKELY:
            right, wrong = (int((likely[each] >= least).sum()) for each in (pieces, others))
            yield f"  from {least:4} on: told {right}, wrong {wrong}"
    for low, high in pairwise(BINS):
        inside = (likely >= low) & (likely < high)
        share = f"{split.pieces[inside].mean():.1%} pieces" if inside.any() else "none"
        yield f"  {low:4} to {min(high, 1.0):4}: {inside.sum()} patches, {share}"


def main() -> None:
    """Fit the weights to the boards of folders, and print them as `vision.board.piece_likelihood` has them."""
    parser = argparse.ArgumentParser(prog="python -m vision.training.fit_pieces", description=__doc__)
    parser.add_argument("folders", type=Path, nargs="+", metavar="FOLDER", help=f"pictures of boards and {LABELS}")
    options = parser.parse_args()
    try:
        examples = load(options.folders)
    except ValueError as fault:
        parser.exit(1, f"{fault}\n")
    even = examples.of(~examples.odd)
    if not (even.pieces & even.at_places).any() or not (~even.pieces & even.at_places).any():
        parser.exit(1, "no even seed shows both a piece and something else at places; render more boards\n")
    weights = fit(even)
    for name, weight in zip(NAMES, weights, strict=True):
        print(f'    "{name}": {weight:.2f},')
    print(report(examples, weights))


if __name__ == "__main__":
    main()
