"""The sound card, by way of ALSA's own player."""

from __future__ import annotations

import fcntl
import os
import select
import subprocess
from contextlib import suppress

import numpy as np

from firmware.devices.sound.mixer import BLOCK
from firmware.devices.sound.programs import EndlessError, Program, answered, ended, last_line, started
from firmware.devices.sound.repertoire import Samples
from firmware.devices.sound.synthesis import RATE
from firmware.errors import DeviceError
from scoreboard.message import message

PATIENCE_S = 5.0
"""A card that takes longer for a block hangs."""
PIPE = 8192
"""Bytes on their way to the player: a fifth of a second, so that a call cuts in soon."""
BUFFER_US = "200000"
"""Of the card, in microseconds."""
ADVICE = message("sound.advice")
FORMAT = ("--file-type", "raw", "--format", "S16_LE", "--rate", str(RATE), "--channels", "1")


class AlsaCard:
    """A sound card by ALSA's name for it (``aplay -L``).

    Raises:
        DeviceError: if it plays nothing, not even silence.
    """

    def __init__(self, device: str, patience_s: float = PATIENCE_S) -> None:
        self._device, self._patience_s = device, patience_s
        self._player: Program | None = None
        self.write(np.zeros(BLOCK, np.int16))
        self.rest()

    def write(self, samples: Samples) -> None:
        """Play this after what was written before; waits while the card has enough."""
        player = self._player = self._player or self._started()
        try:
            self._send(player, memoryview(samples.astype("<i2").tobytes()))
        except BrokenPipeError as error:
            raise self._failed(player) from error

    def rest(self) -> None:
        """Play what was written to its end, and leave the card to others."""
        if self._player is None:
            return
        player, self._player = self._player, None
        try:
            _, errors = answered(player, b"", self._patience_s)
        except (subprocess.TimeoutExpired, EndlessError) as error:
            raise self._hangs(player) from error
        if player.returncode:
            raise self._silent(errors)

    def close(self) -> None:
        """Be silent at once."""
        player, self._player = self._player, None
        if player is not None:
            ended(player)

    def _started(self) -> Program:
        command = ["aplay", "--quiet", "--device", self._device, "--buffer-time", BUFFER_US, *FORMAT, "-"]
        player = started(command, message("sound.no-aplay"), "sound.no-start")
        if player.stdin is not None:
            os.set_blocking(player.stdin.fileno(), False)
            with suppress(OSError):  # an account may have no more pipes of another size
                fcntl.fcntl(player.stdin.fileno(), fcntl.F_SETPIPE_SZ, PIPE)
        return player

    def _send(self, player: Program, data: memoryview) -> None:
        pipe = -1 if player.stdin is None else player.stdin.fileno()
        while data:
            if not select.select([], [pipe], [], self._patience_s)[1]:
                raise self._hangs(player)
            with suppress(BlockingIOError):
                data = data[os.write(pipe, data) :]

    def _hangs(self, player: Program) -> DeviceError:
        self._player = None
        ended(player)
        return DeviceError(message("sound.hangs", device=self._device, advice=ADVICE))

    def _failed(self, player: Program) -> DeviceError:
        """The player has ended by itself: what it said."""
        self._player = None
        try:
            _, errors = answered(player, b"", self._patience_s)
        except (subprocess.TimeoutExpired, EndlessError):
            return self._hangs(player)
        return self._silent(errors)

    def _silent(self, errors: bytes) -> DeviceError:
        return DeviceError(message("sound.silent", device=self._device, why=last_line(errors), advice=ADVICE))
