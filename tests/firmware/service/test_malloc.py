"""The C library is asked to give memory back, and large pictures do leave the process."""

from __future__ import annotations

import ctypes
import subprocess
import sys

import pytest

from firmware.service import malloc

GIVEN_BACK = """
import threading
import numpy as np
from firmware.service.malloc import limit_arenas
assert limit_arenas()
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

IN_THE_MIDST = """
import ctypes
from firmware.service.malloc import trim, limit_arenas
assert limit_arenas()
def held():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096
libc = ctypes.CDLL(None)
libc.malloc.restype = ctypes.c_void_p
pieces = [libc.malloc(100_000) for _ in range(200)]
for piece in pieces:
    ctypes.memset(piece, 1, 100_000)
kept = pieces.pop()
for piece in pieces:
    libc.free(ctypes.c_void_p(piece))
before = held()
trim()
print((before - held()) // 2**20)
"""
UNMAPPED = """
import cv2
import numpy as np
from firmware.service.malloc import unmap_libraries
def files():
    with open("/proc/self/status") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("RssFile"))
picture = np.arange(48, dtype=np.uint8).reshape(4, 4, 3)
before, gray = files(), cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
unmap_libraries()
less = files() / before
assert np.array_equal(gray, cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY))
print(round(100 * less))
"""
SMAPS = """\
7f00-7f10 r--p 00000000 fe:01 77 /usr/lib/libone.so.4.10.0
Rss:                 16 kB
Anonymous:            0 kB
7f10-7f20 r-xp 00010000 fe:01 77 /usr/lib/libone.so.4.10.0
Anonymous:            0 kB
7f20-7f30 r--p 00020000 fe:01 77 /usr/lib/libone.so.4.10.0
Anonymous:            4 kB
7f30-7f40 rw-p 00030000 fe:01 77 /usr/lib/libone.so.4.10.0
Anonymous:            0 kB
7f40-7f50 r--s 00000000 fe:01 78 /dev/shm/picture.so
Anonymous:            0 kB
7f50-7f60 r--p 00000000 00:00 0
Anonymous:            0 kB
7f60-7f70 r-xp 00000000 fe:01 79 /usr/lib/python3/two.cpython-313-aarch64-linux-gnu.so
Anonymous:            0 kB
"""


def test_what_pictures_took_is_given_back() -> None:
    """Eight large pictures on one thread after another: the process holds no more after than before."""
    done = subprocess.run([sys.executable, "-c", GIVEN_BACK], capture_output=True, text=True, check=True)
    assert int(done.stdout) < 9, "more than one picture is still held, MiB"


def test_what_was_freed_in_the_midst_of_the_heap_is_given_back() -> None:
    """Twenty megabytes of small pieces below one that is still in use: the library would keep them for ever."""
    done = subprocess.run([sys.executable, "-c", IN_THE_MIDST], capture_output=True, text=True, check=True)
    assert int(done.stdout) > 15, "MiB"


def test_libraries_are_unmapped_and_go_on_working() -> None:
    """What the linker has read is no longer held, and a picture is worked on as before."""
    done = subprocess.run([sys.executable, "-c", UNMAPPED], capture_output=True, text=True, check=True)
    assert int(done.stdout) < 50, "per cent of the files' pages are still mapped"


def test_only_what_can_be_read_again_is_unmapped() -> None:
    """A page that the linker has written to is this process's own, and unmapping it would lose it."""
    assert [(0x7F00, 0x7F10), (0x7F10, 0x7F20), (0x7F60, 0x7F70)] == list(malloc.clean_libraries(SMAPS))


def test_without_glibc_nothing_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another C library has no such knobs, and the game is played all the same."""
    monkeypatch.setattr(ctypes, "CDLL", lambda _: object())
    assert not malloc.limit_arenas()
    malloc.trim()
    malloc.unmap_libraries()
