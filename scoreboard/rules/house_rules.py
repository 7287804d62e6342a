"""How a house plays: every ruling of the law, named, in one place.

Rule kept here: where the maker's manual is silent or contradicts itself, the law carries a **(ruling)**, and each
ruling is a field below, so that a family that plays it otherwise can see it and change it: by the name of the field in
the configuration (`ruled`), or ``start(setup, house=HouseRules(walk_off=False))``.

The two levels of Diamante are two values of one type. What sets Major League apart is data here too: what a helmet adds
to a throw, and which of its plays are played.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import NoneType
from typing import Annotated, Any, Literal, TypeAlias, get_args, get_type_hints

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from scoreboard.message import Message, message
from scoreboard.rules.errors import BadSetupError

Helmet = Literal["+", "", "-"]
"""What is painted on a helmet (D5)."""
PAINTED: Mapping[Helmet, Message] = {
    "+": message("helmet.plus"),
    "": message("helmet.plain"),
    "-": message("helmet.minus"),
}
"""The same in words: a lone hyphen would read as a slip of the pen; spoken, ``plus`` and ``minus`` are words (D16)."""
Plus: TypeAlias = Annotated[int, Meta(ge=0, le=9)]
Minus: TypeAlias = Annotated[int, Meta(ge=-9, le=0)]
Lead: TypeAlias = Annotated[int, Meta(ge=1, le=99)]
NthInning: TypeAlias = Annotated[int, Meta(ge=1, le=99)]
Cap: TypeAlias = Annotated[int, Meta(ge=1, le=20)]
ExtraInnings: TypeAlias = Annotated[int, Meta(ge=0, le=9)]
NthExtraInning: TypeAlias = Annotated[int, Meta(ge=1, le=9)]
Minutes: TypeAlias = Annotated[int, Meta(ge=1, le=999)]
HeadStart: TypeAlias = Annotated[int, Meta(ge=0, le=20)]

HELMETS = 4
"""What each team has (D3)."""


class HouseRules(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a house may decide for itself.

    Attributes:
        lineup: the four helmets in dugout order, where the set-up names none (D5); empty where helmets do not differ,
            as in Amateur. Ruled +, plain, plain, - because the manual gives no counts.
        plus: what a + helmet adds to each of its batting and running throws (D16); nothing in Amateur.
        minus: likewise for a - helmet. It comes before any comparison: a - helmet's 10 is a 9 and never a second throw
            (D20). Ruled so because the manual says that a - helmet cannot hit a home run.
        bunt: bunts are played (D24).
        steal: steals are played (D46).
        tag_up: tag-ups are played (D48).
        tag: the ball may be carried along the path, and a 1 from a base or step carries it one step (D36, D42).
        extra_throws: a 10 thrown to a base earns another throw (D41).
        walk_off: the home half of the last inning ends at once when Home takes the lead (D8). Ruled so because
            baseball does. Otherwise that half, once it has begun, is played to its end.
        extra_runner: each half of an extra inning begins with a runner on second base (D9); not in the table games,
            unless the house says so, and never in three-dice, which has no runners.
        extra_runner_from: the extra inning from which on it does, counted from 1 (H4).
        mercy: the game is over when one side leads by so many runs (H1); None: it is not.
        mercy_from: from the so manieth inning played on; None: from the fifth, or the last if fewer are played.
        cap: a half-inning ends with so many runs (H2); None: it does not.
        cap_last: also in the last inning and in extra innings.
        tie_after: a game that is level after so many extra innings is over, and nobody has won (H3); None: it goes on.
        minutes: after so many the box says that the inning in play is the last one (H5); the law has no clock.
        away_start: runs of Away that stand on the board before the first throw (H7).
        home_start: likewise of Home.
        stranded_must_run: a runner between bases must throw when his turn comes (D27). Ruled so because otherwise
            both sides could wait for ever.
        passing_is_out: a runner who passes a teammate, or runs through the ball's place, is out (D30).
        tag_stops_on_bases: a tag may end on any base that it reaches (D42); otherwise it travels its full number unless
            it meets a runner. Ruled so because a ball put on a base is what every other throw does.
        steal_after_foul: a steal may be called after a foul (D46). Ruled out because a foul is a dead ball.
        steal_keeps_batter: the batter and his count stay after a steal (D46). Ruled so because the manual's "new
            Batter" would rob the one at bat.
        unmet_batter_leads: a batter to whom nothing was pitched goes back to the head of the dugout when the
            half-inning ends (D50). Ruled so because it was not his turn yet.
        third_out_batter_last: a batter who is put out on the path for the third out enters the dugout last, like one
            who strikes out, and not before the runners like any other runner (D50).
        minus_ten_is_hit: a - helmet's 10 is a hit to zone 9 whatever was pitched, also against a 9 (D20). Ruled a foul
            because the modifier comes first; the manual says that a 10 "will turn into a hit to Zone 9".
        back_anywhere: any runner may go backward, from a base too and past bases, but not to the plate (D29). Ruled
            out because a runner would be safer for having gone back; the manual says "forward or backwards".
        keep_running_after_throw: keep-running may also be called when a play ends on a throw of the fielders, and a
            running turn follows (D33). Ruled out because the play should not be drawn out by a runner who has just been
            thrown out; the manual says "if the Ball is still in play".
        steal_after_walk: a steal may be called after a walk, too (D46). Ruled out because the plate appearance is over;
            the manual says "after a pitch (ball or Strike)".
    """

    lineup: tuple[Helmet, ...] = ()
    plus: Plus = 0
    minus: Minus = 0
    bunt: bool = False
    steal: bool = False
    tag_up: bool = False
    tag: bool = False
    extra_throws: bool = False
    walk_off: bool = True
    extra_runner: bool = True
    extra_runner_from: NthExtraInning = 1
    mercy: Lead | None = None
    mercy_from: NthInning | None = None
    cap: Cap | None = None
    cap_last: bool = False
    tie_after: ExtraInnings | None = None
    minutes: Minutes | None = None
    away_start: HeadStart = 0
    home_start: HeadStart = 0
    stranded_must_run: bool = True
    passing_is_out: bool = True
    tag_stops_on_bases: bool = True
    steal_after_foul: bool = False
    steal_keeps_batter: bool = True
    unmet_batter_leads: bool = True
    third_out_batter_last: bool = True
    minus_ten_is_hit: bool = False
    back_anywhere: bool = False
    keep_running_after_throw: bool = False
    steal_after_walk: bool = False

    def __post_init__(self) -> None:
        if len(self.lineup) not in {0, HELMETS}:
            raise ValueError("Expected no helmet or four - at `$.lineup`")

    def modified(self, helmet: Helmet, value: int) -> int:
        """The number that a throw of this helmet counts (D16)."""
        return max(0, value + self.adds(helmet))

    def adds(self, helmet: Helmet) -> int:
        """What this helmet adds to each of its batting and running throws (D16)."""
        if helmet == "+":
            return self.plus
        return self.minus if helmet == "-" else 0


def _stated(kind: Any) -> Any:  # noqa: ANN401 - a type of any kind
    """What a ruling of that type may be stated as: what is not ruled at all is left out, and no null."""
    return next(each for each in get_args(kind) if each is not NoneType) if NoneType in get_args(kind) else kind


_SomeOfHouseRules: Any = msgspec.defstruct(
    "_SomeOfHouseRules",
    [
        (name, _stated(kind) | UnsetType, UNSET)
        for name, kind in get_type_hints(HouseRules, include_extras=True).items()
    ],
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
)


class Rulings(_SomeOfHouseRules):  # type: ignore[misc] # mypy reads no fields that are computed
    """What a game line says of how it is played: some of the fields of `HouseRules`, each of its type."""

    def __post_init__(self) -> None:
        if self.lineup is not UNSET and len(self.lineup) not in {0, HELMETS}:
            raise ValueError("Expected no helmet or four in `lineup`")


AMATEUR = HouseRules()
TABLE = HouseRules(extra_runner=False)
MAJOR = HouseRules(
    lineup=("+", "", "", "-"), plus=1, minus=-1, bunt=True, steal=True, tag_up=True, tag=True, extra_throws=True
)


def ruled_otherwise(own: HouseRules, house: HouseRules) -> dict[str, object]:
    """In what a house plays otherwise than the game's own way: what `ruled` makes the one of the other with."""
    usual = msgspec.to_builtins(own)
    return {name: value for name, value in msgspec.to_builtins(house).items() if value != usual[name]}


def ruled(house: HouseRules, rulings: Mapping[str, object] | Rulings | UnsetType) -> HouseRules:
    """The house rules with some of them ruled otherwise.

    Args:
        house: the game's own.
        rulings: what differs, by the names of the fields; nothing if a game line says nothing.

    Raises:
        BadSetupError: there is no such ruling, or it cannot be so.
    """
    differing = {} if rulings is UNSET else msgspec.to_builtins(rulings)
    try:
        return msgspec.convert({**msgspec.to_builtins(house), **differing}, HouseRules)
    except msgspec.ValidationError as error:
        raise BadSetupError("setup.house-rules", error=str(error)) from error
