"""Advice fits its cause: whatever a disk does to whatever command, the sentence names the cause and what helps."""

from __future__ import annotations

import errno
import os
import re
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from unittest.mock import Mock
from zipfile import ZipExtFile

import numpy as np
import pytest
from click.testing import Result
from support.backup import GAME, OTHER
from support.faults import FaultyDisk, disk
from support.scoring import SETUP, command_line

from firmware.cli.main import main
from firmware.files.staged_replace import GAMES, DataPaths
from firmware.paths import default_journal, throw_pictures
from firmware.play.faces.warnings import not_saved
from firmware.storage.taught_dice import DiceError, TaughtDiceStore
from firmware.storage.throw_store import UNLIMITED, ThrowStore
from scoreboard import errors
from scoreboard.errors import (
    CAUSES,
    Cause,
    JournalDamagedError,
    JournalError,
    JournalForbiddenError,
    JournalFullError,
    JournalGoneError,
    JournalInUseError,
    JournalMissingError,
    JournalReadOnlyError,
    cause_of,
    system_words,
    why_and_remedy,
)
from scoreboard.journal.lock import claim
from scoreboard.journal.sqlite_errors import named_os_errors
from scoreboard.journal.store import Journal
from scoreboard.kept_throws import GameKey, KeptThrow
from scoreboard.language import ENGLISH, language
from scoreboard.message import Message
from scoreboard.record import encode_all
from scoreboard.web.http.disk_words import not_erased, not_kept
from vision.enrolled.matcher import FACES, EnrolledDie

__all__ = ["disk"]
HELPS: dict[Cause, tuple[str, str]] = {
    "full": ("No space left|quota|too large|disk is full", "make room"),
    "forbidden": ("Permission denied|not permitted|may not", "the right to"),
    "read-only": ("Read-only|may not be written", "start this machine again"),
    "in-use": ("busy|unavailable|another program|Another scoreboard", "stop that"),
    "missing": ("No such file|cannot be opened", "check the name"),
    "misplaced": ("[Ff]older|directory|exists|argument|link|loop|name", "name another place"),
    "damaged": ("damaged|no journal|no backup", "restore a backup|take (another copy|the file that)"),
    "fails": ("Input/output|fails to read or write", "may be worn out"),
}
"""Of each cause: what names it, and what helps."""
SYSTEM: dict[Cause, tuple[int, ...]] = {
    "full": (errno.ENOSPC, errno.EDQUOT),
    "forbidden": (errno.EACCES, errno.EPERM),
    "read-only": (errno.EROFS,),
    "in-use": (errno.EBUSY,),
    "fails": (errno.EIO,),
}
"""What the system says of a place that is there."""
NUMBERS = [(cause, number) for cause, numbers in SYSTEM.items() for number in numbers]
CODES: dict[int, Cause] = {
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_READONLY: "read-only",
    sqlite3.SQLITE_BUSY: "in-use",
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_NOTADB: "damaged",
    sqlite3.SQLITE_PERM: "forbidden",
    sqlite3.SQLITE_IOERR: "fails",
}
"""What SQLite says of the journal."""


def check(message: str, cause: Cause) -> None:
    """It names this cause and its remedy, and no other cause's."""
    named, helps = HELPS[cause]
    assert re.search(named, message), message
    assert re.search(helps, message), message
    others = [other for key, (_, other) in HELPS.items() if key != cause and re.search(other, message)]
    assert [] == others, message
    assert not re.search("enter the (last )?play|put another (one|card) in", message), message


class Refusing:
    """The system refuses to write below some folders; an audit hook sees every call before it is made."""

    number = 0
    folders: tuple[Path, ...] = ()

    def __call__(self, event: str, given: tuple[object, ...]) -> None:
        """Called by Python before it opens, makes, renames or removes a file."""
        if not self.number or event not in {"open", "os.mkdir", "os.rename", "os.remove", "os.rmdir"}:
            return
        if event == "open" and not (isinstance(given[2], int) and given[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)):
            return
        path = given[0]
        if isinstance(path, str | bytes | os.PathLike):
            file = Path(os.fsdecode(path))
            if any(file.is_relative_to(folder) for folder in self.folders) and not file.name.endswith(".lock"):
                raise OSError(self.number, os.strerror(self.number), str(file))


_refusing = Refusing()
sys.addaudithook(_refusing)


@contextmanager
def refused(number: int, *folders: Path) -> Iterator[None]:
    """Nothing is written below these folders."""
    _refusing.number, _refusing.folders = number, folders
    try:
        yield
    finally:
        _refusing.number = 0


@pytest.fixture(autouse=True)
def home(place: DataPaths, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A scoreboard with two games, pictures of the first, and a record and a backup beside it."""
    monkeypatch.setenv("STADIUM_HOME", str(place.home))
    with Journal.create(place.home / GAMES) as journal:
        journal.add(OTHER)
    return place.home


Command = Callable[[Path, Path], Result]


def run(*words: object) -> Result:
    """A command, as a user would run it."""
    return command_line().invoke(main, [str(word) for word in words], catch_exceptions=False)


def record(folder: Path) -> Path:
    """The file of a record."""
    file = folder / "record.jsonl"
    file.write_bytes(encode_all(GAME))
    return file


OF_FILES: dict[str, Command] = {
    "backup": lambda _, out: run("backup", out / "b.zip"),
    "export": lambda _, out: run("export", 1, out / "game.jsonl"),
    "clean-up": lambda _, out: run("clean-up", "--keep", 1, "--to", out),
    "clean-up, a new folder": lambda _, out: run("clean-up", "--keep", 1, "--to", out / "new"),
    "deck": lambda _, out: run("deck", "new", out / "deck.toml"),
    "face": lambda saved, out: run("face", record(saved.parent), "--out", out / "face.png"),
    "pictures": lambda _, out: run("games", 1, "--pictures", out / "new"),
    "erase pictures": lambda _, __: run("games", 1, "--erase-pictures"),
    "erase a game with its pictures": lambda _, __: run("games", 1, "--erase"),
    "restore": lambda saved, _: run("restore", saved, "--without-settings"),
}
"""What writes files."""


@pytest.mark.parametrize("name", OF_FILES)
@pytest.mark.parametrize(("cause", "number"), NUMBERS)
def test_what_writes_files_tells_the_cause_and_what_helps(
    name: str, cause: Cause, number: int, saved: Path, home: Path, tmp_path: Path
) -> None:
    """By the system's number, wherever it is written: a stick, the folder of the games, that of the pictures."""
    out = tmp_path / "out"
    out.mkdir()
    store = ThrowStore(throw_pictures(home / GAMES), UNLIMITED)
    store.keep(GameKey.of(1, SETUP), 2, KeptThrow((), b"jpeg"))
    places = [home] if name == "restore" else [out, throw_pictures(home / GAMES)]
    with refused(number, *places):
        result = OF_FILES[name](saved, out)
    assert 2 == result.exit_code, result.output
    check(result.stderr, cause)


OF_GAMES: dict[str, Command] = {
    "import": lambda saved, _: run("import", record(saved.parent)),
    "clean-up": lambda _, out: run("clean-up", "--keep", 1, "--to", out),
    "erase a game": lambda _, __: run("games", 1, "--erase"),
}
"""What writes into the journal."""


@pytest.mark.parametrize("name", OF_GAMES)
@pytest.mark.parametrize(("code", "cause"), CODES.items())
@pytest.mark.untraced
def test_what_writes_games_tells_the_cause_and_what_helps(
    name: str, code: int, cause: Cause, saved: Path, tmp_path: Path, disk: FaultyDisk
) -> None:
    """By SQLite's code."""
    disk.fault = code
    result = OF_GAMES[name](saved, tmp_path)
    assert 2 == result.exit_code, result.output
    check(result.stderr, cause)


def rubbish(file: Path) -> None:
    """A file that was overwritten but for its first bytes."""
    content = file.read_bytes()
    file.write_bytes(content[:100] + b"\xa5" * (len(content) - 100))


READ: dict[str, Command] = {
    **OF_GAMES,
    "games": lambda _, __: run("games"),
    "box score": lambda _, __: run("games", 1),
    "export": lambda _, out: run("export", 1, out / "game.jsonl"),
    "backup": lambda _, out: run("backup", out / "b.zip"),
    "pictures": lambda _, out: run("games", 1, "--pictures", out / "new"),
}


@pytest.mark.parametrize("name", READ)
def test_commands_that_read_damaged_games_report_the_damage(name: str, saved: Path, home: Path, tmp_path: Path) -> None:
    """The advice is neither to make room nor to use other rights."""
    rubbish(home / GAMES)
    result = READ[name](saved, tmp_path)
    assert 2 == result.exit_code, result.output
    check(result.stderr, "damaged")


@pytest.mark.parametrize("name", ["import", "restore", "clean-up", "erase a game"])
def test_games_in_use_are_reported(name: str, saved: Path, tmp_path: Path, disk: FaultyDisk) -> None:
    """Another scoreboard or another program has them open."""
    if name == "restore":
        with closing(claim(default_journal())):
            result = run("restore", saved, "--without-settings")
    else:
        disk.fault = sqlite3.SQLITE_BUSY
        result = OF_GAMES[name](saved, tmp_path)
    assert 2 == result.exit_code
    check(result.stderr, "in-use")


@pytest.mark.parametrize("at", ["cut off", "nothing", "overwritten", "its list overwritten", "its end overwritten"])
def test_damaged_zip_is_reported_as_damaged(at: str, saved: Path) -> None:
    """Whatever `zipfile` makes of it, sudo and room do not help."""
    content = bytearray(saved.read_bytes())
    lists = content.index(b"PK\1\2")
    match at:
        case "cut off":
            del content[len(content) // 2 :]
        case "nothing":
            content.clear()
        case "overwritten":
            content[200:lists] = bytes(lists - 200)
        case "its list overwritten":
            content[lists + 28 : lists + 46] = b"\xff" * 18
        case _:
            content[-6:-2] = b"\xff" * 4
    saved.write_bytes(content)
    result = run("restore", saved, "--without-settings")
    assert 2 == result.exit_code, result.output
    check(result.stderr, "damaged")


@pytest.mark.parametrize(("cause", "number"), NUMBERS)
def test_backup_that_cannot_be_read_tells_why(cause: Cause, number: int, saved: Path) -> None:
    """The stick that it lies on, not the card of the games, and no damage of its own."""
    with pytest.MonkeyPatch.context() as stick:
        stick.setattr(ZipExtFile, "read", Mock(side_effect=OSError(number, os.strerror(number))))
        result = run("restore", saved, "--without-settings")
    assert 2 == result.exit_code, result.output
    check(result.stderr, cause)


@pytest.mark.parametrize(("cause", "number"), NUMBERS)
def test_taught_dice_tell_why_they_are_not_kept(cause: Cause, number: int, home: Path) -> None:
    """At the box, in a lesson, and by a correction."""
    with refused(number, home), pytest.raises(DiceError) as raised:
        TaughtDiceStore(home / "dice").keep(EnrolledDie("red", (), np.zeros((FACES, 1), np.float32), "a network"))
    check(str(raised.value), cause)


@pytest.mark.parametrize("by_root", [False, True])
@pytest.mark.parametrize(("code", "advice"), [("en", "put sudo before"), ("es", "pon sudo antes")])
def test_who_used_sudo_is_not_advised_to(
    code: str, advice: str, by_root: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The command works as the scoreboard's account then, and that is what lacks the right."""
    monkeypatch.setattr(errors, "BY_ROOT", by_root)
    denied = OSError(errno.EACCES, os.strerror(errno.EACCES))
    assert by_root is not (advice in language(code).say(why_and_remedy(denied)))


# -- at the table and on the page


@pytest.mark.parametrize(("cause", "number"), NUMBERS)
def test_journal_takes_the_cause_of_the_system(cause: Cause, number: int, tmp_path: Path) -> None:
    """A folder or a lock beside it that cannot be made."""
    with pytest.raises(JournalError) as raised, named_os_errors(tmp_path / GAMES):
        raise OSError(number, os.strerror(number))
    assert cause == cause_of(raised.value)


LEAVES: dict[Cause, type[JournalError]] = {
    leaf.cause: leaf
    for leaf in (
        *(JournalError, JournalInUseError, JournalFullError, JournalReadOnlyError, JournalForbiddenError),
        *(JournalMissingError, JournalGoneError, JournalDamagedError),
    )
}


@pytest.mark.parametrize("cause", sorted(LEAVES))
@pytest.mark.parametrize("code", ["en", "es"])
@pytest.mark.untraced
def test_play_and_page_tell_each_cause_in_both_languages(cause: Cause, code: str) -> None:
    """Another sentence and other words on a panel for each cause; on the page nothing that only a shell can do."""
    speaks, error = language(code), LEAVES[cause]("x")
    others = [LEAVES[other]("x") for other in LEAVES if other != cause]
    for wording in (
        lambda each: speaks.say(not_saved(each).sentence),
        lambda each: speaks.say(not_saved(each).panel, "panel"),
        lambda each: speaks.say(not_kept(each)),
    ):
        assert wording(error) not in list(map(wording, others))
    on_page = speaks.say((not_kept(error), not_erased(error)))
    assert not re.search("sudo|stadium doctor|comando|command", on_page), on_page


@pytest.mark.parametrize("number", sorted(CAUSES))
@pytest.mark.untraced
def test_every_number_that_is_known_has_words_and_a_remedy(number: int) -> None:
    """None is left without advice, in a command or on a phone."""
    error = OSError(number, os.strerror(number))
    check(ENGLISH(why_and_remedy(error)), cause_of(error))
    assert not re.search("sudo", ENGLISH(not_kept(error)))
    assert cause_of(system_words(error)) == cause_of(error) or not isinstance(system_words(error), Message)
