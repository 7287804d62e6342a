"""What reading the table takes is given back."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace

import numpy as np
import pytest

from firmware import throw_reader
from firmware.board_eyes import BoardEyes
from firmware.config.schema import shipped
from firmware.devices.protocols import Frame
from vision.tracking.board_watcher import HAND_COMES
from vision.tracking.events import Lifted, Report


def test_working_memory_is_given_back_after_a_look(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the frame after, and only after a look that took the large picture; libraries' pages after the first one."""
    happened: list[str] = []
    frames = iter((True, False, True, False))

    class Reading:
        def update(self, frame: Frame, still: Callable[[], Frame]) -> tuple[Report, ...]:
            happened.append("look")
            return () if next(frames) and still() is frame else (Lifted("red", None),)

    monkeypatch.setattr(throw_reader, "ThrowTracker", lambda *_, **__: Reading())
    monkeypatch.setattr(throw_reader, "trim", lambda: happened.append("give back"))
    monkeypatch.setattr(throw_reader, "unmap_libraries", lambda: happened.append("unmap"))
    monkeypatch.setattr(throw_reader.cv2, "setNumThreads", lambda threads: happened.append(f"threads {threads}"))
    look, picture = throw_reader.throw_reader(shipped()).read, np.zeros((2, 2, 3), np.uint8)
    seen = [look(picture, lambda: picture) for _ in range(4)]
    first = ["look", "threads -1", "threads 1", "give back", "unmap", "look"]
    assert [*first, "look", "threads -1", "threads 1", "give back", "look"] == happened
    assert [None, (Lifted("red", None),), None, (Lifted("red", None),)] == seen


def test_what_is_seen_of_the_board_comes_after_the_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """In one frame, and where the table is as it was it is all there is."""
    reports = iter(((Lifted("red", None),), ()))
    tracker = SimpleNamespace(update=lambda *_: next(reports), scene=None)
    monkeypatch.setattr(throw_reader, "ThrowTracker", lambda *_, **__: tracker)
    monkeypatch.setattr(BoardEyes, "watch", lambda *_: (HAND_COMES,))
    look, picture = throw_reader.throw_reader(shipped()).read, np.zeros((2, 2, 3), np.uint8)
    assert (Lifted("red", None), HAND_COMES) == look(picture, lambda: picture)
    assert (HAND_COMES,) == look(picture, lambda: picture)
