"""The state of play, for programs."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace

import msgspec
import pytest
from aiohttp.test_utils import TestClient, TestServer
from support.pages import NUMBER, live
from support.scoring import SETUP, red

from scoreboard.language import language
from scoreboard.message import message
from scoreboard.record import state_line
from scoreboard.rules import start
from scoreboard.rules.history import begin, judge
from scoreboard.web import Live, OpenQuestion, PageData, Status, make_app
from scoreboard.web.offers import offers

WELL = Status(status="ok", version="1", uptime_s=1, devices={})


def asked(shown: Callable[[], Live | None], path: str = "/api/state") -> tuple[int, dict[str, object]]:
    """The answer."""

    async def ask() -> tuple[int, dict[str, object]]:
        async with TestClient(TestServer(make_app(PageData(shown, str, lambda: WELL, list)))) as client:
            answer = await client.get(path)
            return answer.status, msgspec.json.decode(await answer.read())

    return asyncio.run(ask())


def test_state_is_the_records_own_line_and_more() -> None:
    """Every key of the state line, then where it stands in the journal and what the table sees besides."""
    history = judge(begin(SETUP), red(10)).history
    code, told = asked(lambda: Live(NUMBER, history))
    line = msgspec.json.decode(msgspec.json.encode(state_line(history.number, history)))
    more = {"number": 2, "game": 7, "setup": msgspec.to_builtins(SETUP), "asked": None, "notice": None, "held": False}
    more["offers"] = msgspec.json.decode(msgspec.json.encode(offers(history, language("en"))))
    assert (200, {**line, **more}) == (code, told)


def test_question_and_notice_are_in_the_state() -> None:
    """What the table is asked, where its picture is, what the panel says instead, and that a disk takes nothing."""
    question, notice = OpenQuestion("red", (7, 1, 4), 7), message("notice.lifted")
    shown = live(start(SETUP))
    assert shown is not None
    _, told = asked(lambda: replace(shown, asked=question, notice=notice, held=True))
    expected = {"what": "red", "choices": [7, 1, 4], "offered": 7, "picture": "/api/asked.jpg"}
    assert (expected, True) == (told["asked"], told["held"])
    assert isinstance(told["notice"], str)


@pytest.mark.parametrize(("path", "said"), [("/api/state", "Reds"), ("/api/state?lang=es", "Reds")])
def test_state_is_said_in_the_asked_language(path: str, said: str) -> None:
    """What comes next, as the reader speaks."""
    _, english = asked(lambda: live(start(SETUP)))
    _, told = asked(lambda: live(start(SETUP)), path)
    assert ("lang=es" in path) == (told["said"] != english["said"])
    assert said


def test_before_the_first_game_there_is_no_state() -> None:
    """It says what to do."""
    assert (404, {"error": "No game has begun yet; begin one at the stadium."}) == asked(lambda: None)
