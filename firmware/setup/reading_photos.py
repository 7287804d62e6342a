"""The readings of photos, as text, JSON or annotated pictures: the work of ``stadium see``."""

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


def see_all(images: Sequence[Path], out: Path | None, threshold: float, *, as_json: bool) -> bool:
    """Read every photo and print its readings, as JSON one a line; annotated pictures go into the folder ``out``.

    Returns whether all could be read; for each that could not there is a line on standard error.
    """
    read = partial(DiceReader().read, threshold=threshold)
    targets: list[Path | None] = [None] * len(images) if out is None else [out / name for name in _names(images)]
    done = [_see_one(read, image, target, as_json=as_json) for image, target in zip(images, targets, strict=True)]
    return all(done)


def _names(images: Iterable[Path]) -> Iterator[str]:
    """A name for each annotated picture; pictures of one name in several folders are numbered."""
    taken = set[str]()
    for image in images:
        names = (f"{image.stem}{again}-seen.png" for again in chain([""], (f"-{n}" for n in count(2))))
        name = next(name for name in names if name not in taken)
        taken.add(name)
        yield name


def _see_one(read: Callable[[Frame], tuple[Reading, ...]], image: Path, target: Path | None, *, as_json: bool) -> bool:
    """Read one file and print its readings; False, and one line on stderr, where that cannot be done."""
    picture = _load(image)
    if picture is None:
        return False
    if picture.remark:
        _complain(image, picture.remark)
    readings, name = read(picture.frame), printable(format_filename(image.name))
    if not readings:
        click.echo(f"{name}: no die and no chip found", err=as_json)
    for reading in readings:
        click.echo(_as_json(image, reading, picture.part) if as_json else f"{name}: {describe(reading)}")
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


def _draw(frame: Frame, readings: tuple[Reading, ...], target: Path) -> bool:
    """Write the annotated picture; False, and one line on stderr, where that fails."""
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(cv2.imencode(".png", annotate(frame, readings))[1].tobytes())
    except OSError as error:
        _complain(target, error.strerror or str(error))
        return False
    return True
