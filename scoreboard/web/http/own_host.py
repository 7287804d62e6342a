"""The names by which a browser may ask for the page.

Rule kept here: no foreign name passes. A site on the internet may let its own name lead to the stadium's number (DNS
rebinding); a browser then takes its script for ours, and it would read the camera's picture and ask to be paired. A
number, and a name that only the home network resolves, can be no such site's.
"""

from __future__ import annotations

from ipaddress import ip_address
from typing import Final

from aiohttp import web

from scoreboard.message import message
from scoreboard.web.http.asked_language import language_of
from scoreboard.web.http.refusals import Handler, refusal

HOME_DOMAINS: Final = ("local", "localhost", "home.arpa", "internal", "lan", "home", "localdomain", "fritz.box")
"""Resolved at home alone: RFC 6762, 6761, 8375, ICANN's .internal, and what routers make of a host's name."""
ELSEWHERE: Final = 421
"""The status of HTTP for an address that is not this server's."""


def host_of(request: web.Request) -> str:
    """The name and port that the client asked for; empty if it named none: an older aiohttp asks DNS then."""
    return request.headers.get("Host", "")


def name_in(host: str) -> str:
    """The name or number in that, without a port."""
    return host[1:].partition("]")[0] if host.startswith("[") else host.partition(":")[0]


def is_of_home(host: str) -> bool:
    """Whether that is a number, or a name that nobody on the internet can have."""
    name = name_in(host).rstrip(".").lower()
    return _is_number(name) or "." not in name or name.endswith(tuple(f".{each}" for each in HOME_DOMAINS))


@web.middleware
async def refuse_foreign_names(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Answer only who asked for this box by a name of its own."""
    if is_of_home(host_of(request)):
        return await handler(request)
    return refusal(ELSEWHERE, message("page.foreign-name"), say=language_of(request).say)


def _is_number(name: str) -> bool:
    try:
        ip_address(name.partition("%")[0])
    except ValueError:
        return False
    return True
