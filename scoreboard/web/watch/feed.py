"""The game in few words and few values: for tickers, for a text on a stream, for the lights of a house."""

from __future__ import annotations

from typing import Final

import msgspec
from aiohttp import web
from msgspec import UNSET, Struct, UnsetType, structs

from scoreboard.commentary import on_base, scoreline, who_is_up
from scoreboard.language import ENGLISH, Language
from scoreboard.message import Words
from scoreboard.rules.events import Half, Side
from scoreboard.rules.state import FIRST, SECOND, THIRD, Game
from scoreboard.web.http.asked_language import language_of
from scoreboard.web.http.routes import JSON, LANGUAGE, Answer, Route, refused
from scoreboard.web.pages.page import situation
from scoreboard.web.state.live import Live
from scoreboard.web.state.view import PageData
from scoreboard.web.watch.look import NO_GAME, live_of

TEXT: Final = "text/plain"


class Feed(Struct, frozen=True, kw_only=True):
    """The game in a flat object: no value of it is a list or an object.

    Attributes:
        game: its number in the journal.
        number: of the record's last line; it grows with every play.
        on_first: a runner stands on first base.
        on_second: likewise.
        on_third: likewise.
        runners: on the base path, those between two bases among them.
        batter: who bats; the helmet in words where nobody is named; empty where neither is known.
        last: the last play, in the asked language.
        next: what comes next, likewise.
        winner: once it is over; null for none.
        amiss: what is wrong with the devices, in the asked language; only while something is.
    """

    game: int
    number: int
    away: str
    home: str
    away_color: str
    home_color: str
    away_runs: int
    home_runs: int
    inning: int
    half: Half
    balls: int
    strikes: int
    outs: int
    on_first: bool
    on_second: bool
    on_third: bool
    runners: int
    batter: str
    last: str
    next: str
    over: bool
    winner: Side | UnsetType | None = UNSET
    amiss: str | UnsetType = UNSET


class FeedHandlers:
    """The handlers; their data comes from ``view``."""

    def __init__(self, view: PageData) -> None:
        self._view = view

    async def json(self, request: web.Request) -> web.Response:
        """The values."""
        language = language_of(request)
        feed = _feed(live_of(self._view), self._view.last(), language)
        if amiss := language.say(self._amiss):
            feed = structs.replace(feed, amiss=amiss)
        return web.Response(body=msgspec.json.encode(feed), content_type=JSON)

    async def text(self, request: web.Request) -> web.Response:
        """The words, a line each."""
        game, language = live_of(self._view).history.game, language_of(request)
        parts = (
            scoreline(game),
            situation(game),
            on_base(game),
            who_is_up(game),
            self._view.last(),
            game.due,
            self._amiss,
        )
        lines = (language.say(words) for words in parts)
        return web.Response(text="".join(f"{line}\n" for line in lines if line), content_type=TEXT)

    @property
    def _amiss(self) -> Words:
        """What is wrong with the devices."""
        return tuple(each.said for each in self._view.status().devices.values() if each.said)


def _feed(live: Live, last: Words, language: Language) -> Feed:
    game = live.history.game
    away, home = game.team("away"), game.team("home")
    return Feed(
        game=live.game,
        number=live.history.number,
        away=away.name,
        home=home.name,
        away_color=away.color,
        home_color=home.color,
        away_runs=game.away,
        home_runs=game.home,
        inning=game.inning,
        half=game.half,
        balls=game.balls,
        strikes=game.strikes,
        outs=game.outs,
        on_first=FIRST in game.runners,
        on_second=SECOND in game.runners,
        on_third=THIRD in game.runners,
        runners=len(game.runners),
        batter=_batter(game, language),
        last=language.say(last),
        next=language.say(game.due),
        over=game.over,
        winner=game.winner if game.over else UNSET,
    )


def _batter(game: Game, language: Language) -> str:
    """Who bats: a player's name, or else what is said of the helmet."""
    if game.over:
        return ""
    if game.up is not None and game.up.bats:
        return game.up.bats
    return language.say(next((each for each in who_is_up(game) if each.key == "up.helmet"), ""))


def routes(view: PageData) -> tuple[Route, ...]:
    """The rows of the table."""
    feed, none = FeedHandlers(view), refused(404, why=ENGLISH(NO_GAME))
    return (
        Route("GET", "/api/feed.json", feed.json, "The game in a flat object, for tickers and home automation.",
              {200: Answer("The values.", Feed), **none}, LANGUAGE),
        Route("GET", "/api/feed.txt", feed.text, "The game in a few lines of text.",
              {200: Answer("The lines.", content=TEXT), **none}, LANGUAGE),
    )  # fmt: skip
