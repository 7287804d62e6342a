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
LEAST_WIDTH: Final = 64
"""Lights of a panel that has room for a word beside the code."""
GAP: Final = 2
PLAIN: Final = "0123456789.:"
"""What an address is made of that is all number."""


def code_of(address: str) -> segno.QRCode:
    """The code. Capitals make it smaller, and mean the same in an address that is all scheme and number."""
    is_plain = not address.removeprefix("http://").strip(PLAIN)
    return segno.make_qr(address.upper() if is_plain else address, error="l")


def scan_picture(address: str, text: str, size: Size, *, tick: int = 0) -> Image.Image | None:
    """The code on a panel, a light a module, and beside it the text; None where the panel has not the room for it."""
    width, height = size
    code = qr_picture(address)
    if width < LEAST_WIDTH or code.height > height:
        return None
    lit = ImageOps.colorize(code.convert("L"), DARK, CHALK)
    picture = Image.new("RGB", size, DARK)
    picture.paste(lit, (0, (height - code.height) // 2))
    picture.paste(message_picture(text, (width - code.width - GAP, height), tick=tick), (code.width + GAP, 0))
    return picture


def qr_picture(address: str, quiet: int = QUIET) -> Image.Image:
    """The code, black on white, a pixel a module."""
    rows = [bytes(0 if dark else 255 for dark in row) for row in code_of(address).matrix_iter(border=quiet)]
    return Image.frombytes("L", (len(rows[0]), len(rows)), b"".join(rows)).convert("RGB")
