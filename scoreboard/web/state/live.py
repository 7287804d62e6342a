"""What the table is shown now, as the pages hold it and as the API tells it.

Rule kept here: every word is in the language that was asked for; everything else is as `docs/record.md` has it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

import msgspec
from msgspec import Struct

from scoreboard.display.initials import team_letters
from scoreboard.display.panel_scene import PanelScene
from scoreboard.language import Language
from scoreboard.message import Message, Words
from scoreboard.record import State, state_line
from scoreboard.rules.state import SHARED
from scoreboard.web.state.hands import Seats, hands
from scoreboard.web.state.offers import offers, throw_off_offers
from scoreboard.web.state.partners import partners

if TYPE_CHECKING:
    from scoreboard.rules.history import History

ASKED_PICTURE = "/api/asked.jpg"
"""Where the picture is that the open question is about."""


class Position(NamedTuple):
    """How far play was when a phone looked, or has been told.

    Attributes:
        game: the number of the game.
        number: of its last line.
        question: the ``id`` of the question that was open, 0 for none; None where it does not matter.
    """

    game: int
    number: int
    question: int | None = None

    def holds(self, game: int, number: int, question: int) -> bool:
        """Whether play is still there, ``question`` being open, 0 for none."""
        return (game, number) == self[:2] and self.question in {None, question}


class OpenQuestion(Struct, frozen=True):
    """A throw that the players are asked about; play waits.

    Attributes:
        what: the die's colour, ``chip`` or ``dice``.
        choices: every answer, the likeliest first.
        offered: the one that OK takes.
        picture: where it can be seen; null where a player enters what no picture shows.
        id: tells it from every other question, also from one about another die of the same colour in the same roll; it
            stays the same while other answers are offered.
    """

    what: str
    choices: tuple[int | str, ...]
    offered: int | str
    picture: str | None = ASKED_PICTURE
    id: int = 1


NOBODY = Seats()


class SeenHelmet(Struct, frozen=True):
    """A helmet that the camera surely sees on the base path: its team's colour, and its place, 1 to 23."""

    color: str
    place: int


class SeenOnBoard(NamedTuple):
    """What the camera sees on the board while no hand is over it.

    Attributes:
        helmets: on the base path.
        unsure: places of the path of which it cannot be told whether one stands there.
        ball: where the ball lies, as the state names it; None where it is not seen at such a place.
    """

    helmets: tuple[SeenHelmet, ...]
    unsure: tuple[int, ...] = ()
    ball: str | int | None = None


class BoardWords(NamedTuple):
    """What is said of the board, and what is seen on it.

    Attributes:
        hint: what a player may do about a piece; empty for nothing.
        out_of_step: how board and score disagree; empty while they do not.
        because: why the last line that was read from the board was read so.
    """

    hint: Words = ""
    out_of_step: Words = ""
    because: Words = ""
    seen: SeenOnBoard | None = None


NOTHING_OF_BOARD = BoardWords()


class HouseWords(NamedTuple):
    """What is said of another house that plays along.

    Attributes:
        house: what it is called.
        said: what is waited for; empty where it is this house's turn.
        asks: whether somebody here must answer it.
    """

    house: str
    said: Words = ""
    asks: bool = False


@dataclass(frozen=True, slots=True)
class Live:
    """What the table is shown now.

    Attributes:
        game: its number in the journal.
        history: the game in play and how it came about.
        asked: the question that is open, if one is.
        notice: what the panel says instead of the score; empty for nothing.
        held: whether play is not on the disk yet.
        throw_off: what is to be done, while the white die is thrown for who is Home in the next game; else empty.
        autopilot: whether simulated players throw; None where there are none, or they cannot play this game.
        not_by_itself: why they cannot play this game; empty where they can, or there are none.
        seats: who plays from a phone, and who has chosen in secret.
        shorts: the letters that an owner chose for a team of that name.
        board: what is said of helmets and ball on the board, and seen.
        house: what is said of another house that plays along; None where none does.
    """

    game: int
    history: History
    asked: OpenQuestion | None = None
    notice: Words = ""
    held: bool = False
    throw_off: Words = ""
    autopilot: bool | None = None
    not_by_itself: Words = ""
    seats: Seats = NOBODY
    shorts: Mapping[str, str] = field(default_factory=dict)
    board: BoardWords = NOTHING_OF_BOARD
    house: HouseWords | None = None

    def at(self, history: History) -> Live:
        """The same game after other lines, without what is asked, said or chosen now."""
        return Live(self.game, history, held=self.held, shorts=self.shorts)

    def shows(self, other: Live) -> bool:
        """Whether the table is shown the same as there."""
        if self.history is not other.history or self.game != other.game:
            return False
        return self._besides_game == other._besides_game

    @property
    def _besides_game(self) -> tuple[object, ...]:
        shown = self.asked, self.notice, self.held, self.throw_off, self.board
        return *shown, self.autopilot, self.not_by_itself, self.seats, self.house


def _board(board: BoardWords, language: Language) -> State:
    """The hints about the board in that language; empty if there are none."""
    worded = {"hint": board.hint, "out_of_step": board.out_of_step, "because": board.because}
    hints: State = {name: language.say(words) for name, words in worded.items() if words}
    return hints if board.seen is None else {**hints, **msgspec.to_builtins(board.seen._asdict())}


def state(live: Live, language: Language, refused: Message | None = None) -> State:
    """The answer to ``/api/state``; ``refused`` says why its last line was, where that is what is told."""
    game = live.history.game
    shown = hands(game, live.seats, language)
    board = _board(live.board, language)
    playing = partners(game, language, throwing=live.asked is None and not live.autopilot)
    away, home = team_letters(PanelScene(game, say=language.say, shorts=live.shorts))
    renamed = {side: name for side, name in msgspec.structs.asdict(game.names).items() if name}
    answer = {
        **state_line(live.history.number, live.history, refused, language.say),
        "number": live.history.number,
        "game": live.game,
        "setup": msgspec.to_builtins(live.history.setup),
        "letters": {"away": away, "home": home},
        "asked": msgspec.to_builtins(live.asked),
        "notice": language.say(live.notice) or None,
        "held": live.held,
        "offers": msgspec.to_builtins(offers(live.history, language, live.seats.played)),
        "autopilot": live.autopilot,
        **({"not_by_itself": language.say(live.not_by_itself)} if live.not_by_itself else {}),
        **({"names": renamed} if renamed else {}),
        **({"board": board} if board else {}),
        **({} if live.house is None else {"house": {**live.house._asdict(), "said": language.say(live.house.said)}}),
        **({} if playing is None or live.throw_off else {"partners": msgspec.to_builtins(playing)}),
        **({} if shown is None else {"hands": msgspec.to_builtins(shown)}),
    }
    if live.throw_off:
        answer |= {"said": language.say(live.throw_off), "awaits": SHARED, "options": [], "calls": [], "chase": False}
        answer["offers"] = msgspec.to_builtins(throw_off_offers(language))
    return answer
