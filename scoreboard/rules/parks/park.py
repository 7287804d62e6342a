"""A game of a table of throws, as data: the schema of a maker's file and of the `park` in a game line.

Rule kept here: a park says which throw comes to which result, in a closed vocabulary, and nothing that runs. The four
table games are such files, and what any result may be is one too (`standard.toml`). What a park's words come to for
each throw, and each way that men stand, is `chart`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, Final, Literal, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType, convert, field
from msgspec.structs import fields

from scoreboard.rules.visible import SEEN

SLUG: Final = r"^[a-z][a-z0-9]*(-[a-z0-9]+)*\Z"
"""Small letters, digits and hyphens."""
ParkName = Annotated[str, Meta(min_length=1, max_length=30, pattern=SLUG)]
"""It is typed on a command line."""
Text = Annotated[str, Meta(min_length=1, max_length=120, pattern=SEEN)]
Title = Annotated[str, Meta(min_length=1, max_length=40, pattern=SEEN)]
PanelTitle = Annotated[str, Meta(min_length=1, max_length=12, pattern=SEEN)]
Languages: TypeAlias = Annotated[str, Meta(pattern=r"^[a-z]{2}\Z")]
"""The code of a language, as ``es``."""
DieColor = Annotated[str, Meta(min_length=1, max_length=20, pattern=SEEN)]
Sides = Annotated[int, Meta(ge=2, le=20)]
"""Of a die."""
Fielded = Annotated[str, Meta(pattern=r"^[1-9](-[1-9]){0,4}\Z")]
"""The numbers of the fielders who had the ball, as ``6-4-3``."""
MOST_DICE: Final = 6
"""That any game throws at once."""
MOST_ROWS: Final = 500
DiceCount = Annotated[int, Meta(ge=1, le=MOST_DICE)]
Cell = Annotated[str, Meta(min_length=1, max_length=40, pattern=SEEN)]
"""A result by its name, or what is thrown, as a key."""
Taken: TypeAlias = Annotated[int, Meta(ge=0, le=3)]
"""Bases that a man takes."""
Goal = Literal["out", "stays", "second", "third", "home"]
"""Where a man goes of whom something is said for himself."""
Batter = Literal["out", "stays", "first", "second", "third", "home"]
OutMan = Literal["lead", "forced"]
"""The man nearest home; of those who must make room for the batter, the one nearest home."""


class ParkResult(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A result of a maker's own: a standard one, and in what it is played otherwise.

    Attributes:
        is_: which standard result it counts as.
        runners: bases that every man takes of whom nothing is said for himself; one who must make room goes on.
        first: where the man on first goes.
        second: likewise.
        third: likewise.
        out: who is out besides the batter, or for him.
        runs: that score besides the men.
        runs_for_each: the face that brings a run for each die that shows it.
        fielders: who had the ball, for the notes.
        words: what is said of it, by language; what is said of the standard one without.
    """

    is_: Cell = field(name="is")
    runners: Taken | UnsetType = UNSET
    first: Goal | UnsetType = UNSET
    second: Goal | UnsetType = UNSET
    third: Goal | UnsetType = UNSET
    out: OutMan | UnsetType = UNSET
    runs: Annotated[int, Meta(ge=0, le=20)] | UnsetType = UNSET
    runs_for_each: Annotated[int, Meta(ge=1, le=20)] | UnsetType = UNSET
    fielders: Fielded | UnsetType = UNSET
    words: dict[Languages, Text] = {}


class StandardResult(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a result counts as; the keys that are not explained here are those of `ParkResult`.

    Attributes:
        scored: the name of the play in `scoreboard.scorebook`.
        batter: the base that he takes; or he is out; or he stays at bat, and the same side throws again.
        hit: he has a hit.
        walked: he was given first.
        side_out: the half-inning is over.
        fielded: its note says who had the ball.
    """

    scored: str
    batter: Batter
    runners: Taken = 0
    out: OutMan | UnsetType = UNSET
    runs: int = 0
    runs_for_each: int | UnsetType = UNSET
    hit: bool = False
    walked: bool = False
    side_out: bool = False
    fielded: bool = False


class ByStand(
    Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    rename={f"on_{bases}": bases for bases in ("1", "2", "3", "12", "13", "23", "123")} | {"others": "else"},
):
    """A result for each way that men stand; `others` for those that are not named.

    It is a struct and no dictionary: msgspec to 0.21 corrupts memory over a union of a bounded text and a dictionary.
    """

    empty: Cell | UnsetType = UNSET
    on_1: Cell | UnsetType = UNSET
    on_2: Cell | UnsetType = UNSET
    on_3: Cell | UnsetType = UNSET
    on_12: Cell | UnsetType = UNSET
    on_13: Cell | UnsetType = UNSET
    on_23: Cell | UnsetType = UNSET
    on_123: Cell | UnsetType = UNSET
    others: Cell | UnsetType = UNSET

    @property
    def named(self) -> dict[str, str]:
        """The result of each that is named, by its key."""
        found = {field.encode_name: getattr(self, field.name) for field in fields(self)}
        return {key: name for key, name in found.items() if name is not UNSET}


class Park(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A game.

    Attributes:
        name: by which a command calls it.
        title: what it is called, by language.
        panel: likewise, in a word or two.
        about: what it is, in a sentence.
        innings: how many are played unless something else is chosen.
        dice: how many are thrown at once; or the colour of each, where it matters which shows what.
        sides: of each die.
        table: what each throw comes to, by its dice, such as ``2-5``, or ``1-x-x`` where any die may lie; by their sum,
            such as ``7`` or ``5..9``; or ``else``; several with commas between. It is a result, or one for each way
            that men stand: ``empty``, ``1``, ``13`` and so on, or ``else``.
        results: those that are not standard, by their names.
    """

    name: ParkName
    title: dict[Languages, Title] = {}
    panel: dict[Languages, PanelTitle] = {}
    about: dict[Languages, Text] = {}
    innings: Annotated[int, Meta(ge=1, le=99)] = 9
    dice: DiceCount | Annotated[tuple[DieColor, ...], Meta(min_length=2, max_length=MOST_DICE)]
    sides: Sides = 6
    table: Annotated[dict[Cell, Cell | ByStand], Meta(min_length=1, max_length=MOST_ROWS)]
    results: Annotated[dict[Cell, ParkResult], Meta(max_length=MOST_ROWS)] = {}

    @property
    def count(self) -> int:
        """How many dice are thrown at once."""
        return self.dice if isinstance(self.dice, int) else len(self.dice)

    @property
    def colors(self) -> tuple[str, ...]:
        """Of the dice, in the order of their values in a line; empty where it does not matter which shows what."""
        return () if isinstance(self.dice, int) else self.dice

    def __hash__(self) -> int:
        """Quick, for it is looked up with every throw; parks of one name are told apart by all that they say."""
        return hash(self.name)


def _shipped(name: str) -> dict[str, Any]:
    import tomllib
    from importlib import resources  # which takes longer to load than all of the law

    return tomllib.loads(resources.files("scoreboard.rules.parks").joinpath(name).read_text(encoding="utf-8"))


@cache
def standard_results() -> Mapping[str, StandardResult]:
    """What a cell may name without more words."""
    return convert(_shipped("standard.toml"), dict[str, StandardResult])


TABLE_GAMES: tuple[str, ...] = ("one-die", "two-dice", "three-dice", "dice-baseball")
"""Those that are ours, by their names in the record."""


def shipped_park(name: str) -> Park:
    """One that is ours."""
    return convert(_shipped(f"{name}.toml"), Park)
