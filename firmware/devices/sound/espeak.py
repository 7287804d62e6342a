"""A voice: espeak-ng speaks a sentence into memory."""

from __future__ import annotations

import struct
import subprocess

import numpy as np

from firmware.devices.sound.programs import EndlessError, answered, last_line, started
from firmware.devices.sound.repertoire import Samples
from firmware.devices.sound.synthesis import RATE
from firmware.errors import DeviceError
from scoreboard.message import message

PATIENCE_S = 5.0
"""A sentence that takes longer is not worth waiting for: a Pi needs a tenth of a second."""
WORDS_A_MINUTE = "175"
UTF_8 = "1"
HEADER = struct.Struct("<4sI4s4sIHHIIHH4sI")
"""A WAV file before its samples: those of one channel, 16 bits each; to a pipe espeak-ng writes no length."""
RATES = range(8000, 48001)
"""Samples a second that a voice may have."""


class Espeak:
    """espeak-ng, ended when a sentence takes longer than so many seconds."""

    def __init__(self, patience_s: float = PATIENCE_S) -> None:
        self._patience_s = patience_s

    def spoken(self, text: str, voice: str) -> Samples:
        """The sentence, spoken by the voice of that name (``espeak-ng --voices``).

        Raises:
            DeviceError: if there is no espeak-ng, or it does not speak.
        """
        command = ["espeak-ng", "-v", voice, "-s", WORDS_A_MINUTE, "-b", UTF_8, "--stdin", "--stdout"]
        program = started(command, message("voice.missing"), "voice.no-start")
        try:
            wav, errors = answered(program, text.encode(), self._patience_s)
        except subprocess.TimeoutExpired as error:
            raise DeviceError(message("voice.hangs")) from error
        except EndlessError as error:
            raise DeviceError(message("voice.no-sound")) from error
        if program.returncode or (not wav and any(map(str.isalnum, text))):
            raise DeviceError(message("voice.silent", voice=voice, why=last_line(errors)))
        return heard(wav)


def heard(wav: bytes) -> Samples:
    """The samples of a WAV file with one channel, as many a second as everything else has; of no file none.

    Raises:
        DeviceError: if it is anything else.
    """
    if not wav:  # there was nothing to say, as of a text of signs alone
        return np.zeros(0, np.int16)
    if len(wav) < HEADER.size:
        raise DeviceError(message("voice.no-sound"))
    riff, _, wave, _, _, _, channels, rate, _, _, bits, _, _ = HEADER.unpack_from(wav)
    if (riff, wave, channels, bits) != (b"RIFF", b"WAVE", 1, 16) or rate not in RATES:
        raise DeviceError(message("voice.no-sound"))
    samples = np.frombuffer(wav, "<i2", (len(wav) - HEADER.size) // 2, HEADER.size)
    if rate == RATE or not samples.size:
        return np.asarray(samples, np.int16)
    times = np.arange(round(samples.size * RATE / rate)) * rate / RATE
    return np.asarray(np.interp(times, np.arange(samples.size), samples), np.int16)
