"""The file that names the places of any board: where the board is in the picture, and where pieces may stand, in mm.

[board]
corners = [[412, 96], [1630, 120], [1804, 1210], [251, 1187]]
size = [300, 200]

[places]
A1 = [12, 12]
A2 = [36, 12]

An owner's own stadium has ``markers = true`` in place of corners and size: its printed markers tell where it is, and
millimetres count as in `vision.geometry.stadium`. Its ``[zones]`` are where the ball may lie, each with a radius.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Any

import numpy as np

from vision.board.marked_places import PIECE_MM, MarkedPlaces, PlaceName, around, of_field, on_print, reach_among
from vision.errors import MarkersError, PlacesError
from vision.geometry.registration import Board, Registration, lens_of_view, registered_by
from vision.geometry.stadium import STADIUM
from vision.types import Frame, Point, Points

BOARD_KEYS = ("corners", "size", "points", "markers", "piece", "reach")
CORNERS = 4
MOST_PLACES = 2000
EDGE = 0.02
"""By which share of a picture what is named in it may lie beyond its edge."""
LEAST_PIXELS = 40
"""Across a board in which anything may be seen."""
FARTHEST, MOST_NUMBER = 5000.0, 500_000
"""Of any length in mm, and of any number in the file."""


@dataclass(frozen=True, eq=False)
class PlacedBoard:
    """A board with its places.

    ``seen`` is where points of it, (N, 2) mm, are in its pictures, (N, 2) pixels of the files; None if its printed
    markers tell.
    """

    places: MarkedPlaces
    seen: tuple[Points, Points] | None = None

    def registration(self, picture: Frame, part: int = 1) -> Registration:
        """How a typical camera that took ``picture``, which is smaller than its file by ``part``, sees the board.

        Raises:
            MarkersError: the board cannot lie so, is not in this picture, or its markers are not seen.
        """
        if self.seen is None:
            return Board().register(picture)
        (points, pixels), size = self.seen, (picture.shape[1], picture.shape[0])
        own = (pixels + 0.5) / part - 0.5
        inside = (np.abs(own / size - 0.5) <= 0.5 + EDGE).all(axis=1)
        if 2 * np.count_nonzero(inside) < len(own) or np.ptp(own, axis=0).min() < LEAST_PIXELS:
            wide, tall = (side * part for side in size)
            raise MarkersError(f"the board is not in this picture of {wide} x {tall} pixels; name its places there")
        return registered_by(own, points, lens_of_view(size))


PRINTED = PlacedBoard(of_field(STADIUM))
"""The stadium as it comes."""


def read_places(path: Path) -> PlacedBoard:
    """The board that a file describes.

    Raises:
        PlacesError: it cannot be read, or does not say what it must; names the key.
    """
    tables = _read(path)
    try:
        return _board_of(tables)
    except (PlacesError, MarkersError) as error:
        raise PlacesError(f"{path}: {error}") from error


def read_taps(path: Path, names: Collection[str], first: Collection[str]) -> dict[str, Point]:
    """Where places were tapped on a picture, in pixels, by their names: a table ``[taps]`` with ``6 = [812, 640]``.

    ``names`` are those that there are, of which the ``first`` may not be missing. Raises PlacesError, as `read_places`.
    """
    taps = _read(path).get("taps")
    if not isinstance(taps, dict):
        raise PlacesError(f"{path}: [taps] is missing; it says where places are in the picture, such as 6 = [812, 640]")
    if missing := [name for name in first if name not in taps]:
        raise PlacesError(f"{path}: taps.{missing[0]} is missing; {', '.join(first)} cannot be left out")
    if unknown := [name for name in taps if name not in names]:
        raise PlacesError(f"{path}: taps.{unknown[0]} is no place; there are {', '.join(names)}")
    try:
        return {name: _pair(taps, name, "taps") for name in taps}
    except PlacesError as error:
        raise PlacesError(f"{path}: {error}") from error


def _read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise PlacesError(f"{path} cannot be read: {getattr(error, 'strerror', None) or 'it is no text'}") from error
    except ValueError as error:  # tomllib's own error is one, and that of a number of too many digits
        raise PlacesError(f"{path} is no TOML: {error}") from error
    except RecursionError as error:
        raise PlacesError(f"{path} is no TOML that can be read: it is nested too deep") from error


def as_text(places: MarkedPlaces) -> str:
    """The file of a board with printed markers and these places."""
    lines = ["[board]", "markers = true", f"piece = {places.piece:g}", f"reach = {places.reach:.1f}", "", "[places]"]
    lines += [f'"{name}" = [{x:.1f}, {y:.1f}]' for name, (x, y) in places.standing.items()]
    lines += ["", "[zones]"]
    lines += [f'"{name}" = [{x:.1f}, {y:.1f}, {radius:.1f}]' for name, ((x, y), radius) in places.zones.items()]
    return "\n".join((*lines, ""))


def _board_of(tables: Mapping[str, Any]) -> PlacedBoard:
    for table in ("board", "places"):
        if not isinstance(tables.get(table), dict):
            raise PlacesError(f"[{table}] is missing; it says {TABLES[table]}")
    board, named = tables["board"], tables["places"]
    if unknown := [key for key in tables if key not in TABLES] + [
        f"board.{key}" for key in board if key not in BOARD_KEYS
    ]:
        raise PlacesError(f"{unknown[0]} is not known; there are {', '.join(f'board.{key}' for key in BOARD_KEYS)}")
    if not named or len(named) > MOST_PLACES:
        raise PlacesError(f"[places] has {len(named)} places; it takes 1 to {MOST_PLACES}")
    standing: dict[PlaceName, Point] = {
        int(name) if name.isdecimal() and name.isascii() else name: _pair(named, name, "places") for name in named
    }
    centres = np.array(list(standing.values()))
    piece = _length(board, "piece", PIECE_MM)
    reach = _length(board, "reach", reach_among(centres))
    zones = _zones(tables.get("zones", {}))
    if _has_markers(board):
        return PlacedBoard(on_print(STADIUM.side, standing, zones, reach, piece))
    points, pixels = _references(board)
    registered_by(pixels, points, lens_of_view((int(pixels[:, 0].max()) + 1, int(pixels[:, 1].max()) + 1)))
    area = around(np.vstack((points, centres)))
    lying = tuple((name, *zone) for name, zone in zones.items())
    return PlacedBoard(MarkedPlaces(standing, area, reach, piece, lying), (points, pixels))


TABLES = {
    "board": "where the board is in the picture",
    "places": "where pieces may stand, such as A1 = [12, 12]",
    "zones": "where the ball may lie, such as Z1 = [0, -35, 20]",
}


def _has_markers(board: Mapping[str, Any]) -> bool:
    markers = board.get("markers", False)
    if not isinstance(markers, bool):
        raise PlacesError("board.markers takes true or false")
    if markers and (other := next((key for key in ("corners", "size", "points") if key in board), None)):
        raise PlacesError(f"board.{other} is not for a board whose markers tell where it is; leave one of them out")
    return markers


def _zones(zones: object) -> dict[str, tuple[Point, float]]:
    if not isinstance(zones, dict) or len(zones) > MOST_PLACES:
        raise PlacesError(f"[zones] says {TABLES['zones']}")
    return {name: _zone(zones[name], f"zones.{name}") for name in zones}


def _zone(value: object, name: str) -> tuple[Point, float]:
    numbers = value if isinstance(value, list) else []
    if len(numbers) != 3 or not all(map(_is_number, numbers)) or not 1 <= numbers[2] <= FARTHEST:  # noqa: PLR2004 - x, y, radius
        raise PlacesError(f"{name} takes x, y and a radius in mm, such as [0, -35, 20]")
    return (float(numbers[0]), float(numbers[1])), float(numbers[2])


def _references(board: Mapping[str, Any]) -> tuple[Points, Points]:
    """Points of the board, mm, and where they are seen, pixels."""
    if "points" in board:
        return _named_points(board["points"])
    corners = board.get("corners")
    if not isinstance(corners, list) or len(corners) != CORNERS:
        raise PlacesError(
            "board.corners takes four [x, y] in pixels: top left, top right, bottom right, bottom left; "
            "or give board.points"
        )
    pixels = np.array([_numbers(corner, f"board.corners[{number}]") for number, corner in enumerate(corners)])
    if "size" not in board:
        raise PlacesError("board.size is missing; it takes the board's width and height in mm, such as [300, 200]")
    wide, tall = _pair(board, "size", "board")
    if min(wide, tall) <= 0:
        raise PlacesError("board.size takes two lengths above 0, in mm")
    return np.array([(0, tall), (wide, tall), (wide, 0), (0, 0)], float), pixels


def _named_points(points: object) -> tuple[Points, Points]:
    if not isinstance(points, list) or len(points) < CORNERS or not all(isinstance(each, dict) for each in points):
        raise PlacesError("board.points takes four or more {pixel = [x, y], mm = [x, y]}")
    for number, point in enumerate(points):
        for key in ("pixel", "mm"):
            if key not in point:
                raise PlacesError(f"board.points[{number}].{key} is missing")
    millimetres, pixels = (
        np.array([_pair(point, key, f"board.points[{number}]") for number, point in enumerate(points)])
        for key in ("mm", "pixel")
    )
    return millimetres, pixels


def _pair(table: Mapping[str, Any], key: str, name: str) -> Point:
    return _numbers(table[key], f"{name}.{key}")


def _numbers(value: object, name: str) -> Point:
    pair = value if isinstance(value, list) else []
    if len(pair) != 2 or not all(map(_is_number, pair)):  # noqa: PLR2004 - x and y
        raise PlacesError(f"{name} takes two numbers, such as [12, 34.5]")
    return float(pair[0]), float(pair[1])


def _length(board: Mapping[str, Any], key: str, default: float) -> float:
    value = board.get(key, default)
    if not _is_number(value) or not 1 <= value <= FARTHEST:
        raise PlacesError(f"board.{key} takes a length in mm from 1 on")
    return float(value)


def _is_number(value: object) -> bool:
    return (
        isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value) and abs(value) <= MOST_NUMBER
    )
