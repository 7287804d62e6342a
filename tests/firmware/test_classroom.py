"""The classroom: panel and terminal ask, buttons answer, and every face is kept before the next is asked for."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from msgspec import structs
from teach_kit import eyes, picture, taught

from firmware import wiring
from firmware.app import Devices
from firmware.cameras import SingleStream
from firmware.classroom import ABANDONED, TROUBLE_FRAMES, Classroom, Onlooker
from firmware.config import load
from firmware.devices import Frame, Gesture
from firmware.dice import Cabinet
from firmware.simulated.buttons import SimulatedButtons
from firmware.simulated.panel import SimulatedPanel
from scoreboard import face
from vision.lesson import Doubtful, Kept, Lesson, Outcome, Unusable


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
        self.cabinet = Cabinet(folder)
        self.lesson = Lesson(eyes(), "red", faces=faces, settled=True)
        self.buttons, self.panel, self.camera = SimulatedButtons(), Panel(), Reel(frames)
        self.said: list[str] = []

    def give(self, *onlookers: Onlooker) -> None:
        """Teach until the pictures end or every face was asked for."""
        devices = Devices((self.panel,), self.buttons, self.camera)
        room = Classroom(devices, self.cabinet, self.said.append, onlookers, patient=True)
        asyncio.run(asyncio.wait_for(room.run([self.lesson]), 60))

    def pressing(self, kind: type[Outcome], gesture: Gesture) -> Onlooker:
        """A hand that presses a button once, when such a thing comes of the lesson."""
        left = [gesture]

        def onlooker(_: Lesson, outcome: Outcome | None) -> None:
            if isinstance(outcome, kind) and left:
                self.buttons.press(left.pop())

        return onlooker


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where the dice are kept."""
    return tmp_path / "dice"


def message(text: str) -> bytes:
    """What the panel shows when it says this."""
    return face.message(text, (64, 16)).convert("RGB").tobytes()


def test_a_face_is_on_the_disk_before_the_next_is_asked_for(folder: Path) -> None:
    """Whenever the plug is pulled, what was said to be taken is there."""
    room = Lessons(folder, [picture("red", 4), picture("red", 5)], 4, 5)
    known: list[tuple[int, ...]] = []

    def onlooker(_: Lesson, outcome: Outcome | None) -> None:
        die = room.cabinet.die("red")
        if outcome is None:
            known.append(() if die is None else die.shown)

    room.give(onlooker)
    assert [(), (4,), (4, 5)] == known


def test_the_panel_asks_for_colour_and_number(folder: Path) -> None:
    """RED 4, then RED 5."""
    room = Lessons(folder, [picture("red", 4), picture("red", 5)], 4, 5)
    room.give()
    assert [message("red 4"), message("red 5")] == room.panel.shown[:2]


def test_the_panel_says_what_is_wrong_for_a_while(folder: Path) -> None:
    """The next picture's prompt waits until the trouble could be read; then it asks again."""
    empty = picture("red", 4)[:60, :60]
    room = Lessons(folder, [empty] * (TROUBLE_FRAMES + 3), 4)
    room.give()
    assert message("red 4") == room.panel.shown[0]
    assert message("no die") == room.panel.shown[1]
    assert any("cannot find a die" in said for said in room.said)


def test_ok_keeps_what_was_doubted(folder: Path) -> None:
    """The owner's word counts, and it is on the disk."""
    room = Lessons(folder, [picture("red", 7)], 4)
    room.give(room.pressing(Doubtful, "ok"))
    die = room.cabinet.die("red")
    assert die is not None
    assert ((4,), "        Got red 4.") == (die.shown, room.said[2])


def test_undo_asks_for_the_last_face_again(folder: Path) -> None:
    """Its second picture takes the place of the first."""
    room = Lessons(folder, [picture("red", 4), picture("red", 4, 2), picture("red", 5)], 4, 5)
    room.give(room.pressing(Kept, "undo"))
    asked = [said[said.index("Put") :][:12] for said in room.said if "Put" in said]
    assert (["Put red 4 up", "Put red 4 up", "Put red 5 up"], (4, 5)) == (asked, room.lesson.die.shown)


def test_next_leaves_a_face_out(folder: Path) -> None:
    """A face that cannot be shown does not hold up the others."""
    empty = picture("red", 4)[:60, :60]
    room = Lessons(folder, [empty, picture("red", 5)], 4, 5)
    room.give(room.pressing(Unusable, "next"))
    assert ((5,), None) == (room.lesson.die.shown, room.lesson.asked)


def test_when_the_pictures_end_it_says_how_to_go_on(folder: Path) -> None:
    """And the devices are given back."""
    room = Lessons(folder, [picture("red", 4)], 4, 5)
    room.give()
    assert (ABANDONED, True) == (room.said[-1], room.camera.closed)


def test_the_game_reads_with_the_dice_that_were_taught(folder: Path) -> None:
    """The eyes of `stadium run` know them from the start; the simulation's are apart from the real ones."""
    shipped = load()
    config = structs.replace(shipped, eyes=structs.replace(shipped.eyes, dice=str(folder)))
    Cabinet(folder).keep(taught("red", 3, 4))
    real, simulated = wiring.cabinet(config), wiring.cabinet(config, simulate=True)
    assert (1, 0) == (len(real.dice()), len(simulated.dice()))
    assert ["red"] == [die.name for die in wiring.sight(config, real.dice()).memory.dice]
