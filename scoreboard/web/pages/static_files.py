"""The style sheet, the script and the icon of the page, from memory.

Theory of operation. The files are read once. Each has a strong ETag, and a browser asks again at every load whether
its copy is still the one (``no-cache``): so no update of the appliance is ever mixed with an older page, and nothing is
sent twice. Text is kept packed, for all browsers take gzip, and goes without its comments, a fifth of it: each line
stays at its number. Rule kept here: what is not in the folder is not found;
the address is looked up and never made into a path.
"""

from __future__ import annotations

import gzip
import posixpath
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from graphlib import TopologicalSorter
from hashlib import sha256
from pathlib import Path
from typing import Final

from aiohttp import web

from scoreboard.web.http.packing import PACKED
from scoreboard.web.http.routes import Answer, Parameter, Route, refused

FOLDER: Final = Path(__file__).parents[1] / "static"
TYPES: Final[Mapping[str, str]] = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".png": "image/png",
    ".svg": "image/svg+xml",
}
"""What each kind of file is; a file of any other kind is not sent."""
DRAWER: Final = Parameter("drawer", "Where the file is.", "path", pattern="[a-z]{1,20}")
NAME: Final = Parameter("name", "Of the file.", "path", pattern=r"[a-z0-9_.-]{1,40}")
IMPORT: Final = re.compile(r'^import [^;]*? from "(\..*?)";$', re.MULTILINE)
"""The relative address of a module that another one needs, as each of ours writes it."""
NAMED: Final = re.compile(r'^import \{([^;]*?)\} from "(\..*?)";$', re.MULTILINE)
"""The names that are imported, and likewise that address."""
EXPORTED: Final = re.compile(r"^export ((?:async )?(?:const|let|class|function) (\w+))", re.MULTILINE)
LATER: Final = re.compile(r'\bimport\("(\..*?)"\)')
"""Likewise of one that is fetched when it is needed."""
COMMENT: Final = re.compile(r"^[ \t]*(?://.*|/\*(?:(?!\*/)[\s\S])*\*/[ \t]*)$", re.MULTILINE)
"""A comment that has its lines to itself, as ours have."""
KNOWN: Final = Parameter("If-None-Match", "The ETag of the copy that a browser has.", "header")


@dataclass(frozen=True, slots=True)
class StaticFile:
    """A file as it is sent.

    Attributes:
        content_type: its media type.
        tag: its ETag, without quotes.
        plain: its bytes.
        packed: the same by gzip; empty for a picture, which is packed already.
    """

    content_type: str
    tag: str
    plain: bytes
    packed: bytes


@cache
def static_files() -> Mapping[str, StaticFile]:
    """All of them, by drawer and name: ``lib/dom.js``."""
    found = (path for path in sorted(FOLDER.glob("*/*")) if path.suffix in TYPES)
    return {path.relative_to(FOLDER).as_posix(): _file(path) for path in found}


def _file(path: Path) -> StaticFile:
    plain = path.read_bytes()
    content_type = TYPES[path.suffix]
    if path.suffix in {".css", ".js"}:
        plain = COMMENT.sub(lambda found: "\n" * found[0].count("\n"), plain.decode()).encode()
    packed = gzip.compress(plain, mtime=0) if content_type.startswith(PACKED) else b""
    return StaticFile(content_type, sha256(plain).hexdigest()[:16], plain, packed)


@cache
def modules_of(name: str, *, later: bool = False) -> frozenset[str]:
    """The modules that a script needs at once, without itself; with ``later`` those that it imports later, too."""
    found, waiting = set[str](), [name]
    while waiting:
        script = waiting.pop()
        text = static_files()[script].plain.decode()
        for address in [*IMPORT.findall(text), *(LATER.findall(text) if later else ())]:
            each = _address_from(script, address)
            if each not in found:
                found.add(each)
                waiting.append(each)
    return frozenset(found)


@cache
def one_script(name: str) -> str:
    """A script and all that it needs at once as a single one, for a file that fetches nothing.

    Each module is a function, called in its turn, which gives the names that it exports.
    """
    needed = {each: _needs(each) for each in sorted({name, *modules_of(name)})}
    return "\n".join(map(_as_function, TopologicalSorter(needed).static_order()))


def _needs(script: str) -> list[str]:
    return [_address_from(script, address) for address in IMPORT.findall(static_files()[script].plain.decode())]


def _address_from(script: str, address: str) -> str:
    """The module at an address that a script names."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(script), address))


def _as_function(script: str) -> str:
    text = static_files()[script].plain.decode()
    exported = [name for _, name in EXPORTED.findall(text)]
    taken = NAMED.sub(lambda found: f"const {{{found[1]}}} = {_function(_address_from(script, found[2]))};", text)
    body = EXPORTED.sub(r"\1", taken)
    return f"const {_function(script)} = (() => {{\n{body}return {{ {', '.join(exported)} }};\n}})();"


def _function(script: str) -> str:
    """What the function of a module is called: ``lib/dom.js`` is ``lib_dom``."""
    return re.sub(r"\W", "_", script.removesuffix(".js"))


def preloaded(name: str, *later: str) -> str:
    """Links by which a browser fetches a script's modules at once, and not one after the other.

    ``later``: scripts that this one imports at once, as far as they are there.
    """
    others = [each for each in later if each in static_files()]
    names = {*others, *(each for script in (name, *others) for each in modules_of(script))}
    return "\n".join(f'<link rel="modulepreload" href="/static/{each}">' for each in sorted(names))


async def send(request: web.Request) -> web.Response:
    """A file, or that the browser's copy still holds."""
    file = static_files().get("{drawer}/{name}".format(**request.match_info))
    if file is None:
        raise web.HTTPNotFound
    headers = {"ETag": f'"{file.tag}"', "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
    if any(tag.value == file.tag for tag in request.if_none_match or ()):
        return web.Response(status=304, headers=headers)
    charset = "utf-8" if file.packed else None
    if not file.packed or "gzip" not in request.headers.get("Accept-Encoding", ""):
        return web.Response(body=file.plain, content_type=file.content_type, charset=charset, headers=headers)
    headers["Content-Encoding"] = "gzip"
    return web.Response(body=file.packed, content_type=file.content_type, charset=charset, headers=headers)


def routes() -> tuple[Route, ...]:
    """The row of the table."""
    same = Answer("The copy still holds.", content="")
    answers = {200: Answer("It, as what it is.", content="*/*"), 304: same, **refused(404)}
    return (Route("GET", "/static/{drawer}/{name}", send, "A file of the page.", answers, (DRAWER, NAME, KNOWN)),)
