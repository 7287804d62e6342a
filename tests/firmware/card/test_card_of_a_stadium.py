"""A stadium makes the card of the next one, by its command or by a file of its page: that one needs no network."""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
import zipfile
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import Mock

import pytest
from click.testing import CliRunner
from support.apt_source import ASKS_FOR, WANTED, package_source

from firmware.card.package_closure import PackageSources, fetch
from firmware.cli import card as command
from firmware.config.schema import shipped
from firmware.devices.health import Health
from firmware.errors import StadiumError
from firmware.service.jobs import JobTeller
from firmware.setup import page_jobs
from firmware.setup.doctor.system import SHORT
from firmware.setup.page_jobs import CARD, PageJobs
from firmware.update.gate import NAME, System
from scoreboard.language import language
from scoreboard.message import Words
from scoreboard.web.owner.job_types import JobAnswer, JobRequest, JobView

pytestmark = [
    pytest.mark.once,
    pytest.mark.skipif(not (shutil.which("apt-get") and shutil.which("dpkg-deb")), reason="apt is not installed"),
]
IMAGERS = {"config.txt": "[all]\n", "cmdline.txt": "rootwait\n", "user-data": "#cloud-config\n"}
STATUS = f"""\
Package: {NAME}
Status: install ok installed
Version: 1.0
Architecture: all
Maintainer: us <us@example.invalid>
{ASKS_FOR}Description: for a test
"""


class Installed(System):
    """A system in which the scoreboard is installed, with one file."""

    def run(self, *words: str) -> tuple[bool, str]:
        """What dpkg-query says; all else is done."""
        match words[:2]:
            case ("dpkg-query", "--show"):
                return True, "1.0"
            case ("dpkg-query", "--status"):
                return True, STATUS
            case ("dpkg-query", "--listfiles"):
                own = Path(__file__)
                return True, "".join(f"{each}\n" for each in (*reversed(own.parents), own))
        return super().run(*words)


@pytest.fixture
def bootfs(tmp_path: Path) -> Path:
    """A boot partition as Imager leaves it."""
    folder = tmp_path / "bootfs"
    folder.mkdir()
    for name, text in IMAGERS.items():
        (folder / name).write_text(text)
    return folder


@pytest.fixture
def job(tmp_path: Path) -> JobTeller:
    """A job that has a folder of its own."""
    folder = tmp_path / "job"
    folder.mkdir()
    return JobTeller(JobView(1, "card", "running", 0.0, ""), folder)


@pytest.fixture
def sources(tmp_path: Path) -> PackageSources:
    """Where the packages come from."""
    return package_source(tmp_path)


def made(job: JobTeller, sources: PackageSources) -> str:
    """Have the page make the file, all files its own alone, as the service has them; what it says of it."""
    journal = Path("games.sqlite")
    works = PageJobs(
        shipped, None, journal, Health([]), lambda: None, system=Installed(), sources=lambda: sources
    ).works
    before = os.umask(0o077)
    try:
        return in_english(works["card"](job, JobRequest("card"), None))
    finally:
        os.umask(before)


def in_english(words: Words) -> str:
    """In words."""
    return language("en").say(words)


def laid(folder: Path) -> set[str]:
    """The files of a folder."""
    return {file.relative_to(folder).as_posix() for file in folder.rglob("*") if file.is_file()}


def test_page_and_command_lay_the_same(
    tmp_path: Path, bootfs: Path, job: JobTeller, sources: PackageSources, monkeypatch: pytest.MonkeyPatch
) -> None:
    """This version, all that it needs, and what begins; the file says how large it is, and what no source has."""
    monkeypatch.setattr(command, "System", Installed)
    monkeypatch.setattr(command, "sources_of_this_system", lambda: sources)
    monkeypatch.setattr(command, "WORKING", tmp_path)
    by_command = shutil.copytree(bootfs, tmp_path / "by-command")
    done = CliRunner().invoke(command.card, [str(by_command)])
    assert (0, True) == (done.exit_code, f"{len(WANTED) + 1} packages lie on it." in done.output), done.output
    assert made(job, sources).startswith("Version 1.0 is ready, with all packages: 0 MB.")
    assert ["No package source has these, and it does without: nobodys."] == [
        in_english(each.said) for each in job.view.findings
    ]
    assert job.view.file is not None
    with zipfile.ZipFile(job.view.file) as archive:
        archive.extractall(bootfs)
    assert laid(by_command) == laid(bootfs)
    assert {f"stadium/packages/{name}" for name in ("Packages", f"{NAME}_1.0_all.deb")} < laid(bootfs)


def test_from_the_file_all_is_installed_without_network(
    tmp_path: Path, bootfs: Path, job: JobTeller, sources: PackageSources
) -> None:
    """As the card's first start does it: the card is the one source, and has all. A FAT takes every name."""
    made(job, sources)
    shutil.rmtree(tmp_path / "pool")
    with zipfile.ZipFile(job.folder / CARD) as archive:
        archive.extractall(bootfs)
    assert not [name for name in laid(bootfs) if set(name) & set(':%?*"<>|\\')]
    packages = bootfs / "stadium/packages"
    of_the_card = PackageSources((f"deb [trusted=yes] file:{packages} ./",), "mips64el")
    fetched = fetch(packages / f"{NAME}_1.0_all.deb", tmp_path / "again", of_the_card)
    assert {file.name for file in packages.iterdir()} == {file.name for file in fetched.files}


def test_the_package_is_for_all_to_read_where_it_is_installed(
    bootfs: Path, job: JobTeller, sources: PackageSources
) -> None:
    """Though all that the service makes is its own alone to read."""
    made(job, sources)
    with zipfile.ZipFile(job.folder / CARD) as archive:
        archive.extractall(bootfs)
    package = bootfs / f"stadium/packages/{NAME}_1.0_all.deb"
    listed = subprocess.run(["dpkg-deb", "--contents", package], check=True, capture_output=True, text=True).stdout
    modes = {line.partition(" ")[0] for line in listed.splitlines() if line.startswith("d")}
    assert {"drwxr-xr-x"} == modes


def test_a_file_is_made_again(job: JobTeller, sources: PackageSources) -> None:
    """It takes the place of the one before, and nothing else is left in the stadium."""
    for _ in range(2):
        made(job, sources)
        assert [CARD] == [file.name for file in job.folder.iterdir()]


def test_package_that_cannot_be_fetched_is_named(tmp_path: Path, job: JobTeller, sources: PackageSources) -> None:
    """With apt's own words; nothing is left of it, nor of the file before."""
    made(job, sources)
    (tmp_path / "pool/two_1.0_all.deb").unlink()
    with pytest.raises(StadiumError, match=r"There is no file, .*two_1\.0_all\.deb.* on the internet"):
        made(job, sources)
    assert [] == list(job.folder.iterdir())


def test_full_disk_is_noticed_before_anything_is_fetched(
    job: JobTeller, sources: PackageSources, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Packages and file need room at once, and the games some as well."""
    enough = 2 * sum(file.stat().st_size for file in packages_of(sources)) + SHORT
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=enough - 1))
    with pytest.raises(StadiumError, match=r"has 50 MB free, and 50 MB are needed"):
        made(job, sources)
    assert [] == list(job.folder.iterdir())
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=enough))
    made(job, sources)


def packages_of(sources: PackageSources) -> list[Path]:
    """The files that are fetched."""
    pool = Path(sources.lines[0].split("copy:")[1].split()[0])
    return [file for file in pool.glob("*.deb") if file.name.partition("_")[0] in WANTED]


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS])
def test_disk_that_cannot_be_written_is_reported(
    job: JobTeller, sources: PackageSources, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    """In the words in which the page tells it of everything else."""
    monkeypatch.setattr(page_jobs, "parcel", Mock(side_effect=OSError(number, os.strerror(number))))
    with pytest.raises(StadiumError, match="The card does not take it"):
        made(job, sources)
    assert [] == list(job.folder.iterdir())


def test_it_can_be_stopped(job: JobTeller, sources: PackageSources) -> None:
    """As long as packages are fetched."""
    job.press(JobAnswer("stop"))
    with pytest.raises(StadiumError, match="stopped"):
        made(job, sources)
    assert [] == list(job.folder.iterdir())


def test_it_tells_how_far_it_is(job: JobTeller, sources: PackageSources, monkeypatch: pytest.MonkeyPatch) -> None:
    """In megabytes, and with a button that stops it."""
    steps = list[tuple[float, str, bool]]()
    tell = job.tell

    def noted(progress: float, words: Words, presses: tuple[()] = ()) -> None:
        steps.append((progress, in_english(words), bool(presses)))
        tell(progress, words, presses)

    monkeypatch.setattr(job, "tell", noted)
    made(job, sources)
    shares = [share for share, _, _ in steps]
    assert (sorted(shares), 0, page_jobs.FETCHED) == (shares, shares[0], shares[-1])
    assert all(can_stop for _, _, can_stop in steps[:-1])
    assert "0 of 0 MB of packages are here." == steps[-2][1]
