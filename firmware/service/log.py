"""The log, for the owner of the appliance: one line an event, with its facts as fields.

Under systemd a line goes to the journal in its own protocol, so that ``journalctl STADIUM_EVENT=lost`` finds it;
started by hand it goes to standard error, if it is a warning. Rule kept here: events are few and hold nothing personal:
no names, no pictures, no addresses. What the panel says is not logged.
"""

from __future__ import annotations

import faulthandler
import logging
import os
import socket
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Final, TextIO

JOURNAL: Final = "/run/systemd/journal/socket"
NAME: Final = "stadium"
PRIORITIES: Final = {logging.DEBUG: 7, logging.INFO: 6, logging.WARNING: 4, logging.ERROR: 3, logging.CRITICAL: 2}
"""syslog(3)'s number for each level."""

SELDOM_S: Final = 60.0
"""From one line about a repeated event to the next, seconds."""
Log = Callable[..., None]
"""`event`, or a test's double."""

_log = logging.getLogger(NAME)


def event(name: str, text: str, level: int = logging.INFO, **fields: object) -> None:
    """Log an event: its kind, a word that never changes, a sentence for people, and the facts as fields."""
    _log.log(level, text, extra={"event": name, "fields": fields})


class RateLimit:
    """Calls ``report`` once a minute at most, with how often something has happened since the last time."""

    def __init__(self, report: Callable[[int], None], now: Callable[[], float] = time.monotonic) -> None:
        self._report, self._now = report, now
        self._count, self._next = 0, now()

    def __call__(self) -> None:
        """Count it, and report it unless that was within the last minute."""
        self._count += 1
        if self._now() >= self._next:
            self.flush()

    def flush(self) -> None:
        """Report what was only counted."""
        if self._count:
            self._report(self._count)
            self._count, self._next = 0, self._now() + SELDOM_S


def set_up(stream: TextIO | None = None) -> bool:
    """Log from now on to systemd's journal, ``stream`` or standard error; returns whether it is the journal."""
    to_journal = stream is None and under_journal()
    handler = JournaldHandler() if to_journal else PlainHandler(stream or sys.stderr)
    logging.getLogger().handlers[:] = [handler]
    _log.setLevel(logging.INFO)
    if to_journal:  # the watchdog's SIGABRT then shows where every thread stood
        faulthandler.enable()
    return to_journal


def under_journal() -> bool:
    """Whether our standard error is the journal, as systemd.exec(5) has us find out."""
    with suppress(OSError):
        status = os.fstat(2)
        return os.environ.get("JOURNAL_STREAM") == f"{status.st_dev}:{status.st_ino}"
    return False


class PlainHandler(logging.StreamHandler[TextIO]):
    """Lines of ``event key=value`` for a person or a file; at a terminal, where sentences are read, only errors."""

    def __init__(self, stream: TextIO) -> None:
        super().__init__(stream)
        self.setLevel(logging.ERROR if stream.isatty() else logging.WARNING)

    def format(self, record: logging.LogRecord) -> str:
        """One line, whatever the message."""
        fields = {"event": _name(record), **_fields(record), "said": record.getMessage()}
        return f"{NAME}: " + " ".join(f"{key}={_quoted(value)}" for key, value in fields.items())


class JournaldHandler(logging.Handler):
    """The system's journal, in its native protocol: one datagram an event (systemd.io/JOURNAL_NATIVE_PROTOCOL)."""

    def __init__(self, address: str = JOURNAL) -> None:
        super().__init__()
        self._address = address
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC)

    def emit(self, record: logging.LogRecord) -> None:
        """Send it; a journal that does not listen stops no game."""
        with suppress(OSError):  # there is nowhere left to log it
            self._socket.sendto(datagram(record), self._address)

    def close(self) -> None:
        """Close the socket."""
        self._socket.close()
        super().close()


def datagram(record: logging.LogRecord) -> bytes:
    """A record in the journal's own form: NAME=VALUE lines, and values of several lines with their length before."""
    fields = {
        "MESSAGE": record.getMessage(),
        "PRIORITY": PRIORITIES.get(record.levelno, 6),
        "SYSLOG_IDENTIFIER": NAME,
        "STADIUM_EVENT": _name(record),
    } | {f"STADIUM_{key.upper()}": value for key, value in _fields(record).items()}
    return b"".join(_field(key.encode(), str(value).encode()) for key, value in fields.items())


def _field(key: bytes, value: bytes) -> bytes:
    between = b"\n" + len(value).to_bytes(8, "little") if b"\n" in value else b"="
    return key + between + value + b"\n"


def _name(record: logging.LogRecord) -> str:
    return str(getattr(record, "event", "library"))


def _fields(record: logging.LogRecord) -> Mapping[str, object]:
    fields: Mapping[str, object] = getattr(record, "fields", {})
    return fields


def _quoted(value: object) -> str:
    text = " ".join(str(value).split())
    return f'"{text}"' if " " in text or not text else text
