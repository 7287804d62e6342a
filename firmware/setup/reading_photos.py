"""What the eyes make of photos, told or drawn: the work of ``stadium see``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, count
from pathlib import Path
from typing import Any

import click
import cv2
import msgspec
from click import format_filename

from firmware.devices.image_files import Picture, PictureError, load_picture
from firmware.text import printable, shortened
from vision import ChipReading, DiceReader, Frame, Reading, annotate, describe

Look = Callable[[Frame], tuple[Reading, ...]]


def see_all(images: Sequence[Path], out: Path | None, threshold: float, *, as_json: bool) -> bool:
    """Read every photo and tell of it.

    Args:
        images: the photos' files.
        out: the folder for the annotated pictures; none are made without one.
        threshold: how sure is sure, 0 to 1.
        as_json: tell it as JSON, one line a reading.

    Returns:
        Whether all could be read; of each that could not there is a line on standard error.
    """
    look = partial(DiceReader().see, threshold=threshold)
    targets: list[Path | None] = [None] * len(images) if out is None else [out / name for name in _names(images)]
    done = [_see_one(look, image, target, as_json=as_json) for image, target in zip(images, targets, strict=True)]
    return all(done)


def _names(images: Iterable[Path]) -> Iterator[str]:
    """A name for each annotated picture; pictures of one name in several folders are numbered."""
    taken = set[str]()
    for image in images:
        names = (f"{image.stem}{again}-seen.png" for again in chain([""], (f"-{n}" for n in count(2))))
        name = next(name for name in names if name not in taken)
        taken.add(name)
        yield name


def _see_one(look: Look, image: Path, target: Path | None, *, as_json: bool) -> bool:
    """Read one file and tell of it; False, and one line on stderr, where that cannot be done."""
    picture = _load(image)
    if picture is None:
        return False
    readings = look(picture.frame)
    _tell(image, readings, picture.part, as_json=as_json)
    return target is None or _draw(picture.frame, readings, target)


def _load(image: Path) -> Picture | None:
    """The picture; None, and one line on stderr, where there is none."""
    try:
        return load_picture(image)
    except PictureError as error:
        _complain(image, str(error).removeprefix("is "))
    except OSError as error:
        _complain(image, error.strerror or str(error))
    return None


def _complain(image: Path, why: str) -> None:
    click.echo(f"stadium see: {shortened(format_filename(image))}: {why}", err=True)


def _tell(image: Path, readings: tuple[Reading, ...], part: int, *, as_json: bool) -> None:
    name = printable(format_filename(image.name))
    if not readings:
        click.echo(f"{name}: no die and no chip found", err=as_json)
    for reading in readings:
        click.echo(_as_json(image, reading, part) if as_json else f"{name}: {describe(reading)}")


def _as_json(image: Path, reading: Reading, part: int) -> bytes:
    return msgspec.json.encode({"file": format_filename(image), **_fields(reading, part)})


def _fields(reading: Reading, part: int) -> dict[str, Any]:
    """What a program is told; the box in pixels of the file, though it was read at a part of its size."""
    known: dict[str, Any]
    if isinstance(reading, ChipReading):
        known = {"kind": "chip", "face": reading.face}
    else:
        known = {"kind": reading.kind, "color": reading.color, "value": reading.value}
    likely = {"likely": reading.alternatives} if reading.alternatives else {}
    return {**known, "confidence": reading.confidence, **likely, "box": [part * side for side in reading.box]}


def _draw(frame: Frame, readings: tuple[Reading, ...], target: Path) -> bool:
    """Write the annotated picture; False, and one line on stderr, where that fails."""
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(cv2.imencode(".png", annotate(frame, readings))[1].tobytes())
    except OSError as error:
        _complain(target, error.strerror or str(error))
        return False
    return True
