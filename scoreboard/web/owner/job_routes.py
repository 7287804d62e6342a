"""Long work that an owner asks for: begun, watched, answered, and what comes of it fetched.

Rules kept here: one at a time; a job goes on when the page that began it is gone; and what is sent to be restored goes
to the disk piece by piece, never into memory.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Final

from aiohttp import web

from scoreboard.message import message
from scoreboard.web.http.asked_language import language_of
from scoreboard.web.http.disk_words import not_kept
from scoreboard.web.http.guard import ChangeError, Guard, answered, body_of
from scoreboard.web.http.routes import JPEG, JSON, LANGUAGE, NUMBER, Answer, Parameter, Route, refused
from scoreboard.web.http.uploads import keep_open
from scoreboard.web.owner.job_types import JobAccess, JobAnswer, JobOffer, JobReport, JobRequest, JobView, report
from scoreboard.web.pages.page_words import JOBS

ZIP: Final = "application/zip"
LARGEST_UPLOAD: Final = 64 << 20
"""Bytes of a backup that may be sent."""
PIECE: Final = 1 << 16
LONGEST_S: Final = 600.0
"""Seconds in which it must have come."""
SILENT_S: Final = 20.0
"""Seconds in which some more of it must come."""
ID: Final = Parameter("id", "Of the job.", "path", int, NUMBER)
NUMBERED: Final = Parameter("number", "Of the picture, from 0.", "path", int, NUMBER)


class JobRoutes:
    """The handlers."""

    def __init__(self, access: JobAccess, guard: Guard) -> None:
        self._access, self._guard = access, guard
        self._is_receiving = False

    def routes(self) -> tuple[Route, ...]:
        """The rows of the table."""
        shown, path = {200: Answer("The job.", JobReport)}, "/api/jobs/{id}"
        looks, changes = refused(401, 403), refused(400, 401, 403, 409, 429)
        gone = refused(401, 403, 404)
        rows = (
            Route("POST", "/api/jobs", self.begin, "Begins long work; a backup to be restored is sent as a zip.",
                  {**shown, **changes, **refused(408, 413, 503)}, LANGUAGE, JobRequest, role="owner"),
            Route("GET", "/api/jobs", self.listed, "The last jobs, the newest first.",
                  {200: Answer("The jobs.", tuple[JobReport, ...]), **looks}, LANGUAGE, role="owner"),
            Route("GET", "/api/jobs/offered", self.offered, "What work can be done here.",
                  {200: Answer("The jobs.", tuple[JobOffer, ...]), **looks}, LANGUAGE, role="owner"),
            Route("GET", f"{path}/live", self.live, "What the camera shows to a job.",
                  {200: Answer("The picture.", content=JPEG), 204: Answer("There is none now.", content=""), **gone},
                  (ID,), role="owner"),
            Route("GET", path, self.show, "How a job stands.", {**shown, **gone}, (*LANGUAGE, ID), role="owner"),
            Route("POST", path, self.press, "Answers a job.", {**shown, **changes, **gone}, (*LANGUAGE, ID),
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
            return _answer(await self._begun_with_body(request), request)
        wanted = await body_of(request, JobRequest)
        if wanted.job == "restore":
            raise ChangeError(400, message("page.send-backup", kind=ZIP))
        return _answer(self._access.begin(wanted, None), request)

    async def listed(self, request: web.Request) -> web.Response:
        """The last ones."""
        return answered([report(job, language_of(request)) for job in self._access.jobs()])

    async def offered(self, _: web.Request) -> web.Response:
        """What can be done here, in the page's order; the disk is asked which dice are known."""
        offers = await asyncio.to_thread(self._access.offered)
        return answered(sorted(offers, key=lambda offer: JOBS.index(offer.job)))

    async def live(self, request: web.Request) -> web.Response:
        """The camera's last picture, as the job sees it; to look before there is one, or after the end, is no fault."""
        picture = self._access.look(self._named(request).id)
        return web.Response(status=204) if picture is None else web.Response(body=picture, content_type=JPEG)

    async def show(self, request: web.Request) -> web.Response:
        """One of them."""
        return _answer(self._named(request), request)

    async def press(self, request: web.Request) -> web.Response:
        """Answer it."""
        job, wanted = self._named(request), await body_of(request, JobAnswer)
        return _answer(self._access.press(job.id, wanted), request)

    async def file(self, request: web.Request) -> web.StreamResponse:
        """What it has made, from the disk."""
        job = self._named(request)
        if job.file is None or not job.file.is_file():  # a later job may have taken it away
            raise ChangeError(404, message("page.no-job-file"))
        keep_open(request)
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

    async def _begun_with_body(self, request: web.Request) -> JobView:
        """Restore the backup that is sent, of which one comes at a time: several would fill the disk."""
        _check_length(request.content_length or 0)
        if self._is_receiving:
            raise ChangeError(409, message("page.upload-goes-on"))
        self._is_receiving = True
        try:
            return self._begun_with(await self._received(request))
        finally:
            self._is_receiving = False

    def _begun_with(self, file: Path) -> JobView:
        try:
            return self._access.begin(JobRequest("restore"), file)
        except ChangeError:  # something else has begun meanwhile
            file.unlink(missing_ok=True)
            raise

    async def _received(self, request: web.Request) -> Path:
        """The body as a file, which is gone again if it does not come whole."""
        file, length = self._access.upload(), 0
        keep_open(request)
        try:
            now = asyncio.get_running_loop().time
            end = now() + LONGEST_S
            async with asyncio.timeout(SILENT_S) as waiting:
                async for piece in request.content.iter_chunked(PIECE):
                    waiting.reschedule(min(end, now() + SILENT_S))
                    length += len(piece)
                    _check_length(length)
                    await self._access.write(file, piece)
            self._guard.check_role("owner", request)  # it has taken minutes, and the phone may be revoked by now
        except BaseException as error:
            file.unlink(missing_ok=True)
            if isinstance(error, TimeoutError):
                raise ChangeError(408, message("page.status.408")) from error
            if isinstance(error, OSError) and not isinstance(error, ConnectionError):
                raise ChangeError(503, not_kept(error)) from error
            raise
        return file


def _check_length(length: int) -> None:
    if length > LARGEST_UPLOAD:
        raise ChangeError(413, message("page.too-large", megabytes=LARGEST_UPLOAD >> 20))


def _answer(job: JobView, request: web.Request) -> web.Response:
    return answered(report(job, language_of(request)))
