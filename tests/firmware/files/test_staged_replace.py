"""What a pulled plug interrupts is carried out at the next start: a restore or a reset, all of it or nothing."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from unittest.mock import Mock

import pytest
from support.backup import GAME, OTHER, PACKED, a_die, content, furnished

from firmware.config.fallback import settings as settings_of
from firmware.files import atomic, staged_replace
from firmware.files.staged_replace import (
    BEFORE_RESET,
    GAMES,
    IGNORED,
    RESETTING,
    RESTORING,
    DataPaths,
    finish_pending,
    is_set_aside,
    reset,
    resume,
)
from firmware.storage import restore as restore_module
from firmware.storage.backup import BackupError
from firmware.storage.restore import restore
from scoreboard.errors import JournalInUseError
from scoreboard.journal.lock import claim
from scoreboard.journal.resilient import ResilientJournal
from scoreboard.journal.store import Journal

# -- the plug is pulled


class PulledError(Exception):
    """The power is gone."""


STEPS = (
    (Path, "rename"),
    (Path, "unlink"),
    (Path, "mkdir"),
    (Path, "replace"),
    (shutil, "rmtree"),
    (restore_module, "fsync_folder"),
    (staged_replace, "fsync_folder"),
    (atomic, "fsync_folder"),
)
"""Everything that changes a disk and could be the last thing done."""


def pulled_at_every_step(
    plugs: pytest.MonkeyPatch, act: Callable[[DataPaths], object], root: Path
) -> Iterator[DataPaths]:
    """Yield a scoreboard for each step of ``act``, at which the plug was pulled before that step was taken."""
    for step in range(500):
        place = furnished(root / str(step), OTHER)
        with plugs.context() as plug:
            left = [step]
            for where, name in STEPS:
                plug.setattr(where, name, counted(getattr(where, name), left))
            try:
                act(place)
            except PulledError:
                pass
            else:
                return
        yield place


def counted(inner: Callable[..., object], left: list[int]) -> Callable[..., object]:
    """The same function, unless it is the step at which the plug is pulled."""

    def step(*arguments: object, **named: object) -> object:
        left[0] -= 1
        if left[0] < 0:
            half_deleted(inner, arguments)
            raise PulledError
        return inner(*arguments, **named)

    return step


def half_deleted(inner: object, arguments: tuple[object, ...]) -> None:
    """A folder is deleted file by file, and the plug is pulled after the first."""
    if inner is RMTREE:
        first = next((path for path in sorted(Path(str(arguments[0])).rglob("*")) if path.is_file()), None)
        if first is not None:
            os.unlink(first)  # noqa: PTH108 - Path.unlink is a step of its own here


RMTREE = shutil.rmtree


def test_a_plug_pulled_in_a_restore_leaves_the_old_or_the_new(
    saved: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At every step: the next start finds either all that was there or all of the backup, and nothing is lost."""
    found = set()
    for place in pulled_at_every_step(monkeypatch, lambda place: restore(saved, place), tmp_path / "pulled"):
        finish_pending(place)
        now = content(place)
        assert (now["game"], now["settings"], now["green.die"]) in (
            (OTHER, "[game]\ninnings = 4\n", a_die("green", 2)),
            (GAME, "[game]\ninnings = 5\n", a_die("green", 3)),
        )
        found.add(len(now["game"]))  # type: ignore[arg-type]
        if now["game"] == GAME:
            aside = place.home / "before-restore-1"
            kept = content(DataPaths(aside, aside / "stadium.toml"))
            assert OTHER == kept["game"]
            assert "[game]\ninnings = 4\n" == kept["settings"]
            assert a_die("green", 2) == kept["green.die"]
        assert not (place.home / RESTORING).exists()
    assert {len(OTHER), len(GAME)} == found


def test_a_plug_pulled_in_a_reset_leaves_the_old_or_the_new(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At every step: the next start finds all of it or a fresh scoreboard, and then all of it lies aside."""
    for place in pulled_at_every_step(monkeypatch, reset, tmp_path / "pulled"):
        finish_pending(place)
        if (place.home / GAMES).exists():
            assert (OTHER, "[game]\ninnings = 4\n") == (content(place)["game"], content(place)["settings"])
            continue
        aside = place.home / BEFORE_RESET
        kept = content(DataPaths(aside, aside / "stadium.toml"))
        assert OTHER == kept["game"]
        assert "[game]\ninnings = 4\n" == kept["settings"]
        assert a_die("green", 2) == kept["green.die"]
        assert not (place.home / RESETTING).exists()


def test_a_restore_that_is_being_made_ready_is_left_alone(place: DataPaths) -> None:
    """A scoreboard that starts meanwhile does not take the folder away; nobody at work, it is cleared up."""
    part = place.home / f"{RESTORING}.part"
    part.mkdir()
    with closing(claim(place.home / GAMES)), pytest.raises(JournalInUseError):
        resume(place)
    assert part.exists()
    resume(place)
    assert not part.exists()


# -- a reset


def test_a_reset_begins_as_on_the_first_day_and_keeps_what_was(place: DataPaths) -> None:
    """Games, dice and settings lie aside, until the next reset has leavings of its own."""
    before = content(place)
    aside = reset(place)
    assert {"settings": None} == content(place)
    assert before == content(DataPaths(aside, aside / "stadium.toml"))
    reset(place)
    assert {"settings": None} == content(DataPaths(aside, aside / "stadium.toml"))


def test_a_reset_that_the_card_has_no_room_for_moves_nothing(place: DataPaths, monkeypatch: pytest.MonkeyPatch) -> None:
    """All is as it was, and nothing is promised to the next start."""
    before = content(place)
    full = Mock(side_effect=OSError(28, "No space left on device"))
    with monkeypatch.context() as card:
        card.setattr("firmware.files.staged_replace.write_whole", full)
        with pytest.raises(OSError, match="No space"):
            reset(place)
    assert (before, False) == (content(place), (place.home / RESETTING).exists())


def test_a_reset_that_is_finished_late_loses_neither_games(place: DataPaths, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games were played since it was begun: they lie aside beside the old ones, under another name."""
    with monkeypatch.context() as card:
        card.setattr(
            "firmware.files.staged_replace._drop_settings", lambda _: (_ for _ in ()).throw(OSError(28, "full"))
        )
        with pytest.raises(OSError, match="full"):
            reset(place)
    with Journal.create(place.home / GAMES) as journal:
        journal.add(OTHER)
    finish_pending(place)
    kept = []
    for name in (GAMES, f"{GAMES}-1"):
        with Journal.open_readonly(place.home / BEFORE_RESET / name) as journal:
            kept.append([line for _, line in journal.lines(1)])
    assert [GAME, OTHER] == kept


def unmovable(monkeypatch: pytest.MonkeyPatch, name: str, code: int = errno.EACCES) -> None:
    """Have a folder of that name be root's, whose games these are not, or that another disk is mounted on."""
    rename = Path.rename

    def renamed(path: Path, target: Path) -> Path:
        if path.name == name:
            raise OSError(code, os.strerror(code))
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", renamed)


def test_foreign_folder_stays_and_blocks_nothing(place: DataPaths, monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk's lost+found may not be moved: all else is, and later games are not taken off the board."""
    (place.home / "lost+found").mkdir()
    unmovable(monkeypatch, "lost+found")
    reset(place)
    assert ({"settings": None}, True) == (content(place), (place.home / "lost+found").exists())
    with Journal.create(place.home / GAMES) as journal:
        journal.add(OTHER)
    resume(place)
    assert OTHER == content(place)["game"]


@pytest.mark.parametrize("code", [errno.EBUSY, errno.EXDEV])
def test_a_disk_that_is_mounted_among_the_games_stays(
    place: DataPaths, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    """A stick that takes the packed games cannot be renamed; all else is moved."""
    unmovable(monkeypatch, "old-games", code)
    reset(place)
    assert {"settings": None, "game-0001.jsonl.gz": PACKED} == content(place)


def test_a_game_that_may_not_be_moved_is_no_fresh_start(place: DataPaths, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is still on the board, so nobody is told that it is not."""
    unmovable(monkeypatch, GAMES)
    with pytest.raises(PermissionError):
        reset(place)


def test_log_that_cannot_be_moved_keeps_the_games(
    place: DataPaths, saved: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Play goes on with them: a new file in their place would be moved over them when the restore is finished."""
    (place.home / f"{GAMES}-wal").touch()
    unmovable(monkeypatch, f"{GAMES}-wal")
    with pytest.raises(BackupError):
        restore(saved, place)
    assert (place.home / GAMES).exists()


def test_leavings_that_cannot_be_deleted_are_kept(place: DataPaths, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder of root's in what an earlier reset has left: the new leavings have another name, which is told."""
    (place.home / BEFORE_RESET).mkdir()
    monkeypatch.setattr(shutil, "rmtree", lambda *_, **__: None)
    kept = reset(place)
    assert place.home / f"{BEFORE_RESET}-1" == kept
    assert (GAME, False) == (content(DataPaths(kept, kept / "stadium.toml"))["game"], (place.home / RESETTING).exists())


def test_settings_that_may_not_be_written_keep_back_no_games(
    saved: Path, place: DataPaths, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The plug was pulled in sudo's restore, and the service, which may not write in /etc, goes on with the games."""
    write = staged_replace.write_whole

    def written(file: Path, content: bytes) -> None:
        if file == place.owners:
            raise PermissionError(13, "Permission denied")
        write(file, content)

    monkeypatch.setattr(staged_replace, "write_whole", written)
    with Journal.create(place.home / GAMES) as journal:
        journal.add(OTHER)
    (place.home / "dice" / "green.die").write_bytes(a_die("green", 9))
    place.owners.write_text("[game]\ninnings = 7\n", encoding="utf-8")
    with pytest.raises(BackupError):
        restore(saved, place)
    now = content(place)
    assert (GAME, a_die("green", 3), True) == (now["game"], now["green.die"], (place.home / RESTORING).exists())


def test_restore_brings_back_settings_a_reset_ignored(place: DataPaths, saved: Path) -> None:
    """The service may not write in /etc, so they lie there still: who restores them wants them to hold."""
    (place.home / IGNORED).write_text(sha256(place.owners.read_bytes()).hexdigest(), encoding="ascii")
    assert is_set_aside(place)
    restore(saved, place)
    assert not is_set_aside(place)


def test_restore_leaves_no_unfinished_journal(place: DataPaths, saved: Path) -> None:
    """What was being brought over from a damaged file is moved aside with it."""
    (place.home / f"{GAMES}.ready").write_bytes(b"half a journal")
    restore(saved, place)
    assert not (place.home / f"{GAMES}.ready").exists()
    with closing(ResilientJournal.open(place.home / GAMES)) as resilient:
        assert (None, ()) == (resilient.trouble, resilient.remarks)


def test_immovable_settings_are_ignored_until_they_change(place: DataPaths, monkeypatch: pytest.MonkeyPatch) -> None:
    """The service may not write in /etc: the shipped settings hold, until the owner has changed the file."""
    unlink = Path.unlink

    def unlinked(path: Path, **named: bool) -> None:
        if path == place.owners:
            raise PermissionError(13, "Permission denied")
        unlink(path, **named)

    with monkeypatch.context() as etc:
        etc.setattr(Path, "unlink", unlinked)
        reset(place)
    assert (True, 3) == (is_set_aside(place), settings_of(place.home, None, place.owners).config.game.innings)
    place.owners.write_text("[game]\ninnings = 7\n", encoding="utf-8")
    assert (False, 7) == (is_set_aside(place), settings_of(place.home, None, place.owners).config.game.innings)
