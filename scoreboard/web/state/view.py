"""The data of the pages: the state of play, the condition of the devices, and metrics.

Rule kept here: the pages are read-only. They know no device and no loop, and cannot change a game.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from scoreboard.errors import NoGameError
from scoreboard.journal.reader import JournalReader
from scoreboard.kept_throws import KeptThrows
from scoreboard.message import Words, message
from scoreboard.rules.state import Game
from scoreboard.season.season_book import SeasonBook
from scoreboard.web.http.phone import Phone
from scoreboard.web.state.live import Live
from scoreboard.web.state.metrics import Metric

if TYPE_CHECKING:
    from PIL import Image

Condition = Literal["ok", "degraded"]


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


class PageData(ABC):
    """Where the pages' data comes from; an appliance overrides what it has.

    Attributes:
        throws: the pictures of throws that were kept.
        has_camera: whether there is one.
        framed_by: origins of pages that may show the overlay and the TV's view within them.
        own_number: of the stadium in a Wi-Fi of its own, into which phones that join are led; empty if it has none.
        guides: the folder of the guides as a site, if they are here.
    """

    framed_by: tuple[str, ...] = ()
    throws: KeptThrows = KeptThrows()
    has_camera: bool = False
    own_number: str = ""
    guides: Path | None = None

    @abstractmethod
    def live(self) -> Live | None:
        """What the table is shown now; None before the first game."""

    @abstractmethod
    def status(self) -> Status:
        """The condition of the appliance."""

    def last(self) -> Words:
        """The last play, in words."""
        return ""

    def metrics(self) -> Iterable[Metric]:
        """Of the appliance."""
        return ()

    def journal(self) -> JournalReader:
        """The journal, opened for reading; called on another thread. NoGameError where none is kept."""
        raise NoGameError(message("page.no-game"))

    def season(self) -> SeasonBook:
        """What the season has of the games; a book that remembers nothing where none is kept."""
        return SeasonBook()

    def logos(self) -> Mapping[str, str]:
        """Where the logos of teams are found, by their names."""
        return {}

    def listen(self, listener: Callable[[], None]) -> None:  # noqa: B027 - a table at which nothing changes
        """Have it called, in the loop, whenever what the table is shown has changed."""

    def panel(self) -> Image.Image | None:
        """The last picture of the LEDs; None where there is none."""
        return None

    async def camera(self) -> bytes | None:
        """The last picture of the camera as JPEG, with what was read drawn in; None where there is none."""
        return None

    async def asked(self) -> bytes | None:
        """The picture that the open question is about, as JPEG; None where there is none."""
        return None

    async def sound(self, name: str) -> bytes | None:  # noqa: ARG002 - here there are none
        """A sound of that name as WAV; None where there is none."""
        return None

    def address(self) -> str | None:
        """Where phones in the same network find the page, by a number; None where that is not known."""
        return None

    def phone_of(self, cookie: str) -> Phone | None:  # noqa: ARG002 - here none is paired
        """The phone that is paired whose cookie that is; None of any other."""
        return None

    def game(self) -> Game | None:
        """The state of play; None before the first game."""
        live = self.live()
        return None if live is None else live.history.game
