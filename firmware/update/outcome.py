"""What came of an update, in words: for page, panel and command line.

Root's programs write it (`firmware.update.gate.tell`); here it is read, and what is not known is nothing.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final, Literal

import msgspec
from msgspec import Struct

from firmware.files.atomic import read_plain
from firmware.update import gate
from firmware.update.installer import PRESS_S, Doubt, Refusal
from scoreboard.message import Words, message
from scoreboard.msgspec_errors import DECODE_ERRORS

OUTCOME: Final = gate.UpdatePlaces().outcome
LONGEST_S: Final = 50 * 60
"""For so long an update may take: systemd ends what installs after three quarters of an hour."""
LARGEST: Final = 4096

What = Literal["none", "press", "refused", "trying", "updated", "back", "failed", "stuck"]
Why = gate.Why | Doubt | Refusal
"""Why a version was taken back, why an owner must press, why a file was refused."""
PLAIN: Final[Mapping[What, str]] = {
    "none": "job.nothing-newer",
    "trying": "update.trying",
    "updated": "job.updated",
    "failed": "job.update-failed",
    "stuck": "update.stuck",
}
"""How those are worded for which there is one way."""


class UpdateOutcome(Struct, frozen=True):
    """How far an update has come; ``version`` is the one that was to be installed, ``before`` the one that ran."""

    what: What
    version: str = ""
    before: str = ""
    why: Why = ""
    file: str = ""

    @property
    def is_over(self) -> bool:
        """Whether nothing more will come of it."""
        return self.what not in {"press", "trying"}

    @property
    def is_well(self) -> bool:
        """Whether it went as it should."""
        return self.what in {"none", "updated"}

    @property
    def words(self) -> Words:
        """The same for people."""
        if self.what == "press":
            # one of: update.press.older, update.press.unsigned
            return message(f"update.press.{self.why or 'unsigned'}", version=self.version)
        if self.what == "refused":
            # one of: update.refused.another, update.refused.damaged, update.refused.full, update.refused.large
            # one of: update.refused.signature, update.refused.unpressed-older, update.refused.unpressed-unsigned
            return message(f"update.refused.{self.why or 'damaged'}", file=self.file)
        if self.what == "back":
            # one of: update.why.cut, update.why.falls, update.why.frame, update.why.journal, update.why.picture
            # one of: update.why.red, update.why.restarts, update.why.silent, update.why.start
            why = message(f"update.why.{self.why or 'start'}")
            return message("update.back", version=self.version, before=self.before, why=why)
        return message(PLAIN[self.what], version=self.version)


def read_outcome(file: Path = OUTCOME) -> UpdateOutcome | None:
    """What came of the last update; None where there was none, or nobody can tell."""
    with suppress(OSError, *DECODE_ERRORS):
        return msgspec.json.decode(read_plain(file, LARGEST), type=UpdateOutcome)
    return None


def moment(file: Path) -> int | None:
    """When something was told last."""
    with suppress(OSError):
        return file.stat().st_mtime_ns
    return None


def outcomes(file: Path, before: int | None, wait: Callable[[float], object]) -> Iterator[UpdateOutcome | None]:
    """What is told after ``before`` of an update that was asked for, second by second; the last one is over.

    It ends without one that is over where that takes too long.
    """
    for _ in range(LONGEST_S):
        found = read_outcome(file) if moment(file) != before else None
        yield found
        if found is not None and found.is_over:
            return
        wait(1.0)


def press_awaited(file: Path = OUTCOME, now: Callable[[], float] = time.time) -> Words | None:
    """What an owner at the box is asked to do now; None if nothing is waited for."""
    since = moment(file)
    if since is None or not 0 <= now() - since / 1e9 < PRESS_S:
        return None
    found = read_outcome(file)
    return found.words if found is not None and found.what == "press" else None
