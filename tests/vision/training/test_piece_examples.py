"""Views that the network of pieces learns from: what each shows is what its board's labels say."""

import json
import re
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.board.place_views import BELOW, FEET, SIDE
from vision.geometry.stadium import STADIUM
from vision.training.piece_examples import FALLEN, HERE, LABELS, NOTHING, STANDING, empty, load

PICTURE, FOCAL, HEIGHT = 900, 1440.0, 800.0
PX_PER_MM = FOCAL / HEIGHT
PIECE_AT, OTHER_AT, PRINT_AT, FALLEN_AT = (STADIUM.path[number] for number in (3, 6, 14, 9))
RED, BLUE, GREY = (30, 30, 210), (210, 70, 20), (150, 150, 150)


def draw_folder(folder: Path, seeds: tuple[int, ...]) -> None:
    """Two red pieces, a fallen one and blue print, from straight above, as the renderer labels them."""
    picture = np.full((PICTURE, PICTURE, 3), GREY, np.uint8)
    for place, color in ((PIECE_AT, RED), (OTHER_AT, RED), (PRINT_AT, BLUE), (FALLEN_AT, RED)):
        middle = np.rint(np.multiply(place, (1, -1)) * PX_PER_MM + PICTURE / 2).astype(int)
        cv2.circle(picture, middle.tolist(), round(8 * PX_PER_MM), color, -1, cv2.LINE_AA)
    camera = {
        "eye": (0, 0, HEIGHT), "axes": ((1, 0, 0), (0, -1, 0), (0, 0, -1)), "focal": FOCAL,
        "centre": (PICTURE / 2, PICTURE / 2), "size": (PICTURE, PICTURE), "light": (1.0, 1.0, 1.0),
    }  # fmt: skip
    states = ((PIECE_AT, "placed"), (OTHER_AT, "placed"), (FALLEN_AT, "fallen"))
    pieces = [{"color": "red", "foot": foot, "state": state} for foot, state in states]
    lines = [{"seed": seed, "colors": ("red", "blue"), "pieces": pieces, **camera} for seed in seeds]
    for seed in seeds:
        cv2.imwrite(str(folder / f"{seed:05}.png"), picture)
    (folder / LABELS).write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")


def test_a_view_shows_what_the_labels_say(tmp_path: Path) -> None:
    """A piece that stands is where its foot is said to be, and no odd seed is learned from."""
    draw_folder(tmp_path, (0, 1))
    found = load([tmp_path], 1)
    assert {0} == set(found.seed)
    assert {NOTHING, STANDING, FALLEN} <= set(found.truth)
    for number in np.flatnonzero(found.truth == STANDING):
        aside, up = found.foot[number] * SIDE / FEET
        assert np.hypot(*found.foot[number]) <= HERE
        shade = found.shown[number][round(SIDE - BELOW - up), round((SIDE - 1) / 2 + aside)].astype(int)
        assert shade[2] > shade[0] + 40, "red, and not the ground"


def test_nothing_stands_on_print_alone() -> None:
    """Whatever is printed."""
    assert {NOTHING} == set(empty(1).truth)


def test_a_folder_without_labels_is_named(tmp_path: Path) -> None:
    """With the command that makes them."""
    with pytest.raises(ValueError, match=re.escape(f"{tmp_path / LABELS}: not there")):
        load([tmp_path], 1)
