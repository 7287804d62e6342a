"""The wording of messages from the compiled catalogues."""

from __future__ import annotations

import logging
import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from gettext import GNUTranslations
from pathlib import Path
from string import Formatter
from typing import Any, Final, Literal

from scoreboard.message import Message, Words, message

Length = Literal["sentence", "short", "panel", "dock", "spoken", "brief"]
FALLBACKS: Final[Mapping[Length, tuple[Length, ...]]] = {
    "sentence": ("sentence", "short"),
    "short": ("short", "sentence"),
    "panel": ("panel", "short", "sentence"),
    "dock": ("dock", "panel", "short", "sentence"),
    "spoken": ("spoken", "sentence", "short"),
    "brief": ("brief", "spoken", "sentence", "short"),
}
"""The lengths at which a message is looked for, in this order; one that has none of them is said as it can be."""
CATALOGUES: Final = Path(__file__).parent / "catalogues"
SHORT: Final = frozenset[Length]({"panel", "dock"})
"""Those for which there is little room."""
LISTS: Final = ("and", "or", "list")
"""How several values are written, besides side by side."""
FIRST_STRONG_ISOLATE: Final = "\u2068"
POP_ISOLATE: Final = "\u2069"
"""Between these two text has a direction of its own."""
FROM_THE_RIGHT: Final = frozenset({"R", "AL", "AN"})
NAME_ALONE: Final = re.compile(r"{[^{}]*}")
MOVING: Final = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066\u2067]")
"""What would move a terminal's cursor, colour it or turn it; a line may end, and the isolates are our own."""
KEPT: Final = 4096
"""Texts that are kept, for faces say the same again and again."""
_log = logging.getLogger("stadium")


class LanguageError(LookupError):
    """There is no such language, or its catalogue is not compiled: says what to do."""


class Language:
    """A language.

    Attributes:
        code: as in ``es``.
    """

    def __init__(self, code: str, catalogue: GNUTranslations, spare: Language | None = None) -> None:
        self.code = code
        self._catalogue, self._spare = catalogue, spare
        self.say = lru_cache(maxsize=KEPT)(self._say)
        self._worded = {length: _Wording(self, length) for length in FALLBACKS}

    @cached_property
    def name(self) -> str:
        """As its speakers call it."""
        return self.say(message("language"))

    def has(self, key: str, length: Length) -> bool:
        """Whether this message has a wording of just that length."""
        return self._looked_up(key, length, None) is not None

    def _say(self, words: Words, length: Length = "sentence") -> str:
        """The text of these words."""
        if isinstance(words, Message):
            return self._text(words, length)
        if isinstance(words, tuple):
            return " ".join(text for each in words if (text := self.say(each, length)).strip())
        return still(str(words))

    def _text(self, words: Message, length: Length) -> str:
        if words.own is not None:
            return isolated(still(words.own.text(self.code, short=length in SHORT)))
        values = dict(words.values)
        count = values.get("count")
        lengths = dict.fromkeys((length, *FALLBACKS))
        wordings = (self.wording(words.key, each, count if isinstance(count, int) else None) for each in lengths)
        wording = next((each for each in wordings if each is not None), None)
        if wording is None:
            return unworded(words.key)
        text = self._worded[length].vformat(wording, (), values)
        return alone(text) if NAME_ALONE.fullmatch(wording) else text

    def wording(self, key: str, length: Length, count: int | None = None) -> str | None:
        """How the catalogue words a message, with its placeholders; None if neither it nor English has it."""
        for each in FALLBACKS[length]:
            if (found := self._looked_up(key, each, count)) is not None:
                return found
        return None if self._spare is None else self._spare.wording(key, length, count)

    def _looked_up(self, key: str, length: Length, count: int | None) -> str | None:
        if count is not None:
            found = self._catalogue.npgettext(length, key, "", count)
            if found not in {key, ""}:
                return found
        found = self._catalogue.pgettext(length, key)
        return None if found == key else found


class _Wording(Formatter):
    """Puts values in the place of their names, worded at one length."""

    def __init__(self, spoken: Language, length: Length) -> None:
        self._language, self._length = spoken, length

    def get_field(self, field_name: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> tuple[Any, str]:
        """The value of that name, worded."""
        value = self.get_value(field_name, args, kwargs)
        if isinstance(value, tuple):
            return tuple(self._worded(field_name, each) for each in value), field_name
        return self._worded(field_name, value), field_name

    def get_value(self, key: int | str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:  # noqa: ANN401 - the signature of a Formatter
        """The value of that name; the name itself, where there is none."""
        try:
            return super().get_value(key, args, kwargs)
        except LookupError:
            return unworded(str(key))

    def _worded(self, name: str, value: Words) -> str:
        if not isinstance(value, Message):
            key = f"{name}.{value}"
            wording = self._language.wording(key, self._length)
            if wording is None or "{" in wording:  # a message of its own, whose name happens to be that
                text = still(str(value))
                return isolated(text) if self._length == "sentence" else text
            value = Message(key)
        return self._language.say(value, self._length)

    def format_field(self, value: Any, format_spec: str) -> str:  # noqa: ANN401 - the signature of a Formatter
        """Write it as its placeholder says."""
        if isinstance(value, tuple):
            return self._listed(value, format_spec)
        if format_spec in LISTS:  # one alone
            return str(value)
        if format_spec == "cap":
            return capitalised(value)
        return value.upper() if format_spec == "upper" else format(value, format_spec)

    def _listed(self, values: tuple[str, ...], conjunction: str) -> str:
        """``A, B and C``, with that conjunction; side by side without one; with commas for ``list``."""
        if conjunction == "list" or conjunction not in LISTS or len(values) < 2:  # noqa: PLR2004 - one needs none
            return (", " if conjunction == "list" else " ").join(values)
        return self._language.say(message(conjunction, others=", ".join(values[:-1]), last=values[-1]), self._length)


def still(text: str) -> str:
    """The text with what would move a terminal spelt out: names of files, and what others wrote, are quoted."""
    return text if text.isprintable() else MOVING.sub(lambda found: ascii(found[0])[1:-1], text)


def isolated(text: str) -> str:
    """The text, isolated where any of it is written from right to left (UAX 9).

    A name in Hebrew or Arabic would turn what stands beside it, such as the runs of its team.
    """
    is_turned = not text.isascii() and any(unicodedata.bidirectional(letter) in FROM_THE_RIGHT for letter in text)
    return f"{FIRST_STRONG_ISOLATE}{text}{POP_ISOLATE}" if is_turned else text


def alone(text: str) -> str:
    """The text without that, where nothing stands beside it: a message may be a name and no more."""
    is_one = text.startswith(FIRST_STRONG_ISOLATE) and text.find(POP_ISOLATE) == len(text) - 1
    return text[1:-1] if is_one else text


@lru_cache
def unworded(name: str) -> str:
    """What no catalogue has, or no value was given for, as the words of its name: people read that, and play goes on.

    It is a fault of ours: the log has it once, and in a test it is an error.
    """
    text = f"no catalogue has the message {name}, or nothing was given for it"
    _log.error(text, extra={"event": "unworded", "fields": {"name": name}})
    return re.sub(r"\W+|_", " ", name).strip()


def capitalised(text: str) -> str:
    """With a capital as its first letter, after ``¡`` and ``¿``; a path or a number stays as it is."""
    return re.sub(r"^[¡¿]*[^\W\d_]", lambda beginning: beginning[0].upper(), text)


def languages() -> tuple[str, ...]:
    """The codes of all languages: one for each catalogue, English first."""
    return tuple(sorted((file.stem for file in CATALOGUES.glob("*.mo")), key=lambda code: (code != "en", code)))


@lru_cache
def language(code: str) -> Language:
    """The language of that code.

    Raises:
        LanguageError: if there is no such catalogue.
    """
    try:
        with (CATALOGUES / f"{code}.mo").open("rb") as file:
            catalogue = GNUTranslations(file)
    except FileNotFoundError as error:
        if (CATALOGUES / code).is_dir():
            raise LanguageError(f"the catalogue of {code} is not compiled: make catalogues") from error
        raise LanguageError(f"there is no catalogue for {code}: choose {', '.join(languages())}") from error
    return Language(code, catalogue, None if code == "en" else language("en"))


class _English:
    """English, loaded when something is first said in it."""

    def __call__(self, words: Words, length: Length = "sentence") -> str:
        """The text of these words."""
        return language("en").say(words, length)


ENGLISH: Final = _English()
"""Words the record and the log, which are in English whatever the table speaks."""
