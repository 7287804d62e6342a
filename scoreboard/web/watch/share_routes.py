"""What is made of a game to be sent on: a picture of its end or of a play, and the whole of it in every form there is.

Rule kept here: it is made on the archive's thread, and no guest has many made at once. The same lines are made once;
only a page with pictures of throws is made anew each time, for those may have been erased.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Iterator
from io import BytesIO
from typing import Final, NamedTuple

from aiohttp import web

from scoreboard.display import SHAPES, PanelScene, Shape, share_picture
from scoreboard.errors import NoGameError, ScoreboardError
from scoreboard.exports import FORMS, ExportedGame, ExportError
from scoreboard.kept_throws import GameKey
from scoreboard.language import Language
from scoreboard.message import Message, Words, message
from scoreboard.record import ReplayStep, steps_of
from scoreboard.rules import RulesError
from scoreboard.rules.history import History
from scoreboard.rules.state import Game
from scoreboard.stats.box_score import box_score
from scoreboard.web.http.asked_language import language_of
from scoreboard.web.http.guard import ChangeError, Pace, change_refused
from scoreboard.web.http.guests import guest_of
from scoreboard.web.http.refusals import NotThereError
from scoreboard.web.http.routes import LANGUAGE, Answer, Parameter, Route, refused
from scoreboard.web.pages.saved_page import policy
from scoreboard.web.state.view import PageData
from scoreboard.web.watch.corrected_plays import corrected_play_by_play
from scoreboard.web.watch.games import GAME, cannot, tagged_answer
from scoreboard.web.watch.past_games import Archive
from scoreboard.web.watch.saved_game import saved_game

PNG: Final = "image/png"
HTML: Final = "text/html"
FILE: Final = "application/octet-stream"
NO_PLAY: Final = message("page.none.play")
AT_ONCE: Final = 12
EACH_S: Final = 2.0
"""So many may be made for a guest at once, and then one more each so many seconds."""
SHAPE: Final = Parameter("shape", "square: 1080 by 1080 pixels; wide, as without it: 1200 by 630.")
OF_LINE: Final = Parameter("line", "The play that it is of; without it, the game as it is now, or its end.", type=int)
FORM: Final = Parameter(
    "form", f"One of {', '.join(sorted(FORMS))}; those that need a library may not be there.", "path"
)
PICTURES: Final = Parameter("pictures", "1: with the pictures that are kept of its throws.")


class PicturedMoment(NamedTuple):
    """What is on a picture: the state, what it is, and what is said of it."""

    game: Game
    title: Message
    words: Words


class ShareHandlers:
    """The handlers; ``archive`` reads games."""

    def __init__(self, view: PageData, archive: Archive) -> None:
        self._view, self._archive = view, archive
        self._pace = Pace(time.monotonic, AT_ONCE, EACH_S)

    async def picture(self, request: web.Request) -> web.StreamResponse:
        """The picture."""
        shape: Shape = next((each for each in SHAPES if each == request.query.get(SHAPE.name)), "wide")
        asked, language = request.query.get(OF_LINE.name, ""), language_of(request)
        line = int(asked) if asked.isascii() and asked.isdigit() else None

        def made(history: History) -> bytes:
            moment = _moment(history, line)
            return b"" if moment is None else _drawn(history, moment, shape, language)

        what = ("picture", shape, line, language.code)
        return await self._made(request, lambda number: self._archive.kept(what, number, self._view.live(), made), PNG)

    async def page(self, request: web.Request) -> web.StreamResponse:
        """The game as an HTML file."""
        language = language_of(request)

        def pictured(number: int) -> Awaitable[bytes]:
            def made(steps: Iterator[ReplayStep]) -> bytes:
                *_, last = steps
                key = GameKey.of(number, last.after.setup)
                return saved_game(last.after, language, self._view.throws.pictures(key))

            return self._archive.steps(number, self._view.live(), made)

        def plain(number: int) -> Awaitable[bytes]:
            what = ("page", language.code)
            return self._archive.kept(what, number, self._view.live(), lambda history: saved_game(history, language))

        answer = await self._made(request, pictured if request.query.get(PICTURES.name) == "1" else plain, HTML)
        if answer.content_type == HTML:
            answer.headers["Content-Disposition"] = f'attachment; filename="game-{request.match_info[GAME.name]}.html"'
            answer.headers["Content-Security-Policy"] = f"{policy()}; frame-ancestors 'none'"
        return answer

    async def form(self, request: web.Request) -> web.StreamResponse:
        """The game in a form for other programs, or as a scorecard."""
        form, language = FORMS.get(request.match_info[FORM.name]), language_of(request)
        if form is None or not form.is_at_hand:
            raise NotThereError(message("page.none.form"))
        number = int(request.match_info[GAME.name])

        def made(history: History) -> bytes:
            game = ExportedGame(number, history)
            if why := form.refuses(game):
                raise ExportError(why)
            return form.written([game], language)

        def kept(number: int) -> Awaitable[bytes]:
            return self._archive.kept(("form", form.name, language.code), number, self._view.live(), made)

        answer = await self._made(request, kept, FILE)
        if answer.content_type == FILE:
            name = f"game-{number}-{form.name}.{form.ending}"
            answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
        return answer

    async def _made(
        self, request: web.Request, make: Callable[[int], Awaitable[bytes]], content: str
    ) -> web.StreamResponse:
        number = int(request.match_info[GAME.name])
        try:
            self._pace.check(guest_of(request.remote))
            body = await make(number)
        except ChangeError as error:
            return change_refused(error, request)
        except NoGameError as error:
            raise NotThereError(message("page.no-such-game", id=number)) from error
        except ExportError as error:
            raise NotThereError(error.words) from error
        except (ScoreboardError, RulesError) as error:
            return cannot(error, language_of(request))
        if not body:
            raise NotThereError(NO_PLAY)
        return tagged_answer(request, body, content)


def _moment(history: History, line: int | None) -> PicturedMoment | None:
    """The game as it stands, or after the play of that line; None where that is no play."""
    plays = [each for each in corrected_play_by_play(tuple(steps_of(history))) if each.words]
    if line is None and history.game.over:
        winner = history.game.winner
        team = "" if winner is None else history.game.team(winner).name
        words = message("page.ui.no-winner") if winner is None else message("page.ui.won", team=team)
        return PicturedMoment(history.game, message("page.ui.final-score"), words)
    at = len(plays) - 1 if line is None else next((at for at, each in enumerate(plays) if each.number == line), -1)
    if at < 0 or (line is not None and plays[at].stands == "undone"):
        return None
    before, play = plays[max(0, at - 1)].history.game, plays[at]
    # one of: page.ui.bottom, page.ui.top
    return PicturedMoment(play.history.game, message(f"page.ui.{before.half}", inning=before.inning), play.words)


def _drawn(history: History, moment: PicturedMoment, shape: Shape, language: Language) -> bytes:
    box, file = box_score(history), BytesIO()
    scene = PanelScene(moment.game, say=language.say, innings=lambda: (box.away.innings, box.home.innings))
    title, words = language.say(moment.title), language.say(moment.words)
    share_picture(scene, shape, title, words).save(file, "PNG")
    return file.getvalue()


def routes(share: ShareHandlers) -> tuple[Route, ...]:
    """The rows of the table."""
    none = refused(404, why="There is no such game, or no such play.") | refused(429, 503)
    same = {304: Answer("It is what it was.", content="")}
    return (
        Route("GET", "/api/games/{game}/picture.png", share.picture, "A picture of a game, or of a play, to send on.",
              {200: Answer("The picture.", content=PNG), **same, **none},
              (GAME, SHAPE, OF_LINE, *LANGUAGE)),
        Route("GET", "/api/games/{game}/game.html", share.page, "A game as a web page that needs no scoreboard.",
              {200: Answer("The page.", content=HTML), **same, **refused(404, why="There is no such game."),
               **refused(429, 503)},
              (GAME, PICTURES, *LANGUAGE)),
        Route("GET", "/api/games/{game}/export/{form}", share.form,
              "A game as a scorecard to print, as tables, or in a form that other programs judge.",
              {200: Answer("The file.", content=FILE), **same,
               **refused(404, why="There is no such game or form, or the form does not take that game."),
               **refused(429, 503)},
              (GAME, FORM, *LANGUAGE)),
    )  # fmt: skip
