"""Programs that make sound: started, and ended with all their children."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from typing import TypeAlias

from firmware.errors import DeviceError
from scoreboard.message import Message, Words, message

Program: TypeAlias = "subprocess.Popen[bytes]"
ENDING_S = 1.0
"""For so long a program that was killed is waited for; one that hangs in its driver never ends."""


def started(command: Sequence[str], missing: Message, fails: str) -> Program:
    """Start it in a group of its own.

    Raises:
        DeviceError: with ``missing`` where there is no such program, and the key ``fails`` where it does not start.
    """
    try:
        return subprocess.Popen(  # noqa: S603 - our own words, and no shell
            command,
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
    except FileNotFoundError as error:
        raise DeviceError(missing) from error
    except OSError as error:  # such as no memory for another process
        raise DeviceError(message(fails, why=str(error.strerror))) from error


def ended(program: Program) -> None:
    """End it and all that it started, and give back what it held."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(program.pid, signal.SIGKILL)
    for stream in (program.stdin, program.stdout, program.stderr):
        if stream is not None:
            with suppress(OSError):
                stream.close()
    with suppress(subprocess.TimeoutExpired):
        program.wait(ENDING_S)


def last_line(output: bytes) -> Words:
    """What a program said last."""
    lines = output.decode("utf-8", "replace").split("\n")
    return next((line.strip() for line in reversed(lines) if line.strip()), message("sound.no-reason"))
