"""What owners send as a walk-up sound becomes a short one of ours, no louder than the rest, or is refused in words."""

from __future__ import annotations

import sys
import wave
from contextlib import suppress
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
import soundfile
from hypothesis import given
from hypothesis import strategies as st

from firmware.devices.sound.repertoire import MOST
from firmware.devices.sound.synthesis import RATE
from firmware.storage.named_files import LARGEST
from firmware.storage.walk_ups import (
    LONGEST_S,
    LOUDNESS,
    PEAK,
    samples_of,
    tune_of,
    walk_up,
    walk_up_sounds,
)
from scoreboard.errors import UnusableFileError
from scoreboard.language import ENGLISH

HERTZ = 440


def tone(seconds: float = 1.0, rate: int = RATE, level: float = 0.5) -> np.ndarray:
    """A note."""
    return level * np.sin(2 * np.pi * HERTZ * np.arange(round(seconds * rate)) / rate)


def wav(signal: np.ndarray, rate: int = RATE, *, width: int = 2, channels: int = 1) -> bytes:
    """A WAV file of it, the same on each channel."""
    file = BytesIO()
    whole = np.rint(signal * (2 ** (8 * width - 1) - 1)).astype("<i4").repeat(channels)
    raw = (whole + 128).astype(np.uint8).tobytes() if width == 1 else whole.view(np.uint8).reshape(-1, 4)[:, :width]
    with wave.open(file, "wb") as writer:
        writer.setnchannels(channels)
        writer.setsampwidth(width)
        writer.setframerate(rate)
        writer.writeframes(raw if isinstance(raw, bytes) else raw.tobytes())
    return file.getvalue()


def other(kind: str, **options: str) -> bytes:
    """A sound of another kind."""
    file = BytesIO()
    soundfile.write(file, tone(rate=44_100), 44_100, format=kind, **options)
    return file.getvalue()


def heard(sent: bytes) -> np.ndarray:
    """What is kept of it, between -1 and 1."""
    samples = samples_of(walk_up(sent))
    assert samples is not None
    return samples / MOST


def pitch(signal: np.ndarray) -> float:
    """The loudest note."""
    return float(np.argmax(np.abs(np.fft.rfft(signal)))) * RATE / signal.size


@pytest.mark.parametrize("width", [1, 2, 3, 4])
@pytest.mark.parametrize(("rate", "channels"), [(8_000, 1), (RATE, 2), (44_100, 2), (96_000, 2)])
def test_a_wav_of_any_width_and_rate_sounds_the_same(width: int, rate: int, channels: int) -> None:
    """A second of the same note, at the loudness of the others."""
    signal = heard(wav(tone(rate=rate), rate, width=width, channels=channels))
    assert RATE == pytest.approx(signal.size, abs=2)
    assert HERTZ == pytest.approx(pitch(signal), abs=2)
    assert LOUDNESS == pytest.approx(float(np.sqrt(np.mean(signal**2))), rel=0.02)


@pytest.mark.parametrize(
    ("kind", "options"),
    [("OGG", {}), ("FLAC", {}), ("MP3", {}), ("WAV", {"subtype": "FLOAT"}), ("WAVEX", {"subtype": "PCM_24"})],
)
def test_other_kinds_are_read_by_the_library(kind: str, options: dict[str, str]) -> None:
    """What phones and the web have; MP3 begins with some silence."""
    signal = heard(other(kind, **options))
    assert HERTZ == pytest.approx(pitch(signal), abs=2)
    assert RATE == pytest.approx(signal.size, rel=0.1)


def test_what_is_long_is_cut_and_faded_and_what_is_loud_is_not_louder() -> None:
    """Ten seconds; a quiet one is not blown up without end, and clicks stay in the range."""
    signal = heard(wav(tone(25, 8_000, 1.0), 8_000))
    assert LONGEST_S * RATE == signal.size
    assert abs(signal[-1]) < 0.01
    click = np.zeros(RATE)
    click[100] = 1.0
    assert PEAK == pytest.approx(np.abs(heard(wav(click))).max(), rel=0.01)
    assert np.abs(heard(wav(tone(level=0.001)))).max() < 0.01
    assert len(walk_up(wav(tone(25, 8_000), 8_000))) <= LARGEST


def test_an_hour_in_a_small_file_is_not_unpacked() -> None:
    """Of an hour of silence with a note, ten seconds are decoded."""
    file = BytesIO()
    with soundfile.SoundFile(file, "w", 8_000, 1, format="FLAC") as flac:
        flac.write(tone(1, 8_000))
        for _ in range(60):
            flac.write(np.zeros(60 * 8_000))
    assert len(file.getvalue()) < 1 << 20
    assert LONGEST_S * RATE == heard(file.getvalue()).size


BAD = {
    "nothing": b"",
    "a text": b"hello",
    "half a head": wav(tone())[:30],
    "a WAV that claims more than it has, of nothing": wav(np.zeros(0)),
    "nothing, of a rate above ours": wav(np.zeros(0), 96_000),
    "less than a moment, of a rate above ours": wav(tone(0.0001, 96_000), 96_000),
    "silence": wav(np.zeros(RATE)),
    "too short to be heard": wav(tone(0.01)),
    "a rate that no card has": wav(tone(), 100),
    "a cut MP3": b"ID3\x04" + bytes(200),
    "a WAV of an unknown code": wav(tone()).replace(b"fmt \x10\x00\x00\x00\x01", b"fmt \x10\x00\x00\x00\x77"),
}


@pytest.mark.parametrize("what", BAD)
def test_what_is_no_sound_is_refused_in_words(what: str) -> None:
    """It says what to send instead."""
    with pytest.raises(UnusableFileError) as refused:
        walk_up(BAD[what])
    assert "send" in ENGLISH(refused.value.words)


@given(st.binary(max_size=200), st.integers(0, 60))
def test_whatever_is_sent_is_a_sound_or_refused(noise: bytes, at: int) -> None:
    """A WAV that was written over raises nothing else."""
    whole = wav(tone(0.2, 8_000), 8_000)
    for sent in (noise, whole[:at] + noise + whole[at + len(noise) :]):
        with suppress(UnusableFileError):
            assert samples_of(walk_up(sent)) is not None


def test_without_the_library_wav_is_read_and_the_rest_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """It says what to install."""
    monkeypatch.setitem(sys.modules, "soundfile", None)
    assert heard(wav(tone())).size
    with pytest.raises(UnusableFileError) as refused:
        walk_up(b"OggS" + bytes(50))
    assert "python3-soundfile" in ENGLISH(refused.value.words)


def test_the_nearest_name_has_the_tune(tmp_path: Path) -> None:
    """The player's, else the team's; none where neither has one, or the disk has lost it."""
    files = walk_up_sounds(tmp_path / "games.sqlite")
    files.keep("Reds", wav(tone(0.2)))
    files.keep("Ana", wav(tone(0.4)))
    tunes = [tune_of(files, names) for names in (("Ana", "Reds"), ("Leo", "Reds"), ("Mia",))]
    assert [round(0.4 * RATE), round(0.2 * RATE), None] == [None if tune is None else tune.size for tune in tunes]
    for file in (tmp_path / "walk-ups").iterdir():
        file.write_bytes(b"RIFF")
    assert None is tune_of(files, ("Ana", "Reds"))
