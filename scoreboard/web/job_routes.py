"""Long work that an owner asks for: begun, watched, answered, and what comes of it fetched.

Rules kept here: one at a time; a job goes on when the page that began it is gone; and what is sent to be restored goes
to the disk piece by piece, never into memory.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Final, Literal

from aiohttp import web
from msgspec import Meta, Struct

from scoreboard.language import Language
from scoreboard.message import Words, message
from scoreboard.rules.events import Name
from scoreboard.web.guard import ChangeError, Guard, answered, body_of
from scoreboard.web.look import language_of
from scoreboard.web.routes import JSON, LANGUAGE, NUMBER, Answer, Parameter, Route, refused

JobName = Literal["doctor", "calibrate", "teach", "backup", "update", "restore"]
JobState = Literal["running", "asking", "done", "failed"]
JobPress = Literal["ok", "next", "undo", "stop"]
ZIP: Final = "application/zip"
LARGEST_UPLOAD: Final = 64 << 20
"""Bytes of a backup that may be sent."""
PIECE: Final = 1 << 16
LONGEST_S: Final = 600.0
"""Seconds in which it must have come."""
ID: Final = Parameter("id", "Of the job.", "path", int, NUMBER)
NUMBERED: Final = Parameter("number", "Of the picture, from 0.", "path", int, NUMBER)


class JobRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """What is to be done.

    Attributes:
        job: which work; a backup that is to be restored is sent itself, as a zip.
        dice: for ``teach``: the names of the dice, in the order in which they are shown.
    """

    job: JobName
    dice: Annotated[tuple[Name, ...], Meta(max_length=20)] = ()


class JobAnswer(Struct, frozen=True, forbid_unknown_fields=True):
    """A button for a job that asks something: ``ok``, ``next`` and ``undo`` as at the box, ``stop`` ends it."""

    press: JobPress


@dataclass(frozen=True, slots=True)
class JobFound:
    """What was found: about what, how bad it is, and what to do."""

    about: Words
    severity: str
    said: Words
    remedy: Words = ""


class JobFinding(Struct, frozen=True):
    """The same in words."""

    about: str
    severity: str
    said: str
    remedy: str


@dataclass(frozen=True, slots=True)
class JobView:
    """A job as it stands.

    Attributes:
        id: its number.
        job: which work.
        state: whether it goes on, waits for an answer, is done or has failed.
        progress: 0 to 1.
        said: what it is doing, asks for, or has come to.
        findings: so far.
        pictures: so far, as JPEG or PNG.
        file: what can be fetched.
    """

    id: int
    job: JobName
    state: JobState
    progress: float
    said: Words
    findings: Sequence[JobFound] = ()
    pictures: Sequence[bytes] = ()
    file: Path | None = None


class JobReport(Struct, frozen=True):
    """The same as JSON, in words; ``pictures`` and ``file`` are addresses."""

    id: int
    job: JobName
    state: JobState
    progress: float
    said: str
    findings: tuple[JobFinding, ...]
    pictures: tuple[str, ...]
    file: str | None


@dataclass(frozen=True, slots=True)
class JobAccess:
    """What does the work; each raises `ChangeError` if it does nothing.

    Attributes:
        begin: begin it; of a restore with the file that was sent, which is then its own.
        jobs: all that are known, the newest first.
        press: answer a job.
        upload: a new file on the disk for what is sent, unless a job goes on.
        write: adds a piece to it, on another thread.
    """

    begin: Callable[[JobRequest, Path | None], JobView]
    jobs: Callable[[], Sequence[JobView]]
    press: Callable[[int, JobPress], JobView]
    upload: Callable[[], Path]
    write: Callable[[Path, bytes], Awaitable[None]]


class JobRoutes:
    """The handlers."""

    def __init__(self, access: JobAccess, guard: Guard) -> None:
        self._access, self._guard = access, guard

    def routes(self) -> tuple[Route, ...]:
        """The rows of the table."""
        told, path = {200: Answer("The job.", JobReport)}, "/api/jobs/{id}"
        looks, changes = refused(401, 403), refused(400, 401, 403, 409, 429)
        gone = refused(401, 403, 404)
        rows = (
            Route("POST", "/api/jobs", self.begin, "Begins long work; a backup to be restored is sent as a zip.",
                  {**told, **changes, **refused(413, 503)}, LANGUAGE, JobRequest, role="owner"),
            Route("GET", "/api/jobs", self.listed, "The last jobs, the newest first.",
                  {200: Answer("The jobs.", tuple[JobReport, ...]), **looks}, LANGUAGE, role="owner"),
            Route("GET", path, self.show, "How a job stands.", {**told, **gone}, (*LANGUAGE, ID), role="owner"),
            Route("POST", path, self.press, "Answers a job.", {**told, **changes, **gone}, (*LANGUAGE, ID),
                  JobAnswer, role="owner"),
            Route("GET", f"{path}/file", self.file, "The file that a job has made.",
                  {200: Answer("The file.", content=ZIP), **gone}, (ID,), role="owner"),
            Route("GET", f"{path}/pictures/{{number}}", self.picture, "A picture that a job has made.",
                  {200: Answer("The picture.", content="image/png"), **gone}, (ID, NUMBERED), role="owner"),
        )  # fmt: skip
        return self._guard.guarded(rows, (JSON, ZIP))

    async def begin(self, request: web.Request) -> web.Response:
        """Begin it, if nothing else goes on."""
        if request.content_type == ZIP:
            file = await self._received(request)
            return _told(self._access.begin(JobRequest("restore"), file), request)
        wanted = await body_of(request, JobRequest)
        if wanted.job == "restore":
            raise ChangeError(400, message("page.send-backup", kind=ZIP))
        return _told(self._access.begin(wanted, None), request)

    async def listed(self, request: web.Request) -> web.Response:
        """The last ones."""
        return answered([_report(job, language_of(request)) for job in self._access.jobs()])

    async def show(self, request: web.Request) -> web.Response:
        """One of them."""
        return _told(self._named(request), request)

    async def press(self, request: web.Request) -> web.Response:
        """Answer it."""
        job, wanted = self._named(request), await body_of(request, JobAnswer)
        return _told(self._access.press(job.id, wanted.press), request)

    async def file(self, request: web.Request) -> web.StreamResponse:
        """What it has made, from the disk."""
        job = self._named(request)
        if job.file is None:
            raise ChangeError(404, message("page.no-job-file"))
        name = f'attachment; filename="{job.file.name}"'
        return web.FileResponse(job.file, headers={"Content-Disposition": name, "Content-Type": ZIP})

    async def picture(self, request: web.Request) -> web.Response:
        """A picture."""
        job, number = self._named(request), int(request.match_info["number"])
        if number >= len(job.pictures):
            raise ChangeError(404, message("page.no-job-file"))
        return web.Response(body=job.pictures[number], content_type="image/png")

    def _named(self, request: web.Request) -> JobView:
        number = int(request.match_info["id"])
        job = next((job for job in self._access.jobs() if job.id == number), None)
        if job is None:
            raise ChangeError(404, message("page.no-job"))
        return job

    async def _received(self, request: web.Request) -> Path:
        """The body as a file, which is gone again if it does not come whole."""
        _check_length(request.content_length or 0)
        file, length = self._access.upload(), 0
        if (keep_open := getattr(request.protocol, "streams", None)) is not None:
            keep_open()  # it may take longer than a request usually does
        try:
            async with asyncio.timeout(LONGEST_S):
                async for piece in request.content.iter_chunked(PIECE):
                    length += len(piece)
                    _check_length(length)
                    await self._access.write(file, piece)
        except BaseException as error:
            file.unlink(missing_ok=True)
            if isinstance(error, OSError) and not isinstance(error, ConnectionError | TimeoutError):
                raise ChangeError(503, message("page.not-kept", why=error.strerror or "")) from error
            raise
        return file


def _check_length(length: int) -> None:
    if length > LARGEST_UPLOAD:
        raise ChangeError(413, message("page.too-large", megabytes=LARGEST_UPLOAD >> 20))


def _told(job: JobView, request: web.Request) -> web.Response:
    return answered(_report(job, language_of(request)))


def _report(job: JobView, language: Language) -> JobReport:
    found = tuple(
        JobFinding(language.say(each.about), each.severity, language.say(each.said), language.say(each.remedy))
        for each in job.findings
    )
    pictures = tuple(f"/api/jobs/{job.id}/pictures/{number}" for number in range(len(job.pictures)))
    file = None if job.file is None else f"/api/jobs/{job.id}/file"
    return JobReport(job.id, job.job, job.state, job.progress, language.say(job.said), found, pictures, file)
