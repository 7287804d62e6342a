"""The box's sounds, for a phone that plays them: each is fetched when it is first heard, and kept by the browser."""

from __future__ import annotations

from typing import Final

from aiohttp import web

from scoreboard.language import ENGLISH
from scoreboard.message import message
from scoreboard.web.http.refusals import NotThereError
from scoreboard.web.http.routes import Answer, Parameter, Route, refused
from scoreboard.web.state.view import PageData

WAV: Final = "audio/wav"
NO_SOUND: Final = message("page.none.sound")
KEPT: Final = "max-age=86400"
"""For a day: a sound never changes between two versions of the program."""


def routes(view: PageData) -> tuple[Route, ...]:
    """The row of the table."""

    async def send(request: web.Request) -> web.Response:
        body = await view.sound(request.match_info["name"])
        if body is None:
            raise NotThereError(NO_SOUND)
        return web.Response(body=body, content_type=WAV, headers={"Cache-Control": KEPT})

    name = Parameter("name", "Of the sound.", "path", pattern="[a-z]{1,20}")
    answers = {200: Answer("The sound.", content=WAV), **refused(404, why=ENGLISH(NO_SOUND))}
    return (Route("GET", "/api/sounds/{name}.wav", send, "A sound of the box.", answers, (name,)),)
