"""Every refusal is in the language of who asks, and says what to do."""

from __future__ import annotations

import re

import pytest
from support.pages import NUMBER, Board

from scoreboard.language import language, languages
from scoreboard.message import Message
from scoreboard.record import decode
from scoreboard.web.http.guard import malformed
from scoreboard.web.http.malformed_words import OF_LINES, TEXTS, malformed_words
from scoreboard.web.http.refusals import SENTENCES

SPANISH = language("es")


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ('{"type":"chip"}', "Eso no se puede leer: falta `face`; envíalo también."),
        ('{"type":"chip","face":"hit","x":1}', "Eso no se puede leer: aquí no hay `x`; quítalo."),
        ('{"type":"die","color":"red","value":11}', "`value` no es como debe ser: escribe un número de hasta 10."),
        ('{"type":"die","color":"red","value":0}', "`value` no es como debe ser: escribe un número de al menos 1."),
        ('{"type":"die","color":"red","value":"7"}', "escribe un número entero, no un texto."),
        ('{"type":"die","color":"","value":7}', "`color` no es como debe ser: escribe al menos 1."),
        ('{"type":"die","color":" ","value":7}', "escribe algo que se vea"),
        ('{"type":"chip","face":"edge"}', "`face` no es como debe ser: 'edge' no es de lo que puede ir ahí"),
        ('{"type":"what"}', "'what' no es de lo que puede ir ahí; elige otra cosa."),
        ('{"type":"set"}', "Eso no se puede leer: no cambia nada; cambia algo."),
        ('{"type":"set","runners":[6,6]}', "`runners` no es como debe ser: dos corredores no caben"),
        ('{"type":"set","runners":[1,2,3,4]}', "`runners` no es como debe ser: escribe hasta 3."),
        ('{"type":"set","outs":1,"outs":2}', "`outs` está dos veces"),
        ('{"type":"chip"', "se corta antes de tiempo"),
        ("what", "no es JSON en UTF-8"),
        ("", "está vacío"),
        ("7", "escribe un objeto, no un número entero."),
    ],
)
def test_error_of_a_malformed_body_is_in_the_readers_language(raw: str, expected: str) -> None:
    """It names the key and what to write: for a line of the record, as msgspec and its own checks refuse it."""
    with pytest.raises(ValueError, match=r".") as refused:
        decode(raw.encode())
    text = SPANISH.say(malformed(str(refused.value)).words)
    assert expected in text
    assert not re.search(r"\b(Expected|Object|missing|got|Invalid|malformed|write)\b", text)


def test_whatever_the_lines_say_of_themselves_has_a_message() -> None:
    """In every language; what no table knows is told as it is."""
    for what in (*OF_LINES, *TEXTS):
        words = malformed_words(what)
        assert isinstance(words, Message)
        assert all(language(code).has(words.key, "sentence") for code in languages())
    assert "Something rare" == malformed_words("Something rare")


@pytest.mark.parametrize(
    "path",
    [
        *("/nowhere", "/api/games/99", "/api/games/99/box", "/api/games/99/states", "/api/games/99/lines/2/review"),
        *(f"/api/games/{NUMBER}/lines/99/review", f"/api/games/{NUMBER}/lines/1/picture", "/camera.jpg", "/panel.png"),
        *("/api/asked.jpg", "/api/sounds/none.wav"),
    ],
)
def test_not_found_error_is_in_the_readers_language(path: str) -> None:
    """A Spanish page gets no word of English, and no page a command of a terminal."""
    errors = [Board().json(f"{path}?lang={code}")["error"] for code in languages()]
    assert len({*errors}) == len(errors)
    assert not any("stadium " in each.replace("stadium's", "") or "stadium`" in each for each in errors)
    assert [] == [each for each in errors if not each.endswith(".")]


def test_wrong_method_error_is_in_the_readers_language() -> None:
    """The error is aiohttp's own: the address does not have the method."""
    answer, body = Board().get("/api/state?lang=es", "PUT")
    assert (405, True) == (answer.status, "Eso no se puede hacer aquí" in body.decode())


def test_before_the_first_game_too() -> None:
    """The state of play, as a feed and as JSON."""
    for path in ("/api/state", "/api/feed.json"):
        assert "Todavía no empieza ningún juego" in Board(None).json(f"{path}?lang=es")["error"]


def test_every_status_has_its_sentence() -> None:
    """In every language."""
    for code in languages():
        missing = [each for each in SENTENCES if not language(code).has(f"page.status.{each}", "sentence")]
        assert [] == missing
