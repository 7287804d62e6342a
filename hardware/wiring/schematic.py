"""A schematic as schemdraw draws it: the same links as in the harnesses, by what they do."""

from __future__ import annotations

import schemdraw
from netlist import CHIP, LINES, Kind, Line, Link, Net, Netlist
from schemdraw import elements as elm

schemdraw.use("svg")
schemdraw.config(fontsize=11, font="Arial", bgcolor="white", margin=0.4)
PITCH = 1.0
"""From pin to pin, in schemdraw's units."""
GAP = 1.8
"""From box to box."""
LEAD = 0.5
"""Of a pin that leaves a box."""


def buttons(netlist: Netlist) -> str:
    """The buttons, each from its pin to ground."""
    links = netlist.buttons()
    signals, own = [link for link in links if link.net != "GND"], next(link for link in links if link.net == "GND")
    with schemdraw.Drawing(show=False) as drawing:
        pi = _pi(netlist, [*signals, own])
        ground = getattr(pi, own.net)
        foot = ground[0] + 5.0
        for link in signals:
            start = getattr(pi, link.net)
            wire = elm.Line().at(start).tox(start[0] + 3.0)
            wire.label(f"{link.end.part} {link.net.upper()}", "top", ofst=0.05)
            elm.Button().right().at((start[0] + 3.0, start[1])).tox(foot)
        elm.Line().at(ground).tox(foot)
        elm.Line().at((foot, ground[1])).toy(getattr(pi, signals[0].net)[1])
        elm.Ground().at((foot, ground[1]))
    return _svg(drawing)


def panel(netlist: Netlist, kind: Kind) -> str:
    """The panel: its data from the Pi through the level shifter along the boards, and its power below."""
    with schemdraw.Drawing(show=False) as drawing:
        _data(netlist, kind)
        _power(netlist, kind)
    return _svg(drawing)


def _data(netlist: Netlist, kind: Kind) -> None:
    lines, links = LINES[kind], netlist.data(kind)
    shifter, pi_mark = netlist.mark("level-shifter"), netlist.mark("pi")
    pi = _pi(netlist, [link for link in links if link.start.part == pi_mark])
    elm.Ground().at(pi.GND)
    chip = _box(_shifter_pins(links, shifter, lines), 3.4, len(lines) + 1)
    chip.at((pi.din[0] + GAP, pi.din[1])).anchor("in_din")
    chip.label(f"{shifter}\n{CHIP}", "center")
    _join(pi, "", chip, "in_", lines)
    elm.Vdd().at(getattr(chip, "5V")).label("5 V")
    elm.Ground().at(chip.GND).label(f"pins {_grounds(links, shifter)}", "right")
    before, boards = chip, netlist.marks(netlist.board(kind))
    for mark in boards:
        board = _board(lines, is_last=mark == boards[-1])
        start = before.out_din
        board.at((start[0] + GAP, start[1])).anchor("in_din")
        board.label(f"{mark}", "center")
        if kind == "ws2812" and before is chip:
            elm.ResistorIEC().right().at(start).tox(start[0] + GAP).label(_with_name(netlist, "data-resistor"), "top")
        else:
            _join(before, "out_", board, "in_", lines)
        elm.Vdd().at(getattr(board, "5V")).label("5 V")
        elm.Ground().at(board.GND)
        before = board


def _power(netlist: Netlist, kind: Kind) -> None:
    """The supply, a fuse to each board that has wires of its own, and the capacitor at the first."""
    top, down = -2.6 - PITCH * len(LINES[kind]), 2.0
    links = netlist.power(kind)
    fuses = [link for link in links if link.net == "5V" and link.cable]
    supply = netlist.mark("panel-supply")
    bottom, bus, end = top - down * len(fuses), 2.8, 10.0
    elm.Battery().down().at((0, top)).toy(bottom).reverse()
    elm.Label().at((0.6, (top + bottom) / 2)).label(f"{supply}, 5 V", halign="left", valign="center")
    for number, link in enumerate(fuses):
        y = top - down * number
        if number:
            elm.Line().at((bus, y + down)).toy(y)
        elm.Line().at((bus if number else 0, y)).tox(bus + GAP)
        fuse = elm.FuseIEC().right().at((bus + GAP, y)).tox(bus + 2 * GAP).label(link.start.part, "top")
        elm.Line().at(fuse.end).tox(end).label(link.cable, "top")
        _end((end, y), f"{link.end.name} of {link.end.part}")
    elm.Line().at((0, bottom)).tox(end)
    grounded = ", ".join(link.end.part for link in links if link.net == "GND" and link.cable)
    _end((end, bottom), f"GND of {grounded}")
    elm.Ground().at((bus, bottom))
    for key, across, polar in (("large-capacitor", 16.5, True), ("small-capacitor", 22.0, False)):
        capacitor = elm.Capacitor(polar=polar).down().at((across, top)).toy(top - down)
        capacitor.label(_with_name(netlist, key), "bottom")
        at = next(link.end for link in [*links, *netlist.data(kind)] if link.start.part == netlist.mark(key))
        elm.Vdd().at((across, top)).label(f"5 V at {at.part}")
        elm.Ground().at((across, top - down))


def _pi(netlist: Netlist, links: list[Link]) -> elm.Ic:
    """The Pi with the pins from which these links go, from top to bottom."""
    wires = netlist.pins.buttons.wires() | netlist.pins.panel.wires()
    pins = [
        elm.IcPin(
            f"GPIO {wires[link.net].gpio}" if link.net in wires else "GND",
            pin=link.start.name,
            side="right",
            slot=f"{len(links) - number}/{len(links)}",
            anchorname=link.net,
        )
        for number, link in enumerate(links)
    ]
    box = _box(pins, 3.4, len(links))
    mark = netlist.mark("pi")
    return box.label(f"{mark}\n{netlist.part(mark).name}", "top")


def _box(pins: list[elm.IcPin], width: float, slots: int) -> elm.Ic:
    return elm.Ic(pins=pins, size=(width, PITCH * (slots + 0.5)), pinspacing=PITCH, leadlen=LEAD).right()


def _shifter_pins(links: list[Link], shifter: str, lines: tuple[Line, ...]) -> list[elm.IcPin]:
    numbers: dict[Net, list[int]] = {}
    for link in links:
        for pin in (link.start, link.end):
            if pin.part == shifter and int(pin.name) not in numbers.setdefault(link.net, []):
                numbers[link.net].append(int(pin.name))
    sides = []
    for number, line in enumerate(lines):
        slot = f"{len(lines) + 1 - number}/{len(lines) + 1}"
        enters, leaves = numbers[line]
        sides.append(elm.IcPin(line.upper(), pin=str(enters), side="left", slot=slot, anchorname=f"in_{line}"))
        sides.append(elm.IcPin(line.upper(), pin=str(leaves), side="right", slot=slot, anchorname=f"out_{line}"))
    return [
        *sides,
        elm.IcPin("", pin=str(numbers["5V"][0]), side="top", anchorname="5V"),
        elm.IcPin("", side="bottom", anchorname="GND"),
    ]


def _grounds(links: list[Link], mark: str) -> str:
    """The pins of a part that are at ground."""
    pins = {int(pin.name) for link in links if link.net == "GND" for pin in (link.start, link.end) if pin.part == mark}
    return ", ".join(map(str, sorted(pins)))


def _board(lines: tuple[Line, ...], *, is_last: bool) -> elm.Ic:
    sides = []
    for number, line in enumerate(lines):
        slot = f"{len(lines) + 1 - number}/{len(lines) + 1}"
        sides.append(elm.IcPin(line.upper(), side="left", slot=slot, anchorname=f"in_{line}"))
        if not is_last:
            name = "DOUT" if line == "din" else line.upper()
            sides.append(elm.IcPin(name, side="right", slot=slot, anchorname=f"out_{line}"))
    sides += [elm.IcPin("", side="top", anchorname="5V"), elm.IcPin("", side="bottom", anchorname="GND")]
    return _box(sides, 3.4, len(lines) + 1)


def _join(one: elm.Ic, before: str, other: elm.Ic, after: str, lines: tuple[Line, ...]) -> None:
    for line in lines:
        elm.Line().at(getattr(one, before + line)).to(getattr(other, after + line))


def _end(at: tuple[float, float], words: str) -> None:
    """Where a wire goes on at a board."""
    elm.Dot(open=True).at(at)
    elm.Label().at((at[0] + 0.3, at[1])).label(words, halign="left", valign="center")


def _with_name(netlist: Netlist, key: str) -> str:
    mark = netlist.mark(key)
    return f"{mark} {netlist.part(mark).name.partition(',')[0]}"


def _svg(drawing: schemdraw.Drawing) -> str:
    return drawing.get_imagedata("svg").decode()
