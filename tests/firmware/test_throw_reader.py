"""What reading the table takes is given back."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from firmware import throw_reader
from firmware.config.schema import shipped
from firmware.devices.protocols import Frame
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
