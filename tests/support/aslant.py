"""Two pictures of dice that are seen from the side by a camera of which nothing is known, and what they show."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from vision import DiceReader, DieReading

PICTURES = Path(__file__).parents[1] / "golden" / "eyes"
SHOWN: dict[str, dict[tuple[int, int], int | None]] = {
    "aslant.jpg": {
        (110, 165): 10, (348, 127): 4, (67, 248): 10, (202, 35): 7, (220, 109): 3, (44, 157): 10, (406, 212): 9,
        (250, 193): 7, (278, 75): 8, (352, 255): 2, (460, 115): 9, (141, 176): 8, (380, 50): 2, (132, 99): 5,
        (162, 268): 1, (440, 286): 10, (254, 299): 2,
    },
    "aslant_crowded.jpg": {
        (213, 113): 6, (151, 29): 8, (168, 141): 6, (203, 168): 7, (111, 113): 5, (171, 208): 2, (163, 104): 6,
        (201, 33): 1, (319, 146): 10, (93, 196): 8, (82, 157): 8, (238, 68): 8, (265, 166): 3, (133, 244): 5,
        (193, 74): 9, (28, 156): 7, (60, 115): 6, (302, 94): 4, (131, 67): 1, (142, 162): 4, (93, 94): 5,
        (187, 238): None,
    },
}  # fmt: skip
"""Middle of every die in the pictures, rendered from 31 to 38 degrees off the vertical, and what it shows.

Of a d12 nothing is to be told.
"""


def read(reader: DiceReader, name: str) -> tuple[int, int]:
    """How many dice of a picture are told rightly, and how many wrongly."""
    picture, shown = np.asarray(cv2.imread(str(PICTURES / name)), np.uint8), SHOWN[name]
    values = [
        (min(shown, key=lambda middle: np.hypot(middle[0] - x - width / 2, middle[1] - y - height / 2)), one.value)
        for one in reader.read(picture)
        if isinstance(one, DieReading) and one.value is not None
        for x, y, width, height in [one.box]
    ]
    right = sum(shown[middle] == value for middle, value in values)
    return right, len(values) - right
