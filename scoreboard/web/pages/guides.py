"""The guides that came with the program, as a site at ``/help``, in the language of who asks.

Theory of operation. `make docs` builds the site; its files lie in one folder, each language but English in a folder of
its own. Rules kept here: what was not in the folder when it was first asked for is not found, and no address is made
into a path. The site has no script within its pages and fetches nothing from elsewhere, so its policy is that of every
answer, and besides allows the pictures that its style sheets hold.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from aiohttp import web

from scoreboard.message import message
from scoreboard.web.http.asked_language import language_of
from scoreboard.web.http.refusals import HEADERS, POLICY
from scoreboard.web.http.routes import LANGUAGE, Answer, Parameter, Route, refused
from scoreboard.web.pages.page import missing_page, theme_of
from scoreboard.web.state.view import PageData

TYPES: Final[Mapping[str, str]] = {
    ".css": "text/css",
    ".csv": "text/csv",
    ".gif": "image/gif",
    ".html": "text/html",
    ".jpg": "image/jpeg",
    ".js": "text/javascript",
    ".json": "application/json",
    ".pdf": "application/pdf",
    ".png": "image/png",
    ".scad": "text/plain",
    ".stl": "model/stl",
    ".svg": "image/svg+xml",
    ".toml": "text/plain",
    ".xml": "text/xml",
    ".yaml": "text/plain",
}
"""What each kind of file is; a file of any other kind is not sent."""
ALLOWED: Final = HEADERS[POLICY].replace("img-src 'self'", "img-src 'self' data:")
FILE: Final = Parameter("file", "Of the site.", "path", pattern=r"[\w./-]{0,200}")
FRONT: Final = "index.html"


@cache
def _files(folder: Path | None) -> Mapping[str, Path]:
    """The files of the site, by their addresses below ``/help/``."""
    if folder is None:
        return {}
    found = (path for path in folder.rglob("*") if path.suffix in TYPES and path.is_file())
    return {path.relative_to(folder).as_posix(): path for path in found}


def routes(view: PageData) -> tuple[Route, ...]:
    """The rows of the table."""

    async def enter(request: web.Request) -> web.StreamResponse:
        """The front page in the language of who asks, or that no guides are here."""
        speaks = language_of(request)
        known = _files(view.guides)
        if FRONT in known:
            own = f"{speaks.code}/{FRONT}"
            return web.Response(status=302, headers={"Location": f"/help/{own if own in known else FRONT}"})
        text = missing_page(speaks, theme_of(request), message("page.no-guides"))
        return web.Response(text=text, status=404, content_type="text/html")

    async def send(request: web.Request) -> web.StreamResponse:
        """A file of the site; without a name, where its front page is."""
        if not request.match_info["file"]:
            return await enter(request)
        file = _files(view.guides).get(request.match_info["file"])
        if file is None:
            raise web.HTTPNotFound
        kind = TYPES[file.suffix]
        charset = "; charset=utf-8" if kind.startswith(("text/", "application/json")) else ""
        headers = {"Content-Type": f"{kind}{charset}", "Cache-Control": "no-cache", POLICY: ALLOWED}
        return web.FileResponse(file, headers=headers)

    front = {302: Answer("Where its front page is.", content=""), 404: Answer("None was built.", content="text/html")}
    same = Answer("The copy still holds.", content="")
    sent = {200: Answer("It, as what it is.", content="*/*"), 302: front[302], 304: same, **refused(404)}
    return (
        Route("GET", "/help", enter, "The guides.", front, LANGUAGE),
        Route("GET", "/help/{file}", send, "A file of the guides.", sent, (FILE,)),
    )
