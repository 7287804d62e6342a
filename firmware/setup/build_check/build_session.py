"""The checks of a build, one after the other: what is asked now, what was found, and how far it is.

Rule kept here: any thread may press, answer and advance it; what the camera sees comes on the camera's thread alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from threading import RLock
from typing import TYPE_CHECKING

from firmware.devices.protocols import Frame, Gesture
from firmware.notice import Notice, Severity, worst
from firmware.setup.build_check.part_check import CHECKS, Answer, BuildBench, BuildCheck, Offered
from scoreboard.message import Words

if TYPE_CHECKING:
    from PIL import Image


class BuildSession:
    """All checks of a stadium; ``now`` is a clock that nobody sets, in seconds, ``lost`` what could not be opened.

    Attributes:
        findings: so far, in the order of the checks.
    """

    def __init__(self, bench: BuildBench, now: Callable[[], float], lost: Sequence[Notice] = ()) -> None:
        self._now = now
        self._checks = [each(bench) for each in CHECKS]
        self._done = 0
        self._turn = RLock()
        self.findings: tuple[Notice, ...] = tuple(lost)
        self.advance()

    @property
    def current(self) -> BuildCheck | None:
        """The check that is made now; None once all are done."""
        return self._checks[self._done] if self._done < len(self._checks) else None

    @property
    def progress(self) -> float:
        """How many of the checks are done, as a share of all."""
        return self._done / len(self._checks)

    @property
    def words(self) -> Words:
        """What is asked now."""
        return "" if (check := self.current) is None else check.words

    @property
    def offered(self) -> Sequence[Offered]:
        """How it may be answered."""
        return () if (check := self.current) is None else check.offered

    @property
    def severity(self) -> Severity:
        """The worst that was found."""
        return worst(self.findings)

    @property
    def guides(self) -> Mapping[str, str]:
        """Where the guides tell what to do, by what a finding is about."""
        return {about: guide for check in self._checks for about, guide in check.guides.items()}

    def advance(self) -> None:
        """Time has passed."""
        with self._turn:
            while (check := self.current) is not None:
                if check.findings is None:
                    check.advance(self._now())
                if check.findings is None:
                    return
                self.findings += check.findings
                self._done += 1

    def press(self, gesture: Gesture) -> None:
        """A button of the box was pressed, or held."""
        self._tell(lambda check: check.press(gesture, self._now()))

    def answer(self, given: Answer) -> None:
        """It was answered by a key or a phone."""
        self._tell(lambda check: check.answer(given, self._now()))

    def see(self, frame: Frame, still: Callable[[], Frame]) -> None:
        """The camera shows something."""
        if (check := self.current) is not None:
            check.see(frame, still)

    def lose(self, found: Notice) -> None:
        """A device has failed meanwhile: that is found, and what is checked of it now is done."""
        with self._turn:
            if (check := self.current) is not None and found.about in check.guides:
                check.findings = (found,)
            else:
                self.findings += (found,)
            self.advance()

    def picture(self, size: tuple[int, int], tick: int) -> Image.Image | None:
        """What the panel shows instead of what is asked; None for that."""
        return None if (check := self.current) is None else check.picture(size, tick)

    def _tell(self, act: Callable[[BuildCheck], None]) -> None:
        with self._turn:
            self.advance()
            if (check := self.current) is not None:
                act(check)
            self.advance()
