"""Which smart dice are heard, where the owner has such: their names, for the settings, and their batteries."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from firmware.config.schema import PixelsConfig
from firmware.devices.smart_dice.advertisement import PixelHeard
from firmware.devices.smart_dice.bluetooth import heard_within, no_bluetooth
from firmware.devices.smart_dice.smart_dice import SmartDice
from firmware.notice import Notice, finding
from scoreboard.message import Words, message

LISTENS_S = 3.0
"""Seconds; a die advertises five times in each."""


def smart_dice(config: PixelsConfig, listen: Callable[[float], list[PixelHeard]] = heard_within) -> Notice:
    """Listen for a moment, beside the scoreboard that may listen too."""
    if config.driver != "bluetooth":
        return finding("skipped", message("doctor.no-pixels"))
    try:
        heard = listen(LISTENS_S)
    except ImportError:
        return finding("amber", message("lost.pixels"), message("pixels.no-library"))
    except Exception as error:  # noqa: BLE001 - whatever BlueZ, D-Bus or the library raise
        return finding("amber", message("lost.pixels"), no_bluetooth(error).sentence)
    return heard_of(SmartDice(config.dice, lambda: 0.0), heard)


def heard_of(dice: SmartDice, heard: Iterable[PixelHeard]) -> Notice:
    """What is found of these."""
    lines = tuple(_line(die, dice.color_of(die)) for die in heard)
    if not lines:
        return finding("amber", message("doctor.pixels.none"), message("doctor.pixels.none.remedy"))
    found = message("doctor.pixels.heard", dice=lines)
    if any(dice.color_of(die) is None for die in heard):
        return finding("amber", found, message("doctor.pixels.remedy"))
    return finding("green", found)


def _line(die: PixelHeard, color: str | None) -> Words:
    values: dict[str, Words] = {
        "name": die.name or die.number,
        "number": die.number,
        "kind": die.type,
        "percent": die.battery,
    }
    if not die.sides:
        return message("doctor.pixels.unfit", **values)
    if color is None:
        return message("doctor.pixels.unnamed", **values)
    return message("doctor.pixels.die", color=color, **values)
