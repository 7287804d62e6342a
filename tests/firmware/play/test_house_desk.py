"""Two stadiums play one game: one invites by a code, each throws its own dice, and each is told what it waits for."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec import structs
from support.homes import exchange, met, two_homes

from scoreboard.away.sealed_letter import sealed, unsealed
from scoreboard.language import language
from scoreboard.rules.events import Amend, Chip, Die, End, Press, Roll, Set
from scoreboard.web.play.away_routes import AwayStep, told
from scoreboard.web.play.changes import NotNowError
from scoreboard.web.state.live import state

PITCH, SWING, HIT = Die(color="blue", value=5), Die(color="red", value=7), Chip(face="hit")


async def test_a_code_brings_two_stadiums_together(tmp_path: Path) -> None:
    """One invites and shows a code, the other types it; both show the same letters, and one says yes."""
    with two_homes(tmp_path) as (attic, cellar):
        code = attic.step("invite").code
        assert (attic.desk.state.stage, len(code)) == ("inviting", 8)
        assert cellar.step("join", f" {code[:4].lower()} {code[4:]}").stage == "joining"
        exchange(attic, cellar)
        assert [attic.desk.state.stage, cellar.desk.state.stage] == ["answered", "asking"]
        assert attic.desk.state.check == cellar.desk.state.check != ""
        assert [attic.desk.state.house, cellar.desk.state.house] == ["Cellar", "Attic"]
        attic.step("accept")
        exchange(attic, cellar)
        assert [attic.desk.state.stage, cellar.desk.state.stage] == ["playing", "playing"]
        assert [attic.desk.state.side, cellar.desk.state.side] == ["home", "away"]
        assert attic.record == cellar.record


async def test_each_house_throws_its_own_dice(tmp_path: Path) -> None:
    """A line that one house throws is in both journals, byte for byte; the other's dice are refused."""
    with two_homes(tmp_path) as (attic, cellar):
        met(attic, cellar)
        assert [attic.waits, cellar.waits] == ["", "houses.turn"]
        attic.say(PITCH, SWING)
        exchange(attic, cellar)
        assert attic.session.history.number == 2
        cellar.say(SWING)
        assert cellar.waits == "houses.sending"
        exchange(attic, cellar)
        cellar.say(HIT)
        exchange(attic, cellar)
        assert attic.session.history.number == 4
        assert attic.record == cellar.record


async def test_a_house_that_is_killed_goes_on_where_it_was(tmp_path: Path) -> None:
    """A throw that was under way when the power went is written once, whichever house loses it."""
    with two_homes(tmp_path) as (attic, cellar):
        met(attic, cellar)
        attic.say(PITCH)
        exchange(attic, cellar)
        cellar.say(SWING)
        cellar.restart()
        attic.restart()
        assert cellar.waits == "houses.sending"
        exchange(attic, cellar)
        assert attic.session.history.number == cellar.session.history.number == 3
        cellar.restart()
        exchange(attic, cellar)
        assert attic.record == cellar.record


async def test_a_dispute_is_asked_on_the_other_page(tmp_path: Path) -> None:
    """Who says that a throw was misread asks the other house, which is told of which line; nothing changes before."""
    with two_homes(tmp_path) as (attic, cellar):
        met(attic, cellar)
        attic.say(PITCH)
        exchange(attic, cellar)
        cellar.say(Amend(line=2, value=9))
        exchange(attic, cellar)
        assert [attic.waits, cellar.waits] == ["houses.asked", "houses.asks"]
        asked = attic.desk.state.asked
        assert asked is not None
        assert asked.line == 2
        with pytest.raises(NotNowError):
            attic.step("agree", number=asked.number + 1)
        attic.step("agree", number=asked.number)
        exchange(attic, cellar)
        assert cellar.session.game.diamante.pitched == 9
        assert attic.record == cellar.record


async def test_a_correction_can_be_declined_and_withdrawn(tmp_path: Path) -> None:
    """Without the other house's yes UNDO changes nothing, and play goes on."""
    with two_homes(tmp_path) as (attic, cellar):
        met(attic, cellar)
        attic.say(PITCH, Press(button="undo"))
        exchange(attic, cellar)
        asked = cellar.desk.state.asked
        assert asked is not None
        cellar.step("disagree", number=asked.number)
        exchange(attic, cellar)
        assert attic.session.history.number == 2
        attic.say(Press(button="undo"))
        assert attic.desk.state.asks
        attic.step("withdraw")
        exchange(attic, cellar)
        cellar.say(SWING)
        exchange(attic, cellar)
        assert attic.session.history.number == 3


async def test_signs_go_over_as_hashes(tmp_path: Path) -> None:
    """A sign that is said at its own box is known at the other only once the dice lie there."""
    with two_homes(tmp_path, "four-dice") as (attic, cellar):
        met(attic, cellar)
        cellar.desk.pledge("bunt")
        cellar.desk.settle()
        exchange(attic, cellar)
        assert b"bunt" not in b"".join(cellar.desk.mail.sent.values())
        attic.say(Roll(values=(1, 1, 3, 5)))
        exchange(attic, cellar)
        assert attic.record == cellar.record
        assert b'"bunt"' in attic.record


async def test_a_third_house_cannot_play_along(tmp_path: Path) -> None:
    """A letter that is signed by another key, or for another topic, changes nothing."""
    with two_homes(tmp_path) as (attic, cellar):
        met(attic, cellar)
        attic.say(PITCH)
        exchange(attic, cellar)
        cellar.say(SWING)
        topic = attic.desk.mail.heard
        letter = structs.replace(unsealed(cellar.desk.mail.sent[topic], topic).letter, nudge=99)
        stranger, own = attic.key.private, cellar.key.private
        for forged in (sealed(letter, stranger, topic), sealed(letter, own, "elsewhere"), b"", b"{}", b"\xff" * 70_000):
            attic.desk.take(topic, forged)
        assert attic.session.history.number == 2
        exchange(attic, cellar)
        assert attic.session.history.number == 3


async def test_stadiums_that_disagree_stop_and_take_what_is_common(tmp_path: Path) -> None:
    """Where a journal has other lines both stop and say from which line; both go on from what they have in common."""
    with two_homes(tmp_path) as (attic, cellar):
        met(attic, cellar)
        attic.say(PITCH)
        exchange(attic, cellar)
        cellar.session.submit(SWING)  # past its own desk
        cellar.restart()
        exchange(attic, cellar)
        assert [attic.desk.state.stage, cellar.desk.state.stage] == ["stopped", "stopped"]
        assert [attic.desk.state.common, cellar.desk.state.common] == [2, 2]
        attic.step("common")
        exchange(attic, cellar)
        assert cellar.desk.state.stage == "stopped"
        cellar.step("common")
        exchange(attic, cellar)
        assert [attic.desk.state.stage, cellar.desk.state.stage] == ["playing", "playing"]
        cellar.say(SWING)
        exchange(attic, cellar)
        assert attic.session.history.number == 3
        assert attic.record == cellar.record


async def test_who_leaves_plays_alone_again(tmp_path: Path) -> None:
    """The game stays on the board, the broker keeps nothing of it, and every die counts here."""
    with two_homes(tmp_path) as (attic, cellar):
        met(attic, cellar)
        assert attic.step("leave").stage == "none"
        assert set(attic.desk.mail.sent.values()) == {b""}
        attic.say(PITCH, SWING)
        assert attic.session.history.number == 3
        attic.restart()
        assert attic.desk.state.stage == "none"


async def test_another_game_on_the_board_waits_aside(tmp_path: Path) -> None:
    """The game with the other house is there again once it is taken up again."""
    with two_homes(tmp_path) as (attic, cellar):
        met(attic, cellar)
        number = attic.session.number
        attic.app.scorer.new_game()
        assert attic.desk.state.stage == "aside"
        attic.say(PITCH, SWING)
        assert attic.session.history.number == 3
        attic.app.scorer.resume(number)
        attic.say(PITCH)
        exchange(attic, cellar)
        assert cellar.session.history.number == 2


@pytest.mark.parametrize("step", ["accept", "agree", "disagree", "withdraw", "common", "leave"])
async def test_what_cannot_be_done_now_is_refused(tmp_path: Path, step: str) -> None:
    """Nothing of a game with another house is to be done while there is none."""
    with two_homes(tmp_path) as (attic, _), pytest.raises(NotNowError):
        attic.desk.step(AwayStep(step))  # type: ignore[arg-type] # one of them


async def test_the_table_is_told_whom_it_waits_for(tmp_path: Path) -> None:
    """After some seconds, once, and what was not answered is sent again."""
    with two_homes(tmp_path) as (attic, cellar):
        met(attic, cellar)
        said: list[str] = []
        cellar.app.scorer.displays.note = lambda given: said.append(given.sentence.key)  # type: ignore[method-assign, union-attr]
        sent = attic.woken
        for _ in range(45):
            cellar.desk.tick()
            attic.desk.tick()
        assert said == ["houses.turn"]
        assert attic.woken == sent
        attic.say(PITCH)
        before = dict(attic.desk.mail.sent)
        for _ in range(45):
            attic.desk.tick()
        assert before != attic.desk.mail.sent


async def test_pages_say_it_in_their_own_language(tmp_path: Path) -> None:
    """What is waited for, and what is asked, is worded for who reads it; the game's own page has it too."""
    with two_homes(tmp_path) as (attic, cellar):
        assert attic.app.live().house is None  # type: ignore[union-attr] # a game is shown
        met(attic, cellar)
        live = cellar.app.live()
        assert live is not None
        shown = {"house": "Attic", "said": "Waiting for Attic to throw.", "asks": False}
        assert state(live, language("en"))["house"] == shown
        attic.say(PITCH)
        exchange(attic, cellar)
        cellar.say(Amend(line=2, value=9))
        exchange(attic, cellar)
        asked = told(attic.desk.state, language("es")).asked
        assert asked is not None
        assert (asked.said, asked.line) == ("La línea 2 se leyó mal.", 2)
        live = attic.app.live()
        assert live is not None
        assert state(live, language("en"))["house"] == {
            "house": "Cellar",
            "said": "Cellar would correct the game. Do you agree? Answer on the page.",
            "asks": True,
        }


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (Press(button="undo"), "The last line is to be undone."),
        (Press(button="out"), "A play is entered by the button out."),
        (Set(outs=1), "The score or the count is to be put right."),
        (End(why="called", winner=None), "The game is to end now."),
        (Amend(line=2, as_=None), "Line 2 is to be another one."),
    ],
)
async def test_every_correction_has_words(tmp_path: Path, line: object, said: str) -> None:
    """Whoever is asked reads what would change."""
    with two_homes(tmp_path) as (attic, cellar):
        met(attic, cellar)
        attic.say(PITCH, line)
        exchange(attic, cellar)
        asked = told(cellar.desk.state, language("en")).asked
        assert asked is not None
        assert asked.said == said
