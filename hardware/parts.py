"""Reads `hardware/parts.toml` and `hardware/pinout.toml`, for the scripts of this folder and for tests."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Literal, TypeVar

import msgspec
from msgspec import Struct

HARDWARE = Path(__file__).resolve().parent
PARTS, PINOUT = HARDWARE / "parts.toml", HARDWARE / "pinout.toml"
File = TypeVar("File", bound=Struct)
Use = Literal["every", "camera", "buttons", "panel", "max7219", "ws2812"]


class Figure(Struct, frozen=True, forbid_unknown_fields=True):
    """A value of a part.

    Attributes:
        value: a number, or several, in the unit that ends its name.
        source: the name of its source in the table ``sources``.
    """

    value: float | tuple[float, ...] = msgspec.field(name="is")
    source: str


class Part(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A part, as the head of `parts.toml` says."""

    name: str
    count: int
    needed_for: Use
    look_for: str
    designators: tuple[str, ...] = ()
    figures: dict[str, Figure] = {}

    def number(self, figure: str) -> float:
        """The value of a figure that is one number; KeyError if it has none of that name."""
        value = self.figures[figure].value
        if isinstance(value, tuple):
            raise KeyError(f"{self.name}: {figure} is a list")
        return value

    def numbers(self, figure: str) -> tuple[float, ...]:
        """The values of a figure that is a list; KeyError if it has none of that name."""
        value = self.figures[figure].value
        if not isinstance(value, tuple):
            raise KeyError(f"{self.name}: {figure} is no list")
        return value


class PartsFile(Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file.

    Attributes:
        sources: where figures come from, by the names that figures use.
        parts: the parts by their keys.
    """

    sources: dict[str, str]
    parts: dict[str, Part]


class Wire(Struct, frozen=True, forbid_unknown_fields=True):
    """A pin of the Pi's header: its BCM number, and its place on the header."""

    gpio: int
    header: int


def parts(file: Path = PARTS) -> PartsFile:
    """The parts; SystemExit with file and key if they cannot be read."""
    return _read(file, PartsFile)


class Channel(Struct, frozen=True, forbid_unknown_fields=True):
    """A channel of a level shifter: its pin from the Pi, and its pin to the panel."""

    enters: int = msgspec.field(name="in")
    leaves: int = msgspec.field(name="out")


class LevelShifter(Struct, frozen=True, forbid_unknown_fields=True):
    """A chip that lifts the Pi's 3.3 V to the panel's 5 V: its pins at 5 V, at ground, and its channels."""

    power: tuple[int, ...]
    ground: tuple[int, ...]
    din: Channel
    clk: Channel
    cs: Channel

    def channel(self, line: Literal["din", "clk", "cs"]) -> Channel:
        """The channel of a data line."""
        return {"din": self.din, "clk": self.clk, "cs": self.cs}[line]


class Reserved(Struct, frozen=True, forbid_unknown_fields=True):
    """BCM pins that something else wants, and what that is."""

    gpio: tuple[int, ...]
    use: str


class Ground(Struct, frozen=True, forbid_unknown_fields=True):
    """Header pins that a group takes its ground from."""

    header: tuple[int, ...]


class ButtonPins(Struct, frozen=True, forbid_unknown_fields=True):
    """The pins of the buttons, in the order of the wiring table, and their ground."""

    ball: Wire
    strike: Wire
    out: Wire
    run: Wire
    homerun: Wire
    batter: Wire
    next: Wire
    ok: Wire
    undo: Wire
    ground: Ground

    def wires(self) -> dict[str, Wire]:
        """The pins by the buttons' names."""
        return {name: getattr(self, name) for name in self.__struct_fields__ if name != "ground"}


class PanelPins(Struct, frozen=True, forbid_unknown_fields=True):
    """The pins of the panel, and its ground."""

    din: Wire
    clk: Wire
    cs: Wire
    ground: Ground

    def wires(self) -> dict[str, Wire]:
        """The pins by the names of the lines."""
        return {"din": self.din, "clk": self.clk, "cs": self.cs}


class Pinout(Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """The whole file of pins."""

    buttons: ButtonPins
    panel: PanelPins
    level_shifter: dict[str, LevelShifter]
    reserved: dict[str, Reserved]


def pinout(file: Path = PINOUT) -> Pinout:
    """The pins; SystemExit with file and key if they cannot be read."""
    return _read(file, Pinout)


def _read(file: Path, kind: type[File]) -> File:
    try:
        return msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), kind)
    except (OSError, tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise SystemExit(f"{file}: {error}") from error
