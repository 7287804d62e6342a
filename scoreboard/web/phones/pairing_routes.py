"""Pairing a phone, and the list of those that are paired: who may play and who may own.

Rule kept here: the digits are shown at the box and nowhere else; a request only has them shown.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Annotated, Final, TypeVar

from aiohttp import web
from msgspec import UNSET, Meta, Struct, UnsetType

from scoreboard.message import message
from scoreboard.rules.visible import Name
from scoreboard.web.http.disk_words import not_kept
from scoreboard.web.http.guard import ChangeError, Guard, answered, body_of
from scoreboard.web.http.guests import guest_of
from scoreboard.web.http.own_host import host_of
from scoreboard.web.http.phone import COOKIE, YEAR_S, Phone, Role
from scoreboard.web.http.routes import LANGUAGE, Answer, Parameter, Route, refused
from scoreboard.web.phones.pairing import (
    MOVE_S,
    Moves,
    NoCodeError,
    Pairing,
    PairingClosedError,
    PairingCode,
    PairingError,
    WrongCodeError,
)
from scoreboard.web.phones.phone_book import LastOwnerError, OwnersPlaceError, PhoneBook

STATUS: Final[dict[type[PairingError], int]] = {PairingClosedError: 429, NoCodeError: 409, WrongCodeError: 403}
"""What each refusal is in HTTP."""
ID: Final = Parameter("id", "Of the phone.", "path")
WAY: Final = "/pair#move="
"""The path of a link by which a phone moves; what stands after ``#`` no browser sends to any server."""
Addresses = Callable[[], Awaitable[Sequence[str]]]
"""Where the page is found now, each without a path."""
Result = TypeVar("Result")


class CodeShown(Struct, frozen=True):
    """For how many seconds more the panel shows the digits."""

    seconds: int


class PairRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """The six digits that the panel shows, and what the phone is to be called."""

    code: Annotated[str, Meta(pattern=r"^[0-9]{6}\Z")]
    name: Name | UnsetType = UNSET


class PhoneChange(Struct, frozen=True, forbid_unknown_fields=True):
    """What a phone may do from now on, or is called."""

    role: Role | UnsetType = UNSET
    name: Name | UnsetType = UNSET


class Myself(Struct, frozen=True):
    """Whether the phone that asks is paired, and as what.

    Attributes:
        paired: whether it is.
        phone: itself.
        former: phones of its name, if there are any: one may be what it was before; for some minutes after its pairing.
    """

    paired: bool
    phone: Phone | None
    former: tuple[Phone, ...] | UnsetType = UNSET


class NamedPhone(Struct, frozen=True, forbid_unknown_fields=True):
    """A phone by its id: which one this was before, or which one has not kept its cookie."""

    id: Annotated[str, Meta(pattern=r"^[0-9a-f]{16}\Z")]


class WayOpened(Struct, frozen=True):
    """A way to another address, which is open for so many seconds and used once.

    Attributes:
        token: for `POST /api/pair/moved` there.
        links: pages at the other addresses that do that.
        seconds: for how long.
    """

    token: str
    links: tuple[str, ...]
    seconds: int


class Moved(Struct, frozen=True, forbid_unknown_fields=True):
    """The token of a way."""

    token: Annotated[str, Meta(max_length=64)]


class PairingRoutes:
    """The handlers; ``show`` has a code shown at the box, or taken down, ``addresses`` tells where the page is."""

    def __init__(
        self,
        pairing: Pairing,
        phones: PhoneBook,
        guard: Guard,
        show: Callable[[PairingCode | None], None],
        moves: Moves,
        addresses: Addresses,
    ) -> None:
        self._pairing, self._phones, self._guard, self._show = pairing, phones, guard, show
        self._moves, self._addresses = moves, addresses

    def routes(self) -> tuple[Route, ...]:
        """The rows of the table."""
        path, every, closed = "/api/phones/{id}", Answer("The phones.", tuple[Phone, ...]), refused(429)
        shown, phone, myself = Answer("They are shown.", CodeShown), Answer("The phone.", Phone), Answer("It.", Myself)
        looks = refused(401, 403)
        changes = {**refused(400, 404, 409, 503), **looks, **closed}
        rows = (
            Route("POST", "/api/pair/begin", self.begin, "Has the panel show six digits for a minute.",
                  {200: shown, **refused(403), **closed}, LANGUAGE),
            Route("POST", "/api/pair", self.pair, "Pairs a phone by those digits; the answer sets its cookie. It is on "
                  "the list once it has asked for something with that.",
                  {200: phone, **refused(400, 403, 409, 503), **closed}, LANGUAGE, PairRequest),
            Route("POST", "/api/pair/again", self.pair_again, "Says which phone this one was before, soon after its "
                  "pairing; an owner's place needs a code by which the box makes an owner.",
                  {200: phone, **changes}, LANGUAGE, NamedPhone, role="scorer"),
            Route("POST", "/api/pair/undo", self.undo, "Takes back a pairing whose cookie the browser has not kept.",
                  {200: myself, **refused(400, 403, 503), **closed}, LANGUAGE, NamedPhone),
            Route("POST", "/api/pair/move", self.move, "Opens a way for this phone to another address of the box.",
                  {200: Answer("It is open.", WayOpened), **looks, **closed}, LANGUAGE, role="scorer"),
            Route("POST", "/api/pair/moved", self.moved, "Comes by such a way: sets the same phone's cookie.",
                  {200: phone, **refused(400, 403, 409), **closed}, LANGUAGE, Moved),
            Route("GET", "/api/me", self.myself, "Tells whether this phone is paired.", {200: myself, **refused(503)}),
            Route("GET", "/api/phones", self.listed, "Lists the phones.", {200: every, **looks}, LANGUAGE,
                  role="owner"),
            Route("PATCH", path, self.change, "Gives a phone a role or a name.", {200: phone, **changes},
                  (*LANGUAGE, ID), PhoneChange, role="owner"),
            Route("DELETE", path, self.revoke, "Forgets a phone: its cookie holds no longer.", {200: every, **changes},
                  (*LANGUAGE, ID), role="owner"),
        )  # fmt: skip
        return self._guard.guarded(rows)

    async def begin(self, request: web.Request) -> web.Response:
        """Have the digits shown; the answer does not have them."""
        phone = self._guard.phone(request)
        try:
            code = self._pairing.ask(guest_of(request.remote), trusted=phone is not None and phone.role == "owner")
        except PairingError as error:
            raise _as_change(error) from error
        self._show(code)
        return answered(CodeShown(self._pairing.seconds_left))

    async def pair(self, request: web.Request) -> web.Response:
        """Give the phone its cookie, with which it comes onto the list; one that is on it stays the same phone."""
        asked = await body_of(request, PairRequest)
        try:
            code = self._pairing.use(asked.code, guest_of(request.remote))
        except PairingError as error:
            if self._pairing.code is None:
                self._show(None)
            raise _as_change(error) from error
        self._show(None)
        return self._with_cookie(await _kept(self._paired(self._guard.phone(request), asked, owner=code.owner)))

    async def _paired(self, now: Phone | None, asked: PairRequest, *, owner: bool) -> Phone:
        if now is not None:
            what = {} if asked.name is UNSET else {"name": asked.name}
            is_owner = owner or self._phones.lacks_owner
            changed = await self._phones.change(now, **what, **({"role": "owner"} if is_owner else {}))
            if changed is not None:
                return changed
        name = f"Phone {len(self._phones.phones) + 1}" if asked.name is UNSET else asked.name
        return await self._phones.add(name, owner=owner)

    async def pair_again(self, request: web.Request) -> web.Response:
        """Put the phone in the place that it had before."""
        asked, phone = await body_of(request, NamedPhone), self._guard.check_role("scorer", request)
        former = () if phone is None else self._phones.former(phone)
        place = next((each for each in former if each.id == asked.id), None)
        merged = None if phone is None or place is None else await _kept(self._phones.merge(phone, place))
        if merged is None:
            raise ChangeError(404, message("page.no-phone"))
        return self._with_cookie(merged)

    async def undo(self, request: web.Request) -> web.Response:
        """Wait no longer for a phone to show its cookie; one that is on the list stays there."""
        asked = await body_of(request, NamedPhone)
        await _kept(self._phones.drop(asked.id))
        return await self.myself(request)

    async def move(self, request: web.Request) -> web.Response:
        """Open a way to the other addresses at which the page is now."""
        phone = self._guard.check_role("scorer", request)
        if phone is None:
            raise ChangeError(401, message("page.not-paired"))
        token, here = self._moves.begin(phone.id), host_of(request).lower()
        others = dict.fromkeys(each for each in await self._addresses() if each.partition("://")[2] != here)
        return answered(WayOpened(token, tuple(f"{each}{WAY}{token}" for each in others), round(MOVE_S)))

    async def moved(self, request: web.Request) -> web.Response:
        """Be the same phone at this address."""
        asked = await body_of(request, Moved)
        phone = self._phones.find(self._moves.use(asked.token) or "")
        if phone is None:
            raise ChangeError(409, message("pairing.no-way"))
        return self._with_cookie(phone)

    def _with_cookie(self, phone: Phone) -> web.Response:
        answer = answered(phone)
        answer.set_cookie(COOKIE, self._phones.cookie(phone), max_age=YEAR_S, httponly=True, samesite="Strict")
        return answer

    async def myself(self, request: web.Request) -> web.Response:
        """Tell the phone that asks what it may do."""
        phone = self._guard.phone(request)
        former = () if phone is None else self._phones.former(phone)
        return answered(Myself(phone is not None, phone, former or UNSET))

    async def listed(self, _: web.Request) -> web.Response:
        """All phones."""
        return answered(self._phones.phones)

    async def change(self, request: web.Request) -> web.Response:
        """Another role, or another name."""
        phone, wanted = self._named(request), await body_of(request, PhoneChange)
        what = {"name": wanted.name, "role": wanted.role}
        given = {key: value for key, value in what.items() if value is not UNSET}
        changed = await _kept(self._phones.change(phone, **given))
        if changed is None:
            raise ChangeError(404, message("page.no-phone"))
        return answered(changed)

    async def revoke(self, request: web.Request) -> web.Response:
        """Its cookie holds no longer."""
        await _kept(self._phones.revoke(self._named(request)))
        return answered(self._phones.phones)

    def _named(self, request: web.Request) -> Phone:
        phone = self._phones.find(request.match_info["id"])
        if phone is None:
            raise ChangeError(404, message("page.no-phone"))
        return phone


def _as_change(error: PairingError) -> ChangeError:
    return ChangeError(STATUS[type(error)], error.message, error.wait_s)


async def _kept(change: Awaitable[Result]) -> Result:
    """What came of a change of the list; ChangeError if it cannot be, or the disk does not take it."""
    try:
        return await change
    except OwnersPlaceError as error:
        raise ChangeError(403, message("page.owners-place")) from error
    except LastOwnerError as error:
        raise ChangeError(409, message("page.last-owner")) from error
    except OSError as error:
        raise ChangeError(503, not_kept(error)) from error
