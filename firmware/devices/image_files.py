"""Picture files and the JPEG frames of cameras, decoded whole or refused.

Rule kept here: a picture is whole or refused, in one sentence that says what to do about it. Pillow decodes, because it
raises where data end too early; OpenCV 4.10 then shows what its memory held before.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import BytesIO
from pathlib import Path
from typing import IO, TYPE_CHECKING, Final, NamedTuple

import cv2
import numpy as np
from PIL import Image, ImageOps, UnidentifiedImageError

from firmware.errors import DeviceError

if TYPE_CHECKING:
    from firmware.devices.protocols import Frame

FORMATS: Final = ("JPEG", "PNG")
"""What is read, by Pillow's names; a phone's JPEG with a preview behind it (MPO) is one."""
SUFFIXES: Final = frozenset({".jpg", ".jpeg", ".jpe", ".jfif", ".mpo", ".png"})
OTHER_SUFFIXES: Final = (
    *(".webp", ".avif", ".heic", ".heif", ".hif", ".jxl", ".jp2", ".j2k", ".jpx", ".apng", ".gif", ".bmp", ".dib"),
    *(".tif", ".tiff", ".ppm", ".pgm", ".pbm", ".pnm", ".tga", ".ico", ".hdr", ".exr", ".pcx", ".wmf", ".emf"),
    *(".pdf", ".psd", ".psb", ".xcf", ".svg", ".svgz", ".eps", ".ai", ".dng", ".cr2", ".cr3", ".crw", ".nef", ".nrw"),
    *(".arw", ".srf", ".sr2", ".orf", ".rw2", ".raf", ".pef", ".ptx", ".srw", ".x3f", ".3fr", ".iiq", ".mrw", ".dcr"),
    *(".kdc", ".erf", ".mef", ".mos", ".raw", ".rwl"),
)
"""Of pictures that are not read: a folder with one is refused, for it may be a throw."""
SIGNATURE: Final = re.compile(rb"\xff\xd8\xff|\x89PNG\r\n")
OTHER_SIGNATURE: Final = re.compile(
    rb"GIF8|II\*\0|MM\0\*|RIFF....WEBP|\xff\x0a|....JXL |8BPS|%PDF|....ftyp(hei[cxm]|hevc|m[is]f1|avi[fs])", re.DOTALL
)
"""First bytes of the ones and of the others."""
MOST_REDUCIBLE, MOST = 120, 50
"""The largest picture that is read, in megapixels: of a JPEG, which is decoded at a half, a quarter or an eighth of its
size without ever being whole in memory, unless it is progressive; and of any other."""
MEGAPIXEL: Final = 1_000_000
Image.MAX_IMAGE_PIXELS = None  # `_check_size` is stricter, asks as early, and names the size
MOST_READ: Final = 25_000_000
"""Pixels that are read at most, in some 230 MB; a larger picture is halved until it fits."""
SMALLEST_PART: Final = 8
"""The most that each side is reduced by."""
STRIP: Final = 512
"""Rows that are converted at a time; a multiple of `SMALLEST_PART`."""
SAVE_AS_JPEG = "save it as JPEG (a phone's camera has a setting for it)"
COPY_AGAIN = "is not a whole picture; copy it again or take it away"
TOO_LARGE = "has {} megapixels, and the limit is {}; save it smaller"
TOO_DEEP = f"has 16 bits a colour, which are not read; {SAVE_AS_JPEG}"
NO_PICTURE = f"is not a picture that can be read (JPEG and PNG can); {SAVE_AS_JPEG} or take it away"


class PictureError(DeviceError):
    """A picture cannot be read; the text says why and what to do, and lacks the picture's name."""


class Picture(NamedTuple):
    """A decoded picture.

    Attributes:
        frame: upright, BGR.
        part: by how much each of its sides is smaller than the file's: 1, 2, 4 or 8.
    """

    frame: Frame
    part: int


def read_picture(path: Path) -> Frame:
    """A picture file as a frame, turned upright as its camera noted (EXIF), and reduced if it is very large.

    Raises:
        DeviceError: if it cannot be read, or is not a whole picture; names it.
    """
    try:
        return load_picture(path).frame
    except PictureError as error:
        raise DeviceError(f"{path} {error}") from error
    except OSError as error:
        raise DeviceError(f"cannot read {path}: {error.strerror}; see that the file is there and yours") from error


def load_picture(path: Path) -> Picture:
    """A picture file, decoded; see `read_picture`.

    Raises:
        PictureError: if it is not a whole picture that can be read.
        OSError: if the file cannot be opened.
    """
    with path.open("rb") as file:
        if is_unsupported(path):
            raise PictureError(NO_PICTURE)
        with _clear_errors(_unknown_format(path)):
            _check_whole(file)
            return _decoded(file)


def decoded_jpeg(data: bytes, width: int = 0) -> Frame:
    """A camera's JPEG frame, if need be at the smallest part of its size that is still ``width`` pixels wide.

    Raises:
        PictureError: if it is not whole; all of the data is checked.
    """
    with _clear_errors(), Image.open(BytesIO(data), formats=("JPEG",)) as image:
        _check_size(image)
        if width:
            part = max(1, image.width // width)
            image.draft(None, (image.width // part, max(1, image.height // part)))
        image.load()
        return _as_frame(image, 1)


def is_picture(path: Path) -> bool:
    """Whether a file is meant to be a picture, by its name or first bytes; it may be unreadable, but not hidden."""
    if path.name.startswith("."):
        return False
    head = _head(path)
    named = path.suffix.lower() in SUFFIXES or is_unsupported(path)
    return named or bool(SIGNATURE.match(head) or OTHER_SIGNATURE.match(head))


def is_unsupported(path: Path) -> bool:
    """Whether its name says that it is a picture that cannot be read here."""
    return path.suffix.lower() in OTHER_SUFFIXES


def _head(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(16)
    except OSError:  # a folder, or another account's
        return b""


def _unknown_format(path: Path) -> str:
    """The error over a file that no decoder knows: a phone may call one a JPEG that is none."""
    is_damaged = path.suffix.lower() in SUFFIXES and not OTHER_SIGNATURE.match(_head(path))
    return COPY_AGAIN if is_damaged else NO_PICTURE


@contextmanager
def _clear_errors(unknown: str = COPY_AGAIN) -> Iterator[None]:
    """Turn all that the decoders raise over damaged data into one sentence, and silence their warnings."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    except PictureError:
        raise
    except UnidentifiedImageError as error:
        raise PictureError(unknown) from error
    except MemoryError as error:
        raise PictureError("needs more memory than there is; save it smaller") from error
    except Exception as error:  # damaged data make decoders raise nearly anything
        raise PictureError(COPY_AGAIN) from error


def _check_whole(file: IO[bytes]) -> None:
    """Refuse a file that is too large, or a PNG whose checksums are wrong."""
    with Image.open(file, formats=FORMATS) as image:
        _check_size(image)
        if image.format == "PNG":
            image.verify()
    file.seek(0)


def _check_size(image: Image.Image) -> None:
    """Refuse what would not fit into an appliance's memory, before any of it is decoded."""
    is_reducible = image.format != "PNG" and not image.info.get("progressive")
    check_pixels(image.width * image.height, MOST_REDUCIBLE if is_reducible else MOST)


def check_pixels(pixels: int, most: int = MOST) -> None:
    """Raise a PictureError if a picture has more ``pixels`` than ``most`` megapixels."""
    if pixels > most * MEGAPIXEL:
        raise PictureError(TOO_LARGE.format(-(-pixels // MEGAPIXEL), most))


def _decoded(file: IO[bytes]) -> Picture:
    with Image.open(file, formats=FORMATS) as image:
        if any(";16" in str(tile[3]) for tile in image.tile):
            raise PictureError(TOO_DEEP)  # of a colour Pillow keeps the upper half, in which a camera's 12 bits are not
        wide, high = image.size
        part = next((part for part in (1, 2, 4) if wide * high <= MOST_READ * part**2), SMALLEST_PART)
        image.draft(None, (max(1, wide // part), max(1, high // part)))
        left = part // -(-wide // image.width)
        image.load()
        with suppress(Exception):  # a damaged tag
            ImageOps.exif_transpose(image, in_place=True)
        return Picture(_as_frame(image, left), part)


def _as_frame(image: Image.Image, part: int) -> Frame:
    """The picture as BGR, each side smaller by ``part``; converted in strips, for twice the whole may not fit."""
    wide, high = -(-image.width // part), -(-image.height // part)
    frame = np.empty((high, wide, 3), np.uint8)
    for top in range(0, image.height, STRIP):
        pixels = image.crop((0, top, image.width, min(top + STRIP, image.height))).convert("RGB")
        strip = np.asarray(pixels, np.uint8)[..., ::-1]
        rows = frame[top // part : (top + STRIP) // part]
        rows[:] = strip if part == 1 else cv2.resize(strip, (wide, len(rows)), interpolation=cv2.INTER_AREA)
    return frame
