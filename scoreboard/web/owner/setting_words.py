"""A setting as people read it: its name, what it is for and its choices, in the asked language.

Rule kept here: no setting is named here. The wording of ``panel.brightness`` has the key ``setting.panel-brightness``,
``short`` for its name and ``sentence`` for what it is for; one that has none of its own is explained as its table is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, Literal

from msgspec import Struct, structs

from scoreboard.display.palette import PANEL_COLORS
from scoreboard.language import Language

Level = Literal["first", "usual", "expert"]
COLOR: Final = "color"
"""The ``format`` of a schema whose value is the name of a colour, or of a die that was taught."""


class Setting(Struct, frozen=True, kw_only=True):
    """One value that an owner may change.

    Attributes:
        value: as it is now; null where it is left open.
        default: as it is shipped.
        schema: what it may be, as JSON Schema has it; the format ``color`` is the name of one.
        comment: what it is for, as ``stadium.toml`` says.
        restart: whether a change holds only from the next start on.
        level: ``first`` for what is changed most, ``expert`` for what hardly anybody changes.
    """

    value: Any
    default: Any
    schema: dict[str, Any]
    comment: str
    restart: bool
    level: Level = "usual"


class WordedSetting(Setting, frozen=True, kw_only=True):
    """A setting with its words.

    Attributes:
        group: what it stands under.
        title: its name.
        help: what it is for, in plain words; may be empty.
        choices: the words for values that are chosen from, or proposed.
    """

    group: str
    title: str
    help: str
    choices: dict[str, str]


Settings = dict[str, Setting]
"""All of them, by the key that they have in ``stadium.toml``, such as ``panel.width``."""


def worded_settings(settings: Mapping[str, Setting], language: Language) -> dict[str, WordedSetting]:
    """All of them in that language."""
    return {key: _worded_setting(key, each, language) for key, each in settings.items()}


def title_of(key: str, language: Language) -> str:
    """What a setting is called; the key itself where it has no name."""
    return language.wording(_message(key), "short") or key


def _worded_setting(key: str, setting: Setting, language: Language) -> WordedSetting:
    table, _, _ = key.rpartition(".")
    places = (each for each in (key, table) if language.has(_message(each), "sentence"))
    explained = next(places, None)
    return WordedSetting(
        **structs.asdict(setting),
        group=title_of(key.partition(".")[0], language),
        title=title_of(key, language),
        help="" if explained is None else language.wording(_message(explained), "sentence") or "",
        choices=dict(_choices(setting.schema, language)),
    )


def _message(key: str) -> str:
    # one of: setting.* and a key of firmware/stadium.toml with hyphens for dots
    return f"setting.{key.replace('.', '-')}"


def _choices(schema: Mapping[str, Any], language: Language) -> Iterator[tuple[str, str]]:
    if schema.get("format") == COLOR:
        yield from _worded(PANEL_COLORS, "color", language)
    # one of: setting-choice.* and a value that a setting is chosen from
    yield from _worded(map(str, schema.get("enum", ())), "setting-choice", language)
    for part in (*schema.get("anyOf", ()), schema.get("items")):
        if isinstance(part, dict):
            yield from _choices(part, language)


def _worded(values: Iterable[str], family: str, language: Language) -> Iterator[tuple[str, str]]:
    for value in values:
        yield value, language.wording(f"{family}.{value}", "short") or value
