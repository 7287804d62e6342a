"""The readings of photos, as text, JSON or annotated pictures: the work of ``stadium see``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, count
from pathlib import Path
from typing import Any

import click
import cv2
import msgspec
from click import format_filename

from firmware.devices.image_files import Picture, PictureError, load_picture
from firmware.text import counted, printable, shortened
from scoreboard.errors import why_and_remedy
from scoreboard.language import ENGLISH
from vision import ChipReading, DiceReader, Frame, Reading, annotate, describe
from vision.reader import LEAST_READ
from vision.types import Box

COMMAND = "stadium see"


def see_all(images: Sequence[Path], out: Path | None, threshold: float, *, as_json: bool) -> bool:
    """Read every photo and print its readings, as JSON one a line; annotated pictures go into the folder ``out``.

    Returns whether all could be read; for each that could not there is a line on standard error.
    """
    reader = DiceReader()
    targets: list[Path | None] = (
        [None] * len(images) if out is None else [out / name for name in photo_names(images, "seen")]
    )
    pairs = zip(images, targets, strict=True)
    done = [_see_one(reader, threshold, image, target, as_json=as_json) for image, target in pairs]
    return all(done)


def photo_names(images: Iterable[Path], ending: str) -> Iterator[str]:
    """A name with that ending for each annotated picture; pictures of one name in several folders are numbered."""
    taken = set[str]()
    for image in images:
        names = (f"{image.stem}{again}-{ending}.png" for again in chain([""], (f"-{n}" for n in count(2))))
        name = next(name for name in names if name not in taken)
        taken.add(name)
        yield name


def _see_one(reader: DiceReader, threshold: float, image: Path, target: Path | None, *, as_json: bool) -> bool:
    """Read one file and print its readings; False, and one line on stderr, where that cannot be done."""
    picture = load_photo(image, COMMAND)
    if picture is None:
        return False
    readings, name = reader.read(picture.frame, threshold=threshold), printable(format_filename(image.name))
    small = [box for box in reader.too_small(picture.frame) if not any(_lies_in(box, one.box) for one in readings)]
    if small:
        click.echo(f"{name}: {_too_small(small, picture.part)}", err=as_json)
    elif not readings:
        click.echo(f"{name}: no die and no chip found", err=as_json)
    for reading in readings:
        click.echo(_as_json(image, reading, picture.part) if as_json else f"{name}: {describe(reading)}")
    return target is None or write_drawing(COMMAND, annotate(picture.frame, readings), target)


def _lies_in(box: Box, other: Box) -> bool:
    x, y = box.x + box.width / 2, box.y + box.height / 2
    return other.x <= x <= other.right and other.y <= y <= other.bottom


def _too_small(small: Sequence[Box], part: int) -> str:
    """What is said of them; their size is told in pixels of the file, which was read at that part of its size."""
    dice = counted(len(small), "die is", "dice are")
    pixels = part * min(max(box.width, box.height) for box in small)
    return f"{dice} too small to be read: {pixels} of {part * LEAST_READ} pixels; move the camera closer"


def load_photo(image: Path, command: str) -> Picture | None:
    """The picture; None, and one line of the command's on stderr, where there is none."""
    try:
        return load_picture(image)
    except PictureError as error:
        complain(command, image, str(error).removeprefix("is "))
    except OSError as error:
        complain(command, image, ENGLISH(why_and_remedy(error)))
    return None


def complain(command: str, image: Path, why: str) -> None:
    """One line of a command's on standard error, about one file."""
    click.echo(f"{command}: {shortened(format_filename(image))}: {why}", err=True)


def _as_json(image: Path, reading: Reading, part: int) -> bytes:
    """One line of JSON, the box in pixels of the file, which was read at that part of its size."""
    known: dict[str, Any]
    if isinstance(reading, ChipReading):
        known = {"kind": "chip", "face": reading.face}
    else:
        known = {"kind": reading.kind, "color": reading.color, "value": reading.value}
    known = {"file": format_filename(image), **known, "confidence": reading.confidence}
    likely = {"likely": reading.alternatives} if reading.alternatives else {}
    return msgspec.json.encode({**known, **likely, "box": [part * side for side in reading.box]})


def write_drawing(command: str, drawing: Frame, target: Path) -> bool:
    """Write an annotated picture; False, and one line of the command's on stderr, where that fails."""
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(cv2.imencode(".png", drawing)[1].tobytes())
    except OSError as error:
        complain(command, target, ENGLISH(why_and_remedy(error)))
        return False
    return True
