"""The table is spoken to in one language: whole games are heard and read, and none of it is in another."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest
from msgspec import structs
from support.finger import SIZE, Finger, at_the_box
from support.overheard import Listener, in_english
from support.scoring import SETUP, SHORT_MAJOR

from firmware.config.schema import check, shipped
from firmware.config.teams import Offers, shipped_offers
from firmware.play.faces.terminal_view import ChanceLines, LiveView, PlainLines
from firmware.play.state.shown import Shown
from firmware.play.state.table_language import TableLanguage
from scoreboard.display import message_picture
from scoreboard.language import language, languages
from scoreboard.message import message
from scoreboard.rules import start

pytestmark = pytest.mark.usefixtures("quick_reader")


async def a_short_game(finger: Finger) -> None:
    """Away bunts and scores, Home does not; with a refusal, a question that is withdrawn, and a correction undone."""
    await finger.enter("blue", 5)
    await finger.say("toque?")
    await finger.enter("red", 3)
    await finger.enter("white", 9)
    await finger.press("next", held=True)
    await finger.press("undo")
    await finger.press("next")
    await finger.press("ok")
    await finger.press("ball")
    await finger.press("strike")
    await finger.press("run")
    await finger.press("homerun")
    await finger.fix("corregir pizarra?", "OUTS", "OUTS 1?", changes="OUTS 0 > 1 OK?")
    await finger.press("undo")
    for _ in range(6):
        await finger.press("out")


async def test_a_game_in_spanish(tmp_path: Path) -> None:
    """Every sentence on the panel and the terminal is Spanish, and the teams are called so that have no other name."""
    spanish, lines, kinds = Listener(language("es")), list[str](), set[str]()
    observers = [
        PlainLines(spanish, lines.append),
        ChanceLines(spanish, lines.append),
        lambda shown: kinds.add(shown.kind),
    ]
    async with at_the_box(tmp_path / "games.sqlite", SHORT_MAJOR, observers=observers, speaks=spanish) as finger:
        await a_short_game(finger)
    game = finger.game
    assert (True, "Rojos", "Azules") == (game.over, game.setup.away.name, game.setup.home.name)
    assert in_english(spanish.heard) == []
    assert {"play", "question", "note", "refused", "menu"} == kinds
    assert any("¡JONRÓN!" in line for line in lines)
    assert "El juego terminó. OK empieza otro; UNDO deshace la última jugada." in lines[-1]


async def test_english_would_be_found(tmp_path: Path) -> None:
    """The same game in English is."""
    english = Listener(language("en"))
    observers = [PlainLines(english, lambda _: None)]
    async with at_the_box(tmp_path / "games.sqlite", SHORT_MAJOR, observers=observers, speaks=english) as finger:
        await finger.press("homerun")
    assert "HOME RUN!" in " ".join(in_english(english.heard)).upper()


async def test_the_menu_changes_the_language_at_once(tmp_path: Path) -> None:
    """On the panel, on the terminal and in the menu itself; a game keeps its names, the next one has those."""
    speaks, lines = TableLanguage(language("en")), list[str]()
    async with at_the_box(
        tmp_path / "games.sqlite", SHORT_MAJOR, observers=[PlainLines(speaks, lines.append)], speaks=speaks
    ) as finger:
        await finger.press("out")
        await finger.menu("language?")
        assert finger.reads("English?")  # what is spoken comes first: OK pressed twice changes nothing
        await finger.take("Español?")
        assert finger.sees(message_picture("ESPAÑOL", SIZE))
        await finger.press("out")
        await finger.menu("idioma?")
        assert finger.reads("Español?")
        await finger.press("undo")
        await finger.press("undo")
        await finger.menu("juego nuevo?", "PLEIBOL?", "EMPEZAR NUEVO?")
    game = finger.game
    assert ("es", "Rojos") == (speaks.now.code, game.setup.away.name)
    sentences = [line[4:] for line in lines]
    assert ["Out! One out.", "¡Out! Dos outs."] == [
        line for line in sentences if line.lower().startswith(("out", "¡out"))
    ]
    assert "Ahora se habla español." in sentences


def test_live_view_is_drawn_in_the_new_language(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its own lines and the earlier plays, too."""
    monkeypatch.setattr("shutil.get_terminal_size", lambda *_, **__: os.terminal_size((100, 40)))
    speaks, written = TableLanguage(language("en")), list[str]()
    view = LiveView((64, 16), speaks, written.append, keys=message("view.keys"))
    notice = message("notice.lifted")
    view(Shown(start(SETUP), None, notice, "play", None, 2, None, ()))
    assert all(text in written[-1] for text in ("Lifted", "Ctrl-C stops", "b ball"))
    speaks.now = language("es")
    view.resized()
    assert all(text in written[-1] for text in ("Lo levantaste", "Ctrl-C termina", "b bola"))


def test_an_owners_names_stay() -> None:
    """Only teams that were not named are called otherwise; one whose owner calls it as we do is named."""
    setup, speaks = structs.replace(SETUP, home=structs.replace(SETUP.home, name="Blue Jays")), language("es")
    named = TableLanguage(speaks).named(setup, Offers().called)
    assert ("Rojos", "Blue Jays") == (named.away.name, named.home.name)
    theirs = check({"game": {"away": {"name": "Reds"}}}, "a test")
    named = TableLanguage(speaks).named(theirs.game.setup(), shipped_offers(theirs).called)
    assert ("Reds", "Azules") == (named.away.name, named.home.name)


@pytest.mark.parametrize(("theirs", "away"), [(frozenset[str](), "Rojos"), (frozenset({"Reds"}), "Reds")])
@pytest.mark.untraced
async def test_the_menu_calls_a_team_as_its_owner_does(tmp_path: Path, theirs: frozenset[str], away: str) -> None:
    """A team that he calls Reds is that in the set-up, in the game, and to the box, whatever is spoken."""
    speaks = Listener(language("es"))
    offers = replace(shipped_offers(shipped()), named=theirs)
    async with at_the_box(tmp_path / "games.sqlite", SETUP, speaks=speaks, offers=offers) as finger:
        await finger.press("ball")
        await finger.menu("juego nuevo?", f"VISITA: {away.upper()}", f"{away.upper()}?", "PLEIBOL?", "EMPEZAR NUEVO?")
        await finger.menu("rival?", f"ESTADIO {away.upper()}?")
    game = finger.game
    assert (away, "Azules") == (game.setup.away.name, game.setup.home.name)


def test_the_shipped_names_are_known() -> None:
    """Those of the shipped configuration are worded in every language."""
    setup = shipped().game.setup()
    keys = [f"unnamed.{team.name}" for team in (setup.away, setup.home)]
    assert all(language(code).has(key, "short") for code in languages() for key in keys)
