"""How the page is found, and the Wi-Fi that the stadium can be itself: shown to an owner, turned on and off by one.

Rule kept here: this knows no network, but a `NetworkAccess`. The password is shown to owners and
to nobody else.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from aiohttp import web
from msgspec import Struct

from scoreboard.language import Language
from scoreboard.message import Words
from scoreboard.web.http.asked_language import language_of
from scoreboard.web.http.guard import Guard, answered, body_of
from scoreboard.web.http.routes import LANGUAGE, Answer, Route, refused


class OwnWifi(Struct, frozen=True):
    """Name and password of the stadium's own Wi-Fi."""

    ssid: str
    password: str


@dataclass(frozen=True, slots=True)
class NetworkView:
    """How the network stands.

    Attributes:
        page: the address of this page there.
        own: the stadium's own Wi-Fi, if it has one.
        on: whether that is on.
        why_not: why it cannot be turned on or off here, or was not; empty if it can.
    """

    page: str
    own: OwnWifi | None
    on: bool
    why_not: Words = ""


class NetworkReport(Struct, frozen=True):
    """The same as JSON, in words."""

    page: str
    own: OwnWifi | None
    on: bool
    why_not: str


class NetworkChange(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether the stadium is to be a Wi-Fi of its own; if not it goes back to the one that it knows."""

    own: bool


class NetworkAccess(Protocol):
    """The network that the page is found on; each method may raise `ChangeError`."""

    async def read(self) -> NetworkView:
        """How it stands."""

    async def change(self, *, own: bool) -> NetworkView:
        """Turn the stadium's own Wi-Fi on or off, and read how the network stands."""


class NetworkRoutes:
    """The handlers."""

    def __init__(self, access: NetworkAccess, guard: Guard) -> None:
        self._access, self._guard = access, guard

    def routes(self) -> tuple[Route, ...]:
        """The rows of the table."""
        shown, path = {200: Answer("The network.", NetworkReport)}, "/api/network"
        looks, changes = refused(401, 403, 503), refused(400, 401, 403, 409, 429, 503)
        rows = (
            Route("GET", path, self.show, "How the page is found, and the stadium's own Wi-Fi.", {**shown, **looks},
                  LANGUAGE, role="owner"),
            Route("PUT", path, self.change, "Turns the stadium's own Wi-Fi on or off.", {**shown, **changes}, LANGUAGE,
                  NetworkChange, role="owner"),
        )  # fmt: skip
        return self._guard.guarded(rows)

    async def show(self, request: web.Request) -> web.Response:
        """How it stands."""
        return answered(_report(await self._access.read(), language_of(request)))

    async def change(self, request: web.Request) -> web.Response:
        """Ask for it; it takes some seconds, and this page may be gone then."""
        wanted = await body_of(request, NetworkChange)
        return answered(_report(await self._access.change(own=wanted.own), language_of(request)))


def _report(view: NetworkView, language: Language) -> NetworkReport:
    return NetworkReport(view.page, view.own, view.on, language.say(view.why_not))
