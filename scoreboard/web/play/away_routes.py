"""Playing with another house: inviting, answering, and what both must agree to."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Annotated, Literal, NamedTuple

from aiohttp import web
from msgspec import Meta, Struct

from scoreboard.language import Language
from scoreboard.message import Words
from scoreboard.rules.events import Side
from scoreboard.web.http.asked_language import language_of
from scoreboard.web.http.guard import Guard, answered, body_of
from scoreboard.web.http.routes import LANGUAGE, Answer, Route, refused

Stage = Literal["none", "inviting", "answered", "joining", "asking", "playing", "stopped", "aside"]
"""Nobody; this house has invited, and another has answered; it looks for an invitation, and has answered it; both play;
they have stopped; another game is on the board."""
Step = Literal["invite", "join", "accept", "agree", "disagree", "withdraw", "common", "leave"]


class AwayStep(Struct, frozen=True, forbid_unknown_fields=True):
    """What is to be done: ``join`` with the code of an invitation, ``agree`` or ``disagree`` to the question."""

    step: Step
    code: Annotated[str, Meta(max_length=20)] = ""
    number: int = 0


class HouseQuestion(NamedTuple):
    """What the other house would correct: its number, what it is, and the line it is about; 0 for none."""

    number: int
    words: Words
    line: int = 0


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


class AskedTold(Struct, frozen=True):
    """What the other house would correct; ``line`` is the line that it is about, 0 for none."""

    number: int
    said: str
    line: int


class TwoHousesTold(Struct, frozen=True):
    """How it stands with the other house; see `TwoHouses`."""

    stage: Stage
    own: str
    house: str
    code: str
    check: str
    side: Side | None
    said: str
    asked: AskedTold | None
    asks: bool
    common: int | None


def told(houses: TwoHouses, language: Language) -> TwoHousesTold:
    """The same in that language."""
    asked = houses.asked and AskedTold(houses.asked.number, language.say(houses.asked.words), houses.asked.line)
    return TwoHousesTold(
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
    )


def away_routes(
    look: Callable[[], TwoHouses], step: Callable[[AwayStep], Awaitable[TwoHouses]], guard: Guard
) -> tuple[Route, ...]:
    """The rows of the table; ``look`` is called in the loop, ``step`` raises `ChangeError` where nothing is done."""

    async def show(request: web.Request) -> web.Response:
        return answered(told(look(), language_of(request)))

    async def change(request: web.Request) -> web.Response:
        return answered(told(await step(await body_of(request, AwayStep)), language_of(request)))

    shown = {200: Answer("How it stands.", TwoHousesTold), **refused(401)}
    changed = {**shown, **refused(400, 403, 409, 429, 503)}
    rows = (
        Route("GET", "/api/houses", show, "How it stands with another house that plays along.", shown, LANGUAGE),
        Route("POST", "/api/houses", change, "Invites another house, answers it, or leaves it.", changed, LANGUAGE,
              AwayStep),
    )  # fmt: skip
    return guard.guarded(replace(row, role="scorer") for row in rows)
