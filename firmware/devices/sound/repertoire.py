"""What each sound sounds like: a few numbers each, made once and kept.

The tunes are our own. Rule kept here: nothing is quoted that anybody wrote, not even a fanfare of six notes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from firmware.devices.sound.synthesis import BRASS, PURE, Wave, burst, chord, crowd, ring, scaled, together, tone, tune
from scoreboard.commentary import Sound

Samples: TypeAlias = NDArray[np.int16]

MOST = 32767
CROWD: Final[frozenset[Sound]] = frozenset({"murmur", "cheer", "groan"})
"""What louder events duck."""

REPERTOIRE: Final[Mapping[Sound, tuple[float, Callable[[], Wave]]]] = {
    # The ball
    "crack": (0.9, lambda: together(burst(0.16, 900, 6000, 0.012), ring(0.16, (1180, 0.03), (2650, 0.015)))),
    "pop": (0.8, lambda: together(burst(0.18, 150, 1100, 0.03), ring(0.18, (130, 0.05)))),
    # The stands
    "murmur": (0.4, lambda: crowd(180, 800, ((0, 0), (0.5, 1), (1.5, 0.8), (2.5, 0)), seed=11)),
    "cheer": (0.9, lambda: crowd(350, 3200, ((0, 0), (0.2, 1), (1.4, 0.9), (3.2, 0)), seed=21)),
    "groan": (
        0.7,
        lambda: together(
            crowd(300, 900, ((0, 0), (0.2, 1), (0.7, 0.3), (1.2, 0)), seed=31),
            crowd(120, 450, ((0, 0), (0.4, 0.2), (0.9, 1), (2.0, 0)), seed=33),
        ),
    ),
    # The umpire, where no voice is there
    "ball": (0.6, lambda: tone(1760, 0.22, PURE, 1320)),
    "strike": (0.6, lambda: tone(1320, 0.18, PURE, 2100)),
    "foul": (0.6, lambda: np.concatenate([tone(1568, 0.1), tone(1568, 0.1)])),
    "out": (0.7, lambda: tune("A4 F4 D4:2", 0.16)),
    "safe": (0.7, lambda: tune("D4 G4 B4:2", 0.1)),
    # The organ and the horn
    "homerun": (0.8, lambda: together(chord("D3 A3 D4 F#4", 1.1), tune("- D5 F#5 A5 B5 A5:2 D6:3", 0.13))),
    "charge": (0.7, lambda: tune("D4 A4 D5:2 - C5 D5 F5 G5:3", 0.12)),
    "organ": (0.6, lambda: tune("B4 D5 E5:2 D5 B4 A4 B4 D5:2 - E5 D5 B4 A4 G4:3", 0.15)),
    "fanfare": (
        0.8,
        lambda: np.concatenate([tune("G3:2 G3 D4 G4:2 B4:2 A4 B4 D5:4", 0.15, BRASS), chord("G3 D4 G4 B4 D5", 1.2)]),
    ),
    # The box
    "ask": (0.6, lambda: tune("E5 - E5", 0.12)),
    "no": (0.6, lambda: tune("C3 C3", 0.12, BRASS)),
}
"""How loud each sound is beside the others, and how it is made."""


@lru_cache
def samples(sound: Sound) -> Samples:
    """A sound, 16 bits, one channel."""
    loud, made = REPERTOIRE[sound]
    return np.rint(scaled(made(), loud) * MOST).astype(np.int16)
