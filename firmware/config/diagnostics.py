"""What is wrong with a configuration, in one line that names file and key and says what to do.

Rule kept here: whatever stands in the file, the line is short and can be printed. What is valid comes from the shipped
``stadium.toml``, whose comments say what each value means and how large it may be.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from msgspec import Struct, inspect

from firmware.config.setting_keys import keys_of, unmarked
from firmware.errors import ConfigError
from firmware.text import shortened
from firmware.text_forms import TextForm
from scoreboard.errors import system_words
from scoreboard.message import Message, Words, message
from scoreboard.msgspec_errors import MISSING_KEY, UNKNOWN_KEY, is_wrong_choice, is_wrong_value, located, wrong_type
from scoreboard.rules import RULE_SETS
from scoreboard.rules.events import in_words

LARGEST = 1 << 20
"""Bytes of a file; the shipped configuration has some thousand."""
ANOTHER = message("config.another")
"""What to do about a file that cannot be read."""
NAMELESS = "-"
"""What text that no file has yet is called."""
MANY = 8
"""Mistakes that are listed at once."""
TYPES = {"int": "a whole number", "float": "a number", "str": "a text in quotes", "bool": "true or false"}
TYPES |= {"array": "a list in [ ]", "object": "a table", "null": "nothing"}
"""msgspec's names of types, and ours."""


def shipped_text() -> str:
    """The shipped ``stadium.toml``."""
    return resources.files("firmware").joinpath("stadium.toml").read_text(encoding="utf-8")


@cache
def shipped_values() -> Mapping[str, Any]:
    """The values of the shipped ``stadium.toml``, table by table."""
    return tomllib.loads(shipped_text())


@cache
def comments() -> dict[str, str]:
    """Each key of the shipped file, such as ``panel.width``, and each table -> what its comment says."""
    section, found = "", dict[str, str]()
    for line in shipped_text().splitlines():
        if header := re.match(r"\[([\w.]+)\](?: *# (.+))?", line):
            section = header[1]
            found[section] = header[2] or ""
        elif setting := re.match(r"(?:# )?(\w+) = .*?# (.+)", line):
            found[f"{section}.{setting[1]}"] = setting[2]
    return found


class ConfigMistake:
    """Something that is wrong in a file.

    As text it is in English, keys first, as keys and choices in the file are English.

    Attributes:
        keys: the settings that it is about, or tables of them.
        words: what is wrong, for who changes one of them on the page; a rare fault has the English text alone.
    """

    def __init__(self, keys: Sequence[str], why: str, words: Message | None = None) -> None:
        self.keys, self._why = keys, why
        self.words: Words = words or shortened(why).removesuffix(".")

    def __str__(self) -> str:
        return f"{' and '.join(filter(None, (', '.join(self.keys[:-1]), self.keys[-1])))}: {self._why}"


class SettingsError(ConfigError):
    """The settings in the file of that name cannot be used; has each mistake."""

    def __init__(self, name: str, mistakes: Sequence[ConfigMistake]) -> None:
        super().__init__(in_one_line(name, mistakes))
        self.mistakes = mistakes


def mistake_in(section: str, kind: type[Struct], error: str, value: object) -> ConfigMistake:
    """What msgspec calls "Expected `int` - at `$.width`" or the like; ``value`` is the section, of that ``kind``."""
    what, place = located(error)
    if place is None:
        return ConfigMistake((section,), _plain(error))
    path = _completed(place, value)
    valid = _choices(kind, path) if is_wrong_choice(what) else ""
    if is_wrong_value(what) and (meaning := comments().get(re.sub(r"\[.*", "", f"{section}{path}"))):
        valid = f" ({meaning})"
    forms = (key.form for key in keys_of(kind, section)) if "matching regex" in what else ()
    form = next((form for form in forms if form and repr(form.pattern) in what), None)
    words = form and form.words
    if (wrong := wrong_type(what)) is not None and wrong[0] == ("str",):  # of a table's; a text alone is told before
        words = message("setting-wrong.table")
    return ConfigMistake((f"{section}{path}",), f"{_plain(what, form)}{valid}", words)


def _completed(path: str, value: object) -> str:
    """A path with the key that msgspec does not name, in a table of texts such as ``eyes.colors``."""
    before, unnamed, _ = path.partition("[...]")
    if not unnamed:
        return path
    for key in before.split(".")[1:]:
        value = value[key] if isinstance(value, dict) else {}
    table = value if isinstance(value, dict) else {}
    return next((f"{before}.{key}" for key, each in table.items() if not isinstance(each, str)), path)


def _plain(what: str, form: TextForm | None = None) -> str:
    """What msgspec says, in TOML's words."""
    wrong = wrong_type(what)
    if form is not None:
        what = what.replace(f"Expected `str` matching regex {form.pattern!r}", f"write {form.allowed}")
    if wrong is None:
        return in_words(what.replace(UNKNOWN_KEY, "there is no such key as").replace(MISSING_KEY, "it lacks the key"))
    types, met = wrong
    wanted = " or ".join(TYPES.get(each, each) for each in types if each != "null")
    return f"write {wanted}, not {TYPES.get(met, met)}"


def _choices(kind: type[Struct], path: str) -> str:
    """The words that are valid there; of games those that this version plays."""
    found: Any = unmarked(inspect.type_info(kind))
    for key in path.split(".")[1:]:
        fields = getattr(found, "fields", ())
        found = next((unmarked(field.type) for field in fields if field.name == key), None)
    words = [str(word) for each in getattr(found, "types", (found,)) for word in getattr(each, "values", ("a number",))]
    played = RULE_SETS if path == ".rules" else words
    return f"; choose one of: {', '.join(played)}" if found else ""


def mend(fault: Words) -> Message:
    """What is wrong, and that its owner is to mend it."""
    return message("config.mend", fault=fault)


def fault_alone(words: Words) -> Words:
    """What is wrong, without that it is to be mended, and without the name of text that no file has."""
    if not isinstance(words, Message):
        return words
    match words.key:
        case "config.mend":
            return fault_alone(words.value("fault"))
        case "config.more":
            return message(words.key, fault=fault_alone(words.value("fault")), more=words.value("more"))
        case "config.mistakes" if words.value("file") == NAMELESS:
            return words.value("mistakes")
    return words


def in_one_line(name: str, mistakes: Sequence[ConfigMistake | str]) -> Message:
    """The first mistakes in the file of that name, how many more there are, and what to do.

    The mistakes themselves are quoted in English, as keys and choices in the file are English.
    """
    listed = "; ".join(shortened(each).removesuffix(".") for each in map(str, mistakes[:MANY]))
    fault = message("config.mistakes", file=shortened(name), mistakes=listed)
    return mend(message("config.more", fault=fault, more=len(mistakes) - MANY) if len(mistakes) > MANY else fault)


def read_toml(file: Path, advice: Words = ANOTHER, *, largest: int = LARGEST) -> dict[str, Any]:
    """What stands in a file of so many bytes at the most; ``advice`` is what to do if it cannot be read.

    Raises:
        ConfigError: it cannot be read, or is no TOML.
    """
    with faults_named(file, advice):
        with file.open("rb") as stream:
            raw = stream.read(largest + 1)
        if len(raw) > largest:
            raise ValueError(f"it is larger than {largest} bytes")
        return tomllib.loads(raw.decode("utf-8-sig"))  # some editors put a mark before it


@contextmanager
def faults_named(file: Path | str, advice: Words = ANOTHER) -> Iterator[None]:
    """Within it a file that cannot be read, or is no TOML, is a ConfigError that names it and ends with ``advice``."""
    name = shortened(file)
    try:
        yield
    except OSError as error:
        raise ConfigError(message("config.unread", file=name, why=system_words(error), instead=advice)) from error
    except UnicodeDecodeError as error:
        raise ConfigError(message("config.not-utf8", file=name, nth=error.start)) from error
    except (ValueError, RecursionError) as error:  # tomllib's own error is a ValueError, and not the only one
        raise ConfigError(mend(message("config.not-toml", file=name, error=shortened(error)))) from error
