"""The logos of teams: what owners send is checked, drawn small, and kept as a picture of ours and nothing else.

Rules kept here: a picture's size is looked at before its pixels are unpacked, so that a small file cannot fill the
memory. What is kept is a PNG that is made of the pixels alone: where and when a photograph was taken is not in it. And
a drawing in SVG, which may hold a program, is no picture here.
"""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Final

from PIL import Image, ImageOps, UnidentifiedImageError

from firmware.paths import LOGO, LOGOS
from firmware.storage.named_files import NamedFiles
from scoreboard.errors import UnusableFileError
from scoreboard.message import message

ADDRESS: Final = "/api/logos/"
KINDS: Final = ("PNG", "JPEG", "WEBP")
SIDE: Final = 256
"""Pixels of the longer side of what is kept."""
MOST_PIXELS: Final = 16 << 20
"""Of a picture that is sent: as many as a phone's photograph has."""


def team_logos(journal: Path) -> NamedFiles:
    """Those beside the games."""
    return NamedFiles(journal.parent / LOGOS, LOGO, ADDRESS, small_logo)


def small_logo(sent: bytes) -> bytes:
    """The picture as a small PNG. Raises `UnusableFileError` if it is none, too large, or cut off."""
    try:
        with Image.open(BytesIO(sent), formats=KINDS) as picture:
            width, height = picture.size
            if width * height > MOST_PIXELS:
                raise UnusableFileError(message("logo.too-large", width=width, height=height))
            picture.draft("RGB", (SIDE, SIDE))  # a JPEG need not be unpacked whole
            drawn = ImageOps.exif_transpose(picture).convert("RGBA")
    except UnidentifiedImageError as error:
        raise UnusableFileError(message("logo.no-picture")) from error
    except Image.DecompressionBombError as error:  # so large that its size alone is refused
        raise UnusableFileError(message("logo.far-too-large")) from error
    except (OSError, SyntaxError, ValueError) as error:
        raise UnusableFileError(message("logo.damaged")) from error
    drawn.thumbnail((SIDE, SIDE), Image.Resampling.LANCZOS)
    alone = Image.new("RGBA", drawn.size)
    alone.paste(drawn)
    file = BytesIO()
    alone.save(file, "PNG", optimize=True)
    return file.getvalue()


def is_logo(content: bytes) -> bool:
    """Whether it is a picture as we keep one."""
    try:
        with Image.open(BytesIO(content), formats=("PNG",)) as picture:
            picture.load()
            return max(picture.size) <= SIDE
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError):
        return False
