"""The names by which a browser may ask: a site on the internet whose name leads here is none of ours."""

from __future__ import annotations

import asyncio

import pytest
from aiohttp.test_utils import TestClient, TestServer, make_mocked_request
from support.pages import GivenData, Status, live

from scoreboard.web.app import make_app
from scoreboard.web.http.own_host import host_of, is_of_home

WELL = Status(status="ok", version="1", uptime_s=1, devices={})
OURS = [
    *("192.168.1.5", "192.168.1.5:8080", "[fe80::1]:8080", "[::1]", "10.42.0.1", "localhost:8080"),
    *("stadium", "stadium:8080", "stadium.local", "STADIUM.LOCAL.", "stadium-2.local:80", "stadium.fritz.box"),
    *("stadium.lan", "stadium.home.arpa", ""),
]
FOREIGN = [
    *("evil.example", "evil.example:8080", "local.evil.example", "evilfritz.box", "192.168.1.5.evil.example"),
    *("stadium.local.evil.example.", "[::1.evil.example", "xn--stadium-9za.example", "evil.example@stadium.com"),
]


@pytest.mark.parametrize("host", OURS)
def test_a_number_or_a_name_of_the_home_is_ours(host: str) -> None:
    """As a phone, a router and a program without a name ask."""
    assert is_of_home(host)


@pytest.mark.parametrize("host", FOREIGN)
def test_any_other_name_is_not(host: str) -> None:
    """It may be anybody's on the internet, and lead here."""
    assert not is_of_home(host)


@pytest.mark.parametrize("path", ["/", "/camera.jpg", "/api/state", "/api/stream", "/static/pages/main.js", "/nowhere"])
def test_request_with_a_foreign_host_name_is_refused(path: str) -> None:
    """A script of another site, which the browser takes for ours, sees neither the camera's picture nor the game."""

    async def ask() -> tuple[str, dict[str, str]]:
        view = GivenData(live=lambda: live(None), status=lambda: WELL)
        async with TestClient(TestServer(make_app(view))) as client:
            answer = await client.get(path, params={"lang": "es"}, headers={"Host": "evil.example"})
            assert 421 == answer.status  # before it is read: a stream has no end
            return answer.headers["Server"], await answer.json()

    server, body = asyncio.run(ask())
    assert ("stadium", ["error"], True) == (server, list(body), "Este nombre" in body["error"])


def test_no_name_server_is_asked_for_a_request_without_a_name() -> None:
    """Older versions of aiohttp ask one for our own name, in the loop that plays, and that may take seconds."""
    assert "" == host_of(make_mocked_request("GET", "/"))
