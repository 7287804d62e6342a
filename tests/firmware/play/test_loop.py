"""The loop: what is seen and pressed goes in, journal lines and pictures come out."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from unittest.mock import Mock

import pytest
from msgspec import structs
from PIL import Image, ImageChops
from support.hang import GIVE_UP_S, NEVER_S
from support.stadium import NEW_GAME, SETUP, Evening, FixedClock, chip, die, lines, play, presses, unsure

from firmware.devices.health import absent
from firmware.devices.protocols import Gesture
from firmware.errors import DeviceError
from firmware.play.state.scorer_state import MENU_TICKS, REMINDER_TICKS
from firmware.play.state.shown import Shown
from firmware.play.table.scorer import OVER_TICKS
from scoreboard import display
from scoreboard.errors import JournalError
from scoreboard.journal.resilient import ResilientJournal
from scoreboard.journal.store import Journal
from scoreboard.record import replay
from scoreboard.rules.events import Amend, Chip, Die, Press
from scoreboard.session import Session
from vision.readings import Reading
from vision.tracking.events import Report, Thrown
from vision.types import Box


def when(phase: str, gesture: Gesture) -> Callable[[Shown], Gesture | None]:
    """A hand that presses once the game is in that phase."""
    return lambda shown: gesture if shown.game.phase == phase else None


def test_what_the_game_awaits_is_scored_as_the_camera_saw_it(journal: Path) -> None:
    """A sure reading becomes a line with its source and its confidence."""
    play(journal, [die("blue", 3), die("red", 7), chip("out")])
    recorded = lines(journal)
    assert [Die, Die, Chip] == [type(line) for line in recorded]
    assert ("camera", 0.99) == (recorded[0].by, recorded[0].confidence)


def test_what_the_game_does_not_await_changes_nothing(journal: Path) -> None:
    """A parked white die or a die of no team's colour is no line of the game."""
    evening = play(journal, [die("white", 4), die("purple", 2), chip("hit")], settled=False)
    assert ([], "pitch") == (lines(journal), evening.shown[-1].game.phase)


def test_the_awaited_die_is_picked_out_of_those_lying_about(journal: Path) -> None:
    """Among several dice in one picture the one that is due counts."""
    evening = play(journal, [die("white", 9) + die("red", 1) + die("blue", 3)])
    assert ("swing", 1) == (evening.shown[-1].game.phase, len(lines(journal)))


TOGETHER: dict[str, tuple[tuple[Reading | Report, ...], bool, list[tuple[str, int]]]] = {
    "hasty players: the swing makes the ball a chase, which is a strike (D15)": (
        (*die("red", 9), *die("blue", 10)), False, [("blue", 10), ("red", 9)],
    ),
    "a die that was knocked over lay there before, and was not thrown": (
        (*die("blue", 4), Thrown(*die("red", 9), None, before=Box(80, 0, 40, 40))), False, [("blue", 4)],
    ),
    "in a photograph the batter's die may lie about from the last pitch": (
        die("red", 9) + die("blue", 4), True, [("blue", 4)],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("sight", "settled", "expected"), TOGETHER.values(), ids=TOGETHER)
def test_of_dice_that_lie_there_in_one_look_those_that_were_thrown_count(
    journal: Path, sight: tuple[Reading | Report, ...], settled: bool, expected: list[tuple[str, int]]
) -> None:
    """Both come to rest at once, or one of them had before."""
    play(journal, [sight], settled=settled)
    assert expected == [(line.color, line.value) for line in lines(journal) if isinstance(line, Die)]


def test_a_colour_may_go_by_another_name(journal: Path) -> None:
    """The owner's names for colours are used before anything is judged."""
    evening = play(journal, [die("navy", 3)], colors={"navy": "blue"})
    assert "swing" == evening.shown[-1].game.phase


def test_a_score_is_lit_at_once_in_place_of_a_notice(journal: Path) -> None:
    """Who threw again as they were told sees that it counts."""
    evening, noticed = Evening(), list[bool]()

    def look(shown: Shown) -> None:
        if shown.line is not None:
            noticed.append(display.message_picture("THROW AGAIN").tobytes() == evening.panel.picture.tobytes())

    play(journal, [unsure("blue", 6, 9, 8), die("blue", 3)], look, buttons=False, evening=evening)
    assert [False] == noticed


def test_buttons_alone_score(journal: Path) -> None:
    """A stadium without a camera is scored by its buttons."""
    evening = play(journal, hand=presses("ball", "strike", "strike", "homerun"))
    assert 1 == evening.shown[-1].game.away


def test_a_refused_press_says_why_and_changes_nothing(journal: Path) -> None:
    """What the law does not allow is answered with its reason."""
    evening = play(journal, hand=presses("undo"))
    message = next(sentence for sentence in evening.sentences if sentence.startswith("Not now"))
    assert (True, 0) == (len(message) > len("Not now: "), evening.shown[-1].game.balls)


def test_undo_and_redo_reach_across_a_restart(journal: Path) -> None:
    """What was taken back before the plug was pulled can be put back after."""
    play(journal, hand=presses("ball", "ball", "undo"))
    evening = play(journal, hand=presses("redo"))
    assert 2 == evening.shown[-1].game.balls


def test_what_an_amendment_changed_is_shown_with_it(journal: Path) -> None:
    """Taking an amendment back shows which earlier lines read otherwise now; other lines change none."""
    with Session(ResilientJournal.open(journal), FixedClock()) as session:
        session.new_game(SETUP)
        session.submit(Die(color="blue", value=1))
        session.submit(Amend(line=2, value=7))
    evening = play(journal, hand=presses("undo", "ball"))
    assert [(), (2,), ()] == [tuple(line.number for line in shown.corrected) for shown in evening.shown[:3]]


def test_an_unfinished_game_goes_on(journal: Path) -> None:
    """The next start shows what the last one showed."""
    before = play(journal, hand=presses("ball", "strike", "ball"))
    after = play(journal, hand=presses())
    assert before.shown[-1].game == after.shown[0].game


def test_a_new_game_can_be_asked_for_at_the_start(journal: Path) -> None:
    """The unfinished one stays in the journal as it is."""
    play(journal, hand=presses("ball"))
    evening = play(journal, hand=presses(), begin_new=True)
    with Journal.open_readonly(journal) as kept:
        assert (0, [1, 2]) == (evening.shown[0].game.balls, [listed.game for listed in kept.games()])


def test_a_new_game_is_played_as_the_house_plays(journal: Path) -> None:
    """The configuration's rulings hold for games begun now; one in play keeps its own, whatever they say later."""
    play(journal, hand=presses("ball"), rulings={"walk_off": False})
    assert not play(journal, hand=presses("ball")).shown[-1].game.house.walk_off
    assert play(journal, hand=presses(*NEW_GAME)).shown[-1].game.house.walk_off


def test_the_menu_begins_a_new_game(journal: Path) -> None:
    """OK held, NEXT, OK: a clean board."""
    evening = play(journal, hand=presses("ball", *NEW_GAME))
    assert 0 == evening.shown[-1].game.balls


def test_the_menu_can_be_left_without_harm(journal: Path) -> None:
    """UNDO leaves the menu and is not an undo of the game."""
    evening = play(journal, hand=presses("ball", "menu", "undo"))
    assert 1 == evening.shown[-1].game.balls


def test_unanswered_menu_closes_by_itself(journal: Path) -> None:
    """Who leant on OK, and knows of no menu, sees the score again, and the question that the menu hid."""
    evening, lit = Evening(), list[bytes]()

    def count(picture: Image.Image) -> None:
        lit.append(picture.tobytes())
        if len(lit) == 2 * MENU_TICKS:
            for gesture in ("undo", "menu", "next", "next", "ok"):
                evening.pressed.press(gesture)  # type: ignore[arg-type] # gestures, all of them

    evening.panel.show = count  # type: ignore[method-assign]
    play(journal, hand=lambda shown: "menu" if shown.words == "Play ball!" else None, evening=evening, tick_s=0.0005)
    menu = display.message_picture("go on?", ok=True).tobytes()
    assert (True, False) == (menu in lit[:MENU_TICKS], menu in lit[MENU_TICKS + 10 : 2 * MENU_TICKS])


def test_nothing_is_lit_that_is_not_yet_in_the_journal(journal: Path) -> None:
    """Whatever the panel shows, a fold of what the disk holds at that moment gives the same picture."""
    evening = Evening()
    differences = []
    show = evening.panel.show

    def check(picture: Image.Image) -> None:
        with Journal.open_readonly(journal) as kept:
            *_, last = replay(kept.lines(kept.latest()))
        folded = display.draw(last.after.game)
        differences.append(ImageChops.difference(picture, folded).getbbox())
        show(picture)

    evening.panel.show = check  # type: ignore[method-assign]
    throws = [die("blue", 3), die("red", 9), chip("hit"), die("white", 8), die("blue", 9)]
    play(journal, throws, evening=evening, tick_s=NEVER_S)
    assert (True, {None}) == (len(differences) > 5, set(differences))


def test_a_camera_that_fails_ends_the_run_with_its_reason(journal: Path) -> None:
    """What was scored before it failed is kept, and every device is given back."""
    evening = Evening()
    with pytest.raises(DeviceError, match="ribbon"):
        play(journal, [die("blue", 3), DeviceError("the camera has stopped; check the ribbon")], evening=evening)
    assert (1, True) == (len(lines(journal)), evening.camera.closed)


def lights(evening: Evening) -> list[Image.Image]:
    """Every picture that the panel is going to be shown."""
    lit: list[Image.Image] = []
    show = evening.panel.show

    def keep(picture: Image.Image) -> None:
        lit.append(picture.convert("RGB"))
        show(picture)

    evening.panel.show = keep  # type: ignore[method-assign]
    return lit


def test_lost_camera_is_shown_and_buttons_go_on(journal: Path) -> None:
    """NO CAMERA for a moment, what to do in words, and a game scored by hand meanwhile; then that it is back."""
    evening = Evening()
    evening.health.reporter("buttons")
    camera, lit = evening.health.reporter("camera"), lights(evening)

    def hand(shown: Shown) -> Gesture | None:
        if shown.words == "Play ball!":
            camera(absent("the camera is gone; plug it in", "NO CAMERA"))
        if shown.words.startswith("The camera is gone"):
            return "homerun"
        if shown.line is not None:
            camera(None)
        return stop(shown) if shown.words.startswith("The camera is back") else None

    play(journal, hand=in_the_menu(hand), evening=evening)
    sentences = [each for each in evening.sentences if "camera" in each]
    assert ["The camera is gone; plug it in. Score with the buttons meanwhile.", "The camera is back."] == sentences
    assert 1 == evening.shown[-1].game.away
    assert {True} == {display.message_picture(text).tobytes() in [each.tobytes() for each in lit] for text in NOTES}


NOTES = ("NO CAMERA", "camera OK")


def test_what_fails_after_the_end_is_nobodys(journal: Path, caplog: pytest.LogCaptureFixture) -> None:
    """A card that vanishes while the program ends is a fault of the card's, and none of whoever listened."""
    evening = play(journal, [die("blue", 3)])
    evening.health.reporter("card")(absent("the card is gone", "NO CARD"))
    assert {"card"} == set(evening.health.troubles)
    assert "face-failed" not in caplog.text


def in_the_menu(hand: Callable[[Shown], Gesture | None]) -> Callable[[Shown], Gesture | None]:
    """A hand that, once it says "menu", goes on to stop the appliance there."""
    leaving: list[Gesture] = []

    def press(shown: Shown) -> Gesture | None:
        if leaving:
            return leaving.pop(0)
        gesture = hand(shown)
        if gesture == "menu":
            leaving.extend(("next", "next", "ok"))
        return gesture

    return press


def stop(_: Shown) -> Gesture:
    """Begin to leave by the menu."""
    return "menu"


def test_faulty_device_is_recalled_at_times(journal: Path) -> None:
    """Who comes to the table later learns it too; most of the time the panel shows the score."""
    evening = Evening()
    evening.health.reporter("camera")(absent("the camera is gone; plug it in", "NO CAMERA"))
    lit = lights(evening)
    message = display.message_picture("NO CAMERA").tobytes()

    def count(picture: Image.Image) -> None:
        lit.append(picture)
        if len(lit) == 2 * REMINDER_TICKS:
            for gesture in ("menu", "next", "next", "ok"):
                evening.pressed.press(gesture)  # type: ignore[arg-type] # gestures, all of them

    evening.panel.show = count  # type: ignore[method-assign]
    play(journal, evening=evening, tick_s=0.0005)
    shown = [picture.tobytes() == message for picture in lit[: 2 * REMINDER_TICKS]]
    assert (True, True, True) == (any(shown[:20]), any(shown[REMINDER_TICKS:]), sum(shown) < len(shown) / 2)


def test_second_ok_still_shows_the_end_of_the_game(journal: Path) -> None:
    """The answer that ends the game does not begin another, which could not be taken back; OK does so later."""
    evening = Evening()
    three = [Press(button="out")] * 3
    with Session(ResilientJournal.open(journal), FixedClock()) as session:
        session.new_game(structs.replace(SETUP, innings=1))
        for line in (Press(button="homerun"), *three, *three[:2]):
            session.submit(line)
    began: list[int] = []

    def press_twice(shown: Shown) -> Gesture | None:
        if shown.game.over and shown.kind == "play":
            evening.pressed.press("ok")
        if shown.words == "Play ball!":
            began.append(len(waited))
        return "out" if shown.words == "The game goes on." else None

    def wait(_: Image.Image) -> None:
        waited.append(1)
        if len(waited) == 3 * OVER_TICKS:
            evening.pressed.press("ok")
        if len(waited) == 6 * OVER_TICKS:
            for gesture in ("menu", "next", "next", "ok"):
                evening.pressed.press(gesture)  # type: ignore[arg-type] # gestures, all of them

    waited: list[int] = []
    evening.panel.show = wait  # type: ignore[method-assign]
    play(journal, hand=press_twice, evening=evening, tick_s=0.0005)
    assert [True] == [looks >= 3 * OVER_TICKS for looks in began]


def test_throw_has_its_latency(journal: Path) -> None:
    """From the frame to the lit score; a pressed button has no frame to count from."""
    evening = play(journal, [die("blue", 3)], hand=lambda shown: "ball" if shown.line is None else None)
    took = {type(shown.line): shown.took for shown in evening.shown if shown.line is not None}
    assert (True, None) == (0 < (took[Die] or 0) < GIVE_UP_S, took.get(Press))


def test_a_journal_that_cannot_be_written_shows_nothing_new(journal: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A full disk ends the run; the panel still shows what the disk holds."""
    evening = Evening()
    lit = []

    def hand(shown: Shown) -> Gesture | None:
        lit.append(evening.panel.picture.copy())
        if shown.game.balls == 1:
            monkeypatch.setattr(Journal, "append", Mock(side_effect=JournalError("The disk is full")))
        return "ball"

    with pytest.raises(JournalError):
        play(journal, hand=hand, evening=evening, tick_s=NEVER_S)
    monkeypatch.undo()
    with Session(ResilientJournal.open(journal), FixedClock()) as session:
        kept = display.draw(session.game)
    assert (2, None) == (len(lit), ImageChops.difference(kept, lit[-1]).getbbox())


def test_what_blinks_goes_on_blinking_while_nothing_happens(journal: Path) -> None:
    """An open question is lit and dark by turns until it is answered."""
    evening, lit = Evening(), []

    def count(picture: Image.Image) -> None:
        if any(shown.asked for shown in evening.shown):
            lit.append(picture.tobytes())
        if len(lit) == 30:
            evening.pressed.press("ok")

    evening.panel.show = count  # type: ignore[method-assign]
    play(journal, [unsure("blue", 6, 9, 8)], evening=evening, tick_s=0)
    assert 2 == len(set(lit[:30]))


def test_pages_have_their_turn_between_presses_that_wait(journal: Path) -> None:
    """However many wait: a key that is held down, or a room full of phones, shuts nobody out."""
    evening, happened, rest = Evening(), list[object](), ["ball", "ball", "ball", "menu", "next", "next", "ok"]

    def look(shown: Shown) -> None:
        happened.append(shown.number)
        asyncio.get_running_loop().call_soon(happened.append, "turn")
        while rest:
            evening.pressed.press(rest.pop(0))  # type: ignore[arg-type] # the menu's gestures are gestures too

    play(journal, hand=look, evening=evening)
    assert [1, "turn", 2, "turn", 3, "turn", 4, "turn"] == happened[:8]


def test_presses_are_recorded_as_such(journal: Path) -> None:
    """The record says that a button did it, and when."""
    play(journal, hand=presses("ball"))
    assert Press(button="ball", by="button", at=FixedClock().now()) == lines(journal)[0]


def test_the_game_is_the_one_configured(journal: Path) -> None:
    """A new game's first line is the configuration's."""
    play(journal, hand=presses())
    with Session(ResilientJournal.open(journal), FixedClock()) as session:
        assert (SETUP.away, SETUP.home, 3) == (session.game.setup.away, session.game.setup.home, session.game.innings)
