"""What the menu sets: in the owner's file with its comments, or beside the games where that is not ours to write."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from firmware.config import owners_file
from firmware.config.fallback import SET_HERE, loaded, settings
from firmware.config.owners_file import keep_here

BRIGHT = {"panel": {"brightness": 120}}
OWNERS = "# ours\n[panel]\nbrightness = 24 # dim, for the night\nheight = 32\n"


@pytest.fixture
def owners(tmp_path: Path) -> Path:
    """The owner's file, written a while ago."""
    file = tmp_path / "etc" / "stadium.toml"
    file.parent.mkdir()
    file.write_text(OWNERS)
    os.utime(file, (1000, 1000))
    return file


def read_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """/etc is not ours to write, as a service has it."""
    monkeypatch.setattr(owners_file.os, "access", lambda *_: False)


def test_it_goes_into_the_owners_file_with_its_comments(tmp_path: Path, owners: Path) -> None:
    """Nothing else of it changes."""
    assert owners == keep_here(tmp_path, {**BRIGHT, "game": {"language": "es"}}, owners=owners)
    assert OWNERS.replace("24", "120") in owners.read_text()
    config = settings(tmp_path, owners=owners).config
    assert (120, 32, "es") == (config.panel.brightness, config.panel.height, config.game.language)


def test_a_service_keeps_it_beside_the_games(tmp_path: Path, owners: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The owner's file stays as it is, and the next start has what was set, with all else of the file.

    Also where that was written with the right time, and the box has not got it yet.
    """
    read_only(monkeypatch)
    os.utime(owners, (1 << 33, 1 << 33))
    assert tmp_path / SET_HERE == keep_here(tmp_path, BRIGHT, owners=owners)
    keep_here(tmp_path, {"sound": {"mute": True}}, owners=owners)
    assert OWNERS == owners.read_text()
    for config in (settings(tmp_path, owners=owners).config, loaded(tmp_path, owners=owners)):
        assert (120, 32, True) == (config.panel.brightness, config.panel.height, config.sound.mute)


def test_what_the_owner_writes_afterwards_goes_first(
    tmp_path: Path, owners: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Key by key: what he does not name stays as it was set here."""
    read_only(monkeypatch)
    keep_here(tmp_path, {**BRIGHT, "sound": {"mute": True}}, owners=owners)
    os.utime(tmp_path / SET_HERE, (2000, 2000))
    os.utime(owners, (3000, 3000))
    config = settings(tmp_path, owners=owners).config
    assert (24, True) == (config.panel.brightness, config.sound.mute)


def test_a_damaged_file_of_ours_changes_nothing(tmp_path: Path, owners: Path) -> None:
    """Nor one that does not go with the owner's; and without an owner's file it holds by itself."""
    (tmp_path / SET_HERE).write_text("[panel]\nbrightness = 12000\n")
    assert 24 == settings(tmp_path, owners=owners).config.panel.brightness
    (tmp_path / SET_HERE).write_text("[panel]\nbrightness = 120\n")
    assert 120 == settings(tmp_path, owners=tmp_path / "nothing.toml").config.panel.brightness


def test_a_file_that_is_named_is_all_that_counts(tmp_path: Path, owners: Path) -> None:
    """What was set in another run is not laid over it."""
    (tmp_path / SET_HERE).write_text("[panel]\nbrightness = 120\n")
    assert 24 == settings(tmp_path, owners).config.panel.brightness
