"""One thing has one name: on the page the stadium, and never the box; in Spanish one word for each thing."""

from __future__ import annotations

import re
from functools import cache

import pytest
from catalogues import catalogue

from scoreboard.language.catalogue import CATALOGUES

OF_THE_PAGE = re.compile(r"(page|setting|setting-choice|put-right)\.")
BOX = re.compile(r"\bbox\b(?! score)", re.IGNORECASE)
NOT_SPANISH_HERE = {
    "estadio (the device), marca (a printed one), pizarra or resultado (the score)": r"\bmarcador(es)?\b|\bcajas?\b",
    "solo": r"\bsólo\b",
    "el Wi-Fi": r"\b(la|una|ninguna|esta|otra|misma|propia|otras|estas) (red )?wi-fi\b",
    "la pelota, which is thrown (bola is the call)": r"\b(lleva\w*|atraviesa|atrapan?|tira[rn]?) la bola\b(?! mala)",
    "tirada, of a die (tiro is a fielder's)": r"\b(ningún|este|cada|últimos?) tiros?\b|\btiros? del? dado\b",
    "jugada secreta": r"\b(tu|mi|su) secreto\b|\b(ver|tapar) mi mano\b|\bespiar\b",
    "probabilidad de ganar": r"\bpara ganar\b",
    "batazo de aire": r"\bpor el aire\b",
    "casco más, casco menos": r"\bcasco de (más|menos)\b|^de (más|menos)$",
    "los dejó en el terreno": r"\búltimo turno\b",
    "casa llena, entradas extra, doble play": r"\bgrand slam\b|\bextra innings?\b|\bdoble matanza\b",
    "béisbol con dados": r"\bbéisbol de\b",
    "batazo, of a ball hit to a zone (a hit is a base hit)": r"\bhit a(l| la zona)\b",
    "¿atrapan la pelota?, after the ficha": r"¿la atrapan",
    "forzado": r"\bempujad[oa]s?\b",
    "toque: foul": r"\btoque de foul\b",
    "compañero": r"(?<!luz )\bparejas?\b",
    "vinculado": r"\b(em|a)parejad[oa]s?\b",
    "oprimir": r"\b(apriet|apret|puls)\w+|\bpresion(a|e|ar)\b",
    "mantener presionado": r"\bsostenid[oa]s?\b|\bmantén (?!presionad)",
    "encender": r"\bprend(e|er|es|ido|ida|ió|elo|erlo)\b",
    "restaurar": r"\brecuper\w+",
    "reiniciar": r"\b(arran(ca|car|que)|enciende) otra vez\b",
    "empezar de cero": r"\breinicio\b",
    "bocina": r"\baltavo(z|ces)\b",
    "aparato": r"\bdispositivos?\b",
    "rehecho": r"\bhecho otra vez\b",
    "tú, not ustedes": r"\b(esperen|tiren|prueben|acuerden|miren|sigan|elijan|pongan|toquen|opriman|lancen)\b",
    "infinitives on buttons": r"^(dilo|hazlo|anótalo)$|^anota una tirada$",
    "a point in numbers": r"\d,\d+\s?%",
}
"""What to say, and what is not said: words that one reads elsewhere in Spanish, or that were said here once."""
AS_IT_IS_WRITTEN = re.compile(r"«[^»]*»|`[^`]*`|https?:\S*|\bhw:\S*")
"""What a sentence quotes: its signs are those of the panel, or of a program."""


@cache
def worded(code: str) -> tuple[tuple[str, str, str], ...]:
    """The length, the key and the wording of every message of a language, each form of a plural by itself."""
    return tuple(
        (str(each.context), each.id if isinstance(each.id, str) else each.id[0], str(text))
        for each in catalogue(CATALOGUES / code)
        if each.id
        for text in (each.string if isinstance(each.string, tuple | list) else (each.string,))
    )


def test_the_page_calls_what_keeps_the_score_the_stadium() -> None:
    """A box score is another thing."""
    ours = [(key, text) for _, key, text in worded("en") if OF_THE_PAGE.match(key)]
    assert len(ours) > 300
    assert [] == [key for key, text in ours if key != "page.ui.box" and BOX.search(text)]


@pytest.mark.parametrize("better", NOT_SPANISH_HERE)
def test_spanish_has_one_word_for_each_thing(better: str) -> None:
    """The same in every area and at every length."""
    other = re.compile(NOT_SPANISH_HERE[better], re.IGNORECASE)
    assert [] == [(key, text) for _, key, text in worded("es") if other.search(text)]


@pytest.mark.parametrize(("opened", "closed"), ["¿?", "¡!"])
def test_spanish_sentences_open_their_questions_and_exclamations(opened: str, closed: str) -> None:
    """On a panel alone the opening sign may be left out."""
    texts = [(key, AS_IT_IS_WRITTEN.sub("", text)) for length, key, text in worded("es") if length != "panel"]
    assert any(closed in text for _, text in texts)
    assert [] == [(key, text) for key, text in texts if text.count(opened) != text.count(closed)]


def test_spanish_buttons_that_begin_something_are_infinitives() -> None:
    """*Calibrar*, *Restaurarlo*."""
    buttons = [(key, text) for _, key, text in worded("es") if key.startswith("page.ui.begin-")]
    assert buttons
    assert [] == [text for _, text in buttons if not re.match(r"\w+[aei]r(l[oa]s?|se)?\b", text)]
