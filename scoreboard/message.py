"""A message: what is said to people, as a key and named values, in no language.

Rule kept here: whoever has something to say makes messages, and each face words them in its own language and at the
length that it has room for (`scoreboard.language`).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, TypeAlias

from msgspec import Struct

SPARE_LANGUAGE: Final = "en"
"""What is said in a language that has no words for it."""


class OwnWords(Struct, frozen=True):
    """Words that come from outside, such as an owner's file, and are in no catalogue.

    Attributes:
        texts: by the codes of languages; English is among them.
        short: likewise, where there is little room.
    """

    texts: tuple[tuple[str, str], ...]
    short: tuple[tuple[str, str], ...] = ()

    def text(self, code: str, *, short: bool) -> str:
        """In that language, or else in English."""
        known = dict(self.short if short and self.short else self.texts)
        return known.get(code, known.get(SPARE_LANGUAGE, ""))


class Message(Struct, frozen=True, cache_hash=True):
    """What is said.

    Attributes:
        key: under which a language's catalogue has its wording.
        values: the names in that wording, with what stands in their place.
        own: words that are said in place of the catalogue's; the key still says what they are about.
    """

    key: str
    values: tuple[tuple[str, Words], ...] = ()
    own: OwnWords | None = None

    def value(self, name: str) -> Words:
        """The value of that name; an empty text if it has none."""
        return dict(self.values).get(name, "")


Words: TypeAlias = Message | str | int | tuple["Words", ...]
"""A message; text that is the same in all languages, such as a name; or several of these, one after the other."""


def message(key: str, /, **values: Words) -> Message:
    """Make a message."""
    return Message(key, tuple(values.items()))


def renamed(words: Words, before: str, after: str) -> Words:
    """The words with another text, such as the name of a file, wherever that stands in them."""
    match words:
        case Message(key, values, own):
            return Message(key, tuple((name, renamed(value, before, after)) for name, value in values), own)
        case str():
            return words.replace(before, after)
        case tuple():
            return tuple(renamed(each, before, after) for each in words)
    return words


KEPT: Final = 512
"""Messages that are made once."""
once = lru_cache(maxsize=KEPT)(message)
"""Make a message, or take the one that was made before: a history keeps every state, and need not keep it twice."""
