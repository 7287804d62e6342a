"""A demonstration is taken over from a phone: nobody throws but people then, until it is let play on."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from unittest.mock import Mock

import numpy as np
import pytest
from msgspec import structs
from support.phones import playing
from support.scoring import SETUP
from support.worded import ENGLISH_TABLE

from firmware.demo import Players
from firmware.network.own_address import page_address
from firmware.play.faces.page_invitation import COVER_S, invite, invite_to_page
from firmware.play.faces.terminal_view import LiveView
from firmware.play.inputs.autopilot import Autopilot
from firmware.play.state.question import Asked
from firmware.play.state.shown import Shown
from firmware.rehearsal import has_dice_of
from firmware.simulated.peripherals import SimulatedButtons
from firmware.simulated.world.players import Throw
from scoreboard.message import message
from scoreboard.rules import Game, start
from scoreboard.rules.events import Die

PAGE = "http://192.168.1.23:8080"


class Thrown:
    """A table that counts throws, and keeps the chance that each was thrown with."""

    filming = False

    def __init__(self) -> None:
        self.count, self.chances = 0, list[float]()

    def throw(self, game: Game, rng: np.random.Generator) -> Throw:
        """A 5 of the die that is due."""
        self.count += 1
        self.chances.append(float(rng.random()))
        return Throw("die", game.awaits or "", 5)


def shown(*, line: Die | None = None) -> Shown:
    """A pitch is due."""
    return Shown(start(SETUP), None, "", "play", line, 1 if line is None else 2, None, ())


@pytest.fixture
def table() -> Thrown:
    """Where they throw."""
    return Thrown()


@pytest.fixture
def players(table: Thrown) -> Players:
    """Players who throw at once."""
    return Players(table, SimulatedButtons(), 1, lambda act: act())


def test_who_is_taken_over_from_throws_no_more(players: Players, table: Thrown) -> None:
    """What flies is still accounted for; then only people throw, until the players are let go on."""
    players(shown())
    players.rest()
    players(shown(line=Die(color="blue", value=5, by="camera")))
    players.idle()
    assert (1, 1) == (table.count, players.tally.read)
    players(shown(line=Die(color="red", value=7, by="web")))
    assert 1 == table.count
    players.go_on()
    assert 2 == table.count
    players.go_on()
    assert 2 == table.count


def test_the_next_game_is_another(players: Players, table: Thrown) -> None:
    """The same line of it is thrown otherwise, and the pieces move again from its first line on."""
    players.pieces = Mock(takes=lambda _: False, begin=lambda _: False, late=None, before_throw=lambda now: now.game)
    first = shown()
    second = replace(first, game=start(structs.replace(SETUP, at="2026-01-02T18:00:00Z")))
    for each in (first, second):
        players(replace(each, line=Die(color="blue", value=5, by="camera")))
    assert len(set(table.chances)) == 2
    players.pieces.turn_to.assert_called_once_with(1)


def test_another_s_throw_is_no_misread(players: Players) -> None:
    """Somebody enters what he threw while a simulated die still flies."""
    players(shown())
    players.rest()
    players(shown(line=Die(color="blue", value=7, by="web")))
    assert (0, 1) == (players.tally.wrong, players.tally.asked)


def test_who_is_taken_over_from_answers_nothing(table: Thrown) -> None:
    """A die that was not read for sure is for people to tell; let go on, the players tell it."""
    buttons, pressed = SimulatedButtons(), list[str]()
    buttons.listen(pressed.append)
    players = Players(table, buttons, 1, lambda act: act())
    players(shown())
    players.rest()
    players(replace(shown(), asked=Asked("blue", (5, 8))))
    assert [] == pressed
    players.go_on()
    assert ["ok"] == pressed


def test_players_look_at_a_die_before_they_answer(table: Thrown) -> None:
    """Whoever watches may answer first: then they press nothing. NEXT upon NEXT they press without another look."""
    buttons, pressed, looks = SimulatedButtons(), list[str](), list[Callable[[], None]]()
    buttons.listen(pressed.append)
    players = Players(table, buttons, 1, lambda act: act())
    players.look = looks.append
    asked = Asked("blue", (8, 5))
    players(shown())
    for _ in "again":  # a notice meanwhile changes nothing
        players(replace(shown(), asked=asked))
    assert (1, []) == (len(looks), pressed)
    looks.pop()()
    players(replace(shown(), asked=asked.next()))
    assert (["next", "ok"], []) == (pressed, looks)
    players(replace(shown(), asked=asked))
    players(shown(line=Die(color="blue", value=8, by="web")))
    looks.pop()()
    assert ["next", "ok"] == pressed


def test_a_throw_that_is_about_to_be_made_is_not_made(table: Thrown) -> None:
    """Whoever takes over does not see another die fall."""
    later = list[object]()
    players = Players(table, SimulatedButtons(), 1, later.append)
    players(shown())
    players.rest()
    later.pop()()  # type: ignore[operator] # it is a function
    assert 0 == table.count
    players.go_on()
    later.pop()()  # type: ignore[operator] # it is a function
    assert 1 == table.count


def test_players_wait_while_the_camera_is_lent(table: Thrown) -> None:
    """Not even the throw that was about to be made is made; once the camera is back it is."""
    later, is_lent = list[object](), True
    players = Players(table, SimulatedButtons(), 1, later.append)
    players(shown())
    players.waits = lambda: is_lent
    later.pop()()  # type: ignore[operator] # it is a function
    players(shown())
    players.idle()
    assert ([], 0) == (later, table.count)
    is_lent = False
    players(shown())
    later.pop()()  # type: ignore[operator] # it is a function
    assert 1 == table.count


def test_players_have_the_dice_of_their_own_game() -> None:
    """Another team's colours, or six sides, are not on their table; sides may be swapped."""
    turned = structs.replace(SETUP, away=SETUP.home, home=SETUP.away)
    assert [True, True] == [has_dice_of(SETUP, other) for other in (SETUP, turned)]
    others = (structs.replace(SETUP, rules="one-die"),
              structs.replace(SETUP, home=structs.replace(SETUP.home, color="teal")))  # fmt: skip
    assert [False, False] == [has_dice_of(SETUP, other) for other in others]


def test_a_game_that_they_cannot_play_is_left_alone(players: Players, table: Thrown) -> None:
    """People began it, with other dice."""
    players.can_play = lambda _: False
    players(shown())
    autopilot = Autopilot(players, lambda: SETUP)
    assert (0, None, message("page.no-autopilot")) == (table.count, autopilot.on, autopilot.why_not)
    players.can_play = lambda _: True
    assert (True, "") == (autopilot.on, autopilot.why_not)


async def test_a_phone_takes_over(journal: Path, players: Players) -> None:
    """Only a paired one; and not where the players cannot play."""
    async with playing(journal, autopilot=Autopilot(players, lambda: SETUP)) as table:
        assert 401 == (await table.phone().ask("/api/autopilot", {"on": False}))[0]
        phone = await table.paired()
        for on in (False, True, False):
            assert (200, {"on": on}) == await phone.ask("/api/autopilot", {"on": on})
            assert players.resting is not on
        players.can_play = lambda _: False
        code, answer = await phone.ask("/api/autopilot", {"on": True})
        assert (409, True, True) == (code, "by hand" in answer["error"], players.resting)
        assert 400 == (await phone.ask("/api/autopilot", {"on": "yes"}))[0]


async def test_where_people_play_nobody_is_taken_over_from(journal: Path) -> None:
    """There is no such thing to ask for."""
    async with playing(journal) as table:
        assert 404 == (await (await table.paired()).ask("/api/autopilot", {"on": False}))[0]


def test_an_address_names_a_port_that_is_not_the_usual() -> None:
    """Which no phone needs to be told."""
    assert ("http://10.0.0.7", PAGE) == (page_address(80, "10.0.0.7"), page_address(8080, "192.168.1.23"))


@pytest.mark.parametrize(("size", "fits"), [((80, 24), True), ((80, 12), False)])
def test_a_terminal_invites_to_the_page(monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], fits: bool) -> None:
    """A code for a while, where there is room; then the game, with the address at the foot."""
    monkeypatch.setattr("shutil.get_terminal_size", lambda *_, **__: os.terminal_size(size))
    clock, written = [0.0], list[str]()
    view = LiveView((64, 16), ENGLISH_TABLE, written.append, lambda: clock[0])
    view(replace(shown(), words=message("play.begin")))
    invite(PAGE, view, written.append, ENGLISH_TABLE.sentence, color=False)
    lines = written[-1].splitlines()
    assert fits == ("█▀▀▀▀▀█" in written[-1] or ("▀" in written[-1].split("Scan")[0] and "Scan it" in written[-1]))
    assert len(lines) <= size[1]
    assert max(len(re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", line)) for line in lines) <= size[0]
    view.uncover()  # somebody waits for digits on the panel
    assert (False, True) == ("Scan it" in written[-1], PAGE in written[-1])
    invite(PAGE, view, written.append, ENGLISH_TABLE.sentence, color=False)
    assert fits == ("Scan it" in written[-1])
    clock[0] = COVER_S
    view(shown())
    assert (False, True) == ("Scan it" in written[-1], PAGE in written[-1])


def test_another_port_is_reported() -> None:
    """Where there is no page, nothing is printed."""
    sentences = list[str]()
    tell = lambda words: sentences.append(ENGLISH_TABLE.sentence(words))  # noqa: E731 - told in a line
    invite_to_page(None, "none", None, tell, ENGLISH_TABLE.sentence)
    assert [] == sentences
    invite_to_page(8081, 8080, None, tell, ENGLISH_TABLE.sentence)
    assert "Port 8080 is taken; the page is on port 8081." == sentences[0]
    assert sentences[1].startswith("The page: http://")


def test_address_is_printed_without_a_view() -> None:
    """One line, as for a log."""
    messages = list[object]()
    invite(PAGE, None, messages.append, ENGLISH_TABLE.sentence, color=False)
    assert [f"The page: {PAGE}"] == [ENGLISH_TABLE.sentence(each) for each in messages]  # type: ignore[arg-type] # words
