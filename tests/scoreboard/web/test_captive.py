"""The stadium's own Wi-Fi: a phone that looks for the internet is led to the page, and nobody else is."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest
from aiohttp.test_utils import TestClient, TestServer
from support.pages import GivenData, Status

from scoreboard.web.app import make_app
from scoreboard.web.http.captive import PROBES, WELCOME

WELL = Status(status="ok", version="1", uptime_s=1, devices={})
OWN, HOME = "127.0.0.2", "127.0.0.3"
"""The machine's numbers here: in its own Wi-Fi, and in a home's."""
AS_PHONES_ASK = [
    ("connectivitycheck.gstatic.com", "/generate_204"),
    ("www.google.com", "/gen_204"),
    ("captive.apple.com", "/hotspot-detect.html"),
    ("captive.apple.com", "/"),
    ("www.msftconnecttest.com", "/connecttest.txt"),
    ("www.msftncsi.com", "/ncsi.txt"),
    ("detectportal.firefox.com", "/success.txt"),
    ("nmcheck.gnome.org", "/check_network_status.txt"),
    ("network-test.debian.org", "/nm"),
]


def answers(came_in_by: str, asked: Sequence[tuple[str, str]], method: str = "GET") -> list[tuple[int, str]]:
    """The status and the place led to of each answer, to somebody who asks at that number of the machine."""

    async def ask() -> list[tuple[int, str]]:
        view = GivenData(live=lambda: None, status=lambda: WELL, own_number=OWN)
        async with TestClient(TestServer(make_app(view), host=came_in_by)) as client:
            found = []
            for host, path in asked:
                answer = await client.request(method, path, headers={"Host": host}, allow_redirects=False)
                found.append((answer.status, answer.headers.get("Location", "")))
                assert ("stadium", "nosniff") == (answer.headers["Server"], answer.headers["X-Content-Type-Options"])
            return found

    return asyncio.run(ask())


def test_a_phone_is_led_to_the_page() -> None:
    """Whatever system it has: its question about the internet is answered with where the page is."""
    assert [(302, f"http://{OWN}{WELCOME}")] * len(AS_PHONES_ASK) == answers(OWN, AS_PHONES_ASK)
    every = [(host, path) for host, paths in PROBES.items() for path in paths]
    assert {(302, f"http://{OWN}{WELCOME}")} == set(answers(OWN, every))


def test_in_a_homes_wifi_no_foreign_name_is_answered() -> None:
    """The same questions, by a site whose name leads here, are refused as every other."""
    assert {(421, "")} == set(answers(HOME, AS_PHONES_ASK))


@pytest.mark.parametrize(
    ("host", "path"),
    [
        ("captive.apple.com", "/camera.jpg"),
        ("captive.apple.com", "/api/state"),
        ("captive.apple.com.evil.example", "/hotspot-detect.html"),
        ("evil.example", "/generate_204"),
        ("www.google.com", "/"),
        ("connectivitycheck.gstatic.com", "/hotspot-detect.html"),
    ],
)
def test_nothing_else_is_answered_under_a_foreign_name(host: str, path: str) -> None:
    """Not even in its own Wi-Fi: only these addresses under these names."""
    assert [(421, "")] == answers(OWN, [(host, path)])


def test_nothing_is_changed_under_a_foreign_name() -> None:
    """What is sent is no question about the internet."""
    assert {(421, "")} == set(answers(OWN, AS_PHONES_ASK, "POST"))


def test_the_page_itself_is_not_led_away() -> None:
    """Under the stadium's own number and name its pages are what they are elsewhere."""
    assert [(200, ""), (200, ""), (404, "")] == answers(
        OWN, [(OWN, "/health"), ("stadium.local", WELCOME), (OWN, "/generate_204")]
    )


@pytest.mark.parametrize(
    ("code", "words"), [("en", ("Stay connected.", "mobile data off")), ("es", ("Sigue conectado.", "datos móviles"))]
)
def test_the_page_says_what_to_do(code: str, words: tuple[str, ...]) -> None:
    """To stay, mobile data off, and where the page is; it needs no script, which such a window may not have."""

    async def ask() -> str:
        view = GivenData(live=lambda: None, status=lambda: WELL, own_number=OWN)
        async with TestClient(TestServer(make_app(view))) as client:
            return await (await client.get(WELCOME, params={"lang": code})).text()

    shown = asyncio.run(ask())
    assert [] == [each for each in (*words, f"http://{OWN}") if each not in shown]
    assert ("<script" in shown, 'href="/"' in shown) == (False, True)
