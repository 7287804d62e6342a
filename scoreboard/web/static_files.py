"""The style sheet, the script and the icon of the page, from memory.

Theory of operation. The files are read once. Each has a strong ETag, and a browser asks again at every load whether
its copy is still the one (``no-cache``): so no update of the appliance is ever mixed with an older page, and nothing is
sent twice. Text is kept packed, for all browsers take gzip. Rule kept here: what is not in the folder is not found;
the address is looked up and never made into a path.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType
from typing import Final

from aiohttp import web

from scoreboard.web.routes import Answer, Parameter, Route, refused

FOLDER: Final = Path(__file__).parent / "static"
TYPES: Final[Mapping[str, str]] = MappingProxyType(
    {
        ".css": "text/css",
        ".js": "text/javascript",
        ".svg": "image/svg+xml",
        ".webmanifest": "application/manifest+json",
    }
)
"""What each kind of file is; a file of any other kind is not sent."""
NAME: Final = Parameter("name", "Of the file.", "path", pattern=r"[a-z.]{1,40}")
IMPORT: Final = re.compile(r'^import .*? from "\./(.*?)";$', re.MULTILINE)
"""A module that another one needs, as each of ours writes it."""
KNOWN: Final = Parameter("If-None-Match", "The ETag of the copy that a browser has.", "header")


@dataclass(frozen=True, slots=True)
class StaticFile:
    """A file as it is sent.

    Attributes:
        content_type: its media type.
        tag: its ETag, without quotes.
        plain: its bytes.
        packed: the same by gzip.
    """

    content_type: str
    tag: str
    plain: bytes
    packed: bytes


@cache
def static_files() -> Mapping[str, StaticFile]:
    """All of them by name."""
    found = (path for path in sorted(FOLDER.iterdir()) if path.suffix in TYPES)
    return MappingProxyType({path.name: _file(path) for path in found})


def _file(path: Path) -> StaticFile:
    plain = path.read_bytes()
    packed = gzip.compress(plain, mtime=0)
    return StaticFile(TYPES[path.suffix], sha256(plain).hexdigest()[:16], plain, packed)


@cache
def modules_of(name: str) -> tuple[str, ...]:
    """The modules that a script needs from the first, the script not among them: not those that it imports later."""
    found, waiting = dict[str, None](), [name]
    while waiting:
        for each in IMPORT.findall(static_files()[waiting.pop()].plain.decode()):
            if each not in found:
                found[each] = None
                waiting.append(each)
    return tuple(sorted(found))


def preloaded(name: str) -> str:
    """Links by which a browser fetches a script's modules at once, and not one after the other."""
    return "\n".join(f'<link rel="modulepreload" href="/static/{each}">' for each in modules_of(name))


async def send(request: web.Request) -> web.Response:
    """A file, or that the browser's copy still holds."""
    file = static_files().get(request.match_info["name"])
    if file is None:
        raise web.HTTPNotFound
    headers = {"ETag": f'"{file.tag}"', "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
    if any(tag.value == file.tag for tag in request.if_none_match or ()):
        return web.Response(status=304, headers=headers)
    if "gzip" not in request.headers.get("Accept-Encoding", ""):
        return web.Response(body=file.plain, content_type=file.content_type, charset="utf-8", headers=headers)
    headers["Content-Encoding"] = "gzip"
    return web.Response(body=file.packed, content_type=file.content_type, charset="utf-8", headers=headers)


def routes() -> tuple[Route, ...]:
    """The row of the table."""
    answers = {200: Answer("It.", content="text/css"), 304: Answer("The copy still holds.", content=""), **refused(404)}
    return (Route("GET", "/static/{name}", send, "A file of the page.", answers, (NAME, KNOWN)),)
