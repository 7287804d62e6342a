"""Programs that make sound: started, and ended with all their children."""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import TypeAlias

from firmware.errors import DeviceError
from firmware.text import shortened
from scoreboard.message import Message, Words, message

Program: TypeAlias = "subprocess.Popen[bytes]"
ENDING_S = 1.0
"""For so long a program that was killed is waited for; one that hangs in its driver never ends."""
MOST = 8 * 1024 * 1024
"""Bytes that a program may write: three minutes of speech."""
PIECE = 65536
"""Bytes that are read at once."""


class EndlessError(Exception):
    """A program writes more than anybody wants to hear."""


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


def answered(program: Program, given: bytes, patience_s: float) -> tuple[bytes, bytes]:
    """Give a program its input, and take what it writes until it ends: its output, and its errors.

    Raises:
        subprocess.TimeoutExpired: if that takes longer than ``patience_s``; it is ended.
        EndlessError: if it writes more than `MOST` bytes; likewise.
    """
    end = time.monotonic() + patience_s
    try:
        output, errors = _taken(program, given, end)
        program.wait(max(0.0, end - time.monotonic()))
    except (subprocess.TimeoutExpired, EndlessError):
        ended(program)
        raise
    for stream in (program.stdout, program.stderr):
        if stream is not None:
            stream.close()
    return output, errors


def _taken(program: Program, given: bytes, end: float) -> tuple[bytes, bytes]:
    """What it writes until it closes both streams, or the clock says ``end``."""
    outputs = {program.stdout: bytearray(), program.stderr: bytearray()}
    with selectors.DefaultSelector() as waiting:
        for stream in filter(None, outputs):
            waiting.register(stream, selectors.EVENT_READ)
        if program.stdin is not None:
            os.set_blocking(program.stdin.fileno(), False)
            waiting.register(program.stdin, selectors.EVENT_WRITE)
        while waiting.get_map():
            ready = waiting.select(max(0.0, end - time.monotonic()))
            if not ready or time.monotonic() > end:  # nothing comes, or too little at a time
                raise subprocess.TimeoutExpired(program.args, end)
            for key, _ in ready:
                if key.fileobj is program.stdin:
                    given = more = _written(program, given)
                else:
                    more = os.read(key.fd, PIECE)
                    outputs[key.fileobj] += more  # type: ignore[index] # one of the two
                if not more:
                    waiting.unregister(key.fileobj)
                    if key.fileobj is program.stdin:
                        program.stdin.close()
            if sum(map(len, outputs.values())) > MOST:
                raise EndlessError
    return bytes(outputs[program.stdout]), bytes(outputs[program.stderr])


def _written(program: Program, given: bytes) -> bytes:
    """Write what the pipe takes; what is left. A program need not read it."""
    if program.stdin is None:
        return b""
    try:
        return given[os.write(program.stdin.fileno(), given) :] if given else b""
    except BlockingIOError:
        return given
    except BrokenPipeError:
        return b""


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
    """What a program said last, such that it can be read: it may be a line of megabytes, and move a cursor."""
    lines = output.decode("utf-8", "replace").split("\n")
    return next((shortened(line.strip()) for line in reversed(lines) if line.strip()), message("sound.no-reason"))
