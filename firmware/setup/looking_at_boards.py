"""Where pieces stand in photos of a board, as text, JSON or annotated pictures: the work of ``stadium look``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click
import msgspec
from click import format_filename

from firmware.devices.image_files import Picture
from firmware.setup.reading_photos import complain, load_photo, photo_names, write_drawing
from firmware.text import printable, shortened
from vision import DiceReader
from vision.board.ball_finder import read_ball
from vision.board.board_reader import SeenBall, SeenBoard, SeenPiece, look_at
from vision.board.piece_colors import PieceColor, is_grey
from vision.board.piece_signs import with_signs
from vision.board.places_file import PlacedBoard
from vision.errors import MarkersError
from vision.geometry.registration import Registration
from vision.overlay import annotate_board, percent
from vision.recognition.color import PALETTE

COMMAND = "stadium look"
TENTHS = 1
"""Digits of a millimetre that are told."""
STATES = {
    "between": "stands at no place",
    "fallen": "has fallen",
    "off": "is beside the board",
    "hand": "is in or under a hand",
}

BALL_STATES = {
    "placed": "lies at {at}",
    "between": "lies at no place",
    "off": "lies beside the board",
    "hand": "is in or under a hand",
}


def colors_named(pieces: str) -> tuple[PieceColor, ...]:
    """The colours in a list with commas; click.BadParameter names one that there is not."""
    names = list(dict.fromkeys(name.strip().lower() for name in pieces.split(",") if name.strip()))
    for name in names:
        if name not in PALETTE:
            raise click.BadParameter(f"{shortened(name, 40)!r} is no colour; there are {', '.join(PALETTE)}.")
    if not names:
        raise click.BadParameter(f"name at least one colour, such as red; there are {', '.join(PALETTE)}.")
    return tuple(map(PieceColor, names))


def look_at_all(
    images: Sequence[Path],
    board: PlacedBoard,
    colors: tuple[PieceColor, ...],
    out: Path | None,
    *,
    as_json: bool,
) -> bool:
    """Look at every photo, and print what is on its board; annotated pictures go into the folder ``out``.

    ``board`` is the one in the photos. Returns whether all could be looked at;
    for each that could not there is a line on standard error.
    """
    reader = DiceReader()
    targets: list[Path | None] = [None] * len(images)
    if out is not None:
        targets = [out / name for name in photo_names(images, "looked")]
    pairs = zip(images, targets, strict=True)
    done = [_look_at_one(reader, image, board, colors, target, as_json=as_json) for image, target in pairs]
    return all(done)


def _look_at_one(
    reader: DiceReader,
    image: Path,
    board: PlacedBoard,
    colors: tuple[PieceColor, ...],
    target: Path | None,
    *,
    as_json: bool,
) -> bool:
    """Look at one file; False, and one line on stderr, where that cannot be done."""
    picture = load_photo(image, COMMAND)
    registration = None if picture is None else _registered(picture, image, board)
    if picture is None or registration is None:
        return False
    if is_grey(picture.frame):
        complain(COMMAND, image, "has no colours, by which pieces are told; take it in colour")
        return False
    ball = read_ball(reader.read, picture.frame, registration, board.places.area)
    found = look_at(picture.frame, registration, board.places, colors, ball)
    seen = with_signs(found, picture.frame, registration, colors)
    if as_json:
        click.echo(_as_json(image, seen))
    else:
        name = printable(format_filename(image.name))
        for line in _lines(seen):
            click.echo(f"{name}: {line}")
    return target is None or write_drawing(COMMAND, annotate_board(picture.frame, registration, seen), target)


def _registered(picture: Picture, image: Path, board: PlacedBoard) -> Registration | None:
    try:
        return board.registration(picture.frame, picture.part)
    except MarkersError as error:
        hint = "" if board.seen is not None else "; of another board name the places (--places)"
        complain(COMMAND, image, f"{error}{hint}")
        return None


def _lines(seen: SeenBoard) -> Iterator[str]:
    """What is on the board, a short sentence each."""
    if seen.hand is None:
        yield "whether a hand is over the board cannot be told: too much of it has the colour of skin"
    elif seen.hand:
        yield "a hand is over the board; under it nothing is told"
    if (ball := seen.ball) is not None:
        where = BALL_STATES[ball.state].format(at=ball.at)
        yield f"the ball {where}, {ball.face or 'face not sure'} ({percent(ball.confidence)})"
    for piece in seen.pieces:
        yield _sentence(piece)
    if not seen.pieces:
        yield "no piece found"


def _sentence(piece: SeenPiece) -> str:
    name, sure = piece.color or "a piece", f"({percent(piece.confidence)})"
    name = f"{name} {piece.sign}" if piece.sign else name
    if piece.at is not None:
        return f"{name} stands at {piece.at} {sure}"
    if piece.state != "placed":
        return f"{name} {STATES[piece.state]} {sure}"
    choices = " or ".join(f"{each} ({percent(share)})" for each, share in piece.likely)
    return f"{name}, not sure: {choices}"


def _as_json(image: Path, seen: SeenBoard) -> bytes:
    """One line of JSON, places in millimetres of the board."""
    ball = None if seen.ball is None else _ball_keys(seen.ball)
    pieces = [_piece_keys(piece) for piece in seen.pieces]
    return msgspec.json.encode({"file": format_filename(image), "ball": ball, "pieces": pieces, "hand": seen.hand})


def _ball_keys(ball: SeenBall) -> dict[str, Any]:
    keys = {"at": ball.at, "mm": _rounded(ball.centre), "face": ball.face, "confidence": round(ball.confidence, 3)}
    return keys | ({} if ball.state == "placed" else {"state": ball.state})


def _piece_keys(piece: SeenPiece) -> dict[str, Any]:
    keys = {
        "color": piece.color,
        "sign": piece.sign,
        "at": piece.at,
        "mm": _rounded(piece.foot),
        "confidence": round(piece.confidence, 3),
    }
    state = {} if piece.state == "placed" else {"state": piece.state}
    return keys | state | ({"likely": piece.likely} if piece.likely else {})


def _rounded(place: tuple[float, float]) -> list[float]:
    return [round(each, TENTHS) for each in place]
