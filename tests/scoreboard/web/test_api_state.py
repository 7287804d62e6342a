"""The state of play, the panel and the camera's pictures, for programs."""

from __future__ import annotations

from io import BytesIO

import msgspec
import pytest
from msgspec import structs
from PIL import Image, ImageChops
from support.pages import Board
from support.scoring import SETUP, red

from scoreboard import display
from scoreboard.language import language
from scoreboard.message import message
from scoreboard.record import state_line
from scoreboard.rules import RULE_SETS, start
from scoreboard.rules.events import NamesSet, Set, Setup
from scoreboard.rules.history import begin
from scoreboard.web.state.answer_types import StateOfPlay
from scoreboard.web.state.live import OpenQuestion
from scoreboard.web.state.offers import offers


def test_state_is_the_records_own_line_and_more() -> None:
    """Every key of the state line, then where it stands in the journal and what the table sees besides."""
    board = Board()
    board.play(red(10))
    assert board.history is not None
    line = msgspec.json.decode(msgspec.json.encode(state_line(2, board.history)))
    more = {"number": 2, "game": 7, "setup": msgspec.to_builtins(SETUP), "asked": None, "notice": None, "held": False}
    more["autopilot"], more["letters"] = None, {"away": "RED", "home": "BLU"}
    more["offers"] = msgspec.json.decode(msgspec.json.encode(offers(board.history, language("en"))))
    assert {**line, **more} == board.json("/api/state")


def test_letters_of_teams_that_begin_alike_differ() -> None:
    """They are those of the panel: an owner's own, or of the name; a name that was put right has its own."""
    alike = structs.replace(SETUP, home=structs.replace(SETUP.home, name="Redbirds"))
    board = Board(history=begin(alike))
    assert {"away": "RDS", "home": "RDB"} == board.json("/api/state")["letters"]
    board.shorts = {"Redbirds": "BRD"}
    assert {"away": "RED", "home": "BRD"} == board.json("/api/state")["letters"]
    board.play(Set(names=NamesSet(home="Rockets")))
    assert {"away": "RED", "home": "ROC"} == board.json("/api/state")["letters"]


def test_why_a_demonstration_stopped_is_in_the_state() -> None:
    """In the asked language; where there are no simulated players nothing is said of them."""
    reason = Board(not_by_itself=message("page.no-autopilot")).json("/api/state?lang=es")["not_by_itself"]
    assert reason.startswith("Este juego no se juega solo")
    assert "not_by_itself" not in Board().json("/api/state")


def test_question_and_notice_are_in_the_state() -> None:
    """What the table is asked, where its picture is, what the panel says instead, and that a disk takes nothing."""
    board = Board(question=OpenQuestion("red", (7, 1, 4), 7), notice=message("notice.lifted"), held=True)
    state = board.json("/api/state?lang=es")
    expected = {"what": "red", "choices": [7, 1, 4], "offered": 7, "picture": "/api/asked.jpg", "id": 1}
    assert (expected, True) == (state["asked"], state["held"])
    assert state["notice"] not in (None, Board(notice=board.notice).json("/api/state")["notice"])


def test_state_is_in_the_asked_language() -> None:
    """Its sentence is; a language in the address goes before that of the browser."""
    english, spanish = Board().json("/api/state")["said"], Board().json("/api/state?lang=es")["said"]
    assert english != spanish
    assert spanish == Board().json("/api/state", Accept_Language="es-MX")["said"]
    assert english == Board().json("/api/state?lang=en", Accept_Language="es")["said"]


@pytest.mark.parametrize("rules", sorted(RULE_SETS))
def test_state_has_the_shape_that_is_described(rules: str) -> None:
    """Of every game, no key more or less."""
    setup = msgspec.structs.replace(SETUP, rules=rules)
    answer = Board(begin(setup)).json("/api/state")
    state = msgspec.convert(answer, StateOfPlay)
    assert answer.keys() == msgspec.to_builtins(state).keys()
    assert isinstance(state.setup, Setup)


def test_before_the_first_game_there_is_no_state() -> None:
    """It says what to do."""
    answer, body = Board(None).get("/api/state")
    assert 404 == answer.status
    assert {"error": "No game has begun yet; begin one at the stadium."} == msgspec.json.decode(body)


def test_the_panel_is_what_was_lit_last() -> None:
    """As lights, of the panel's own size."""
    lit = display.draw(start(SETUP), (32, 8))
    answer, body = Board(more={"panel": lambda: lit}).get("/panel.png")
    assert (200, "image/png") == (answer.status, answer.content_type)
    assert ImageChops.difference(Image.open(BytesIO(body)), display.led_picture(lit)).getbbox() is None
    assert 404 == Board().get("/panel.png")[0].status


@pytest.mark.parametrize(("path", "source"), [("/camera.jpg", "camera"), ("/api/asked.jpg", "asked")])
def test_pictures_of_the_camera(path: str, source: str) -> None:
    """As it gives them, or not found."""

    async def picture() -> bytes:
        return b"a jpeg"

    answer, body = Board(more={source: picture}).get(path)
    assert (200, "image/jpeg", b"a jpeg") == (answer.status, answer.content_type, body)
    assert 404 == Board().get(path)[0].status


def test_head_is_answered_without_a_body() -> None:
    """As every server does it."""
    answer, body = Board().get("/api/state", "HEAD")
    assert (200, b"", True) == (answer.status, body, int(answer.headers["Content-Length"]) > 100)


def test_large_answers_are_packed() -> None:
    """With gzip, for who takes it; a small one is sent as it is."""
    answer, _ = Board().get("/api/openapi.json", Accept_Encoding="gzip")
    assert ("gzip", "Accept-Encoding") == (answer.headers["Content-Encoding"], answer.headers["Vary"])
    assert "Content-Encoding" not in Board().get("/api/openapi.json", Accept_Encoding="identity")[0].headers
    assert "Content-Encoding" not in Board().get("/health", Accept_Encoding="gzip")[0].headers
