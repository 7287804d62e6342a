"""A bad configuration never keeps the panel dark, and the bad file is left for its owner."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from support.lab import examples

from firmware.config.fallback import LAST_GOOD, LoadedConfig, keep_last_good
from firmware.config.fallback import settings as found
from firmware.errors import ConfigError
from scoreboard.language import ENGLISH

NINE = "[game]\ninnings = 9\n"


@pytest.fixture
def owners(tmp_path: Path) -> Path:
    """The owner's file."""
    file = tmp_path / "etc" / "stadium.toml"
    file.parent.mkdir()
    return file


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """The folder of the games, not made yet."""
    return tmp_path / "home"


def panels(loaded: LoadedConfig) -> list[str]:
    """What the panels are told."""
    return [ENGLISH(sign.panel, "panel") for sign in loaded.warnings]


def test_shipped_settings_without_a_file(owners: Path, home: Path) -> None:
    """That is no fault, and nothing is said."""
    loaded = found(home, None, owners)
    assert (3, []) == (loaded.config.game.innings, panels(loaded))


def test_sound_file_is_copied(owners: Path, home: Path) -> None:
    """A copy of it lies with the games."""
    owners.write_text(NINE, encoding="utf-8")
    loaded = found(home, None, owners)
    assert (9, []) == (loaded.config.game.innings, panels(loaded))
    keep_last_good(home, owners)
    assert NINE == (home / LAST_GOOD).read_text(encoding="utf-8")


def test_to_look_changes_nothing(owners: Path, home: Path) -> None:
    """A program that only reads the settings, as the doctor does, leaves no copy."""
    owners.write_text(NINE, encoding="utf-8")
    found(home, None, owners)
    assert not home.exists()


def test_a_half_written_file_falls_back_to_the_last_good_one(owners: Path, home: Path) -> None:
    """The owner's last sound settings hold, it is said, and the file stays as it is."""
    owners.write_text(NINE, encoding="utf-8")
    keep_last_good(home, owners)
    owners.write_text("[game]\ninnings = ", encoding="utf-8")
    keep_last_good(home, owners)
    loaded = found(home, None, owners)
    assert (9, ["OLD SETTINGS USED"]) == (loaded.config.game.innings, panels(loaded))
    assert str(owners) in ENGLISH(loaded.warnings[0].sentence)
    assert "[game]\ninnings = " == owners.read_text(encoding="utf-8")


def test_bad_file_and_copy_use_shipped_settings(owners: Path, home: Path) -> None:
    """Also where the last good one has been damaged itself."""
    owners.write_text("[game]\ninnings = 1000", encoding="utf-8")
    home.mkdir()
    (home / LAST_GOOD).write_bytes(b"\xff\xfe")
    loaded = found(home, None, owners)
    assert (3, ["SETTINGS BROKEN DEFAULTS USED"]) == (loaded.config.game.innings, panels(loaded))


@pytest.mark.parametrize("first", ["panel", "buttons"])
def test_copy_that_an_update_made_bad_keeps_its_panel(owners: Path, home: Path, first: str) -> None:
    """The copy is as bad as the file then, and the shipped panel may not be the one that hangs there."""
    text = {"panel": '[panel]\ndriver = "ws2812"\n', "buttons": "[buttons.pins]\nok = 8\n"}
    owners.write_text(text.pop(first) + "".join(text.values()), encoding="utf-8")
    home.mkdir()
    (home / LAST_GOOD).write_bytes(owners.read_bytes())
    loaded = found(home, None, owners)
    assert ["SETTINGS BROKEN DEFAULTS USED"] == panels(loaded)
    assert ("ws2812", 6) == (loaded.config.panel.driver, loaded.config.buttons.pins.ok)


def test_a_file_that_a_person_has_just_named_is_refused(owners: Path, home: Path) -> None:
    """With --config somebody sits at the keyboard, and is told."""
    owners.write_text("nonsense", encoding="utf-8")
    with pytest.raises(ConfigError):
        found(home, owners)


def test_failed_copy_of_the_settings_is_no_error(owners: Path, tmp_path: Path) -> None:
    """The settings hold although they cannot be remembered."""
    owners.write_text(NINE, encoding="utf-8")
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    keep_last_good(tmp_path / "file" / "home", owners)
    assert 9 == found(tmp_path / "file" / "home", None, owners).config.game.innings


@settings(max_examples=examples(50), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(0, len(NINE)), st.binary(max_size=40))
@example(0, b'[game.away]\nname = "A"\ncolor = "blue"\n')
@example(0, b"[panel]\nwidth = 40\n")
@pytest.mark.untraced
def test_no_damage_keeps_it_from_starting(owners: Path, home: Path, cut: int, rubbish: bytes) -> None:
    """Cut off anywhere and followed by anything, or asking for what cannot be: there are settings to play with."""
    content = NINE.encode()[:cut] + rubbish
    owners.write_bytes(content)
    assert found(home, None, owners).config.game.setup()
    assert content == owners.read_bytes()
