"""What has the panel and the buttons to itself for a while, as a wizard does; the game waits meanwhile."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

from firmware.devices.protocols import Gesture
from firmware.notice import Notice
from scoreboard.message import Words

if TYPE_CHECKING:
    from PIL import Image


@runtime_checkable
class Takeover(Protocol):
    """Something that is played instead of the game until it has a result."""

    takes_frames: bool
    """Whether it looks at what the camera sees, so that the camera must not wait for the game."""

    @property
    def words(self) -> Words:
        """What is asked now."""

    @property
    def result(self) -> Notice | None:
        """What came of it; None until it is over."""

    def press(self, gesture: Gesture) -> None:
        """A button was pressed, or held."""

    def picture(self, size: tuple[int, int], tick: int) -> Image.Image:
        """What the panel shows; ``tick`` counts half seconds."""
