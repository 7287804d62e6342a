"""What the page of a league is asked: the wall, standings, box scores, who one is, and what keepers change.

Rule kept here: what decides which games count stands in the league's file alone, so keepers change that file, and what
it comes to can be computed by anybody who has it.
"""

from __future__ import annotations

from asyncio import get_running_loop
from collections.abc import Callable
from concurrent.futures import Executor
from functools import partial
from hashlib import sha256
from typing import Annotated, Final, Protocol, TypeVar

import msgspec
from aiohttp import web
from msgspec import Meta, Struct

from scoreboard.errors import ScoreboardError
from scoreboard.league.arriving import UNKNOWN
from scoreboard.league.league_book import LeagueBook
from scoreboard.league.league_file import League, LeagueFile, LeagueFileError, league_of
from scoreboard.league.league_report import LeagueReport
from scoreboard.league.verified_game import SentGame
from scoreboard.league.wall import Wall, WallPlace
from scoreboard.message import Words, message
from scoreboard.stats.box_score import BoxScore
from scoreboard.web.http.asked_language import language_of
from scoreboard.web.http.disk_words import not_kept
from scoreboard.web.http.guard import ChangeError, answered, body_of
from scoreboard.web.http.guests import guest_of
from scoreboard.web.http.phone import COOKIE, YEAR_S
from scoreboard.web.http.routes import JSON, LANGUAGE, NUMBER, Answer, Parameter, Route, refused
from scoreboard.web.league.doors import Doors, LeagueGuard
from scoreboard.web.watch.games import tagged_answer

BOX: Final = Parameter("box", "The stadium's id.", "path", pattern=r"[A-Za-z0-9_-]{1,60}")
GAME: Final = Parameter("number", "Of the game there.", "path", pattern=NUMBER)
LONGEST_FILE: Final = 1 << 20
"""Characters of the league's file."""
Result = TypeVar("Result")


class Trouble(Struct, frozen=True):
    """What is wrong with what a stadium sends; with all if the stadium is empty."""

    stadium: str
    why: str


class LeagueWall(Struct, frozen=True):
    """The wall.

    Attributes:
        name: of the league.
        places: its stadiums.
        troubles: what is wrong.
    """

    name: str
    places: tuple[WallPlace, ...]
    troubles: tuple[Trouble, ...]


class LeagueBoxScore(Struct, frozen=True):
    """A game that counts: where and when it was played, and its box score."""

    stadium: str
    begun: str | None
    box: BoxScore


class WhoAmI(Struct, frozen=True):
    """What whoever asks may do: nothing, ``look`` or ``keep``; and whether anybody may keep here."""

    may: str
    has_keepers: bool


class PasswordGiven(Struct, frozen=True, forbid_unknown_fields=True):
    """A password."""

    password: Annotated[str, Meta(min_length=1, max_length=200)]


class LeagueFileText(Struct, frozen=True):
    """The league's file, and what names this version of it."""

    text: str
    version: str


class FileChanged(Struct, frozen=True, forbid_unknown_fields=True):
    """The league's file as it is to be, and the version that it was made of."""

    text: Annotated[str, Meta(max_length=LONGEST_FILE)]
    version: str


class GameSent(Struct, frozen=True, forbid_unknown_fields=True):
    """A sealed game: the two files that `stadium league seal` writes."""

    record: str
    seal: Annotated[str, Meta(max_length=2000)]


class GameJudged(Struct, frozen=True):
    """What became of it: why it does not count; empty if it does."""

    fault: str


class Complaints(Protocol):
    """What is known of what arrives."""

    def troubles(self) -> list[tuple[str, Words]]:
        """What is wrong, by the id of a stadium."""


class LeagueRoutes:
    """The handlers.

    Args:
        book: reads and keeps games, on the thread of ``worker``.
        league: the league's file.
        write: writes it. OSError if the disk takes it not.
        wall: the games under way.
        heard: what is wrong with what arrives.
    """

    def __init__(
        self,
        book: LeagueBook,
        worker: Executor,
        league: LeagueFile,
        write: Callable[[str], None],
        wall: Wall,
        heard: Complaints,
    ) -> None:
        self._book, self._worker, self._league, self._write = book, worker, league, write
        self._wall, self._heard = wall, heard

    @property
    def name(self) -> str:
        """The league's, which everybody may know."""
        return self._league().name

    # -- looking

    async def wall(self, request: web.Request) -> web.StreamResponse:
        """All games under way."""
        league, say = self._league(), language_of(request).say
        troubles = [*self._heard.troubles(), *([("", self._league.trouble)] if self._league.trouble else [])]
        wall = LeagueWall(
            league.name,
            self._wall.places(league),
            tuple(Trouble("" if box == UNKNOWN else _called(box, league), say(why)) for box, why in troubles),
        )
        return tagged_answer(request, msgspec.json.encode(wall), JSON)

    async def standings(self, request: web.Request) -> web.StreamResponse:
        """The league as it stands."""
        report = await self._read(partial(self._book.report, language_of(request)))
        return tagged_answer(request, msgspec.json.encode(report), JSON)

    async def box(self, request: web.Request) -> web.StreamResponse:
        """The box score of a game."""
        box, number = request.match_info["box"], int(request.match_info["number"])
        game = await self._read(partial(self._book.game, box, number))
        if game is None:
            raise ChangeError(404, message("league.no-such-game"))
        return answered(LeagueBoxScore(_called(box, self._league()), game.begun, game.box))

    # -- who one is

    async def who(self, doors: Doors, request: web.Request) -> web.Response:
        """What whoever asks may do."""
        who = doors.holder(request.cookies.get(COOKIE, ""))
        may = "keep" if who and who.role == "owner" else "look" if who or doors.is_open else ""
        return answered(WhoAmI(may, doors.has_keepers))

    async def let_in(self, doors: Doors, request: web.Request) -> web.Response:
        """Whoever knows a password gets a cookie."""
        given = await body_of(request, PasswordGiven)
        role, cookie = doors.let_in(given.password, guest_of(request.remote))
        answer = answered(WhoAmI("keep" if role == "owner" else "look", doors.has_keepers))
        answer.set_cookie(COOKIE, cookie, max_age=YEAR_S, httponly=True, samesite="Strict")
        return answer

    async def let_out(self, doors: Doors, _: web.Request) -> web.Response:
        """The cookie is gone."""
        answer = answered(WhoAmI("look" if doors.is_open else "", doors.has_keepers))
        answer.del_cookie(COOKIE)
        return answer

    # -- keeping

    async def file(self, _: web.Request) -> web.Response:
        """The league's file."""
        return answered(self._file())

    async def change_file(self, request: web.Request) -> web.Response:
        """Another league's file, if it can be used."""
        changed = await body_of(request, FileChanged)
        if changed.version != self._file().version:
            raise ChangeError(412, message("league.file-changed"))
        return self._keep_file(changed.text)

    async def add(self, request: web.Request) -> web.Response:
        """A sealed game."""
        sent = await body_of(request, GameSent)
        game = await self._read(partial(self._book.add, SentGame(sent.seal.encode(), sent.record.encode())))
        return answered(GameJudged("" if game.fault is None else language_of(request).say(game.fault)))

    def _file(self) -> LeagueFileText:
        try:
            text = self._league.file.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            words = message("league.unread", file=self._league.file.name, why=str(error))
            raise ChangeError(503, words) from error
        return LeagueFileText(text, sha256(text.encode()).hexdigest())

    def _keep_file(self, text: str) -> web.Response:
        try:
            league_of(text, self._league.file.name)
        except LeagueFileError as error:
            raise ChangeError(400, error.words) from error
        try:
            self._write(text)
        except OSError as error:
            raise ChangeError(503, not_kept(error)) from error
        self._league.look()
        return answered(self._file())

    async def _read(self, use: Callable[[], Result]) -> Result:
        """What comes of the database; ChangeError if it cannot be used."""
        try:
            return await get_running_loop().run_in_executor(self._worker, use)
        except ScoreboardError as error:
            raise ChangeError(503, error.words) from error

    def routes(self, guard: LeagueGuard) -> tuple[Route, ...]:
        """The rows of the table."""
        doors, closed = guard.doors, refused(401, 503)
        kept = refused(400, 403, 412, 503)
        me, file = Answer("What one may do.", WhoAmI), Answer("The file.", LeagueFileText)
        rows = (
            Route("GET", "/api/wall", self.wall, "All games under way.",
                  {200: Answer("The wall.", LeagueWall), **closed}, LANGUAGE, role="scorer"),
            Route("GET", "/api/league", self.standings, "Standings, fixtures, games, and what does not count.",
                  {200: Answer("The league.", LeagueReport), **closed}, LANGUAGE, role="scorer"),
            Route("GET", "/api/league/{box}/{number}", self.box, "The box score of a game that counts.",
                  {200: Answer("It.", LeagueBoxScore), **refused(404), **closed}, (*LANGUAGE, BOX, GAME),
                  role="scorer"),
            Route("GET", "/api/me", partial(self.who, doors), "What whoever asks may do.", {200: me}),
            Route("POST", "/api/let-in", partial(self.let_in, doors), "Gives a cookie to whoever knows a password.",
                  {200: me, **refused(400, 403, 429)}, LANGUAGE, PasswordGiven),
            Route("POST", "/api/let-out", partial(self.let_out, doors), "Takes it back.",
                  {200: me, **refused(403)}, LANGUAGE),
            Route("GET", "/api/file", self.file, "The league's file.", {200: file, **refused(403, 503)}, LANGUAGE,
                  role="owner"),
            Route("POST", "/api/file", self.change_file, "Changes it, if it can be used.", {200: file, **kept},
                  LANGUAGE, FileChanged, role="owner"),
            Route("POST", "/api/sent", self.add, "Verifies a sealed game and keeps it.",
                  {200: Answer("What became of it.", GameJudged), **kept}, LANGUAGE, GameSent, role="owner"),
        )  # fmt: skip
        return guard.guarded(rows)


def _called(box: str, league: League) -> str:
    return next((each.name for each in league.boxes if each.id == box), box)
