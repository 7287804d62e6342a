#!/usr/bin/env python3
"""`make lab-power`: real disks that fill up, turn read-only and lose their power, under the program as it is.

`make test` plants these faults at SQLite's and the system's edge; here the kernel makes them. A disk is a small tmpfs
of a mount namespace of its own, so it needs root, touches nothing else, and is gone at the end. Each check is one line;
the exit code is 1 if any failed.
"""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
for folder in (ROOT, ROOT / "tests"):
    sys.path.insert(0, str(folder))

from support.journal import older  # noqa: E402 - found on the path above
from support.scoring import SETUP, lines_of  # noqa: E402
from telling import count_failed, needs_root  # noqa: E402

from firmware.files.staged_replace import GAMES, DataPaths, finish_pending, reset  # noqa: E402
from firmware.storage.archive import damaged  # noqa: E402
from firmware.storage.backup import back_up  # noqa: E402
from firmware.storage.restore import restore  # noqa: E402
from scoreboard.errors import JournalFullError, JournalReadOnlyError  # noqa: E402
from scoreboard.journal.resilient import ResilientJournal  # noqa: E402
from scoreboard.journal.store import Journal  # noqa: E402
from scoreboard.rules.events import AnyLine  # noqa: E402

SIZE_KB = 512
"""Of the small disk."""
KILLS = 25
A_FEW = 5
"""Plays into a game."""
INSIDE = "STADIUM_LAB_INSIDE"
LINES = [SETUP, *lines_of([3, 4, 5, 6, 7] * 12)]
"""A game of some sixty lines."""

Check = Callable[[Path], str]
"""Is given a mounted disk, returns what it found; raises AssertionError if that is not as it should be."""


def main() -> None:
    """Run every check, each on a disk of its own."""
    needs_root("lab-power", "This mounts disks of its own")
    if INSIDE not in os.environ:
        os.execvpe("unshare", ["unshare", "--mount", sys.executable, __file__], os.environ | {INSIDE: "1"})  # noqa: S606
    checks = {name: partial(on_a_disk, check) for name, check in CHECKS.items()}
    sys.exit(1 if count_failed(checks, AssertionError) else 0)


def on_a_disk(check: Check) -> str:
    """Make one check on a fresh disk, and say how long it took."""
    began = time.monotonic()
    with small_disk() as disk:
        return f"{check(disk)} ({time.monotonic() - began:.1f} s)"


@contextmanager
def small_disk() -> Iterator[Path]:
    """A disk of `SIZE_KB`, for as long as it is used."""
    folder = Path(tempfile.mkdtemp())
    run("mount", "-t", "tmpfs", "-o", f"size={SIZE_KB}k", "tmpfs", str(folder))
    try:
        yield folder
    finally:
        run("umount", "--lazy", str(folder))
        folder.rmdir()


def full(disk: Path) -> Path:
    """Fill the disk to its last byte, and return what fills it."""
    ballast = disk / "holiday-photos"
    with ballast.open("ab", buffering=0) as stream, suppress(OSError):
        while stream.write(bytes(1024)):
            pass
    return ballast


def read_only(disk: Path, *, on: bool) -> None:
    """Have the kernel refuse every write, as it does to a card that fails."""
    run("mount", "-o", f"remount,{'ro' if on else 'rw'}", str(disk))


def played(resilient: ResilientJournal, lines: list[AnyLine]) -> None:
    """Go on with the game in play, or begin it."""
    game = resilient.latest() or resilient.add(lines[:1])
    there = len(list(resilient.lines(game)))
    for number, line in enumerate(lines[there:], start=there + 1):
        resilient.append(game, number, line)


def stored(journal: Path) -> list[AnyLine]:
    """What another program reads of game 1."""
    with Journal.open_readonly(journal) as opened:
        return [line for _, line in opened.lines(1)]


def expect(seen: object, expected: object) -> None:
    """Refuse what is not as expected."""
    if seen != expected:
        raise AssertionError(f"expected {expected!r}, found {seen!r}")


# -- the checks


def filling_up(disk: Path) -> str:
    """The disk fills up in the middle of a game, and is emptied."""
    with closing(ResilientJournal.open(disk / GAMES)) as resilient:
        played(resilient, LINES[:20])
        ballast = full(disk)
        played(resilient, LINES)
        expect(type(resilient.trouble), JournalFullError)
        on_disk = len(stored(disk / GAMES))
        ballast.unlink()
        resilient.catch_up()
        expect((resilient.trouble, stored(disk / GAMES)), (None, LINES))
    return f"{on_disk} of {len(LINES)} lines fitted, the others were written when there was room"


def full_from_the_start(disk: Path) -> str:
    """Not a byte is free when it starts; the last game is shown all the same."""
    with closing(ResilientJournal.open(disk / GAMES)) as resilient:
        played(resilient, LINES[:20])
    ballast = full(disk)
    with closing(ResilientJournal.open(disk / GAMES)) as resilient:
        expect(resilient.latest(), 1)
        expect([line for _, line in resilient.lines(1)], LINES[:20])
        played(resilient, LINES)
        expect(type(resilient.trouble), JournalFullError)
        ballast.unlink()
    expect(stored(disk / GAMES), LINES)
    return "the last game is on the board; what was played was written at the end, when there was room"


def no_disk_at_all(disk: Path) -> str:
    """Full, and no game yet."""
    ballast = full(disk)
    with closing(ResilientJournal.open(disk / GAMES)) as resilient:
        played(resilient, LINES)
        expect(resilient.trouble is None, False)
        ballast.unlink()
    expect(stored(disk / GAMES), LINES)
    return "a whole game held, and written"


def turning_read_only(disk: Path) -> str:
    """The kernel takes the right to write away in the middle of a game, and gives it back."""
    with closing(ResilientJournal.open(disk / GAMES)) as resilient:
        played(resilient, LINES[:20])
        # A disk on which a file is open to write cannot be remounted so: what fails is seen from a second mount.
        resilient._close_file()
        read_only(disk, on=True)
        resilient.catch_up()
        played(resilient, LINES)
        expect(isinstance(resilient.trouble, JournalReadOnlyError), True)
        read_only(disk, on=False)
        resilient.catch_up()
        expect((resilient.trouble, stored(disk / GAMES)), (None, LINES))
    return "JournalReadOnlyError; written when it could be"


PLAYER = f"""
import sys
sys.path[:0] = {[str(ROOT), str(ROOT / "tests"), str(ROOT / "tests/lab")]!r}
from pathlib import Path
from lab_power import ResilientJournal, LINES, played
played(ResilientJournal.open(Path(sys.argv[1])), LINES[:40])
print("played", flush=True)
sys.stdin.read()
"""


def read_only_after_a_power_cut(disk: Path) -> str:
    """The plug is pulled, and the card comes back read-only: its last lines lie in SQLite's log."""
    with subprocess.Popen(
        [sys.executable, "-c", PLAYER, str(disk / GAMES)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as player:
        assert player.stdout is not None
        player.stdout.readline()
        player.kill()
    log = (disk / f"{GAMES}-wal").stat().st_size
    read_only(disk, on=True)
    try:
        with closing(ResilientJournal.open(disk / GAMES)) as resilient:
            expect([line for _, line in resilient.lines(resilient.latest() or 0)], LINES[:40])
            played(resilient, LINES)
            expect(isinstance(resilient.trouble, JournalReadOnlyError), True)
    finally:
        read_only(disk, on=False)
    return f"the game is on the board, {log} bytes of log read in a copy"


def the_program_on_a_full_card(disk: Path) -> str:
    """`stadium run`, as it is: it starts, plays, and says what is not saved."""
    full(disk)
    command = [sys.executable, "-m", "firmware", "run", "--simulate", "--headless", "--speed", "max"]
    home = os.environ | {"STADIUM_HOME": str(disk)}
    with subprocess.Popen(
        command, env=home, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as program:
        assert program.stdout is not None
        output = "".join(program.stdout.readline() for _ in range(A_FEW))
        program.terminate()
        seen = program.communicate()[1].splitlines()
    expect((program.returncode, "Play ball!" in output), (2, True))
    expect(["NOT SAVED: the card is full" in output, "The end of the game is lost" in seen[-1]], [True, True])
    return seen[-1]


def kill_within(seconds: float, program: str, *arguments: str) -> None:
    """Run a program, and kill it so long after its first line."""
    with subprocess.Popen([sys.executable, "-c", program, *arguments], stdout=subprocess.PIPE) as running:
        assert running.stdout is not None
        running.stdout.readline()
        with suppress(subprocess.TimeoutExpired):
            running.wait(seconds)
        running.kill()


MOVER = f"""
import sys
sys.path[:0] = {[str(ROOT), str(ROOT / "tests")]!r}
from pathlib import Path
from firmware.storage.archive import damaged  # noqa: E402
from firmware.storage.restore import restore
from firmware.files.staged_replace import DataPaths, finish_pending, reset
home, act = Path(sys.argv[1]), sys.argv[2]
place = DataPaths(home / "lib", home / "stadium.toml")
print("begun", flush=True)
reset(place) if act == "reset" else restore(home / "b.zip", place)
"""


def killed_while_moving(disk: Path) -> str:
    """A restore, or a reset, killed at some instant: the next start finds all of the old or all of the new."""
    lots, found = random.Random(4), {"old": 0, "new": 0}  # noqa: S311 - an instant, no secret
    for kill in range(KILLS):
        shutil.rmtree(disk / "lib", ignore_errors=True)
        place = DataPaths(disk / "lib", disk / "stadium.toml")
        furnish(place, LINES[:10])
        back_up(disk / "b.zip", place, "2026-04-01T18:00:00Z")
        shutil.rmtree(place.home)
        furnish(place, LINES[:5])
        act = "reset" if kill % 2 else "restore"
        kill_within(lots.uniform(0, 0.02), MOVER, str(disk), act)
        finish_pending(place)
        games = place.home / GAMES
        there = len(stored(games)) if games.exists() else 0
        expect(there in ({5, 10} if act == "restore" else {0, 5}), True)
        found["old" if there == 5 else "new"] += 1
    return f"{KILLS} kills: {found['old']} times all of the old, {found['new']} times all of the new"


UPDATER = f"""
import sys
sys.path[:0] = {[str(ROOT), str(ROOT / "tests")]!r}
from pathlib import Path
from firmware.service.journal_maintenance import JournalMaintenance
from scoreboard.journal.store import Journal
games = Path(sys.argv[1])
print("begun", flush=True)
Journal.create(games).close()
work = JournalMaintenance(games, 10_000, games.parent / "old-games")
while work():
    pass
"""


def killed_while_brought_up_to_date(disk: Path) -> str:
    """An older journal's update and the packing of its old games, killed at some instant: every game is somewhere."""
    lots, found = random.Random(5), {"old": 0, "packed": 0}  # noqa: S311 - an instant, no secret
    for kill in range(KILLS):
        home = disk / "lib"
        shutil.rmtree(home, ignore_errors=True)
        older(home / GAMES, 1 + kill % 2, *[LINES] * 12)
        kill_within(lots.uniform(0, 0.1), UPDATER, str(home / GAMES))
        found["old"] += not (home / "old-games").exists()
        with Journal.create(home / GAMES) as journal:
            journal.verify()
            expect(list(journal.damage()), [])
            there = {listed.game for listed in journal.games()}
            for game in there:
                expect([line for _, line in journal.lines(game)], LINES)
        packed = {int(file.name[5:9]) for file in (home / "old-games").glob("game-*.gz")}
        expect((there | packed, list(damaged(home / "old-games"))), (set(range(1, 13)), []))
        found["packed"] += len(packed)
    return f"{KILLS} kills, {found['old']} before anything was packed; {found['packed']} games packed, none lost"


def furnish(place: DataPaths, lines: list[AnyLine]) -> None:
    """A scoreboard with a game and a taught die."""
    (place.home / "dice").mkdir(parents=True)
    (place.home / "dice" / "green.npz").write_bytes(bytes(3000))
    place.owners.write_text("[game]\ninnings = 9\n", encoding="utf-8")
    with Journal.create(place.home / GAMES) as journal:
        journal.add(lines)


def no_room_for_a_restore(disk: Path) -> str:
    """A backup that does not fit changes nothing."""
    place = DataPaths(disk / "lib", disk / "stadium.toml")
    furnish(place, LINES)
    back_up(disk / "b.zip", place, "2026-04-01T18:00:00Z")
    full(disk)
    try:
        restore(disk / "b.zip", place)
    except ValueError as error:
        finish_pending(place)
        expect(stored(place.home / GAMES), LINES)
        return str(error).partition(": ")[2]
    raise AssertionError("it fitted")


def a_reset_on_a_full_card(disk: Path) -> str:
    """Nothing is copied, so nothing needs room but the settings' copy."""
    place = DataPaths(disk / "lib", disk / "none.toml")
    furnish(place, LINES)
    (disk / "none.toml").unlink()
    full(disk)
    aside = reset(place)
    expect((stored(aside / GAMES), (place.home / GAMES).exists()), (LINES, False))
    return "done, and all of it kept"


CHECKS: dict[str, Check] = {
    "a disk that fills up in play": filling_up,
    "a disk that is full at the start": full_from_the_start,
    "no room from the first game on": no_disk_at_all,
    "a disk that turns read-only": turning_read_only,
    "read-only after a power cut": read_only_after_a_power_cut,
    "stadium run on a full card": the_program_on_a_full_card,
    "killed in a restore or a reset": killed_while_moving,
    "killed in an update or in packing": killed_while_brought_up_to_date,
    "no room for a restore": no_room_for_a_restore,
    "a reset on a full card": a_reset_on_a_full_card,
}


def run(*command: str) -> None:
    """Run a command that must succeed."""
    subprocess.run(command, check=True)


if __name__ == "__main__":
    main()
