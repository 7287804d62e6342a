"""The games that were played: the list, a record, its states, its box score.

Rule kept here: a record is only added to, so a game's number and how many lines it has say whether an answer is still
what it was (``ETag``). Everything is read, judged and encoded off the loop.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from typing import Final
from zlib import crc32

import msgspec
from aiohttp import web
from msgspec import Struct
from msgspec.structs import replace

from scoreboard.commentary.chances import KeptChances, PlayChances
from scoreboard.commentary.story import GameStory, box_report, story
from scoreboard.errors import NoGameError, ScoreboardError
from scoreboard.journal.reader import JournalReader, ShownGame, shown
from scoreboard.journal.summary import Summary, summary_of
from scoreboard.language import Language
from scoreboard.message import message
from scoreboard.record import ReplayStep, State, encode, state_line, steps_of
from scoreboard.rules import RulesError, title_named, words_of
from scoreboard.rules.history import History
from scoreboard.web.http.asked_language import language_of
from scoreboard.web.http.refusals import NotThereError, refusal
from scoreboard.web.http.routes import JSON, LANGUAGE, NUMBER, Answer, Parameter, Route, refused
from scoreboard.web.state.live import Live
from scoreboard.web.state.view import PageData
from scoreboard.web.watch.corrected_plays import PlayByPlayLine, corrected_play_by_play
from scoreboard.web.watch.past_games import Archive
from scoreboard.web.watch.win_chances import GameChances, game_chances

NDJSON: Final = "application/x-ndjson"
GAME: Final = Parameter("game", "Its number in the journal.", "path", int, NUMBER)
LARGE: Final = 4096
"""Bytes from which an answer is packed on a thread."""
WITH_PLAYS: Final = Parameter(
    "told",
    "1: each state also has its line, as `cause`, and its play in words, as `told`, all as the record reads now. Where "
    "that is not what was recorded, `stands` says how: put-right, undone, unfit, taken-out. Missed plays that count "
    "before it are in `added`.",
)


class ListedGame(Struct, frozen=True, omit_defaults=True):
    """A game in the list.

    Attributes:
        game: its number.
        summary: how it stands; left out where it is damaged.
        called: what is played, in words; likewise.
        in_play: whether it is on the board now.
        imported: it was not played on this scoreboard.
        cut: only its beginning could be salvaged from a damaged file.
        damaged: what is wrong with it.
    """

    game: int
    summary: Summary | None = None
    called: str = ""
    in_play: bool = False
    imported: bool = False
    cut: bool = False
    damaged: str = ""


class GameHandlers:
    """The handlers."""

    def __init__(self, view: PageData, archive: Archive) -> None:
        self._view, self._archive = view, archive
        self._played: tuple[int, KeptChances] | None = None

    async def listed(self, request: web.Request) -> web.StreamResponse:
        """Every game, oldest first."""
        live, language = self._view.live(), language_of(request)
        try:
            games = await self._archive.read(lambda journal: list(_listed(journal, live, language)))
        except NoGameError:
            games = []
        except ScoreboardError as error:
            return cannot(error, language_of(request))
        if live is not None and all(each.game != live.game for each in games):  # the disk has not taken it yet
            games.append(_in_play(live, language))
        return tagged_answer(request, msgspec.json.encode(games), JSON)

    async def record(self, request: web.Request) -> web.StreamResponse:
        """The record of a game."""
        return await self._read(request, _record, NDJSON)

    async def states(self, request: web.Request) -> web.StreamResponse:
        """The state after each line of a game; with that line and its play in words where the address asks for it."""
        language, has_plays = language_of(request), request.query.get(WITH_PLAYS.name) == "1"
        return await self._read(request, lambda steps: _states(steps, language, has_plays=has_plays), NDJSON)

    async def box(self, request: web.Request) -> web.StreamResponse:
        """The box score of a game, and who was likely to win."""
        number = int(request.match_info["game"])

        def box(history: History) -> bytes:
            return msgspec.json.encode(box_report(number, history, self._chances(number, history)))

        return await self._kept(request, ("box",), box)

    async def chances(self, request: web.Request) -> web.StreamResponse:
        """Who was likely to win after every play of a game."""
        number, language = int(request.match_info["game"]), language_of(request)

        def chances(history: History) -> bytes:
            return msgspec.json.encode(game_chances(number, self._chances(number, history), history, language))

        return await self._kept(request, ("chances", language.code), chances)

    async def story(self, request: web.Request) -> web.StreamResponse:
        """What is told of a game when it is over."""
        number, language = int(request.match_info["game"]), language_of(request)

        def story_json(history: History) -> bytes:
            return msgspec.json.encode(story(number, steps_of(history), language))

        return await self._kept(request, ("story", language.code), story_json)

    def _chances(self, game: int, history: History) -> tuple[PlayChances, ...]:
        """Every play of a game with its chances; those of the game that was asked for last are kept as it goes on."""
        if self._played is None or self._played[0] != game:
            self._played = game, KeptChances()
        return self._played[1].of(history)

    async def _read(
        self, request: web.Request, tell: Callable[[Iterator[ReplayStep]], bytes], content: str
    ) -> web.StreamResponse:
        return await self._answer(request, lambda game, live: self._archive.steps(game, live, tell), content)

    async def _kept(
        self, request: web.Request, what: tuple[str, ...], make: Callable[[History], bytes]
    ) -> web.StreamResponse:
        return await self._answer(request, lambda game, live: self._archive.kept(what, game, live, make), JSON)

    async def _answer(
        self, request: web.Request, made: Callable[[int, Live | None], Awaitable[bytes]], content: str
    ) -> web.StreamResponse:
        live, number = self._view.live(), int(request.match_info["game"])
        if live is not None and live.game == number and (known := _unchanged(request, _tag_of(live, request))):
            return known
        try:
            body = await made(number, live)
        except NoGameError as error:
            raise NotThereError(message("page.no-such-game", id=number)) from error
        except (ScoreboardError, RulesError) as error:
            return cannot(error, language_of(request))
        return tagged_answer(request, body, content, _tag_of(live, request) if live and live.game == number else "")


def _listed(journal: JournalReader, live: Live | None, language: Language) -> Iterator[ListedGame]:
    for each in journal.listings():
        if live is not None and each.game == live.game:
            yield replace(_in_play(live, language), imported=each.imported)
        else:
            yield _as_listed(shown(journal, each), language)


def _as_listed(game: ShownGame, language: Language) -> ListedGame:
    listed, damaged = game.listed, "" if game.error is None else language.say(words_of(game.error))
    called = _called(game.summary, language) if game.summary else ""
    return ListedGame(listed.game, game.summary, called, imported=listed.imported, cut=listed.cut, damaged=damaged)


def _in_play(live: Live, language: Language) -> ListedGame:
    summary = summary_of(live.history)
    return ListedGame(live.game, summary, _called(summary, language), in_play=True)


def _called(summary: Summary, language: Language) -> str:
    return language.say(title_named(summary.rules))


def _record(steps: Iterator[ReplayStep]) -> bytes:
    return b"".join(encode(step.line) + b"\n" for step in steps)


def _states(steps: Iterator[ReplayStep], language: Language, *, has_plays: bool) -> bytes:
    lines = (
        (state_with_play(each, language) for each in corrected_play_by_play(tuple(steps)))
        if has_plays
        else (_state(step, language) for step in steps)
    )
    return b"".join(msgspec.json.encode(line) + b"\n" for line in lines)


def _state(step: ReplayStep, language: Language) -> State:
    return state_line(step.number, step.after, step.refused, language.say)


def state_with_play(play: PlayByPlayLine, language: Language) -> State:
    """The state and what is said of its line, as the record reads now."""
    state = state_line(play.number, play.history, None, language.say)
    state |= {"refused": language.say(play.refused)} if play.refused else {}
    state |= {"stands": play.stands} if play.stands else {}
    state |= {"added": [language.say(each) for each in play.added]} if play.added else {}
    return {**state, "cause": play.line, "told": language.say(play.words)}


def cannot(error: Exception, language: Language) -> web.Response:
    """A damaged game, or a disk that cannot be read, as an answer."""
    return refusal(503, f"{language.say(words_of(error))}.".replace("..", "."))


def _tag_of(live: Live, request: web.Request) -> str:
    """What stands for the game in play as it is now."""
    state = f"{live.game}-{live.history.number} {language_of(request).code}".encode() + encode(live.history.setup)
    return f"{crc32(state):08x}"


def tagged_answer(request: web.Request, body: bytes, content: str, tag: str = "") -> web.Response:
    """The answer, or that it is still what it was."""
    tag = tag or f"{crc32(body):08x}"
    if (known := _unchanged(request, tag)) is not None:
        return known
    answer = web.Response(body=body, content_type=content, zlib_executor_size=LARGE)
    return _tagged(answer, tag)


def _unchanged(request: web.Request, tag: str) -> web.Response | None:
    if all(each.value != tag for each in request.if_none_match or ()):
        return None
    return _tagged(web.Response(status=304), tag)


def _tagged(answer: web.Response, tag: str) -> web.Response:
    answer.headers["ETag"] = f'W/"{tag}"'  # weak: it may be packed or not
    answer.headers["Cache-Control"] = "no-cache"
    return answer


def routes(games: GameHandlers) -> tuple[Route, ...]:
    """The rows of the table."""
    no_game = refused(404, why="There is no such game.") | refused(503, why="It is damaged, or cannot be read now.")
    same = {304: Answer("It is what it was.", content="")}

    def answers(answer: Answer) -> dict[int, Answer]:
        return {200: answer, **same, **no_game}

    return (
        Route("GET", "/api/games", games.listed, "Every game, oldest first.",
              {200: Answer("The games.", list[ListedGame]), **same, **refused(503, why="It cannot be read.")},
              LANGUAGE),
        Route("GET", "/api/games/{game}", games.record, "The record of a game.",
              answers(Answer("Its lines.", content=NDJSON)), (GAME,)),
        Route("GET", "/api/games/{game}/states", games.states, "The state after each line of a game.",
              answers(Answer("Its states, a line each.", content=NDJSON)), (GAME, *LANGUAGE, WITH_PLAYS)),
        Route("GET", "/api/games/{game}/box", games.box, "The box score of a game, and who was likely to win.",
              answers(Answer("The box score.", dict)), (GAME,)),
        Route("GET", "/api/games/{game}/chances", games.chances, "Who was likely to win after every play of a game.",
              answers(Answer("The chances.", GameChances)), (GAME, *LANGUAGE)),
        Route("GET", "/api/games/{game}/story", games.story, "What is told of a game when it is over: its best plays.",
              answers(Answer("The story.", GameStory)), (GAME, *LANGUAGE)),
    )  # fmt: skip
