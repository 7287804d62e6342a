"""The icons of a phone's home screen, and the manifest that names them."""

from __future__ import annotations

import re
import runpy
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops
from support.pages import Board

from scoreboard.web.pages.manifest import GREEN
from scoreboard.web.pages.static_files import FOLDER

ICONS: dict[str, Any] = runpy.run_path(str(Path(__file__).parents[3] / "packaging/icons.py"))
NEAR = 8
"""How far a pixel may be off: releases of Pillow smooth edges a little differently."""


@pytest.mark.newest  # they are drawn by whoever changes them, and not on a Pi
@pytest.mark.parametrize("name", ICONS["FILES"])
def test_icon_is_the_drawing(name: str) -> None:
    """`make icons` was run after ``icon.svg`` was changed."""
    side, kind = ICONS["FILES"][name]
    drawn = ICONS["drawn"](side, kind).convert("RGBA")
    with Image.open(FOLDER / "pages" / name) as kept:
        assert (side, side) == kept.size
        furthest = ImageChops.difference(drawn, kept.convert("RGBA")).getextrema()
    assert all(most <= NEAR for _, most in furthest)


def test_only_the_rounded_ones_have_clear_corners() -> None:
    """A launcher cuts the maskable one, an iPhone its own; both would show a clear corner as black."""
    clear = {}
    for name in ICONS["FILES"]:
        with Image.open(FOLDER / "pages" / name) as kept:
            clear[name] = kept.convert("RGBA").getpixel((0, 0))[3] == 0  # type: ignore[index] # four numbers
    assert [True, True, False, False] == list(clear.values())


def test_what_cannot_be_drawn_is_an_error(tmp_path: Path) -> None:
    """And not left out of the icon."""
    for shape in ('<text x="1">A</text>', '<path d="M1 1 q2 2 3 3 Z"/>'):
        drawing = tmp_path / "icon.svg"
        drawing.write_text(f'<svg xmlns="http://www.w3.org/2000/svg"><rect fill="#123456"/>{shape}</svg>')
        with pytest.raises(ValueError, match="cannot be drawn"):
            ICONS["drawn"](64, "full", drawing)


def test_manifest_names_icons_that_are_there() -> None:
    """Each of the size that it says; the page leads to the manifest of its own language."""
    board = Board()
    manifest = board.json("/manifest.webmanifest")
    for icon in manifest["icons"]:
        answer, body = board.get(icon["src"])
        assert icon["type"] == answer.content_type
        if answer.content_type == "image/png":
            with Image.open(BytesIO(body)) as picture:
                assert icon["sizes"] == f"{picture.width}x{picture.height}"
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in manifest["icons"] if "purpose" not in icon}
    page = board.get("/?lang=es")[1].decode()
    assert '<link rel="manifest" href="/manifest.webmanifest?lang=es">' in page
    assert f'content="{GREEN}"' in page
    assert re.search(r"--slate: (#\w+)", (FOLDER / "pages/page.css").read_text())[1] == GREEN  # type: ignore[index] # is there


def test_manifest_speaks_both_languages() -> None:
    """The names are the product's; what it is for is said in the page's language."""
    english, spanish = (Board().json(f"/manifest.webmanifest?lang={code}") for code in ("en", "es"))
    assert ("en", "es") == (english["lang"], spanish["lang"])
    assert english["description"] != spanish["description"]
    assert ("Stadium", "/", "standalone") == (english["short_name"], english["start_url"], english["display"])
