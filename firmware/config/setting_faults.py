"""What is wrong with a value that was sent for a setting, in words for its owner.

The schema says what a value may be; here that is said in the language of who asks, where the configuration's own errors
quote keys and types in English. What only the whole configuration can tell is left to `firmware.config.schema.check`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from scoreboard.message import Message, message

ENDLESS: Final = 1 << 31
"""The bound of a list or text that has none."""


def fault_of(schema: Mapping[str, Any], value: object) -> Message | None:
    """Why the value is not as the schema wants it; None if it is, or if the schema says nothing about it."""
    if "anyOf" in schema:
        parts: list[Mapping[str, Any]] = [part for part in schema["anyOf"] if part.get("type") != "null"]
        faults = [fault_of(part, value) for part in parts]
        return None if None in faults else faults[0]
    check = _of_choice if "enum" in schema else CHECKS.get(schema.get("type", ""))
    return None if check is None else check(schema, value)


def _of_choice(schema: Mapping[str, Any], value: object) -> Message | None:
    choices: Sequence[object] = schema["enum"]
    is_known = any(value == each and type(value) is type(each) for each in choices)
    return None if is_known else message("setting-wrong.choice", choices=tuple(map(str, choices)))


def _of_switch(_: Mapping[str, Any], value: object) -> Message | None:
    return None if isinstance(value, bool) else message("setting-wrong.switch")


def _of_number(schema: Mapping[str, Any], value: object) -> Message | None:
    """Bounds are inclusive, but for a least value that is only approached."""
    whole = schema["type"] == "integer"
    above, step = schema.get("exclusiveMinimum"), schema.get("multipleOf", 1)
    least, most = schema.get("minimum", above), schema.get("maximum")
    if least is None or most is None:
        bounds = message("setting-wrong.any-whole")
    elif above is not None:
        bounds = message("setting-wrong.above", least=above, most=most)
    elif step != 1:
        bounds = message("setting-wrong.multiple", least=least, most=most, step=step)
    else:
        bounds = message("setting-wrong.whole" if whole else "setting-wrong.number", least=least, most=most)
    if isinstance(value, bool) or not isinstance(value, int if whole else int | float):
        return bounds
    is_low = (least is not None and value < least) or value == above
    is_high = most is not None and value > most
    return bounds if is_low or is_high or (whole and value % step) else None


def _of_text(schema: Mapping[str, Any], value: object) -> Message | None:
    if not isinstance(value, str):
        return message("setting-wrong.text")
    least, most = schema.get("minLength", 0), schema.get("maxLength", ENDLESS)
    return None if least <= len(value) <= most else message("setting-wrong.letters", least=least, most=most)


def _of_list(schema: Mapping[str, Any], value: object) -> Message | None:
    """The first thing that is wrong in it."""
    if not isinstance(value, list):
        return message("setting-wrong.list")
    least, most = schema.get("minItems", 0), schema.get("maxItems", ENDLESS)
    if not least <= len(value) <= most:
        count = message("setting-wrong.exactly", most=most)
        return count if least == most else message("setting-wrong.many", least=least, most=most)
    items = schema.get("items") or {}
    parts: Sequence[Mapping[str, Any]] = schema.get("prefixItems", [items] * len(value))
    return next((fault for part, each in zip(parts, value, strict=False) if (fault := fault_of(part, each))), None)


def _of_table(_: Mapping[str, Any], value: object) -> Message | None:
    return None if isinstance(value, dict) else message("setting-wrong.table")


CHECKS: Final[Mapping[str, Callable[[Mapping[str, Any], object], Message | None]]] = MappingProxyType(
    {
        "boolean": _of_switch,
        "integer": _of_number,
        "number": _of_number,
        "string": _of_text,
        "array": _of_list,
        "object": _of_table,
    }
)
"""By the type in the schema; null is no value, and not asked about."""
