"""Erasing a past game over HTTP: an owner's, and never the game in play."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from aiohttp import web
from msgspec import Struct

from scoreboard.errors import GameInPlayError, JournalError, NoGameError, ScoreboardError
from scoreboard.message import message
from scoreboard.rules import words_of
from scoreboard.web.http.disk_words import not_erased, not_kept
from scoreboard.web.http.guard import ChangeError, Guard, answered
from scoreboard.web.http.routes import LANGUAGE, Answer, Route, refused
from scoreboard.web.state.view import PageData
from scoreboard.web.watch.games import GAME


class ErasedGame(Struct, frozen=True):
    """The number of the game that was erased."""

    game: int


def erase_routes(view: PageData, erase: Callable[[int], None], guard: Guard) -> tuple[Route, ...]:
    """The row of the table; ``erase`` erases a game and its pictures, on a thread."""

    async def handle(request: web.Request) -> web.Response:
        game, live = int(request.match_info["game"]), view.live()
        if live is not None and live.game == game:
            raise ChangeError(409, message("erase.in-play"))
        try:
            await asyncio.to_thread(erase, game)
        except NoGameError as error:
            raise ChangeError(404, message("page.no-such-game", id=game)) from error
        except GameInPlayError as error:
            raise ChangeError(409, error.words) from error
        except JournalError as error:
            raise ChangeError(503, not_kept(error)) from error
        except ScoreboardError as error:
            raise ChangeError(503, words_of(error)) from error
        except OSError as error:
            raise ChangeError(503, not_erased(error)) from error
        return answered(ErasedGame(game))

    row = Route("DELETE", "/api/games/{game}", handle, "Erases a game that is not in play, and its pictures.",
                {200: Answer("Done.", ErasedGame), **refused(401, 403, 404, 409, 429, 503)}, (GAME, *LANGUAGE),
                role="owner")  # fmt: skip
    return guard.guarded((row,))
