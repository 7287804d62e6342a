"""What a place holds, by the network of pieces: of which team, where its foot is, and that nothing else counts."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest
from support.pawned import StandingPawn, pawn_board

from vision.board.marked_places import of_field
from vision.board.piece_colors import PieceColor
from vision.board.piece_judge import judged, load_network
from vision.board.rectified import RectifiedBoard, rectified
from vision.errors import ModelError
from vision.geometry.registration import Board
from vision.geometry.stadium import STADIUM
from vision.recognition.network import MODEL_FOLDER
from vision.recognition.parameters import FILE

PLACES = of_field(STADIUM)
RED, BLUE, GREEN = PieceColor("red"), PieceColor("blue"), PieceColor("green")
pytestmark = [pytest.mark.untraced]


@pytest.fixture(scope="module")
def pawned() -> tuple[RectifiedBoard, list[StandingPawn]]:
    """A board, and what stands on it."""
    picture, truth = pawn_board(101)
    return rectified(picture, Board().register(picture), PLACES.area), truth


def test_the_colours_order_changes_no_team(pawned: tuple[RectifiedBoard, list[StandingPawn]]) -> None:
    """Asked for red and blue or for blue and red, no pawn is likely of the other team, and most are of their own."""
    board, truth = pawned
    feet = np.array([STADIUM.path[pawn.place] for pawn in truth])
    for colors in ((RED, BLUE), (BLUE, RED), (RED, BLUE, GREEN)):
        seen = judged(board, feet, colors, PLACES.piece)
        names = [color.name for color in colors]
        own = np.array([names.index(pawn.color) for pawn in truth])
        chances = seen.standing[own, np.arange(len(truth))]
        assert (chances > 0.8).sum() >= len(truth) - 2
        assert (seen.standing.sum(axis=0) - chances).max() < 0.1
        away = [np.hypot(*(seen.feet[color, number] - truth[number].foot)) for number, color in enumerate(own)]
        assert np.median(away) < 1.5, "mm"


def test_a_replaced_network_is_named(tmp_path: Path) -> None:
    """Its likelihoods were not fitted."""
    for name in ("piece.onnx", FILE):
        shutil.copy(MODEL_FOLDER / name, tmp_path)
    load_network(tmp_path)
    with (tmp_path / "piece.onnx").open("ab") as file:
        file.write(b"\x12\x00")  # an empty producer_name: the same network in another file
    with pytest.raises(ModelError, match=r"piece\.onnx is not the network that"):
        load_network(tmp_path)
