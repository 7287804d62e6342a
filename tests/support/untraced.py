"""Nothing is traced for the coverage meanwhile."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def untraced() -> Iterator[None]:
    """Trace no line meanwhile; pytest-cov's own ``no_cover`` does nothing in a worker of xdist."""
    tracer, threads = sys.gettrace(), threading.gettrace()
    sys.settrace(None)
    threading.settrace(None)  # type: ignore[arg-type] # as `threading` itself begins
    try:
        yield
    finally:
        sys.settrace(tracer)
        threading.settrace(threads)  # type: ignore[arg-type] # likewise
