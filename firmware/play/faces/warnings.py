"""Faults of the appliance, shown over the score on every panel.

Rule kept here: the score is never hidden for good. A fault found at the start is shown once; one that lasts, such as a
card that takes nothing any more, comes back every few seconds until it is over.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from firmware.notice import Notice, notice
from scoreboard.errors import JournalError, cause_of
from scoreboard.journal.salvage import Remark
from scoreboard.message import Message, Words

ONCE_S = 10.0
"""For how long each warning that is shown once stands, from the first picture on."""
EVERY_S, FOR_S = 8.0, 3.0
"""How often a lasting warning comes back, and for how long."""


def not_saved(trouble: JournalError) -> Notice:
    """The message about a disk that takes nothing: what is played is held in memory."""
    return notice("notice.not-saved", "amber", why=why_not(trouble))


def why_not(trouble: JournalError) -> Message:
    """Why a disk takes nothing, and what to do."""
    # one of: not-saved.damaged, not-saved.fails, not-saved.forbidden, not-saved.full, not-saved.gone, not-saved.in-use
    # one of: not-saved.missing, not-saved.read-only
    return Message(f"not-saved.{cause_of(trouble)}")


def found(remark: Remark) -> Notice:
    """The message about a fault that was found when the games were opened."""
    # one of: found.damaged, found.game, found.gone, found.newer
    return notice(f"found.{remark.kind}", text=remark.words)


class PanelWarnings:
    """Which warning stands over the score, and when: ``once`` one after the other, ``lasting`` while there is one."""

    def __init__(self, once: Sequence[Words], lasting: Callable[[], Words | None], now: Callable[[], float]) -> None:
        self._once, self._lasting, self._now = list(once), lasting, now
        self._began: float | None = None

    def add(self, words: Words) -> None:
        """Show these as well, once: now, or after those that are still to come."""
        if self._began is not None:  # else the first picture is still to come
            self._began = max(self._began, self._now() - len(self._once) * ONCE_S)
        self._once.append(words)

    def current(self) -> tuple[Words, float] | None:
        """The warning that stands there now, and for how many seconds it has; None for the score."""
        began = self._began = self._now() if self._began is None else self._began
        index, since = divmod(self._now() - began, ONCE_S)
        if index < len(self._once):
            return self._once[int(index)], since
        since = (self._now() - began) % EVERY_S
        words = self._lasting()
        return None if words is None or since >= FOR_S else (words, since)
