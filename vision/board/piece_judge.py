"""What stands at a place, and elsewhere on a board: a small network's answer for every view and colour asked for.

It has learned on the even seeds of `vision.training.render.boards` and of ``tests/support/pawned.py``
(`vision.training.fit_piece_network`); never on the simulator's pictures, and never on an odd seed.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from vision.board.piece_colors import PieceColor
from vision.board.place_views import PlaceViews, frames, views
from vision.board.rectified import RectifiedBoard
from vision.recognition.network import MODEL_FOLDER, OnnxNetwork
from vision.recognition.parameters import load
from vision.types import Floats, Points

CLASSES: Final = ("nothing", "standing", "fallen", "other piece", "thing")
"""What a view may show of the colour asked for; `standing` and `fallen` are pieces of that colour."""
SURELY_NOTHING = 0.998
"""From here on the first colour asked for answers for all."""
_loaded = threading.local()
"""A network is not for two threads at a time: each has its own."""


@dataclass(frozen=True, eq=False)
class JudgedPlaces:
    """N views and what they show.

    Attributes:
        empty: the likelihood that no piece is there, shape (N,).
        standing: of one of each of C colours, shape (C, N).
        fallen: the same of a piece that lies.
        feet: where it is, mm, shape (C, N, 2).
    """

    empty: Floats
    standing: Floats
    fallen: Floats
    feet: Floats


def judged(board: RectifiedBoard, places: Points, colors: Sequence[PieceColor], piece: float) -> JudgedPlaces:
    """What stands at places, shape (N, 2) mm, of pieces ``piece`` mm across their feet.

    A colour's likelihood is the least of those by its own answer, and by the others' that another piece is there.
    """
    seen = views(board, places, colors, piece)
    out, right = frames(board, places)
    chances = np.zeros((len(colors), len(places), len(CLASSES)))
    chances[..., 0] = 1
    feet = np.repeat(places[None], len(colors), axis=0).astype(float)
    asked = np.arange(len(places))
    for color in range(len(colors)):
        if not len(asked):
            break
        answers = _answers(seen.of(asked), color)
        shown = answers[:, : len(CLASSES)]
        chances[color, asked] = np.exp(shown - shown.max(axis=1, keepdims=True))
        chances[color, asked] /= chances[color, asked].sum(axis=1, keepdims=True)
        aside, up = answers[:, len(CLASSES) :].T * piece
        feet[color, asked] += aside[:, None] * right[asked] + up[:, None] * out[asked]
        if color == 0:
            asked = asked[chances[0, asked, 0] + chances[0, asked, 4] < SURELY_NOTHING]
    nothing, standing, fallen, other, thing = chances.transpose(2, 0, 1)
    for color in range(len(colors)):
        rivals = np.delete(np.arange(len(colors)), color)
        most = np.minimum.reduce(other[rivals], axis=0, initial=1.0)
        standing[color], fallen[color] = np.minimum(standing[color], most), np.minimum(fallen[color], most)
    return JudgedPlaces((nothing + thing).min(axis=0), standing, fallen, feet)


def load_network(folder: Path = MODEL_FOLDER) -> OnnxNetwork:
    """The network of pieces.

    Raises:
        ModelError: it is missing, damaged, or was replaced by one whose likelihoods were not fitted.
    """
    network = OnnxNetwork("piece", folder)
    load(folder, {"piece": network.sha256})
    return network


def _answers(seen: PlaceViews, color: int) -> Floats:
    """Scores of `CLASSES`, then where the foot is, in feet across; shape (N, classes + 2)."""
    if not hasattr(_loaded, "network"):
        _loaded.network = load_network()
    answers = _loaded.network(seen.inputs(color))
    return np.asarray(answers.reshape(len(answers), -1), np.float64)
