"""Where a game meets a face: a page, a panel, a voice, the log, whatever shows the game or says it.

Rule kept here: a face that fails costs itself this one event, is logged once for each place in the code where it
fails, and nothing else. What the game itself does, such as writing its journal, is never done in here.
"""

from __future__ import annotations

import logging
from pathlib import Path
from traceback import extract_tb
from types import TracebackType

CALLS = 4
"""Of the functions that called one another before it failed, so many are logged, the last first."""
_log = logging.getLogger("stadium")


class Face:
    """A face; what fails in the block of ``with face:`` ends the block and goes no further.

    Args:
        name: in the log.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._logged: set[tuple[str, str]] = set()

    def __enter__(self) -> None:
        """Show something."""

    def __exit__(self, _: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> bool:
        """Whether the error was the face's own; the end of the program is not."""
        if not isinstance(error, Exception):
            return False
        self.failed(error)
        return True

    def failed(self, error: Exception) -> None:
        """Log what failed, unless that is known; the error's own text may hold a player's name."""
        if self.is_news(error):
            what, where = type(error).__name__, " < ".join(_calls(error)[:CALLS])
            text = f"something could not be shown ({self._name}: {what} at {where}); the game goes on"
            fields = {"face": self._name, "error": what, "where": where}
            _log.error(text, extra={"event": "face-failed", "fields": fields})

    def is_news(self, error: BaseException) -> bool:
        """Whether this is the first such error from that line of the code."""
        fault = type(error).__name__, _calls(error)[0]
        is_news = fault not in self._logged
        self._logged.add(fault)
        return is_news


def _calls(error: BaseException) -> tuple[str, ...]:
    """The calls that led to the error, the last one first."""
    calls = extract_tb(error.__traceback__)
    return tuple(f"{Path(each.filename).name}:{each.lineno}" for each in reversed(calls)) or ("nowhere",)
