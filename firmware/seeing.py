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
import numpy as np
from click import format_filename

from vision import ChipReading, Eyes, Frame, Reading, annotate, describe

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
    look = partial(Eyes().see, threshold=threshold)
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
    frame = _load(image)
    if frame is None:
        return False
    readings = look(frame)
    _tell(image, readings, as_json=as_json)
    return target is None or _draw(frame, readings, target)


def _load(image: Path) -> Frame | None:
    """The picture as BGR; None, and one line on stderr, where there is none."""
    try:
        data = np.frombuffer(image.read_bytes(), np.uint8)
    except OSError as error:
        _complain(image, error.strerror or str(error))
        return None
    frame = _decoded(data)
    if frame is None:
        _complain(image, "not a picture that can be read (JPEG, PNG, WebP, BMP and TIFF can)")
        return None
    return frame


def _decoded(data: np.ndarray[tuple[int], np.dtype[np.uint8]]) -> Frame | None:
    try:
        frame = cv2.imdecode(data, cv2.IMREAD_COLOR) if data.size else None
    except cv2.error:  # such as more pixels than the library will hold
        return None
    return None if frame is None else np.asarray(frame, np.uint8)


def _complain(image: Path, why: str) -> None:
    click.echo(f"stadium see: {format_filename(image)}: {why}", err=True)


def _tell(image: Path, readings: tuple[Reading, ...], *, as_json: bool) -> None:
    name = format_filename(image.name)
    if not readings:
        click.echo(f"{name}: no die and no chip found", err=as_json)
    for reading in readings:
        click.echo(_as_json(image, reading) if as_json else f"{name}: {describe(reading)}")


def _as_json(image: Path, reading: Reading) -> str:
    return msgspec.json.encode({"file": format_filename(image), **_fields(reading)}).decode()


def _fields(reading: Reading) -> dict[str, Any]:
    known: dict[str, Any]
    if isinstance(reading, ChipReading):
        known = {"kind": "chip", "face": reading.face}
    else:
        known = {"kind": reading.kind, "color": reading.color, "value": reading.value}
    likely = {"likely": reading.likely} if reading.likely else {}
    return {**known, "confidence": reading.confidence, **likely, "box": reading.box}


def _draw(frame: Frame, readings: tuple[Reading, ...], target: Path) -> bool:
    """Write the annotated picture; False, and one line on stderr, where that fails."""
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(cv2.imencode(".png", annotate(frame, readings))[1].tobytes())
    except OSError as error:
        _complain(target, error.strerror or str(error))
        return False
    return True
