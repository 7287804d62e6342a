"""Long work for the page, on a thread of its own: one job at a time, of which the last few are remembered.

Rule kept here: a job shares nothing with the loop but what it tells here, and no job can end a game.
"""

from __future__ import annotations

import asyncio
import logging
import tempfile
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from queue import SimpleQueue
from secrets import randbelow
from threading import Lock, Thread
from types import MappingProxyType
from typing import Any, Final

from firmware.errors import StadiumError
from firmware.notice import Notice
from scoreboard.errors import ScoreboardError
from scoreboard.journal.scratch import Scratch, sweep
from scoreboard.message import Words, message
from scoreboard.web.http.disk_words import not_kept
from scoreboard.web.http.guard import ChangeError
from scoreboard.web.owner.job_types import (
    JobAnswer,
    JobDie,
    JobFound,
    JobName,
    JobOffer,
    JobPress,
    JobRequest,
    JobSpot,
    JobState,
    JobView,
)
from scoreboard.web.play.changes import NotNowError

MOST_JOBS: Final = 8
"""Jobs that are remembered, with their pictures."""
MOST_PICTURES: Final = 40
"""Pictures of a job: a calibration has one, a die ten."""
ON_DISK: Final = Path("/var/tmp")  # noqa: S108 - a folder of our own is made in it
"""Where large files go: /tmp may be in memory."""
FIRST_BELOW: Final = 1 << 40
"""Below this the number of the first job is drawn; a page counts exactly up to 2**53."""
EVERY_S: Final = 0.5
"""Seconds between two pictures."""
LOOKED_S: Final = 5.0
"""For how long after a look the next one is awaited."""
_log = logging.getLogger(__name__)


class StoppedError(StadiumError):
    """An owner has stopped the job."""


Presses = Sequence[tuple[JobPress, Words]]
"""What a job may be answered, with what each answer does."""
STOP: Final[tuple[JobPress, Words]] = ("stop", message("job.press.stop"))


class Filmed:
    """What the camera shows to a job, made on its thread: two pictures a second at most, none unseen.

    ``now`` is a clock that nobody sets, in seconds.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._picture: bytes | None = None
        self._looked = self._made = -LOOKED_S

    def show(self, make: Callable[[], bytes]) -> None:
        """There is something new to be seen; called with every frame."""
        now = self._now()
        if now - self._looked < LOOKED_S and (self._picture is None or now - self._made >= EVERY_S):
            self._made, self._picture = now, make()

    def look(self) -> bytes | None:
        """The picture; None before there is one, and where the last one was made long ago."""
        now = self._now()
        self._looked = now
        return self._picture if now - self._made < LOOKED_S else None


class JobTeller:
    """What the work of a job tells, from its thread and the camera's; once it is over nothing is told any more."""

    def __init__(self, view: JobView, folder: Path) -> None:
        self.view, self.folder = view, folder
        self._filmed = Filmed(time.monotonic)
        self._presses: SimpleQueue[JobAnswer] = SimpleQueue()
        self._is_stopped = False
        self._telling = Lock()

    @property
    def is_over(self) -> bool:
        """Whether nothing more comes of it."""
        return self.view.state in ("done", "failed")

    def tell(self, progress: float, words: Words, presses: Presses = ()) -> None:
        """How far it is, what it does now, and what it may be answered all the same."""
        self._change(state="running", progress=min(max(progress, 0.0), 1.0), said=words, presses=presses)

    def ask(self, progress: float, words: Words, presses: Presses) -> None:
        """Somebody has something to do, and then to press a button."""
        self._change(state="asking", progress=progress, said=words, presses=presses)

    def ask_again(self, progress: float, words: Words, presses: Presses) -> None:
        """The same; what was pressed before was not meant for this question."""
        while self.pressed() is not None:
            pass
        self.ask(progress, words, presses)

    def film(self, make: Callable[[], bytes]) -> None:
        """The camera shows something, as the JPEG that ``make`` gives: it is made only while somebody looks."""
        if not self.view.is_live:
            self._change(is_live=True)
        self._filmed.show(make)

    def look(self) -> bytes | None:
        """What was filmed last."""
        return None if self.is_over else self._filmed.look()

    def press(self, answer: JobAnswer) -> None:
        """A button was pressed; called from the loop."""
        self._is_stopped |= answer.press == "stop"
        self._presses.put(answer)

    def answered(self) -> JobAnswer | None:
        """The next answer that was given, if one was."""
        return None if self._presses.empty() else self._presses.get()

    def pressed(self) -> JobPress | None:
        """The next button that was pressed, if one was."""
        answer = self.answered()
        return None if answer is None else answer.press

    def wait(self) -> JobPress:
        """Wait for a button; StoppedError if it is the one that ends the job."""
        answer = self._presses.get()
        self.check()
        return answer.press

    def check(self) -> None:
        """Raise StoppedError if an owner has stopped the job."""
        if self._is_stopped:
            raise StoppedError(message("job.stopped"))

    def picture(self, picture: bytes) -> None:
        """A picture can be fetched, as PNG; of many only the first are kept."""
        self._change(pictures=(*self.view.pictures, picture)[:MOST_PICTURES])

    def mark(self, spots: Sequence[JobSpot]) -> None:
        """Places on the last picture."""
        self._change(spots=spots)

    def found(self, found: Notice, guide: str = "") -> None:
        """Something was found; ``guide`` is the guide that says what to do, by its file in the repository."""
        about: Words = message(f"about.{found.about}") if found.about else ""
        finding = JobFound(about, found.severity, found.sentence, found.remedy, guide)
        self._change(findings=(*self.view.findings, finding))

    def made(self, file: Path) -> None:
        """A file can be fetched."""
        self._change(file=file)

    def end(self, *, well: bool, words: Words) -> None:
        """It is over."""
        progress = 1.0 if well else self.view.progress
        state = "done" if well else "failed"
        self._change(state=state, progress=progress, said=words, presses=(), is_live=False)

    def _change(self, **what: Any) -> None:  # noqa: ANN401 - fields of the view
        with self._telling:
            if not self.is_over:
                self.view = replace(self.view, **what)


Work = Callable[[JobTeller, JobRequest, Path | None], Words]
"""Does the work of a job, with the file that was sent, if one was; returns what came of it, or raises an error."""


class JobDesk:
    """Begins jobs and remembers them; satisfies `JobAccess`.

    Args:
        works: what can be done here.
        dice: that can be taught.
        cannot: why others can be done neither here nor at the box.
        first: the number of the first job. It is drawn, so that a phone that still watches a job of before a restart
            is told that nothing is known of it, and not how another one fares.
    """

    def __init__(
        self,
        works: Mapping[JobName, Work],
        dice: Callable[[], Sequence[JobDie]] = tuple,
        cannot: Mapping[JobName, Words] = MappingProxyType({}),
        first: int | None = None,
    ) -> None:
        self._works, self._dice, self._cannot = works, dice, cannot
        self._jobs: deque[JobTeller] = deque(maxlen=MOST_JOBS)
        self._next = randbelow(FIRST_BELOW) + 1 if first is None else first
        on_disk = ON_DISK if ON_DISK.is_dir() else Path(tempfile.gettempdir())
        sweep(on_disk)
        self._scratch = Scratch(on_disk)

    def remember(self, job: JobName, ended: Notice) -> None:
        """Tell of a job that came to its end before this start."""
        state: JobState = "done" if ended.severity == "green" else "failed"
        self._jobs.append(JobTeller(JobView(self._next, job, state, 1.0, ended.sentence), Path()))
        self._next += 1

    def close(self) -> None:
        """Take the files away."""
        self._scratch.close()

    def jobs(self) -> list[JobView]:
        """Those that are remembered, the newest first; any thread may ask."""
        return [job.view for job in reversed(tuple(self._jobs))]

    def begin(self, request: JobRequest, file: Path | None) -> JobView:
        """Begin the work of that name on a thread, unless another goes on; see `JobAccess`."""
        work = self._works.get(request.job)
        if work is None:
            raise NotNowError(self._cannot.get(request.job, message("page.no-such-job", job=request.job)))
        self._check_idle()
        with _kept():
            folder = self._scratch.folder()
        job = JobTeller(JobView(self._next, request.job, "running", 0.0, message("job.begins")), folder)
        self._next += 1
        self._jobs.append(job)
        Thread(target=_run, args=(work, job, request, file), name=f"job-{request.job}", daemon=True).start()
        return job.view

    def press(self, number: int, answer: JobAnswer) -> JobView:
        """Answer the job of that number."""
        job = self._numbered(number)
        if job is None or job.is_over:
            raise NotNowError(message("page.job-is-over"))
        job.press(answer)
        return job.view

    def look(self, number: int) -> bytes | None:
        """What the camera shows to it, as JPEG."""
        job = self._numbered(number)
        return None if job is None else job.look()

    def offered(self) -> list[JobOffer]:
        """What can be done here."""
        return [JobOffer(job, tuple(self._dice()) if job == "teach" else ()) for job in self._works]

    def _numbered(self, number: int) -> JobTeller | None:
        return next((job for job in self._jobs if job.view.id == number), None)

    def upload(self) -> Path:
        """A new file for a backup that is sent."""
        self._check_idle()
        with _kept():
            handle, name = tempfile.mkstemp(".zip", "sent-", self._scratch.folder())
            open(handle, "wb").close()  # noqa: PTH123 - a handle, which it closes
        return Path(name)

    async def write(self, file: Path, piece: bytes) -> None:
        """Add a piece, on a thread: a card may take its time."""

        def add() -> None:
            with file.open("ab") as stream:
                stream.write(piece)

        await asyncio.to_thread(add)

    def _check_idle(self) -> None:
        if self._jobs and not self._jobs[-1].is_over:
            raise NotNowError(message("page.job-goes-on"))


@contextmanager
def _kept() -> Iterator[None]:
    """Within it a disk that takes nothing is a refusal."""
    try:
        yield
    except OSError as error:
        raise ChangeError(503, not_kept(error)) from error


def _run(work: Work, job: JobTeller, request: JobRequest, file: Path | None) -> None:
    try:
        job.end(well=True, words=work(job, request, file))
    except (StadiumError, ScoreboardError) as error:
        job.end(well=False, words=error.words)
    except Exception as error:  # noqa: BLE001 - a fault of ours in a job is told, and ends nothing else
        _log.exception("a job failed: %s", request.job)
        job.end(well=False, words=message("job.fault", why=type(error).__name__))
    finally:
        if file is not None:
            with suppress(OSError):
                file.unlink(missing_ok=True)
