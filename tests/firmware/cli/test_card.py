"""`stadium card`: a stadium makes a card for the next one."""

from __future__ import annotations

from errno import EACCES, EIO, ENODEV, EROFS
from os import strerror
from pathlib import Path

import pytest
from click.testing import Result
from support.scoring import command_line

from firmware.card.package_closure import Fetched
from firmware.cli import card as command
from firmware.cli.main import main
from firmware.update.gate import System


def card(*words: str) -> Result:
    """`stadium card` with these words."""
    return command_line().invoke(main, ["card", *words])


@pytest.fixture
def bootfs(tmp_path: Path) -> Path:
    """A card as Imager leaves it."""
    folder = tmp_path / "bootfs"
    folder.mkdir()
    for name in ("config.txt", "cmdline.txt", "user-data"):
        (folder / name).touch()
    return folder


@pytest.fixture
def stadium(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A stadium on which version 1.2 is installed; returns the file that apt fetches for it."""

    def run(_: System, *words: str) -> tuple[bool, str]:
        if "--build" in words:
            Path(words[-1]).write_bytes(b"made of its files")
        return True, "1.2" if "--show" in words else ""

    monkeypatch.setattr(System, "run", run)
    monkeypatch.setattr(command, "WORKING", tmp_path)
    monkeypatch.setattr(command, "sources_of_this_system", lambda: None)
    other = tmp_path / "python3_3.13_arm64.deb"
    other.write_bytes(b"python")
    monkeypatch.setattr(command, "fetch", lambda package, *_: Fetched([package, other], ["python3-picamera2"]))
    return other


def test_the_card_has_all_that_runs_here(stadium: Path, bootfs: Path, tmp_path: Path) -> None:
    """This version, made of its files, and the packages; what is missing is named, and nothing is left behind."""
    made = card(str(bootfs))
    assert 0 == made.exit_code
    laid = bootfs / "stadium/packages"
    assert b"made of its files" == (laid / "stadium-scoreboard_1.2_all.deb").read_bytes()
    assert stadium.read_bytes() == (laid / stadium.name).read_bytes()
    assert "1 packages lie on it." in made.stdout
    assert "does without: python3-picamera2" in made.stdout
    assert f"Unmount {bootfs}" in made.stdout
    assert not list(tmp_path.glob("stadium-card-*"))


@pytest.mark.usefixtures("stadium")
def test_the_new_one_may_fetch_for_itself(bootfs: Path) -> None:
    """Then this version alone lies on the card."""
    assert 0 == card(str(bootfs), "--fetch-there").exit_code
    assert b"made of its files" == (bootfs / "stadium/stadium-scoreboard_1.2_all.deb").read_bytes()
    assert not (bootfs / "stadium/packages").exists()


@pytest.mark.usefixtures("stadium")
def test_another_folder_is_refused(tmp_path: Path) -> None:
    """In one line, with what to do."""
    refused = card(str(tmp_path))
    assert (2, 1) == (refused.exit_code, len(refused.stderr.splitlines()))
    assert "no boot partition of Raspberry Pi OS" in refused.stderr


@pytest.mark.usefixtures("stadium")
@pytest.mark.parametrize("why", [EROFS, EIO, EACCES, ENODEV])
def test_card_that_cannot_be_written_is_reported(bootfs: Path, monkeypatch: pytest.MonkeyPatch, why: int) -> None:
    """A locked card or one that was pulled out: one line, which blames no fault of the program."""

    def refuse(*_: object) -> None:
        raise OSError(why, strerror(why), str(bootfs / "config.txt"))

    monkeypatch.setattr(command, "lay_down", refuse)
    refused = card(str(bootfs))
    assert (2, 1) == (refused.exit_code, len(refused.stderr.splitlines()))
    assert f"config.txt cannot be written: {strerror(why)}" in refused.stderr


def test_where_it_is_not_installed_it_says_what_to_do(bootfs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a clone of the project."""
    monkeypatch.setattr(System, "run", lambda *_: (False, ""))
    refused = card(str(bootfs))
    assert 2 == refused.exit_code
    assert "take make card instead, docs/card.md" in refused.stderr
