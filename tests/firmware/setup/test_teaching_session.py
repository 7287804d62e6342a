"""The classroom: panel and terminal ask, buttons answer, and every face is kept before the next is asked for."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from threading import Event

import pytest
from msgspec import structs
from support.hang import GIVE_UP_S
from support.teach import picture, reader, taught

from firmware import throw_reader, wiring
from firmware.config.schema import shipped
from firmware.devices.file_cameras import SingleStream
from firmware.devices.health import absent
from firmware.devices.protocols import Devices, Frame, Gesture
from firmware.setup.teaching_session import ABANDONED, NO_BUTTONS, TROUBLE_FRAMES, Onlooker, TeachingSession
from firmware.simulated.peripherals import SimulatedButtons, SimulatedPanel
from firmware.storage.taught_dice import TaughtDiceStore
from scoreboard import display
from scoreboard.language import ENGLISH, language
from vision.enrolment.session import Doubtful, EnrolmentSession, Kept, Outcome, Unusable


class Reel(SingleStream):
    """A camera that shows prepared pictures."""

    def __init__(self, pictures: Sequence[Frame]) -> None:
        self._pictures: Iterator[Frame] = iter(pictures)
        self.closed = False

    def frame(self) -> Frame | None:
        """The next; None after the last."""
        self._last = next(self._pictures, None)
        return self._last

    def close(self) -> None:
        """Remember it."""
        self.closed = True


class Panel(SimulatedPanel):
    """A panel that remembers everything it showed."""

    def __init__(self) -> None:
        super().__init__()
        self.shown: list[bytes] = []

    def show(self, picture: object) -> None:
        """Light it, and remember."""
        super().show(picture)  # type: ignore[arg-type] # a picture
        self.shown.append(self.picture.tobytes())


class Lessons:
    """A classroom with one lesson on the red die."""

    def __init__(self, folder: Path, frames: Sequence[Frame], *faces: int) -> None:
        self.store = TaughtDiceStore(folder)
        self.lesson = EnrolmentSession(reader(), "red", faces=faces, settled=True)
        self.buttons, self.panel, self.camera = SimulatedButtons(), Panel(), Reel(frames)
        self.sentences: list[str] = []

    def give(self, *onlookers: Onlooker, patient: bool = True, alone: bool = False) -> None:
        """Teach until the pictures end or every face was asked for; ``alone``: nobody can press anything."""
        devices = Devices((self.panel,), None if alone else self.buttons, self.camera)
        room = TeachingSession(devices, self.store, self.sentences.append, language("en"), onlookers, patient=patient)
        asyncio.run(asyncio.wait_for(room.run([self.lesson]), GIVE_UP_S))

    def pressing(self, kind: type[Outcome], gesture: Gesture) -> Onlooker:
        """A hand that presses a button once, when such a thing comes of the lesson."""
        left = [gesture]

        def watcher(_: EnrolmentSession, outcome: Outcome | None) -> None:
            if isinstance(outcome, kind) and left:
                self.buttons.press(left.pop())

        return watcher


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where the dice are kept."""
    return tmp_path / "dice"


def message(text: str) -> bytes:
    """What the panel shows when it says this."""
    return display.message_picture(text, (64, 16)).convert("RGB").tobytes()


def test_a_face_is_on_the_disk_before_the_next_is_asked_for(folder: Path) -> None:
    """Whenever the plug is pulled, what was said to be taken is there."""
    room = Lessons(folder, [picture("red", 4), picture("red", 5)], 4, 5)
    known: list[tuple[int, ...]] = []

    def watcher(_: EnrolmentSession, outcome: Outcome | None) -> None:
        die = room.store.die("red")
        if outcome is None:
            known.append(() if die is None else die.shown)

    room.give(watcher)
    assert [(), (4,), (4, 5)] == known


def test_what_others_teach_meanwhile_stays(folder: Path) -> None:
    """Another lesson on the same die kept a face, and a game a correction, since this one began."""
    room = Lessons(folder, [picture("red", 4), picture("red", 5)], 4, 5)
    other = taught("red", 9)
    room.store.keep(other.with_sample(replace(other.samples[0], corrected=True)))
    room.give()
    die = room.store.die("red")
    assert die is not None
    assert ((4, 5, 9), [9]) == (die.shown, [sample.value for sample in die.samples if sample.corrected])


def test_panel_asks_for_die_and_face(folder: Path) -> None:
    """Colour and number: RED 4, then RED 5."""
    room = Lessons(folder, [picture("red", 4), picture("red", 5)], 4, 5)
    room.give()
    assert [message("red 4"), message("red 5")] == room.panel.shown[:2]


def test_the_panel_says_what_is_wrong_for_a_while(folder: Path) -> None:
    """The next picture's prompt waits until the trouble could be read; then it asks again."""
    empty = picture("red", 4)[:60, :60]
    room = Lessons(folder, [empty] * (TROUBLE_FRAMES + 3), 4)
    room.give(patient=False)
    assert message("red 4") == room.panel.shown[0]
    assert message("no die") == room.panel.shown[1]
    assert any("cannot find a die" in sentence for sentence in room.sentences)


def test_ok_keeps_what_was_doubted(folder: Path) -> None:
    """The owner's word counts, and it is on the disk."""
    room = Lessons(folder, [picture("red", 7)], 4)
    room.give(room.pressing(Doubtful, "ok"))
    die = room.store.die("red")
    assert die is not None
    assert ((4,), "        Got red 4.") == (die.shown, room.sentences[2])


def test_undo_asks_for_the_last_face_again(folder: Path) -> None:
    """Its second picture takes the place of the first."""
    room = Lessons(folder, [picture("red", 4), picture("red", 4, 2), picture("red", 5)], 4, 5)
    room.give(room.pressing(Kept, "undo"))
    asked = [sentence[sentence.index("Put") :][:12] for sentence in room.sentences if "Put" in sentence]
    assert (["Put red 4 up", "Put red 4 up", "Put red 5 up"], (4, 5)) == (asked, room.lesson.die.shown)


def test_next_leaves_a_face_out(folder: Path) -> None:
    """A face that cannot be shown does not hold up the others."""
    empty = picture("red", 4)[:60, :60]
    room = Lessons(folder, [empty, picture("red", 5)], 4, 5)
    room.give(room.pressing(Unusable, "next"))
    assert ((5,), None) == (room.lesson.die.shown, room.lesson.asked)


@pytest.mark.parametrize(("gesture", "known"), [("next", (4, 6)), ("ok", (4, 5))])
def test_the_owner_says_what_becomes_of_a_spoilt_picture(
    folder: Path, gesture: Gesture, known: tuple[int, ...]
) -> None:
    """Whether the next one shows that face again or the next face: or every later one would be taken for another."""
    empty = picture("red", 4)[:60, :60]
    then = picture("red", 6 if gesture == "next" else 5)
    room = Lessons(folder, [picture("red", 4), empty, then], 4, 5, 6)
    room.give(room.pressing(Unusable, gesture))
    assert known == room.lesson.die.shown


@pytest.mark.parametrize("spoilt", [picture("red", 4)[:60, :60], picture("red", 4, 2)])
def test_without_an_answer_it_ends_there(folder: Path, spoilt: Frame) -> None:
    """A picture that cannot be used, or looks like another face: what was taken before it is kept, and it says why."""
    room = Lessons(folder, [picture("red", 4), spoilt, picture("red", 6)], 4, 5, 6)
    room.give(alone=True)
    assert ((4,), [f"        {ENGLISH(NO_BUTTONS)}", ENGLISH(ABANDONED)]) == (
        room.lesson.die.shown,
        room.sentences[-2:],
    )


def test_lost_camera_is_reported_and_blocks_nothing(folder: Path) -> None:
    """Its loss and its return are reported, and Ctrl-C ends the lesson though it gives no frame."""
    room = Lessons(folder, [])
    lost = Event()

    class Lost(Reel):
        def frame(self) -> Frame | None:
            lost.wait(GIVE_UP_S)
            return None

        def close(self) -> None:
            super().close()
            lost.set()

    camera, sentences = Lost([]), list[str]()
    devices = Devices((room.panel,), None, camera)
    report = devices.health.reporter("camera")
    reported = asyncio.Event()

    def say(sentence: str) -> None:
        sentences.append(sentence)
        if "check its plug" in sentence:
            reported.set()

    classroom = TeachingSession(devices, room.store, say, language("en"))

    async def evening() -> None:
        lessons = [EnrolmentSession(reader(), color) for color in ("red", "blue", "white")]
        giving = asyncio.get_running_loop().create_task(classroom.run(lessons))
        await asyncio.sleep(0)
        report(absent("no camera; check its plug", "NO CAMERA"))
        await asyncio.wait_for(reported.wait(), GIVE_UP_S)
        classroom.stop()
        await asyncio.wait_for(giving, GIVE_UP_S)

    asyncio.run(evening())
    assert (1, True) == (sentences.count(ENGLISH(ABANDONED)), camera.closed)
    assert display.message_picture("NO CAMERA", (64, 16)).convert("RGB").tobytes() in room.panel.shown


def test_a_lesson_that_waits_for_a_button_can_be_stopped(folder: Path) -> None:
    """Ctrl-C ends it though nobody says what becomes of a doubted picture."""
    room = Lessons(folder, [picture("red", 7)], 4)
    devices = Devices((room.panel,), room.buttons, room.camera)

    def watcher(_: EnrolmentSession, outcome: Outcome | None) -> None:
        if isinstance(outcome, Doubtful):
            asyncio.get_running_loop().call_soon(classroom.stop)

    classroom = TeachingSession(devices, room.store, room.sentences.append, language("en"), [watcher], patient=True)
    asyncio.run(asyncio.wait_for(classroom.run([room.lesson]), GIVE_UP_S))
    assert ENGLISH(ABANDONED) == room.sentences[-1]


def test_undo_reaches_the_last_face_of_the_die_before(folder: Path) -> None:
    """It was taken a moment ago, and the next die is asked for already."""
    red, blue = (EnrolmentSession(reader(), color, faces=[4], settled=True) for color in ("red", "blue"))
    buttons, sentences = SimulatedButtons(), list[str]()
    shown = iter([picture("red", 4), picture("blue", 4)[:60, :60], picture("red", 4, 2), picture("blue", 4)])
    pressed: list[Gesture] = ["undo"]

    def watcher(_: EnrolmentSession, outcome: Outcome | None) -> None:
        if outcome is None and "blue" in sentences[-1] and pressed:
            buttons.press(pressed.pop())

    camera = Reel(list(shown))
    room = TeachingSession(
        Devices((), buttons, camera), TaughtDiceStore(folder), sentences.append, language("en"), [watcher]
    )
    asyncio.run(asyncio.wait_for(room.run([red, blue]), GIVE_UP_S))
    asked = [each[each.index("Put") :][4:8] for each in sentences if "Put" in each]
    assert ["red ", "blue", "red ", "blue"] == asked


def test_end_says_how_to_go_on(folder: Path) -> None:
    """And the devices are given back."""
    room = Lessons(folder, [picture("red", 4)], 4, 5)
    room.give()
    assert (ENGLISH(ABANDONED), True) == (room.sentences[-1], room.camera.closed)


def test_the_game_reads_with_the_dice_that_were_taught(folder: Path) -> None:
    """The reader of `stadium run` knows them from the start; the simulation's are apart from the real ones."""
    config = shipped()
    config = structs.replace(config, eyes=structs.replace(config.eyes, dice=str(folder)))
    TaughtDiceStore(folder).keep(taught("red", 3, 4))
    real, simulated = wiring.dice_store(config), wiring.dice_store(config, simulate=True)
    assert (1, 0) == (len(real.dice()), len(simulated.dice()))
    assert ["red"] == [die.name for die in throw_reader.throw_reader(config, real.dice()).enrolled.dice]
