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


PINS = tomllib.loads(text("hardware/pinout.toml"))["buttons"]


@pytest.mark.parametrize("guide", ["docs/build.md", "docs/build.es.md"])
def test_pins_are_those_of_the_pin_out(guide: str) -> None:
    """In the table of each building guide."""
    wanted = {name.upper(): str(pin["header"]) for name, pin in PINS.items() if "gpio" in pin}
    assert wanted == dict(re.findall(r"\b([A-Z]+) \| (\d+)", text(guide)))


@pytest.mark.parametrize("guide", ["docs/README.md", "docs/README.es.md"])
def test_the_quick_answer_names_the_pin_of_undo(guide: str) -> None:
    """By its place on the header and by its number."""
    undo = PINS["undo"]
    assert re.search(rf"\b{undo['header']}\b.*GPIO {undo['gpio']}\b", text(guide))


@pytest.mark.parametrize("guide", ["docs/README", "docs/build", "docs/play"])
def test_the_spanish_guide_has_the_headings_of_the_english_one(guide: str) -> None:
    """As many, of the same rank, in the same order: a heading that is missing is a step that is missing."""
    english, spanish = (re.findall(r"^#+(?= )", text(f"{guide}{end}"), re.MULTILINE) for end in (".md", ".es.md"))
    assert english == spanish
