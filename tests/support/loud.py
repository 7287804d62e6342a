"""Programs that sound, without a card: they accept exactly the options that the real ones do.

Of espeak-ng those of 1.51 (`getopt_long` in its ``src/espeak-ng.c``, and ``--help``), of aplay those of alsa-utils 1.2
(``aplay --help``) that we might use. An option that they do not know ends them as it ends the real ones.
"""

from __future__ import annotations

import struct
import sys
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

ESPEAK = """
import getopt, struct, sys
SHORT = "a:b:d:f:g:hk:l:mp:qs:v:w:xXz"
LONG = ["help", "stdin", "compile-debug=", "compile=", "punct=", "voices=", "stdout", "split=", "path=", "phonout=",
        "pho", "ipa", "version", "sep=", "tie=", "compile-mbrola=", "compile-intonations", "compile-phonemes=", "load"]
try:
    given, words = getopt.gnu_getopt(sys.argv[1:], SHORT, LONG)
except getopt.GetoptError as error:
    sys.exit(f"espeak-ng: {error}")
given = dict(given)
if "--version" in given:
    print("eSpeak NG text-to-speech: 1.51  Data at: /usr/lib/espeak-ng-data")
    sys.exit()
if given.get("-v", "en") not in ("en", "en-us", "es", "es-419"):
    sys.exit("Error: The specified espeak-ng voice does not exist.")
text = sys.stdin.buffer.read().decode() if "--stdin" in given else " ".join(words)
with open(LOG, "a", encoding="utf-8") as log:
    log.write(f"{given.get('-v', 'en')} {text}\\n")
if "--stdout" in given and text.strip():
    header = struct.pack("<4sI4s4sIHHIIHH4sI", b"RIFF", 0x7FFFF024, b"WAVE", b"fmt ", 16, 1, 1, RATE, 2 * RATE, 2, 16,
                         b"data", 0x7FFFF000)
    sys.stdout.buffer.write(header + struct.pack("<h", 9000) * (100 * len(text)))
"""
APLAY = """
import getopt, sys
SHORT, LONG = "hqD:t:c:f:r:d:B:F:v", [
    "help", "version", "quiet", "device=", "file-type=", "channels=", "format=", "rate=", "duration=", "buffer-time=",
    "period-time=", "verbose"]
try:
    given, files = getopt.gnu_getopt(sys.argv[1:], SHORT, LONG)
except getopt.GetoptError as error:
    sys.exit(f"aplay: {error}")
form = dict(given)
assert files == ["-"] and form["--file-type"] == "raw" and form["--format"] == "S16_LE", sys.argv
assert form["--channels"] == "1" and form["--rate"] == "22050", sys.argv
with open(LOG, "ab") as log:
    log.write(sys.stdin.buffer.read())
"""


def installed(folder: Path, name: str, script: str) -> None:
    """Have a program of that name, and no other of its kind, for whoever looks in ``folder``."""
    program = folder / name
    program.write_text(script, encoding="utf-8")
    program.chmod(0o755)


def as_python(script: str, log: Path, rate: int = 22050) -> str:
    """A script that Python runs, with the file that it logs to."""
    return f"#!{sys.executable} -IS\nLOG, RATE = {str(log)!r}, {rate}\n{script}"


class Programs:
    """A folder of programs that is all that is found.

    Attributes:
        heard: what aplay played.
        spoken: what espeak-ng spoke, with the voice before it.
    """

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self._folder = folder / "bin"
        self._folder.mkdir()
        self._played, self._spoken_file = folder / "played", folder / "spoken"
        monkeypatch.setenv("PATH", str(self._folder))

    @property
    def heard(self) -> NDArray[np.int16]:
        """The samples that were played."""
        return np.frombuffer(self._played.read_bytes(), "<i2") if self._played.exists() else np.zeros(0, np.int16)

    @property
    def spoken(self) -> list[str]:
        """The sentences that were spoken."""
        return self._spoken_file.read_text(encoding="utf-8").splitlines() if self._spoken_file.exists() else []

    def install_aplay(self, script: str | None = None) -> None:
        """ALSA's player; what it does instead as a shell's script."""
        installed(self._folder, "aplay", as_python(APLAY, self._played) if script is None else _shell(script))

    def install_espeak(self, script: str | None = None, rate: int = 22050) -> None:
        """A voice; what it does instead as a shell's script."""
        made = as_python(ESPEAK, self._spoken_file, rate) if script is None else _shell(script)
        installed(self._folder, "espeak-ng", made)


def _shell(script: str) -> str:
    return f"#!/bin/sh\nPATH=/usr/bin:/bin\n{script}\n" if script else ""


def wav(samples: NDArray[np.int16], rate: int) -> bytes:
    """A WAV file as espeak-ng writes it to a pipe: its length is not known."""
    parts = (b"RIFF", 0x7FFFF024, b"WAVE", b"fmt ", 16, 1, 1, rate, 2 * rate, 2, 16, b"data", 0x7FFFF000)
    return struct.pack("<4sI4s4sIHHIIHH4sI", *parts) + samples.astype("<i2").tobytes()
