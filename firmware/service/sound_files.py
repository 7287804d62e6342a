"""The box's sounds as small files, for phones that play them where the box has no speaker.

Rule kept here: a sound is made when the first phone asks for it, on a thread, and kept: there are a dozen, and they
never change.
"""

from __future__ import annotations

import asyncio
import wave
from functools import lru_cache
from io import BytesIO
from typing import Final

import numpy as np

from firmware.devices.sound.repertoire import REPERTOIRE, Samples, samples
from firmware.devices.sound.synthesis import RATE
from scoreboard.commentary import Sound

HALF: Final = 2
"""A phone gets every other sample: that halves what is sent, and no sound has much above 5 kHz."""
BYTES_A_SAMPLE: Final = 2


async def sound_file(name: str) -> bytes | None:
    """A sound as WAV, one channel of 16 bits; None if there is none of that name."""
    known: dict[str, Sound] = {each: each for each in REPERTOIRE}
    if name not in known:
        return None
    return await asyncio.get_running_loop().run_in_executor(None, wav, known[name])


@lru_cache
def wav(sound: Sound) -> bytes:
    """The file of a sound."""
    file = BytesIO()
    with wave.open(file, "wb") as writer:
        writer.setnchannels(1)
        writer.setsampwidth(BYTES_A_SAMPLE)
        writer.setframerate(RATE // HALF)
        writer.writeframes(_thinned(samples(sound)).astype("<i2").tobytes())
    return file.getvalue()


def _thinned(whole: Samples) -> Samples:
    """Each pair of samples as its mean, which also dulls what half as many could not hold."""
    pairs = whole[: whole.size - whole.size % HALF].reshape(-1, HALF)
    return np.asarray(pairs.mean(axis=1), np.int16)
