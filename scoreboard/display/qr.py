"""An address as a QR code, to be scanned from a terminal, a panel or a page."""

from __future__ import annotations

from typing import Final

import segno
from PIL import Image, ImageOps

from scoreboard.display.message_pictures import message_picture
from scoreboard.display.palette import CHALK, DARK
from scoreboard.display.text_layout import Size

QUIET: Final = 4
"""Modules of white around the code, as the standard has it (ISO/IEC 18004)."""
LEAST_QUIET: Final = 3
"""Modules of white that phones can do with, where a panel has no room for more."""
LEAST_WIDTH: Final = 64
"""Lights of a panel that has room for a word beside the code."""
GAP: Final = 2


def code_of(address: str) -> segno.QRCode:
    """The code of the address as it stands. Capitals would make it smaller, but some phones' cameras open no HTTP://."""
    return segno.make_qr(address, error="l")


def scan_picture(address: str, text: str, size: Size, *, tick: int = 0) -> Image.Image | None:
    """The code on a panel, a light a module, and beside it the text; None where the panel has not the room for it."""
    width, height = size
    quiet = min(QUIET, (height - len(code_of(address).matrix)) // 2)
    if width < LEAST_WIDTH or quiet < LEAST_QUIET:
        return None
    code = qr_picture(address, quiet)
    lit = ImageOps.colorize(code.convert("L"), DARK, CHALK)
    picture = Image.new("RGB", size, DARK)
    picture.paste(lit, (0, (height - code.height) // 2))
    picture.paste(message_picture(text, (width - code.width - GAP, height), tick=tick), (code.width + GAP, 0))
    return picture


def qr_picture(address: str, quiet: int = QUIET) -> Image.Image:
    """The code, black on white, a pixel a module."""
    rows = [bytes(0 if dark else 255 for dark in row) for row in code_of(address).matrix_iter(border=quiet)]
    return Image.frombytes("L", (len(rows[0]), len(rows)), b"".join(rows)).convert("RGB")
