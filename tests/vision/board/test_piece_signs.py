"""The sign on top of a piece is read where a picture shows it, and never wrongly."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from support.pawned import pawn_board

from firmware.simulated.rendering.bodies import PieceShape
from firmware.simulated.world.stadium import HelmetSet, SimulatedStadium
from vision.board.board_reader import SeenPiece, look_at
from vision.board.marked_places import of_field
from vision.board.piece_colors import PieceColor
from vision.board.piece_signs import with_signs
from vision.geometry.registration import Board
from vision.geometry.stadium import STADIUM
from vision.types import Frame, Point

pytestmark = pytest.mark.untraced

PLACES = of_field(STADIUM)
TEAMS = (PieceColor("red"), PieceColor("blue"))
PAINTED = {3: ("away 1", "+"), 20: ("away 2", None), 9: ("away 4", "-"), 14: ("home 1", "+"), 6: ("home 2", "-")}
"""Where helmets are put, and the sign on each."""


def foot(place: int) -> Point:
    """Beside the middle of a place."""
    x, y = STADIUM.path[place]
    return x + 3, y - 2


def read(frame: Frame, **wanted: range) -> tuple[SeenPiece, ...]:
    """The pieces of a frame with their signs."""
    registration = Board().register(frame)
    seen = look_at(frame, registration, PLACES, TEAMS)
    return with_signs(seen, frame, registration, TEAMS, **wanted).pieces


def painted_stadium(shape: PieceShape) -> Frame:
    """Five of eight pieces on the path, the others in their dugouts."""
    stadium, at = (
        SimulatedStadium(3, helmets=HelmetSet(shape=shape, signs=(("+", "", "", "-"), ("+", "-", "", "")))),
        0.0,
    )
    for place, (name, _) in PAINTED.items():
        x, y = STADIUM.path[place]
        at = stadium.carry(at, name, (x + 3, y - 2))
    return stadium.still(at + 1)


@pytest.fixture(scope="module")
def helmets() -> Frame:
    """Helmets with signs."""
    return painted_stadium("helmet")


@pytest.mark.parametrize("shape", ["helmet", "pawn", "disc"])
def test_signs_are_read_on_pieces_of_every_shape(shape: PieceShape) -> None:
    """Four in five of the simulator's, which nothing was fitted to; plain ones have none."""
    signs = {piece.at: piece.sign for piece in read(painted_stadium(shape))}
    found = {place: signs[place] for place in PAINTED if signs.get(place) is not None}
    assert found == {place: PAINTED[place][1] for place in found}
    assert len(found) >= 3


def test_signs_are_read_where_they_are_asked_for(helmets: Frame) -> None:
    """In a game only on the path: in a dugout they tell nothing."""
    assert {"+", "-", None} == {piece.sign for piece in read(helmets, among=range(24))}
    assert {None} == {piece.sign for piece in read(helmets, among=range(20, 21))}


def test_a_fallen_piece_and_one_of_no_sure_colour_have_no_sign(helmets: Frame) -> None:
    """Nobody sees its top."""
    registration = Board().register(helmets)
    seen = look_at(helmets, registration, PLACES, (TEAMS[1],))
    assert {None} == {piece.sign for piece in with_signs(seen, helmets, registration, (TEAMS[0],)).pieces}


@pytest.mark.parametrize("seed", [101, 103])
def test_other_pieces_have_no_sign(seed: int) -> None:
    """Heads, gleams and print next to pieces are none."""
    assert {None} == {piece.sign for piece in read(pawn_board(seed)[0])}


@pytest.mark.parametrize(
    ("reach", "ink", "sign"),
    [(9, (240, 240, 240), "-"), (60, (240, 240, 240), None), (9, (0, 0, 40), None), (9, (8, 6, 6), "-")],
    ids=["white bar", "white line", "dark red bar", "black bar"],
)
def test_a_minus_is_a_bar_of_ink(helmets: Frame, reach: int, ink: tuple[int, int, int], sign: str | None) -> None:
    """One is painted on a plain red helmet; a line that goes on beyond it is none, nor is a shade of its red."""
    frame = helmets.copy()
    x, y = np.rint(Board().register(helmets).to_pixels(np.array([(*foot(20), 10.0)]))[0]).astype(int)
    cv2.line(frame, (int(x) - reach, int(y)), (int(x) + reach, int(y)), ink, 5)
    assert sign == next(piece.sign for piece in read(frame) if piece.at == 20)
