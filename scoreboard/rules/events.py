"""The lines of a game record as frozen values: everything that can happen in a game, and nothing else.

Rule kept here: a record is read strictly. The types below *are* the schema (`docs/record.md` tells it in prose):
an unknown type or key, a value of the wrong type or out of its range does not decode. Whether a well-formed line is
lawful at that moment is not decided here but by `apply`.

Values differ from one another by their class, not by a string: `Die`, `Chip` … carry the record's ``type`` as their
msgspec tag, so that decoding a line gives the right class and encoding a value gives the line back.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

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
Name = Annotated[str, Meta(min_length=1, max_length=40)]
Runs = Annotated[int, Meta(ge=0, le=999)]
Target: TypeAlias = Literal["1B", "2B", "3B", "HP", "Z1"] | Annotated[int, Meta(ge=1, le=24)]
"""Where a fielder puts the ball: a base or the pitcher by name, a step by its number (a tag, D42)."""


class Line(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="type"):
    """What every line may carry besides what it says; replay ignores it.

    Attributes:
        at: when it was recorded, ISO 8601 in UTC.
        by: what reported it.
        confidence: how sure the camera was, 0 to 1.
    """

    at: str | None = None
    by: Source | None = None
    confidence: Annotated[float, Meta(ge=0, le=1)] | None = None


class Team(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A team as the set-up names it (D5, D6, D53)."""

    name: Name
    color: Name
    lineup: Annotated[tuple[Helmet, ...], Meta(min_length=4, max_length=4)] | None = None
    players: Annotated[tuple[Name, ...], Meta(min_length=1, max_length=2)] | None = None


class Setup(Line, tag="game"):
    """The first line of a record: which game, how long, and who plays."""

    rules: RulesName
    away: Team
    home: Team
    innings: Annotated[int, Meta(ge=1, le=99)] | None = None


class Die(Line, tag="die"):
    """A coloured or white d10 came to rest; a face printed 0 counts 10 (D4)."""

    color: Name
    value: D10


class Chip(Line, tag="chip"):
    """The toss fell."""

    face: Face


class Roll(Line, tag="roll"):
    """Six-sided dice came to rest, for the other games."""

    values: Annotated[tuple[D6, ...], Meta(min_length=1, max_length=6)]


class Move(Line, tag="move"):
    """The runner who has just thrown goes to that place (D29, D32)."""

    to: Place


class Skip(Line, tag="skip"):
    """The next runner in turn does not run (D27)."""


class Ball(Line, tag="ball"):
    """Where the fielder puts the ball (D35, D42)."""

    to: Target


class Hold(Line, tag="hold"):
    """The fielders decline to throw (D39)."""


class Call(Line, tag="call"):
    """Something said aloud: ``bunt``, ``steal``, ``run 3B`` …, and the signs and cards of the other games."""

    call: Annotated[str, Meta(min_length=1, max_length=200)]


class Press(Line, tag="press"):
    """A button of the scorer (D54, D55)."""

    button: Button


class Set(Line, tag="set"):
    """A correction stated outright; what is not named stays."""

    inning: Annotated[int, Meta(ge=1, le=999)] | None = None
    half: Half | None = None
    balls: Annotated[int, Meta(ge=0, le=3)] | None = None
    strikes: Annotated[int, Meta(ge=0, le=2)] | None = None
    outs: Annotated[int, Meta(ge=0, le=2)] | None = None
    away: Runs | None = None
    home: Runs | None = None
    runners: Annotated[tuple[RunnerPlace, ...], Meta(max_length=3)] | None = None


class Amend(Line, tag="amend"):
    """An earlier line was misread: it counts as if it had said this."""

    line: Annotated[int, Meta(ge=1)]
    value: D10 | None = None
    face: Face | None = None
    values: Annotated[tuple[D6, ...], Meta(min_length=1, max_length=6)] | None = None


class Expect(Line, tag="expect", forbid_unknown_fields=True):
    """Not part of the game: an assertion about the state, for golden games. Keys as in a state line."""

    # Completed by scoreboard.record's author: one optional field for each key of a state line.


Event: TypeAlias = Die | Chip | Roll | Move | Skip | Ball | Hold | Call | Press | Set
"""What `apply` judges. `Amend`, and a press of ``undo`` or ``redo``, are about the past: `history` judges those."""
