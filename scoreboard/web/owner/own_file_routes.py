"""What owners send for a name, such as the logo of a team: listed for everybody, kept and erased by owners.

Rule kept here: a file is read to a bound and checked by its keeper on a thread; what it was called is not looked at.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

import msgspec
from aiohttp import web
from msgspec import Struct

from scoreboard.errors import UnusableFileError
from scoreboard.message import Message, message
from scoreboard.rules.visible import Name
from scoreboard.web.http.disk_words import not_kept
from scoreboard.web.http.guard import ChangeError, Guard, answered
from scoreboard.web.http.refusals import NotThereError
from scoreboard.web.http.routes import LANGUAGE, Answer, Parameter, Route, refused
from scoreboard.web.http.uploads import FILE, uploaded


class OwnFile(Struct, frozen=True):
    """A file that is kept.

    Attributes:
        name: whose it is.
        address: where it is found.
    """

    name: str
    address: str


class OwnFiles(Protocol):
    """Keeps them."""

    def addresses(self) -> Mapping[str, str]:
        """Where each is found, by the name of whose it is."""

    def keep(self, name: str, sent: bytes) -> None:
        """Keep what was sent in the place of what was kept before.

        Raises:
            UnusableFileError: it is no such file.
            OSError: the disk does not take it.
        """

    def erase(self, name: str) -> bool:
        """Erase it; whether there was one. An OSError if the disk does not let it go."""

    def read(self, key: str) -> bytes | None:
        """The file at an address that ends so; None where there is none."""


@dataclass(frozen=True, slots=True)
class KindOfFile:
    """What is kept.

    Attributes:
        path: under ``/api/``.
        ending: of an address.
        content: its media type.
        most: bytes that may be sent.
        what: it is, in English for the document.
        none: the sentence where there is none.
    """

    path: str
    ending: str
    content: str
    most: int
    what: str
    none: Message


LOGOS = KindOfFile("logos", ".png", "image/png", 8 << 20, "logo of a team", message("page.none.logo"))
WALK_UPS = KindOfFile("walk-ups", ".wav", "audio/wav", 16 << 20, "walk-up sound", message("page.none.walk-up"))
KEY = Parameter("key", "Of the file.", "path", pattern="[A-Za-z0-9_-]{2,240}")
NAME = Parameter("name", "Whose it is.")
ALL = Answer("Every one that is kept.", list[OwnFile])
KEPT_BY_BROWSERS = {"Cache-Control": "max-age=31536000, immutable"}
"""For a year: another file has another address."""


class OwnFileRoutes:
    """The rows of the table for one kind."""

    def __init__(self, kind: KindOfFile, files: OwnFiles, guard: Guard) -> None:
        self._kind, self._files, self._guard = kind, files, guard

    def routes(self) -> tuple[Route, ...]:
        """The rows."""
        kind, path = self._kind, f"/api/{self._kind.path}"
        rows = (
            Route("GET", path, self.listed, f"Every {kind.what}.", {200: ALL}),
            Route("GET", f"{path}/{{key}}{kind.ending}", self.one, f"The {kind.what}.",
                  {200: Answer("The file.", content=kind.content), **refused(404)}, (KEY,)),
        )  # fmt: skip
        refusals = refused(400, 401, 403, 404, 408, 413, 429, 503)
        asked, what = (NAME, *LANGUAGE), {200: ALL, **refusals}
        put = Route("PUT", path, self.keep, f"Keeps the {kind.what}; the body is the file.", what, asked, role="owner")
        delete = Route("DELETE", path, self.erase, f"Erases the {kind.what}.", what, asked, role="owner")
        return (*rows, *self._guard.guarded((put,), (FILE,)), *self._guard.guarded((delete,)))

    async def listed(self, _: web.Request) -> web.Response:
        """All that are kept."""
        return answered([OwnFile(*each) for each in sorted(self._files.addresses().items())])

    async def one(self, request: web.Request) -> web.Response:
        """A file."""
        found = await asyncio.to_thread(self._files.read, request.match_info["key"])
        if found is None:
            raise NotThereError(self._kind.none)
        return web.Response(body=found, content_type=self._kind.content, headers=KEPT_BY_BROWSERS)

    async def keep(self, request: web.Request) -> web.Response:
        """Keep one."""
        name = _name(request)
        sent = await uploaded(request, self._kind.most)
        self._guard.check_role("owner", request)  # it has taken a while, and the phone may be revoked by now
        try:
            await asyncio.to_thread(self._files.keep, name, sent)
        except UnusableFileError as error:
            raise ChangeError(400, error.words) from error
        except OSError as error:
            raise ChangeError(503, not_kept(error)) from error
        return await self.listed(request)

    async def erase(self, request: web.Request) -> web.Response:
        """Erase one."""
        try:
            was_there = await asyncio.to_thread(self._files.erase, _name(request))
        except OSError as error:
            raise ChangeError(503, not_kept(error)) from error
        if not was_there:
            raise ChangeError(404, self._kind.none)
        return await self.listed(request)


def _name(request: web.Request) -> str:
    try:
        return msgspec.convert(request.query.get("name", ""), Name)
    except msgspec.ValidationError as error:
        raise ChangeError(400, message("page.whose-file")) from error
