"""What long work is, for whoever does it and for whoever watches it.

Rule kept here: what is said is `scoreboard.message.Words` until it is told, in the language of who asks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal, Protocol

from msgspec import Meta, Struct

from scoreboard.language import Language, capitalised
from scoreboard.message import Words
from scoreboard.rules.visible import Name
from scoreboard.web.pages.guide_address import guide_address

JobName = Literal[
    "doctor", "check-build", "calibrate", "places", "teach", "backup", "update", "restore", "card", "restart"
]
JobState = Literal["running", "asking", "done", "failed"]
JobPress = Literal["ok", "next", "undo", "stop"]


class JobRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """What is to be done.

    Attributes:
        job: which work; a backup that is to be restored is sent itself, as a zip.
        dice: for ``teach``: the names of the dice, in the order in which they are shown.
    """

    job: JobName
    dice: Annotated[tuple[Name, ...], Meta(max_length=20)] = ()


Share = Annotated[float, Meta(ge=0, le=1)]
"""Of a picture's width or height."""


class JobAnswer(Struct, frozen=True, forbid_unknown_fields=True):
    """A button for a job that asks something: ``ok``, ``next`` and ``undo`` as at the box, ``stop`` ends it.

    Attributes:
        taps: for ``places``: by the name of a place where it was tapped on the picture, from its left and from its top.
    """

    press: JobPress
    taps: Annotated[dict[Name, tuple[Share, Share]], Meta(max_length=100)] = {}


class JobSpot(Struct, frozen=True):
    """A place on the picture: from its left and from its top, and how large, as shares of its width and height."""

    name: str
    x: float
    y: float
    radius: float


@dataclass(frozen=True, slots=True)
class JobFound:
    """What was found: about what, how bad it is, what to do, and the guide that says how, by its file."""

    about: Words
    severity: str
    said: Words
    remedy: Words = ""
    guide: str = ""


class JobFinding(Struct, frozen=True):
    """The same in words; the guide by its address on the page."""

    about: str
    severity: str
    said: str
    remedy: str
    guide: str = ""


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
        pictures: so far, as PNG.
        file: what can be fetched.
        presses: what it may be answered now, with what each answer does.
        is_live: whether the camera's picture can be looked at meanwhile.
        spots: places on the last picture.
    """

    id: int
    job: JobName
    state: JobState
    progress: float
    said: Words
    findings: Sequence[JobFound] = ()
    pictures: Sequence[bytes] = ()
    file: Path | None = None
    presses: Sequence[tuple[JobPress, Words]] = ()
    is_live: bool = False
    spots: Sequence[JobSpot] = ()


class JobButton(Struct, frozen=True):
    """An answer, and in words what it does."""

    press: JobPress
    said: str


class JobReport(Struct, frozen=True):
    """The same as JSON, in words; ``pictures``, ``file`` and ``live`` are addresses."""

    id: int
    job: JobName
    state: JobState
    progress: float
    said: str
    findings: tuple[JobFinding, ...]
    pictures: tuple[str, ...]
    file: str | None
    presses: tuple[JobButton, ...]
    live: str | None
    spots: tuple[JobSpot, ...]


class JobDie(Struct, frozen=True):
    """A die that can be taught: how many of its faces are known already, of how many."""

    name: str
    known: int
    total: int


class JobOffer(Struct, frozen=True):
    """Work that can be done here; to ``teach`` has the dice that are played with."""

    job: JobName
    dice: tuple[JobDie, ...] = ()


class JobAccess(Protocol):
    """What does long work; each method raises `ChangeError` if it does nothing."""

    def begin(self, request: JobRequest, file: Path | None) -> JobView:
        """Begin it; of a restore with the file that was sent, which is then the job's own."""

    def jobs(self) -> Sequence[JobView]:
        """All that are known, the newest first."""

    def press(self, number: int, answer: JobAnswer) -> JobView:
        """Answer the job of that number."""

    def upload(self) -> Path:
        """A new file on the disk for what is sent, unless a job goes on."""

    async def write(self, file: Path, piece: bytes) -> None:
        """Add a piece to it."""

    def offered(self) -> Sequence[JobOffer]:
        """What can be done here; called on another thread."""

    def look(self, number: int) -> bytes | None:
        """What the camera shows to the job of that number, as JPEG; None where it shows nothing."""


def _address(guide: str, language: Language) -> str:
    return guide and guide_address(guide, language.code)


def report(job: JobView, language: Language) -> JobReport:
    """A job in that language."""
    say, at = language.say, f"/api/jobs/{job.id}"
    return JobReport(
        id=job.id,
        job=job.job,
        state=job.state,
        progress=job.progress,
        said=capitalised(say(job.said)),
        findings=tuple(
            JobFinding(say(each.about), each.severity, say(each.said), say(each.remedy), _address(each.guide, language))
            for each in job.findings
        ),
        pictures=tuple(f"{at}/pictures/{number}" for number in range(len(job.pictures))),
        file=None if job.file is None else f"{at}/file",
        presses=tuple(JobButton(press, say(words)) for press, words in job.presses),
        live=f"{at}/live" if job.is_live else None,
        spots=tuple(job.spots),
    )
