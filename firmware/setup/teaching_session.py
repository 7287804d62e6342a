"""Teaching dice at the table: camera frames go into enrolments, what these ask for goes to panel and terminal.

Rule kept here: a face is on the disk before the next one is asked for, so the plug may be pulled between any two and
the next enrolment goes on where this one ended.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TYPE_CHECKING

from firmware.devices.health import DeviceChange
from firmware.devices.protocols import Devices, Frame, Gesture
from firmware.errors import DeviceLostError
from firmware.storage.taught_dice import TaughtDiceStore
from scoreboard import display
from scoreboard.language import Language
from scoreboard.message import Message, Words, message
from vision.enrolment.capture import Unusable
from vision.enrolment.session import Doubtful, EnrolmentSession, Kept, Outcome

if TYPE_CHECKING:
    from PIL import Image

TROUBLE_FRAMES = 45
"""Frames for which the panel says what is wrong before it asks again: three seconds."""
TICK_FRAMES = 8
"""Frames from one line of a long message to the next."""
ABANDONED, NO_BUTTONS, NEXT_PICTURE = map(message, ("teach.stopped", "teach.no-buttons", "teach.next-picture"))
HOW = {6: message("teach.line-below"), 9: message("teach.line-below"), 10: message("teach.printed-10")}
"""How to know a face that is easily taken for another."""

Say = Callable[[str], None]
Onlooker = Callable[[EnrolmentSession, Outcome | None], None]
"""Called with every outcome of an enrolment; with None when it has just asked for a face."""


class TeachingSession:
    """Teaches one die after another: `run` ends when all are taught, the pictures end, or it is stopped.

    Args:
        devices: the camera looks on, the panel asks; OK keeps a doubtful picture, UNDO asks again, NEXT skips a face.
        store: where the dice are kept.
        say: takes each sentence, in the ``language``.
        onlookers: see `Onlooker`.
        patient: wait with the next picture until the owner has decided, as pictures in a folder can and a live table
            cannot. Without buttons the session ends there: the next picture would be taken for the wrong face.
    """

    def __init__(
        self,
        devices: Devices,
        store: TaughtDiceStore,
        say: Say,
        language: Language,
        onlookers: Iterable[Onlooker] = (),
        *,
        patient: bool = False,
    ) -> None:
        self._devices, self._store, self._say, self._language = devices, store, say, language
        self._onlookers = tuple(onlookers)
        self._patient = patient
        self._pressed: asyncio.Queue[Gesture] = asyncio.Queue()
        self._asked: Message | None = None
        self._trouble: Words = ""
        self._trouble_left = 0
        self._frames = 0
        self._stopped = self._going_back = False

    def stop(self) -> None:
        """End after the frame that is being read; safe from a signal handler of the running loop."""
        self._stopped = True
        self._pressed.put_nowait("menu")  # ends the wait for a button
        if self._devices.camera is not None:
            self._devices.camera.close()  # ends the wait for a lost one

    async def run(self, enrolments: Iterable[EnrolmentSession]) -> None:
        """Run the enrolments; StadiumError if a device fails, or a die cannot be kept."""
        loop = asyncio.get_running_loop()

        def press(gesture: Gesture) -> None:
            loop.call_soon_threadsafe(self._pressed.put_nowait, gesture)

        def change(device: DeviceChange) -> None:
            loop.call_soon_threadsafe(self._report_change, device)

        camera_thread = ThreadPoolExecutor(1, thread_name_prefix="camera")
        try:
            if self._devices.buttons is not None:
                self._devices.buttons.listen(press)
            self._devices.health.listen(change)
            given, place = list(enrolments), 0
            while place < len(given) and not self._stopped:
                await self._teach(given[place], camera_thread, first=place == 0)
                place += 1
                if self._going_back:
                    self._going_back, place = False, place - 2
                    given[place].redo()
        finally:
            self._devices.close()
            camera_thread.shutdown(wait=True)

    def _report_change(self, change: DeviceChange) -> None:
        self._explain(change.message.sentence)
        self._trouble, self._trouble_left = change.message.panel, TROUBLE_FRAMES
        for panel in self._devices.panels:  # while no frames come nothing else lights it
            panel.show(self._picture(change.message.panel, panel.size))

    async def _teach(self, enrolment: EnrolmentSession, camera_thread: ThreadPoolExecutor, *, first: bool) -> None:
        camera, loop = self._devices.camera, asyncio.get_running_loop()
        while camera is not None and not self._stopped:
            self._ask(enrolment)
            if enrolment.asked is None:
                return
            frame = await loop.run_in_executor(camera_thread, camera.frame)
            if frame is None:
                break
            outcome = await loop.run_in_executor(camera_thread, _see, enrolment, frame, camera.still)
            self._report(enrolment, outcome)
            if self._patient and not await self._decided(enrolment, outcome):
                break
            await asyncio.sleep(0)  # what was pressed meanwhile arrives
            while not self._pressed.empty():
                gesture = self._pressed.get_nowait()
                self._going_back = gesture == "undo" and enrolment.is_at_its_beginning and not first
                if self._going_back:  # to the last face of the die before
                    return
                self._answer(enrolment, gesture)
        self._stopped = True
        self._say(self._language.say(ABANDONED))

    async def _decided(self, enrolment: EnrolmentSession, outcome: Outcome | None) -> bool:
        """Let the owner decide about a doubtful or unusable picture; False without buttons."""
        if not isinstance(outcome, Doubtful | Unusable):
            return True
        if self._devices.buttons is None:
            self._explain(NO_BUTTONS)
            return False
        if isinstance(outcome, Unusable):
            self._explain(NEXT_PICTURE)
        gesture = await self._pressed.get()
        if gesture == "next" or isinstance(outcome, Doubtful):
            self._answer(enrolment, gesture)
        return True

    def _ask(self, enrolment: EnrolmentSession) -> None:
        """Say what is to be done if that is new, and light the panel."""
        prompt = prompted(enrolment)
        if prompt != self._asked:
            self._asked = prompt
            known, faces = enrolment.progress
            self._say(f"[{known}/{faces}] {self._language.say(prompt)}")
            self._notify(enrolment, None)
        self._frames += 1
        self._trouble_left = max(self._trouble_left - 1, 0)
        words = self._trouble if self._trouble_left else prompt
        for panel in self._devices.panels:
            panel.show(self._picture(words, panel.size, self._frames // TICK_FRAMES))

    def _picture(self, words: Words, size: tuple[int, int], tick: int = 0) -> Image.Image:
        return display.message_picture(self._language.say(words, "panel"), size, tick=tick)

    def _explain(self, words: Words) -> None:
        """Say something beside what is asked."""
        self._say(f"        {self._language.say(words)}")

    def _report(self, enrolment: EnrolmentSession, outcome: Outcome | None) -> None:
        match outcome:
            case Kept(value=value):
                self._store.change(enrolment.die.name, enrolment.caught_up)
                self._explain(message("teach.got", color=enrolment.die.name, face=value))
                self._trouble_left = 0
            case Unusable() | Doubtful():
                self._trouble, self._trouble_left = trouble(enrolment, outcome), TROUBLE_FRAMES
                self._explain(self._trouble)
            case None:
                return
        self._notify(enrolment, outcome)

    def _answer(self, enrolment: EnrolmentSession, gesture: Gesture) -> None:
        match gesture:
            case "ok":
                self._report(enrolment, enrolment.accept())
            case "undo":
                enrolment.redo()
                self._asked = None
            case "next":
                enrolment.skip()
                self._asked = None

    def _notify(self, enrolment: EnrolmentSession, outcome: Outcome | None) -> None:
        for onlooker in self._onlookers:
            onlooker(enrolment, outcome)


def prompted(enrolment: EnrolmentSession) -> Message:
    """What the owner is to do now."""
    name, (known, total) = enrolment.die.name, enrolment.progress
    if enrolment.asked is None:
        return message("teach.known", color=name, known=known, total=total)
    return message("teach.put-up", color=name, face=enrolment.asked, how=HOW.get(enrolment.asked, ""))


def trouble(enrolment: EnrolmentSession, outcome: Unusable | Doubtful) -> Message:
    """What is wrong with a picture, and what to do."""
    name = enrolment.die.name
    if isinstance(outcome, Unusable):
        # one of: teach.blurred, teach.covered, teach.dark, teach.edge, teach.leans, teach.moved, teach.no-die
        # one of: teach.no-numeral, teach.not-laid, teach.outside, teach.progress, teach.small
        return message(f"teach.{outcome.why}", color=name, things=outcome.things)
    # one of: doubt.another-die, doubt.another-face, doubt.chip, doubt.no-d10, doubt.shown-before
    doubt = message(f"doubt.{outcome.why}", color=name, seen=outcome.seen)
    return message("teach.doubtful", doubt=doubt, color=name, face=enrolment.asked or 0)


def _see(enrolment: EnrolmentSession, frame: Frame, still: Callable[[], Frame]) -> Outcome | None:
    with suppress(DeviceLostError):  # reported by the camera's supervisor
        return enrolment.see(frame, still)
    return None
