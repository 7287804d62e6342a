"""What may be called, as messages: each is said in several ways, and what is called for has its names in them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from scoreboard.commentary.card_names import laid
from scoreboard.message import Message, Words, message
from scoreboard.rules.rallybird import shown_values


def called(area: str, call: str) -> Message:
    """A call, in the wording of that area of the catalogues."""
    word, _, said = call.partition(" ")
    values = NAMED[word](said) if word in NAMED else {}
    return message(f"{area}.{word}", **values)


NAMED: Mapping[str, Callable[[str], Mapping[str, Words]]] = MappingProxyType(
    {
        "run": lambda base: {"base": message(f"on-base.{base.lower()}")},
        "card": lambda name: {"card": name},
        "gloves": lambda layout: {"layout": laid(shown_values(layout))},
        "flip": lambda zone: {"at": zone},
        "lose": lambda zone: {"at": zone},
        "aside": lambda name: {"card": name},
    }
)
"""What stands after the first word of a call."""
