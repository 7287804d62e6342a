"""What `hardware/` tells a maker to solder is what the program listens to."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest
from gpiozero.pins.mock import MockFactory

from firmware.config import schema
from firmware.devices.debounce import BUTTONS

HARDWARE = Path(__file__).parents[3] / "hardware"
J8 = MockFactory(revision="c03114").board_info.headers["J8"].pins
"""gpiozero's own table of a Pi 4's header: header pin -> its name."""
PINOUT: dict[str, Any] = tomllib.loads((HARDWARE / "pinout.toml").read_text(encoding="utf-8"))
RESERVED = {
    "identity": {0, 1}, "i2c": {2, 3}, "spi": {7, 8, 9, 10, 11}, "pwm": {12, 13}, "console": {14, 15},
    "i2s": {18, 19, 20, 21},
}  # fmt: skip
"""BCM numbers by their use (BCM2835 ARM Peripherals, table 6-31)."""
WIRES = [
    (f"{part}.{name}", wire["gpio"], wire["header"])
    for part in ("buttons", "panel")
    for name, wire in PINOUT[part].items()
    if name != "ground"
]


def test_every_button_has_its_wire() -> None:
    """The nine buttons are there, by the names the program knows, and no other."""
    assert set(BUTTONS) == set(PINOUT["buttons"]) - {"ground"}


@pytest.mark.parametrize(("name", "gpio", "header"), WIRES)
def test_both_ways_of_counting_agree(name: str, gpio: int, header: int) -> None:
    """The BCM number and the header pin of a wire are the same pin."""
    assert f"GPIO{gpio}" == J8[header].name, name


def test_no_pin_has_two_wires() -> None:
    """Every wire has a pin of its own."""
    pins = [gpio for _, gpio, _ in WIRES]
    assert sorted(set(pins)) == sorted(pins)


def test_buttons_leave_the_busy_pins_alone() -> None:
    """No button sits on a pin that a bus, the console or a speaker would want; the panel takes SPI's alone."""
    reserved = {use: set(pins["gpio"]) for use, pins in PINOUT["reserved"].items()}
    assert RESERVED == reserved
    taken = {part: {gpio for name, gpio, _ in WIRES if name.startswith(f"{part}.")} for part in ("buttons", "panel")}
    assert set() == set().union(*reserved.values()) & taken["buttons"]
    assert taken["panel"] <= reserved["spi"]


@pytest.mark.parametrize("part", ["buttons", "panel"])
def test_grounds_are_grounds(part: str) -> None:
    """Every pin called ground is one."""
    assert {"GND"} == {J8[header].name for header in PINOUT[part]["ground"]["header"]}


def test_the_panel_is_on_spi_port_0() -> None:
    """The panel's wires are those of /dev/spidev0.0."""
    assert {"din": 10, "clk": 11, "cs": 8} == {name[6:]: gpio for name, gpio, _ in WIRES if name.startswith("panel.")}


def test_the_program_starts_with_these_pins() -> None:
    """The shipped configuration listens where this file says to solder."""
    shipped = tomllib.loads((Path(schema.__file__).parents[1] / "stadium.toml").read_text(encoding="utf-8"))
    assert {name: PINOUT["buttons"][name]["gpio"] for name in BUTTONS} == shipped["buttons"]["pins"]


def test_a_maker_reads_every_way_to_turn_the_modules() -> None:
    """The page names what may stand there, and which of it is shipped."""
    page = (HARDWARE / "README.md").read_text(encoding="utf-8")
    documented = re.search(r"`block_orientation`.* by ([^.]*?) degrees", " ".join(page.split()))
    assert documented is not None
    allowed = set(get_args(get_type_hints(schema.PanelConfig)["block_orientation"]))
    assert allowed == {int(way) for way in re.findall(r"-?\d+", documented[1])}
    assert f"{schema.shipped().panel.block_orientation} (as shipped)" in documented[1]


def test_the_wiring_table_says_the_same() -> None:
    """The table for people names the same pins as the file for programs."""
    rows = re.findall(
        r"^\| ([A-Z]+) +\| +(\d+) +\| GPIO (\d+) ", (HARDWARE / "wiring.md").read_text(encoding="utf-8"), re.MULTILINE
    )
    documented = {(name.lower(), int(gpio), int(header)) for name, header, gpio in rows}
    assert {(name.partition(".")[2], gpio, header) for name, gpio, header in WIRES} == documented
