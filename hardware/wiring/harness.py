"""A harness as WireViz draws it: what each cable joins, core by core."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from netlist import CHIP, Link, Net, Netlist, Pin
from wireviz.wireviz import parse

COLORS: dict[Net, str] = {
    "5V": "RD", "GND": "BK", "din": "GN", "clk": "YE", "cs": "BU", "csi": "WH",
    "ball": "BN", "strike": "RD", "out": "OG", "run": "YE", "homerun": "GN", "batter": "BU", "next": "VT", "ok": "GY",
    "undo": "WH",
}  # fmt: skip
"""The colours of cores, as WireViz calls them."""
CHIP_PINS = 14
ORDER = ("VCC", "GND", "DIN", "CS", "CLK", "DOUT", "+", "-")
"""The pins with names, as they lie on the usual board."""


def drawn(netlist: Netlist, links: Sequence[Link]) -> str:
    """A harness of these links, as SVG."""
    marks = dict.fromkeys(pin.part for link in links for pin in (link.start, link.end))
    cables = dict.fromkeys(link.cable for link in links if link.cable)
    description = {
        "options": {"bgcolor": "WH", "fontname": "sans-serif"},
        "tweak": {"append": "ranksep=1.1"},
        "connectors": {mark: _connector(netlist, mark, links) for mark in marks},
        "cables": {cable: _cable(netlist, cable, links) for cable in cables},
        "connections": list(_connections(links)),
    }
    svg: str = parse(description, return_types="svg")
    return svg


def _connector(netlist: Netlist, mark: str, links: Sequence[Link]) -> dict[str, Any]:
    nets = {pin.name: link.net for link in links for pin in (link.start, link.end) if pin.part == mark}
    is_chip = mark == netlist.mark("level-shifter")
    described: dict[str, Any] = {"type": CHIP if is_chip else netlist.part(mark).name, "show_pincount": False}
    if not all(name.isdigit() for name in nets):
        names = sorted(nets, key=lambda name: ORDER.index(name) if name in ORDER else 0)
        return described | {"pins": names}
    # WireViz joins loops by where a pin stands in the list, so of a chip all pins are listed.
    numbers = range(1, CHIP_PINS + 1) if is_chip else sorted(map(int, nets))
    loops = [[_pin(link.start), _pin(link.end)] for link in links if link.start.part == link.end.part == mark]
    labels = [_label(netlist, mark, str(number), nets.get(str(number))) for number in numbers]
    return described | {"pins": list(numbers), "pinlabels": labels, "loops": loops}


def _label(netlist: Netlist, mark: str, name: str, net: Net | None) -> str:
    if net is None:
        return "free"
    wires = netlist.pins.buttons.wires() | netlist.pins.panel.wires()
    gpio = [f"GPIO {wire.gpio} " for wire in wires.values() if mark == netlist.mark("pi") and str(wire.header) == name]
    return "".join(gpio) + net.upper()


def _cable(netlist: Netlist, cable: str, links: Sequence[Link]) -> dict[str, Any]:
    cores = _cores(cable, links)
    return {
        "category": "bundle",
        "type": netlist.part(cable).name,
        "colors": [COLORS[net] for net, _ in cores],
        "wirelabels": [net.upper() for net, _ in cores],
    }


def _cores(cable: str, links: Sequence[Link]) -> list[tuple[Net, Pin]]:
    """A core for each net from each pin: what goes on from there, such as ground from button to button, is the same."""
    return list(dict.fromkeys((link.net, link.start) for link in links if link.cable == cable))


def _connections(links: Sequence[Link]) -> Iterator[list[Any]]:
    begun = set()
    for link in links:
        start, end = {link.start.part: _pin(link.start)}, {link.end.part: _pin(link.end)}
        if link.cable:
            number = _cores(link.cable, links).index((link.net, link.start)) + 1
            core = {link.cable: number}
            yield [core, end] if (link.cable, number) in begun else [start, core, end]
            begun.add((link.cable, number))
        elif link.start.part != link.end.part:
            yield [start, "-->", end]


def _pin(pin: Pin) -> int | str:
    """As WireViz wants it: it takes a text of digits for a number."""
    return int(pin.name) if pin.name.isdigit() else pin.name
