"""An evening at a stadium, whose disk logs it: each thing that must not be lost, once or a few times.

Rule kept here: before anything is done the log says that it was asked for, and as soon as it is shown, or answered, the
log says so. What of an update is on the disk, and what is not: `crash_update.py`.
"""

from __future__ import annotations

import asyncio
import os
import pickle
import subprocess
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import crash_update
from crash_box import HOME, STICK, BriefBox, started
from support.crash_disk import Disk, Operation
from support.scoring import SETUP, thrown
from support.teach import taught

from firmware.files.staged_replace import DataPaths, reset
from firmware.mqtt.outbox import Outbox
from firmware.paths import AWAY, BOX_KEY, MQTT, PHONES, SYSTEM_FILE, old_games
from firmware.storage.archive import pack
from firmware.storage.away_file import AwayFile, AwayGame
from firmware.storage.backup import back_up
from firmware.storage.box_key import box_key
from firmware.storage.erased_games import erase_game
from firmware.storage.phones_file import PhonesFile
from firmware.storage.restore import Sent, restore, stage
from firmware.storage.season_file import SeasonFile
from firmware.storage.throw_store import UNLIMITED, ThrowStore
from scoreboard.journal.store import Journal
from scoreboard.rules.events import Press
from scoreboard.rules.history import Entry
from scoreboard.season.names import SeasonNames
from scoreboard.web.phones.phone_book import no_phones
from scoreboard.web.play.changes import GameAsked

HERE = Path(__file__).resolve().parent
FUSE_PYTHON = HERE.parents[1] / ".venv-fuse/bin/python"
MADE = "2026-04-01T18:00:00Z"
ASKED, DONE, LAID = "asked", "done", "laid"
PLAYS = 4
"""Lines of a game between two other things."""
MOUNTED_S = 20.0


class CrashDisk:
    """The file system that logs, mounted in a folder.

    A disk that ``begins`` is laid out on it first, and then LAID is said; else it has two empty folders.

    Attributes:
        folder: where it is mounted.
    """

    def __init__(self, folder: Path, begins: Disk | None = None) -> None:
        self.folder, self._log, self._signals = folder / "disk", folder / "log", 0
        self.folder.mkdir()
        environment = os.environ | {"FUSE_LIBRARY_NAME": "fuse3"}
        command = [FUSE_PYTHON, HERE / "crash_fuse.py", self.folder, self._log]
        self._server = subprocess.Popen(command, env=environment)
        until = time.monotonic() + MOUNTED_S
        while not os.path.ismount(self.folder):
            if time.monotonic() > until or self._server.poll() is not None:
                raise SystemExit("The file system that logs cannot be mounted: sudo apt install libfuse3-3")
            time.sleep(0.02)
        if begins is not None:
            begins.lay_out(self.folder)
            self.say(LAID)
        for name in () if begins is not None else (HOME, STICK):
            (self.folder / name).mkdir()
            handle = os.open(self.folder, os.O_RDONLY)
            os.fsync(handle)
            os.close(handle)

    def say(self, text: str) -> None:
        """Put that into the log."""
        self._tell(".mark", text)

    def fail(self, error: int, first: int, last: int) -> None:
        """Have the changes from ``first`` to ``last`` from now on fail, 0 being the next."""
        self._tell(".fail", f"{error} {first} {last}")

    def heal(self) -> None:
        """Have none fail any more."""
        self.fail(0, 0, -1)

    def has_failed(self) -> bool:
        """Whether any change has failed since `fail`."""
        return self._tell(".failed", "")

    def _tell(self, what: str, text: str) -> bool:
        """Look for a file by which the disk hears it; whether it answers that there is one."""
        self._signals += 1
        return (self.folder / f"{what} {self._signals} {text}").exists()

    def log(self) -> Sequence[Operation]:
        """Take it away, and return all that was done to it."""
        subprocess.run(["umount", self.folder], check=True)
        self._server.wait()
        with self._log.open("rb") as stream:
            return pickle.load(stream)  # type: ignore[no-any-return]  # noqa: S301 - our own


class LoggedEvening:
    """What is done, one thing after the other, each said to the disk before and after."""

    def __init__(self, disk: CrashDisk) -> None:
        self._disk, self._open = disk, ""
        self.home, self.stick = disk.folder / HOME, disk.folder / STICK
        self.journal = self.home / "games.sqlite"
        self.paths = DataPaths(self.home, SYSTEM_FILE)

    def asked(self, what: str) -> None:
        """Somebody has asked for it."""
        self._open = what
        self._disk.say(f"{ASKED} {what}")

    def done(self) -> None:
        """It was shown, or answered."""
        if self._open:
            self._disk.say(f"{DONE} {self._open}")
        self._open = ""

    @contextmanager
    def step(self, what: str) -> Iterator[None]:
        """Something that is done when the block ends well."""
        self.asked(what)
        yield
        self.done()

    async def line(self, box: BriefBox, what: str, line: Entry) -> None:
        """A line from a phone: done as soon as it is shown."""
        self.asked(what)
        await box.app.page.record_line(line, None, dry_run=False)
        self.done()

    async def plays(self, box: BriefBox, count: int = PLAYS) -> None:
        """So many throws."""
        for value in range(count):
            await self.line(box, "play", thrown(box.session.game, (value * 7 + box.session.history.number) % 10 + 1))

    # -- what is done

    async def play_and_take_back(self, box: BriefBox) -> None:
        """Throws, UNDO, REDO, UNDO, and another throw."""
        await self.plays(box)
        await self.line(box, "undo", Press(button="undo"))
        await self.line(box, "redo", Press(button="redo"))
        await self.line(box, "undo", Press(button="undo"))
        await self.plays(box, 1)

    async def set_something(self, box: BriefBox) -> None:
        """Two settings on the page: the first makes the file."""
        for innings in (5, 7):
            with self.step("settings"):
                await box.control.owner.settings.change({"game.innings": innings})
        with self.step("next game"):
            box.next_game.keep(box.next_game.read().turned())

    async def teach(self, box: BriefBox) -> None:
        """A die, face after face."""
        for die in (taught("green", 3), taught("green", 3, 5), taught("green", 3, 5, 8)):
            with self.step("teaching"):
                box.sight.taught.change("green", lambda _, die=die: die)

    async def back_up(self, box: BriefBox) -> None:
        """A backup on a stick, twice, while a game goes on."""
        for _ in range(2):
            with self.step("backup"):
                await asyncio.to_thread(back_up, self.stick / "evening.zip", self.paths, MADE)
            await self.plays(box, 2)

    async def meet(self, _: BriefBox) -> None:
        """What is kept for other houses, a broker, a league, phones and a season."""
        with self.step("key"):
            box_key(self.journal.with_suffix(BOX_KEY))
        away = AwayFile(self.journal.with_suffix(AWAY))
        for code in ("1234", "5678"):
            with self.step("away"):
                away.keep(AwayGame(code, is_host=True))
        with self.step("outbox"):
            folder = self.journal.with_suffix(MQTT)
            outbox = Outbox(folder / "taken.json", lambda: Journal.open_readonly(self.journal))
        with self.step("outbox"):
            for due in outbox.due(None):
                outbox.taken(due)
            outbox.keep()
        with self.step("phones"):
            PhonesFile(self.journal.with_suffix(PHONES), print).write(no_phones())
        with self.step("names"):
            SeasonFile(self.journal, print).keep_names(SeasonNames({"reds": "Red Sox"}))

    async def next_game(self, box: BriefBox) -> None:
        """Another game, some plays of it."""
        self.asked("new game")
        await box.app.page.begin_game(GameAsked(SETUP), None, abandon_current=True, dry_run=False)
        self.done()
        await self.plays(box)

    async def put_away(self, _: BriefBox) -> None:
        """The first game is packed, the second erased for good."""
        with self.step("packing"), Journal.create(self.journal) as journal:
            pack(journal, [1], old_games(self.journal))
        with self.step("erasing"):
            erase_game(self.journal, 2, ThrowStore(self.journal.with_suffix(".pictures"), UNLIMITED))

    async def stage(self, box: BriefBox) -> None:
        """A backup is to be put back by the next start."""
        await self.plays(box, 2)
        with self.step("restore from the page"):
            await asyncio.to_thread(stage, Sent(self.stick / "evening.zip", "it"), self.paths)

    def restore(self) -> None:
        """A backup is put back while nobody plays."""
        with self.step("restore"):
            restore(self.stick / "evening.zip", self.paths)

    def reset(self) -> None:
        """All is put aside."""
        with self.step("reset"):
            reset(self.paths)

    def update(self) -> None:
        """A newer version is installed, and one that never starts is taken back."""
        with self.step("first version"):
            crash_update.install(self._disk.folder)
        with self.step("update"):
            crash_update.update(self._disk.folder, crash_update.GOOD)
        with self.step("update that is taken back"):
            crash_update.update(self._disk.folder, crash_update.BAD)

    def start(self, *scripts: Callable[[LoggedEvening, BriefBox], Awaitable[None]]) -> None:
        """Start the stadium, do that, and end it."""

        async def script(box: BriefBox) -> None:
            self.done()
            for each in scripts:
                await each(self, box)
            self.asked("stop")

        started(self._disk.folder, script, self.done)
        self.done()


class Sitting(NamedTuple):
    """The stadium from one start to its end, or something that is done while nobody plays."""

    does: Callable[[LoggedEvening], None]


def _playing(*scripts: Callable[[LoggedEvening, BriefBox], Awaitable[None]]) -> Sitting:
    return Sitting(lambda evening: evening.start(*scripts))


STEPS = (
    _playing(LoggedEvening.play_and_take_back, LoggedEvening.set_something),
    _playing(LoggedEvening.teach, LoggedEvening.back_up, LoggedEvening.meet),
    _playing(LoggedEvening.next_game, LoggedEvening.next_game, LoggedEvening.put_away),
    Sitting(LoggedEvening.restore),
    _playing(LoggedEvening.plays, LoggedEvening.stage),
    _playing(LoggedEvening.plays),
    Sitting(LoggedEvening.reset),
    _playing(LoggedEvening.plays),
    Sitting(LoggedEvening.update),
)
"""The evening. The update is the last, for what it leaves is looked at on each disk from then on."""


def evening(disk: CrashDisk) -> None:
    """All of it."""
    whole = LoggedEvening(disk)
    for sitting in STEPS:
        whole.asked("start")
        sitting.does(whole)
