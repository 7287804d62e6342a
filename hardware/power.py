"""What a panel's power takes, by `parts.toml` and by the currents that the program reckons: supply, fuses, wires."""

from __future__ import annotations

from typing import NamedTuple

from netlist import Kind
from parts import PartsFile

from firmware.devices.panel_power import BRIGHTEST, MAX7219, USUAL_BRIGHTNESS, WS2812, CurrentLimit, Lights

LIGHTS: dict[Kind, Lights] = {"max7219": MAX7219, "ws2812": WS2812}


class Budget(NamedTuple):
    """A panel's power; currents in amperes.

    Attributes:
        typical: of a score at the usual brightness.
        usual: of all lights, white, at the usual brightness.
        most: likewise at the greatest.
        supply: what is printed on the supply that is recommended.
        limit: what the program keeps the panel below, with that supply.
        feeds: how many pairs of power wires there are, each with a fuse.
        fuse: of each.
        wire_mm2: cross-section of each wire.
        wire_awg: the same in American gauge.
    """

    typical: float
    usual: float
    most: float
    supply: float
    limit: float
    feeds: int
    fuse: float
    wire_mm2: float
    wire_awg: int


def budget(file: PartsFile, kind: Kind, size: tuple[int, int]) -> Budget:
    """The budget of a panel of that kind, of width and height in pixels.

    Raises:
        StopIteration: if no fuse or wire of the parts file is thick enough.
    """
    lights, count = LIGHTS[kind], size[0] * size[1]
    limit = CurrentLimit(lights, count, 0).amps
    supply = limit / file.parts["panel-supply"].number("load")
    feeds = feeds_of(file, kind, size)
    fuse = next(
        amps
        for amps in file.parts["fuse"].numbers("sizes_a")
        if amps * file.parts["fuse"].number("load") >= limit / feeds
    )
    wire = file.parts["power-wire"]
    mm2, awg = next(
        (mm2, awg)
        for mm2, awg, amps in zip(*map(wire.numbers, ("sizes_mm2", "sizes_awg", "sizes_a")), strict=True)
        if amps >= fuse and drop(file, mm2, limit / feeds) <= wire.number("drop_v")
    )
    return Budget(
        lights.typical(count, USUAL_BRIGHTNESS),
        lights.most(count, USUAL_BRIGHTNESS),
        lights.most(count, BRIGHTEST),
        supply,
        limit,
        feeds,
        fuse,
        mm2,
        int(awg),
    )


def feeds_of(file: PartsFile, kind: Kind, size: tuple[int, int]) -> int:
    """How many pairs of wires feed a panel: one for each WS2812 panel, one for two MAX7219 boards in a row."""
    wide, high = file.parts["ws2812-panel"].numbers("size_px") if kind == "ws2812" else (64, 8)
    return max(1, round(size[0] / wide)) * max(1, round(size[1] / high))


def drop(file: PartsFile, mm2: float, amps: float) -> float:
    """The voltage that is lost along a pair of wires, there and back, V."""
    wire = file.parts["power-wire"]
    return wire.number("mm2_m_ohm") * 2 * wire.number("length_m") * amps / mm2
