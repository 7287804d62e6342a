"""The wiring: what is drawn is what is joined, by parts that are in the list, and no pin is joined to two things."""

from __future__ import annotations

import re
from collections import defaultdict
from html import unescape
from pathlib import Path
from typing import get_args

import pytest
from netlist import CHIP, LINES, Kind, Link, Netlist, Pin
from parts import LevelShifter, parts, pinout

DRAWINGS = Path(__file__).parents[2] / "hardware/drawings"
NETLIST = Netlist(parts(), pinout())
HARNESSES = dict(NETLIST.harnesses())
KINDS: tuple[Kind, ...] = get_args(Kind)
MARK = re.compile(r">(?:[^<]*[ ,])?([A-Z]{1,2}\d+)\b")
CHANNELS = {
    "74AHCT125": {2: 3, 5: 6, 9: 8, 12: 11},
    "74HCT245": {2: 18, 3: 17, 4: 16, 5: 15, 6: 14, 7: 13, 8: 12, 9: 11},
}
"""Input pin -> output pin, as the data sheets have them (TI SCLS264, SCLS020)."""
SUPPLY = {"74AHCT125": (14, 7), "74HCT245": (20, 10)}
CONTROL = {"74AHCT125": ({1, 4, 10, 13}, set[int]()), "74HCT245": ({19}, {1})}
"""Pins that must be low, and high, for the chip to pass on what it is given."""

pytestmark = pytest.mark.once


def of_a_panel(kind: Kind) -> list[Link]:
    """All links of the appliance with such a panel."""
    names = ("pi", "buttons", f"{kind}-data", f"{kind}-boards", f"{kind}-power")
    return [link for name in names for link in HARNESSES[name]]


def marks(links: list[Link]) -> set[str]:
    """The designators in some links."""
    return {mark for link in links for mark in (link.start.part, link.end.part, link.cable) if mark}


def nets(links: list[Link]) -> list[tuple[set[str], set[Pin]]]:
    """What is one piece of copper: its names, and its pins."""
    pieces: list[tuple[set[str], set[Pin]]] = []
    for link in links:
        joined = ({link.net}, {link.start, link.end})
        for piece in [piece for piece in pieces if piece[1] & joined[1]]:
            pieces.remove(piece)
            joined = (joined[0] | piece[0], joined[1] | piece[1])
        pieces.append(joined)
    return pieces


@pytest.mark.parametrize("kind", KINDS)
def test_no_pin_is_joined_to_two_things(kind: Kind) -> None:
    """What is one piece of copper has one name; so 5 V nowhere meets ground, or a signal another."""
    pieces = nets(of_a_panel(kind))
    assert [] == [piece for piece in pieces if len(piece[0]) > 1]
    assert 1 == sum(names == {"GND"} and Pin("PS2", "-") in pins for names, pins in pieces)


@pytest.mark.parametrize("kind", KINDS)
def test_pi_and_panel_share_their_ground(kind: Kind) -> None:
    """Of the header pins in use, the panel's ground is joined to the supply's minus, and to every board."""
    (ground,) = (pins for _, pins in nets(of_a_panel(kind)) if Pin("PS2", "-") in pins)
    assert Pin("A1", str(pinout().panel.ground.header[0])) in ground
    assert {Pin(board, "GND") for board in NETLIST.marks(NETLIST.board(kind))} <= ground


@pytest.mark.parametrize("kind", KINDS)
def test_every_part_of_such_a_stadium_is_wired_and_nothing_else(kind: Kind) -> None:
    """What the list says is needed for it."""
    needed = [
        part for part in parts().parts.values() if part.needed_for in ("every", "camera", "buttons", "panel", kind)
    ]
    assert {mark for part in needed for mark in part.designators} == marks(of_a_panel(kind))


@pytest.mark.parametrize("name", [*HARNESSES, "schematic-buttons", *(f"schematic-{kind}" for kind in KINDS)])
def test_every_mark_in_a_drawing_is_a_parts_and_the_other_way_round(name: str) -> None:
    """The files that are committed show the parts that are joined; a schematic has no cables of signals."""
    file = name if name.startswith("schematic") else f"harness-{name}"
    drawn = set(MARK.findall((DRAWINGS / f"{file}.svg").read_text(encoding="utf-8")))
    if name in HARNESSES:
        assert marks(HARNESSES[name]) == drawn
        return
    kind = name.removeprefix("schematic-")
    wired = marks([link for each, links in HARNESSES.items() if each.startswith(kind) for link in links])
    assert {mark for mark in wired if not mark.startswith("W")} == {mark for mark in drawn if not mark.startswith("W")}


@pytest.mark.parametrize("name", HARNESSES)
def test_a_harness_shows_the_names_and_cores_of_now(name: str) -> None:
    """What the committed file says in words: the names of the parts, and both ends of every core."""
    svg = (DRAWINGS / f"harness-{name}.svg").read_text(encoding="utf-8")
    words = {unescape(text) for text in re.findall(r"<text[^>]*>([^<]+)<", svg)}
    parts_shown = marks(HARNESSES[name]) - {NETLIST.mark("level-shifter")}
    assert {NETLIST.part(mark).name for mark in parts_shown} <= words
    cores = {(link.cable, link.net, link.start): link for link in reversed(HARNESSES[name]) if link.cable}
    ends = {f"{pin.part}:{pin.name}" for link in cores.values() for pin in (link.start, link.end)}
    assert ends == {":".join(text.split(":")[:2]) for text in words if re.match(r"[A-Z]{1,2}\d+:", text)}


def test_every_designator_is_drawn() -> None:
    """And no drawing is left over from before."""
    drawn: dict[str, set[str]] = defaultdict(set)
    for file in DRAWINGS.glob("*.svg"):
        for mark in MARK.findall(file.read_text(encoding="utf-8")):
            drawn[mark].add(file.stem)
    assert {mark for part in parts().parts.values() for mark in part.designators} == set(drawn)
    assert {f"harness-{name}" for name in HARNESSES} | {f"schematic-{name}" for name in ("buttons", *KINDS)} == {
        file.stem for file in DRAWINGS.glob("*.svg")
    }


@pytest.mark.parametrize("kind", KINDS)
def test_no_data_line_goes_to_five_volts_unlifted(kind: Kind) -> None:
    """The panel wants more than the Pi gives for a logic one, and the level shifter between them wants less."""
    file = parts().parts
    pi, shifter, board = file["pi"], file["level-shifter"], file[NETLIST.board(kind)]
    if board.number("high_v") > pi.number("logic_v"):
        assert shifter.number("high_v") < pi.number("logic_v")
        assert shifter.number("supply_v") >= board.number("high_v")
        for line in LINES[kind]:
            (ends,) = (
                [link.end.part for link in HARNESSES[f"{kind}-data"] if (link.net, link.start.part) == (line, "A1")],
            )
            assert ["U1"] == ends
    assert "level shifter" in (DRAWINGS.parent / "wiring.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", pinout().level_shifter)
def test_the_level_shifters_pins_are_those_of_the_data_sheet(name: str) -> None:
    """Each channel's output belongs to its input, the enables are low, no input floats."""
    chip: LevelShifter = pinout().level_shifter[name]
    channels = [chip.channel(line) for line in ("din", "clk", "cs")]
    assert all(CHANNELS[name][channel.enters] == channel.leaves for channel in channels)
    low, high = CONTROL[name]
    power, ground = SUPPLY[name]
    assert {power} | high == set(chip.power)
    unused = CHANNELS[name].keys() - {channel.enters for channel in channels}
    assert {ground} | low | unused == set(chip.ground)


@pytest.mark.parametrize("kind", KINDS)
def test_no_input_of_the_chip_floats(kind: Kind) -> None:
    """Those that a panel does not use are at ground."""
    joined = {pin.name for link in HARNESSES[f"{kind}-data"] for pin in (link.start, link.end) if pin.part == "U1"}
    assert {str(pin) for pin in CHANNELS[CHIP]} <= joined


@pytest.mark.parametrize("kind", KINDS)
def test_each_fuse_guards_wires_of_its_own(kind: Kind) -> None:
    """No board's 5 V is fed by two of them."""
    fed = [pins for names, pins in nets(of_a_panel(kind)) if names == {"5V"}]
    fuses = [sum(pin.part.startswith("F") and pin.name == "2" for pin in pins) for pins in fed]
    assert {0, 1} == set(fuses)
    assert len(NETLIST.fed(kind)) == sum(fuses)
