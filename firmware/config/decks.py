"""A set of cards and gloves for RallyBird from an owner's TOML file, checked once.

Rule kept here: every mistake is named with its file and key, a card by its name too, several at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from firmware.config.diagnostics import in_one_line, mistake_in, read_toml
from firmware.errors import ConfigError
from scoreboard.message import message
from scoreboard.rules.deck import Card, Deck, Printed, Tile, house_deck

ABSENT = message("config.no-deck")
LISTS: dict[str, type[Struct]] = {"tiles": Tile, "cards": Card}


def load_deck(file: Path) -> Deck:
    """The set of that file.

    Raises:
        ConfigError: it cannot be read, or is no such set.
    """
    values = read_toml(file, ABSENT)
    try:
        deck = msgspec.convert(values, Deck)
    except msgspec.ValidationError as error:
        mistakes = list(_mistakes(values)) or [str(mistake_in("", Deck, str(error), values)).removeprefix(": ")]
        raise ConfigError(in_one_line(str(file), [mistake.removeprefix(".") for mistake in mistakes])) from error
    if deck.name == house_deck().name and deck != house_deck():
        raise ConfigError(in_one_line(str(file), ["name: this is not our set any more, so give it a name of its own"]))
    return deck


def _mistakes(values: dict[str, Any]) -> Iterator[str]:
    """One of each part, so that one mistake does not hide another."""
    yield from _of_part("zones", Printed, values.get("zones", {}))
    for key, kind in LISTS.items():
        parts = values.get(key)
        for number, part in enumerate(parts if isinstance(parts, list) else [], start=1):
            name = part.get("name") if isinstance(part, dict) else None
            yield from _of_part(f"{key} {number} ({name})" if isinstance(name, str) else f"{key} {number}", kind, part)


def _of_part(where: str, kind: type[Struct], part: object) -> Iterator[str]:
    try:
        msgspec.convert(part, kind)
    except msgspec.ValidationError as error:
        yield str(mistake_in(where, kind, str(error), part))
