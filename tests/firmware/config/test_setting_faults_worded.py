"""What cannot be is said beside the setting in the reader's language, and with what to do."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from firmware.config.owners_settings import OwnersSettings, SettingsPlace
from scoreboard.language import language
from scoreboard.web.owner.setting_routes import WrongSettingError

FOREIGN = ("regex", "Expected", "there is no", "write", "stadium ", "`")
"""What no Spanish sentence for an owner has."""


@pytest.mark.parametrize(
    ("key", "value", "expected"),
    [
        ("game.away.color", "pinkish", "ningún dado se llama pinkish; elige uno de red, orange"),
        ("game.away.color", "gry", "ningún dado se llama gry; elige uno de red, orange"),
        ("game.away.color", "RED", "minúsculas"),
        ("game.away.color", " red", "sin espacios"),
        ("panel.night", "25:00-07:00", "dos horas del día, como 22:00-07:00"),
        ("camera.device", "x", "la ruta entera, como /dev"),
        ("eyes.colors", {"grey": 3}, "una línea por cada uno"),
        ("sound.device", "x;y", "hw:0,0 o plughw:CARD=Device"),
        ("web.address", "a b", "así no se escribe"),
        ("eyes.dice", "mine", "la ruta entera, como "),
        ("buttons.pins.ok", 17, "el pin 17 ya está"),
        ("buttons.pins.ok", 10, "el pin 10 ya está"),
        ("nope.x", 1, "no hay ese ajuste"),
        ("panel.width", "x", "un número entero"),
    ],
)
def test_fault_is_in_the_readers_language(tmp_path: Path, key: str, value: Any, expected: str) -> None:  # noqa: ANN401 - JSON
    """The sentence names the key, and beside the setting stands the same without it."""
    access = OwnersSettings(SettingsPlace(tmp_path, None, tmp_path / "stadium.toml"), {})
    with pytest.raises(WrongSettingError) as refused:
        asyncio.run(access.change({key: value}))
    spanish = language("es")
    sentence = spanish.say(refused.value.words)
    assert (True, True) == (f": {key}: " in sentence, expected in sentence)
    fields = {each: spanish.say(words) for each, words in refused.value.fields.items()}
    assert fields in ({}, {key: sentence.removeprefix("Ese ajuste no puede ser así: ").removeprefix(f"{key}: ")[:-1]})
    assert [] == [each for each in FOREIGN if each in sentence]
