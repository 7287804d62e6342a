"""Ask the C library to give memory back.

A picture to read from is 9 MB, and reading it takes several such. Left to itself glibc keeps what was freed, a heap for
each thread, against the next time: a third of all that the process holds, on a computer that may have 512 MB. Rule kept
here: this changes what is kept and never what is computed; where there is no glibc, nothing is done.
"""

from __future__ import annotations

import ctypes
from typing import Final

LARGE: Final = 2048 * 1024
"""Bytes from which an allocation is mapped by itself, and so given back as soon as it is freed."""
M_TRIM_THRESHOLD, M_MMAP_THRESHOLD, M_ARENA_MAX = -1, -3, -8
"""mallopt(3)'s numbers."""
SETTINGS: Final = ((M_ARENA_MAX, 1), (M_MMAP_THRESHOLD, LARGE), (M_TRIM_THRESHOLD, LARGE))


def keep_little() -> bool:
    """Keep as little freed memory as can be; whether the C library could be asked."""
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    return mallopt is not None and all(mallopt(option, value) == 1 for option, value in SETTINGS)
