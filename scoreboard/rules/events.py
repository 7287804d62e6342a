"""The lines of a game record as frozen values: everything that can happen in a game, and nothing else.

Rule kept here: a record is read strictly. The types below *are* the schema (`docs/record.md` has it in prose):
an unknown type or key, a value of the wrong type or out of its range does not decode. Whether a well-formed line is
lawful at that moment is not decided here but by `apply`.

Values differ from one another by their class, not by a string: `Die`, `Chip` … carry the record's ``type`` as their
msgspec tag, so that decoding a line gives the right class and encoding a value gives the line back.

What a line leaves out is `UNSET`, never None: an explicit ``null`` in a record is a value of the wrong type.
"""

from __future__ import annotations

import re
from calendar import monthrange
from typing import Annotated, Final, Literal, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType, field

from scoreboard.rules.deck import WORDS, Deck
from scoreboard.rules.house_rules import HELMETS, Helmet, Rulings
from scoreboard.rules.options import FourDiceOptions, Option, RallyBirdOptions, four_dice_options, rallybird_options
from scoreboard.rules.parks import Chart, Park, chart_of, shipped_chart
from scoreboard.rules.parks.park import Sides
from scoreboard.rules.visible import PRINTABLE, SEEN, Name

RulesName = Literal[
    "diamante-amateur",
    "diamante-major",
    "one-die",
    "two-dice",
    "three-dice",
    "dice-baseball",
    "four-dice",
    "rallybird",
    "park",
]
PARK: Final = "park"
"""The rules of a game whose line has its own table."""
Button = Literal["ball", "strike", "out", "run", "homerun", "batter", "next", "ok", "undo", "redo"]
Face = Literal["hit", "out"]
Half = Literal["top", "bottom"]
Side = Literal["away", "home"]
Ending = Literal["forfeit", "called"]
Source = Literal["camera", "button", "web", "mqtt", "box"]

D10 = Annotated[int, Meta(ge=1, le=10)]
USUAL_SIDES: Final = 6
"""Of a die of a roll."""
DieFace = Annotated[int, Meta(ge=1, le=20)]
Place = Annotated[int, Meta(ge=0, le=24)]
"""A place of the base path, D1: 0 the plate, 6, 12 and 18 the bases, 24 home again."""
RunnerPlace = Annotated[int, Meta(ge=1, le=23)]
HelmetNumber = Annotated[int, Meta(ge=0, le=3)]
"""Which of a team's four helmets, in the order of its line-up (D3, D5)."""
Innings = Annotated[int, Meta(ge=1, le=99)]
IN_WORDS = {
    f"matching regex {SEEN!r}": "with something to see in it, nothing invisible, and few marks on a letter",
    f"matching regex {PRINTABLE!r}": "without control characters",
    f"matching regex {WORDS!r}": "of words with one blank between them, of letters, digits and ' ! & + - . , / ( )",
}
"""What msgspec says of text that does not match, and the same for people."""
Runs = Annotated[int, Meta(ge=0, le=999)]
Count = Annotated[int, Meta(ge=0)]
MOMENT = re.compile(
    r"(?!0000)[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"
    r"T([01][0-9]|2[0-3]):[0-5][0-9]:([0-5][0-9]|60)(\.[0-9]{1,9})?(Z|\+00:00)"
)
"""ISO 8601 in UTC, to the second or finer: ``2026-01-02T03:04:05Z``, ``2026-01-02T03:04:05.678+00:00``."""
Target: TypeAlias = Literal["1B", "2B", "3B", "HP", "Z1"] | Annotated[int, Meta(ge=1, le=24)]
"""Where a fielder puts the ball: a base or the pitcher by name, a step by its number (a tag, D42)."""


def in_words(error: str) -> str:
    """What msgspec says of a line that does not decode, for people."""
    for pattern, words in IN_WORDS.items():
        error = error.replace(pattern, words)
    return error


def _check_faces(values: tuple[int, ...], sides: int | UnsetType) -> None:
    most = sides or USUAL_SIDES
    if values and max(values) > most:
        place = next(place for place, value in enumerate(values) if value > most)
        raise ValueError(f"Expected `int` <= {most} - at `$.values[{place}]`")


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


MOST_PARTNERS = 4
"""Who may play for a team (H6)."""


class Team(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A team as the set-up names it (D5, D6, D53)."""

    name: Name
    color: Name
    lineup: Annotated[tuple[Helmet, ...], Meta(min_length=4, max_length=4)] | UnsetType = UNSET
    players: Annotated[tuple[Name, ...], Meta(min_length=1, max_length=MOST_PARTNERS)] | UnsetType = UNSET


class SeriesGame(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The games that two teams play for one prize, and which of them this is (H8).

    Attributes:
        name: of the series.
        game: the number of this one, from 1.
        best_of: how many there are at the most.
    """

    name: Name
    game: Annotated[int, Meta(ge=1, le=99)]
    best_of: Annotated[int, Meta(ge=1, le=99)]

    def __post_init__(self) -> None:
        if self.game > self.best_of:
            raise ValueError("Expected a `game` of at most `best_of`")


class Setup(Line, frozen=True, tag="game"):
    """The first line of a record: which game, how long, who plays, and what the house plays otherwise.

    Attributes:
        rules: which game.
        away: who bats first.
        home: who pitches first.
        innings: how many; the game's own number if it is left out.
        house: what the house plays otherwise.
        options: how it is played otherwise than usual.
        first: the number of the first inning, where a game lets one choose it.
        deck: what it is played with, where it is played with cards.
        series: the one that it is a game of, if it is (H8).
        park: the game itself, where it is a maker's own.
    """

    rules: RulesName
    away: Team
    home: Team
    innings: Innings | UnsetType = UNSET
    house: Rulings | UnsetType = UNSET
    options: tuple[Option, ...] | UnsetType = UNSET
    first: Innings | UnsetType = UNSET
    deck: Deck | UnsetType = UNSET
    series: SeriesGame | UnsetType = UNSET
    park: Park | UnsetType = UNSET

    def __post_init__(self) -> None:
        super().__post_init__()
        if (self.rules == PARK) != (self.park is not UNSET):
            raise ValueError(f'Expected a `park` where `rules` is "{PARK}", and nowhere else')
        for fault in chart_of(self.park).faults if self.park else ():
            raise ValueError(f"{fault.why} - at `$.park.{fault.key}`")

    @property
    def chart(self) -> Chart | None:
        """What each throw of a table game comes to; None in another game."""
        return shipped_chart(self.rules) if self.park is UNSET else chart_of(self.park)

    @property
    def game(self) -> PlayedGame:
        """Which game it is, with all that a maker's own says."""
        return self.rules if self.park is UNSET else self.park

    @property
    def game_name(self) -> str:
        """The name of the game: a maker's own has one that its file says."""
        return self.rules if self.park is UNSET else self.park.name

    @property
    def has_runners(self) -> bool:
        """Anybody ever stands on a base (H4)."""
        return self.chart is None or self.chart.has_batters

    @property
    def four_dice(self) -> FourDiceOptions:
        """How Four-Dice Baseball is played otherwise."""
        return four_dice_options(self.options or ())

    @property
    def rallybird(self) -> RallyBirdOptions:
        """How RallyBird is played otherwise."""
        return rallybird_options(self.options or ())


class Die(Line, frozen=True, tag="die"):
    """A coloured or white d10 came to rest; a face printed 0 counts 10 (D4)."""

    color: Name
    value: D10


class Chip(Line, frozen=True, tag="chip"):
    """The toss fell."""

    face: Face


class Roll(Line, frozen=True, tag="roll"):
    """Dice came to rest, for the other games; how many a game uses is its law's business.

    Attributes:
        values: what they show.
        sides: of each of them, where it has not six.
    """

    values: tuple[DieFace, ...]
    sides: Sides | UnsetType = UNSET

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.sides is not UNSET or max(self.values, default=0) > USUAL_SIDES:
            _check_faces(self.values, self.sides)


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


CallWords = Annotated[str, Meta(min_length=1, max_length=200, pattern=PRINTABLE)]


class Call(Line, frozen=True, tag="call"):
    """Something said aloud: ``bunt``, ``steal``, ``run 3B`` …, and the signs and cards of the other games."""

    call: CallWords


class Press(Line, frozen=True, tag="press"):
    """A button of the scorer (D54, D55)."""

    button: Button


class HitsSet(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How many hits a team really has (D45), of one team or both."""

    away: Runs | UnsetType = UNSET
    home: Runs | UnsetType = UNSET

    def __post_init__(self) -> None:
        _names_a_team(self)


class NamesSet(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a team is really called, one team or both."""

    away: Name | UnsetType = UNSET
    home: Name | UnsetType = UNSET

    def __post_init__(self) -> None:
        _names_a_team(self)


class Set(Line, frozen=True, tag="set"):
    """A correction stated outright; what is not named stays. It names at least one thing, and runners that differ.

    Attributes:
        innings: how many were agreed.
        hits: of one team or both (D45).
        names: of one team or both.
        runners: the places of all men on the base path.
        helmets: theirs, in the order of ``runners``.
        at_bat: whose plate appearance it is.
        dugout: its order, the next to bat first; helmets not named follow in the order of before (D49).
    """

    inning: Annotated[int, Meta(ge=1, le=999)] | UnsetType = UNSET
    half: Half | UnsetType = UNSET
    innings: Innings | UnsetType = UNSET
    balls: Annotated[int, Meta(ge=0, le=3)] | UnsetType = UNSET
    strikes: Annotated[int, Meta(ge=0, le=2)] | UnsetType = UNSET
    outs: Annotated[int, Meta(ge=0, le=2)] | UnsetType = UNSET
    away: Runs | UnsetType = UNSET
    home: Runs | UnsetType = UNSET
    hits: HitsSet | UnsetType = UNSET
    names: NamesSet | UnsetType = UNSET
    runners: Annotated[tuple[RunnerPlace, ...], Meta(max_length=3)] | UnsetType = UNSET
    helmets: Annotated[tuple[HelmetNumber, ...], Meta(max_length=3)] | UnsetType = UNSET
    at_bat: HelmetNumber | UnsetType = UNSET
    dugout: Annotated[tuple[HelmetNumber, ...], Meta(max_length=HELMETS)] | UnsetType = UNSET

    def __post_init__(self) -> None:
        super().__post_init__()
        if not says(self):
            raise ValueError("A `set` names at least one thing to set")
        if not _differ(self.runners):
            raise ValueError("Two runners cannot stand on one place - at `$.runners`")
        self._check_helmets()

    def _check_helmets(self) -> None:
        if not _differ(self.helmets):
            raise ValueError("One helmet cannot be two runners - at `$.helmets`")
        if not _differ(self.dugout):
            raise ValueError("One helmet cannot wait twice - at `$.dugout`")
        if self.helmets is not UNSET and (self.runners is UNSET or len(self.runners) != len(self.helmets)):
            raise ValueError("Expected a helmet for each of `runners` - at `$.helmets`")


class End(Line, frozen=True, tag="end"):
    """The game ends here: one side gives it up, or both agree that it is over."""

    why: Ending
    winner: Side | None

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.winner is None and self.why == "forfeit":
            raise ValueError("A forfeit has a winner, away or home - at `$.winner`")


PlayedGame: TypeAlias = RulesName | Park
"""Which game: by its name in the record, or a maker's own."""
Event: TypeAlias = Die | Chip | Roll | Move | Skip | Ball | Hold | Call | Press | Set | End
"""What `apply` judges. `Amend`, and a press of ``undo`` or ``redo``, are about the past: `history` judges those."""


class Amend(Line, frozen=True, tag="amend"):
    """An earlier line was misread or missed: it says exactly one thing of that line.

    Attributes:
        line: its number; the game line is 1.
        value: it counts as if the die had shown this.
        face: likewise for the chip.
        values: likewise for the dice of a roll.
        sides: of each of these, where it has not six.
        as_: it counts as if it had been this line; None: as if it had not been.
        add: this line counts just before it.
    """

    line: Annotated[int, Meta(ge=1)]
    value: D10 | UnsetType = UNSET
    face: Face | UnsetType = UNSET
    values: tuple[DieFace, ...] | UnsetType = UNSET
    sides: Sides | UnsetType = UNSET
    as_: Event | UnsetType | None = field(default=UNSET, name="as")
    add: Event | UnsetType = UNSET

    def __post_init__(self) -> None:
        super().__post_init__()
        _check_faces(self.values or (), self.sides)
        if self.sides is not UNSET and self.values is UNSET:
            raise ValueError("`sides` are of `values` - at `$.sides`")
        if len(says(self).keys() - {"line", "sides"}) != 1:
            raise ValueError("An `amend` says exactly one of `value`, `face`, `values`, `as` and `add`")
        if any(isinstance(line, Press) and line.button in {"undo", "redo"} for line in (self.as_, self.add)):
            raise ValueError("An `amend` neither adds UNDO or REDO nor puts them in another line's place")


class Hits(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What an expectation says of both teams' hits (D45)."""

    away: Count
    home: Count


class ExpectedUp(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What an expectation says of the players at bat and pitching (D53)."""

    bats: Name | None
    pitches: Name | None


class ExpectedUnfit(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What an expectation says of a line that no longer fits since an earlier one was amended."""

    line: Annotated[int, Meta(ge=1)]
    why: str


class Expect(Line, frozen=True, tag="expect"):
    """Not part of the game: an assertion about the state, for golden games. Keys as in a state line.

    A null says that the state line has null there, or nothing at all: ``"refused":null`` is *the line before was
    accepted*.
    """

    line: Annotated[int, Meta(ge=1)] | UnsetType = UNSET
    inning: Annotated[int, Meta(ge=1)] | UnsetType = UNSET
    innings: Annotated[int, Meta(ge=1)] | UnsetType | None = UNSET
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
    up: ExpectedUp | UnsetType | None = UNSET
    batter: Helmet | UnsetType | None = UNSET
    dugout: tuple[Helmet, ...] | UnsetType | None = UNSET
    refused: str | UnsetType | None = UNSET
    unfit: tuple[ExpectedUnfit, ...] | UnsetType | None = UNSET


AnyLine: TypeAlias = Setup | Event | Amend | Expect
"""Everything a record may hold."""


def says(line: Line) -> dict[str, object]:
    """What the line says: its keys in the record, without those it leaves out and those any line may carry."""
    keys = zip(line.__struct_encode_fields__, line.__struct_fields__, strict=True)
    fields = {key: getattr(line, name) for key, name in keys if name not in Line.__struct_fields__}
    return {key: value for key, value in fields.items() if value is not UNSET}


def _names_a_team(what: HitsSet | NamesSet) -> None:
    if what.away is UNSET and what.home is UNSET:
        raise ValueError("Expected `away`, `home` or both")


def _differ(values: tuple[int, ...] | UnsetType) -> bool:
    return values is UNSET or len(set(values)) == len(values)
