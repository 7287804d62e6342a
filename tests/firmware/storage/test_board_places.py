"""Where pieces stand on the board of this box: the owner's file, else the printed stadium."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec import structs

from firmware.config.schema import Config, shipped
from firmware.errors import ConfigError
from firmware.storage.board_places import board_places
from vision.board.marked_places import of_field
from vision.geometry.stadium import STADIUM

OWN = "[board]\nmarkers = true\n[places]\n0 = [1, -130]\n6 = [97, -35]\n"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the games."""
    monkeypatch.setenv("STADIUM_HOME", str(tmp_path))
    return tmp_path


def with_camera(source: str) -> Config:
    """A configuration with that camera."""
    config = shipped()
    return structs.replace(config, camera=structs.replace(config.camera, source=source))


def test_the_printed_stadium_until_the_owner_has_tapped_another(home: Path) -> None:
    """A simulated stadium, which has no camera, is the printed one also then."""
    assert of_field(STADIUM).standing == board_places(with_camera("usb")).standing
    (home / "places.toml").write_text(OWN)
    assert {0: (1.0, -130.0), 6: (97.0, -35.0)} == board_places(with_camera("usb")).standing
    assert of_field(STADIUM).standing == board_places(with_camera("none")).standing


def test_a_file_that_cannot_be_used_is_never_another_board(home: Path) -> None:
    """The error names it and the key, and what to do."""
    (home / "places.toml").write_text(OWN.replace("97", "true"))
    with pytest.raises(ConfigError, match=r"places\.toml: places\.6 takes two numbers.*stadium calibrate --places"):
        board_places(with_camera("usb"))
