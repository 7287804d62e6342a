"""What is wrong with a body that was sent, in words for whoever sent it and in his language.

Rule kept here: msgspec and the lines of the record say it in English, for the log and for `stadium replay`; each kind
of fault has a message here, and one that has none is told as it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from scoreboard.message import Message, Words, message
from scoreboard.msgspec_errors import kind_of
from scoreboard.rules.events import in_words

OF_LINES: Final[Mapping[str, str]] = {
    "The line is blank": "blank",
    "Nested too deep": "deep",
    "Expected a moment in UTC such as 2026-01-02T03:04:05Z": "moment",
    "A `set` names at least one thing to set": "set-nothing",
    "Two runners cannot stand on one place": "one-place",
    "One helmet cannot be two runners": "two-runners",
    "One helmet cannot wait twice": "waits-twice",
    "Expected a helmet for each of `runners`": "helmet-each",
    "A forfeit has a winner, away or home": "no-winner",
    "An `amend` says exactly one of `value`, `face`, `values`, `as` and `add`": "amend-one",
    "An `amend` neither adds UNDO or REDO nor puts them in another line's place": "amend-undo",
    "Expected `away`, `home` or both": "no-team",
}
"""What the lines of the record say of themselves, and the message for it."""
TEXTS: Final[Mapping[str, str]] = {
    "Expected `str` with something to see in it, nothing invisible, and few marks on a letter": "unseen",
    "Expected `str` without control characters": "control",
}
"""What they say of a text, once it is in words."""


def malformed_words(what: str) -> Words:
    """What is wrong, without where."""
    plain = in_words(what)
    known = OF_LINES.get(plain) or TEXTS.get(plain)
    if known is not None:
        return message(f"malformed.{known}")
    found = kind_of(plain)
    if found is None:
        return plain
    name, values = found
    # one of: malformed.amend-one, malformed.amend-undo, malformed.blank, malformed.choice, malformed.control
    # one of: malformed.cut, malformed.deep, malformed.exactly, malformed.helmet-each, malformed.least, malformed.long
    # one of: malformed.missing, malformed.moment, malformed.most, malformed.no-json, malformed.no-team
    # one of: malformed.no-winner, malformed.one-place, malformed.set-nothing, malformed.short, malformed.twice
    # one of: malformed.two-runners, malformed.type, malformed.unknown, malformed.unseen, malformed.waits-twice
    return message(f"malformed.{name}", **{key: _value(key, value) for key, value in values.items()})


def _value(key: str, value: str) -> Words:
    """Types have words; what is quoted of the body has not."""
    if key in {"wanted", "met"}:
        # one of: malformed.type.array, malformed.type.bool, malformed.type.float, malformed.type.int
        # one of: malformed.type.null, malformed.type.object, malformed.type.str
        return tuple(Message(f"malformed.type.{each}") for each in value.split(" | ") if each in TYPES) or value
    return value


TYPES: Final = frozenset({"int", "float", "str", "bool", "array", "object", "null"})
"""Types of JSON, as msgspec calls them."""
