"""What the appliance needs of the outside world, as Protocols.

Simulated devices and real ones are peers: both satisfy these, both are chosen by name in the configuration, and the
rest of the program cannot tell them apart. Rule kept here: nothing below names a library or a Pi.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NewType, Protocol, TypeAlias, runtime_checkable

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from PIL import Image

    from firmware.network import Standing
    from scoreboard.voice import Sound

    Frame: TypeAlias = NDArray[np.uint8]
else:  # whoever reads the configuration loads no pictures
    Frame = NewType("Frame", object)
"""A colour picture, (height, width, 3), BGR, 0 to 255."""

Gesture = Literal["ball", "strike", "out", "run", "homerun", "batter", "next", "ok", "undo", "redo", "by-hand", "menu"]
"""What a hand did: a button's own name, or what it means when held: ``redo`` for UNDO and ``by-hand`` for NEXT held one
second, ``menu`` for OK held two (D55, D56)."""


Stuck = Callable[[frozenset[str]], None]
"""Is told which buttons are stuck, whenever that changes."""


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


@dataclass(frozen=True, slots=True)
class Settings:
    """How a camera takes its pictures; what is None it decides by itself, frame by frame.

    Attributes:
        exposure_us: how long the shutter is open, microseconds.
        gain: of the sensor, 1 and more.
        white_balance: gains of red and of blue.
        focus: in dioptres, 0 for far away; None as well for a lens that cannot be focused.
    """

    exposure_us: int | None = None
    gain: float | None = None
    white_balance: tuple[float, float] | None = None
    focus: float | None = None


AUTOMATIC = Settings()


@runtime_checkable
class Adjustable(Protocol):
    """What a `Camera` may also be: one that tells how it takes its pictures, and can be told to keep to it.

    A camera that cannot lacks both, as a folder of pictures does.
    """

    def settings(self) -> Settings:
        """How the last frame was taken.

        Raises:
            DeviceError: if the camera has failed, or has shown no frame yet.
        """

    def keep(self, settings: Settings) -> None:
        """Take every frame like this from now on; `AUTOMATIC` lets the camera decide again.

        Raises:
            DeviceError: if the camera has failed.
        """


class Buttons(Protocol):
    """The scorer's nine buttons."""

    def listen(self, heard: Callable[[Gesture], None], stuck: Stuck = ...) -> None:
        """Call ``heard`` for every gesture from now on, from whatever thread the buttons live on.

        A button held down beyond reason is ignored until it is let go, and ``stuck`` told of it.
        """

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


class Speaker(Protocol):
    """Something that makes a sound."""

    def play(self, sound: Sound) -> None:
        """Make the sound, and return when it has faded.

        Raises:
            DeviceError: if there is no card, or it has failed.
        """

    def close(self) -> None:
        """Be silent and give the card back; closing twice is harmless."""


class Network(Protocol):
    """The network that the page is found on."""

    def standing(self) -> Standing:
        """How it stands.

        Raises:
            NetworkError: if what it knows of its own Wi-Fi cannot be read.
        """

    def access_point(self, *, on: bool) -> None:
        """Ask to become a Wi-Fi access point, or to be one no longer; `standing` tells how it went.

        Raises:
            RequestError: if that cannot be asked for here.
        """


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
