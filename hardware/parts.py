"""Reads `hardware/parts.toml` and `hardware/pinout.toml`, for the scripts of this folder and for tests."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Struct

HARDWARE = Path(__file__).resolve().parent
PARTS, PINOUT = HARDWARE / "parts.toml", HARDWARE / "pinout.toml"
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


def wires(group: Literal["buttons", "panel"], file: Path = PINOUT) -> dict[str, Wire]:
    """The pins of a group by their names, in the order of the file, without its ground."""
    table = _read(file, dict[str, dict[str, Any]])[group]
    return msgspec.convert({name: pin for name, pin in table.items() if name != "ground"}, dict[str, Wire])


def grounds(group: Literal["buttons", "panel"], file: Path = PINOUT) -> tuple[int, ...]:
    """The header pins that a group may take its ground from."""
    return tuple(_read(file, dict[str, dict[str, Any]])[group]["ground"]["header"])


def _read(file: Path, kind: Any) -> Any:  # noqa: ANN401 - the type that is asked for
    try:
        return msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), kind)
    except (OSError, tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise SystemExit(f"{file}: {error}") from error
