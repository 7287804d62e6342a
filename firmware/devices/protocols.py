"""What the appliance needs of the outside world, as Protocols.

Simulated devices and real ones are peers: both satisfy these, both are chosen by name in the configuration, and the
rest of the program does not distinguish them. Every call on a device that has failed raises a `DeviceError`, and
closing one twice is harmless. Rule kept here: nothing below names a library or a Pi.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, Final, Literal, NewType, Protocol, TypeAlias, runtime_checkable

from msgspec import Meta, Struct

from firmware.devices.dimmer import Dimmer
from firmware.devices.health import Health, Heartbeat
from scoreboard.journal import timestamps

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from PIL import Image

    from scoreboard.commentary import Sound

    Frame: TypeAlias = NDArray[np.uint8]
else:  # reading the configuration must not load numpy
    Frame = NewType("Frame", object)
"""A colour picture, (height, width, 3), BGR, 0 to 255."""

Gesture = Literal[
    "ball", "strike", "out", "run", "homerun", "batter", "next", "ok", "undo", "redo", "by-hand", "menu",
    "ball-held", "strike-held", "out-held", "run-held", "homerun-held", "batter-held",
]  # fmt: skip
"""A button's own name, or what it means when held: ``redo`` for UNDO and ``by-hand`` for NEXT held one second, ``menu``
for OK held two (D55, D56); a button that scores, held one second, puts right what it scores."""
NUMBERS: Mapping[Gesture, int] = {
    "ball": 1, "strike": 2, "out": 3, "run": 4, "homerun": 5, "batter": 6,
    "ball-held": 7, "strike-held": 8, "out-held": 9, "run-held": 10,
}  # fmt: skip
"""Which number a button stands for while one is asked for by hand: the six that score in order, then held."""
StuckListener = Callable[[frozenset[str]], None]
"""Called with the names of the stuck buttons, whenever these change."""


class Camera(Protocol):
    """A source of small frames to watch, and of large stills of the same scene to read from.

    A camera with a single stream gives the same picture as both.
    """

    def frame(self) -> Frame | None:
        """Wait for the next frame to watch; None once the source has ended."""

    def still(self) -> Frame:
        """The picture to read from, of the moment that the last frame showed; a DeviceError before the first."""

    def close(self) -> None:
        """Release the camera."""


@dataclass(frozen=True, slots=True)
class CameraSettings:
    """How a camera takes its pictures; what is None it decides by itself, frame by frame.

    Attributes:
        exposure_us: microseconds.
        gain: of the sensor, 1 and more.
        white_balance: gains of red and of blue.
        focus: in dioptres, 0 for far away; None as well for a lens that cannot be focused.
    """

    exposure_us: int | None = None
    gain: float | None = None
    white_balance: tuple[float, float] | None = None
    focus: float | None = None


AUTOMATIC = CameraSettings()


@runtime_checkable
class Adjustable(Protocol):
    """What a `Camera` may also be: one whose settings can be read and locked. A folder of pictures lacks both."""

    def settings(self) -> CameraSettings | None:
        """How the last frame was taken, None where a camera within does not tell; a DeviceError before the first."""

    def keep(self, settings: CameraSettings) -> None:
        """Take every frame like this from now on; `AUTOMATIC` lets the camera decide again."""


class Buttons(Protocol):
    """The scorer's nine buttons."""

    def listen(self, on_gesture: Callable[[Gesture], None], on_stuck: StuckListener = ...) -> None:
        """Call ``on_gesture`` for every gesture from now on, from whatever thread the buttons live on.

        A button held down for too long is ignored until it is released, and ``on_stuck`` is called with its name.
        """

    def close(self) -> None:
        """Release the pins."""


@runtime_checkable
class Holdable(Protocol):
    """What `Buttons` may also be: ones that know which are down, as when the stadium starts with some held."""

    def held(self) -> frozenset[str]:
        """The names of those that are down."""


class Panel(Protocol):
    """An LED matrix."""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""

    def show(self, picture: Image.Image) -> None:
        """Light the panel with ``picture``, an RGB or 1-bit image; a ValueError if it is not of the panel's size."""

    def close(self) -> None:
        """Put the lights out and release the panel."""


def check_size(picture: Image.Image, size: tuple[int, int]) -> None:
    """Raise a ValueError for a picture that is not the panel's size."""
    if picture.size != size:
        raise ValueError(f"a picture of {picture.size} is not for a panel of {size}")


class Speaker(Protocol):
    """Something that makes sounds and speaks; nobody waits for it, and nothing that fails in it is raised."""

    def play(self, *sounds: Sound) -> None:
        """Let these sound soon, all at once."""

    def say(self, text: str, voice: str, *, wait: bool = False) -> None:
        """Speak this soon, by the voice of that name: instead of all that is being spoken, or after it."""

    def accompany(self, tune: Callable[[], NDArray[np.int16] | None] | None) -> None:
        """Play that tune beneath all else, in the place of the one before; None only ends that.

        What gives its samples, or None, is called by the speaker, so that nobody waits for a disk.
        """

    def close(self) -> None:
        """Stop and release the card."""


class SoundCard(Protocol):
    """A sound card: `firmware.devices.sound.synthesis.RATE` samples a second, 16 bits, one channel."""

    def write(self, samples: NDArray[np.int16]) -> None:
        """Play this after what was written before; waits while the card has enough."""

    def rest(self) -> None:
        """Play what was written to its end, and leave the card to others."""

    def close(self) -> None:
        """Be silent at once."""


WEB: Final = 80
"""The port that no address needs to name."""
ADDRESS: Final = "10.42.0.1"
"""Of the stadium where it is the access point."""
# What phones type and panels show, without escapes in any of the files that these go through.
PLAIN = r"^[A-Za-z0-9._-]([A-Za-z0-9 ._-]*[A-Za-z0-9._-])?\Z"


class AccessPoint(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The stadium's own Wi-Fi; IEEE 802.11 gives names 32 octets, WPA2 gives passwords 8 to 63 characters."""

    ssid: Annotated[str, Meta(min_length=1, max_length=32, pattern=PLAIN)]
    password: Annotated[str, Meta(min_length=8, max_length=63, pattern=PLAIN)]


class NetworkStatus(Struct, frozen=True, kw_only=True):
    """The state of the network.

    Attributes:
        page: where a browser on the same network finds the page, if that is served on port 80; see `address`.
        own: the stadium's own Wi-Fi; None where it has none, or we may not know it.
        outcome: ``on``, ``off``, or why it did not come up.
        installed: whether the system serves the page, on port 80, and listens to requests.
    """

    page: str
    own: AccessPoint | None
    outcome: str
    installed: bool

    @property
    def on(self) -> bool:
        """Whether the stadium is an access point now."""
        return self.outcome == "on"

    def address(self, port: int) -> str:
        """Where a browser finds the page that is served on ``port``."""
        return self.page if port == WEB else f"{self.page}:{port}"


Lock = Literal["open", "password", "other"]
"""What keeps strangers out of a Wi-Fi: nothing, a password, or something that the stadium has no key for."""


class WifiInReach(Struct, frozen=True, kw_only=True):
    """A Wi-Fi that the radio hears.

    Attributes:
        ssid: its name.
        signal: from 0 to 100.
        lock: what keeps strangers out.
        joined: whether the stadium is in it.
    """

    ssid: str
    signal: int
    lock: Lock
    joined: bool


class HomeStatus(Struct, frozen=True, kw_only=True):
    """The state of the home's Wi-Fi.

    Attributes:
        kept: the name of the Wi-Fi that an owner has had it join, and that it joins by itself; empty if there is none.
        outcome: of the last attempt: a word of `firmware.network.home_wifi`, or why it failed; empty if there was none.
        about: the name of the Wi-Fi that was then meant.
        in_reach: what the radio hears, what it is in first.
        earlier: whether that is what it heard before it became a Wi-Fi itself.
        installed: whether the system listens to requests.
    """

    kept: str
    outcome: str
    about: str
    in_reach: tuple[WifiInReach, ...]
    earlier: bool
    installed: bool


class Network(Protocol):
    """The network that the page is found on."""

    def status(self) -> NetworkStatus:
        """How it stands; a NetworkError if what is known of its own Wi-Fi cannot be read."""

    def access_point(self, *, on: bool) -> None:
        """Ask to become a Wi-Fi access point, or to be one no longer; `status` has the outcome.

        Raises:
            RequestError: if that cannot be asked for here.
        """

    def home(self) -> HomeStatus:
        """How the home's Wi-Fi stands, and what else is in reach."""

    def join(self, ssid: str, password: str, country: str = "") -> None:
        """Ask to join a Wi-Fi, with an empty password where it has none; `home` has the outcome.

        The radio then keeps the rules of that ``country``, two letters of ISO 3166, if it is known.

        Raises:
            NetworkError: if no Wi-Fi can be called so, no password be such, or no country have such a code.
            RequestError: if that cannot be asked for here.
        """

    def forget(self) -> None:
        """Ask to forget the home's Wi-Fi; RequestError if that cannot be asked for here."""

    def look(self) -> None:
        """Ask for a look what is in reach; RequestError if that cannot be asked for here."""


class DiceRadio(Protocol):
    """Receives what smart dice say."""

    def close(self) -> None:
        """Receive no more."""


class DiceListener(Protocol):
    """Knows what the owner's smart dice say of themselves."""

    def now(self) -> float:
        """The moment, in seconds of the clock by which they are heard."""

    def word_of(self, color: str, sides: int, since: float) -> int | None:
        """What the die of that colour, with so many sides, says of a throw that lay still then; None for nothing.

        It may wait for a moment.
        """

    def close(self) -> None:
        """Listen no more."""


class Clock(Protocol):
    """The time, so that tests can set it."""

    def now(self) -> str:
        """The moment as ISO 8601 in UTC."""

    def monotonic(self) -> float:
        """Seconds since some fixed moment, never going back."""


class SystemClock:
    """The machine's own clock; satisfies `Clock`."""

    def now(self) -> str:
        """The moment as ISO 8601 in UTC, to the millisecond."""
        return timestamps.formatted(datetime.now(UTC))

    def monotonic(self) -> float:
        """Seconds since the machine started, never going back."""
        return time.monotonic()


@dataclass(frozen=True, slots=True)
class Devices:
    """What the loop is wired to; a stadium without a camera is scored by its buttons, and the other way round."""

    panels: Sequence[Panel]
    buttons: Buttons | None = None
    camera: Camera | None = None
    speaker: Speaker | None = None
    dice: DiceListener | None = None
    health: Health = field(default_factory=Health)
    heartbeat: Heartbeat = field(default_factory=Heartbeat)
    dimmer: Dimmer = field(default_factory=Dimmer)

    def close(self) -> None:
        """Release every device."""
        with ExitStack() as opened:  # each of them, even if another fails
            for device in (*self.panels, self.speaker, self.dice, self.buttons, self.camera):
                if device is not None:
                    opened.callback(device.close)
