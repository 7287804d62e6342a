"""The pages: the score for people, and how the appliance is for programs."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from html import escape

import msgspec
import pytest
from aiohttp import ClientResponse
from aiohttp.test_utils import TestClient, TestServer
from msgspec import structs
from support.english import due
from support.pages import Board, GivenData, live
from support.scoring import BLUES, REDS, SETUP

from scoreboard.language import language
from scoreboard.message import Words, message
from scoreboard.rules import start
from scoreboard.rules.events import Team
from scoreboard.rules.state import Game
from scoreboard.web.app import make_app
from scoreboard.web.pages.page_words import PRIVACY
from scoreboard.web.pages.static_files import static_files
from scoreboard.web.state.metrics import Metric, MetricSample
from scoreboard.web.state.view import (
    Device,
    PageData,
    Status,
)

WELL = {"camera": Device("ok"), "panel": Device("ok")}


@dataclass
class Stadium:
    """What the pages are told of."""

    game: Game | None = field(default_factory=lambda: start(SETUP))
    last: Words = "Blues pitch 3."
    devices: dict[str, Device] = field(default_factory=lambda: dict(WELL))

    def status(self) -> Status:
        """How it is."""
        worst = "ok" if all(each.status == "ok" for each in self.devices.values()) else "degraded"
        return Status(status=worst, version="1.2.3", uptime_s=17, devices=self.devices)  # type: ignore[arg-type] # so

    def metrics(self) -> Iterable[Metric]:
        """A figure."""
        yield Metric("stadium_frames_total", "counter", "Frames watched.", [MetricSample(42)])

    def view(self) -> PageData:
        """As the pages want it."""
        return GivenData(live=lambda: live(self.game), last=lambda: self.last, status=self.status, metrics=self.metrics)


def get(stadium: Stadium, path: str, method: str = "GET", languages: str = "") -> tuple[ClientResponse, bytes]:
    """Ask for a page as a browser on this machine would that wants those languages."""

    async def ask() -> tuple[ClientResponse, bytes]:
        async with TestClient(TestServer(make_app(stadium.view()))) as client:
            answer = await client.request(method, path, headers={"Accept-Language": languages})
            return answer, await answer.read()

    return asyncio.run(ask())


def text(stadium: Stadium, path: str = "/", languages: str = "") -> str:
    """A page's text."""
    return get(stadium, path, languages=languages)[1].decode()


def test_the_page_says_the_score_in_words() -> None:
    """Both teams and their runs, the inning, the outs, the count, what happened and what comes next."""
    game = structs.replace(start(SETUP), away=2, home=1, inning=3, half="bottom", outs=1, balls=2, strikes=1)
    page = text(Stadium(game))
    assert "<title>Reds 2, Blues 1</title>" in page
    assert "<h1><bdi>Reds</bdi>&nbsp;<b>2</b> · <bdi>Blues</bdi>&nbsp;<b>1</b></h1>" in page
    assert "Bottom of the third, one out, the count 2 and 1." in page
    assert "Blues pitch 3." in page
    assert due(game) in page


def test_privacy_page_is_whole_without_a_script() -> None:
    """It is in the asked language, and never reloads while it is read; only the button needs a script."""
    page = text(Stadium(), "/privacy", languages="es")
    assert "<h1>Privacidad</h1>" in page
    spanish = language("es")
    for kind in PRIVACY:
        assert f"<h2>{escape(spanish.say(message(f'page.ui.privacy-head-{kind}')))}</h2>" in page
        assert f"<p>{escape(spanish.say(message(f'page.ui.privacy-{kind}')))}</p>" in page
    assert "<noscript><p>Lo demás necesita JavaScript" in page
    assert "http-equiv" not in page
    script = static_files()["pages/privacy.js"].plain.decode()
    assert list(PRIVACY) == re.findall(r'"([a-z]+)"', script.split("KINDS = [")[1].split("]")[0])


@pytest.mark.parametrize("path", ["/games", "/games/1", "/new", "/pair", "/settings", "/settings/phones"])
def test_page_without_a_script_says_that_more_needs_one(path: str) -> None:
    """The notice also says what to do about it, in the asked language; the TV has none."""
    needs = {"en": "<noscript><p>More needs JavaScript", "es": "<noscript><p>Lo demás necesita JavaScript"}
    assert [] == [code for code, notice in needs.items() if notice not in text(Stadium(), path, languages=code)]
    assert needs["en"] not in text(Stadium(), "/tv")


def test_a_late_inning_has_a_number() -> None:
    """Extra innings go on for as long as they have to."""
    assert "Top of the 12th, two out" in text(Stadium(structs.replace(start(SETUP), inning=12, outs=2)))


def test_page_of_a_finished_game_says_that_it_is_over() -> None:
    """It does not ask for a pitch."""
    assert "The game is over." in text(Stadium(structs.replace(start(SETUP), phase="over", winner="home")))


def test_before_the_first_game_there_is_a_page_too() -> None:
    """It says that there is no game, and shows no panel."""
    page = text(Stadium(None))
    assert (True, False) == ("No game yet" in page, "panel.png" in page)
    assert 404 == get(Stadium(None), "/panel.png")[0].status


def test_a_team_may_be_called_anything() -> None:
    """A name is text, whatever it looks like."""
    setup = structs.replace(SETUP, away=Team(name="<b>&Reds", color="red"))
    page = text(Stadium(structs.replace(start(SETUP), setup=setup)))
    assert ("&lt;b&gt;&amp;Reds" in page, "<b>&Reds" in page) == (True, False)


def test_page_shows_who_is_up() -> None:
    """D49, D53: who bats and who pitches, the helmet at bat and those that wait in order; nothing without them."""
    setup = structs.replace(SETUP, rules="diamante-major", away=structs.replace(REDS, players=("<i>Ana", "Leo")))
    page = text(Stadium(start(setup)))
    bats = "<bdi>&lt;i&gt;Ana</bdi> bats."
    assert f'<p class="up">{bats} At bat: + helmet. In the dugout: plain, plain, \u2212.</p>' in page
    assert 'class="up"' not in text(Stadium())
    assert 'class="up"' not in text(Stadium(structs.replace(start(setup), phase="over", winner="home")))


def test_faults_are_on_the_page() -> None:
    """Who looks at a phone learns that the camera is gone, and what to do."""
    faulty = {**WELL, "camera": Device("degraded", "the camera is gone; check <its> plug")}
    page = text(Stadium(devices=faulty))
    assert "<strong>Camera:</strong> the camera is gone; check &lt;its&gt; plug" in page
    assert "amiss" not in text(Stadium())


@pytest.mark.parametrize(
    ("devices", "code", "status"),
    [(WELL, 200, "ok"), ({**WELL, "panel": Device("degraded", "check its wiring")}, 503, "degraded")],
)
def test_health_is_one_number_and_the_details(devices: dict[str, Device], code: int, status: str) -> None:
    """200 only if every device is well; the JSON says which is not, the version and the uptime."""
    answer, body = get(Stadium(devices=devices), "/health")
    reported = msgspec.json.decode(body)
    assert (code, "application/json") == (answer.status, answer.content_type)
    assert (status, "1.2.3", 17) == (reported["status"], reported["version"], reported["uptime_s"])
    expected = {"status": status, "said": "check its wiring"} if code == 503 else {"status": "ok"}
    assert ({"status": "ok"}, expected) == (reported["devices"]["camera"], reported["devices"]["panel"])


def test_metrics_are_in_prometheus_own_format() -> None:
    """Text of version 0.0.4, which is what its scraper asks for."""
    answer, body = get(Stadium(), "/metrics")
    assert "text/plain; version=0.0.4; charset=utf-8" == answer.headers["Content-Type"]
    assert b"stadium_frames_total 42\n" in body


@pytest.mark.parametrize("path", ["/", "/static/pages/page.css", "/panel.png", "/health", "/metrics", "/nowhere"])
def test_every_answer_is_guarded(path: str) -> None:
    """No script but ours, nothing from elsewhere, no guessing of types, and nothing is kept without being asked for."""
    headers = get(Stadium(), path)[0].headers
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    kept = "no-cache" if path.startswith("/static/") else "no-store"
    assert ("nosniff", kept) == (headers["X-Content-Type-Options"], headers["Cache-Control"])
    assert "stadium" == headers["Server"]  # and not the name and version of what serves it


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE"])
def test_the_pages_are_for_looking_at(method: str) -> None:
    """Nothing can be changed through them."""
    assert 405 == get(Stadium(), "/", method)[0].status


def test_page_needs_no_script_nor_host() -> None:
    """Without a script a browser loads it anew; nothing comes from the internet, and no script stands in it."""
    page = text(Stadium())
    assert ("http://" in page, "https://" in page) == (False, False)
    assert '<noscript><meta http-equiv="refresh" content="3"></noscript>' in page
    scripts = ['<script defer src="/static/pages/plain.js">', '<script type="module" src="/static/pages/main.js">']
    assert scripts == re.findall("<script[^>]*>", page)


def test_the_teams_are_the_games_own() -> None:
    """The players are named, not the default's teams."""
    setup = structs.replace(SETUP, away=BLUES, home=REDS)
    assert "<bdi>Blues</bdi>&nbsp;<b>0</b> · <bdi>Reds</bdi>&nbsp;<b>0</b>" in text(
        Stadium(structs.replace(start(SETUP), setup=setup))
    )


def test_the_page_in_another_language() -> None:
    """All that is on it, a fault with its device among it; what was typed stays as it is."""
    game = structs.replace(start(SETUP), away=2, inning=3, half="bottom", outs=1, balls=2, strikes=1)
    faulty = {**WELL, "camera": Device("degraded", message("page.over"))}
    stadium = Stadium(game, message("play.pitch", team="Blues", value=3), faulty)
    page = text(stadium, "/?lang=es")
    assert '<html lang="es" ' in page
    assert "Baja de la tercera, un out, cuenta de 2 y 1." in page
    assert "Lanzamiento de Blues: 3." in page
    assert "<strong>Cámara:</strong> El juego terminó." in page
    assert 'alt="El tablero: Reds 2, Blues 0"' in page
    assert ">Privacidad</a>" in page
    assert "Todavía no hay juego" in text(Stadium(None), "/?lang=es")
    assert "El juego terminó." in text(Stadium(structs.replace(game, phase="over", winner="home")), "/?lang=es")
    assert "Alta de la entrada 21, sin outs" in text(Stadium(structs.replace(start(SETUP), inning=21)), "/?lang=es")
    condition = msgspec.json.decode(get(stadium, "/health?lang=es")[1])["devices"]["camera"]["said"]
    assert "The game is over." == condition


@pytest.mark.parametrize(
    ("wanted", "path", "given"),
    [
        ("", "/", "en"),
        ("es-MX,es;q=0.9,en;q=0.8", "/", "es"),
        ("de, en;q=0.5, es;q=0.7", "/", "es"),
        ("en, es", "/", "en"),
        ("es;q=0, en;q=0.1", "/", "en"),
        ("es;q=nan, es;q=much, *", "/", "en"),
        ("de", "/", "en"),
        ("en", "/?lang=es", "es"),
        ("es", "/?lang=xx", "en"),
    ],
)
def test_the_language_that_a_browser_wants_most(wanted: str, path: str, given: str) -> None:
    """Of those that there are, or else English; the address decides before the browser."""
    assert f'<html lang="{given}" ' in text(Stadium(), path, wanted)


@pytest.mark.parametrize("path", ["/overlay", "/tv"])
def test_the_owner_says_whose_pages_show_ours_within_them(path: str) -> None:
    """A house's, once he names it; and of all our pages these two alone."""
    house = "http://homeassistant.local:8123"

    def framers(path: str, *named: str) -> str:
        answer, _ = Board(more={"framed_by": named}).get(path)
        return answer.headers["Content-Security-Policy"].partition("frame-ancestors ")[2]

    assert "'none'" == framers(path)
    assert house == framers(path, house)
    assert ["'none'"] * 3 == [framers(other, house) for other in ("/", "/games", "/api/state")]
