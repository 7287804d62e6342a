"""What the appliance needs of the outside world, as Protocols.

Simulated devices and real ones are peers: both satisfy these, both are chosen by name in the configuration, and the
rest of the program cannot tell them apart. Rule kept here: nothing below names a library or a Pi.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray
from PIL import Image

Frame = NDArray[np.uint8]
"""A colour picture, (height, width, 3), BGR, 0 to 255."""

Gesture = Literal["ball", "strike", "out", "run", "homerun", "batter", "next", "ok", "undo", "redo", "menu"]
"""What a hand did: a button's own name, ``redo`` for UNDO held one second, ``menu`` for OK held two (D55)."""


class Camera(Protocol):
    """A source of frames: small ones to watch, and at any moment a large one of the same scene to read from.

    A camera with a single stream gives the same picture as both.
    """

    def frame(self) -> Frame | None:
        """Wait for the next frame to watch and return it; None once the source has ended.

        Raises:
            DeviceError: if the camera has failed.
        """

    def still(self) -> Frame:
        """The picture to read from, of the moment that the last frame showed.

        Raises:
            DeviceError: if the camera has failed, or has shown no frame yet.
        """

    def close(self) -> None:
        """Give the camera back; closing twice is harmless."""


class Buttons(Protocol):
    """The scorer's nine buttons."""

    def listen(self, heard: Callable[[Gesture], None]) -> None:
        """Call ``heard`` for every gesture from now on, from whatever thread the buttons live on."""

    def close(self) -> None:
        """Give the pins back; closing twice is harmless."""


class Panel(Protocol):
    """An LED matrix."""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""

    def show(self, picture: Image.Image) -> None:
        """Light the panel with ``picture``, an RGB or 1-bit image of the panel's size.

        Raises:
            DeviceError: if the panel has failed.
        """

    def close(self) -> None:
        """Put the lights out and give the panel back; closing twice is harmless."""


class Clock(Protocol):
    """The time, so that tests can tell it."""

    def now(self) -> str:
        """The moment as ISO 8601 in UTC."""

    def monotonic(self) -> float:
        """Seconds since some fixed moment, never going back."""


@runtime_checkable
class Holdable(Protocol):
    """Buttons that can be asked whether they are down now, as when the stadium starts with some of them held."""

    def held(self) -> frozenset[str]:
        """The names of those that are down."""
