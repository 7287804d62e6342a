"""Which pin is joined to which, of the parts in `parts.toml` by the pins in `pinout.toml`.

Harnesses and schematics are drawn from this: what a drawing shows is joined here, and nothing else is.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Literal, NamedTuple, get_args

from parts import Part, PartsFile, Pinout

Net = Literal[
    "usb", "csi", "ball", "strike", "out", "run", "homerun", "batter", "next", "ok", "undo", "din", "clk", "cs", "5V",
    "GND",
]  # fmt: skip
Line = Literal["din", "clk", "cs"]
Kind = Literal["max7219", "ws2812"]
CHIP = "74AHCT125"
"""The level shifter that is drawn."""
LINES: dict[Kind, tuple[Line, ...]] = {"max7219": ("din", "clk", "cs"), "ws2812": ("din",)}
"""The data lines that a panel has."""


class Pin(NamedTuple):
    """A pin of a part."""

    part: str
    name: str


class Link(NamedTuple):
    """Two pins that are joined.

    Attributes:
        net: what runs there.
        cable: the designator of the cable; empty where a part is soldered on directly.
    """

    net: Net
    start: Pin
    end: Pin
    cable: str = ""


class Netlist:
    """All links, by the drawing that shows them."""

    def __init__(self, file: PartsFile, pins: Pinout) -> None:
        self.file, self.pins = file, pins

    def harnesses(self) -> Iterator[tuple[str, list[Link]]]:
        """The name of each harness, and its links."""
        yield "pi", self.pi()
        yield "buttons", self.buttons()
        for kind in get_args(Kind):
            yield f"{kind}-data", self.data(kind)
            yield f"{kind}-boards", self.between_boards(kind)
            yield f"{kind}-power", self.power(kind)

    def pi(self) -> list[Link]:
        """What the Pi has sockets for."""
        pi = self.mark("pi")
        return [
            Link("usb", Pin(self.mark("pi-supply"), "plug"), Pin(pi, "USB")),
            Link("csi", Pin(self.mark("camera-module-3"), "CSI"), Pin(pi, "CAM"), self.mark("camera-cable")),
        ]

    def buttons(self) -> list[Link]:
        """The buttons, in the order of the pin-out: each joins its pin to ground."""
        pi, cable, ground = self.mark("pi"), self.mark("button-cable"), self.pins.buttons.ground.header[0]
        pairs = zip(self.pins.buttons.wires().items(), self.marks("buttons"), strict=True)
        links = [Link(name, Pin(pi, str(wire.header)), Pin(switch, "1"), cable) for (name, wire), switch in pairs]
        return links + [Link("GND", Pin(pi, str(ground)), Pin(link.end.part, "2"), cable) for link in links]

    def data(self, kind: Kind) -> list[Link]:
        """The panel's data lines, through the level shifter to the first board."""
        pi, shifter, first = self.mark("pi"), self.mark("level-shifter"), self.marks(self.board(kind))[0]
        to_shifter, to_panel = self.marks("data-cable")
        chip, wires = self.pins.level_shifter[CHIP], self.pins.panel.wires()
        links = []
        for line in LINES[kind]:
            leaves = Pin(shifter, str(chip.channel(line).leaves))
            enters = Pin(shifter, str(chip.channel(line).enters))
            links.append(Link(line, Pin(pi, str(wires[line].header)), enters, to_shifter))
            if kind == "ws2812":
                resistor = self.mark("data-resistor")
                links.append(Link(line, leaves, Pin(resistor, "1")))
                leaves = Pin(resistor, "2")
            links.append(Link(line, leaves, Pin(first, line.upper()), to_panel))
        power, ground = Pin(shifter, str(chip.power[0])), Pin(shifter, str(chip.ground[0]))
        unused = [chip.channel(line).enters for line in get_args(Line) if line not in LINES[kind]]
        capacitor = self.mark("small-capacitor")
        return [
            *links,
            Link("GND", Pin(pi, str(self.pins.panel.ground.header[0])), ground, to_shifter),
            Link("5V", power, Pin(first, "VCC"), to_panel),
            Link("GND", ground, Pin(first, "GND"), to_panel),
            Link("5V", Pin(capacitor, "1"), power),
            Link("GND", Pin(capacitor, "2"), ground),
            *(Link("GND", ground, Pin(shifter, str(pin))) for pin in (*chip.ground[1:], *unused)),
        ]

    def between_boards(self, kind: Kind) -> list[Link]:
        """From board to board. A board with power wires of its own gets no 5 V from another: each fuse has its own."""
        links = []
        for (one, other), cable in zip(pairwise(self.marks(self.board(kind))), self.marks("board-cable"), strict=True):
            links.append(Link("din", Pin(one, "DOUT"), Pin(other, "DIN"), cable))
            links += [
                Link(line, Pin(one, line.upper()), Pin(other, line.upper()), cable)
                for line in LINES[kind]
                if line != "din"
            ]
            links.append(Link("GND", Pin(one, "GND"), Pin(other, "GND"), cable))
            if other not in self.fed(kind):
                links.append(Link("5V", Pin(one, "VCC"), Pin(other, "VCC"), cable))
        return links

    def power(self, kind: Kind) -> list[Link]:
        """The panel's 5 V, through a fuse to each board that has power wires of its own."""
        supply, capacitor, first = self.mark("panel-supply"), self.mark("large-capacitor"), self.fed(kind)[0]
        more = kind == "ws2812"
        fuses = [*self.marks("fuse"), *(self.marks("more-fuses") if more else ())]
        cables = [*self.marks("power-wire"), *(self.marks("more-power-wires") if more else ())]
        links = []
        for board, fuse, cable in zip(self.fed(kind), fuses, cables, strict=True):
            links += [
                Link("5V", Pin(supply, "+"), Pin(fuse, "1")),
                Link("5V", Pin(fuse, "2"), Pin(board, "VCC"), cable),
                Link("GND", Pin(supply, "-"), Pin(board, "GND"), cable),
            ]
        plus, minus = (
            Link("5V", Pin(capacitor, "+"), Pin(first, "VCC")),
            Link("GND", Pin(capacitor, "-"), Pin(first, "GND")),
        )
        return [*links, plus, minus]

    def fed(self, kind: Kind) -> tuple[str, ...]:
        """The boards with power wires of their own: every WS2812 panel, and of MAX7219 boards the first of each row."""
        boards = self.marks(self.board(kind))
        return boards if kind == "ws2812" else boards[:: len(boards) // 2]

    def board(self, kind: Kind) -> str:
        """The key of the board that a panel of a kind is made of."""
        return "max7219-board" if kind == "max7219" else "ws2812-panel"

    def part(self, mark: str) -> Part:
        """The part with that designator."""
        return next(part for part in self.file.parts.values() if mark in part.designators)

    def marks(self, key: str) -> tuple[str, ...]:
        """A part's designators."""
        return self.file.parts[key].designators

    def mark(self, key: str) -> str:
        """The designator of a part that has one."""
        (mark,) = self.marks(key)
        return mark
