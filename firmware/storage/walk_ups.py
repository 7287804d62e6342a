"""Walk-up sounds: what owners send for a player or a team is checked, made short and no louder than the rest, and kept.

Rules kept here: no more of a file is decoded than is kept, so that a small one cannot fill the memory. What is kept is
made of the samples alone, one channel of 16 bits, as every sound of the box. WAV is read without a library; for OGG,
FLAC and MP3 there must be python3-soundfile.
"""

from __future__ import annotations

import wave
from collections.abc import Iterable
from io import BytesIO
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from firmware.devices.sound.repertoire import MOST, Samples
from firmware.devices.sound.synthesis import RATE
from firmware.paths import WALK_UP, WALK_UPS
from firmware.storage.named_files import NamedFiles
from scoreboard.errors import UnusableFileError
from scoreboard.message import message

ADDRESS: Final = "/api/walk-ups/"
LONGEST_S: Final = 10
"""Seconds that are kept of a sound; more is faded out."""
FADE_S: Final = 1.0
SHORTEST_S: Final = 0.1
LOUDNESS, PEAK, MOST_GAIN = 0.12, 0.7, 8.0
"""Its root mean square and its highest at most, where 1 is full scale; and how much louder it is made at most."""
RATES: Final = (4_000, 96_000)
MOST_CHANNELS: Final = 2
WIDEST: Final = 4
"""Bytes of a sample."""
Signal = npt.NDArray[np.float64]


def walk_up_sounds(journal: Path) -> NamedFiles:
    """Those beside the games."""
    return NamedFiles(journal.parent / WALK_UPS, WALK_UP, ADDRESS, walk_up)


def tune_of(files: NamedFiles, names: Iterable[str]) -> Samples | None:
    """The sound of the first of those names that has one; None where none has."""
    for name in names:
        if (kept := files.of(name)) is not None and (samples := samples_of(kept)) is not None:
            return samples
    return None


def walk_up(sent: bytes) -> bytes:
    """The sound as a file of ours. Raises `UnusableFileError` if it is none, or there is nothing to be heard."""
    signal, rate = _wav(sent) if sent[:4] == b"RIFF" else _decoded(sent)
    if len(signal) < SHORTEST_S * rate:
        raise UnusableFileError(message("walk-up.silent"))
    mono = _resampled(signal.mean(axis=1), rate)[: LONGEST_S * RATE]
    if not np.isfinite(mono).all() or not np.abs(mono).max() > 1 / MOST:
        raise UnusableFileError(message("walk-up.silent"))
    loud = float(np.sqrt(np.mean(mono**2)))
    mono *= min(LOUDNESS / loud, PEAK / float(np.abs(mono).max()), MOST_GAIN)
    fade = min(round(FADE_S * RATE), mono.size)
    if mono.size == LONGEST_S * RATE:
        mono[-fade:] *= np.linspace(1, 0, fade)
    return _file(np.rint(mono * MOST).astype("<i2"))


def samples_of(kept: bytes) -> Samples | None:
    """What a card plays of a file of ours; None where it is none."""
    try:
        with wave.open(BytesIO(kept)) as file:
            form = file.getnchannels(), file.getsampwidth(), file.getframerate()
            if form != (1, 2, RATE) or file.getnframes() > LONGEST_S * RATE:
                return None
            return np.frombuffer(file.readframes(file.getnframes()), "<i2").astype(np.int16)
    except (wave.Error, EOFError, ValueError, RuntimeError):
        return None


def _wav(sent: bytes) -> tuple[Signal, int]:
    """The beginning of a WAV file of whole numbers, of 8 to 32 bits; shape (samples, channels)."""
    try:
        with wave.open(BytesIO(sent)) as file:
            channels, width, rate = file.getnchannels(), file.getsampwidth(), file.getframerate()
            _check(rate, channels)
            if width > WIDEST:
                raise UnusableFileError(message("walk-up.no-sound"))
            raw = file.readframes((LONGEST_S + 1) * rate)
    except (wave.Error, EOFError, ValueError, RuntimeError) as error:
        if "unknown format" in str(error):  # floats, or another code
            return _decoded(sent)
        raise UnusableFileError(message("walk-up.damaged")) from error
    whole = np.frombuffer(raw, np.uint8)
    whole = whole[: whole.size - whole.size % (width * channels)].reshape(-1, width)
    if width == 1:
        return (whole.reshape(-1, channels) - 128.0) / 128, rate
    wide = np.zeros((len(whole), WIDEST), np.uint8)
    wide[:, WIDEST - width :] = whole  # the highest byte is last, and has the sign
    return wide.view("<i4").reshape(-1, channels) / 2.0**31, rate


def _decoded(sent: bytes) -> tuple[Signal, int]:
    """The beginning of any other sound that the library knows."""
    try:
        import soundfile
    except (ImportError, OSError) as error:  # without the library that it wraps
        raise UnusableFileError(message("walk-up.no-library")) from error
    library: Any = soundfile
    try:
        with library.SoundFile(BytesIO(sent)) as file:
            _check(file.samplerate, file.channels)
            signal = file.read((LONGEST_S + 1) * file.samplerate, "float64", always_2d=True)
            return np.asarray(signal, np.float64), int(file.samplerate)
    except (library.SoundFileError, RuntimeError, ValueError, TypeError) as error:
        raise UnusableFileError(message("walk-up.no-sound")) from error


def _check(rate: int, channels: int) -> None:
    if not (RATES[0] <= rate <= RATES[1] and 1 <= channels <= MOST_CHANNELS):
        raise UnusableFileError(message("walk-up.no-sound"))


def _resampled(signal: Signal, rate: int) -> Signal:
    """The same at the rate of the box; what it cannot hold is dulled first."""
    if rate > RATE:
        width = round(rate / RATE)
        signal = np.convolve(signal, np.full(width, 1 / width), "same") if width > 1 else signal
    places = np.arange(int(signal.size * RATE / rate)) * (rate / RATE)
    return np.asarray(np.interp(places, np.arange(signal.size), signal), np.float64)


def _file(samples: npt.NDArray[np.int16]) -> bytes:
    file = BytesIO()
    with wave.open(file, "wb") as writer:
        writer.setnchannels(1)
        writer.setsampwidth(2)
        writer.setframerate(RATE)
        writer.writeframes(samples.tobytes())
    return file.getvalue()
