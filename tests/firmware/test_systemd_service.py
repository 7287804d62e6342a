"""The service file is one that systemd understands."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

SYSTEMD = Path(__file__).parents[2] / "systemd"
needs_systemd = pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A root directory with our unit, the command it starts, and the targets that every service hangs from."""
    units = tmp_path / "usr/lib/systemd/system"
    units.mkdir(parents=True)
    for target in ("sysinit", "basic", "shutdown", "multi-user"):
        (units / f"{target}.target").write_text("[Unit]\n", encoding="utf-8")
    shutil.copy(SYSTEMD / "stadium.service", units)
    command = tmp_path / "usr/bin/stadium"
    command.parent.mkdir()
    command.touch(mode=0o755)
    return tmp_path


def verify(root: Path) -> subprocess.CompletedProcess[str]:
    """Ask systemd what it thinks; without --recursive-errors an unknown key would pass."""
    command = ["systemd-analyze", "verify", f"--root={root}", "--recursive-errors=yes", "--man=no", "stadium.service"]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def plant(root: Path, old: str, new: str) -> None:
    """Change one line of the staged unit."""
    unit = root / "usr/lib/systemd/system/stadium.service"
    text = unit.read_text(encoding="utf-8")
    assert old in text
    unit.write_text(text.replace(old, new), encoding="utf-8")


@needs_systemd
def test_systemd_accepts_the_unit(root: Path) -> None:
    """The unit as shipped verifies without a word."""
    verdict = verify(root)
    assert (0, "") == (verdict.returncode, verdict.stderr)


@needs_systemd
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Restart=on-failure", "Restert=on-failure"),
        ("Restart=on-failure", "Restart=sometimes"),
        ("Type=notify", "Type=x"),
    ],
)
def test_systemd_refuses_a_planted_fault(root: Path, old: str, new: str) -> None:
    """A misspelt key or value would not go unseen."""
    plant(root, old, new)
    assert 0 != verify(root).returncode


@needs_systemd
def test_the_unit_starts_the_installed_command(root: Path) -> None:
    """Without /usr/bin/stadium the unit does not verify: it starts that command and no other."""
    (root / "usr/bin/stadium").unlink()
    assert "Command /usr/bin/stadium is not executable" in verify(root).stderr
    assert "\nExecStart=/usr/bin/stadium run\n" in (SYSTEMD / "stadium.service").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "line",
    ["Type=notify", "User=stadium", "Restart=on-failure", "StateDirectory=stadium", "Environment=LG_WD=%t/stadium"],
)
def test_the_unit_says(line: str) -> None:
    """What the appliance relies on stands in the unit: its own account, its restart, its places."""
    assert line in (SYSTEMD / "stadium.service").read_text(encoding="utf-8").splitlines()


@pytest.mark.skipif(shutil.which("systemd-sysusers") is None, reason="systemd-sysusers is not installed")
def test_the_account_can_be_made(tmp_path: Path) -> None:
    """On a bare system the account and its groups come into being, so that the service can start."""
    rules = tmp_path / "usr/lib/sysusers.d"
    rules.mkdir(parents=True)
    (tmp_path / "etc").mkdir()
    shutil.copy(SYSTEMD / "stadium.sysusers.conf", rules / "stadium.conf")
    subprocess.run(["systemd-sysusers", f"--root={tmp_path}", "stadium.conf"], check=True, capture_output=True)
    groups = (tmp_path / "etc/group").read_text(encoding="utf-8").splitlines()
    assert {"gpio", "spi", "video"} == {line.split(":")[0] for line in groups if line.endswith(":stadium")}
