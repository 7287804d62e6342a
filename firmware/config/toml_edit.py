"""Changing a few values in the owner's ``stadium.toml`` without touching the rest of it.

Comments, order and spelling stay, byte for byte. Rule kept here: nothing is written that was not parsed again first and
found to say what was meant; the former content is kept beside it; and the file is at every instant the old or the new.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeAlias

import tomlkit
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import Array, Comment, Item, Key, SingleKey, Table, Whitespace

from firmware.config.diagnostics import faults_named
from firmware.config.schema import check, owners_layouts
from firmware.errors import ConfigError
from firmware.files.atomic import write_whole
from scoreboard.errors import cause_of, remedy, system_words
from scoreboard.message import Message, message

Value = str | int | float | tuple[float, ...] | None
"""What can be written; None takes the key away."""
Changes = Mapping[str, Mapping[str, Value]]
"""Table, such as ``camera.lens``, -> key -> value."""
Body: TypeAlias = list[tuple[Key | None, Item]]
"""The lines below a header: keys with their values, and comments and blank lines without a key."""


def edited(text: str, changes: Changes, name: str = "the configuration") -> str:
    """The TOML ``text``, of the file of that name, with ``changes`` and no others; ConfigError if that is not safe."""
    with faults_named(name):
        before = tomllib.loads(text)
    with suppress(TOMLKitError, tomllib.TOMLDecodeError, RecursionError):
        after = _with_changes(text, changes)
        if _flat(tomllib.loads(after)) == _meant(before, changes):
            return after
    raise ConfigError(message("config.unchanged", file=name, changes=as_toml(changes)))


def as_toml(changes: Changes) -> str:
    """The changes alone, as lines of TOML."""
    tables = [[f"[{table}]", *_lines(values)] for table, values in changes.items()]
    return "\n\n".join("\n".join(lines) for lines in tables)


def write(path: Path, changes: Changes) -> Path | None:
    """Make ``changes`` in the owner's file, which is made if it is not there; returns as `replace` does.

    Raises ConfigError, and changes nothing, if it cannot be read or written, or would no longer be a sound one.
    """
    with faults_named(path):
        text = path.read_bytes().decode("utf-8-sig") if path.exists() else ""
    text = edited(text, changes, str(path))
    check(tomllib.loads(text), str(path), layouts=owners_layouts(path), places=(path.parent,))
    return replace(path, text)


def replace(path: Path, text: str) -> Path | None:
    """Replace the file in one step, or raise ConfigError; returns where its former content is kept, if it had any."""
    path = path.resolve()
    backup = path.with_name(f"{path.name}.bak")
    try:
        former = path.read_bytes() if path.exists() else None
        if former is not None:
            write_whole(backup, former, path.stat().st_mode & 0o777)
        write_whole(path, text.encode())
    except OSError as error:
        raise ConfigError(_unwritten(path, error)) from error
    return None if former is None else backup


def _with_changes(text: str, changes: Changes) -> str:
    """The changed text, as far as it can be changed; tables without a header of their own are added at the end."""
    # 1. Parse it with every blank and comment; if that does not give the same text again, it is left as it is.
    ending = "\r\n" if text.count("\r\n") == text.count("\n") > 0 else "\n"  # a mixed file keeps each line's own
    document = tomlkit.parse(text + ending)  # else a new key would go into a last line that has no end
    if tomlkit.dumps(document) != text + ending:
        return text
    # 2. Change the tables that are there.
    bodies = dict(_bodies(document.body))
    for table in changes.keys() & bodies.keys():
        _change(bodies[table], changes[table], ending)
    after = tomlkit.dumps(document).removesuffix(ending)
    # 3. Add those that are not, after a blank line.
    added = {table: values for table, values in changes.items() if table not in bodies and _lines(values)}
    if not added:
        return after
    above = [after.rstrip("\r\n")] if after.strip() else []
    return f"{ending}{ending}".join([*above, as_toml(added).replace("\n", ending)]) + ending


def _bodies(body: Body, prefix: str = "") -> Iterator[tuple[str, Body]]:
    """Each table that has a header, and the lines below it."""
    for key, item in body:
        if key is not None and not key.is_dotted() and isinstance(item, Table):
            if not item.is_super_table():
                yield prefix + key.key, item.value.body
            yield from _bodies(item.value.body, f"{prefix}{key.key}.")


def _change(body: Body, values: Mapping[str, Value], ending: str) -> None:
    """Change the lines below one header in place."""
    for key, value in values.items():
        row = next((row for row, (name, _) in enumerate(body) if name is not None and name.key == key), None)
        if row is not None and value is None:
            del body[row]
        elif row is not None:
            body[row] = body[row][0], _replaced(body[row][1], value)
        elif value is not None:
            item = tomlkit.item(value)
            item.trivia.trail = ending
            body.insert(_end(body), (SingleKey(key), item))


def _replaced(old: Item, value: Value) -> Item:
    """The item with another value, its spacing and comments as they were."""
    if isinstance(old, Array) and isinstance(value, tuple) and len(old) == len(value):
        for place, number in enumerate(value):
            old[place] = number
        return old
    item = tomlkit.item(value)
    vars(item.trivia).update(vars(old.trivia))
    return item


def _end(body: Body) -> int:
    """Where a new key goes: below the last one, and above the comments on the next table."""
    end = next((row for row, (_, item) in enumerate(body) if isinstance(item, Table)), len(body))
    for kind in (Comment, Whitespace):
        while end and isinstance(body[end - 1][1], kind):
            end -= 1
    return end


def _lines(values: Mapping[str, Value]) -> list[str]:
    return [f"{key} = {tomlkit.item(_plain(value)).as_string()}" for key, value in values.items() if value is not None]


def _meant(before: Mapping[str, Any], changes: Changes) -> dict[tuple[str, ...], Any]:
    """The values that the file must have afterwards, by their whole keys."""
    meant = _flat(before)
    for table, values in changes.items():
        meant |= {(*table.split("."), key): _plain(value) for key, value in values.items()}
    return {path: value for path, value in meant.items() if value is not None}


def _flat(values: Mapping[str, Any], path: tuple[str, ...] = ()) -> dict[tuple[str, ...], Any]:
    flat: dict[tuple[str, ...], Any] = {}
    for key, value in values.items():
        flat |= _flat(value, (*path, key)) if isinstance(value, dict) else {(*path, key): value}
    return flat


def _plain(value: Value) -> object:
    """The value as TOML's reader gives it."""
    return list(value) if isinstance(value, tuple) else value


def _unwritten(path: Path, error: OSError) -> Message:
    helps = remedy(cause_of(error))
    return message("config.unwritten", file=str(path), why=system_words(error), remedy=helps)
