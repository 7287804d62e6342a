"""Every text in the settings has a closed form, and every path stays within the scoreboard's own places."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from support.root_box import HOSTILE, SHELL

from firmware.config.fallback import SET_HERE, settings
from firmware.config.owners_settings import OwnersSettings, SettingsPlace
from firmware.config.schema import check, setting_keys
from firmware.config.setting_keys import SettingKey
from firmware.config.teams import Roster
from firmware.devices.protocols import AccessPoint
from firmware.errors import ConfigError
from scoreboard.language import ENGLISH
from scoreboard.rules.deck import Deck
from scoreboard.rules.events import Setup
from scoreboard.rules.visible import SEEN
from scoreboard.web.owner.setting_routes import WrongSettingError

WITH_FORM = tuple(key for key, each in setting_keys().items() if each.form is not None)
"""Texts that reach a library, a device, the network or a program."""
PATHS = tuple(key for key, each in setting_keys().items() if each.is_path)
"""The settings that are paths of files or folders."""
CHECKED_ELSEWHERE = {"eyes.colors"}
"""Names of dice that are known; what they are called has letters that can be seen (`EyesConfig`)."""


def texts(schema: Any) -> Iterator[dict[str, Any]]:  # noqa: ANN401 - JSON
    """Every part of a setting's schema that lets anybody write a text."""
    if isinstance(schema, dict):
        if schema.get("type") == "string" and "enum" not in schema:
            yield schema
        for part in schema.values():
            yield from texts(part)
    elif isinstance(schema, list):
        for part in schema:
            yield from texts(part)


def is_closed(key: SettingKey) -> bool:
    """Whether every text of it has a form of its own, anchored at both ends, or is a name as the rules have it."""
    found = [text.get("pattern", "") for text in texts(key.schema)]
    if key.form is not None:
        return found == [key.form.pattern] and key.form.pattern.startswith("^") and key.form.pattern.endswith(r"\Z")
    return all(pattern == SEEN for pattern in found)


def test_every_text_that_can_be_set_has_a_closed_form() -> None:
    """A new setting that is a text fails here until it has a form, or is one of the paths, or has its own check."""
    free = {key for key, each in setting_keys().items() if not is_closed(each)}
    assert set() == free - {*PATHS, *CHECKED_ELSEWHERE}, "mark these with a `text_form` (firmware/text_forms.py)"
    assert free == {*PATHS, *CHECKED_ELSEWHERE}


@pytest.mark.parametrize("kind", [AccessPoint, Roster, Deck, Setup])
def test_every_text_of_the_other_files_has_a_closed_form(kind: type[msgspec.Struct]) -> None:
    """The own Wi-Fi, the teams, the cards and the first line of a game; its moment is parsed (`journal.timestamps`)."""
    free = [each for each in texts(msgspec.json.schema(kind)) if "pattern" not in each]
    assert free == ([{"type": "string"}] if kind is Setup else [])


@pytest.mark.parametrize("key", [*WITH_FORM, *PATHS])
@pytest.mark.parametrize("value", HOSTILE)
@pytest.mark.untraced
def test_nothing_but_a_name_is_taken(key: str, value: str) -> None:
    """No quote, pipe, option, definition or control reaches a program; the error names the file and the key."""
    *tables, name = key.split(".")
    values: dict[str, Any] = {name: value}
    for table in reversed(tables):
        values = {table: values}
    with pytest.raises(ConfigError, match=f"mine.toml: {key}: "):
        check(values, "mine.toml")


@pytest.mark.parametrize(
    "card",
    ["default", "hw:0", "hw:0,0", "plughw:CARD=Device,DEV=0", "sysdefault:CARD=Headphones", "hdmi:CARD=vc4hdmi0,DEV=0"],
)
def test_cards_are_taken_as_they_are_listed(card: str) -> None:
    """Each as `aplay -L` has it on a Pi."""
    assert check({"sound": {"device": card}}, "x").sound.device == card


@pytest.fixture
def there(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> SettingsPlace:
    """A scoreboard whose owner's file is not the service's to write, and a family's folder of photos beside it."""
    place = tmp_path_factory.mktemp("s")  # a short name: of a long path an error leaves the middle out
    for name in ("home", "etc", "photos"):
        (place / name).mkdir()
    monkeypatch.setenv("STADIUM_HOME", str(place / "home"))
    monkeypatch.setattr("firmware.config.owners_file.is_ours", lambda *_: False)
    return SettingsPlace(place / "home", None, place / "etc" / "stadium.toml")


@pytest.mark.parametrize("key", PATHS)
@pytest.mark.parametrize("way", ["straight", "link", "dots"])
def test_page_sets_no_path_elsewhere(there: SettingsPlace, key: str, way: str) -> None:
    """Neither straight, nor through a link, nor by dots; the page says where it may be."""
    photos = there.home.parent / "photos"
    (there.home / "link").symlink_to(photos)
    path = {"straight": photos, "link": there.home / "link", "dots": f"{there.home}/../photos"}[way]
    with pytest.raises(WrongSettingError) as refused:
        asyncio.run(OwnersSettings(there, {}).change({key: str(path), "game.rules": "rallybird"}))
    assert f"have it in {there.home}" in ENGLISH(refused.value.fields[key])
    assert not (there.home / SET_HERE).exists()


def test_page_sets_a_path_within(there: SettingsPlace) -> None:
    """A folder with the games is the scoreboard's own."""
    (there.home / "tables").mkdir()
    asyncio.run(
        OwnersSettings(there, {}).change({"camera.source": "folder", "camera.path": str(there.home / "tables")})
    )
    assert settings(*there).config.camera.path == str(there.home / "tables")


def test_what_a_backup_brought_is_left_out_alone_and_named(there: SettingsPlace) -> None:
    """A restored file with a device that is a shell: that section is left out, all others hold, and it is said."""
    shell = '[sound]\ndriver = "alsa"\ndevice = "tee:null,\'|id\',raw"\n'
    shell += '[camera]\nsource = "none"\n[journal]\nlimit_mb = 7\n'
    (there.home / SET_HERE).write_text(shell, encoding="utf-8")
    loaded = settings(*there)
    assert "default" == loaded.config.sound.device
    assert "none" == loaded.config.camera.source
    assert 7 == loaded.config.journal.limit_mb
    (warned,) = loaded.warnings
    assert "sound.device: write a card" in ENGLISH(warned.sentence)


def test_what_was_left_out_goes_with_the_next_change(there: SettingsPlace) -> None:
    """The page is not shut by what cannot be used; the former file is kept beside the new one."""
    (there.home / SET_HERE).write_text(f"[journal]\nlimit_mb = 7\n{SHELL.format('x')}", encoding="utf-8")
    asyncio.run(OwnersSettings(there, {}).change({"sound.volume": 3}))
    loaded = settings(*there)
    assert 7 == loaded.config.journal.limit_mb
    assert 3 == loaded.config.sound.volume
    assert "default" == loaded.config.sound.device
    assert () == loaded.warnings
