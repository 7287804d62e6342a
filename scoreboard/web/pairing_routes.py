"""Pairing a phone, and the list of those that are paired: who may play and who may own.

Rule kept here: the digits are shown at the box and nowhere else; a request only has them shown.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Annotated, Final, TypeVar

from aiohttp import web
from msgspec import UNSET, Meta, Struct, UnsetType

from scoreboard.message import message
from scoreboard.rules.events import Name
from scoreboard.web.disk_words import not_kept
from scoreboard.web.guard import ChangeError, Guard, answered, body_of
from scoreboard.web.pairing import (
    NoCodeError,
    Pairing,
    PairingClosedError,
    PairingCode,
    PairingError,
    WrongCodeError,
)
from scoreboard.web.phones import COOKIE, YEAR_S, LastOwnerError, Phone, PhoneBook, Role
from scoreboard.web.routes import LANGUAGE, Answer, Parameter, Route, refused

STATUS: Final[dict[type[PairingError], int]] = {PairingClosedError: 429, NoCodeError: 409, WrongCodeError: 403}
"""What each refusal is in HTTP."""
ID: Final = Parameter("id", "Of the phone.", "path")
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
    """Whether the phone that asks is paired, and as what."""

    paired: bool
    phone: Phone | None


class PairingRoutes:
    """The handlers; ``show`` has a code shown at the box, or taken down."""

    def __init__(
        self, pairing: Pairing, phones: PhoneBook, guard: Guard, show: Callable[[PairingCode | None], None]
    ) -> None:
        self._pairing, self._phones, self._guard, self._show = pairing, phones, guard, show

    def routes(self) -> tuple[Route, ...]:
        """The rows of the table."""
        path, every, closed = "/api/phones/{id}", Answer("The phones.", tuple[Phone, ...]), refused(429)
        shown, phone, myself = Answer("They are shown.", CodeShown), Answer("The phone.", Phone), Answer("It.", Myself)
        looks = refused(401, 403)
        changes = {**refused(400, 404, 409, 503), **looks, **closed}
        rows = (
            Route("POST", "/api/pair/begin", self.begin, "Has the panel show six digits for a minute.",
                  {200: shown, **refused(403), **closed}, LANGUAGE),
            Route("POST", "/api/pair", self.pair, "Pairs a phone by those digits; the answer sets its cookie.",
                  {200: phone, **refused(400, 403, 409, 503), **closed}, LANGUAGE, PairRequest),
            Route("GET", "/api/me", self.myself, "Tells whether this phone is paired.", {200: myself}),
            Route("GET", "/api/phones", self.listed, "Lists the phones.", {200: every, **looks}, LANGUAGE,
                  role="owner"),
            Route("PATCH", path, self.change, "Gives a phone a role or a name.", {200: phone, **changes},
                  (*LANGUAGE, ID), PhoneChange, role="owner"),
            Route("DELETE", path, self.revoke, "Forgets a phone: its cookie holds no longer.", {200: every, **changes},
                  (*LANGUAGE, ID), role="owner"),
        )  # fmt: skip
        return self._guard.guarded(rows)

    async def begin(self, _: web.Request) -> web.Response:
        """Have the digits shown; the answer does not have them."""
        try:
            code = self._pairing.ask()
        except PairingError as error:
            raise _as_change(error) from error
        self._show(code)
        return answered(CodeShown(self._pairing.seconds_left))

    async def pair(self, request: web.Request) -> web.Response:
        """Put the phone on the list, and give it its cookie."""
        asked = await body_of(request, PairRequest)
        try:
            code = self._pairing.use(asked.code)
        except PairingError as error:
            if self._pairing.code is None:
                self._show(None)
            raise _as_change(error) from error
        self._show(None)
        name = asked.name if asked.name is not UNSET else f"Phone {len(self._phones.phones) + 1}"
        phone = await _kept(self._phones.add(name, owner=code.owner))
        answer = answered(phone)
        answer.set_cookie(COOKIE, self._phones.cookie(phone), max_age=YEAR_S, httponly=True, samesite="Strict")
        return answer

    async def myself(self, request: web.Request) -> web.Response:
        """Tell the phone that asks what it may do."""
        phone = self._guard.phone(request)
        return answered(Myself(phone is not None, phone))

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
    except LastOwnerError as error:
        raise ChangeError(409, message("page.last-owner")) from error
    except OSError as error:
        raise ChangeError(503, not_kept(error)) from error
