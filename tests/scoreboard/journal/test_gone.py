"""Files that are taken away, replaced or cut while a game is played: noticed at the next play, and written anew."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from support.journal import many
from support.resilient import GAME, held, play
from support.scoring import SETUP, blue, record_of, red

from scoreboard.errors import JournalFullError, JournalGoneError, JournalInUseError
from scoreboard.journal import salvage
from scoreboard.journal import store as journal_module
from scoreboard.journal.open_files import OpenFiles
from scoreboard.journal.resilient import ResilientJournal
from scoreboard.journal.store import Journal
from scoreboard.rules.events import AnyLine

OLDER: list[AnyLine] = [SETUP, red(9), blue(2)]
ROOT = Path(__file__).parents[3]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the games are kept: in a folder that can go as well, beside others."""
    return tmp_path / "home" / "games.sqlite"


@pytest.fixture
def resilient(path: Path) -> Iterator[ResilientJournal]:
    """A game in play, whose lines are in the log, and one from before, which is in the database."""
    with closing(ResilientJournal.open(path)) as opened:
        play(opened, *OLDER)
    with closing(ResilientJournal.open(path)) as opened:
        play(opened, *GAME[:2])
        yield opened


def after_a_kill(path: Path, tmp_path: Path) -> dict[int, list[AnyLine]]:
    """Every game that a start would find if the program were killed now: the index of the log is not read then."""
    there = tmp_path / f"killed-{len(list(tmp_path.iterdir()))}"
    shutil.copytree(path.parent, there, ignore=shutil.ignore_patterns("*-shm"))
    with Journal.open_readonly(there / path.name) as journal:
        journal.verify()
        return {listed.game: [line for _, line in journal.lines(listed.game)] for listed in journal.games()}


def beside(path: Path, ending: str = "") -> Path:
    """A file of the journal."""
    return path.with_name(path.name + ending)


def another(path: Path) -> Path:
    """Another journal, whole, with a longer game."""
    other = path.parent.parent / "another.sqlite"
    with Journal.create(other) as journal:
        journal.add([SETUP, *[red(1)] * 300])
    return other


def swapped(file: Path, content: bytes) -> None:
    """Another file under the name of this one."""
    new = file.with_name("new")
    new.write_bytes(content)
    new.replace(file)


ATTACKS: dict[str, Callable[[Path], object]] = {
    "removed": lambda path: path.unlink(),
    "renamed": lambda path: path.rename(beside(path, ".old")),
    "all removed": lambda path: [beside(path, part).unlink() for part in ("", "-wal", "-shm")],
    "folder removed": lambda path: shutil.rmtree(path.parent),
    "folder renamed": lambda path: path.parent.rename(path.parent.with_name("elsewhere")),
    "folder replaced": lambda path: (path.parent.rename(path.parent.with_name("elsewhere")), path.parent.mkdir()),
    "replaced by rubbish": lambda path: swapped(path, b"rubbish" * 2000),
    "replaced by nothing": lambda path: swapped(path, b""),
    "replaced by another journal": lambda path: another(path).replace(path),
    "replaced by itself": lambda path: swapped(path, path.read_bytes()),
    "replaced by a folder": lambda path: (path.unlink(), path.mkdir()),
    "replaced by a link": lambda path: (path.rename(beside(path, ".old")), path.symlink_to(beside(path, ".old"))),
    "another copied over it": lambda path: shutil.copyfile(another(path), path),
    "cut to nothing": lambda path: os.truncate(path, 0),
    "cut to a page": lambda path: os.truncate(path, 4096),
    "cut within a page": lambda path: os.truncate(path, 5000),
    "log removed": lambda path: beside(path, "-wal").unlink(),
    "log renamed": lambda path: beside(path, "-wal").rename(beside(path, ".old")),
    "log cut to nothing": lambda path: os.truncate(beside(path, "-wal"), 0),
    "log cut": lambda path: os.truncate(beside(path, "-wal"), beside(path, "-wal").stat().st_size - 100),
    "log cut to its header": lambda path: os.truncate(beside(path, "-wal"), 32),
    "log replaced": lambda path: swapped(beside(path, "-wal"), beside(path, "-wal").read_bytes()),
    "log overwritten": lambda path: beside(path, "-wal").write_bytes(bytes(beside(path, "-wal").stat().st_size)),
    "index removed": lambda path: beside(path, "-shm").unlink(),
    "index replaced": lambda path: swapped(beside(path, "-shm"), b""),
    "all cut to nothing": lambda path: [os.truncate(beside(path, part), 0) for part in ("", "-wal", "-shm")],
    "lock removed": lambda path: beside(path, ".lock").unlink(),
}


@pytest.mark.parametrize("name", ATTACKS)
@pytest.mark.untraced
def test_missing_journal_is_noticed_and_written_again(
    name: str, path: Path, resilient: ResilientJournal, tmp_path: Path
) -> None:
    """The line of the next play does not count as kept; then the whole game is, even if the program is killed."""
    ATTACKS[name](path)
    resilient.append(2, 3, GAME[2])
    assert (JournalGoneError, GAME[:3]) == (type(resilient.trouble), held(resilient))
    resilient.catch_up()
    assert (None, GAME[:3]) == (resilient.trouble, after_a_kill(path, tmp_path)[2])
    resilient.append(2, 4, GAME[3])
    assert (None, GAME) == (resilient.trouble, after_a_kill(path, tmp_path)[2])


OVER = [name for name in ATTACKS if name.startswith(("another copied", "cut", "all cut"))]
"""What writes over the database itself."""


@pytest.mark.parametrize("name", sorted(ATTACKS.keys() - set(OVER)))
@pytest.mark.untraced
def test_games_from_before_come_over_too(name: str, path: Path, resilient: ResilientJournal, tmp_path: Path) -> None:
    """Whatever the open journal can still read is written anew as well, not only the game in play."""
    ATTACKS[name](path)
    resilient.append(2, 3, GAME[2])
    resilient.catch_up()
    assert {1: OLDER, 2: GAME[:3]} == after_a_kill(path, tmp_path)


@pytest.mark.parametrize("name", ATTACKS)
def test_no_play_is_needed_to_notice_it(name: str, path: Path, resilient: ResilientJournal, tmp_path: Path) -> None:
    """A table that is at lunch does not lose its game."""
    ATTACKS[name](path)
    resilient.check_files()
    assert JournalGoneError is type(resilient.trouble)
    resilient.catch_up()
    assert (None, GAME[:2]) == (resilient.trouble, after_a_kill(path, tmp_path)[2])


def test_nothing_that_lies_there_is_deleted(path: Path, resilient: ResilientJournal) -> None:
    """A journal that was put in the place of ours, with its log, is set aside as it is, and its new name is told."""
    other = another(path)
    content = other.read_bytes()
    other.replace(path)
    swapped(beside(path, "-wal"), b"its log")
    resilient.append(2, 3, GAME[2])
    resilient.catch_up()
    aside = beside(path, ".aside-1")
    assert (content, b"its log") == (aside.read_bytes(), beside(aside, "-wal").read_bytes())
    assert [("gone", True)] == [(remark.kind, str(aside) in str(remark.words)) for remark in resilient.remarks]


@pytest.mark.parametrize("size", [0, 3, 100, 20000])
def test_a_cut_index_ends_nothing_and_costs_nothing(size: int, tmp_path: Path) -> None:
    """SQLite maps the index of its log: read beyond its end, it would be killed by SIGBUS. It is made again."""
    path = tmp_path / "home" / "games.sqlite"
    command = [sys.executable, "-c", CUTTING, path, str(size)]
    done = subprocess.run(command, input=record_of(*GAME[1:]), cwd=ROOT, capture_output=True, check=False)
    assert (0, b"None None None\n") == (done.returncode, done.stdout), done.stderr
    assert {1: GAME} == after_a_kill(path, tmp_path)


CUTTING = """
import os, sys
from pathlib import Path
from scoreboard.journal.open_files import OpenFiles
from scoreboard.journal.resilient import ResilientJournal
from scoreboard.journal.store import Journal
from scoreboard.record import read
path, size = Path(sys.argv[1]), int(sys.argv[2])
(_, setup), *lines = read(sys.stdin.buffer, print)
resilient = ResilientJournal.open(path)
resilient.add([setup])
cut = lambda: os.truncate(f"{path}-shm", size)
troubles = []
for number, line in lines:
    cut()
    with Journal.open_readonly(path) as reading:
        cut()
        assert [number - 1] == [len(list(reading.lines(1)))]
        cut()
    cut()
    resilient.check_files()
    cut()
    resilient.unfinished(3)
    cut()
    resilient.append(1, number, line)
    troubles.append(resilient.trouble)
cut()
print(*troubles)
resilient.close()
"""


def test_no_index_is_lengthened_that_nobody_has_open(path: Path) -> None:
    """On a full disk SQLite leaves a short one: a hole in it would be as deadly as its end."""
    Journal.create(path).close()
    beside(path, "-shm").write_bytes(b"")
    OpenFiles.restore_index_at(path)
    assert 0 == beside(path, "-shm").stat().st_size


def test_others_may_write_and_erase_meanwhile(path: Path, resilient: ResilientJournal, tmp_path: Path) -> None:
    """An import, an erasure that empties the log, and the room given back are no attack."""
    for change in (
        lambda journal: journal.add(OLDER, imported=True),
        lambda journal: journal.forget([1], overwrite=True),
        lambda journal: journal.forget([3], shrink=True),
    ):
        with Journal.create(path) as beside_it:
            change(beside_it)
        number = len(held(resilient)) + 1
        resilient.append(2, number, blue(number))
        assert None is resilient.trouble
    assert {2: held(resilient)} == after_a_kill(path, tmp_path)


IMPORTING = """
import sys
from pathlib import Path
from scoreboard.journal.store import Journal
with Journal.create(Path(sys.argv[1])) as journal:
    journal.add([line for _, line in journal.lines(1)], imported=True)
    journal.forget([1], overwrite=True)
    journal.forget([3], shrink=True)
"""


def test_other_programs_may_write_meanwhile(path: Path, resilient: ResilientJournal, tmp_path: Path) -> None:
    """The same from another process, whose changes this one knows nothing of."""
    subprocess.run([sys.executable, "-c", IMPORTING, path], cwd=ROOT, check=True)
    assert resilient._journal is not None
    assert resilient._journal.is_in_doubt
    resilient.append(2, 3, GAME[2])
    assert (None, {2: GAME[:3]}) == (resilient.trouble, after_a_kill(path, tmp_path))
    assert not resilient._journal.is_in_doubt


def test_large_journal_is_rewritten_on_a_thread(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Play does not wait for thousands of games: they are copied by `repair`, and all come over."""
    monkeypatch.setattr(journal_module, "MAX_QUICK_BYTES", 4096)
    monkeypatch.setattr(salvage, "MAX_QUICK_BYTES", 4096)
    many(path, 12)
    with closing(ResilientJournal.open(path)) as resilient:
        game = play(resilient, *GAME[:2])
        shutil.rmtree(path.parent)
        resilient.append(game, 3, GAME[2])
        resilient.catch_up()
        assert (JournalGoneError, False) == (type(resilient.trouble), path.exists())
        resilient.repair()
        resilient.catch_up()
        found = after_a_kill(path, tmp_path)
        assert (None, list(range(1, 14)), GAME[:3]) == (resilient.trouble, sorted(found), found[game])


def test_rewriting_is_repeated_until_there_is_room(
    path: Path, resilient: ResilientJournal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The trouble is the full disk. The old journal stays open until the new one is whole, however often that fails."""
    path.unlink()
    resilient.append(2, 3, GAME[2])
    with monkeypatch.context() as card:
        card.setattr(Journal, "copy", fails)
        card.setattr(Journal, "add", fails)
        resilient.catch_up()
        assert JournalFullError is type(resilient.trouble)
    resilient.catch_up()
    assert (None, {1: OLDER, 2: GAME[:3]}) == (resilient.trouble, after_a_kill(path, tmp_path))


def fails(*_: object, **__: object) -> None:
    """A card that is full."""
    raise JournalFullError("no room")


def test_a_second_scoreboard_that_came_in_is_not_played_beside(path: Path, resilient: ResilientJournal) -> None:
    """The lock was removed, and another one opened the journal: this one holds its plays until that ends."""
    beside(path, ".lock").unlink()
    with closing(ResilientJournal.open(path)):
        resilient.append(2, 3, GAME[2])
        resilient.catch_up()
        assert JournalInUseError is type(resilient.trouble)
    resilient.catch_up()
    assert None is resilient.trouble
