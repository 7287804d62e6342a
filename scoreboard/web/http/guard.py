"""Who may change what: the checks before every change, and how a refusal is worded in the asked language.

Rule kept here: nothing is changed before a request is known to come from our own page, which no other site can make a
browser say, and from a phone that is paired and may do that. Every change has one row, which says the role.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from math import ceil
from types import MappingProxyType
from typing import Final, Protocol, TypeVar

import msgspec
from aiohttp import web

from scoreboard.message import Words, message
from scoreboard.msgspec_errors import DECODE_ERRORS, located
from scoreboard.web.http.asked_language import language_of
from scoreboard.web.http.disk_words import not_kept
from scoreboard.web.http.guests import guest_of
from scoreboard.web.http.malformed_words import malformed_words
from scoreboard.web.http.own_host import host_of
from scoreboard.web.http.phone import COOKIE, Phone
from scoreboard.web.http.refusals import Handler, refusal
from scoreboard.web.http.routes import JSON, Role, Route

BURST: Final = 30
"""Changes that a phone may make at once."""
EACH_S: Final = 0.25
"""Seconds after which it may make another."""
MOST_COUNTED: Final = 256
"""Senders whose changes are counted at once; the one that was heard longest ago is forgotten."""
Body = TypeVar("Body")


class ChangeError(Exception):
    """A change is refused.

    Attributes:
        status: of HTTP.
        words: why.
        wait_s: after how many seconds it may be tried again, if that helps.
        fields: why, by the key of what is wrong, where several things were sent.
    """

    def __init__(
        self, status: int, words: Words, wait_s: float = 0.0, fields: Mapping[str, Words] = MappingProxyType({})
    ) -> None:
        super().__init__(status, words)
        self.status, self.words, self.wait_s, self.fields = status, words, wait_s, fields


class KnownPhones(Protocol):
    """The phones that are paired, as far as a request shows them."""

    def holder(self, cookie: str) -> Phone | None:
        """The phone that this cookie is of; None if it is of none that is paired."""

    async def meet(self, cookie: str) -> Phone | None:
        """Put a phone on the list that shows its cookie for the first time; `OSError` if that cannot be kept."""


class Guard:
    """Makes the handlers of rows into those of the application; ``now`` is a clock that nobody sets, in seconds."""

    def __init__(self, phones: KnownPhones, now: Callable[[], float]) -> None:
        self._phones, self._pace = phones, Pace(now)

    def phone(self, request: web.Request) -> Phone | None:
        """The phone that asks, if it is paired."""
        return self._phones.holder(request.cookies.get(COOKIE, ""))

    def check_role(self, role: Role, request: web.Request) -> Phone | None:
        """The phone that asks; `ChangeError` unless it may do what that role may."""
        phone = self.phone(request)
        if role != "anyone" and phone is None:
            raise ChangeError(401, message("page.not-paired"))
        if phone is not None and role == "owner" and phone.role != "owner":
            raise ChangeError(403, message("page.owners-only"))
        return phone

    def guarded(self, routes: Iterable[Route], kinds: Sequence[str] = (JSON,)) -> tuple[Route, ...]:
        """The rows with their handlers behind the checks; ``kinds`` are the content types of what is sent to them."""
        return tuple(replace(route, handler=self._behind(route, kinds)) for route in routes)

    def _behind(self, route: Route, kinds: Sequence[str]) -> Handler:
        async def handle(request: web.Request) -> web.StreamResponse:
            try:
                await self._meet(request)
                self._check(route, kinds, request)
                return await route.handler(request)
            except ChangeError as error:
                return change_refused(error, request)

        return handle

    async def _meet(self, request: web.Request) -> None:
        """Put a phone on the list that shows its cookie for the first time; `ChangeError` if the disk takes it not."""
        try:
            await self._phones.meet(request.cookies.get(COOKIE, ""))
        except OSError as error:
            raise ChangeError(503, not_kept(error)) from error

    def _check(self, route: Route, kinds: Sequence[str], request: web.Request) -> None:
        """Raise `ChangeError` unless the sender may do that: the phone first, then where it was asked from."""
        phone = self.check_role(route.role, request)
        if route.method == "GET":
            return
        if not _is_own(request):
            raise ChangeError(403, message("page.other-origin"))
        if request.content_type not in kinds:
            raise ChangeError(403, message("page.content-type", kind=kinds[0]))
        self._pace.check(phone.id if phone is not None else guest_of(request.remote))


class Pace:
    """How often each sender asks for something: ``burst`` times at once, and then once each ``each_s`` seconds."""

    def __init__(self, now: Callable[[], float], burst: int = BURST, each_s: float = EACH_S) -> None:
        self._now, self._burst, self._each_s = now, burst, each_s
        self._full: OrderedDict[str, float] = OrderedDict()
        """When each could send all of a burst again."""

    def check(self, sender: str) -> None:
        """Count one, or raise `ChangeError` if that sender asks for too many."""
        now = self._now()
        full = max(now, self._full.get(sender, now)) + self._each_s
        if full - now > self._burst * self._each_s:
            raise ChangeError(429, message("page.too-often"), full - now - self._burst * self._each_s)
        self._full[sender] = full
        self._full.move_to_end(sender)
        if len(self._full) > MOST_COUNTED:
            self._full.popitem(last=False)


def change_refused(error: ChangeError, request: web.Request) -> web.Response:
    """A refusal as an answer, in the language that was asked for."""
    headers = {"Retry-After": str(ceil(error.wait_s))} if error.wait_s > 0 else {}
    return refusal(error.status, error.words, headers, error.fields, language_of(request).say)


async def body_of(request: web.Request, kind: type[Body]) -> Body:
    """The body as a value of that type; `ChangeError` names the key that is wrong."""
    return read_as(await request.read(), kind)


def read_as(raw: bytes, kind: type[Body]) -> Body:
    """What was sent, as a value of that type; `ChangeError` names the key that is wrong."""
    try:
        return msgspec.json.decode(raw, type=kind)
    except DECODE_ERRORS as error:
        raise malformed(str(error)) from error


def answered(value: object, status: int = 200) -> web.Response:
    """A value as JSON."""
    return web.Response(body=msgspec.json.encode(value), status=status, content_type=JSON)


def malformed(why: str) -> ChangeError:
    """A body that says nothing that could be done: where it is wrong, and how."""
    what, place = located(why)
    reason = malformed_words(what)
    if not place:
        return ChangeError(400, message("page.malformed", why=reason))
    return ChangeError(400, message("page.malformed-at", key=place.lstrip("."), why=reason))


def _is_own(request: web.Request) -> bool:
    """Whether our own page asks: browsers let no page name another origin than its own."""
    scheme, _, host = request.headers.get("Origin", "").partition("://")
    return scheme in {"http", "https"} and host == host_of(request)  # a proxy before us may speak HTTPS
