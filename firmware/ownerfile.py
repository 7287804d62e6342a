"""Changing a few values in the owner's ``stadium.toml`` without touching the rest of it.

The file is the owner's: their comments, order and spelling stay, byte for byte, and only the values that were measured
change. Rule kept here: nothing is written that was not read back first and found to say what was meant; what was there
before is kept beside it; and the file is at every instant either the old one or the new one, whole.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from firmware.config import check, laid_over
from firmware.errors import ConfigError
from firmware.files import write_whole
from firmware.wording import faults_named

Value = int | float | tuple[float, ...] | None
"""What can be written; None takes the key away."""
Changes = Mapping[str, Mapping[str, Value]]
"""Table, such as ``camera.lens``, -> key -> value."""
BACKUP = ".bak"


def edited(text: str, changes: Changes, name: str = "the configuration") -> str:
    """``text`` with ``changes`` made in it, and nothing else changed.

    Args:
        text: a TOML file's.
        changes: what is to stand in it.
        name: the file's, for errors.

    Raises:
        ConfigError: if ``text`` is not TOML, or is written in a way that cannot be changed safely.
    """
    with faults_named(name):
        before = tomllib.loads(text)
    ending = "\r\n" if text.count("\r\n") == text.count("\n") > 0 else "\n"  # a mixed file keeps each line's own
    lines = text.split(ending)
    for table, values in changes.items():
        lines = _with_table(lines, table, values)
    after = ending.join(lines)
    if not _says(after, _meant(before, changes)):
        raise ConfigError(f"{name}: cannot be changed safely. Put this in it yourself:\n{as_toml(changes)}")
    return after


def as_toml(changes: Changes) -> str:
    """The changes alone, as lines of TOML."""
    tables = [[f"[{table}]", *_lines(values)] for table, values in changes.items()]
    return "\n\n".join("\n".join(lines) for lines in tables)


def write(path: Path, changes: Changes) -> Path | None:
    """Make ``changes`` in the owner's file, which is made if it is not there.

    Returns:
        Where its former content is kept; None where there was none.

    Raises:
        ConfigError: if the file cannot be read, changed or written, or would no longer be a sound configuration; then
            nothing has changed.
    """
    text = edited(_text(path), changes, str(path))
    check(tomllib.loads(text), str(path))
    return replace(path, text)


def _text(path: Path) -> str:
    with faults_named(path):
        return path.read_bytes().decode("utf-8-sig") if path.exists() else ""


def replace(path: Path, text: str) -> Path | None:
    """Put ``text`` in place of the file in one step, its former content kept beside it.

    Returns:
        Where the former content is; None where there was none.

    Raises:
        ConfigError: if nothing can be written there; then nothing has changed.
    """
    path = path.resolve()
    backup = path.with_name(path.name + BACKUP)
    try:
        former = path.read_bytes() if path.exists() else None
        if former is not None:
            write_whole(backup, former, path.stat().st_mode & 0o777)
        write_whole(path, text.encode())
    except OSError as error:
        what_to_do = "try again with sudo, or name a file of your own with --config"
        raise ConfigError(f"cannot write {path}: {error.strerror}; {what_to_do}") from error
    return None if former is None else backup


# -- the text


def _with_table(lines: list[str], table: str, values: Mapping[str, Value]) -> list[str]:
    start = _header_of(lines, table)
    if start is None:
        fresh = _lines(values)
        gap = [""] if any(line.strip() for line in lines) else []
        return [*_stripped(lines), *gap, f"[{table}]", *fresh, ""] if fresh else lines
    end = next((row for row in range(start + 1, len(lines)) if lines[row].lstrip().startswith("[")), len(lines))
    while end < len(lines) and lines[end - 1].lstrip().startswith("#"):
        end -= 1  # what is said right above a table is said of it
    body = lines[start + 1 : end]
    for key, value in values.items():
        body = _with_key(body, key, value)
    return [*lines[: start + 1], *body, *lines[end:]]


def _header_of(lines: Sequence[str], table: str) -> int | None:
    spaced = r"\s*\.\s*".join(re.escape(part) for part in table.split("."))
    header = re.compile(rf"\s*\[\s*{spaced}\s*\]\s*(#.*)?$")
    return next((row for row, line in enumerate(lines) if header.match(line)), None)


def _with_key(body: list[str], key: str, value: Value) -> list[str]:
    named = re.compile(rf"\s*(\"{key}\"|'{key}'|{key})\s*=\s*")
    row, found = next(((row, match) for row, line in enumerate(body) if (match := named.match(line))), (0, None))
    if found is None:
        last = len(_stripped(body))
        return body if value is None else [*body[:last], f"{key} = {_written(value)}", *body[last:]]
    end = _end_of_value(body, row)
    if value is None:
        return [*body[:row], *body[end:]]
    *above, beside = [_comment(line) for line in body[row:end]]
    line = f"{found.group()}{_written(value)}" + (f" {beside}" if beside else "")
    return [*body[:row], *(comment for comment in above if comment), line, *body[end:]]


def _end_of_value(body: Sequence[str], row: int) -> int:
    """The line after a value, which may be a list over several lines."""
    for end in range(row + 1, len(body) + 1):
        try:
            tomllib.loads("\n".join((*body[row:end], "")))
        except tomllib.TOMLDecodeError:
            continue
        return end
    return row + 1


def _comment(line: str) -> str:
    """The comment at a line's end; the values that we replace are numbers and hold no #."""
    return line[line.index("#") :] if "#" in line else ""


def _stripped(lines: Sequence[str]) -> list[str]:
    """Without the blank lines at the end."""
    last = max((row for row, line in enumerate(lines) if line.strip()), default=-1)
    return list(lines[: last + 1])


def _lines(values: Mapping[str, Value]) -> list[str]:
    return [f"{key} = {_written(value)}" for key, value in values.items() if value is not None]


def _written(value: Value) -> str:
    return f"[{', '.join(map(repr, value))}]" if isinstance(value, tuple) else repr(value)


# -- what it says


def _says(text: str, meant: Mapping[str, Any]) -> bool:
    try:
        return tomllib.loads(text) == meant
    except tomllib.TOMLDecodeError:
        return False


def _meant(before: dict[str, Any], changes: Changes) -> dict[str, Any]:
    """What the file must say afterwards."""
    after = before
    for table, values in changes.items():
        kept = {key: list(value) if isinstance(value, tuple) else value for key, value in values.items()}
        if not any(value is not None for value in values.values()) and not _holds(after, table):
            continue
        after = laid_over(after, _nested(table, kept))
    return _without_none(after)


def _nested(table: str, values: dict[str, Any]) -> dict[str, Any]:
    for part in reversed(table.split(".")):
        values = {part: values}
    return values


def _holds(values: Mapping[str, Any], table: str) -> bool:
    inner: Any = values
    for part in table.split("."):
        inner = inner.get(part) if isinstance(inner, dict) else None
    return isinstance(inner, dict)


def _without_none(values: dict[str, Any]) -> dict[str, Any]:
    return {
        key: _without_none(value) if isinstance(value, dict) else value
        for key, value in values.items()
        if value is not None
    }
