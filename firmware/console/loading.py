"""Loading what takes a while, such as the eyes: on a small Pi that is seconds.

Rule kept here: Ctrl-C in those seconds ends the program at once, and shows no traceback. Nothing is open yet that could
be left behind.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def loading() -> Iterator[None]:
    """Let Ctrl-C end the program while the block imports."""
    before = signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
