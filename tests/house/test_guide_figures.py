"""Figures that the guides name are those of the parts: pins, heights and supplies."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

HOUSE = Path(__file__).parents[2]
GUIDES = ("docs/README.md", "docs/README.es.md", "docs/build.md", "docs/build.es.md")


def text(page: str) -> str:
    """What stands there."""
    return (HOUSE / page).read_text(encoding="utf-8")


def row(page: str, begins: str) -> list[str]:
    """The cells of the one row of a table that begins so."""
    (found,) = re.findall(rf"^\| {re.escape(begins)} \|.*\*\*.*$", text(page), re.MULTILINE)
    return [cell.strip(" *") for cell in found.strip("|").split("|")]


@pytest.mark.parametrize("guide", GUIDES)
def test_the_camera_hangs_as_high_as_the_parts_say(guide: str) -> None:
    """A Camera Module 3, the one of the bill."""
    assert row("hardware/README.md", "Camera Module 3")[2] in text(guide)


@pytest.mark.parametrize("guide", GUIDES)
@pytest.mark.parametrize("panel", ["one colour (MAX7219)", "all colours (WS2812)"])
def test_the_supply_is_the_one_of_the_budget(guide: str, panel: str) -> None:
    """Of each kind of the common panel."""
    amps = row("hardware/wiring.md", f"64\N{MULTIPLICATION SIGN}16, {panel}")[5]
    assert re.search(rf"5 V (?:and|y) {amps}\b", text(guide))


def test_pins_are_those_of_the_pin_out() -> None:
    """In the Spanish guide, and UNDO in the answers of both."""
    pins = tomllib.loads(text("hardware/pinout.toml"))["buttons"]
    wanted = {name.upper(): str(pin["header"]) for name, pin in pins.items() if "gpio" in pin}
    written = dict(re.findall(r"\b([A-Z]+) \| (\d+)", text("docs/build.es.md")))
    assert wanted == written
    for guide in ("docs/README.md", "docs/README.es.md"):
        undo = pins["undo"]
        assert re.search(rf"\b{undo['header']}\b.*GPIO {undo['gpio']}\b", text(guide))
