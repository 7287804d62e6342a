"""Once the scoreboard is installed no secret is left on the boot partition, and everything else is."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.card.boot_partition import PROGRAMS, with_spi
from firmware.card.settling import blanked, settle

ROOT = Path(__file__).parents[3]
KEY = "0123456789abcdef" * 4
NETWORK = f"""\
network:
  version: 2
  wifis:
    wlan0:
      regulatory-domain: "ES"
      access-points:
        "password: of the neighbours":
          password: "{KEY}"
        Casa:
          hidden: true
          password: "batter \\"up\\" # 1"   # ours
"""
USER_DATA = """\
#cloud-config
hostname: stadium
users:
- name: ana
  passwd: $y$j9T$abc#def.
  lock_passwd: false
- plain_text_passwd: 'it''s me'
ssh_pwauth: true
runcmd:
  - [ sh, -c, "printf '%s\\n' 'rpoak_secret' > /home/ana/.config/com.raspberrypi.connect/auth.key" ]
"""
PRESEED = f"""\
[user]
password = "$y$abc"
password_encrypted = true
[wlan]
ssid = "Casa"
password = "{KEY}"
[connect]
token = "tok"
"""
SECRETS = (KEY, "batter", "up\\", "j9T", "def.", "it''s me", "rpoak", "y$abc", '"tok"')


@pytest.mark.parametrize("text", [NETWORK, USER_DATA, PRESEED])
def test_secrets_are_written_over_in_their_place(text: str) -> None:
    """Each by as many letters, so that its blocks are written; nothing else is touched."""
    clean = blanked(text.encode()).decode()
    assert len(text) == len(clean)
    assert any(secret in text for secret in SECRETS)
    assert [] == [secret for secret in SECRETS if secret in clean]
    changed = [(was, now) for was, now in zip(text.splitlines(), clean.splitlines(), strict=True) if was != now]
    assert all(set(now) <= set(was) | {"x", "0"} for was, now in changed)
    names = ("password:", "passwd:", "password =", "token =", "printf")
    assert all(any(name in was for name in names) for was, _ in changed)
    assert blanked(clean.encode()).decode() == clean


@pytest.mark.parametrize(
    "kept", ["password_encrypted = true", "lock_passwd: false", "passwd: null", "hostname: password"]
)
def test_what_is_no_secret_stays(kept: str) -> None:
    """Such as whether a password is encrypted."""
    assert kept.encode() == blanked(kept.encode())


secrets = st.text(st.characters(min_codepoint=33, max_codepoint=126, exclude_characters='"\\'), min_size=8, max_size=64)


@given(secrets)
def test_a_blanked_password_is_a_valid_one(secret: str) -> None:
    """cloud-init still reads the file at every start: of eight letters or more, or 64 hexadecimal digits."""
    clean = blanked(f'          password: "{secret}"\n'.encode()).decode()
    now = clean.split('"')[1]
    assert len(now) == len(secret)
    assert set(now) in ({"x"}, {"0"})


@pytest.fixture
def bootfs(tmp_path: Path) -> Path:
    """A boot partition with secrets, and without SPI."""
    folder = tmp_path / "firmware"
    folder.mkdir()
    for name, text in {"user-data": USER_DATA, "network-config": NETWORK, "config.txt": "[pi4]\n"}.items():
        (folder / name).write_text(text)
    return folder


def test_a_card_is_settled_once(bootfs: Path) -> None:
    """SPI is switched on if it was off, for which the computer starts once more; in place, and never twice."""
    inode = (bootfs / "network-config").stat().st_ino
    assert settle(bootfs)
    assert inode == (bootfs / "network-config").stat().st_ino
    assert KEY not in (bootfs / "network-config").read_text()
    assert with_spi("[pi4]\n") == (bootfs / "config.txt").read_text()
    before = {file: file.stat().st_mtime_ns for file in bootfs.iterdir()}
    assert not settle(bootfs)
    assert before == {file: file.stat().st_mtime_ns for file in bootfs.iterdir()}


def test_config_txt_is_there_whole_whenever_the_plug_is_pulled(bootfs: Path) -> None:
    """The former one is not touched before the new one is on the card: a Pi with half of it may see no camera."""
    with (bootfs / "config.txt").open() as former:
        assert settle(bootfs)
        assert former.read() == "[pi4]\n"


def test_a_computer_without_config_txt_has_no_spi_to_switch_on(bootfs: Path) -> None:
    """Such as a PC."""
    (bootfs / "config.txt").unlink()
    assert not settle(bootfs)


# -- the programs of the first start


@pytest.fixture
def computer(tmp_path: Path, bootfs: Path) -> Path:
    """A computer whose programs write down how they are called; the card in it has been made."""
    programs, card = tmp_path / "bin", bootfs / "stadium"
    programs.mkdir()
    card.mkdir()
    for program in PROGRAMS.iterdir():
        (card / program.name).write_bytes(program.read_bytes())
    (card / "stadium-scoreboard_1.0_all.deb").touch()
    (bootfs / "vendor-data").touch()
    for name in ("apt-get", "cp", "dpkg", "journalctl", "sync", "systemctl"):
        script = programs / name
        script.write_text(
            f'#!/bin/sh\necho "{name} $*" >>"{tmp_path}/calls"\ncase "$*" in *"$FAULT"*) exit 1 ;; esac\n'
        )
        script.chmod(script.stat().st_mode | stat.S_IXUSR)
    (programs / "python3").symlink_to(sys.executable)
    return tmp_path


def installed(computer: Path, fault: str = "nothing is at fault", program: str = "install") -> tuple[int, str]:
    """Run the card's program, or another of its folder; its exit code, and how the system's programs were called."""
    environment = os.environ | {
        "PATH": f"{computer / 'bin'}:/usr/bin:/bin",
        "STADIUM_PROGRAM": str(ROOT),
        "FAULT": fault,
        "TMPDIR": str(computer / "tmp"),
    }
    (computer / "calls").unlink(missing_ok=True)
    (computer / "tmp").mkdir(exist_ok=True)
    command = ["sh", computer / f"firmware/stadium/{program}"]
    code = subprocess.run(command, env=environment, capture_output=True, check=False).returncode
    return code, (computer / "calls").read_text()


def test_a_card_with_packages_asks_no_network(computer: Path) -> None:
    """The package manager hears of the card alone."""
    packages = computer / "firmware/stadium/packages"
    packages.mkdir()
    (packages / "Packages").touch()
    code, calls = installed(computer)
    assert 0 == code
    apt = [line for line in calls.splitlines() if line.startswith("apt-get")]
    assert 2 == len(apt)
    assert all("Dir::Etc::SourceList=" in line and "Dir::State::Lists=" in line for line in apt)
    assert apt[1].endswith("install --no-remove stadium-scoreboard")


def test_a_card_without_packages_fetches_them(computer: Path) -> None:
    """From the system's own sources."""
    _, calls = installed(computer)
    assert "SourceList" not in calls
    assert f"install --no-remove {computer}/firmware/stadium/stadium-scoreboard_1.0_all.deb" in calls


def test_after_itself_it_leaves_nothing(computer: Path) -> None:
    """No secret, none of its files; the computer starts once more, for SPI was off."""
    code, calls = installed(computer)
    assert 0 == code
    assert {"config.txt", "network-config", "user-data"} == {file.name for file in (computer / "firmware").iterdir()}
    assert KEY not in (computer / "firmware/network-config").read_text()
    assert calls.splitlines()[-1] == "systemctl --no-block reboot"


def test_what_begins_is_on_the_disk_before_it_counts_as_done(computer: Path) -> None:
    """Or a cut would leave a timer that is empty, and nobody would ever begin again."""
    code, calls = installed(computer, program="begin")
    assert 0 == code
    assert ["cp", "systemctl", "systemctl", "sync"] == [line.partition(" ")[0] for line in calls.splitlines()]


def test_what_imagers_settings_have_done_is_on_the_disk_first(computer: Path) -> None:
    """The plug is pulled while packages are unpacked, and cloud-init does each thing once."""
    _, calls = installed(computer)
    assert ["sync", "dpkg"] == [line.partition(" ")[0] for line in calls.splitlines()][:2]


def test_the_timer_is_gone_for_good_before_the_folder_goes(computer: Path) -> None:
    """Or after a cut it would install for ever, from a folder that is half gone."""
    script, card = computer / "bin/sync", computer / "firmware/stadium"
    disabled = f'grep -q "systemctl disable" "{computer}/calls"'
    script.write_text(f'#!/bin/sh\n[ ! -e "{card}/install" ] || ! {disabled} || touch "{computer}/safe"\ntrue\n')
    _, calls = installed(computer)
    assert "systemctl disable stadium-first-boot.timer" in calls
    assert (computer / "safe").exists()


def test_with_spi_on_nothing_is_started_once_more(computer: Path) -> None:
    """As on a card that was made by the command."""
    (computer / "firmware/config.txt").write_text("dtparam=spi=on\n")
    _, calls = installed(computer)
    assert "reboot" not in calls


@pytest.mark.parametrize("fault", ["update", "install"])
def test_what_fails_leaves_no_folder_behind(computer: Path, fault: str) -> None:
    """It is tried twice a minute, and in memory there is little room."""
    (computer / "firmware/stadium/packages").mkdir()
    (computer / "firmware/stadium/packages/Packages").touch()
    assert 0 != installed(computer, fault)[0]
    assert [] == list((computer / "tmp").iterdir())


@pytest.mark.parametrize("fault", ["--configure", "update", "install"])
def test_what_fails_is_tried_again(computer: Path, fault: str) -> None:
    """All is still there, secrets too, for without them there may be no network; why is left on the card."""
    before = {file.name for file in (computer / "firmware/stadium").iterdir()}
    code, calls = installed(computer, fault)
    assert 0 != code
    assert before == {file.name for file in (computer / "firmware/stadium").iterdir()} - {"trouble.txt"}
    assert KEY in (computer / "firmware/network-config").read_text()
    assert "journalctl --unit=stadium-first-boot" in calls
    assert "disable" not in calls
    assert 0 == installed(computer)[0]
