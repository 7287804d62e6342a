"""What only the phone of a side sees: its cards, gloves or signs, and what it has chosen.

Rule kept here: an answer has the hands of the sides that the asking phone plays and of no other, and is kept nowhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple, Protocol

from aiohttp import web
from msgspec import UNSET, Struct, UnsetType

from scoreboard.message import message
from scoreboard.rules.events import CallWords, Side
from scoreboard.rules.history import History
from scoreboard.web.http.asked_language import language_of
from scoreboard.web.http.guard import ChangeError, Guard, answered, body_of
from scoreboard.web.http.phone import Phone
from scoreboard.web.http.routes import LANGUAGE, Answer, Route, refused
from scoreboard.web.play.play_routes import EXPECT, expected
from scoreboard.web.state.hands import OwnHand, own_hand
from scoreboard.web.state.live import Position
from scoreboard.web.state.view import PageData
from scoreboard.web.watch.look import live_of


class OwnSides(NamedTuple):
    """The sides that a phone plays, each with the call of its choice or None, and the game as it was then."""

    game: int
    history: History
    chosen: Mapping[Side, str | None]


class HandChanges(Protocol):
    """What the phone of a side may change; the loop does it in its turn.

    A phone is named by its id. Each change is answered by what the phone's sides were right after it, and raises
    `ChangeError` if it changes nothing.
    """

    def own_sides(self, phone: str) -> OwnSides:
        """What a phone's sides are now; NoGameError before the first game."""

    async def take_side(self, phone: str, side: Side) -> OwnSides:
        """Have a phone play a side."""

    async def leave_side(self, phone: str, side: Side, *, is_owner: bool) -> OwnSides:
        """Have it play that side no longer; an owner may free any side."""

    async def choose(self, phone: str, side: Side, call: str | None, expected: Position | None) -> OwnSides:
        """Choose for a side, by the call that will tell it; None takes the choice back."""

    async def deal(self, phone: str, side: Side, expected: Position | None) -> OwnSides:
        """Have chance take cards out of play for a side."""


class SideRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """Play a side from this phone, or leave it."""

    side: Side
    take: bool = True


class Choosing(Struct, frozen=True, forbid_unknown_fields=True):
    """What a side chooses: the call that tells it, or null for none; or that the cards are dealt."""

    side: Side
    choice: CallWords | UnsetType | None = UNSET
    deal: bool = False


class OwnHands(Struct, frozen=True):
    """The hands of the sides that this phone plays, and how far play is."""

    game: int
    number: int
    hands: tuple[OwnHand, ...]


class HandRoutes:
    """The handlers; ``view`` shows the table, ``changes`` are the loop's."""

    def __init__(self, view: PageData, changes: HandChanges, guard: Guard) -> None:
        self._view, self._changes, self._guard = view, changes, guard

    def routes(self) -> tuple[Route, ...]:
        """The rows of the table."""
        shown = {200: Answer("The hands of this phone's sides.", OwnHands), **refused(401, 403, 404)}
        changed = {**shown, **refused(400, 409, 412, 429, 503)}
        rows = (
            Route("GET", "/api/secret", self.look, "Shows the hands of the sides that this phone plays.", shown,
                  LANGUAGE),
            Route("POST", "/api/secret", self.choose, "Chooses in secret, until both sides have.", changed,
                  (*LANGUAGE, EXPECT), Choosing),
            Route("POST", "/api/secret/sides", self.sit, "Plays a side from this phone, or leaves it.", changed,
                  LANGUAGE, SideRequest),
        )  # fmt: skip
        return self._guard.guarded(replace(row, role="scorer") for row in rows)

    async def look(self, request: web.Request) -> web.Response:
        """What this phone may see."""
        live_of(self._view)  # there is nothing to be seen before the first game
        return _answer(request, self._changes.own_sides(self._phone(request).id))

    async def choose(self, request: web.Request) -> web.Response:
        """Choose, take back, or deal."""
        asked, phone = await body_of(request, Choosing), self._phone(request).id
        if asked.deal == (asked.choice is not UNSET):
            raise ChangeError(400, message("page.choice-or-deal"))
        if asked.choice is UNSET:
            return _answer(request, await self._changes.deal(phone, asked.side, expected(request)))
        return _answer(request, await self._changes.choose(phone, asked.side, asked.choice, expected(request)))

    async def sit(self, request: web.Request) -> web.Response:
        """Take a side, or leave it."""
        asked, phone = await body_of(request, SideRequest), self._phone(request)
        if asked.take:
            return _answer(request, await self._changes.take_side(phone.id, asked.side))
        return _answer(request, await self._changes.leave_side(phone.id, asked.side, is_owner=phone.role == "owner"))

    def _phone(self, request: web.Request) -> Phone:
        phone = self._guard.phone(request)
        if phone is None:  # it was revoked while it asked
            raise ChangeError(401, message("page.not-paired"))
        return phone


def _answer(request: web.Request, own: OwnSides) -> web.Response:
    language, game = language_of(request), own.history.game
    hands = tuple(own_hand(game, side, chosen, language) for side, chosen in own.chosen.items())
    return answered(OwnHands(own.game, own.history.number, hands))
