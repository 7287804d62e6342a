"""What sounds at once, added up block by block."""

from __future__ import annotations

from collections import deque
from typing import Final

import numpy as np

from firmware.devices.dial import Dial, as_dial
from firmware.devices.sound.repertoire import MOST, Samples
from firmware.devices.sound.synthesis import RATE, Wave

BLOCK: Final = RATE // 20
AT_ONCE: Final = 8
"""Sounds; of more the oldest ends."""
LOUDEST: Final = 10
"""The highest volume."""
DUCKED: Final = 0.3
"""How loud the crowd, or a tune, is beneath anything else."""
RISE: Final = 0.1
"""By how much the crowd comes back with each block."""
KNEE: Final = 0.7
"""What is louder is pressed together, so that no sum leaves the range."""


class Playing:
    """A sound, and how much of it has been heard."""

    def __init__(self, samples: Samples, *, crowd: bool = False) -> None:
        self.crowd = crowd
        self._rest = samples

    @property
    def over(self) -> bool:
        """Whether all of it has been heard."""
        return not self._rest.size

    def block(self) -> Wave:
        """Its next block, with silence behind its end."""
        now, self._rest = self._rest[:BLOCK], self._rest[BLOCK:]
        return np.pad(now.astype(np.float64) / MOST, (0, BLOCK - now.size))


class Mixer:
    """Adds sounds and one voice.

    Attributes:
        volume: 0 to 10, a dial may be turned at any time; half of it sounds half as loud.
    """

    def __init__(self, volume: int | Dial = LOUDEST) -> None:
        self.volume = as_dial(volume)
        self._sounds: deque[Playing] = deque(maxlen=AT_ONCE)
        self._voice: deque[Playing] = deque()
        self._tune: Playing | None = None
        self._crowd_gain = 1.0

    def add(self, samples: Samples, *, crowd: bool = False) -> None:
        """Let this sound, beside whatever sounds already."""
        self._sounds.append(Playing(samples, crowd=crowd))

    def speak(self, samples: Samples) -> None:
        """Speak this, after what is being spoken."""
        self._voice.append(Playing(samples))

    def accompany(self, samples: Samples | None) -> None:
        """Play this beneath all else, in the place of the tune before."""
        self._tune = None if samples is None else Playing(samples, crowd=True)

    def hush(self) -> None:
        """Stop speaking."""
        self._voice.clear()

    def clear(self) -> None:
        """Silence."""
        self._tune = None
        self._voice.clear()
        self._sounds.clear()

    def block(self) -> Samples | None:
        """The next twentieth of a second; None when nothing sounds."""
        playing = [*self._sounds, *list(self._voice)[:1], *([] if self._tune is None else [self._tune])]
        if not playing:
            self._crowd_gain = 1.0
            return None
        gain = self._ducking(ducked=not all(each.crowd for each in playing))
        mixed = np.zeros(BLOCK)
        for each in playing:
            mixed += each.block() * (gain if each.crowd else 1.0)
        self._forget()
        return np.rint(limited(mixed) * (self.volume.now / LOUDEST) ** 2 * MOST).astype(np.int16)

    def _ducking(self, *, ducked: bool) -> Wave:
        """The crowd's loudness through a block: down at once, up again in a while."""
        before = self._crowd_gain
        self._crowd_gain = DUCKED if ducked else min(1.0, before + RISE)
        return np.linspace(before, self._crowd_gain, BLOCK)

    def _forget(self) -> None:
        self._sounds = deque((each for each in self._sounds if not each.over), AT_ONCE)
        if self._tune is not None and self._tune.over:
            self._tune = None
        while self._voice and self._voice[0].over:
            self._voice.popleft()


def limited(wave: Wave) -> Wave:
    """The same between -1 and 1: what is above the knee is pressed together."""
    above = np.maximum(np.abs(wave) - KNEE, 0)
    return np.sign(wave) * np.minimum(np.abs(wave), KNEE + (1 - KNEE) * np.tanh(above / (1 - KNEE)))
