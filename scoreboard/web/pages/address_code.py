"""The page's address as a QR code, for guests who scan it from a TV or a paired phone.

Rule kept here: it carries a number and no name, since many phones do not resolve ``.local``: the number by which the
page was asked for, else the stadium's own.
"""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO
from ipaddress import ip_address

from aiohttp import web

from scoreboard.display.qr import QUIET, code_of
from scoreboard.web.http.own_host import host_of, name_in
from scoreboard.web.http.routes import Answer, Route
from scoreboard.web.state.view import PageData

SVG = "image/svg+xml"


def address_for(host: str, own: str | None) -> str:
    """The page's address for a phone: the stadium's own, if known, unless ``host``, which was asked, is a number."""
    return f"http://{host}" if own is None or _is_number(host) else own


def _is_number(host: str) -> bool:
    """Whether that is a number by which other machines, too, find this one."""
    try:
        return not ip_address(name_in(host)).is_loopback
    except ValueError:
        return False


@lru_cache(maxsize=8)
def _drawn(address: str) -> bytes:
    file = BytesIO()
    code_of(address).save(file, kind="svg", border=QUIET, dark="#000", light="#fff", xmldecl=False, omitsize=True)
    return file.getvalue()


def routes(view: PageData) -> tuple[Route, ...]:
    """The row of the table."""

    async def show(request: web.Request) -> web.Response:
        """The code."""
        return web.Response(body=_drawn(address_for(host_of(request), view.address())), content_type=SVG)

    answer = {200: Answer("The code.", content=SVG)}
    return (Route("GET", "/api/qr.svg", show, "The page's address, to be scanned.", answer),)
