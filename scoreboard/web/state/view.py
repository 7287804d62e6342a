"""The data of the pages: the state of play, the condition of the devices, and metrics, as functions handed in.

Rule kept here: the pages are read-only. They know no device and no loop, and cannot change a game.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from scoreboard.errors import NoGameError
from scoreboard.journal.reader import JournalReader
from scoreboard.kept_throws import KeptThrows
from scoreboard.message import Words, message
from scoreboard.rules.state import Game
from scoreboard.web.http.phone import Phone
from scoreboard.web.state.live import Live
from scoreboard.web.state.metrics import Metric

if TYPE_CHECKING:
    from PIL import Image

Condition = Literal["ok", "degraded"]
MakePicture = Callable[[], Awaitable[bytes | None]]
"""Makes a picture as JPEG; None where there is none."""
NO_THROWS = KeptThrows()
"""What an appliance keeps that has no camera."""


def no_journal() -> JournalReader:
    """What opens the journal of an appliance that keeps none."""
    raise NoGameError(message("page.no-game"))


async def no_picture() -> None:
    """What an appliance sees that has no camera."""


async def no_sound(_: str) -> None:
    """What an appliance plays that has no sounds."""


class Device(Struct, frozen=True, omit_defaults=True):
    """The condition of one device.

    Attributes:
        status: whether it works.
        said: what is wrong and what to do, in one line; empty if nothing is.
    """

    status: Condition
    said: Words = ""


class Status(Struct, frozen=True, kw_only=True):
    """The condition of the appliance, as ``/health`` reports it.

    Attributes:
        status: ``ok`` only if every device is.
        version: of the program.
        uptime_s: since the start, whole seconds.
        devices: all of the configuration.
    """

    status: Condition
    version: str
    uptime_s: int
    devices: Mapping[str, Device]


@dataclass(frozen=True, slots=True)
class PageData:
    """The sources of the pages' data.

    Attributes:
        live: what the table is shown now; None before the first game.
        last: the last play, in words.
        status: the condition of the appliance.
        metrics: of the appliance.
        journal: opens it for reading; it is called on another thread.
        listen: have a function called, in the loop, whenever what the table is shown has changed.
        panel: the last picture of the LEDs; None where there is none.
        camera: the last picture of the camera as JPEG, with what was read drawn in; likewise.
        has_camera: whether there is one.
        asked: the picture that the open question is about, as JPEG; likewise.
        sound: a sound of that name as WAV; None where there is none.
        address: where phones in the same network find the page, by a number; None where that is not known.
        throws: the pictures of throws that were kept.
        phone_of: the phone that is paired whose cookie that is; None of any other.
    """

    live: Callable[[], Live | None]
    last: Callable[[], Words]
    status: Callable[[], Status]
    metrics: Callable[[], Iterable[Metric]]
    journal: Callable[[], JournalReader] = no_journal
    listen: Callable[[Callable[[], None]], object] = lambda _: None
    panel: Callable[[], Image.Image | None] = lambda: None
    camera: MakePicture = no_picture
    asked: MakePicture = no_picture
    sound: Callable[[str], Awaitable[bytes | None]] = no_sound
    address: Callable[[], str | None] = lambda: None
    throws: KeptThrows = NO_THROWS
    has_camera: bool = False
    phone_of: Callable[[str], Phone | None] = lambda _: None

    def game(self) -> Game | None:
        """The state of play; None before the first game."""
        live = self.live()
        return None if live is None else live.history.game
