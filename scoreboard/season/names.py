"""Who is who over many games: names that mean the same, and what an owner has renamed or merged.

Rule kept here: a record keeps the names that it was played with. What an owner calls them now is kept beside the games.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from scoreboard.rules.visible import Name

KindOfName = Literal["teams", "people"]


class SeasonNames(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What teams and people are called over a season, where that is not what a game called them.

    Attributes:
        teams: by the name that a game had for the team, as `same` writes it.
        people: likewise.
    """

    teams: dict[str, Name] = {}
    people: dict[str, Name] = {}

    def of(self, kind: KindOfName, name: str) -> str:
        """What that team or person is called now."""
        renamed: dict[str, str] = getattr(self, kind)
        seen = set[str]()
        while (key := same(name)) in renamed and key not in seen:
            seen.add(key)
            name = renamed[key]
        return name

    def spelled(self, kind: KindOfName, played: Iterable[str]) -> SeasonNames:
        """The same, where names that mean the same are spelled alike: as an owner has it, else as ``played`` last."""
        renamed: dict[str, str] = getattr(self, kind)
        spellings = {same(name): tidy(name) for name in (*played, *renamed.values())}
        return replace(self, **{kind: {**spellings, **renamed}})

    def renamed(self, kind: KindOfName, before: str, after: str) -> SeasonNames:
        """The same with one called otherwise; if another has that name, the two are one from now on.

        One that gets a former name back has that name again.
        """
        table = {key: name for key, name in getattr(self, kind).items() if key != same(after)}
        if same(before) != same(after):
            table[same(before)] = tidy(after)
        return replace(self, **{kind: table})


def tidy(name: str) -> str:
    """The name in composed letters, without spaces that nobody sees."""
    return " ".join(unicodedata.normalize("NFC", name).split())


def same(name: str) -> str:
    """Equal for names that mean the same, in large or small letters."""
    return tidy(name).casefold()
