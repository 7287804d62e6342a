"""The umpire's review over HTTP: what the camera saw of a line, why it was called so, and the best moments of a game.

Rules kept here: anyone may look; only an owner may erase; and disks are read on a thread.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import chain
from typing import Final

import msgspec
from aiohttp import web
from msgspec import Struct

from scoreboard.errors import NoGameError, ScoreboardError
from scoreboard.kept_throws import GameKey, KeptThrow
from scoreboard.language import ENGLISH
from scoreboard.message import Message, message
from scoreboard.record import ReplayStep
from scoreboard.rules import RulesError
from scoreboard.web.http.asked_language import language_of
from scoreboard.web.http.disk_words import not_erased
from scoreboard.web.http.guard import ChangeError, Guard, answered
from scoreboard.web.http.refusals import NotThereError
from scoreboard.web.http.routes import JPEG, JSON, LANGUAGE, NUMBER, Answer, Parameter, Route, refused
from scoreboard.web.state.reviews import Review, line_in_play, review
from scoreboard.web.state.view import PageData
from scoreboard.web.watch.best_moments import BestMoment, best_moments
from scoreboard.web.watch.games import GAME, cannot, tagged_answer
from scoreboard.web.watch.past_games import Archive

WEBP: Final = "image/webp"
NO_PICTURE: Final = message("page.none.picture")
NO_PLAY: Final = message("page.none.play")
LINE: Final = Parameter("line", "The number of the line.", "path", int, NUMBER)


class Erased(Struct, frozen=True):
    """Of how many games pictures were erased."""

    games: int


class ReviewHandlers:
    """The handlers; ``archive`` reads games."""

    def __init__(self, view: PageData, archive: Archive) -> None:
        self._view, self._archive = view, archive

    async def picture(self, request: web.Request) -> web.StreamResponse:
        """The die or chip of a throw, alone."""
        made = await self._read(request, lambda steps: self._kept(request, steps).picture, NO_PICTURE)
        return _seen(made, JPEG)

    async def clip(self, request: web.Request) -> web.StreamResponse:
        """The seconds before it lay still."""
        made = await self._read(request, lambda steps: self._kept(request, steps).clip, NO_PICTURE)
        return _seen(made, WEBP)

    async def review(self, request: web.Request) -> web.StreamResponse:
        """How a line was read, and which clause made the call."""
        game, line, language = _number(request, GAME), _number(request, LINE), language_of(request)

        def encoded(steps: Iterator[ReplayStep]) -> bytes:
            first = next(steps)
            kept, play = self._find(game, first, line), line_in_play(chain((first,), steps), line)
            return b"" if play is None else msgspec.json.encode(review((game, line), play, kept, language))

        return _json(request, await self._read(request, encoded, NO_PLAY))

    async def best(self, request: web.Request) -> web.StreamResponse:
        """The best moments of a game."""
        game, language = _number(request, GAME), language_of(request)

        def encoded(steps: Iterator[ReplayStep]) -> bytes:
            *_, last = steps
            kept = self._view.throws.lines(GameKey.of(game, last.after.setup))
            return msgspec.json.encode(best_moments(game, last.after, kept, language))

        return _json(request, await self._read(request, encoded, NO_PLAY))

    def _kept(self, request: web.Request, steps: Iterator[ReplayStep]) -> KeptThrow:
        found = self._find(_number(request, GAME), next(steps), _number(request, LINE))
        return found or KeptThrow((), b"")

    def _find(self, game: int, first: ReplayStep, line: int) -> KeptThrow | None:
        """The throw of a line of the game that begins with this step."""
        return self._view.throws.find(GameKey.of(game, first.after.setup), line)

    async def _read(
        self, request: web.Request, use: Callable[[Iterator[ReplayStep]], bytes], missing: Message
    ) -> bytes | web.Response:
        """What ``use`` makes of the steps of the game; a refusal where it cannot be read."""
        try:
            made = await self._archive.steps(_number(request, GAME), self._view.live(), use)
        except NoGameError as error:
            raise NotThereError(message("page.no-such-game", id=_number(request, GAME))) from error
        except (ScoreboardError, RulesError) as error:
            return cannot(error, language_of(request))
        if not made:
            raise NotThereError(missing)
        return made


def picture_routes(erase: Callable[[], int], guard: Guard) -> tuple[Route, ...]:
    """The row of the table; ``erase`` erases the pictures of all throws, on a thread, and tells of how many games."""

    async def handle(_: web.Request) -> web.Response:
        try:
            return answered(Erased(await asyncio.to_thread(erase)))
        except OSError as error:
            raise ChangeError(503, not_erased(error)) from error

    row = Route("DELETE", "/api/pictures", handle, "Erases the pictures of all throws.",
                {200: Answer("Done.", Erased), **refused(401, 403, 429, 503)}, LANGUAGE, role="owner")  # fmt: skip
    return guard.guarded((row,))


def _number(request: web.Request, named: Parameter) -> int:
    return int(request.match_info[named.name])


def _seen(made: bytes | web.Response, content: str) -> web.Response:
    """A picture; no browser stores it."""
    return web.Response(body=made, content_type=content) if isinstance(made, bytes) else made


def _json(request: web.Request, made: bytes | web.Response) -> web.Response:
    return tagged_answer(request, made, JSON) if isinstance(made, bytes) else made


def routes(reviews: ReviewHandlers) -> tuple[Route, ...]:
    """The rows of the table."""
    none = refused(404, why=ENGLISH(NO_PICTURE)) | refused(503, why="The game cannot be read now.")
    no_game = refused(404, why="There is no such game, or no such line.") | refused(503, why="It cannot be read.")
    same = {304: Answer("It is what it was.", content="")}
    jpeg, webp = Answer("The die or chip.", content=JPEG), Answer("The seconds before.", content=WEBP)
    rows = (
        Route("GET", "/picture", reviews.picture, "What the camera saw of a throw.", {200: jpeg, **none}),
        Route("GET", "/clip", reviews.clip, "The two seconds before a throw lay still.", {200: webp, **none}),
        Route("GET", "/review", reviews.review, "How a line was read, and which clause of the law made the call.",
              {200: Answer("The review.", Review), **same, **no_game}, LANGUAGE),
    )  # fmt: skip
    of_lines = (
        replace(row, path=f"/api/games/{{game}}/lines/{{line}}{row.path}", parameters=(GAME, LINE, *row.parameters))
        for row in rows
    )
    best = Answer("The moments.", list[BestMoment])
    return (
        *of_lines,
        Route("GET", "/api/games/{game}/best", reviews.best, "The best moments of a game.",
              {200: best, **same, **no_game}, (GAME, *LANGUAGE)),
    )  # fmt: skip
