"""What a correction says: which numbers were set, and what a line reads now."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import to_builtins

from scoreboard.message import Message, Words, message
from scoreboard.rules.diamante.board import spoken_spot
from scoreboard.rules.events import HitsSet, NamesSet
from scoreboard.rules.history import READING

OF_THE_LINEUP: Final = frozenset({"helmets", "at_bat", "dugout"})
"""What names helmets: the record counts them from 0, people from 1."""


def changes(changed: Mapping[str, object]) -> Words:
    """What was set: ``outs 1, runners: second base and first base, at bat 2, hits home 3``."""
    return tuple(_change(name, value) for name, value in changed.items())


def _change(name: str, value: object) -> Message:
    return message(f"corrected.{name.replace('_', '-')}", value=_worded(name, value))


def _worded(name: str, value: object) -> Words:
    match value:
        case HitsSet() | NamesSet():
            return tuple(_change(side, text) for side, text in to_builtins(value).items())
        case ():
            return (message("corrected.none"),)
        case tuple() if name == "runners":
            return tuple(map(spoken_spot, value))
        case tuple():
            return tuple(each + (name in OF_THE_LINEUP) for each in value)
        case int():
            return value + (name in OF_THE_LINEUP)
    return message(f"half.{value}") if name == "half" else str(value)


def reading(new: Mapping[str, object]) -> Words:
    """What the token showed that was misread: a value, a face, several values."""
    value = next(new[key] for key in READING.values() if key in new)
    return value if isinstance(value, tuple | int) else str(value)
