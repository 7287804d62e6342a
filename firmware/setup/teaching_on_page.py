"""Teaching a die from a phone: it says which face to put up, shows what the camera sees, and answers doubts.

Rule kept here: a face is on the disk before the next one is asked for.
"""

from __future__ import annotations

from collections.abc import Callable

from firmware.devices.protocols import Frame
from firmware.service.jobs import STOP, JobTeller, Presses
from firmware.setup.calibrating_on_page import jpeg, png
from firmware.setup.teaching_session import TROUBLE_FRAMES, prompted, trouble
from firmware.storage.taught_dice import TaughtDiceStore
from scoreboard.message import Words, message
from vision.enrolment.capture import Unusable
from vision.enrolment.session import Doubtful, EnrolmentSession, Kept, Outcome


class TeachingOnPage:
    """One die; ``job`` is told how it goes, ``store`` keeps it, and ``hands`` are told what is asked."""

    def __init__(
        self, job: JobTeller, enrolment: EnrolmentSession, store: TaughtDiceStore, hands: Callable[[Words], None]
    ) -> None:
        self._job, self._enrolment, self._store, self._hands = job, enrolment, store, hands
        self._trouble: Words = ""
        self._trouble_left = 0
        self._has_begun = False

    def see(self, frame: Frame, still: Callable[[], Frame]) -> bool:
        """Show the enrolment a frame, and whether it knows the die."""
        self._job.film(lambda: jpeg(frame))
        if not self._has_begun:  # before the camera is lent, players could still throw onto a field that was cleared
            self._has_begun = True
            self._hands(message("teach.which"))
        outcome = self._answered()
        self._take(self._enrolment.see(frame, still) if outcome is None else outcome)
        self._tell()
        return self._enrolment.asked is None

    def _answered(self) -> Outcome | None:
        """What came of the button that was pressed, if one was."""
        match self._job.pressed():
            case "ok":
                return self._enrolment.accept()
            case "undo":
                self._enrolment.redo()
            case "next":
                self._enrolment.skip()
            case _:
                return None
        self._trouble_left = 0
        return None

    def _take(self, outcome: Outcome | None) -> None:
        self._trouble_left -= 1
        if isinstance(outcome, Kept):
            self._store.change(self._enrolment.die.name, self._enrolment.caught_up)
            self._job.picture(png(self._enrolment.die.samples[-1].picture))
            self._trouble_left = 0
        elif isinstance(outcome, Unusable | Doubtful):
            self._trouble, self._trouble_left = trouble(self._enrolment, outcome), TROUBLE_FRAMES
            self._hands(self._trouble)

    def _tell(self) -> None:
        """What is to be done, if that is new; a doubt stands until it is answered."""
        enrolment, prompt = self._enrolment, prompted(self._enrolment)
        is_amiss = enrolment.is_doubted or self._trouble_left > 0
        words = (self._trouble, prompt) if is_amiss else prompt
        if words != self._job.view.said:
            known, total = enrolment.progress
            self._job.tell(known / total, words, self._presses())
            self._hands(prompt)

    def _presses(self) -> Presses:
        """Only what makes sense now."""
        leave: Presses = (("next", message("job.press.skip")), STOP)
        if self._enrolment.is_doubted:
            return (("ok", message("job.press.keep-face")), ("undo", message("job.press.anew")), *leave)
        return leave if self._enrolment.is_at_its_beginning else (("undo", message("job.press.again")), *leave)
