"""Give memory back that would be kept without being used.

A picture to read from is 9 MB, and reading it takes several such. Left to itself glibc keeps what was freed, a heap for
each thread, against the next time: a third of all that the process holds, on a computer that may have 512 MB. And what
the linker has read of libraries to join them stays mapped: Debian's OpenCV comes with 385, and few of them are used.
Rule kept here: this changes what is kept and never what is computed; where there is no glibc, or no Linux, nothing is
done.
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
"""Every piece of memory that is mapped: proc(5)."""
LIBRARY: Final = re.compile(r"([0-9a-f]+)-([0-9a-f]+) r-[x-]p .* /.*\.so[.\d]*$")
"""A piece of a library that is only read: from, to."""


def limit_arenas() -> bool:
    """Keep as little freed memory as can be; whether the C library could be asked."""
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    return mallopt is not None and all(mallopt(option, value) == 1 for option, value in SETTINGS)


def trim() -> None:
    """Give back now what was freed in the midst of the heap, between pieces still in use; some milliseconds.

    The settings above know nothing of it, and every look at a picture leaves some behind.
    """
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)


def unmap_libraries() -> None:
    """Unmap the pages of libraries that are only read; the system maps those anew, from its cache, that are used.

    Call it once everything is imported. It is what the system does by itself when memory is short.
    """
    with suppress(OSError, AttributeError):
        libc = ctypes.CDLL(None)
        for start, end in clean_libraries(SMAPS.read_text(encoding="utf-8", errors="replace")):
            libc.madvise(ctypes.c_void_p(start), ctypes.c_size_t(end - start), mmap.MADV_DONTNEED)


def clean_libraries(smaps: str) -> Iterator[tuple[int, int]]:
    """From and to of each piece of a library in ``smaps`` that can be read anew: it has no page of this process's own.

    Each piece begins with a line of its addresses and file; its line ``Anonymous:`` counts what the process changed.
    """
    piece = None
    for line in smaps.splitlines():
        if found := LIBRARY.match(line):
            piece = int(found[1], 16), int(found[2], 16)
        elif line.startswith("Anonymous:"):
            if piece is not None and line.split()[1] == "0":
                yield piece
            piece = None
