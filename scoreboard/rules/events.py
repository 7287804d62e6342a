"""The lines of a game record as frozen values: everything that can happen in a game, and nothing else.

Rule kept here: a record is read strictly. The types below *are* the schema (`docs/record.md` tells it in prose):
an unknown type or key, a value of the wrong type or out of its range does not decode. Whether a well-formed line is
lawful at that moment is not decided here but by `apply`.

Values differ from one another by their class, not by a string: `Die`, `Chip` … carry the record's ``type`` as their
msgspec tag, so that decoding a line gives the right class and encoding a value gives the line back.

What a line leaves out is `UNSET`, never None: an explicit ``null`` in a record is a value of the wrong type.
"""

from __future__ import annotations

import re
from calendar import monthrange
from typing import Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType

RulesName = Literal[
    "diamante-amateur",
    "diamante-major",
    "one-die",
    "two-dice",
    "three-dice",
    "dice-baseball",
    "four-dice",
    "rallybird",
]
Button = Literal["ball", "strike", "out", "run", "homerun", "batter", "next", "ok", "undo", "redo"]
Face = Literal["hit", "out"]
Half = Literal["top", "bottom"]
Side = Literal["away", "home"]
Helmet = Literal["+", "", "-"]
Source = Literal["camera", "button", "web", "mqtt", "box"]

D10 = Annotated[int, Meta(ge=1, le=10)]
D6 = Annotated[int, Meta(ge=1, le=6)]
Place = Annotated[int, Meta(ge=0, le=24)]
"""A place of the base path, D1: 0 the plate, 6, 12 and 18 the bases, 24 home again."""
RunnerPlace = Annotated[int, Meta(ge=1, le=23)]
PRINTABLE = r"^[^\x00-\x1f\x7f-\x9f]*\Z"
"""No control characters: what a record says is printed on somebody's terminal."""
Name = Annotated[str, Meta(min_length=1, max_length=40, pattern=PRINTABLE)]
Runs = Annotated[int, Meta(ge=0, le=999)]
Count = Annotated[int, Meta(ge=0)]
MOMENT = re.compile(
    r"(?!0000)[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"
    r"T([01][0-9]|2[0-3]):[0-5][0-9]:([0-5][0-9]|60)(\.[0-9]{1,9})?(Z|\+00:00)"
)
"""ISO 8601 in UTC, to the second or finer: ``2026-01-02T03:04:05Z``, ``2026-01-02T03:04:05.678+00:00``."""
Target: TypeAlias = Literal["1B", "2B", "3B", "HP", "Z1"] | Annotated[int, Meta(ge=1, le=24)]
"""Where a fielder puts the ball: a base or the pitcher by name, a step by its number (a tag, D42)."""


def _is_moment(at: str) -> bool:
    if not MOMENT.fullmatch(at):
        return False
    year, month, day = int(at[:4]), int(at[5:7]), int(at[8:10])
    return day <= monthrange(year, month)[1]


class Line(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type"):
    """What every line may carry besides what it says; replay ignores it.

    Attributes:
        at: when it was recorded.
        by: what reported it.
        confidence: how sure the camera was, 0 to 1.
    """

    at: str | UnsetType = UNSET
    by: Source | UnsetType = UNSET
    confidence: Annotated[float, Meta(ge=0, le=1)] | UnsetType = UNSET

    def __post_init__(self) -> None:
        if self.at is not UNSET and not _is_moment(self.at):
            raise ValueError("Expected a moment in UTC such as 2026-01-02T03:04:05Z - at `$.at`")


class Team(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A team as the set-up names it (D5, D6, D53)."""

    name: Name
    color: Name
    lineup: Annotated[tuple[Helmet, ...], Meta(min_length=4, max_length=4)] | UnsetType = UNSET
    players: Annotated[tuple[Name, ...], Meta(min_length=1, max_length=2)] | UnsetType = UNSET


class Setup(Line, frozen=True, tag="game"):
    """The first line of a record: which game, how long, and who plays."""

    rules: RulesName
    away: Team
    home: Team
    innings: Annotated[int, Meta(ge=1, le=99)] | UnsetType = UNSET


class Die(Line, frozen=True, tag="die"):
    """A coloured or white d10 came to rest; a face printed 0 counts 10 (D4)."""

    color: Name
    value: D10


class Chip(Line, frozen=True, tag="chip"):
    """The toss fell."""

    face: Face


class Roll(Line, frozen=True, tag="roll"):
    """Six-sided dice came to rest, for the other games; how many a game uses is its law's business."""

    values: tuple[D6, ...]


class Move(Line, frozen=True, tag="move"):
    """The runner who has just thrown goes to that place (D29, D32)."""

    to: Place


class Skip(Line, frozen=True, tag="skip"):
    """The next runner in turn does not run (D27)."""


class Ball(Line, frozen=True, tag="ball"):
    """Where the fielder puts the ball (D35, D42)."""

    to: Target


class Hold(Line, frozen=True, tag="hold"):
    """The fielders decline to throw (D39)."""


class Call(Line, frozen=True, tag="call"):
    """Something said aloud: ``bunt``, ``steal``, ``run 3B`` …, and the signs and cards of the other games."""

    call: Annotated[str, Meta(min_length=1, max_length=200, pattern=PRINTABLE)]


class Press(Line, frozen=True, tag="press"):
    """A button of the scorer (D54, D55)."""

    button: Button


class Set(Line, frozen=True, tag="set"):
    """A correction stated outright; what is not named stays. It names at least one thing, and runners that differ."""

    inning: Annotated[int, Meta(ge=1, le=999)] | UnsetType = UNSET
    half: Half | UnsetType = UNSET
    balls: Annotated[int, Meta(ge=0, le=3)] | UnsetType = UNSET
    strikes: Annotated[int, Meta(ge=0, le=2)] | UnsetType = UNSET
    outs: Annotated[int, Meta(ge=0, le=2)] | UnsetType = UNSET
    away: Runs | UnsetType = UNSET
    home: Runs | UnsetType = UNSET
    runners: Annotated[tuple[RunnerPlace, ...], Meta(max_length=3)] | UnsetType = UNSET

    def __post_init__(self) -> None:
        super().__post_init__()
        if not says(self):
            raise ValueError("A `set` names at least one thing to set")
        if self.runners and len(set(self.runners)) < len(self.runners):
            raise ValueError("Two runners cannot stand on one place - at `$.runners`")


class Amend(Line, frozen=True, tag="amend"):
    """An earlier line was misread: it counts as if it had said this one thing."""

    line: Annotated[int, Meta(ge=1)]
    value: D10 | UnsetType = UNSET
    face: Face | UnsetType = UNSET
    values: tuple[D6, ...] | UnsetType = UNSET

    def __post_init__(self) -> None:
        super().__post_init__()
        if len(says(self).keys() - {"line"}) != 1:
            raise ValueError("An `amend` says exactly one of `value`, `face` and `values`")


class Hits(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What an expectation says of both teams' hits (D45)."""

    away: Count
    home: Count


class Up(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What an expectation says of the players at bat and pitching (D53)."""

    bats: Name | None
    pitches: Name | None


class Unfit(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A line that no longer fits since an earlier one was amended, and the law's reason."""

    line: Annotated[int, Meta(ge=1)]
    why: str


class Expect(Line, frozen=True, tag="expect"):
    """Not part of the game: an assertion about the state, for golden games. Keys as in a state line.

    A null says that the state line has null there, or nothing at all: ``"refused":null`` is *the line before was
    accepted*.
    """

    line: Annotated[int, Meta(ge=1)] | UnsetType = UNSET
    inning: Annotated[int, Meta(ge=1)] | UnsetType = UNSET
    half: Half | UnsetType = UNSET
    balls: Count | UnsetType = UNSET
    strikes: Count | UnsetType = UNSET
    outs: Count | UnsetType = UNSET
    away: Count | UnsetType = UNSET
    home: Count | UnsetType = UNSET
    runners: tuple[RunnerPlace, ...] | UnsetType = UNSET
    ball: str | int | UnsetType = UNSET
    phase: str | UnsetType = UNSET
    awaits: str | UnsetType | None = UNSET
    options: tuple[int | str, ...] | UnsetType = UNSET
    calls: tuple[str, ...] | UnsetType = UNSET
    chase: bool | UnsetType = UNSET
    said: str | UnsetType = UNSET
    over: bool | UnsetType = UNSET
    winner: Side | UnsetType | None = UNSET
    hits: Hits | UnsetType = UNSET
    up: Up | UnsetType | None = UNSET
    batter: Helmet | UnsetType | None = UNSET
    dugout: tuple[Helmet, ...] | UnsetType | None = UNSET
    refused: str | UnsetType | None = UNSET
    unfit: tuple[Unfit, ...] | UnsetType | None = UNSET


Event: TypeAlias = Die | Chip | Roll | Move | Skip | Ball | Hold | Call | Press | Set
"""What `apply` judges. `Amend`, and a press of ``undo`` or ``redo``, are about the past: `history` judges those."""
AnyLine: TypeAlias = Setup | Event | Amend | Expect
"""Everything a record may hold."""


def says(line: Line) -> dict[str, object]:
    """What the line says: its fields by name, without those it leaves out and those any line may carry."""
    fields = {name: getattr(line, name) for name in line.__struct_fields__ if name not in Line.__struct_fields__}
    return {name: value for name, value in fields.items() if value is not UNSET}
