"""Places of the board as messages."""

from __future__ import annotations

from scoreboard.message import Message, message
from scoreboard.rules.diamante.board import BASE_NAMES, BASES


def place(number: int) -> Message:
    """A place of the base path: ``second base``, ``step 9, short of second base``."""
    ahead = next(base for base in BASE_NAMES if base >= number)
    return message(f"path.{number}") if number == ahead else message("path.step", step=number, base=place(ahead))


def target(name: str | int) -> Message:
    """Where a ball goes."""
    if isinstance(name, int):
        return message("target.place", place=place(name))
    return message(f"target.{name.lower()}") if name in BASES else zone(int(name.removeprefix("Z")))


def zone(number: int) -> Message:
    """Where a ball is hit to."""
    return message(f"target.z{number}")
