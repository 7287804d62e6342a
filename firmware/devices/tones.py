"""What each sound sounds like: a few notes of a ballpark organ, computed when they are needed.

No recording, no licence and no file: a note is a handful of sine waves with a soft beginning and end.
"""

from __future__ import annotations

import io
import wave
from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from scoreboard.commentary import Sound

RATE: Final = 22_050
"""Samples a second."""
HARMONICS: Final = (1.0, 0.5, 0.35, 0.2, 0.12)
"""How loud each multiple of a note's frequency is: an organ, more or less."""
FADE_S: Final = 0.012
PEAK: Final = 0.8 * 32767

G4, C5, E5, G5, EB4, C4 = 392.0, 523.25, 659.26, 783.99, 311.13, 261.63

TUNES: Final[Mapping[Sound, Sequence[tuple[float, float]]]] = {
    "hit": ((C5, 0.1), (E5, 0.1), (G5, 0.22)),
    "out": ((G4, 0.16), (EB4, 0.16), (C4, 0.34)),
    "homerun": ((G4, 0.13), (C5, 0.13), (E5, 0.13), (G5, 0.3), (E5, 0.13), (G5, 0.55)),
    "ask": ((E5, 0.14), (0.0, 0.08), (E5, 0.14)),
}
"""Each sound as notes: hertz (0 is a rest) and seconds."""


def tune(sound: Sound, volume: int) -> bytes:
    """A sound as a WAV file, 16 bits, one channel; ``volume`` is 0 to 100, and half of it sounds half as loud."""
    notes = np.concatenate([_note(hertz, seconds) for hertz, seconds in TUNES[sound]])
    return wav(notes / np.abs(notes).max() * (volume / 100) ** 2)


def wav(samples: NDArray[np.float64]) -> bytes:
    """Samples from -1 to 1 as a WAV file."""
    file = io.BytesIO()
    with wave.open(file, "wb") as writer:
        writer.setparams((1, 2, RATE, 0, "NONE", ""))
        writer.writeframes(np.rint(samples * PEAK).astype("<i2").tobytes())
    return file.getvalue()


def _note(hertz: float, seconds: float) -> NDArray[np.float64]:
    t = np.arange(round(seconds * RATE)) / RATE
    waves = sum(loud * np.sin(2 * np.pi * hertz * times * t) for times, loud in enumerate(HARMONICS, 1))
    return np.asarray(waves * np.clip(np.minimum(t, t[-1] - t) / FADE_S, 0, 1))
