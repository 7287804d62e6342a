"""What `make lab-crash` does of an update, and that it sees what would be amiss after a cut."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import crash_update
from crash_update import BAD, FIRST, GOOD
from support.fake_dpkg import PowerCutError

from firmware.update import gate
from firmware.update.gate import Trial

pytestmark = pytest.mark.once


@pytest.fixture
def disk(tmp_path: Path) -> Path:
    """One on which the first version was installed by hand."""
    crash_update.install(tmp_path)
    return tmp_path


def test_a_good_version_stays_and_a_bad_one_goes(disk: Path) -> None:
    """Both are handed over, installed and judged; afterwards it can be updated again."""
    crash_update.update(disk, GOOD)
    assert f"{GOOD} installed" == (disk / crash_update.STATUS).read_text(encoding="utf-8")
    crash_update.update(disk, BAD)
    assert (GOOD, "") == crash_update.found(disk)


def test_what_was_half_installed_is_put_back(disk: Path) -> None:
    """The next start ends what a cut began."""
    crash_update.update(disk, GOOD)
    with crash_update.computer(disk) as computer:
        gate.begin(computer.places, Trial(FIRST, GOOD))
        computer.state = "half-installed"
        computer.note()
    assert (FIRST, "") == crash_update.found(disk)


def test_a_torn_file_would_be_seen(disk: Path) -> None:
    """A gate of which half is there, and a version before that is not kept, are amiss."""
    crash_update.update(disk, GOOD)
    (disk / crash_update.ROOM / "gate.py").write_text("gate o", encoding="utf-8")
    assert "gate.py is" in crash_update.found(disk)[1]


def test_a_version_before_that_is_lost_would_be_seen(disk: Path) -> None:
    """Nothing can be put back then."""
    crash_update.update(disk, GOOD)
    with crash_update.computer(disk) as computer:
        computer.places.package(FIRST).write_text("", encoding="utf-8")
        gate.begin(computer.places, Trial(FIRST, GOOD, step="back"))
    with pytest.raises(KeyError):
        crash_update.found(disk)


def test_a_cut_while_it_is_installed_leaves_half_of_it(disk: Path) -> None:
    """As dpkg would."""
    with crash_update.computer(disk) as computer:
        computer.note()
        package = disk / "x.deb"
        package.write_text(f"Version: {GOOD}\n", encoding="utf-8")
        computer.cut_at = len(computer.calls) + 1
        with pytest.raises(PowerCutError):
            computer.run("dpkg", "--install", str(package))
    assert f"{FIRST} half-installed" == (disk / crash_update.STATUS).read_text(encoding="utf-8")
