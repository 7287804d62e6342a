"""Where the page of a stadium has a guide, in the language of its reader.

A guide is named by its file in the repository, such as ``docs/sound.md`` or ``hardware/wiring.md#power``. The wiring,
the printed parts and the markers are described in English alone. The guide to building has the same steps and is
translated, so a reader of another language is led there.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

IN_BUILD: Final[Mapping[str, Mapping[str, str]]] = {
    "es": {
        "hardware/markers/README.md": "sábado-por-la-mañana-imprimir",
        "hardware/wiring.md#led-panel": "sábado-soldar-y-cablear",
        "hardware/wiring.md#buttons": "sábado-soldar-y-cablear",
        "hardware/wiring.md#camera": "sábado-soldar-y-cablear",
        "hardware/wiring.md#power": "antes-de-la-primera-corriente",
        "hardware/README.md#camera": "domingo-armarlo",
    }
}
"""For each language other than English: the part of its building guide that has what an English guide explains."""
HOST: Final = "http://stadium.local"
"""Of an installed stadium, for what is read elsewhere than on its page."""


def guide_address(guide: str, code: str) -> str:
    """Where the page has that guide, for a reader of the language ``code``; in English if it is not translated."""
    part = IN_BUILD.get(code, {}).get(guide)
    if part is not None:
        return f"/help/{code}/build.html#{part}"
    file, mark, place = guide.removeprefix("docs/").partition("#")
    page = file.removesuffix(".md")
    page = f"{page.removesuffix('README')}index" if page.endswith("README") else page
    return f"/help/{page}.html{mark}{place}"
