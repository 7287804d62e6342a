"""The home's Wi-Fi, which an owner's phone has the stadium join or forget.

Rule kept here: a password comes in and never goes out; no answer has one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol

from aiohttp import web
from msgspec import Struct

from scoreboard.language import Language
from scoreboard.message import Words
from scoreboard.web.http.asked_language import language_of
from scoreboard.web.http.guard import Guard, answered, body_of
from scoreboard.web.http.routes import LANGUAGE, Answer, Route, refused

WifiState = Literal["settled", "joining", "failed"]


class WifiFound(Struct, frozen=True):
    """A Wi-Fi in reach.

    Attributes:
        ssid: its name.
        signal: from 0 to 100.
        lock: none, a password, or something for which the stadium has no key.
        joined: whether the stadium is in it.
    """

    ssid: str
    signal: int
    lock: Literal["open", "password", "other"]
    joined: bool


@dataclass(frozen=True, slots=True)
class HomeWifiView:
    """How the home's Wi-Fi stands.

    Attributes:
        kept: the name of the one that it joins by itself, as an owner had it; empty if there is none.
        state: of the last attempt.
        about: the name of the Wi-Fi that was then meant; empty if there was none.
        said: what came of it; empty if there was none.
        found: what is in reach.
        earlier: whether it was so before the stadium became a Wi-Fi itself.
        why_not: why none can be joined here; empty if one can.
    """

    kept: str
    state: WifiState
    about: str
    said: Words
    found: tuple[WifiFound, ...]
    earlier: bool
    why_not: Words = ""


class HomeWifiReport(Struct, frozen=True):
    """The same as JSON, in words."""

    kept: str
    state: WifiState
    about: str
    said: str
    found: tuple[WifiFound, ...]
    earlier: bool
    why_not: str


class HomeWifiWanted(Struct, frozen=True, forbid_unknown_fields=True):
    """The Wi-Fi to be joined.

    Attributes:
        ssid: its name.
        password: left out, or empty, where it has none.
        country: whose rules the radio is to keep: two letters of ISO 3166, or empty.
    """

    ssid: str
    password: str = ""
    country: str = ""


class HomeWifiAccess(Protocol):
    """The home's Wi-Fi: each method reads how it stands, once it has been asked for; each may raise `ChangeError`."""

    async def read_home(self) -> HomeWifiView:
        """How it stands, and nothing else."""

    async def join_home(self, wanted: HomeWifiWanted) -> HomeWifiView:
        """Have the stadium join that Wi-Fi."""

    async def forget_home(self) -> HomeWifiView:
        """Have it forget the one that is kept."""

    async def scan(self) -> HomeWifiView:
        """Have the radio look what is in reach."""


class HomeWifiRoutes:
    """The handlers."""

    def __init__(self, access: HomeWifiAccess, guard: Guard) -> None:
        self._access, self._guard = access, guard

    def routes(self) -> tuple[Route, ...]:
        """The rows of the table."""
        shown, path = {200: Answer("The home's Wi-Fi.", HomeWifiReport)}, "/api/network/home"
        looks, changes = {**shown, **refused(401, 403)}, {**shown, **refused(400, 401, 403, 409, 429)}
        rows = (
            Route("GET", path, self.show, "The home's Wi-Fi, and what is in reach.", looks, LANGUAGE, role="owner"),
            Route("POST", path, self.join, "Joins a Wi-Fi; it takes half a minute, and phones lose the page meanwhile.",
                  changes, LANGUAGE, HomeWifiWanted, role="owner"),
            Route("DELETE", path, self.forget, "Forgets the home's Wi-Fi.", changes, LANGUAGE, role="owner"),
            Route("POST", f"{path}/look", self.look, "Has the radio look what is in reach; it takes some seconds.",
                  changes, LANGUAGE, role="owner"),
        )  # fmt: skip
        return self._guard.guarded(rows)

    async def show(self, request: web.Request) -> web.Response:
        """How it stands."""
        return _answer(await self._access.read_home(), request)

    async def join(self, request: web.Request) -> web.Response:
        """Ask for it; this page may be gone then."""
        wanted = await body_of(request, HomeWifiWanted)
        return _answer(await self._access.join_home(wanted), request)

    async def forget(self, request: web.Request) -> web.Response:
        """Ask for it."""
        return _answer(await self._access.forget_home(), request)

    async def look(self, request: web.Request) -> web.Response:
        """Ask for it; what is read at once is from before."""
        return _answer(await self._access.scan(), request)


def _answer(view: HomeWifiView, request: web.Request) -> web.Response:
    return answered(_report(view, language_of(request)))


def _report(view: HomeWifiView, language: Language) -> HomeWifiReport:
    words, why_not = language.say(view.said), language.say(view.why_not)
    return HomeWifiReport(view.kept, view.state, view.about, words, view.found, view.earlier, why_not)
