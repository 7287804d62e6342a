"""What a new game may be made of, as data: a page draws it, sends a game line and judges nothing.

Rule kept here: all there is to choose, and every word of it, comes from the functions handed in; whether the choices go
together is asked of the server by ``?dry=1``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from aiohttp import web
from msgspec import Struct

from scoreboard.language import Language
from scoreboard.opponent import Strength
from scoreboard.rules.deck import Deck
from scoreboard.rules.events import End, Setup, Team
from scoreboard.rules.house_rules import Helmet
from scoreboard.rules.options import Option
from scoreboard.rules.parks import Park
from scoreboard.web.http.asked_language import language_of
from scoreboard.web.http.guard import Guard, answered
from scoreboard.web.http.routes import LANGUAGE, Answer, Route, refused

BoxSide = Literal["away", "home", "none"]


class StrengthChoice(Struct, frozen=True):
    """How well the box plays; ``about`` says what it does then."""

    name: Strength
    said: str
    about: str


class OptionChoice(Struct, frozen=True):
    """How a game may be played otherwise, and how many innings it usually has then."""

    name: Option
    said: str
    innings: int


class NumberChoice(Struct, frozen=True):
    """A number that a rule of the house may be; null: it is not played so."""

    value: int | None
    said: str


class RulingChoice(Struct, frozen=True):
    """A rule of the house: ``value`` is as the house plays it now; a number has bounds, or ``choices`` to pick from.

    ``only_with`` names the rule without which it does nothing.
    """

    name: str
    said: str
    value: bool | int | None
    least: int | None = None
    most: int | None = None
    choices: tuple[NumberChoice, ...] | None = None
    only_with: str | None = None


class RulesChoice(Struct, frozen=True, kw_only=True):
    """A game that the box has.

    Attributes:
        name: in the game line; of an owner's own the one that its file says.
        park: an owner's own game, with which the game line says `park` as its rules; null for one of ours.
        said: in a word or two.
        about: in a sentence.
        innings: that it has, unless something else is chosen.
        chosen: the options that are chosen unless others are.
        options: those that there are.
        first: the number of the first inning, where it may be chosen.
        decks: of cards, where it is played with them; the first unless another is chosen.
        lineup: the helmets, who bats first in front, where they differ; null in other games.
        throws_off: whether the white die may be thrown for who is Home.
        box: how well the box may play; empty where nobody decides anything.
        house: the rules of the house.
    """

    name: str
    park: Park | None
    said: str
    about: str
    innings: int
    chosen: tuple[Option, ...]
    options: tuple[OptionChoice, ...]
    first: int | None
    decks: tuple[Deck, ...]
    lineup: tuple[Helmet, ...] | None
    throws_off: bool
    box: tuple[StrengthChoice, ...]
    house: tuple[RulingChoice, ...]


class ColorChoice(Struct, frozen=True):
    """A colour of a team's die, and the word for it."""

    name: str
    said: str


class GameChoice(Struct, frozen=True, kw_only=True):
    """A game that may begin: what it is, in words, and what is sent for it.

    Attributes:
        said: in a sentence.
        line: the game line.
        box: the side that the box plays.
        strength: how well.
        throws_off: the white die is thrown for who is Home.
    """

    said: str
    line: Setup
    box: BoxSide
    strength: Strength
    throws_off: bool = False


class EndChoice(Struct, frozen=True):
    """How the game in play may be ended by hand."""

    said: str
    line: End


class NewGameChoices(Struct, frozen=True, kw_only=True):
    """All that there is to choose.

    Attributes:
        usual: a new game as it was chosen last.
        is_first: no game was played here yet, so there is no last one.
        rules: the games.
        teams: that may be taken as they are; any other may be typed.
        colors: of a team's die.
        players: who may be a partner; any other may be typed.
        most_innings: that are offered.
        in_play: how the game in play stands, if one is that would be left.
        ends: how it may be ended by hand.
        again: games like the last one, once it is over: the same again, and with the sides swapped.
        expect: where play is, as `expect` says it.
        series: of which series the usual game is one, and how it stands; null where it is of none.
    """

    usual: GameChoice
    is_first: bool
    rules: tuple[RulesChoice, ...]
    teams: tuple[Team, ...]
    colors: tuple[ColorChoice, ...]
    players: tuple[str, ...]
    most_innings: int
    in_play: str | None
    ends: tuple[EndChoice, ...]
    again: tuple[GameChoice, ...]
    expect: str
    series: str | None = None


Choices = Callable[[Language], NewGameChoices]


def new_game_routes(choices: Choices, guard: Guard) -> tuple[Route, ...]:
    """The row of the table; ``choices`` words what may be chosen, and is called in the loop."""

    async def show(request: web.Request) -> web.Response:
        return answered(choices(language_of(request)))

    answers = {200: Answer("All that there is to choose.", NewGameChoices), **refused(401)}
    row = Route("GET", "/api/new", show, "What a new game may be made of.", answers, LANGUAGE, role="scorer")
    return guard.guarded([row])
