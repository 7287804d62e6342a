"""Teaching a die from the menu, in the middle of a game: the panel asks, the camera looks on.

Rule kept here: a face is on the disk before the next one is asked for, and the game's reader knows the die at the end.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from firmware.devices.protocols import Frame, Gesture
from firmware.errors import DeviceLostError, StadiumError
from firmware.notice import Notice, notice
from firmware.play.camera.lent_camera import Presses
from firmware.play.state.table_language import TableLanguage
from firmware.setup.teaching_session import TROUBLE_FRAMES, prompted, trouble
from firmware.storage.taught_dice import TaughtDiceStore
from scoreboard import display
from scoreboard.message import Words, message
from vision.enrolled.matcher import EnrolledDice
from vision.enrolment.capture import Unusable
from vision.enrolment.session import Doubtful, EnrolmentSession, Kept, Outcome

if TYPE_CHECKING:
    from PIL import Image

Enrol = Callable[[str], EnrolmentSession]
"""Begins to enrol the die of that name, or goes on."""


class TeachingAtTheTable:
    """Teaches one die; satisfies `menus.takeover.Takeover` and `camera.lent_camera.Borrower` of `firmware.play`.

    First NEXT walks the names and OK takes one; then OK keeps a doubtful picture, UNDO asks again, NEXT leaves a face
    out. OK held leaves at any time.

    Attributes:
        result: what came of it; None until it is over.
    """

    takes_frames = True

    def __init__(
        self, names: Sequence[str], enrol: Enrol, store: TaughtDiceStore, knows: EnrolledDice, language: TableLanguage
    ) -> None:
        self._names, self._enrol, self._store, self._knows, self._language = names, enrol, store, knows, language
        self._at = 0
        self._enrolment: EnrolmentSession | None = None
        self._pressed = Presses()
        self._trouble: Words = ""
        self._trouble_left = 0
        self._asks: Words = ""
        self.result: Notice | None = None

    @property
    def words(self) -> Words:
        """What is asked now."""
        if self._enrolment is None:
            return message("teach.which", color=self._names[self._at])
        return self._trouble or self._asks

    def press(self, gesture: Gesture) -> None:
        """A button was pressed, or held; what is about a picture waits for the camera's thread."""
        if gesture == "menu" or (self._enrolment is None and gesture == "undo"):
            self._end(notice("teach.left"))
        elif self._enrolment is not None:
            self._pressed.add(gesture)
        elif gesture == "next":
            self._at = (self._at + 1) % len(self._names)
        elif gesture == "ok":
            enrolment = self._enrol(self._names[self._at])
            self._asks = prompted(enrolment)
            self._enrolment = enrolment

    def picture(self, size: tuple[int, int], tick: int) -> Image.Image:
        """What the panel shows."""
        is_asked = self._enrolment is None
        return display.message_picture(self._language.on_panel(self.words), size, tick=tick, ok=is_asked)

    def see(self, frame: Frame, still: Callable[[], Frame]) -> None:
        """Look at a frame, and deal with what was pressed meanwhile."""
        enrolment = self._enrolment
        if enrolment is None:
            return None
        try:
            self._report(enrolment, enrolment.see(frame, still))
            for gesture in self._pressed.taken():
                self._answer(enrolment, gesture)
        except DeviceLostError:  # reported by the camera's supervisor
            return None
        except StadiumError as error:  # the card takes nothing
            return self._end(notice("teach.not-kept", "amber", why=error.words))
        self._trouble_left -= 1
        if self._trouble_left <= 0:
            self._trouble = ""
        self._asks = prompted(enrolment)
        if enrolment.asked is None:
            self._end(Notice(self._asks, self._asks))
        return None

    def _report(self, enrolment: EnrolmentSession, outcome: Outcome | None) -> None:
        if isinstance(outcome, Kept):
            self._store.change(enrolment.die.name, enrolment.caught_up)
            self._trouble = ""
        elif isinstance(outcome, Unusable | Doubtful):
            self._trouble, self._trouble_left = trouble(enrolment, outcome), TROUBLE_FRAMES

    def _answer(self, enrolment: EnrolmentSession, gesture: Gesture) -> None:
        match gesture:
            case "ok":
                self._report(enrolment, enrolment.accept())
            case "undo":
                enrolment.redo()
            case "next":
                enrolment.skip()

    def _end(self, result: Notice) -> None:
        self._knows.dice = tuple(self._store.dice())
        self.result = result
