"""The C library is asked to give memory back, and large pictures do leave the process."""

from __future__ import annotations

import ctypes
import subprocess
import sys

import pytest

from firmware import memory

GIVEN_BACK = """
import threading
import numpy as np
from firmware.memory import keep_little
assert keep_little()
def held():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096
def work():
    pictures = [np.ones((1296, 2304, 3), np.uint8) for _ in range(8)]
before = held()
for _ in range(4):
    working = threading.Thread(target=work)
    working.start()
    working.join()
print((held() - before) // 2**20)
"""


def test_what_pictures_took_is_given_back() -> None:
    """Eight large pictures on one thread after another: the process holds no more after than before."""
    done = subprocess.run([sys.executable, "-c", GIVEN_BACK], capture_output=True, text=True, check=True)
    assert int(done.stdout) < 9, "more than one picture is still held, MiB"


def test_without_glibc_nothing_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another C library has no such knobs, and the game is played all the same."""
    monkeypatch.setattr(ctypes, "CDLL", lambda _: object())
    assert not memory.keep_little()
