"""The settings as a form: every value of the configuration with its schema, default and comment, and changes to them.

Rule kept here: nothing is listed here by name. Sections, keys and bounds come from the typed schema, comments and
defaults from the shipped ``stadium.toml``; so a new setting is on the page as soon as it is in the schema.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

import msgspec

from firmware.config.diagnostics import ConfigMistake, comments
from firmware.config.schema import Config, setting_keys, shipped
from firmware.config.setting_faults import fault_of
from firmware.config.toml_edit import Changes, Value
from scoreboard.message import Words, message
from scoreboard.rules import find_rule_set
from scoreboard.web.owner.setting_routes import UnwrittenError, WrongSettingError
from scoreboard.web.owner.setting_words import COLOR, Setting, Settings


def form(config: Config) -> Settings:
    """All settings as they are."""
    values, defaults = (_values(each) for each in (config, shipped()))
    explained = {key: comments().get(key) or comments().get(each.table, "") for key, each in setting_keys().items()}
    return {
        key: Setting(
            value=values[key],
            default=defaults[key],
            schema={**_for_browsers(each.schema), **({"format": COLOR} if each.name == COLOR else {})},
            comment=explained[key],
            restart=not each.at_once,
            level=each.level,
        )
        for key, each in setting_keys().items()
    }


def _for_browsers(schema: Any) -> Any:  # noqa: ANN401 - JSON
    """The schema without the patterns, which are Python's: no browser reads them, and we check what comes."""
    if isinstance(schema, dict):
        return {key: _for_browsers(value) for key, value in schema.items() if key != "pattern"}
    return [_for_browsers(each) for each in schema] if isinstance(schema, list) else schema


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
        raise first_of(faults)
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


def first_of(faults: Mapping[str, Words]) -> WrongSettingError:
    """The error that names the first of these, and has each by its key."""
    key, fault = next(iter(faults.items()))
    return WrongSettingError(message("setting-wrong.at", key=key, fault=fault), faults)


def _wrong(key: str, fault: str) -> WrongSettingError:
    # one of: setting-wrong.unknown, setting-wrong.value
    return WrongSettingError(message("setting-wrong.at", key=key, fault=message(f"setting-wrong.{fault}")))


def _default(key: str) -> Value:
    if (default := _values(shipped()).get(key)) is None:
        raise UnwrittenError(message("setting-wrong.owners", key=key))
    return _writable(key, default)


def fields_of(mistakes: Iterable[ConfigMistake], wanted: Collection[str]) -> Mapping[str, Words]:
    """What is wrong, by the changed keys that it is about, or about whose table."""
    return {key: each.words for each in mistakes for key in wanted if any(_is_about(named, key) for named in each.keys)}


def _is_about(named: str, key: str) -> bool:
    """Whether what is named is that setting, a table that has it, or a part of it."""
    return is_among(key, {named}) or is_among(named, {key})


def _values(config: Config) -> dict[str, Any]:
    """Key -> its value; of the rulings, what holds in the game that is chosen."""
    builtins = msgspec.to_builtins(config)
    usual = msgspec.to_builtins(find_rule_set(config.game.rules).house)
    builtins["game"]["house"] = {**usual, **builtins["game"]["house"]}
    found: dict[str, Any] = {}
    for key, each in setting_keys().items():
        table = builtins
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
