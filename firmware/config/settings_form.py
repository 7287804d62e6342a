"""The settings as a form: every value of the configuration with its schema, default and comment, and changes to them.

Rule kept here: nothing is listed here by name. Sections, keys and bounds come from the typed schema, comments and
defaults from the shipped ``stadium.toml``; so a new setting is on the page as soon as it is in the schema.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import Struct, inspect

from firmware.config.diagnostics import comments
from firmware.config.schema import Config, shipped
from firmware.config.setting_faults import fault_of
from firmware.config.setting_levels import level_of
from firmware.config.toml_edit import Changes, Value
from scoreboard.message import Words, message
from scoreboard.rules import RULE_SETS
from scoreboard.rules.house_rules import Rulings
from scoreboard.web.owner.setting_routes import UnwrittenError, WrongSettingError
from scoreboard.web.owner.setting_words import (
    COLOR,
    Setting,
    Settings,
)

HOUSE: Final = "game.house"
"""The table of rulings; its keys are those of a game line."""
NAMED: Final = re.compile(", | and ")
"""What stands between the keys that an error names."""
WORDED: Final = tuple(
    (re.compile(pattern), key)
    for pattern, key in (
        (r"no die is ever called (?P<color>.+?)(?:; .+?)?\. The eyes know (?P<colors>.+?)(?:, or show .+)?", "color"),
        (r"a colour is written in small letters.*", "small"),
        (r"a colour has no blanks around it.*", "blanks"),
        (r"\[eyes\.colors\] calls (?P<color>\S+) dice (?P<meant>\S+); .*", "called"),
        (r"write the whole path, such as (?P<path>.+)", "path"),
        (r"pin (?P<pin>\d+) is the .+ panel's; take another.*", "pin"),
        (r"(?P<button>.+) and .+ are both on pin (?P<pin>\d+).*", "pin"),
        (r"all are none, so no play would ever count", "idle"),
        (r".+ is not in the scoreboard's own places: have it in (?P<places>.+)", "elsewhere"),
        (r"write a card as .*", "card"),
        (r"write the whole path of a camera, .*", "camera"),
        (r"write two times, .*", "hours"),
        (r"write an address, .*", "form"),
        (r".*matching regex.*", "form"),
        (r"write a text in quotes, not .*", "table"),
    )
)
"""What the configuration's check says in English of settings that do not go together, and the message for it."""


class SettingKey(NamedTuple):
    """A key of the configuration: the table that it stands in, its name there, and what it may be."""

    table: str
    name: str
    schema: Mapping[str, Any]

    @property
    def is_table(self) -> bool:
        """Whether it is a table whose keys the owner chooses, such as ``eyes.colors``."""
        return self.schema.get("type") == "object"


@cache
def setting_keys() -> Mapping[str, SettingKey]:
    """Every key, such as ``panel.width``, in the order of the schema."""
    return {f"{key.table}.{key.name}": key for key in _keys(Config, "")}


def form(config: Config, at_once: Collection[str]) -> Settings:
    """All settings as they are; a change to those that ``at_once`` names, or a table of them, needs no restart."""
    values, defaults = (_values(each) for each in (config, shipped()))
    said = {key: comments().get(key) or comments().get(each.table, "") for key, each in setting_keys().items()}
    return {
        key: Setting(
            value=values[key],
            default=defaults[key],
            schema=dict(each.schema),
            comment=said[key],
            restart=not is_among(key, at_once),
            level=level_of(key),
        )
        for key, each in setting_keys().items()
    }


def changes_of(wanted: Mapping[str, Any], config: Config) -> Changes:
    """The changes to the owner's file that give these settings; WrongSettingError names a key that there is not."""
    changes: dict[str, dict[str, Value]] = {}
    faults: dict[str, Words] = {}
    for key, value in wanted.items():
        if (known := setting_keys().get(key)) is None:
            raise _wrong(key, "unknown")
        if value is not None and (fault := fault_of(known.schema, value)) is not None:
            faults[key] = fault
        elif known.is_table:
            changes.setdefault(key, {}).update(_table(key, value, _values(config).get(key) or {}))
        else:
            changes.setdefault(known.table, {})[known.name] = _writable(key, value)
    if faults:
        first = next(iter(faults))
        raise WrongSettingError(message("setting-wrong.at", key=first, fault=faults[first]), faults)
    return changes


def emptied(values: Mapping[str, Any], table: str = "") -> dict[str, dict[str, Value]]:
    """The changes that take all of these values away, table by table."""
    found: dict[str, dict[str, Value]] = {}
    for name, value in values.items():
        if isinstance(value, Mapping):
            found.update(emptied(value, f"{table}.{name}" if table else name))
        elif table:
            found.setdefault(table, {})[name] = None
    return found


def over_owners(changes: Changes, owners: Mapping[str, Any]) -> Changes:
    """The changes as they are laid over the owner's file: what is reset but stands there has the default from now on.

    Raises UnwrittenError for a value without a default, which only its owner can take out of his file.
    """
    found: dict[str, dict[str, Value]] = {}
    for table, values in changes.items():
        stands = owners
        for part in table.split("."):
            stands = stands.get(part, {})
        found[table] = {
            name: _default(f"{table}.{name}") if value is None and name in stands else value
            for name, value in values.items()
        }
    return found


def _wrong(key: str, fault: str) -> WrongSettingError:
    return WrongSettingError(message("setting-wrong.at", key=key, fault=message(f"setting-wrong.{fault}")))


def _default(key: str) -> Value:
    if (default := _values(shipped()).get(key)) is None:
        raise UnwrittenError(message("setting-wrong.owners", key=key))
    return _writable(key, default)


def fields_of(mistakes: str, wanted: Collection[str]) -> Mapping[str, Words]:
    """What the configuration's check has said, by the changed keys that it names, or whose table it names."""
    found: dict[str, str] = {}
    last: Sequence[str] = ()
    for part in mistakes.split("; "):
        named, _, said = part.partition(": ")
        keys = [key for key in wanted if any(_is_about(each, key) for each in NAMED.split(named))]
        if keys and said:
            found |= dict.fromkeys(keys, said)
            last = keys
        else:  # a mistake of several parts
            found |= {key: f"{found[key]}; {part}" for key in last}
    return {key: _worded(said) for key, said in found.items()}


def _worded(said: str) -> Words:
    """The same in the reader's language, where it has a message; a rare fault is told as it is."""
    for pattern, key in WORDED:
        if (met := pattern.fullmatch(said)) is not None:
            return message(f"setting-wrong.{key}", **met.groupdict())
    return said


def _is_about(named: str, key: str) -> bool:
    """Whether what is named is that setting, a table that has it, or a part of it."""
    return is_among(key, {named}) or is_among(named, {key})


def _keys(kind: type[Struct], above: str) -> Iterator[SettingKey]:
    """The keys of a table, and of those in it; the game's house has those that a game line may have."""
    for field in msgspec.structs.fields(kind):
        path = f"{above}.{field.name}" if above else field.name
        found = inspect.type_info(Rulings if path == HOUSE else field.type)
        if isinstance(found, inspect.StructType):
            yield from _keys(found.cls, path)
        elif above:  # at the top there are tables alone
            schema = _for_browsers(msgspec.json.schema(field.type))
            yield SettingKey(above, field.name, schema | ({"format": COLOR} if field.name == COLOR else {}))


def _for_browsers(schema: Any) -> Any:  # noqa: ANN401 - JSON
    """The schema without the patterns, which are Python's: no browser reads them, and we check what comes."""
    if isinstance(schema, dict):
        return {key: _for_browsers(value) for key, value in schema.items() if key != "pattern"}
    return [_for_browsers(each) for each in schema] if isinstance(schema, list) else schema


def _values(config: Config) -> dict[str, Any]:
    """Key -> its value; of the rulings, what holds in the game that is chosen."""
    told = msgspec.to_builtins(config)
    usual = msgspec.to_builtins(RULE_SETS[config.game.rules].house)
    told["game"]["house"] = {**usual, **told["game"]["house"]}
    found: dict[str, Any] = {}
    for key, each in setting_keys().items():
        table = told
        for part in each.table.split("."):
            table = table.get(part, {})
        found[key] = table.get(each.name)
    return found


def is_among(key: str, named: Collection[str]) -> bool:
    """Whether a key is one of these, or in one of these tables."""
    return any(key == each or key.startswith(f"{each}.") for each in named)


def _table(key: str, value: object, before: Mapping[str, Any]) -> dict[str, Value]:
    """The keys of a table that is to be so; those that are left out are taken away."""
    if value is not None and not isinstance(value, dict):
        raise _wrong(key, "table")
    after = {} if value is None else {name: _writable(f"{key}.{name}", each) for name, each in value.items()}
    return {**dict.fromkeys(before), **after}


def _writable(key: str, value: object) -> Value:
    """The value as TOML can have it; whether it is a sound one the schema says."""
    if isinstance(value, list) and all(isinstance(each, str | int | float) for each in value):
        return tuple(value)
    if value is None or isinstance(value, str | int | float):
        return value
    raise _wrong(key, "value")
