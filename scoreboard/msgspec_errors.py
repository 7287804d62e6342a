"""The parser of msgspec's error messages.

msgspec states the kind of an error and its path in English alone, without codes or attributes. Rule kept here: nothing
else in `scoreboard` and `firmware` parses these messages, so a version that words them differently fails the tests of
this module. The sentences that players read are in `scoreboard.rules.events.in_words`.
"""

from __future__ import annotations

import re
from typing import Final

import msgspec

DECODE_ERRORS: Final = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)
"""What decoding raises over bytes that are no JSON, are of another type, or are nested deeper than Python goes."""
PLACE = " - at `$"
UNKNOWN_KEY = "Object contains unknown field"
"""Precedes the name of an unknown key."""
MISSING_KEY = "Object missing required field"
"""Precedes the name of a key that must be there."""
TRUNCATED = "Input data was truncated"
"""The message about JSON that ends too early."""
WRONG_TYPE = re.compile(r"Expected `([a-z |]+)`, got `([a-z]+)`")

KINDS = (
    ("missing", re.compile(f"{MISSING_KEY} `(?P<key>.+)`")),
    ("unknown", re.compile(f"{UNKNOWN_KEY} `(?P<key>.+)`")),
    ("choice", re.compile(r"Invalid (?:enum )?value (?P<value>.+)")),
    ("cut", re.compile(TRUNCATED)),
    ("no-json", re.compile(r"JSON is malformed.*|Not UTF-8.*|Invalid UTF-8.*|.*codec can't decode.*")),
    ("twice", re.compile(r"The key `(?P<key>.+)` stands twice in one object")),
    ("least", re.compile(r"Expected `(?:int|float)` >= (?P<least>\S+)")),
    ("most", re.compile(r"Expected `(?:int|float)` <= (?P<most>\S+)")),
    ("short", re.compile(r"Expected `\w+` of length >= (?P<least>\d+)")),
    ("long", re.compile(r"Expected `\w+` of length <= (?P<most>\d+)")),
    ("exactly", re.compile(r"Expected `\w+` of length (?P<most>\d+)(?:, got \d+)?")),
    ("type", re.compile(r"Expected `(?P<wanted>[a-z |]+)`, got `(?P<met>[a-z]+)`")),
)
"""The kinds of errors of a body or a line, and what each quotes."""


def kind_of(what: str) -> tuple[str, dict[str, str]] | None:
    """The kind of an error without its place, and what it quotes; None for one that is of none."""
    for name, pattern in KINDS:
        if (found := pattern.fullmatch(what)) is not None:
            return name, found.groupdict()
    return None


def located(message: str) -> tuple[str, str | None]:
    """What is wrong and where: "Expected `int` - at `$.width`" is "Expected `int`" and ".width".

    The place is None if the message has none.
    """
    what, place, path = message.rpartition(PLACE)
    return (what, path.strip("`")) if place else (message, None)


def moved(message: str, key: str) -> str:
    """The message with its path below ``key``: about a value, as one about its parent."""
    placed = message if "`$" in message else f"{message}{PLACE}`"
    return placed.replace("`$", f"`$.{key}")


def wrong_type(what: str) -> tuple[tuple[str, ...], str] | None:
    """The expected types and the one found; None for another error."""
    found = WRONG_TYPE.fullmatch(what)
    return None if found is None else (tuple(found[1].split(" | ")), found[2])


def is_wrong_choice(what: str) -> bool:
    """Whether a text is not one of its choices."""
    return what.startswith("Invalid enum value")


def is_wrong_value(what: str) -> bool:
    """Whether a value is of a wrong type, or out of its range."""
    return what.startswith("Expected ")


def ends_early(raw: bytes) -> bool:
    """Whether this is the beginning of JSON, and not all of it."""
    try:
        msgspec.json.decode(raw)
    except DECODE_ERRORS as error:
        return str(error) == TRUNCATED
    return False
