"""The keys of the settings, each with what its field in the schema declares.

Rule kept here: no setting is named here. A field's type says what its value may be (`msgspec.Meta`), and marks beside
it say the rest: how early it is shown, whether a change holds at once, whether it is a path of the owner's. A mark on a
table holds for all that is in it. So a setting is declared once, in `firmware.config.schema`, and form, checks and
errors follow from that.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Annotated, Any, Final, NamedTuple, TypeAlias

import msgspec
from msgspec import Meta, Struct, inspect

from firmware.text_forms import TextForm

if TYPE_CHECKING:  # commands that only read the configuration load no page
    from scoreboard.web.owner.setting_words import Level

FIRST: Final = Meta(extra={"level": "first"})
"""Marks what families change."""
EXPERT: Final = Meta(extra={"level": "expert"})
"""Marks what is set once when the box is built, or never."""
AT_ONCE: Final = Meta(extra={"at_once": True})
"""Marks what holds as soon as it is changed (`firmware.setup.live_settings`); all else is opened once, at the start."""
OwnPath: TypeAlias = Annotated[str, Meta(extra={"is_path": True})]
"""A path of a file or folder, or nothing: it lies in the scoreboard's own places (`firmware.config.own_places`)."""


def keys_as_in(kind: type[Struct]) -> Meta:
    """Marks a table that is kept as it is written, and whose keys are those of ``kind``."""
    return Meta(extra={"keys": kind})


def expert_within(*names: str) -> Meta:
    """Marks a table of a type that others use too, in which these are for experts."""
    return Meta(extra={"expert": names})


class SettingKey(NamedTuple):
    """A key of the configuration: the table that it stands in, its name there, and what is declared of it.

    Attributes:
        schema: what it may be, as JSON Schema has it.
        level: how early it is shown.
        at_once: whether a change of it holds without a restart.
        is_path: whether it is a path.
        form: how a text must be written, where another program is given it.
    """

    table: str
    name: str
    schema: Mapping[str, Any]
    level: Level
    at_once: bool
    is_path: bool
    form: TextForm | None

    @property
    def is_table(self) -> bool:
        """Whether it is a table whose keys the owner chooses, such as ``eyes.colors``."""
        return self.schema.get("type") == "object"


def keys_of(kind: type[Struct], above: str = "", marks: Mapping[str, Any] | None = None) -> Iterator[SettingKey]:
    """The keys of a table, and of those in it, in the order of the schema; ``marks`` are those of the table."""
    marks = marks or {}
    for field in msgspec.structs.fields(kind):
        info = inspect.type_info(field.type)
        own = info.extra or {} if isinstance(info, inspect.Metadata) else {}
        inner = unmarked(info)
        level = "expert" if field.name in marks.get("expert", ()) else marks.get("level", "usual")
        declared = {"level": level, "at_once": marks.get("at_once", False), **own}
        table = declared.get("keys") or (inner.cls if isinstance(inner, inspect.StructType) else None)
        if table is not None:
            yield from keys_of(table, f"{above}.{field.name}" if above else field.name, declared)
        elif above:  # at the top there are tables alone
            yield SettingKey(
                above,
                field.name,
                msgspec.json.schema(field.type),
                declared["level"],
                declared["at_once"],
                declared.get("is_path", False),
                declared.get("form"),
            )


def unmarked(found: inspect.Type) -> inspect.Type:
    """The type without marks and bounds."""
    return found.type if isinstance(found, inspect.Metadata) else found
