"""Two stadiums play one game: one invites by a code, each throws its own dice, and each is told what it waits for."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from msgspec import structs
from PIL import Image
from support.homes import Home, exchange, met, two_homes

from firmware.devices.protocols import NUMBERS, Gesture
from firmware.play.inputs.dispute_picture import small_jpeg
from firmware.play.state.other_house import OtherHouse
from scoreboard.away.house_letters import HouseLetter
from scoreboard.away.sealed_letter import ALPHABET, sealed, unsealed
from scoreboard.language import language
from scoreboard.rules.events import Amend, Chip, Die, End, Press, Roll, Set
from scoreboard.rules.history import Entry
from scoreboard.web.play.away_routes import AwayStep, status_of
from scoreboard.web.play.changes import NotNowError
from scoreboard.web.state.live import state

PLAIN: tuple[Gesture, ...] = tuple(NUMBERS)[:6]
"""The buttons that stand for the numbers one to six."""
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


def with_a_letter_on_its_way(attic: Home, cellar: Home) -> tuple[str, HouseLetter]:
    """The pitch is written, and the cellar has said its swing: the topic of its letter, and the letter."""
    met(attic, cellar)
    attic.say(PITCH)
    exchange(attic, cellar)
    cellar.say(SWING)
    topic = attic.desk.mail.heard[0]
    came = unsealed(cellar.desk.mail.sent[topic], topic)
    assert came is not None
    assert isinstance(came.letter, HouseLetter)
    return topic, came.letter


async def test_a_third_house_cannot_play_along(tmp_path: Path) -> None:
    """A letter that is signed by another key, or for another topic, changes nothing."""
    with two_homes(tmp_path) as (attic, cellar):
        topic, came = with_a_letter_on_its_way(attic, cellar)
        letter = structs.replace(came, nudge=99)
        stranger, own = attic.key.private, cellar.key.private
        for forged in (sealed(letter, stranger, topic), sealed(letter, own, "elsewhere"), b"", b"{}", b"\xff" * 70_000):
            attic.desk.take(topic, forged)
        assert attic.session.history.number == 2
        exchange(attic, cellar)
        assert attic.session.history.number == 3


@pytest.mark.parametrize("name", ["count", "base", "revision", "nudge", "agrees"])
async def test_a_letter_of_numbers_that_cannot_be_is_none(tmp_path: Path, name: str) -> None:
    """A house may sign what is no letter: it changes nothing, and the game goes on."""
    with two_homes(tmp_path) as (attic, cellar):
        topic, came = with_a_letter_on_its_way(attic, cellar)
        absurd = sealed(structs.replace(came, **{name: -99}), cellar.key.private, topic)
        assert unsealed(absurd, topic) is None
        attic.desk.take(topic, absurd)
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


@pytest.mark.parametrize("code", ["", "K7MQ", "K7MQXW4N5", "K7MQ/W4N", "K7MQ+W4N", "K7MQ#W4N", "K7MQXW4O"])
async def test_only_a_code_is_looked_for(tmp_path: Path, code: str) -> None:
    """What can be no code is refused in words; no broker is asked for it."""
    with two_homes(tmp_path) as (attic, _):
        with pytest.raises(NotNowError):
            attic.step("join", code)
        assert attic.desk.mail.heard == ()


@pytest.mark.parametrize("step", ["accept", "agree", "disagree", "withdraw", "common", "leave"])
async def test_what_cannot_be_done_now_is_refused(tmp_path: Path, step: str) -> None:
    """Nothing of a game with another house is to be done while there is none."""
    with two_homes(tmp_path) as (attic, _), pytest.raises(NotNowError):
        attic.desk.step(AwayStep(step))  # type: ignore[arg-type] # one of them


async def test_table_is_reminded_whom_it_waits_for(tmp_path: Path) -> None:
    """After some seconds, once; and a message without an answer is sent again."""
    with two_homes(tmp_path) as (attic, cellar):
        met(attic, cellar)
        notices: list[str] = []
        cellar.app.scorer.displays.note = lambda given: notices.append(given.sentence.key)  # type: ignore[method-assign, union-attr]
        sent = attic.woken
        for _ in range(45):
            cellar.desk.tick()
            attic.desk.tick()
        assert notices == ["houses.turn"]
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
        asked = status_of(attic.desk.state, language("es")).asked
        assert asked is not None
        assert asked.said.startswith("Dicen que esto se leyó mal: el dado azul muestra 5 (línea 2).")
        live = attic.app.live()
        assert live is not None
        assert state(live, language("en"))["house"] == {
            "house": "Cellar",
            "said": "Cellar wants to correct the game. NEXT shows what.",
            "asks": True,
        }


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (Press(button="undo"), "They want to take the last line back."),
        (Press(button="out"), "They want to enter a play by the button out."),
        (Set(outs=1), "They want to put the score or the count right."),
        (End(why="called", winner=None), "They want to end the game now."),
        (Amend(line=2, as_=None), "They want to change line 2."),
    ],
)
async def test_every_correction_has_words(tmp_path: Path, line: object, words: str) -> None:
    """Whoever is asked reads what would change."""
    with two_homes(tmp_path) as (attic, cellar):
        met(attic, cellar)
        attic.say(PITCH, line)
        exchange(attic, cellar)
        asked = status_of(cellar.desk.state, language("en")).asked
        assert asked is not None
        assert asked.said.startswith(words)
        assert len(asked.said) > len(words), "what would come of it"


def seen(red: int = 200, size: tuple[int, int] = (120, 80)) -> bytes:
    """A throw as a camera saw it."""
    file = BytesIO()
    Image.new("RGB", size, (red, 20, 20)).save(file, "JPEG", comment=b"at home")
    return file.getvalue()


def disputed(attic: Home, cellar: Home) -> None:
    """The attic throws, and the cellar says that the throw was misread."""
    attic.say(PITCH)
    exchange(attic, cellar)
    cellar.say(Amend(line=2, value=9))
    exchange(attic, cellar)


@pytest.mark.parametrize("line", [Amend(line=2, value=9), Press(button="undo")])
async def test_a_dispute_shows_the_throw_on_both_pages(tmp_path: Path, line: Entry) -> None:
    """The picture of the house that threw is drawn anew, with nothing but its pixels; it leaves the broker after."""
    with two_homes(tmp_path) as (attic, cellar):
        met(attic, cellar)
        attic.pictures[2] = seen()
        attic.say(PITCH)
        exchange(attic, cellar)
        assert not any("picture" in topic for topic in attic.desk.mail.sent), "nothing is sent before a dispute"
        cellar.say(line)
        exchange(attic, cellar)
        assert [attic.desk.state.picture, cellar.desk.state.picture] == ["here", "here"]
        for home in (attic, cellar):
            with Image.open(BytesIO(home.desk.picture)) as shown:
                assert shown.size == (120, 80)
            assert b"at home" not in home.desk.picture
        asked = attic.desk.state.asked
        assert asked is not None
        attic.step("agree", number=asked.number)
        exchange(attic, cellar)
        for home in (attic, cellar):
            assert (home.desk.state.picture, home.desk.picture) == ("none", b"")
            assert {b""} == {sent for topic, sent in home.desk.mail.sent.items() if "picture" in topic}


async def test_a_picture_may_come_before_the_question(tmp_path: Path) -> None:
    """A broker hands over what it keeps in any order."""
    with two_homes(tmp_path) as (attic, cellar):
        met(attic, cellar)
        attic.pictures[2] = seen()
        attic.say(PITCH, Press(button="undo"))
        letters, pictures = cellar.desk.mail.heard
        sent = dict(attic.desk.mail.sent)
        cellar.desk.take(pictures, sent[pictures])
        assert cellar.desk.state.picture == "none"
        cellar.desk.take(letters, sent[letters])
        assert cellar.desk.state.picture == "here"


async def test_a_picture_that_is_written_late_goes_over(tmp_path: Path) -> None:
    """It is encoded by the way, and a quick hand presses UNDO before it is on the disk."""
    with two_homes(tmp_path) as (attic, cellar):
        met(attic, cellar)
        disputed(attic, cellar)
        assert [attic.desk.state.picture, cellar.desk.state.picture] == ["missing", "missing"]
        attic.pictures[2] = seen()
        attic.app.tick()
        exchange(attic, cellar)
        assert [attic.desk.state.picture, cellar.desk.state.picture] == ["here", "here"]


async def test_an_earlier_picture_is_not_shown_for_another_throw(tmp_path: Path) -> None:
    """A message that was held up is of the throw that it names."""
    with two_homes(tmp_path) as (attic, cellar):
        met(attic, cellar)
        attic.pictures[2] = seen()
        disputed(attic, cellar)
        late = cellar.desk.mail.heard[1], attic.desk.mail.sent[cellar.desk.mail.heard[1]]
        asked = attic.desk.state.asked
        assert asked is not None
        attic.step("disagree", number=asked.number)
        exchange(attic, cellar)
        cellar.say(SWING)
        exchange(attic, cellar)
        cellar.say(Amend(line=3, value=8))
        cellar.desk.take(*late)
        assert (cellar.desk.state.picture, cellar.desk.picture) == ("awaited", b"")


async def test_what_was_not_thrown_has_no_picture(tmp_path: Path) -> None:
    """Where the score is put right nothing is sent, and nothing is missed."""
    with two_homes(tmp_path) as (attic, cellar):
        met(attic, cellar)
        attic.say(PITCH)
        cellar.say(Set(outs=1))
        exchange(attic, cellar)
        assert attic.desk.state.picture == cellar.desk.state.picture == "none"


@pytest.mark.parametrize("stands", ["missing", "awaited", "too-large", "damaged", "forged"])
async def test_a_picture_that_fails_costs_only_itself(tmp_path: Path, stands: str) -> None:
    """The page says why there is none, and the question is answered all the same."""
    with two_homes(tmp_path) as (attic, cellar):
        met(attic, cellar)
        theirs = cellar.desk.mail.heard[1]
        if stands == "forged":
            attic.pictures[2] = seen()
        disputed(attic, cellar)
        if stands == "awaited":
            cellar.restart()
        part = unsealed(attic.desk.mail.sent[theirs], theirs)
        assert part is not None
        came = {
            "too-large": b"{" * 70_000,
            "forged": sealed(part.letter, cellar.key.private, theirs),
            "damaged": sealed(structs.replace(part.letter, jpeg=seen()[:200]), attic.key.private, theirs),  # type: ignore[type-var]
        }
        if stands in came:
            cellar.restart()
            cellar.desk.take(theirs, came[stands])
        assert cellar.desk.state.picture == stands
        sentences = [status_of(cellar.desk.state, language(code)).no_picture for code in ("en", "es")]
        assert all(sentences)
        assert sentences[0] != sentences[1]
        asked = attic.desk.state.asked
        assert asked is not None
        attic.step("agree", number=asked.number)
        exchange(attic, cellar)
        assert attic.record == cellar.record
        assert cellar.session.game.diamante.pitched == 9


async def test_a_picture_that_is_there_is_not_lost_again(tmp_path: Path) -> None:
    """What somebody else writes in its place changes nothing."""
    with two_homes(tmp_path) as (attic, cellar):
        met(attic, cellar)
        attic.pictures[2] = seen()
        disputed(attic, cellar)
        shown = cellar.desk.picture
        cellar.desk.take(cellar.desk.mail.heard[1], b"{}")
        assert (cellar.desk.state.picture, cellar.desk.picture) == ("here", shown != b"" and shown)


@pytest.mark.parametrize("sent", [b"", b"no picture", seen(size=(4000, 3000)), seen()[:300]])
def test_only_small_whole_pictures_are_drawn(sent: bytes) -> None:
    """What is none, or larger than any of ours, is left out."""
    assert small_jpeg(sent) == b""


def test_what_goes_over_is_small() -> None:
    """A picture of noise, which cannot be packed, is left out; a large plain one is made small."""
    noise = Image.effect_noise((320, 320), 200)
    file = BytesIO()
    noise.save(file, "JPEG", quality=95)
    assert small_jpeg(file.getvalue()) == b""
    with Image.open(BytesIO(small_jpeg(seen(size=(1200, 900))))) as small:
        assert small.size == (320, 240)


async def test_throw_of_the_other_house_is_known_as_theirs(tmp_path: Path) -> None:
    """The own table has no picture of a die that was thrown in the other house."""
    with two_homes(tmp_path) as (attic, cellar):
        met(attic, cellar)
        attic.say(PITCH)
        exchange(attic, cellar)
        assert [attic.desk.threw_last, cellar.desk.threw_last] == [False, True]
        cellar.say(SWING)
        exchange(attic, cellar)
        assert [attic.desk.threw_last, cellar.desk.threw_last] == [True, False]


# -- at the box, without a page


def press(home: Home, *gestures: Gesture) -> str:
    """Press these; what the panel says then."""
    for gesture in gestures:
        home.app.take(gesture)
    return home.panel


def find(home: Home, words: str) -> None:
    """Press NEXT until the panel says that, and OK."""
    for _ in range(12):
        if home.panel == words:
            press(home, "ok")
            return
        press(home, "next")
    raise AssertionError(home.panel)


def open_houses(home: Home, way: tuple[str, str] = ("GAME?", "OTHER HOUSE?")) -> None:
    """Open the menu's list of what can be done with another house."""
    press(home, "menu")
    for words in way:
        find(home, words)


async def test_a_whole_game_is_begun_and_left_at_the_box(tmp_path: Path) -> None:
    """One invites by its menu, the other types the code with six buttons, the first says yes; either leaves."""
    with two_homes(tmp_path) as (attic, cellar):
        open_houses(attic)
        find(attic, "INVITE?")
        code = attic.desk.state.code
        assert attic.panel == f"CODE {code[:4]} {code[4:]}"
        open_houses(cellar)
        find(cellar, "TYPE CODE?")
        for letter in code:
            group, number = divmod(ALPHABET.index(letter), 6)
            press(cellar, PLAIN[group], PLAIN[number])
        assert cellar.panel == f"LOOK FOR {code[:4]} {code[4:]}"
        exchange(attic, cellar)
        check = cellar.desk.state.check
        assert press(attic, "undo", "next") == f"{check} PLAY?"
        press(attic, "ok")
        exchange(attic, cellar)
        assert [home.desk.state.stage for home in (attic, cellar)] == ["playing", "playing"]
        open_houses(cellar)
        find(cellar, "LEAVE IT?")
        assert cellar.panel == "PLAY ON?"
        find(cellar, "LEAVE IT?")
        assert cellar.desk.state.stage == "none"


@pytest.mark.parametrize(("answer", "pitched"), [("AGREE?", 9), ("DISAGREE?", 5)])
async def test_a_question_is_answered_at_the_box(tmp_path: Path, answer: str, pitched: int) -> None:
    """NEXT opens what the other house asks, before anything else that may be said."""
    with two_homes(tmp_path) as (attic, cellar):
        met(attic, cellar)
        disputed(attic, cellar)
        press(attic, "next")
        for _ in range(3):
            if attic.panel.endswith(answer) and (answer != "AGREE?" or "DISAGREE" not in attic.panel):
                break
            press(attic, "next")
        press(attic, "ok")
        exchange(attic, cellar)
        assert cellar.session.game.diamante.pitched == pitched
        assert attic.record == cellar.record


async def test_impossible_steps_at_the_box_do_nothing(tmp_path: Path) -> None:
    """A character that no code has is not taken, and a code of nobody is only looked for."""
    with two_homes(tmp_path) as (attic, _):
        open_houses(attic)
        find(attic, "TYPE CODE?")
        assert press(attic, PLAIN[5]) == "8?"
        assert press(attic, PLAIN[4]) == "8?"
        assert press(attic, "undo") == "ABCDEF?"
        for _ in range(8):
            press(attic, PLAIN[0], PLAIN[0])
        assert attic.desk.state.stage == "joining"
        find(attic, "CANCEL?")
        assert attic.desk.state.stage == "none"


async def test_a_stadium_without_a_name_has_no_such_entry(tmp_path: Path) -> None:
    """Who plays with nobody is not bothered."""
    with two_homes(tmp_path) as (attic, _):
        attic.app.scorer.meet(OtherHouse())
        press(attic, "menu")
        find(attic, "GAME?")
        shown = {press(attic, "next") for _ in range(9)}
        assert "OPPONENT?" in shown
        assert "OTHER HOUSE?" not in shown


async def test_without_a_name_nobody_can_be_invited(tmp_path: Path) -> None:
    """The page of such a stadium is told so, and what to do."""
    with two_homes(tmp_path) as (attic, _):
        attic.app.scorer.meet(OtherHouse())
        assert attic.app.page.other_house().own == ""
        with pytest.raises(NotNowError) as refused:
            attic.app.scorer.houses.step(AwayStep("invite"))
        assert "settings" in language("en").say(refused.value.words)
