"""Calling a team or a player otherwise over the season, or making one of two: an owner's."""

from __future__ import annotations

import asyncio

from aiohttp import web
from msgspec import Struct

from scoreboard.rules.visible import Name
from scoreboard.season.names import KindOfName, SeasonNames, tidy
from scoreboard.season.season_book import SeasonBook
from scoreboard.web.http.disk_words import not_kept
from scoreboard.web.http.guard import ChangeError, Guard, answered, body_of
from scoreboard.web.http.routes import LANGUAGE, Answer, Route, refused


class Renaming(Struct, frozen=True, forbid_unknown_fields=True):
    """That a team or player is called otherwise.

    Attributes:
        kind: ``teams`` or ``people``.
        before: what it is called now.
        after: what it is called from now on; the name of another makes one of the two.
    """

    kind: KindOfName
    before: Name
    after: Name


def season_name_routes(book: SeasonBook, guard: Guard) -> tuple[Route, ...]:
    """The row of the table."""

    async def rename(request: web.Request) -> web.Response:
        asked = await body_of(request, Renaming)

        def kept() -> SeasonNames:
            names = book.names().renamed(asked.kind, asked.before, tidy(asked.after))
            book.keep_names(names)
            return names

        try:
            return answered(await asyncio.to_thread(kept))
        except OSError as error:
            raise ChangeError(503, not_kept(error)) from error

    row = Route("POST", "/api/season/names", rename, "Calls a team or a player otherwise over the season.",
                {200: Answer("The names that are not as games have them.", SeasonNames),
                 **refused(400, 401, 403, 429, 503)}, LANGUAGE, Renaming, role="owner")  # fmt: skip
    return guard.guarded((row,))
