"""Checking a build from an owner's phone: the page asks, and the stadium's own panel and buttons are looked at."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from firmware.service.jobs import STOP, JobTeller
from firmware.setup.build_check.at_the_table import BuildAtTheTable
from firmware.setup.build_check.build_report import FILE, keep, of_stadium, summary, written
from firmware.setup.build_check.build_session import BuildSession
from scoreboard.language import Language
from scoreboard.message import Words, message
from scoreboard.web.owner.job_types import JobRequest

LOOKS_S = 0.3
"""How often it is looked what was answered, and how far it is."""


@dataclass(frozen=True)
class BuildOnPage:
    """The work of the job.

    Attributes:
        begin: begins a check at the table, with the camera; raises a `StadiumError` where somebody else has that.
        hand_over: lets it have the panel and the buttons, unless something at the box has them.
        language: of the file that is kept.
        wait: so many seconds.
    """

    begin: Callable[[], BuildAtTheTable]
    hand_over: Callable[[BuildAtTheTable], None]
    language: Callable[[], Language]
    wait: Callable[[float], None]

    def work(self, job: JobTeller, _: JobRequest, __: Path | None) -> Words:
        """Ask until all is checked, and tell what was found, with a file to be fetched."""
        table = self.begin()
        session = table.session
        self.hand_over(table)
        known = 0
        try:
            while session.current is not None and table.result is None:
                job.check()
                self._answered(job, session)
                session.advance()
                for found in session.findings[known:]:
                    job.found(found, session.guides[found.about])
                known = len(session.findings)
                presses = tuple((each.answer, each.words) for each in session.offered)
                job.ask(session.progress, session.words, (*presses, STOP))
                self.wait(LOOKS_S)
        finally:
            table.leave()
        for found in session.findings[known:]:
            job.found(found, session.guides[found.about])
        if session.current is not None:  # somebody has left at the box
            return message("build.left")
        text = written(session.findings, session.guides, of_stadium(), self.language())
        job.made(keep(text, job.folder / FILE))
        return summary(session.findings)

    @staticmethod
    def _answered(job: JobTeller, session: BuildSession) -> None:
        while (press := job.pressed()) is not None:
            if press != "stop":
                session.answer(press)
