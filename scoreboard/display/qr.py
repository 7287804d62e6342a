"""An address as a QR code, to be scanned from a terminal, a panel or a page."""

from __future__ import annotations

from typing import Final

import segno
from PIL import Image

QUIET: Final = 4
"""Modules of white around the code, as the standard has it (ISO/IEC 18004)."""
PLAIN: Final = "0123456789.:"
"""What an address is made of that is all number."""


def code_of(address: str) -> segno.QRCode:
    """The code. Capitals make it smaller, and mean the same in an address that is all scheme and number."""
    is_plain = not address.removeprefix("http://").strip(PLAIN)
    return segno.make_qr(address.upper() if is_plain else address, error="l")


def qr_picture(address: str, quiet: int = QUIET) -> Image.Image:
    """The code, black on white, a pixel a module."""
    rows = [bytes(0 if dark else 255 for dark in row) for row in code_of(address).matrix_iter(border=quiet)]
    return Image.frombytes("L", (len(rows[0]), len(rows)), b"".join(rows)).convert("RGB")
