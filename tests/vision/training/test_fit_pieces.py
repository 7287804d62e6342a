"""The weights of pieces' likelihoods can be fitted again: what is a piece by the labels, and a law that is found."""

import json
import re
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.geometry.stadium import STADIUM
from vision.training.fit_pieces import AWAY_WEIGHT, LABELS, NAMES, Examples, fit, load, report

SIDE, FOCAL, HEIGHT = 900, 1440.0, 800.0
PX_PER_MM = FOCAL / HEIGHT
PIECE_AT, PRINT_AT, FALLEN_AT, COVERED_AT = (STADIUM.path[number] for number in (3, 14, 9, 20))
RED, BLUE, GREY = (30, 30, 210), (210, 70, 20), (150, 150, 150)


def draw_folder(folder: Path, seeds: tuple[int, ...]) -> None:
    """A red piece, a fallen one, one under blue, and blue print, from straight above, as the renderer labels them."""
    picture = np.full((SIDE, SIDE, 3), GREY, np.uint8)
    for place, color in ((PIECE_AT, RED), (PRINT_AT, BLUE), (FALLEN_AT, RED), (COVERED_AT, BLUE)):
        middle = np.rint(np.multiply(place, (1, -1)) * PX_PER_MM + SIDE / 2).astype(int)
        cv2.circle(picture, middle.tolist(), round(8 * PX_PER_MM), color, -1, cv2.LINE_AA)
    camera = {
        "eye": (0, 0, HEIGHT), "axes": ((1, 0, 0), (0, -1, 0), (0, 0, -1)), "focal": FOCAL, "centre": (SIDE / 2,) * 2,
        "size": (SIDE, SIDE),
    }  # fmt: skip
    states = ((PIECE_AT, "placed"), (FALLEN_AT, "fallen"), (COVERED_AT, "placed"))
    pieces = [{"color": "red", "foot": foot, "state": state} for foot, state in states]
    lines = [{"seed": seed, "colors": ("red", "blue"), "pieces": pieces, **camera} for seed in seeds]
    for seed in seeds:
        cv2.imwrite(str(folder / f"{seed:05}.png"), picture)
    (folder / LABELS).write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")


def test_a_patch_is_a_piece_where_the_labels_say_one_stands_and_print_elsewhere(tmp_path: Path) -> None:
    """Two boards with the same piece and the same print, one of each split."""
    draw_folder(tmp_path, (0, 1))
    found = load([tmp_path])
    assert found.rendered.all()
    for odd in (False, True):
        of_split = found.of(found.odd == odd)
        assert of_split.pieces.sum() == 1, "the red one that stands"
        assert (~of_split.pieces & of_split.at_places).sum() >= 1
    assert found.features.shape[1] == len(NAMES)


def test_the_fit_finds_the_law_that_its_examples_follow_and_reports_both_splits() -> None:
    """Examples are drawn from known weights; that of being away is not fitted."""
    rng = np.random.default_rng(3)
    true = {"one": 1.0, "relief": 1.5, "repeated": -4.0, "joined": -3.0}
    law = np.array([true.get(name, 0.0) for name in NAMES])
    features = rng.uniform(0, 1, (6000, len(NAMES)))
    features[:, NAMES.index("one")], features[:, NAMES.index("away")] = 1, 0
    pieces = rng.random(6000) < 1 / (1 + np.exp(-features @ law))
    odd = np.arange(6000) % 2 == 1
    examples = Examples(features, pieces, np.ones(6000), np.ones(6000, bool), odd)
    weights = fit(examples.of(~odd))
    for name, weight in zip(NAMES, weights, strict=True):
        assert weight == pytest.approx(AWAY_WEIGHT if name == "away" else true.get(name, 0.0), abs=0.6), name
    text = report(examples, weights)
    assert "even seeds, fitted: rendered boards" in text
    assert "odd seeds, only reported: rendered boards" in text


def test_a_folder_without_labels_is_named(tmp_path: Path) -> None:
    """With the command that makes them."""
    with pytest.raises(ValueError, match=re.escape(f"{tmp_path / LABELS}: not there")):
        load([tmp_path])
