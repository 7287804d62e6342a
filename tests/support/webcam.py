"""What OpenCV hands out for a USB camera."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


class Webcam:
    """A camera of these frames, after which nothing comes, as when the plug is pulled.

    Args:
        frames: as OpenCV has them; None is one that cannot be decoded.
        opens: whether it can be opened.

    Attributes:
        overrides: what it was asked for, by OpenCV's numbers.
        asked: how often it was asked for a frame.
    """

    def __init__(self, frames: Iterable[Any], *, opens: bool = True) -> None:
        self._frames, self._opens = iter(frames), opens
        self.overrides: dict[int, float] = {}
        self.asked = 0

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's name
        """Whether it could be opened."""
        return self._opens

    def set(self, what: int, value: float) -> bool:
        """Take a wish."""
        self.overrides[what] = value
        return True

    def read(self) -> tuple[bool, Any]:
        """The next frame, OpenCV's way."""
        self.asked += 1
        frame = next(self._frames, None)
        return frame is not None, frame

    def release(self) -> None:
        """Let go."""
        self._frames = iter(())
