"""What a Pixels die advertises, five times a second, to anybody who listens.

The advertisement has in its manufacturer's data one byte each: lights; type of die (high half) and colour (low half);
how it rolls; which face is up; battery in per cent, its highest bit while it charges. The scan response, which an
active scan asks for, has in the data of the Device Information service the die's number and when its firmware was
built, each four bytes, the lowest first. Source: the makers' own `getScannedPixel.ts` and
`bluetooth_custom_advertising_data.cpp`.

Rule kept here: what is not exactly so is nothing, and a face that no ten- or six-sided die has is no number.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from dataclasses import dataclass
from struct import Struct as Layout
from typing import Final, Literal

DIE_SERVICES: Final = ("a6b90001-7a5a-43f2-a962-350c8edc9b5b", "6e400001-b5a3-f393-e0a9-e50e24dcca9e")
"""The service of a die, and what it was before 2024."""
INFORMATION: Final = "0000180a-0000-1000-8000-00805f9b34fb"
"""The service whose data a scan response has: Device Information, of the Bluetooth SIG."""
MADE: Final = Layout("<5B")
"""Manufacturer's data."""
NUMBERED: Final = Layout("<II")
"""Service data; later firmware may add to it."""
DieType = Literal["d4", "d6", "d8", "d10", "d00", "d12", "d20", "pipped d6", "fudge d6", "unknown"]
TYPES: Final[tuple[DieType, ...]] = (
    "unknown", "d4", "d6", "d8", "d10", "d00", "d12", "d20", "pipped d6", "fudge d6",
)  # fmt: skip
BY_LIGHTS: Final[Mapping[int, DieType]] = {6: "d6", 8: "d8", 10: "d10", 12: "d12", 20: "d20", 21: "pipped d6"}
"""Of a die that does not say its type."""
RESTING: Final = frozenset({1, 5})
"""Of the states of a roll (0 unknown, 2 handled, 3 rolling, 4 crooked): rolled, which was all rest in older firmware;
and at rest without a roll."""
TWISTED_D6: Final = (1, 5, 4, 3, 2, 6)
"""Face by index of a d6 whose firmware was built up to then; later a d6's faces are in their order."""
TWISTED_UNTIL: Final = 1_704_150_000
"""Seconds since 1970: 1 January 2024."""
CHARGES, PERCENT = 0x80, 0x7F
TEN: Final = 10
FACES: Final = {"d10": TEN, "d00": TEN, "d6": 6, "pipped d6": 6}
"""The types that games are played with."""
LONGEST_NAME: Final = 40
"""Letters: whoever sends may call himself anything."""


@dataclass(frozen=True, slots=True)
class PixelHeard:
    """A die, as it said it is.

    Attributes:
        number: the die's own, eight hexadecimal digits.
        name: what its owner calls it.
        type: what kind of die it is.
        rests: whether it lies with a face up.
        value: what that face counts, 1 to 10 or 1 to 6; a printed 0 or 00 is 10, and 10 to 90 are 1 to 9. None of
            another kind of die, or for a face that it has not.
        battery: per cent.
        charges: whether it is being charged.
    """

    number: str
    name: str
    type: DieType
    rests: bool
    value: int | None
    battery: int
    charges: bool

    @property
    def sides(self) -> int:
        """How many faces the die has, of those that games are played with; 0 for another."""
        return FACES.get(self.type, 0)


def read_advertisement(
    name: str | None, services: list[str], made: Mapping[int, bytes], service_data: Mapping[str, bytes]
) -> PixelHeard | None:
    """The die that advertises so; None if it is no Pixels die, or not all that it says has been heard.

    Args:
        name: of the device, if it tells one.
        services: the UUIDs of those that it offers.
        made: manufacturer's data by the number of the company, which has changed over the years.
        service_data: by UUID.
    """
    if not set(services) & set(DIE_SERVICES):
        return None
    data = next((each for each in made.values() if len(each) == MADE.size), None)
    try:
        number, built = NUMBERED.unpack_from(service_data.get(INFORMATION, b""))
        lights, type_and_color, state, index, battery = MADE.unpack(data or b"")
    except struct.error:
        return None
    at = type_and_color >> 4
    type_ = TYPES[at] if 0 < at < len(TYPES) else BY_LIGHTS.get(lights, "unknown") if at == 0 else "unknown"
    return PixelHeard(
        f"{number:08X}",
        "".join(letter for letter in name or "" if letter.isprintable())[:LONGEST_NAME],
        type_,
        state in RESTING,
        _value(type_, index, built),
        min(battery & PERCENT, 100),
        bool(battery & CHARGES),
    )


def _value(type_: DieType, index: int, built: int) -> int | None:
    """What the face of that index counts: a d10 has its faces from 0 on, a d6 from 1 on."""
    if index >= FACES.get(type_, 0):
        return None
    if type_ == "d6" and built <= TWISTED_UNTIL:
        return TWISTED_D6[index]
    return index or TEN if FACES[type_] == TEN else index + 1
