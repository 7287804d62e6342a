"""The model of a disk that loses its power, and the journal and the settings on some hundred of such disks.

`make lab-crash` has a file system log all that an evening writes. Here what is written is seen by looking at the files
whenever something is flushed or renamed, so that no file system of our own is needed.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from support.crash_disk import (
    Create,
    Flush,
    Mark,
    Operation,
    Order,
    Remove,
    Rename,
    State,
    Thoroughness,
    Truncate,
    Write,
    states,
    whole,
)
from support.scoring import SETUP, lines_of

from firmware.files.atomic import write_whole
from scoreboard.journal.resilient import ResilientJournal
from scoreboard.journal.store import Journal
from scoreboard.rules.events import AnyLine

QUICK = Thoroughness(pieces=8, all_of=4, pairs=4, drawn=2, fewer=1)
LINES: list[AnyLine] = [SETUP, *lines_of([3, 4, 5])]


def contents(log: list[Operation], name: str, order: Order = Order.JOURNAL) -> set[bytes | None]:
    """All that a cut may leave of that file."""
    return {
        None if name not in state.disk.names else state.disk.files[state.disk.names[name]]
        for state in states(log, QUICK, order)
    }


def test_what_is_flushed_is_there() -> None:
    """After its flush a file cannot be less than it was."""
    log = [Create(1, "a"), Write(1, 0, b"new"), Flush(1)]
    assert contents(log, "a") == {None, b"", b"\0\0\0", b"new"}
    assert contents([*log, Mark("shown"), Write(1, 3, b"!")], "a") >= {b"new", b"new!"}
    assert next(iter(states([*log, Mark("shown")], QUICK))).at < len(log)
    assert [state.disk.files[1] for state in states([*log, Mark("shown")], QUICK) if state.at > len(log)] == [b"new"]


def test_a_write_is_torn_at_every_sector() -> None:
    """Each of its sectors may be missing, and be zeros where the file grew."""
    found = contents([Create(1, "a"), Flush(""), Write(1, 0, b"x" * 1200)], "a")
    assert {b"x" * 1200, b"x" * 512, b"\0" * 512 + b"x" * 688, b"x" * 512 + b"\0" * 688, b""} <= found


@pytest.mark.parametrize("order", Order)
def test_every_prefix_of_the_log_is_tried(order: Order) -> None:
    """However much is not flushed, and however few of the reorderings are tried."""
    log: list[Operation] = [Create(1, "a"), Flush("")]
    for number in range(2, 7):
        log += [Create(number, f"{number}"), Write(number, 0, b"x" * 1200), Write(1, 700 * number, b"y" * 700)]
    log += [Truncate(1, 1000), Rename("2", "a"), Mark("shown"), Flush(5), Remove("3")]
    tried = {state.disk.digest() for state in states(log, QUICK, order)}
    assert {whole(log[:length]).digest() for length in range(1, len(log) + 1)} <= tried


def test_a_file_that_is_renamed_unflushed_may_be_empty() -> None:
    """Names come through before data: what must not be lost is flushed first."""
    log = [Create(1, "a"), Write(1, 0, b"old"), Flush(1), Flush(""), Create(2, "b"), Write(2, 0, b"new")]
    assert b"" in contents([*log, Rename("b", "a"), Flush("")], "a")
    flushed = [*log, Flush(2), Rename("b", "a")]
    assert {s.disk.files[s.disk.names["a"]] for s in states(flushed, QUICK) if s.at == len(flushed)} == {b"old", b"new"}


def test_names_come_through_in_order_where_there_is_a_journal() -> None:
    """Without one, a name may come through that was given after one that did not."""
    log: list[Operation] = [Create(1, "a"), Flush(1), Create(2, "b"), Remove("a")]
    assert {"a" in s.disk.names or "b" in s.disk.names for s in states(log, QUICK) if s.at == len(log)} == {True}
    found = {frozenset(s.disk.names) for s in states(log, QUICK, Order.BY_FOLDER) if s.at == len(log)}
    assert frozenset() in found


def test_what_is_written_after_a_file_was_cut_needs_the_cut() -> None:
    """Its blocks are nobody's before."""
    log = [Create(1, "a"), Write(1, 0, b"old"), Flush(1), Flush(""), Truncate(1, 0), Write(1, 0, b"n")]
    assert b"nld" not in contents(log, "a")


def test_what_lay_on_the_disk_before_is_never_lost() -> None:
    """A log may begin on a disk that has something on it, as that of a start after a cut does."""
    begins = whole([Create(1, "a"), Write(1, 0, b"old")])
    log: list[Operation] = [Write(1, 0, b"new"), Create(2, "b")]
    found = {(s.disk.files[1], "b" in s.disk.names) for s in states(log, QUICK, begins=begins)}
    assert {(content, there) for content in (b"old", b"new") for there in (False, True)} == found


class FolderHeard:
    """Writes down what is done in a folder, by looking at it whenever something is flushed or renamed."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self._folder, self.log = folder, list[Operation]()
        self._numbers: dict[int, int] = {}
        self._seen: dict[int, bytes] = {}
        monkeypatch.setattr(os, "fsync", self._before(os.fsync, self._flushed))
        monkeypatch.setattr(os, "replace", self._before(os.replace, self._renamed))

    def _before(self, do: Callable[..., Any], note: Callable[..., None]) -> Callable[..., Any]:
        def observed(*given: Any) -> Any:  # noqa: ANN401 - whatever the system takes
            self.look()
            note(*given)
            return do(*given)

        return observed

    def look(self) -> None:
        """Write down what is there now and was not."""
        for file in sorted(path for path in self._folder.rglob("*") if path.is_file()):
            number = file.stat().st_ino
            if number not in self._numbers:
                self._numbers[number] = len(self._numbers) + 1
                self.log.append(Create(self._numbers[number], self._name(file)))
            content, before = file.read_bytes(), self._seen.get(number, b"")
            changed = next((at for at, (old, new) in enumerate(zip(before, content, strict=False)) if old != new), None)
            at = min(len(before), len(content)) if changed is None else changed
            if content[at:]:
                self.log.append(Write(self._numbers[number], at, content[at:]))
            self._seen[number] = content

    def flush(self, file: Path) -> None:
        """That file is on the disk, as SQLite has it there when it answers."""
        self.look()
        self.log.append(Flush(self._numbers[file.stat().st_ino]))

    def _flushed(self, handle: int) -> None:
        path = Path(f"/proc/self/fd/{handle}").resolve()
        self.log.append(Flush(self._name(path) if path.is_dir() else self._numbers[path.stat().st_ino]))

    def _renamed(self, old: Path, new: Path) -> None:
        self.log.append(Rename(self._name(Path(old)), self._name(Path(new))))

    def _name(self, path: Path) -> str:
        return "" if path == self._folder else path.relative_to(self._folder).as_posix()


def laid_out(cuts: Iterator[State], root: Path) -> Iterator[tuple[State, Path]]:
    """Each different disk, in a folder of its own."""
    seen = set[tuple[int, bytes]]()
    for state in cuts:
        if (key := (state.at, state.disk.digest())) not in seen:
            seen.add(key)
            folder = root / str(len(seen))
            folder.mkdir()
            state.disk.lay_out(folder)
            yield state, folder


def settings_of(write: Callable[[Path, bytes], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> set[bytes]:
    """What a cut may leave of a file that is written twice so, once it was written once."""
    folder = tmp_path.resolve() / "disk"
    folder.mkdir()
    with monkeypatch.context() as patched:
        heard = FolderHeard(folder, patched)
        write_whole(folder / "settings", b"old" * 400)
        begun = len(heard.log)
        write(folder / "settings", b"new!" * 400)
        heard.look()
    return {state.disk.files[state.disk.names["settings"]] for state in states(heard.log, QUICK) if state.at > begun}


def test_settings_are_the_old_or_the_new_at_every_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are never neither."""
    assert settings_of(write_whole, tmp_path, monkeypatch) == {b"old" * 400, b"new!" * 400}


def test_settings_that_are_written_in_place_are_seen_torn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that is not put beside the old one first is found out."""
    found = settings_of(lambda file, content: file.write_bytes(content) and None, tmp_path, monkeypatch)
    assert found - {b"old" * 400, b"new!" * 400}


def test_every_line_that_was_shown_is_there_at_every_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And the one that was being written is there whole, or not at all; no start finds anything amiss."""
    folder = tmp_path.resolve() / "disk"
    folder.mkdir()
    with Journal.create(folder / "games.sqlite") as journal:
        heard = FolderHeard(folder, monkeypatch)
        game = journal.add(LINES[:1])
        heard.flush(folder / "games.sqlite")
        heard.flush(folder / "games.sqlite-wal")
        saved = {len(heard.log): 1}
        for number, line in enumerate(LINES[1:], start=2):
            journal.append(game, number, line)
            heard.flush(folder / "games.sqlite-wal")
            saved[len(heard.log)] = number
    monkeypatch.undo()
    first, tried = min(saved), 0
    for state, found in laid_out(states(heard.log, QUICK), tmp_path):
        if state.at < first:
            continue
        with closing(ResilientJournal.open(found / "games.sqlite")) as opened:
            lines = [line for _, line in opened.lines(game)]
            assert (opened.remarks, opened.trouble) == ((), None)
        shown = max(number for at, number in saved.items() if at <= state.at)
        assert lines in (LINES[:shown], LINES[: shown + 1])
        tried += 1
    assert tried > 24
