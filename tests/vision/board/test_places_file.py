"""The file of places: what it may say, and which key is named where it does not."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from vision.board.marked_places import of_field
from vision.board.places_file import as_text, read_places
from vision.errors import MarkersError, PlacesError
from vision.geometry.stadium import STADIUM, lay_out

CORNERS = "corners = [[100, 50], [700, 50], [700, 450], [100, 450]]"
BOARD = f"[board]\n{CORNERS}\nsize = [300, 200]\n"


def written(folder: Path, text: str) -> Path:
    """A file with that text."""
    file = folder / "board.toml"
    file.write_text(text, encoding="utf-8")
    return file


def test_corners_and_size_say_where_the_board_is(tmp_path: Path) -> None:
    """Millimetres count from the bottom left corner, to the right and up; a place named by a number is one."""
    board = read_places(written(tmp_path, f"{BOARD}[places]\nA1 = [12, 12]\n11 = [60, 12.0]\n"))
    assert {"A1": (12.0, 12.0), 11: (60.0, 12.0)} == board.places.standing
    registration = board.registration(np.zeros((600, 800, 3), np.uint8))
    assert (12.0, 12.0) == pytest.approx(registration.place((124.0, 426.0)), abs=0.5)
    assert 15.0 == board.places.reach


def test_points_place_the_board(tmp_path: Path) -> None:
    """Four or more, each with its place in millimetres; a photo that was read at half its size gives the same ones."""
    points = ", ".join(
        f"{{pixel = [{100 + 2 * x}, {450 - 2 * y}], mm = [{x}, {y}]}}"
        for x, y in ((0, 0), (300, 0), (0, 200), (250, 150))
    )
    board = read_places(written(tmp_path, f"[board]\npoints = [{points}]\nreach = 9\n[places]\nA1 = [12, 12]\n"))
    registration = board.registration(np.zeros((300, 400, 3), np.uint8), 2)
    assert (12.0, 12.0) == pytest.approx(registration.place((61.75, 212.75)), abs=0.6)
    assert 9.0 == board.places.reach


@pytest.mark.parametrize("side", [450.0, 500.0])
def test_an_owners_own_stadium_comes_back_as_it_was_written(tmp_path: Path, side: float) -> None:
    """Its markers tell where it is, and it has places for pieces and for the ball, as the printed stadium has."""
    field = lay_out(side)
    places = of_field(field)
    board = read_places(written(tmp_path, as_text(places)))
    assert (None, list(places.standing)) == (board.seen, list(board.places.standing))
    for name, at in places.standing.items():
        assert at == pytest.approx(board.places.standing[name], abs=0.06)
    assert [name for name, *_ in places.lying] == [name for name, *_ in board.places.lying]
    for (_, at, reach), (_, is_at, is_reach) in zip(places.lying, board.places.lying, strict=True):
        assert (*at, reach) == pytest.approx((*is_at, is_reach), abs=0.1)
    assert (7.0, 16.0) == (board.places.reach, board.places.piece)
    assert STADIUM.side <= board.places.area.right - board.places.area.left
    with pytest.raises(MarkersError, match="only 0 of 6"):
        board.registration(np.zeros((300, 400, 3), np.uint8))


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("", "[board] is missing"),
        (BOARD, "[places] is missing"),
        (f"{BOARD}[places]\n", "[places] has 0 places"),
        (f"{BOARD}[places]\nA1 = 12\n", "places.A1 takes two numbers"),
        (f"{BOARD}[places]\nA1 = [12, true]\n", "places.A1 takes two numbers"),
        (f"{BOARD}[places]\nA1 = [nan, 1]\n", "places.A1 takes two numbers"),
        (f"{BOARD}sise = 3\n[places]\nA1 = [1, 1]\n", "board.sise is not known"),
        (f"{BOARD}piece = 0\n[places]\nA1 = [1, 1]\n", "board.piece takes a length"),
        (f"{BOARD}reach = 'far'\n[places]\nA1 = [1, 1]\n", "board.reach takes a length"),
        (f"[board]\n{CORNERS}\n[places]\nA1 = [1, 1]\n", "board.size is missing"),
        (f"[board]\n{CORNERS}\nsize = [300, 0]\n[places]\nA1 = [1, 1]\n", "board.size takes two lengths"),
        ("[board]\ncorners = [[1, 2]]\nsize = [3, 2]\n[places]\nA1 = [1, 1]\n", "board.corners takes four"),
        (f"{BOARD}markers = true\n[places]\nA1 = [1, 1]\n", "board.corners is not for a board whose markers"),
        ("[board]\nmarkers = 1\n[places]\nA1 = [1, 1]\n", "board.markers takes true or false"),
        ("[board]\nmarkers = true\n[places]\nA1 = [1, 1]\n[zones]\nZ1 = [1, 1]\n", "zones.Z1 takes x, y and a radius"),
        ("zones = 3\n[board]\nmarkers = true\n[places]\nA1 = [1, 1]\n", "[zones] says where the ball may lie"),
        ("[board]\npoints = [{pixel = [1, 2]}]\n[places]\nA1 = [1, 1]\n", "board.points takes four"),
        (
            f"[board]\npoints = [{', '.join(['{pixel = [1, 2]}'] * 4)}]\n[places]\nA1 = [1, 1]\n",
            "board.points[0].mm is missing",
        ),
        (
            "[board]\ncorners = [[0, 0], [1, 1], [2, 2], [3, 3]]\nsize = [3, 2]\n[places]\nA1 = [1, 1]\n",
            "the points lie in a line",
        ),
        ("[board\n", "is no TOML"),
        ("places = 3\n[board]\n", "[places] is missing"),
        ("x = " + "[" * 3000, "is no TOML"),
    ],
)
def test_an_error_names_the_key(tmp_path: Path, text: str, named: str) -> None:
    """And the file."""
    file = written(tmp_path, text)
    with pytest.raises(PlacesError) as caught:
        read_places(file)
    assert str(caught.value).startswith(str(file))
    assert named in str(caught.value)


@pytest.mark.parametrize("data", [None, b"\xff\xfe"])
def test_a_file_that_cannot_be_read_is_named(tmp_path: Path, data: bytes | None) -> None:
    """Whether it is missing or holds no text."""
    file = tmp_path / "board.toml"
    if data is not None:
        file.write_bytes(data)
    with pytest.raises(PlacesError, match="cannot be read"):
        read_places(file)
