"""The long work that the page offers: a look at everything, a backup and its restoring, an update, a card.

Rule kept here: each does what the command of its name does, by the same functions, so the two cannot differ.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from firmware.card.boot_partition import CardError, parcel
from firmware.card.package_closure import FetchError, PackageSources, fetch, sources_of_this_system
from firmware.config.schema import Config
from firmware.devices.health import Health
from firmware.devices.protocols import SystemClock
from firmware.errors import StadiumError
from firmware.files.atomic import MEGABYTE
from firmware.files.staged_replace import DataPaths, drop_pending
from firmware.network import privileged_requests
from firmware.notice import Notice, finding, worst
from firmware.paths import SYSTEM_FILE, home
from firmware.service.jobs import STOP, JobTeller, Work
from firmware.setup.doctor import bench
from firmware.setup.doctor.checks import DURING_A_GAME, Checks
from firmware.setup.doctor.machine import Machine
from firmware.setup.doctor.system import SHORT
from firmware.storage.backup import BackupError, back_up
from firmware.storage.restore import Sent, stage
from firmware.update.gate import NAME, System
from firmware.update.outcome import OUTCOME, moment, outcomes
from firmware.update.remade_package import remake
from scoreboard.errors import ScoreboardError
from scoreboard.message import Words, message
from scoreboard.web.http.disk_words import not_kept
from scoreboard.web.owner.job_types import JobName, JobRequest

BACKUP = "stadium-backup.zip"
"""What a browser saves it as."""
CARD = "stadium-card.zip"
FETCHED = 0.9
"""How far the job of a card is once all packages are there."""


@dataclass(frozen=True)
class PageJobs:
    """The work of each job.

    Attributes:
        config: the configuration that is in force by then.
        file: of the command line, if it names one.
        journal: the games.
        health: of the devices in use, which a game does not let others look at.
        restart: ends the program in a moment, to start again: what is to be restored is put back then.
        request: asks root for something.
        outcome: where an update tells what came of it.
        wait: so many seconds.
        is_simulated: the games are simulated ones, which are in no backup.
        system: the system's own programs.
        sources: where the packages of a card come from.
    """

    config: Callable[[], Config]
    file: Path | None
    journal: Path
    health: Health
    restart: Callable[[], None]
    request: Callable[[privileged_requests.Request], None] = privileged_requests.ask
    outcome: Path = OUTCOME
    wait: Callable[[float], None] = time.sleep
    is_simulated: bool = False
    system: System = field(default_factory=System)
    sources: Callable[[], PackageSources] = sources_of_this_system

    @property
    def works(self) -> Mapping[JobName, Work]:
        """Each by its name."""
        return {
            "doctor": self.doctor,
            "backup": self.backup,
            "update": self.update,
            "restore": self.restore,
            "card": self.card,
            "restart": self.begin_again,
        }

    def doctor(self, job: JobTeller, _: JobRequest, __: Path | None) -> Words:
        """Look at everything that a game leaves free, and at how the devices in use are."""
        config = self.config()
        checks = Checks(Machine(), config, self.file, bench.configured(config), self.journal, SystemClock(), time.sleep)
        found = list[Notice]()
        devices = self._devices()
        for each in (*checks.during_a_game(), *devices):
            job.check()
            found.append(each)
            job.found(each)
            share = len(found) / (len(DURING_A_GAME) + len(devices))
            job.tell(share, message(f"about.{each.about}"), (STOP,))
        return message(f"doctor.summary.{worst(found)}")

    def backup(self, job: JobTeller, _: JobRequest, __: Path | None) -> Words:
        """Put everything into one file, to be fetched."""
        job.tell(0.1, message("job.backup"))
        if self.is_simulated:
            job.found(finding("skipped", message("backup.simulated")))
        elif not self.journal.resolve().is_relative_to(home().resolve()):  # as ``--journal`` names it
            elsewhere = message("backup.games-elsewhere", file=str(self.journal))
            job.found(finding("amber", elsewhere, message("backup.games-elsewhere.remedy")))
        file = job.folder / BACKUP
        try:
            made = back_up(file, self._paths(), SystemClock().now(), lambda why: job.found(finding("skipped", why)))
        except BackupError as error:
            if isinstance(error.__cause__, ScoreboardError):  # a phone has no use for where the games lie
                raise StadiumError(message("job.games-unread")) from error
            if isinstance(error.__cause__, OSError):  # nor can it name another place
                raise StadiumError(not_kept(error.__cause__)) from error
            raise
        job.made(file)
        return message("job.backed-up", count=len(made.files)), made.holds

    def update(self, job: JobTeller, _: JobRequest, __: Path | None) -> Words:
        """Have a newer scoreboard installed, and tell what came of it; one that was installed starts us again."""
        before = moment(self.outcome)
        self.request("update")
        for found in outcomes(self.outcome, before, self.wait):
            # How long it takes nobody knows; and what root has begun goes on, whatever is pressed here.
            job.tell(0, message("job.update-asked") if found is None else found.words, (STOP,) if found is None else ())
            job.check()
            if found is not None and found.is_over:
                if found.is_well:
                    return found.words
                raise StadiumError(found.words)
        raise StadiumError(message("job.update-silent"))

    def card(self, job: JobTeller, _: JobRequest, __: Path | None) -> Words:
        """Make a file to be unpacked onto a card: with it another stadium installs this version without network."""
        job.tell(0, message("job.card"), (STOP,))
        known, version = self.system.run("dpkg-query", "--show", "--showformat=${Version}", NAME)
        if not known:
            raise StadiumError(message("job.card-nothing-installed"))
        file = job.folder / CARD
        try:
            file.unlink(missing_ok=True)  # there need not be room for two
            with TemporaryDirectory(prefix="card-", dir=job.folder) as name:
                working = Path(name)
                package = working / f"{NAME}_{version.strip()}_all.deb"
                if not remake(self.system, package):
                    raise StadiumError(message("job.card-not-made"))
                fetched = fetch(package, working / "apt", self.sources(), partial(_watch, job))
                job.tell(FETCHED, message("job.card-packed"))
                parcel(working / CARD, package, fetched.files)
                (working / CARD).replace(file)
        except CardError as error:
            why = error.complaint if isinstance(error, FetchError) else str(error)
            raise StadiumError(message("job.card-not-fetched", why=why)) from error
        except OSError as error:
            raise StadiumError(not_kept(error)) from error
        if fetched.missing:
            job.found(finding("skipped", message("job.card-without", names=", ".join(fetched.missing))))
        job.made(file)
        return message("job.card-made", version=version.strip(), size=file.stat().st_size // MEGABYTE)

    def restore(self, job: JobTeller, _: JobRequest, file: Path | None) -> Words:
        """Check the backup that was sent, and have it put back by a restart."""
        job.tell(0.1, message("job.restore"))
        sent = Sent(file or Path(), message("backup.the-file"))  # where it lies for a moment tells its sender nothing
        manifest = stage(sent, self._paths(), lambda why: job.found(finding("skipped", why)))
        try:
            self.restart()
        except StadiumError:
            drop_pending(self._paths())
            raise
        return message("job.restored", count=len(manifest.files))

    def begin_again(self, _: JobTeller, __: JobRequest, ___: Path | None) -> Words:
        """Start again, as some settings need it; the game goes on where it was."""
        self.restart()
        return message("job.restarts")

    def _paths(self) -> DataPaths:
        return DataPaths(home(), SYSTEM_FILE)

    def _devices(self) -> list[Notice]:
        """How the devices are that the game uses; a broker has a check of its own."""
        return [
            finding("green", message("doctor.in-use"), about=part) if trouble is None else replace(trouble, about=part)
            for part, trouble in self.health.devices.items()
            if part != "broker"
        ]


def _watch(job: JobTeller, there: int, wanted: int) -> None:
    """Tell how much of the packages is there, and give up in time if the zip of them will not fit beside them.

    Args:
        job: the one of the card.
        there: bytes that were fetched.
        wanted: bytes of all packages; 0 while that is not known yet.
    """
    job.check()
    if not wanted:
        return
    needed, free = 2 * wanted - there + SHORT, shutil.disk_usage(job.folder).free
    if needed > free:
        raise StadiumError(message("job.card-no-room", needed=needed // MEGABYTE, free=free // MEGABYTE))
    fetched = message("job.card-fetched", there=there // MEGABYTE, all=wanted // MEGABYTE)
    job.tell(FETCHED * there / wanted, fetched, (STOP,))
