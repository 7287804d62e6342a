"""Playing with another house: inviting, answering, and what both must agree to."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Literal, NamedTuple, Protocol

from aiohttp import web
from msgspec import Meta, Struct

from scoreboard.language import Language
from scoreboard.message import Words, message
from scoreboard.rules.events import Side
from scoreboard.web.http.asked_language import language_of
from scoreboard.web.http.guard import Guard, answered, body_of
from scoreboard.web.http.refusals import NotThereError
from scoreboard.web.http.routes import JPEG, LANGUAGE, Answer, Route, refused

Stage = Literal["none", "inviting", "answered", "joining", "asking", "playing", "stopped", "aside"]
"""Nobody; this house has invited, and another has answered; it looks for an invitation, and has answered it; both play;
they have stopped; another game is on the board."""
PictureStands = Literal["none", "here", "awaited", "missing", "too-large", "damaged", "forged"]
"""Of the throw that is asked about: none is to be shown, it is there, it has not come, neither house has one, or what
came cannot be shown, or was not sent by the other house."""
Step = Literal["invite", "join", "accept", "agree", "disagree", "withdraw", "common", "leave"]


class AwayStep(Struct, frozen=True, forbid_unknown_fields=True):
    """What is to be done: ``join`` with the code of an invitation, ``agree`` or ``disagree`` to the question."""

    step: Step
    code: Annotated[str, Meta(max_length=20)] = ""
    number: int = 0


class HouseQuestion(NamedTuple):
    """What the other house would correct: its number, what it is, and what the table would see otherwise."""

    number: int
    words: Words
    effects: tuple[Words, ...] = ()


class TwoHouses(NamedTuple):
    """How it stands with the other house.

    Attributes:
        stage: of the game between both.
        own: what this house is called.
        house: what the other is called; empty while nobody is there.
        code: by which the other house finds this one's invitation.
        check: letters that both houses show.
        side: the team that plays here.
        waits: what the table waits for.
        asked: what the other house would correct.
        asks: whether this house has asked for a correction.
        common: where both have stopped, how many lines they have in common.
        picture: whether the throw that is asked about can be seen.
    """

    stage: Stage
    own: str
    house: str = ""
    code: str = ""
    check: str = ""
    side: Side | None = None
    waits: Words = ""
    asked: HouseQuestion | None = None
    asks: bool = False
    common: int | None = None
    picture: PictureStands = "none"


class WordedHouseQuestion(Struct, frozen=True):
    """The correction that the other house proposes, and what would come of it."""

    number: int
    said: str


class TwoHousesStatus(Struct, frozen=True):
    """The game with the other house; see `TwoHouses`. ``no_picture`` is why the throw cannot be seen."""

    stage: Stage
    own: str
    house: str
    code: str
    check: str
    side: Side | None
    said: str
    asked: WordedHouseQuestion | None
    asks: bool
    common: int | None
    picture: PictureStands
    no_picture: str


def status_of(houses: TwoHouses, language: Language) -> TwoHousesStatus:
    """The status in that language."""
    why: Words = ""
    if houses.picture not in {"none", "here"}:
        # one of: houses.picture-awaited, houses.picture-damaged, houses.picture-forged, houses.picture-missing
        # one of: houses.picture-too-large
        why = message(f"houses.picture-{houses.picture}", stadium=houses.house)
    asked = houses.asked and WordedHouseQuestion(houses.asked.number, language.say(houses.asked.words))
    return TwoHousesStatus(
        houses.stage,
        houses.own,
        houses.house,
        houses.code,
        houses.check,
        houses.side,
        language.say(houses.waits),
        asked,
        houses.asks,
        houses.common,
        houses.picture,
        language.say(why),
    )


class HouseAccess(Protocol):
    """Plays with another house; asked in the loop."""

    def other_house(self) -> TwoHouses:
        """How it stands with it."""

    def disputed_picture(self) -> bytes:
        """Of the throw that is asked about, JPEG; empty for none."""

    async def step_with_house(self, asked: AwayStep) -> TwoHouses:
        """Do that; `ChangeError` where nothing is done."""


def away_routes(houses: HouseAccess, guard: Guard) -> tuple[Route, ...]:
    """The rows of the table."""

    async def show(request: web.Request) -> web.Response:
        return answered(status_of(houses.other_house(), language_of(request)))

    async def picture(_: web.Request) -> web.Response:
        if made := houses.disputed_picture():
            return web.Response(body=made, content_type=JPEG)
        raise NotThereError(message("page.none.picture"))

    async def change(request: web.Request) -> web.Response:
        return answered(status_of(await houses.step_with_house(await body_of(request, AwayStep)), language_of(request)))

    shown = {200: Answer("How it stands.", TwoHousesStatus), **refused(401)}
    changed = {**shown, **refused(400, 403, 409, 429, 503)}
    rows = (
        Route("GET", "/api/houses", show, "How it stands with another house that plays along.", shown, LANGUAGE),
        Route("GET", "/api/houses/picture", picture, "The throw that both houses are asked about.",
              {200: Answer("The die or chip.", content=JPEG), **refused(401, 404)}),
        Route("POST", "/api/houses", change, "Invites another house, answers it, or leaves it.", changed, LANGUAGE,
              AwayStep),
    )  # fmt: skip
    return guard.guarded(replace(row, role="scorer") for row in rows)
