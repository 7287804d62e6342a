"""An enrolled die as a file's content: its pictures, their embeddings, and a checksum that shows damage.

The first line names the format, its version and the SHA-256 of everything behind it; the rest is one JSON object. Rule
kept here: the pictures are the truth, prototypes and numbering only save time; another network makes its own.
"""

from __future__ import annotations

import re
from hashlib import sha256
from typing import Annotated

import cv2
import msgspec
import numpy as np
from msgspec import Meta, Struct

from vision.enrolled.matcher import FACES, LARGEST, EnrolledDie, EnrolledSample
from vision.errors import VisionError
from vision.geometry.numbering import Numbering

MARK = b"stadium-die"
VERSION = 3
VERSIONS = re.compile(rb"[0-9]{1,9}")
PNG = b"\x89PNG\r\n\x1a\n"
NUMBERED = 2
"""The first version with the numbering; an older file's prototypes are made again."""


class DieFileError(VisionError, ValueError):
    """The content is no enrolled die that this version can read."""


class DamagedError(DieFileError):
    """It is not as it was written: the card failed, or it was edited."""


class TooNewError(DieFileError):
    """A newer Stadium wrote it: update this one."""


Pixels = Annotated[float, Meta(ge=0, le=LARGEST)]


class _Sample(Struct, frozen=True, forbid_unknown_fields=True):
    value: Annotated[int, Meta(ge=1, le=FACES)]
    png: bytes
    middle: tuple[float, float]
    angle: float
    height: Pixels
    size: Pixels
    across: Pixels
    corrected: bool = False
    lean: tuple[float, float] = (0.0, 0.0)


class _Die(Struct, frozen=True, forbid_unknown_fields=True):
    name: Annotated[str, Meta(min_length=1)]
    network: str
    prototypes: bytes
    samples: tuple[_Sample, ...]
    numbering: str = ""


def encode(die: EnrolledDie) -> bytes:
    """The die as a file's content."""
    made = np.asarray(die.prototypes, "<f2").tobytes()
    samples = tuple(_written(sample) for sample in die.samples)
    body = msgspec.json.encode(_Die(die.name, die.network, made, samples, str(die.numbering or "")))
    return b"%s %d %s\n%s\n" % (MARK, VERSION, sha256(body).hexdigest().encode(), body)


def decode(content: bytes) -> EnrolledDie:
    """The die that `encode` wrote.

    Raises:
        DieFileError: it is not as it was written, or a newer version wrote it.
    """
    head, _, rest = content.partition(b"\n")
    words, body = head.split(b" "), rest.removesuffix(b"\n")
    if len(words) != 3 or words[0] != MARK or not VERSIONS.fullmatch(words[1]):  # noqa: PLR2004 - mark, version, sum
        raise DamagedError("it is no taught die")
    if int(words[1]) > VERSION:
        raise TooNewError("a newer Stadium wrote it; update this one")
    if words[2] != sha256(body).hexdigest().encode():
        raise DamagedError("it is not as it was written")
    try:
        read = msgspec.json.decode(body, type=_Die)
        made = np.frombuffer(read.prototypes, "<f2").reshape(FACES, -1).astype(np.float32)
        network = read.network if int(words[1]) >= NUMBERED else ""
        numbering = Numbering.read(read.numbering) if read.numbering else None
        return EnrolledDie(read.name, tuple(_read(sample) for sample in read.samples), made, network, numbering)
    except (msgspec.DecodeError, ValueError, RecursionError, cv2.error) as error:
        raise DamagedError(f"it is not as it was written: {error}") from error


def _written(sample: EnrolledSample) -> _Sample:
    _, png = cv2.imencode(".png", sample.picture)
    lies = sample.centre, sample.angle, sample.height, sample.size, sample.across
    return _Sample(sample.value, png.tobytes(), *lies, sample.corrected, sample.slope)


def _read(kept: _Sample) -> EnrolledSample:
    # IHDR (PNG 11.2.2), asked first: a small file may unpack to more than the memory there is.
    sides = int.from_bytes(kept.png[16:20]), int.from_bytes(kept.png[20:24])
    if not kept.png.startswith(PNG) or max(sides) > LARGEST:
        raise DamagedError(f"one of its pictures is no PNG of at most {LARGEST} pixels a side")
    picture = cv2.imdecode(np.frombuffer(kept.png, np.uint8), cv2.IMREAD_COLOR)
    if picture is None:
        raise DamagedError("one of its pictures cannot be read")
    lies = kept.middle, kept.angle, kept.height, kept.size, kept.across
    return EnrolledSample(kept.value, np.asarray(picture, np.uint8), *lies, kept.corrected, kept.lean)
