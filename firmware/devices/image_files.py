"""Picture files and the JPEG frames of cameras, decoded whole or refused.

Rule kept here: a picture is whole or refused, in one sentence that says what to do about it. Pillow decodes, because it
raises where data end too early; OpenCV 4.10 then shows what its memory held before.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import IO, TYPE_CHECKING, Final, NamedTuple

import cv2
import numpy as np
from PIL import Image, UnidentifiedImageError

from firmware.errors import DeviceError

if TYPE_CHECKING:
    from firmware.devices.protocols import Frame

FORMATS: Final[Mapping[str, tuple[str, frozenset[str]]]] = {
    "JPEG": ("JpegImagePlugin", frozenset({".jpg", ".jpeg", ".jpe", ".jfif", ".mpo"})),
    "PNG": ("PngImagePlugin", frozenset({".png", ".apng"})),
    "WEBP": ("WebPImagePlugin", frozenset({".webp"})),
    "BMP": ("BmpImagePlugin", frozenset({".bmp", ".dib"})),
    "TIFF": ("TiffImagePlugin", frozenset({".tif", ".tiff"})),
    "GIF": ("GifImagePlugin", frozenset({".gif"})),
    "JPEG2000": ("Jpeg2KImagePlugin", frozenset({".jp2", ".j2k", ".jpx"})),
    "PPM": ("PpmImagePlugin", frozenset({".ppm", ".pgm", ".pbm", ".pnm"})),
    "AVIF": ("AvifImagePlugin", frozenset({".avif"})),
}
"""Pillow's name of a format, its module that reads it, and the suffixes of such files."""
PROGRAM_SUFFIXES: Final = (
    *(".heic", ".heif", ".hif", ".jxl", ".pdf", ".psd", ".psb", ".xcf", ".svg", ".svgz", ".eps", ".ai"),
    *(".tga", ".ico", ".hdr", ".exr", ".pcx", ".wmf", ".emf"),
)
RAW_SUFFIXES: Final = (
    *(".dng", ".cr2", ".cr3", ".crw", ".nef", ".nrw", ".arw", ".srf", ".sr2", ".orf", ".rw2", ".raf", ".pef", ".ptx"),
    *(".srw", ".x3f", ".3fr", ".iiq", ".mrw", ".dcr", ".kdc", ".erf", ".mef", ".mos", ".raw", ".rwl"),
)
"""Suffixes of pictures that are never read."""
SIGNATURES: Final = (b"\xff\xd8\xff", b"\x89PNG\r\n", b"GIF8", b"II*\0", b"MM\0*")
"""First bytes of pictures that are read; WebP's are not the first."""
UNSUPPORTED_SIGNATURES: Final = (
    *(b"\xff\x0a", b"\0\0\0\x0cJXL ", b"8BPS", b"%PDF"),
    *(b"ftyp" + brand for brand in (b"heic", b"heix", b"hevc", b"heim", b"mif1", b"msf1")),
)
AVIF_SIGNATURES: Final = (b"ftypavif", b"ftypavis")
"""Of others, some of them after four bytes; whether AVIF is one of them, Pillow's build decides."""
REDUCIBLE: Final = frozenset({"JPEG", "MPO"})
"""Formats that are decoded at a half, a quarter or an eighth of their size without ever being whole in memory."""
MOST_REDUCIBLE, MOST = 120, 50
"""The largest picture that is read, in megapixels, of those formats and of any other."""
MEGAPIXEL: Final = 1_000_000
Image.MAX_IMAGE_PIXELS = None  # `_check_size` is stricter, asks as early, and names the size
MOST_READ: Final = 25_000_000
"""Pixels that are read at most, in some 230 MB; a larger picture is halved until it fits."""
SMALLEST_PART: Final = 8
"""The most that each side is reduced by."""
LEAST_DEEP: Final = 16
"""What 12 bits in a 16-bit colour stay below, of 255."""
STRIP: Final = 512
"""Rows that are converted at a time; a multiple of `SMALLEST_PART`."""
TILE_WIDTH, TILE_LENGTH = 322, 323
"""TIFF's tags of a tile's size (TIFF 6.0, section 15)."""
ORIENTATION: Final = 0x0112
"""The EXIF tag that says how the camera was held (Exif 2.3, table 4)."""
ROTATIONS: Final[Mapping[int, Callable[[Frame], object]]] = {
    2: lambda frame: cv2.flip(frame, 1),
    3: lambda frame: cv2.rotate(frame, cv2.ROTATE_180),
    4: lambda frame: cv2.flip(frame, 0),
    5: cv2.transpose,
    6: lambda frame: cv2.rotate(frame, cv2.ROTATE_90_CLOCKWISE),
    7: lambda frame: cv2.rotate(cv2.transpose(frame), cv2.ROTATE_180),
    8: lambda frame: cv2.rotate(frame, cv2.ROTATE_90_COUNTERCLOCKWISE),
}
"""How a picture is turned upright, by that tag."""
UNFINISHED: Final = frozenset({"WEBP", "AVIF", "GIF", "JPEG2000"})
"""Formats whose decoder takes zeros for data: a file that ends in many is a copy that was cut off."""
ZEROS: Final = bytes(512)

SAVE_AS_JPEG = "save it as JPEG (a phone's camera has a setting for it)"
COPY_AGAIN = "is not a whole picture; copy it again or take it away"
UNSUPPORTED = f"is a picture of a kind that cannot be read; {SAVE_AS_JPEG} or take it away"
TOO_LARGE = "has {} megapixels, and the limit is {}; save it smaller"
FIRST_READ = "holds several pictures; only the first is read"
TOO_DARK = f"has 16 bits a colour and uses the lowest alone, which are not read; {SAVE_AS_JPEG}"
NO_PICTURE = f"is not a picture that can be read (JPEG, PNG, WebP, BMP and TIFF can); {SAVE_AS_JPEG} or take it away"


class PictureError(DeviceError):
    """A picture cannot be read; the text says why and what to do, and lacks the picture's name."""


class Picture(NamedTuple):
    """A decoded picture.

    Attributes:
        frame: upright, BGR.
        part: by how much each of its sides is smaller than the file's: 1, 2, 4 or 8.
        remark: what of the file was not read, to follow its name; else empty.
    """

    frame: Frame
    part: int
    remark: str


def read_picture(path: Path, warn: Callable[[str], None] = lambda _: None) -> Frame:
    """A picture file as a frame, turned upright as its camera noted (EXIF), and reduced if it is very large.

    ``warn`` is called with a sentence if there is more in the file than was read.

    Raises:
        DeviceError: if it cannot be read, or is not a whole picture; names it.
    """
    try:
        picture = load_picture(path)
    except PictureError as error:
        raise DeviceError(f"{path} {error}") from error
    except OSError as error:
        raise DeviceError(f"cannot read {path}: {error.strerror}; see that the file is there and yours") from error
    if picture.remark:
        warn(f"{path} {picture.remark}.")
    return picture.frame


def load_picture(path: Path) -> Picture:
    """A picture file, decoded; see `read_picture`.

    Raises:
        PictureError: if it is not a whole picture that can be read.
        OSError: if the file cannot be opened.
    """
    with path.open("rb") as file:
        if is_unsupported(path):
            raise PictureError(UNSUPPORTED)
        with _clear_errors(_unknown_format(path)):
            remark = _check_whole(file)
            return _decoded(file, remark)


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
    return path.suffix.lower() in readable() or is_unsupported(path) or _has_signature(path)


def is_unsupported(path: Path) -> bool:
    """Whether its name says that it is a picture that cannot be read here."""
    return path.suffix.lower() in _unsupported()


@cache
def readable() -> frozenset[str]:
    """Suffixes of the pictures that can be read here."""
    return frozenset[str]().union(*(FORMATS[name][1] for name in _formats()))


@cache
def _unsupported() -> frozenset[str]:
    known = {*PROGRAM_SUFFIXES, *RAW_SUFFIXES}.union(*(suffixes for _, suffixes in FORMATS.values()))
    return frozenset(known) - readable()


@cache
def _formats() -> tuple[str, ...]:
    """The formats that can be read here; older Pillow has no AVIF, and not every one is built with it."""
    known = [name for name in FORMATS if name != "AVIF" or find_spec("PIL._avif")]
    for name in known:
        import_module(f"PIL.{FORMATS[name][0]}")
    return tuple(name for name in known if name in Image.OPEN)


def _has_signature(path: Path) -> bool:
    head = _head(path)
    is_webp = head.startswith(b"RIFF") and head[8:12] == b"WEBP"
    is_avif = head[4:].startswith(AVIF_SIGNATURES)
    return is_webp or is_avif or head.startswith(SIGNATURES) or _is_unsupported_signature(head)


def _is_unsupported_signature(head: bytes) -> bool:
    signatures = UNSUPPORTED_SIGNATURES + (() if "AVIF" in _formats() else AVIF_SIGNATURES)
    return head.startswith(signatures) or head[4:].startswith(signatures)


def _head(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(16)
    except OSError:  # a folder, or another account's
        return b""


def _unknown_format(path: Path) -> str:
    """The error over a file that no decoder knows."""
    if _is_unsupported_signature(_head(path)):
        return UNSUPPORTED
    return COPY_AGAIN if path.suffix.lower() in readable() else NO_PICTURE


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


def _check_whole(file: IO[bytes]) -> str:
    """Refuse a file whose checksums are wrong, or that ends in zeros; returns what of it is not read."""
    with Image.open(file, formats=_formats()) as image:
        kind = image.format
        _check_size(image)
        remark = FIRST_READ if _holds_several(image) else ""
        if kind == "PNG":
            image.verify()
    size = file.seek(0, 2)
    file.seek(max(0, size - len(ZEROS)))
    if kind in UNFINISHED and file.read() == ZEROS:
        raise PictureError(COPY_AGAIN)
    file.seek(0)
    return remark


def _holds_several(image: Image.Image) -> bool:
    """Whether it moves or has pages; the further pictures of a phone's JPEG (MPO) are previews of the first."""
    with suppress(Exception):  # what follows the first picture is damaged
        return image.format != "MPO" and getattr(image, "is_animated", False)
    return False


def _check_size(image: Image.Image) -> None:
    """Refuse what would not fit into an appliance's memory, before any of it is decoded."""
    is_small = image.format in REDUCIBLE and not image.info.get("progressive")
    most = MOST_REDUCIBLE if is_small else MOST
    tags = getattr(image, "tag_v2", {})  # a TIFF's tile is decoded whole, however little of it the picture shows
    check_pixels(max(image.width * image.height, tags.get(TILE_WIDTH, 0) * tags.get(TILE_LENGTH, 0)), most)


def check_pixels(pixels: int, most: int = MOST) -> None:
    """Raise a PictureError if a picture has more ``pixels`` than ``most`` megapixels."""
    if pixels > most * MEGAPIXEL:
        raise PictureError(TOO_LARGE.format(-(-pixels // MEGAPIXEL), most))


def _decoded(file: IO[bytes], remark: str) -> Picture:
    with Image.open(file, formats=_formats()) as image:
        wide, high = image.size
        part = next((part for part in (1, 2, 4) if wide * high <= MOST_READ * part**2), SMALLEST_PART)
        image.draft(None, (max(1, wide // part), max(1, high // part)))
        # Asked before it is loaded, which turns a TIFF upright and forgets how it was packed:
        left, is_deep = part // -(-wide // image.width), _is_deep_color(image)
        image.load()
        frame = _as_frame(image, left)
        if is_deep and frame.max() < LEAST_DEEP:
            raise PictureError(TOO_DARK)
        return Picture(_upright(frame, image), part, remark)


def _as_frame(image: Image.Image, part: int) -> Frame:
    """The picture as BGR, each side smaller by ``part``; converted in strips, for twice the whole may not fit."""
    wide, high = -(-image.width // part), -(-image.height // part)
    frame, surplus = np.empty((high, wide, 3), np.uint8), _surplus_bits(image)
    for top in range(0, image.height, STRIP):
        strip = _bgr(image.crop((0, top, image.width, min(top + STRIP, image.height))), surplus)
        rows = frame[top // part : (top + STRIP) // part]
        rows[:] = strip if part == 1 else cv2.resize(strip, (wide, len(rows)), interpolation=cv2.INTER_AREA)
    return frame


def _surplus_bits(image: Image.Image) -> int:
    """How many of a deep grey picture's bits are dropped to leave the upper eight in use: some have 12 in 16."""
    return max(0, int(np.max(image.getextrema())).bit_length() - 8) if image.mode.startswith("I") else 0


def _is_deep_color(image: Image.Image) -> bool:
    """Whether it has 16 bits a colour, of which Pillow keeps the upper eight."""
    return image.mode.startswith("RGB") and any(";16" in str(tile[3]) for tile in getattr(image, "tile", ()))


def _bgr(strip: Image.Image, surplus: int) -> Frame:
    """One strip, without transparency, and without so many of a deep picture's lowest bits."""
    if strip.mode == "F":
        raise PictureError(f"holds fractions, which are not read; {SAVE_AS_JPEG}")
    if strip.mode.startswith("I"):
        grey = np.clip(np.asarray(strip).astype(np.int64) >> surplus, 0, 255).astype(np.uint8)
        return np.repeat(grey[..., np.newaxis], 3, axis=2)
    return np.asarray(strip.convert("RGB"), np.uint8)[..., ::-1]


def _upright(frame: Frame, image: Image.Image) -> Frame:
    turn = None
    with suppress(Exception):  # a damaged tag
        turn = ROTATIONS.get(image.getexif().get(ORIENTATION, 1))
    return frame if turn is None else np.asarray(turn(frame), np.uint8)
