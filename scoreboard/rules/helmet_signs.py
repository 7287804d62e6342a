"""What is painted on a helmet, as it is written and as it is said aloud (D16).

Rule kept here: a lone hyphen in a sentence reads as a slip of the pen; the sign is a minus, and spoken it is a word.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from scoreboard.message import Message, message
from scoreboard.rules.house_rules import Helmet

_PAINTED: Final[Mapping[Helmet, Message]] = {
    "+": message("helmet.plus"),
    "": message("helmet.plain"),
    "-": message("helmet.minus"),
}


def painted(helmet: Helmet) -> Message:
    """The sign of a helmet in words: ``+``, ``plain`` or a minus sign; ``plus`` and ``minus`` aloud."""
    return _PAINTED[helmet]
