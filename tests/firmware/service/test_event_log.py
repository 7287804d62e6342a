"""What goes into the log, where it goes, and that it is little."""

from __future__ import annotations

import io
import logging
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs
from support.hang import GIVE_UP_S
from support.stadium import SETUP, chip, die, play, presses, unsure

from firmware.devices.health import DeviceChange, absent
from firmware.play.state.shown import Shown
from firmware.service import log
from firmware.service.event_log import EventLog
from scoreboard.rules import start
from scoreboard.rules.events import Roll


@pytest.fixture(autouse=True)
def as_it_was() -> Iterator[None]:
    """Whatever a test does to the log is undone."""
    root, ours = logging.getLogger(), logging.getLogger(log.NAME)
    handlers, level = root.handlers[:], ours.level
    yield
    for handler in set(root.handlers) - set(handlers):
        handler.close()
    root.handlers[:] = handlers
    ours.setLevel(level)


def record(text: str, level: int = logging.INFO, **fields: object) -> logging.LogRecord:
    """A record as `event` makes it."""
    made = logging.LogRecord(log.NAME, level, __file__, 1, text, None, None)
    made.event, made.fields = "lost", fields
    return made


def test_the_journal_gets_fields_in_its_own_form(tmp_path: Path) -> None:
    """A datagram of NAME=VALUE lines: the text, syslog's priority, our name, the event and its facts."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as journald:
        journald.bind(str(tmp_path / "journal"))
        journald.settimeout(5)
        journal = log.JournaldHandler(str(tmp_path / "journal"))
        journal.emit(record("camera: gone", logging.WARNING, part="camera"))
        got = journald.recv(4096)
        journal.close()
    expected = [
        b"MESSAGE=camera: gone",
        b"PRIORITY=4",
        b"SYSLOG_IDENTIFIER=stadium",
        b"STADIUM_EVENT=lost",
        b"STADIUM_PART=camera",
    ]
    assert expected == got.splitlines()


def test_a_text_of_several_lines_stays_one_field() -> None:
    """Its length stands before it, so that it cannot pass for another field."""
    sent = log.datagram(record("one\nPRIORITY=0"))
    assert sent.startswith(b"MESSAGE\n" + (14).to_bytes(8, "little") + b"one\nPRIORITY=0\nPRIORITY=6\n")


def test_absent_journald_stops_no_game(tmp_path: Path) -> None:
    """The line is lost, and that is all."""
    journal = log.JournaldHandler(str(tmp_path / "nobody"))
    journal.emit(record("camera: gone"))
    journal.close()


@pytest.mark.parametrize(("stream", "listened_to"), [("{dev}:{ino}", True), ("1:2", False), ("", False)])
def test_the_journal_is_used_where_our_errors_go_there(
    monkeypatch: pytest.MonkeyPatch, stream: str, listened_to: bool
) -> None:
    """$JOURNAL_STREAM names the very file that standard error is; a shell that inherited it is not fooled."""
    status = os.fstat(2)
    monkeypatch.setenv("JOURNAL_STREAM", stream.format(dev=status.st_dev, ino=status.st_ino))
    assert listened_to == log.under_journal() == log.set_up()


HANG = """
import os
status = os.fstat(2)
os.environ["JOURNAL_STREAM"] = f"{status.st_dev}:{status.st_ino}"
from firmware.service import log
log.set_up()

def waits_for_ever():
    os.abort()

waits_for_ever()
"""


def test_a_process_that_the_watchdog_ends_says_where_it_hung() -> None:
    """Under systemd SIGABRT leaves every thread's place in the journal; at a terminal no traceback is seen."""
    ended = subprocess.run([sys.executable, "-c", HANG], capture_output=True, text=True, check=False)
    assert (-signal.SIGABRT, True) == (ended.returncode, "waits_for_ever" in ended.stderr)


def test_started_by_hand_warnings_are_lines_of_keys_and_values() -> None:
    """A loss is a line on standard error; what is merely so is none."""
    stream = io.StringIO()
    assert not log.set_up(stream)
    log.event("started", "stadium started")
    log.event("lost", "camera:\ngone", logging.WARNING, part="camera")
    assert 'stadium: event=lost part=camera said="camera: gone"\n' == stream.getvalue()


def test_at_a_terminal_sentences_are_not_doubled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who reads the play by play reads of a loss there."""
    stream = io.StringIO()
    monkeypatch.setattr(stream, "isatty", lambda: True)
    log.set_up(stream)
    log.event("lost", "camera: gone", logging.WARNING)
    log.event("failed", "a fault of ours", logging.ERROR)
    assert 1 == len(stream.getvalue().splitlines())


class Book:
    """A log that keeps what it is told."""

    def __init__(self) -> None:
        self.lines: list[tuple[str, str, dict[str, Any]]] = []

    def __call__(self, name: str, text: str, level: int = logging.INFO, **fields: object) -> None:
        """Keep a line."""
        self.lines.append((name, text, {"level": level, **fields}))


def logged(journal: Path, sights: list[Any], hand: Any = lambda _: None) -> Book:  # noqa: ANN401 - as `play` takes it
    """What is logged of a game."""
    book = Book()
    event_log = EventLog(book)
    for shown in play(journal, sights, hand).shown:
        event_log(shown)
    return book


def test_a_throw_that_was_read_is_a_line_with_its_latency(tmp_path: Path) -> None:
    """What it was, how sure the reader was, and how long it took."""
    lines = logged(tmp_path / "games.sqlite", [die("blue", 3), die("red", 7), chip("out")]).lines
    (name, text, fields), (_, _, tossed) = lines[0], lines[2]
    assert ("read", "blue", 3, 0.99) == (name, fields["what"], fields["value"], fields["confidence"])
    assert (True, "chip", "out") == (text.startswith("blue 3 read in "), tossed["what"], tossed["value"])
    assert 0 <= fields["took_ms"] < 1000 * GIVE_UP_S


def test_a_roll_that_was_read_is_a_line_too() -> None:
    """All its dice, in the order in which they came to rest."""
    book = Book()
    two_dice = start(structs.replace(SETUP, rules="two-dice"))
    roll = Roll(values=(3, 5), by="camera", confidence=0.9)
    EventLog(book)(Shown(two_dice, None, "A play.", "play", roll, 2, None, (), (), 0.25))
    assert [("read", "dice 3 5 read in 250 ms")] == [line[:2] for line in book.lines]


def test_a_question_is_one_line_however_often_next_is_pressed(tmp_path: Path) -> None:
    """Walking through the answers is no news, and a press that answers is no reading."""
    answers = iter(["next", "next", "next", "ok"])
    hand = lambda shown: next(answers) if shown.asked else None  # noqa: E731
    book = logged(tmp_path / "games.sqlite", [unsure("blue", 6, 9, 8)], hand)
    assert [("asked", "blue", 6)] == [(name, fields["what"], fields["offered"]) for name, _, fields in book.lines]


def test_refusal_is_logged(tmp_path: Path) -> None:
    """A refusal is a line with the law's reason."""
    (refused,) = logged(tmp_path / "games.sqlite", [], presses("undo")).lines
    assert ("refused", True) == (refused[0], refused[1].startswith("Not now"))


def test_devices_that_are_lost_and_return_are_lines() -> None:
    """A loss is a warning with what to do, a return is not."""
    book = Book()
    event_log = EventLog(book)
    event_log.device(DeviceChange("camera", absent("check its plug", "NO CAMERA")))
    event_log.device(DeviceChange("camera", None))
    (lost, text, fields), (returned, _, well) = book.lines
    assert ("lost", "camera: check its plug", logging.WARNING) == (lost, text, fields["level"])
    assert ("returned", logging.INFO, "camera") == (returned, well["level"], well["part"])


def test_log_has_no_personal_data(tmp_path: Path) -> None:
    """Teams may be called after children: no line holds their names."""
    book = logged(tmp_path / "games.sqlite", [die("blue", 3), die("red", 7), chip("out")])
    assert [] == [text for _, text, _ in book.lines if SETUP.away.name in text or SETUP.home.name in text]


def test_repeated_event_is_logged_once_a_minute() -> None:
    """The first time at once; then once a minute, and what is left when it ends; no line without an event."""
    now, counts = [0.0], list[int]()
    seldom = log.RateLimit(counts.append, lambda: now[0])
    seldom.flush()
    for second in range(0, 130, 10):
        now[0] = second
        seldom()
    assert [1, 6, 6] == counts
    seldom.flush()
    seldom()
    seldom.flush()
    assert [1, 6, 6, 1] == counts
