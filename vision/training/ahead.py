"""Batches drawn ahead in a process of their own, so that a network never waits for its next one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import get_context
from typing import Any

import cv2

from vision.training.fit import Source

STOCK = 8
"""Batches kept ready."""


@contextmanager
def drawn_ahead(source: Source, name: str) -> Iterator[Source]:
    """``source`` with the batches for the network ``name`` made beside; they come in the same order."""
    forked = get_context("fork")  # the child shares the pictures instead of copying them
    ready = forked.Queue(STOCK)
    draw, count = BATCHES[name]
    worker = forked.Process(target=_fill, args=(ready, lambda: draw(source, count)), daemon=True)
    worker.start()
    try:
        yield _Ready(ready, count)
    finally:
        worker.terminate()
        worker.join()


BATCHES: dict[str, tuple[Callable[[Source, int], Any], int]] = {
    "whole": (lambda source, count: source.wholes(count), 96),
    "close": (lambda source, count: source.closes(count), 128),
    "finder": (lambda source, count: source.tiles(count), 24),
}
"""What each network learns from, and how much at a time."""


def _fill(ready: Any, draw: Callable[[], Any]) -> None:  # noqa: ANN401 - multiprocessing names no type for its queues
    cv2.setNumThreads(1)
    while True:
        ready.put(draw())


class _Ready:
    """Takes what is ready; asked for more than a batch, as when a network is revived, it takes several."""

    def __init__(self, ready: Any, count: int) -> None:  # noqa: ANN401 - likewise
        self._ready, self._count = ready, count

    def wholes(self, _count: int) -> Any:  # noqa: ANN401 - whatever the source draws
        return self._ready.get()

    def closes(self, _count: int) -> Any:  # noqa: ANN401 - likewise
        return self._ready.get()

    def tiles(self, _count: int) -> Any:  # noqa: ANN401 - likewise
        return self._ready.get()
