"""Nothing is traced for the coverage meanwhile."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def untraced() -> Iterator[None]:
    """Trace no line meanwhile; pytest-cov's own ``no_cover`` does nothing in a worker of xdist."""
    with tracing(None, None):
        yield


@contextmanager
def tracing(tracer: object, threads: object) -> Iterator[None]:
    """Trace by these meanwhile, what begins in this thread and in new ones; None where nothing is traced."""
    before, threads_before = sys.gettrace(), threading.gettrace()
    sys.settrace(tracer)  # type: ignore[arg-type] # as coverage's own is given
    threading.settrace(threads)  # type: ignore[arg-type] # likewise
    try:
        yield
    finally:
        sys.settrace(before)
        threading.settrace(threads_before)  # type: ignore[arg-type] # likewise
