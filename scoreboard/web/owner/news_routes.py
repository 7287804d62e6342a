"""What an update has brought, for an owner's phone.

Rule kept here: what is new comes from a `NewsAccess`, in words; nothing is fetched from anywhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from aiohttp import web
from msgspec import Struct

from scoreboard.language import Language
from scoreboard.message import Words
from scoreboard.web.http.asked_language import language_of
from scoreboard.web.http.guard import Guard, answered
from scoreboard.web.http.routes import LANGUAGE, Answer, Route, refused


@dataclass(frozen=True, slots=True)
class NewsPart:
    """What a version brought."""

    version: str
    points: tuple[Words, ...]


@dataclass(frozen=True, slots=True)
class NewsView:
    """What is new.

    Attributes:
        version: that runs.
        before: the one that ran before; empty if none is known.
        parts: what each version since then brought, the newest first.
        offered: the newer version that an update would install; empty if none is known.
        update: what came of the last update where that is no success, such as a version that was taken back.
    """

    version: str
    before: str
    parts: tuple[NewsPart, ...]
    offered: str
    update: Words = ""


class NewsOfVersion(Struct, frozen=True):
    """What a version brought, in sentences."""

    version: str
    points: tuple[str, ...]


class NewsReport(Struct, frozen=True):
    """What is new, as JSON; each text is empty where there is nothing to tell."""

    version: str
    before: str
    parts: tuple[NewsOfVersion, ...]
    offered: str
    update: str = ""


class NewsAccess(Protocol):
    """The news."""

    async def read(self) -> NewsView:
        """What is new, as it stands when it is asked for."""


def news_routes(access: NewsAccess, guard: Guard) -> tuple[Route, ...]:
    """The row of the table."""

    async def show(request: web.Request) -> web.Response:
        return answered(_report(await access.read(), language_of(request)))

    answers = {200: Answer("What is new.", NewsReport), **refused(401, 403)}
    purpose = "What the last update has brought, and which version is on offer."
    return guard.guarded((Route("GET", "/api/news", show, purpose, answers, LANGUAGE, role="owner"),))


def _report(view: NewsView, language: Language) -> NewsReport:
    parts = tuple(NewsOfVersion(part.version, tuple(map(language.say, part.points))) for part in view.parts)
    update = language.say(view.update) if view.update else ""
    return NewsReport(view.version, view.before, parts, view.offered, update)
