"""A fact: something that happened, as a key and values without words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple


class Fact(NamedTuple):
    """Something that happened: a language has a phrase for each ``key``, with a field for each value."""

    key: str
    values: dict[str, object]


Facts = Iterator[Fact]


def fact(key: str, **values: object) -> Fact:
    """Make a fact."""
    return Fact(key, values)
