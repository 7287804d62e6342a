"""`hardware/parts.toml` is whole: every figure has a unit and a source, every designator is there once."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import msgspec
import pytest
from parts import Pinout, parts, pinout

from scoreboard.display import LAYOUTS

UNITS = {"mm", "mm2", "deg", "px", "m", "v", "a", "ma", "w", "ohm", "nf", "uf", "gb", "awg", "pins"}
PLAIN = {"modules", "channels", "load"}
"""Figures that are plain numbers."""
MEASURE = re.compile(r"\d\s*(?:-pin|\u00d7|(?:mm²?|cm|m|V|A|mA|W|Ω|nF|µF|GB|pixels|lights)\b)|metre")
"""A number with its unit, or a size, in words."""
HARDWARE = Path(__file__).parents[2] / "hardware"
FILE = parts()
FIGURES = [(key, name, figure) for key, part in FILE.parts.items() for name, figure in part.figures.items()]

pytestmark = pytest.mark.once


def test_every_figure_has_a_unit_and_a_source() -> None:
    """No source is kept that no figure has."""
    assert {figure.source for _, _, figure in FIGURES} == set(FILE.sources)
    assert not [(key, name) for key, name, _ in FIGURES if name.rpartition("_")[2] not in UNITS and name not in PLAIN]


def test_designators_are_as_many_as_parts_and_each_is_one_parts() -> None:
    """A mark in a drawing leads to one row of the bill of materials."""
    marks = [mark for part in FILE.parts.values() for mark in part.designators]
    assert sorted(set(marks)) == sorted(marks)
    assert not [mark for mark in marks if not re.fullmatch(r"[A-Z]{1,2}\d+", mark)]
    assert not [key for key, part in FILE.parts.items() if part.designators and len(part.designators) != part.count]


def test_no_measure_stands_in_words_alone() -> None:
    """What a maker reads before buying has its numbers from figures, which have a source; types of parts have none."""
    raw = tomllib.loads((HARDWARE / "parts.toml").read_text(encoding="utf-8"))["parts"]
    types = re.compile(r"MAX7219 8\u00d78|WS2812B?|74[A-Z]+\d+|Zero 2 W")
    words = {key: types.sub("", f"{part['name']}; {part['look_for']}") for key, part in raw.items()}
    assert not {key: found[0] for key, text in words.items() if (found := MEASURE.search(text))}


def test_figures_are_filled_into_the_words() -> None:
    """One, and one of several."""
    assert "5 V 3 A for a 4, 27 W for a 5, 2.5 A for a Zero 2 W" in FILE.parts["pi-supply"].look_for
    assert "0.14 to 0.25 mm²" in FILE.parts["button-cable"].look_for
    assert "piece of stripboard, some 30 \u00d7 50 mm" == FILE.parts["stripboard"].name


@pytest.mark.parametrize("key", ["max7219-board", "ws2812-panel"])
def test_the_boards_together_are_a_panel_that_has_a_face(key: str) -> None:
    """As many pixels as all of them have."""
    part = FILE.parts[key]
    panel = width, height = tuple(int(side) for side in part.numbers("panel_px"))
    assert panel in LAYOUTS
    board = part.numbers("size_px") if "size_px" in part.figures else (8 * part.number("modules"), 8)
    assert width * height == part.count * board[0] * board[1]


def with_straps(pins: Pinout, **changes: object) -> Pinout:
    """The pins with the strap of the boot mode changed."""
    changed = msgspec.structs.replace(pins.boot_straps["boot-mode"], **changes)
    return msgspec.structs.replace(pins, boot_straps={"boot-mode": changed})


def test_no_wire_is_against_a_boot_strap() -> None:
    """A Pi starts with all wires on it, whatever was burnt into it."""
    assert [] == pinout().against_straps()


@pytest.mark.parametrize(
    ("changes", "against"),
    [
        ({"counts": "low"}, "boot-mode: GPIO 22, 23, 24, 25, 26"),
        ({"gpio": (8, 20)}, "boot-mode: GPIO 8"),
        ({"gpio": (5, 8), "named": True}, "boot-mode: no pin is left to be named"),
    ],
    ids=["buttons that hold a pin low", "the panel on a strap", "every pin taken"],
)
def test_a_wire_against_a_boot_strap_is_named(changes: dict[str, object], against: str) -> None:
    """By the strap and its pins."""
    assert [against] == with_straps(pinout(), **changes).against_straps()


def test_a_pin_that_may_be_named_is_free() -> None:
    """The advice of the table names no pin of a button, of the panel or of I2C."""
    pins = pinout()
    advised = {int(pin) for pin in re.findall(r"name (\d+) or (\d+)", pins.boot_straps["rpiboot"].effect)[0]}
    assert advised <= set(pins.boot_straps["rpiboot"].gpio) - set().union(*pins.taken().values())


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ("{voltage_v} V {pi_4_a}", "{voltage_v} V {pi_9_a}", "pi-supply"),
        ("count = 9", 'count = "nine"', "parts[...].count"),
        ("[sources]", "[sources", "line"),
        ("is = 9.0", "was = 9.0", "is"),
    ],
)
def test_a_mistake_is_named_with_its_file(tmp_path: Path, old: str, new: str, place: str) -> None:
    """And with the line or key."""
    file = tmp_path / "parts.toml"
    file.write_text((HARDWARE / "parts.toml").read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
    with pytest.raises(SystemExit) as error:
        parts(file)
    assert str(file) in str(error.value)
    assert place in str(error.value)
