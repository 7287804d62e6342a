"""Give memory back that would be kept without being used.

A still is 9 MB, and reading it takes several such. Left to itself glibc keeps freed memory, a heap for each thread: a
third of all that the process holds, on a computer that may have 512 MB. And the pages of libraries that only linking
needed stay mapped: Debian's OpenCV comes with 385. Rule kept here: this changes which memory is kept and never what is
computed; without glibc, or Linux, nothing is done.
"""

from __future__ import annotations

import ctypes
import mmap
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

LARGE: Final = 2048 * 1024
"""Bytes from which an allocation is mapped by itself, and so given back as soon as it is freed."""
M_TRIM_THRESHOLD, M_MMAP_THRESHOLD, M_ARENA_MAX = -1, -3, -8
"""mallopt(3)'s numbers."""
SETTINGS: Final = ((M_ARENA_MAX, 1), (M_MMAP_THRESHOLD, LARGE), (M_TRIM_THRESHOLD, LARGE))

SMAPS: Final = Path("/proc/self/smaps")
"""All mapped memory: proc(5)."""
LIBRARY: Final = re.compile(r"([0-9a-f]+)-([0-9a-f]+) r-[x-]p .* /.*\.so[.\d]*$")
"""The start and end of a library's read-only mapping."""


def limit_arenas() -> bool:
    """Keep as little freed memory as possible; whether the C library has such settings."""
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    return mallopt is not None and all(mallopt(option, value) == 1 for option, value in SETTINGS)


def trim() -> None:
    """Give back now what was freed within the heap, which the settings above do not: some milliseconds."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)


def unmap_libraries() -> None:
    """Unmap libraries' read-only pages, once everything is imported; those in use are mapped again from the cache."""
    with suppress(OSError, AttributeError):
        libc = ctypes.CDLL(None)
        for start, end in clean_libraries(SMAPS.read_text(encoding="utf-8", errors="replace")):
            libc.madvise(ctypes.c_void_p(start), ctypes.c_size_t(end - start), mmap.MADV_DONTNEED)


def clean_libraries(smaps: str) -> Iterator[tuple[int, int]]:
    """Start and end of each library's mapping in ``smaps`` without a page of this process's own.

    A mapping begins with a line of its addresses and file; its line ``Anonymous:`` counts what the process changed.
    """
    mapping = None
    for line in smaps.splitlines():
        if found := LIBRARY.match(line):
            mapping = int(found[1], 16), int(found[2], 16)
        elif line.startswith("Anonymous:"):
            if mapping is not None and line.split()[1] == "0":
                yield mapping
            mapping = None
