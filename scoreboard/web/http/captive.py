"""How a phone that joins the stadium's own Wi-Fi finds the page: its system looks for the internet, and is led here.

Phones and computers ask for a known address as soon as they are in a Wi-Fi. If another answer comes than the one that
they know, they show it as the network's own page. In the stadium's own Wi-Fi every name leads to the stadium, so the
question arrives here. Rule kept here: nothing but these addresses, under these names, is answered under a foreign name,
and only to who is in that Wi-Fi; all that is answered is where the page is.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from ipaddress import ip_address
from typing import Final

from aiohttp import web
from aiohttp.typedefs import Middleware

from scoreboard.web.http.own_host import host_of, name_in
from scoreboard.web.http.refusals import Handler

WELCOME: Final = "/welcome"
"""The page that is shown."""
ANDROID: Final = ("/generate_204", "/gen_204")
APPLE: Final = ("/hotspot-detect.html", "/library/test/success.html", "/")
PROBES: Final[Mapping[str, Collection[str]]] = {
    **dict.fromkeys(
        (
            *("connectivitycheck.gstatic.com", "connectivitycheck.android.com", "clients1.google.com"),
            *("clients2.google.com", "clients3.google.com", "clients4.google.com", "www.gstatic.com"),
            *(
                "www.google.com",
                "play.googleapis.com",
                "connect.rom.miui.com",
                "connectivitycheck.platform.hicloud.com",
            ),
        ),
        ANDROID,
    ),
    **dict.fromkeys(("captive.apple.com", "www.apple.com", "www.appleiphonecell.com", "www.itools.info"), APPLE),
    **dict.fromkeys(("www.ibook.info", "www.airport.us", "www.thinkdifferent.us"), APPLE),
    "www.msftconnecttest.com": ("/connecttest.txt", "/redirect"),
    "www.msftncsi.com": ("/ncsi.txt",),
    "detectportal.firefox.com": ("/success.txt", "/canonical.html"),
    "nmcheck.gnome.org": ("/check_network_status.txt",),
    "networkcheck.kde.org": ("/",),
    "network-test.debian.org": ("/nm",),
    "connectivity-check.ubuntu.com": ("/",),
    "fedoraproject.org": ("/static/hotspot.txt",),
    "ping.archlinux.org": ("/nm-check.txt",),
    "spectrum.s3.amazonaws.com": ("/kindle-wifi/wifistub.html",),
}
"""Which address is asked for under which name: Android, Apple, Windows, Firefox, desktops, Kindle."""


def lead_to_page(own: str) -> Middleware:
    """What leads who looks for the internet to the page; ``own`` is the stadium's number in its own Wi-Fi.

    A connection that has come in by that number is of a phone in that Wi-Fi, for the stadium has it there alone.
    """

    @web.middleware
    async def lead(request: web.Request, handler: Handler) -> web.StreamResponse:
        if own and is_probe(request) and _came_in_by(request) == own:
            return web.Response(status=302, headers={"Location": f"http://{own}{WELCOME}"})
        return await handler(request)

    return lead


def is_probe(request: web.Request) -> bool:
    """Whether a system looks for the internet."""
    name = name_in(host_of(request)).rstrip(".").lower()
    return request.method in {"GET", "HEAD"} and request.path in PROBES.get(name, ())


def _came_in_by(request: web.Request) -> str:
    """The number of ours to which the connection was made; empty if it is gone."""
    socket_name = None if request.transport is None else request.transport.get_extra_info("sockname")
    if not isinstance(socket_name, tuple):
        return ""
    number = ip_address(str(socket_name[0]).partition("%")[0])
    return str(getattr(number, "ipv4_mapped", None) or number)
