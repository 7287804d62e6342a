"""A game in the forms that the stadium can write, as the page gives them."""

from __future__ import annotations

import importlib.util
from io import BytesIO
from zipfile import ZipFile

import pytest
from msgspec import structs
from support.page_table import golden
from support.pages import NUMBER, Board
from support.scoring import SETUP

from scoreboard.exports import FORMS, ExportedGame
from scoreboard.language import language
from scoreboard.rules.history import begin


@pytest.mark.parametrize("form", FORMS)
def test_page_has_a_game_in_every_form(form: str) -> None:
    """To be stored under a name that says what it is; in the language that is asked for."""
    history = golden("second-thoughts").history
    answer, body = Board(history).get(f"/api/games/{NUMBER}/export/{form}?lang=es")
    assert (200, "application/octet-stream") == (answer.status, answer.content_type)
    name = f"game-{NUMBER}-{form}.{FORMS[form].ending}"
    assert f'attachment; filename="{name}"' == answer.headers["Content-Disposition"]
    assert FORMS[form].written([ExportedGame(NUMBER, history)], language("es")) == body


def test_a_form_that_does_not_take_a_game_says_why() -> None:
    """In the reader's language; likewise a form that there is not, and a game."""
    history = begin(structs.replace(SETUP, rules="three-dice"))
    board = Board(history)
    answer, body = board.get(f"/api/games/{NUMBER}/export/retrosheet?lang=es")
    assert (404, True) == (answer.status, "nadie va al bate" in body.decode())
    assert 404 == board.get(f"/api/games/{NUMBER}/export/xlsx")[0].status
    assert 404 == board.get("/api/games/99/export/csv")[0].status


def test_forms_that_cannot_be_written_here_are_not_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    """A Pi has no pyarrow."""
    found = importlib.util.find_spec
    monkeypatch.setattr("scoreboard.exports.forms.find_spec", lambda name: None if name == "pyarrow" else found(name))
    board = Board(golden("second-thoughts").history)
    _, page = board.get("/")
    assert 'data-forms="csv json retrosheet pdf pdf-letter"' in page.decode()
    assert 404 == board.get(f"/api/games/{NUMBER}/export/parquet")[0].status


def test_tables_of_the_page_are_those_of_the_command() -> None:
    """The same rows."""
    _, body = Board(golden("second-thoughts").history).get(f"/api/games/{NUMBER}/export/csv")
    with ZipFile(BytesIO(body)) as zipped:
        assert f"\r\n{NUMBER}," in zipped.read("games.csv").decode("utf-8-sig")
