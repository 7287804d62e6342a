"""`stadium run` with sound: called in the owner's language, and played all the same without a card or a voice."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import Result
from support.loud import Programs
from support.scoring import command_line

from firmware import wiring
from firmware.cli.main import main
from firmware.devices.sound.alsa import AlsaCard
from firmware.simulated.peripherals import SimulatedSpeaker


@pytest.fixture
def one_frame(tmp_path: Path) -> tuple[str, ...]:
    """One grey picture, in which nothing lies, and neither buttons nor a panel."""
    (tmp_path / "frames").mkdir()
    cv2.imwrite(str(tmp_path / "frames/1.png"), np.full((360, 640, 3), 90, np.uint8))
    return ("--camera", str(tmp_path / "frames"), "--buttons", "none", "--panel", "none")


def run(journal: Path, folder: Path, sound: str, *options: str) -> Result:
    """`stadium run` with that under [sound], in Spanish."""
    config = folder / "mine.toml"
    config.write_text(f'[game]\nlanguage = "es"\n[sound]\n{sound}\n', encoding="utf-8")
    given = ("--config", str(config), "--journal", str(journal), "--headless", *options)
    return command_line().invoke(main, ["run", *given])


def test_a_game_is_called_in_the_owners_language(
    one_frame: tuple[str, ...], journal: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the speaker that the configuration names."""
    speaker = SimulatedSpeaker()
    monkeypatch.setattr(wiring, "Loudspeaker", lambda *_: speaker)
    assert 0 == run(journal, tmp_path, 'driver = "alsa"', *one_frame).exit_code
    text, voice, _ = speaker.spoken[0]
    assert ("es-419", True) == (voice, text.startswith("¡Pleibol! Rojos 0, Azules 0."))


@pytest.mark.parametrize("silence", ['driver = "none"', 'driver = "alsa"\nmute = true', 'driver = "alsa"\nvolume = 0'])
def test_silence_is_silence(
    one_frame: tuple[str, ...], journal: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, silence: str
) -> None:
    """No card is touched where none is to sound."""
    opened = list[str]()
    monkeypatch.setattr(wiring, "AlsaCard", opened.append)
    assert (0, []) == (run(journal, tmp_path, silence, *one_frame).exit_code, opened)


@pytest.mark.parametrize("programs", ["none", "hung", "broken", "fine"])
@pytest.mark.untraced
def test_a_game_needs_neither_card_nor_voice(
    one_frame: tuple[str, ...], journal: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, programs: str
) -> None:
    """Whatever becomes of both programs, the game is played to its end."""
    monkeypatch.setattr(wiring, "AlsaCard", partial(AlsaCard, patience_s=0.0 if programs == "hung" else 10.0))
    installed = Programs(tmp_path, monkeypatch)
    script = {"hung": "exec sleep 600", "broken": "exit 1", "fine": None, "none": None}[programs]
    if programs != "none":
        installed.install_aplay(script)
        installed.install_espeak("exit 1" if programs == "hung" else script)
    result = run(journal, tmp_path, 'driver = "alsa"', *one_frame)
    assert (0, None) == (result.exit_code, result.exception)
