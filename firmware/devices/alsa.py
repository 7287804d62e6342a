"""The sound card, by way of ALSA's own player.

Rule kept here: play never waits for a sound. `aplay` is a process of its own: a hanging sound driver can be ended with
it, and the loop never touches it.
"""

from __future__ import annotations

import subprocess
from collections.abc import Callable

import numpy as np

from firmware.devices.dial import Dial, as_dial
from firmware.devices.tones import RATE, tune, wav
from firmware.errors import DeviceError
from scoreboard.commentary import Sound
from scoreboard.message import Words, message

PATIENCE_S = 5.0
"""A card that takes longer hangs: the longest tune is a second and a half."""
SILENCE = wav(np.zeros(RATE // 50))
ADVICE = message("sound.advice")

Run = Callable[..., "subprocess.CompletedProcess[bytes]"]


class AlsaSpeaker:
    """A sound card by ALSA's name for it (``aplay -L``), at a volume of 0 to 100.

    Raises:
        DeviceError: if it plays nothing, not even silence.
    """

    def __init__(self, device: str, volume: int | Dial, run: Run = subprocess.run) -> None:
        self._device, self._volume, self._run = device, as_dial(volume), run
        self._play(SILENCE)

    def play(self, sound: Sound) -> None:
        """Play it to its end, as loud as is wanted now."""
        if self._volume.now:
            self._play(tune(sound, self._volume.now))

    def close(self) -> None:
        """Nothing is held between two sounds."""

    def _play(self, file: bytes) -> None:
        command = ["aplay", "--quiet", "--device", self._device, "-"]
        try:
            done = self._run(command, input=file, capture_output=True, timeout=PATIENCE_S, check=False)
        except FileNotFoundError as error:
            raise DeviceError(message("sound.no-aplay")) from error
        except OSError as error:  # such as no memory for another process
            raise DeviceError(message("sound.no-start", why=str(error.strerror))) from error
        except subprocess.TimeoutExpired as error:
            raise DeviceError(message("sound.hangs", device=self._device, advice=ADVICE)) from error
        if done.returncode:
            why = _last_line(done.stderr)
            raise DeviceError(message("sound.silent", device=self._device, why=why, advice=ADVICE))


def _last_line(output: bytes) -> Words:
    lines = output.decode("utf-8", "replace").split("\n")
    return next((line.strip() for line in reversed(lines) if line.strip()), message("sound.no-reason"))
