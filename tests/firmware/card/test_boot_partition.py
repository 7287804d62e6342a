"""A card of Imager's with ours beside: what Imager wrote stays, and what is laid down twice is there once."""

from __future__ import annotations

import tomllib
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.card.boot_partition import (
    BEGIN,
    PROGRAMS,
    VENDOR_DATA,
    CardError,
    lay_down,
    look_over,
    parcel,
    with_command,
    with_spi,
)

CONFIG = "# For more options\r\n#dtparam=spi=on\r\ncamera_auto_detect=1\r\n[cm5]\r\ndtoverlay=dwc2\r\n"
USER_DATA = """\
#cloud-config
hostname: stadium
users:
- name: ana
  passwd: "$y$j9T$abc$def"
runcmd:
  - [ rfkill, unblock, wifi ]
"""
PRESEED = """\
config_version = "1.0"

[user]
name = "ana"
password = "$y$j9T$abc$def"
"""


@pytest.fixture
def bootfs(tmp_path: Path) -> Path:
    """A boot partition as Imager leaves it for cloud-init."""
    folder = tmp_path / "bootfs"
    folder.mkdir()
    for name, text in {"config.txt": CONFIG, "cmdline.txt": "rootwait\n", "user-data": USER_DATA}.items():
        (folder / name).write_bytes(text.encode())
    return folder


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """Ours."""
    file = tmp_path / "stadium-scoreboard_1.0_all.deb"
    file.write_bytes(b"a package")
    return file


def contents(folder: Path) -> dict[str, bytes]:
    """Every file of a folder."""
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def test_what_imager_wrote_stays(bootfs: Path, package: Path) -> None:
    """The user's settings byte for byte, and config.txt with a line at its end; the rest is ours."""
    before = contents(bootfs)
    lay_down(bootfs, package)
    after = contents(bootfs)
    assert {"user-data", "cmdline.txt"} == {name for name in before if after[name] == before[name]}
    assert after["config.txt"].startswith(before["config.txt"])
    ours = {f"stadium/{each.name}" for each in PROGRAMS.iterdir()} | {f"stadium/{package.name}", "vendor-data"}
    assert ours == after.keys() - before.keys()
    assert b"a package" == after[f"stadium/{package.name}"]
    assert after["vendor-data"].decode() == VENDOR_DATA


def test_laid_down_twice_it_is_there_once(bootfs: Path, package: Path) -> None:
    """Also where another version, and other packages, were laid down before."""
    lay_down(bootfs, package)
    once = contents(bootfs)
    other = package.with_name("stadium-scoreboard_0.9_all.deb")
    other.write_bytes(b"older")
    lay_down(bootfs, other, [other])
    lay_down(bootfs, package)
    assert once == contents(bootfs)


def test_what_imager_wrote_is_there_whole_whenever_the_card_is_pulled(bootfs: Path, package: Path) -> None:
    """A file of Imager's is replaced by a new one; of the former no password stays readable in a free block."""
    (bootfs / "rpi-preseed.toml").write_text(PRESEED)
    names = ("config.txt", "rpi-preseed.toml")
    before = [(bootfs / name).stat().st_ino for name in names]
    with (bootfs / "rpi-preseed.toml").open("rb") as former:
        lay_down(bootfs, package)
        assert bytes(len(PRESEED)) == former.read()
    assert all(was != (bootfs / name).stat().st_ino for was, name in zip(before, names, strict=True))


@pytest.mark.parametrize("length", [0, 9])
def test_a_card_that_was_pulled_is_made_again(bootfs: Path, package: Path, length: int) -> None:
    """What is there in part is not taken for somebody else's."""
    (bootfs / "vendor-data").write_text(VENDOR_DATA[:length])
    lay_down(bootfs, package)
    assert VENDOR_DATA == (bootfs / "vendor-data").read_text()


def test_packages_lie_beside_their_index(bootfs: Path, package: Path) -> None:
    """For a start without network; ours is among them, and lies there once."""
    index = package.with_name("Packages")
    index.write_text("Package: stadium-scoreboard\n")
    lay_down(bootfs, package, [package, index])
    laid = {name for name in contents(bootfs) if name.endswith((".deb", "Packages"))}
    assert {f"stadium/packages/{package.name}", "stadium/packages/Packages"} == laid


def test_rpi_preseed_runs_the_same(bootfs: Path, package: Path) -> None:
    """Where Imager has written for it, with or without settings for cloud-init."""
    (bootfs / "rpi-preseed.toml").write_text(PRESEED)
    lay_down(bootfs, package)
    assert [BEGIN] == tomllib.loads((bootfs / "rpi-preseed.toml").read_text())["runcmd"]["late"]
    (bootfs / "user-data").unlink()
    (bootfs / "vendor-data").unlink()
    lay_down(bootfs, package)
    assert not (bootfs / "vendor-data").exists()
    assert BEGIN in VENDOR_DATA


def test_a_parcel_unpacked_is_what_is_laid_down(bootfs: Path, package: Path) -> None:
    """But for SPI, which the first start switches on."""
    before = contents(bootfs)
    parcel(bootfs.parent / "card.zip", package)
    with zipfile.ZipFile(bootfs.parent / "card.zip") as archive:
        archive.extractall(bootfs)
    unpacked = contents(bootfs)
    lay_down(bootfs, package)
    assert unpacked == contents(bootfs) | {"config.txt": before["config.txt"]}


def spoil_nothing(folder: Path) -> None:
    """Leave it as it is."""
    (folder / "config.txt").unlink()


def older(folder: Path) -> None:
    """As the system before left it."""
    (folder / "user-data").unlink()
    (folder / "firstrun.sh").touch()


def foreign(folder: Path) -> None:
    """Somebody else's script of the first start."""
    (folder / "vendor-data").write_text("#!/bin/sh\nreboot\n")


def switched_off(folder: Path) -> None:
    """Settings that keep cloud-init from running ours."""
    (folder / "user-data").write_text(USER_DATA + "vendor_data: {enabled: false}\n")


def unreadable(folder: Path) -> None:
    """Settings that are no TOML."""
    (folder / "rpi-preseed.toml").write_text("[runcmd\n")


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (spoil_nothing, "no boot partition of Raspberry Pi OS: it has no config.txt"),
        (older, "neither user-data nor rpi-preseed.toml: its system is older than 13"),
        (foreign, "vendor-data is somebody else's"),
        (switched_off, 'settles "vendor_data" for itself'),
        (unreadable, "rpi-preseed.toml cannot be read"),
    ],
)
def test_another_card_is_refused_as_it_is(
    bootfs: Path, package: Path, spoil: Callable[[Path], None], words: str
) -> None:
    """With what is the matter, and before anything is written."""
    spoil(bootfs)
    before = contents(bootfs)
    with pytest.raises(CardError) as refused:
        lay_down(bootfs, package)
    assert words in str(refused.value)
    assert before == contents(bootfs)


def test_a_folder_that_is_none_is_named(tmp_path: Path) -> None:
    """Such as where no card is mounted."""
    with pytest.raises(CardError, match=r"nowhere is no folder: name where the card's bootfs is"):
        look_over(tmp_path / "nowhere")


def test_too_small_partition_is_reported(bootfs: Path, package: Path) -> None:
    """Before the first byte is written."""
    with package.open("wb") as huge:
        huge.truncate(1 << 43)
    with pytest.raises(CardError, match="MB free, and 8388624 MB are needed"):
        lay_down(bootfs, package)
    assert not (bootfs / "stadium").exists()


# -- config.txt


@pytest.mark.parametrize(
    ("config", "is_on"),
    [
        ("", False),
        ("dtparam=spi=on", True),
        ("dtparam=i2c_arm=on,spi=on\r\n", True),
        ("dtparam=spi\n", True),
        ("#dtparam=spi=on\n", False),
        ("[pi4]\ndtparam=spi=on\n", False),
        ("[pi4]\n[all]\n dtparam=spi=on\n", True),
        ("dtparam=spi=on\ndtparam=spi=off\n", False),
        ("dtparam=spi=on\n[pi5]\ndtparam=spi=off\n", True),
        ("dtparam=spidev=on\n", False),
    ],
)
def test_spi_is_switched_on_where_it_is_off(config: str, is_on: bool) -> None:
    """For every model; a line that is switched off, or for one model, does not count."""
    assert (with_spi(config) == config) == is_on


lines = st.sampled_from(
    [
        "[all]",
        "[pi4]",
        "[none]",
        "dtparam=spi=on",
        "dtparam=spi=off",
        "#dtparam=spi=on",
        "dtparam=audio=on,spi",
        "x=1",
        "",
    ]
)
configs = st.lists(lines).map("\n".join) | st.text()


@given(configs)
def test_config_grows_once(config: str) -> None:
    """What was there stays in its place, and a second time adds nothing."""
    once = with_spi(config)
    assert once.startswith(config)
    assert with_spi(once) == once


# -- rpi-preseed.toml

words = st.text(st.characters(min_codepoint=32, max_codepoint=126, exclude_characters="\\'"), max_size=12)
KEEP = '# kept\nconfig_version = "1.0"\n'
TAILS = st.sampled_from(["", "\n", '\n[wlan]\nssid = "late = ["\n', "\n[locale]\ntimezone = 'Europe/Madrid'\n"])


@given(st.none() | st.lists(words, max_size=3), TAILS, st.booleans(), st.booleans())
def test_the_command_is_added_once(commands: list[str] | None, tail: str, on_lines: bool, with_early: bool) -> None:
    """Wherever commands are or are not, all settings stay, in their words; a second time adds nothing."""
    text = KEEP
    if commands is not None:
        between = ",\n  " if on_lines else ", "
        early = 'early = ["true"]\n' if with_early else ""
        listed = between.join(f"'{each}'" for each in commands)
        text += f"[runcmd]\n{early}late = [{listed}]\n"
    text += tail
    merged = with_command(text)
    assert tomllib.loads(merged) == tomllib.loads(text) | {
        "runcmd": tomllib.loads(text).get("runcmd", {}) | {"late": [BEGIN, *(commands or [])]}
    }
    assert all(line in merged for line in text.splitlines() if not line.startswith("late = "))
    assert with_command(merged) == merged


@pytest.mark.parametrize("text", ["[runcmd]\nlate = 3\n", "runcmd = 3\n"])
def test_commands_that_are_none_are_refused(text: str) -> None:
    """Nothing is guessed."""
    with pytest.raises(CardError, match="no list of commands"):
        with_command(text)


@pytest.mark.parametrize("text", ["[runcmd\n", "a = " + "[" * 5000, "a = " + "1" * 5000])
def test_a_preseed_that_cannot_be_read_is_refused(text: str) -> None:
    """No TOML, nested too deep, or with a number of too many digits."""
    with pytest.raises(CardError, match="cannot be read"):
        with_command(text)


def test_cloud_init_form_without_a_place_to_add_to_is_reported() -> None:
    """The error names the line that an owner adds by hand."""
    with pytest.raises(CardError, match=r'add "sh /boot/firmware/stadium/begin" to "late" under \[runcmd\] yourself'):
        with_command("runcmd = {}\n")
