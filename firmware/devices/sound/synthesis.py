"""Sounds from arithmetic: noise, notes and envelopes. No recording, no licence and no file."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

Wave: TypeAlias = NDArray[np.float64]
"""Samples from -1 to 1."""
Envelope = Sequence[tuple[float, float]]
"""Seconds and loudness; straight lines between them."""

RATE: Final = 22_050
"""Samples a second: as many as espeak-ng makes."""
ORGAN: Final = (1.0, 0.5, 0.35, 0.2, 0.12)
"""How loud each multiple of a note's frequency is: an organ, more or less."""
BRASS: Final = (1.0, 0.9, 0.8, 0.7, 0.5, 0.4, 0.3, 0.2)
PURE: Final = (1.0,)
FADE_S: Final = 0.012
STEPS: Final = {"C": -9, "D": -7, "E": -5, "F": -4, "G": -2, "A": 0, "B": 2}
"""Semitones from the A of the same octave."""
A4: Final = 440.0


def tune(notes: str, beat_s: float, voice: Sequence[float] = ORGAN) -> Wave:
    """Notes one after the other: ``C5 Eb5:2 -``: a name with its octave, ``:`` how many beats, ``-`` for a rest."""
    return scaled(np.concatenate([_note(each, beat_s, voice) for each in notes.split()]))


def chord(notes: str, seconds: float, voice: Sequence[float] = BRASS) -> Wave:
    """Notes at once."""
    return scaled(reduce(np.add, (_note(each, seconds, voice) for each in notes.split())))


def _note(written: str, beat_s: float, voice: Sequence[float]) -> Wave:
    name, _, beats = written.partition(":")
    seconds = beat_s * float(beats or 1)
    return tone(0.0 if name == "-" else pitch(name), seconds, voice)


def pitch(name: str) -> float:
    """A note's frequency: ``A4`` is 440 Hz, ``Eb4`` is half a tone below ``E4``."""
    half = name.count("#") - name.count("b")
    return float(A4 * 2 ** (int(name[-1]) - 4 + (STEPS[name[0]] + half) / 12))


def tone(hertz: float, seconds: float, voice: Sequence[float] = PURE, to_hertz: float = 0.0) -> Wave:
    """A note with a soft beginning and end; gliding if it ends on another pitch."""
    t = _times(seconds)
    phase = 2 * np.pi * np.cumsum(np.linspace(hertz, to_hertz or hertz, t.size)) / RATE
    waves = sum((loud * np.sin(times * phase) for times, loud in enumerate(voice, 1)), np.zeros(t.size))
    return np.asarray(waves * np.clip(np.minimum(t, t[-1] - t) / FADE_S, 0, 1))


def ring(seconds: float, *modes: tuple[float, float]) -> Wave:
    """What is struck: each mode of it is a frequency, and the seconds in which it fades to a third."""
    t = _times(seconds)
    return scaled(reduce(np.add, (np.sin(2 * np.pi * hertz * t) * np.exp(-t / fade) for hertz, fade in modes)))


def burst(seconds: float, low: float, high: float, fade_s: float, seed: int = 1) -> Wave:
    """A bang: noise between two frequencies that fades."""
    return scaled(noise(seconds, low, high, seed) * np.exp(-_times(seconds) / fade_s))


def noise(seconds: float, low: float, high: float, seed: int = 1) -> Wave:
    """Noise between two frequencies, the same for the same seed."""
    size = round(seconds * RATE)
    spectrum = np.fft.rfft(np.random.default_rng(seed).standard_normal(size))
    hertz = np.fft.rfftfreq(size, 1 / RATE)
    passed = 1 / (1 + (low / np.maximum(hertz, 1)) ** 4) / (1 + (hertz / high) ** 4)
    return scaled(np.fft.irfft(spectrum * passed, size))


def crowd(low: float, high: float, envelope: Envelope, seed: int = 1) -> Wave:
    """Many people: noise between two frequencies, uneven as voices are, that swells and fades."""
    seconds = envelope[-1][0]
    uneven = 1 + 0.5 * noise(seconds, 1, 6, seed + 1)
    return scaled(noise(seconds, low, high, seed) * uneven) * shaped(envelope)


def shaped(envelope: Envelope) -> Wave:
    """The loudness at each sample."""
    times, loudness = zip(*envelope, strict=True)
    return np.asarray(np.interp(_times(times[-1]), times, loudness))


def together(*waves: Wave) -> Wave:
    """Sounds that begin at once."""
    mixed = np.zeros(max(wave.size for wave in waves))
    for wave in waves:
        mixed[: wave.size] += wave
    return scaled(mixed)


def scaled(wave: Wave, peak: float = 1.0) -> Wave:
    """The same as loud as can be."""
    return wave * (peak / max(float(np.abs(wave).max()), 1e-9))


def _times(seconds: float) -> Wave:
    return np.arange(round(seconds * RATE)) / RATE
