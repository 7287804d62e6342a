"""The shape of the state that the API tells, for its description and for whoever reads it with msgspec."""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType

from scoreboard.commentary import Sound
from scoreboard.rules.events import AnyLine, Half, NamesSet, Setup, Side
from scoreboard.web.state.celebrated import CelebratedMoment
from scoreboard.web.state.hands import Hands
from scoreboard.web.state.live import OpenQuestion, SeenHelmet
from scoreboard.web.state.offers import LineOffers
from scoreboard.web.state.partners import PartnerTasks
from scoreboard.web.state.view import Condition


class DeviceCondition(Struct, frozen=True, kw_only=True):
    """The condition of a device; ``said`` is what is wrong with it and what to do, left out if nothing is."""

    status: Condition
    said: str | UnsetType = UNSET


class ApplianceStatus(Struct, frozen=True, kw_only=True):
    """The condition of the appliance, and the data of an event ``health``."""

    status: Condition
    version: str
    uptime_s: int
    devices: dict[str, DeviceCondition]


class BothSides(Struct, frozen=True):
    """A number of each team."""

    away: int
    home: int


class BothLetters(Struct, frozen=True):
    """A few letters for each team, as on the panel: no two alike."""

    away: str
    home: str


class UnfitLine(Struct, frozen=True):
    """A line that an amendment has left unfit, and why."""

    line: int
    why: str


class BoardHints(Struct, frozen=True, kw_only=True):
    """Hints about helmets and ball on the board; a field without a hint is left out.

    What the camera sees is left out while a hand is over the board, and where no camera looks at one.

    Attributes:
        hint: what a player may do about a piece.
        out_of_step: how board and score disagree; `/api/board` says which is right.
        because: why the last line that was read from the board was read so.
        helmets: that the camera surely sees on the base path.
        unsure: places of the path where it is not clear whether a helmet stands there.
        ball: where the camera sees the ball; null where it is at no place.
    """

    hint: str | UnsetType = UNSET
    out_of_step: str | UnsetType = UNSET
    because: str | UnsetType = UNSET
    helmets: tuple[SeenHelmet, ...] | UnsetType = UNSET
    unsure: tuple[int, ...] | UnsetType = UNSET
    ball: str | int | UnsetType | None = UNSET


class OtherHouseStatus(Struct, frozen=True):
    """The state of another house that plays along.

    Attributes:
        house: what it is called.
        said: what is waited for; empty where it is this house's turn.
        asks: whether somebody here must answer it, on the page `/houses`.
    """

    house: str
    said: str
    asks: bool


class StateOfPlay(Struct, frozen=True, kw_only=True):
    """The state of play: the state line of the record, then what the table sees besides.

    Attributes:
        line: the number of the record's last line.
        runners: places of all helmets on the base path, most advanced first.
        awaits: what is to be thrown.
        options: the legal answers to the last throw, the provisional default first.
        calls: what may be called now.
        said: what comes next, in the asked language.
        winner: once it is over; null for none.
        refused: why the rules refused the last line, if they did.
        number: of the record's last line.
        game: its number in the journal.
        setup: the game line.
        names: of the teams that were put right since.
        letters: of the teams, where their names have no room.
        asked: the open question.
        notice: what the panel says instead of the score.
        held: whether play is not on the disk yet.
        offers: what may be done now, as lines of the record and in words.
        autopilot: whether simulated players throw; null where there are none, or they cannot play this game.
        not_by_itself: why simulated players cannot play this game, where there are any.
        partners: what each player does, where teams name them and play goes on.
        board: what is said of helmets and ball on the board, if anything is.
        house: another house that plays along, where one does.
        hands: cards, gloves and signs, in a game where they are chosen in secret.
    """

    line: int
    inning: int
    half: Half
    balls: int
    strikes: int
    outs: int
    away: int
    home: int
    runners: tuple[int, ...]
    ball: int | str
    phase: str
    awaits: str | None
    options: tuple[int | str, ...]
    calls: tuple[str, ...]
    chase: bool
    said: str
    over: bool
    hits: BothSides
    up: dict[str, str] | UnsetType = UNSET
    batter: str | UnsetType = UNSET
    dugout: tuple[str, ...] | UnsetType = UNSET
    winner: Side | UnsetType | None = UNSET
    refused: str | UnsetType = UNSET
    unfit: tuple[UnfitLine, ...] | UnsetType = UNSET
    number: int
    game: int
    setup: Setup
    names: NamesSet | UnsetType = UNSET
    letters: BothLetters
    asked: OpenQuestion | None
    notice: str | None
    held: bool
    offers: LineOffers
    autopilot: bool | None
    not_by_itself: str | UnsetType = UNSET
    partners: PartnerTasks | UnsetType = UNSET
    board: BoardHints | UnsetType = UNSET
    house: OtherHouseStatus | UnsetType = UNSET
    hands: Hands | UnsetType = UNSET


class StateWithCause(StateOfPlay, frozen=True, kw_only=True):
    """The data of an event ``state``.

    Attributes:
        cause: the line of the record that led to it; null where something else has changed.
        told: the play in one sentence, in the asked language.
        spoken: the play and what is due then, written for a voice; empty where the line says nothing.
        sounds: that the box plays of it, all at once; the addresses are ``/api/sounds/NAME.wav``.
        call: the umpire's, another sound, which the box plays where no voice says it; empty for none.
        moments: what it is celebrated with, such as ``home-run``.
    """

    cause: AnyLine | None
    told: str
    spoken: str
    sounds: tuple[Sound, ...]
    call: str
    moments: tuple[CelebratedMoment, ...]
