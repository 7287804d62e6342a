"""Reads `hardware/parts.toml` and `hardware/pinout.toml`, for the scripts of this folder and for tests."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
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
    """A part, as the head of `parts.toml` says; its name and what to look for have their figures filled in."""

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


def _filled(part: Part) -> Part:
    """The same part with its figures in its words.

    Raises:
        KeyError, IndexError: the words name a figure that the part has not.
    """
    shown: Mapping[str, str | list[str]] = {
        name: [f"{each:g}" for each in figure.value] if isinstance(figure.value, tuple) else f"{figure.value:g}"
        for name, figure in part.figures.items()
    }
    return msgspec.structs.replace(part, name=part.name.format_map(shown), look_for=part.look_for.format_map(shown))


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
    """The parts; SystemExit with file and key if they cannot be read, or words name a figure that is not there."""
    read = _read(file, PartsFile)
    filled = dict[str, Part]()
    for key, part in read.parts.items():
        try:
            filled[key] = _filled(part)
        except (KeyError, IndexError, ValueError) as error:
            raise SystemExit(f"{file}: the words of {key} name no figure of it: {error}") from error
    return msgspec.structs.replace(read, parts=filled)


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


class Strap(Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """Pins that a Pi looks at while it starts, if somebody has burnt that into it.

    Attributes:
        gpio: the BCM pins.
        counts: at which level a pin has its effect.
        named: whether the owner names one of them; otherwise the Pi looks at all.
        burnt_by: the setting of config.txt that burns it, for ever.
        boards: which Pis can have it.
        effect: what it does.
        source: who says so.
    """

    gpio: tuple[int, ...]
    counts: Literal["high", "low"]
    burnt_by: str
    boards: str
    effect: str
    source: str
    named: bool = False


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
    boot_straps: dict[str, Strap]

    def taken(self) -> dict[str, set[int]]:
        """The BCM pins that the buttons and the panel have, by these names."""
        wires = {"buttons": self.buttons.wires(), "panel": self.panel.wires()}
        return {part: {wire.gpio for wire in of_part.values()} for part, of_part in wires.items()}

    def against_straps(self) -> list[str]:
        """Which boot straps the wires are against, in words; none if a Pi that has them can start.

        A button joins its pin to ground and nothing lifts a pin. So a button is against a strap that counts when low,
        and the panel's level shifter, which may hold its inputs at any level, against every strap. Where the owner
        names the pin, one must be left to be named.
        """
        taken, found = self.taken(), list[str]()
        for name, strap in self.boot_straps.items():
            pins = set(strap.gpio)
            wrong = pins & (taken["panel"] | (taken["buttons"] if strap.counts == "low" else set()))
            if strap.named and not pins - taken["panel"] - taken["buttons"]:
                found.append(f"{name}: no pin is left to be named")
            elif wrong and not strap.named:
                found.append(f"{name}: GPIO {', '.join(map(str, sorted(wrong)))}")
        return found


def pinout(file: Path = PINOUT) -> Pinout:
    """The pins; SystemExit with file and key if they cannot be read."""
    return _read(file, Pinout)


def _read(file: Path, kind: type[File]) -> File:
    try:
        return msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), kind)
    except (OSError, tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise SystemExit(f"{file}: {error}") from error
