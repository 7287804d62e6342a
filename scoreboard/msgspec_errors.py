"""What msgspec says of data that does not fit, taken apart.

msgspec tells the kind of a mistake and its place in English alone, without codes or attributes. Rule kept here: nothing
else in `scoreboard` and `firmware` looks for its words, so that a version that words them otherwise fails the tests of
this module. What a player reads of a line is worded in `scoreboard.rules.events.in_words`.
"""

from __future__ import annotations

import re

import msgspec

PLACE = " - at `$"
UNKNOWN_KEY = "Object contains unknown field"
"""What stands before the name of a key that there is not."""
TRUNCATED = "Input data was truncated"
"""What is said of JSON that ends too early."""
WRONG_TYPE = re.compile(r"Expected `([a-z |]+)`, got `([a-z]+)`")


def located(message: str) -> tuple[str, str | None]:
    """What is wrong and where: "Expected `int` - at `$.width`" is "Expected `int`" and ".width".

    The place is None if the message has none.
    """
    what, place, path = message.rpartition(PLACE)
    return (what, path.strip("`")) if place else (message, None)


def moved(message: str, key: str) -> str:
    """The message about a value, as one about what holds it under ``key``."""
    placed = message if "`$" in message else f"{message}{PLACE}`"
    return placed.replace("`$", f"`$.{key}")


def wrong_type(what: str) -> tuple[tuple[str, ...], str] | None:
    """The types that were wanted and the one that was met; None for another mistake."""
    found = WRONG_TYPE.fullmatch(what)
    return None if found is None else (tuple(found[1].split(" | ")), found[2])


def is_wrong_choice(what: str) -> bool:
    """Whether a text is none of those that may stand there."""
    return what.startswith("Invalid enum value")


def is_wrong_value(what: str) -> bool:
    """Whether a value is of a wrong type, or out of its range."""
    return what.startswith("Expected ")


def ends_early(raw: bytes) -> bool:
    """Whether this is the beginning of JSON, and not all of it."""
    try:
        msgspec.json.decode(raw)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        return str(error) == TRUNCATED
    return False
