"""A picture with its readings drawn on it, to look at and to show."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from vision.board.board_reader import SeenBoard
from vision.board.marked_places import PIECE_MM, MarkedPlaces
from vision.board.tapped_places import by_name
from vision.geometry.registration import Registration
from vision.geometry.sizes import CHIP_RADIUS
from vision.readings import ChipReading, Reading
from vision.types import Box, Frame, Point

Font: TypeAlias = ImageFont.FreeTypeFont | ImageFont.ImageFont

SURE, UNSURE = (60, 230, 90), (255, 190, 40)
"""Colours (RGB) of a sure reading and of an unsure one."""


def describe(reading: Reading) -> str:
    """One reading in words: ``magenta d10 reads 3 (99 %)``, ``red d10, not sure: 6 (50 %), 9 (40 %) or 5 (8 %)``."""
    name = "chip" if isinstance(reading, ChipReading) else f"{reading.color} {reading.kind}"
    known = reading.face if isinstance(reading, ChipReading) else reading.value
    if known is not None:
        return f"{name} reads {known} ({percent(reading.confidence)})"
    parts = [f"{choice} ({percent(share)})" for choice, share in reading.alternatives]
    return f"{name}, not sure: {', '.join(parts[:-1])} or {parts[-1]}"


def annotate(picture: Frame, readings: tuple[Reading, ...]) -> Frame:
    """A copy of the BGR ``picture`` with a box and a caption for every reading."""
    canvas = Image.fromarray(np.ascontiguousarray(picture[..., ::-1]))
    brush = ImageDraw.Draw(canvas)
    font = ImageFont.load_default(max(13, min(canvas.size) // 28))
    for reading in readings:
        _frame_token(brush, reading, font, canvas.size)
    return np.ascontiguousarray(np.asarray(canvas, np.uint8)[..., ::-1])


def annotate_board(picture: Frame, registration: Registration, seen: SeenBoard) -> Frame:
    """A copy of the BGR ``picture`` with a ring around every piece's foot and around the ball, and a caption."""
    canvas = Image.fromarray(np.ascontiguousarray(picture[..., ::-1]))
    brush = ImageDraw.Draw(canvas)
    font = ImageFont.load_default(max(11, min(canvas.size) // 52))
    rings = [
        (piece.foot, PIECE_MM / 2, f"{piece.color or '?'} {piece.state if piece.at is None else piece.at}", piece.at)
        for piece in seen.pieces
    ]
    if (ball := seen.ball) is not None:
        rings.append((ball.centre, CHIP_RADIUS, f"ball {'?' if ball.at is None else ball.at}", ball.at))
    for centre, radius, caption, at in rings:
        _draw_ring(brush, registration, centre, radius, (caption, UNSURE if at is None else SURE, font))
    if seen.hand:
        _write_caption(brush, Box(4, 4, 0, 0), "a hand", UNSURE, font)
    return np.ascontiguousarray(np.asarray(canvas, np.uint8)[..., ::-1])


def annotate_places(picture: Frame, registration: Registration, places: MarkedPlaces) -> Frame:
    """A copy of the BGR ``picture`` with a ring where each piece may stand, and around each zone of the ball."""
    canvas = Image.fromarray(np.ascontiguousarray(picture[..., ::-1]))
    brush = ImageDraw.Draw(canvas)
    font = ImageFont.load_default(max(11, min(canvas.size) // 70))
    for name, (at, radius) in by_name(places).items():
        _draw_ring(brush, registration, at, radius, (name, UNSURE if name in places.zones else SURE, font))
    return np.ascontiguousarray(np.asarray(canvas, np.uint8)[..., ::-1])


def _draw_ring(
    brush: ImageDraw.ImageDraw,
    registration: Registration,
    centre: Point,
    radius: float,
    written: tuple[str, tuple[int, int, int], Font],
) -> None:
    """Around a place, mm, with a caption in a colour."""
    caption, color, font = written
    turn = np.linspace(0, 2 * np.pi, 33)
    corners = registration.to_pixels(np.column_stack((np.cos(turn), np.sin(turn))) * radius + centre)
    brush.line([(float(a), float(b)) for a, b in corners], fill=color, width=max(2, min(brush.im.size) // 400))
    _write_caption(brush, Box.from_edges(*corners.min(axis=0), *corners.max(axis=0)), caption, color, font)


def _frame_token(
    brush: ImageDraw.ImageDraw,
    reading: Reading,
    font: Font,
    size: tuple[int, int],
) -> None:
    color = SURE if reading.is_sure else UNSURE
    brush.rectangle(reading.box.edges, outline=color, width=max(2, min(size) // 240))
    _write_caption(brush, reading.box, _caption(reading), color, font)


def _write_caption(brush: ImageDraw.ImageDraw, box: Box, caption: str, color: tuple[int, int, int], font: Font) -> None:
    """Write next to a box, on a dark ground."""
    size = brush.im.size
    left, top, right, bottom = brush.textbbox((0, 0), caption, font=font)
    place = _caption_place(box, (int(right - left) + 8, int(bottom - top) + 8), size)
    brush.rectangle((*place, place[0] + right - left + 8, place[1] + bottom - top + 8), fill=(20, 20, 20))
    brush.text((place[0] + 4 - left, place[1] + 4 - top), caption, fill=color, font=font)


def _caption(reading: Reading) -> str:
    if isinstance(reading, ChipReading):
        return f"{(reading.face or '?').upper()} {percent(reading.confidence)}"
    choices = "/".join(str(choice) for choice, _ in reading.alternatives)
    value = reading.value if reading.is_sure else f"{choices}?"
    return f"{reading.color} {value}  {percent(reading.confidence)}"


def _caption_place(box: Box, caption: tuple[int, int], size: tuple[int, int]) -> tuple[int, int]:
    """Top left corner of a caption above the box, or below it if there is no room; always inside the picture."""
    above = box.y - caption[1] - 2
    top = above if above >= 0 else min(box.bottom + 2, size[1] - caption[1])
    return max(0, min(box.x, size[0] - caption[0])), max(0, top)


def percent(share: float) -> str:
    """A share in per cent, never rounded up to certainty."""
    return f"{min(round(share * 100), 99) if share < 1 else 100} %"
