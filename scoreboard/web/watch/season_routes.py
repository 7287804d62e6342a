"""The season, for the page and for programs: its tables, its dice, and one player's career.

Rule kept here: an answer never waits for many games. Those that were not counted before are counted for a moment, and
the answer says how many are left: whoever asks again gets on.
"""

from __future__ import annotations

import time
from typing import Final

import msgspec
from aiohttp import web

from scoreboard.errors import NoGameError, ScoreboardError
from scoreboard.message import message
from scoreboard.season.report import CareerReport, SeasonReport, career_report, season_report
from scoreboard.season.season_book import CountedGames
from scoreboard.web.http.asked_language import language_of
from scoreboard.web.http.refusals import NotThereError
from scoreboard.web.http.routes import JSON, LANGUAGE, Answer, Parameter, Route, refused
from scoreboard.web.state.view import PageData
from scoreboard.web.watch.games import cannot, tagged_answer
from scoreboard.web.watch.past_games import Archive

COUNTING_S: Final = 1.0
"""Seconds for which an answer counts games."""
YEAR: Final = Parameter("year", "Games that were begun in that year alone, such as 2026.")
RULES: Final = Parameter("rules", "Games of that kind alone, by its name in records.")
NAME: Final = Parameter("name", "Of the player, team or helmet.")


class SeasonHandlers:
    """The handlers."""

    def __init__(self, view: PageData, archive: Archive) -> None:
        self._book, self._archive = view.season(), archive

    async def season(self, request: web.Request) -> web.StreamResponse:
        """The season."""
        try:
            found = await self._count()
        except ScoreboardError as error:
            return cannot(error, language_of(request))
        report = season_report(
            found.games,
            self._book.names(),
            language_of(request),
            year=request.query.get(YEAR.name, ""),
            rules=request.query.get(RULES.name, ""),
            uncounted=found.uncounted,
            damaged=found.damaged,
        )
        return tagged_answer(request, msgspec.json.encode(report), JSON)

    async def career(self, request: web.Request) -> web.StreamResponse:
        """A career."""
        name = request.query.get(NAME.name, "")
        try:
            found = await self._count()
        except ScoreboardError as error:
            return cannot(error, language_of(request))
        career = career_report(found.games, self._book.names(), language_of(request), name)
        if career is None:
            raise NotThereError(message("season.nobody", name=name))
        return tagged_answer(request, msgspec.json.encode(career), JSON)

    async def _count(self) -> CountedGames:
        """The games, as far as they can be counted in a moment. Raises ScoreboardError if they cannot be read."""
        ends = time.monotonic() + COUNTING_S
        try:
            return await self._archive.read(
                lambda journal: self._book.count(journal, lambda *_: time.monotonic() < ends)
            )
        except NoGameError:
            return CountedGames((), 0, ())


def routes(season: SeasonHandlers) -> tuple[Route, ...]:
    """The rows of the table."""
    unread = refused(503, why="The games cannot be read.")
    return (
        Route("GET", "/api/season", season.season, "What the games come to: standings, batting, records, dice.",
              {200: Answer("The season, as far as games are counted.", SeasonReport), **unread},
              (YEAR, RULES, *LANGUAGE)),
        Route("GET", "/api/season/career", season.career, "What one player did, over all games and game by game.",
              {200: Answer("The career.", CareerReport), **refused(404, why="Nobody has that name."), **unread},
              (NAME, *LANGUAGE)),
    )  # fmt: skip
