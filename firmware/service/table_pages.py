"""The pages' data, from the loop that plays and the services beside it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from firmware.devices.protocols import ADDRESS
from firmware.network.own_address import own_number, page_address
from firmware.paths import guides_folder
from firmware.service.background import BackgroundServices
from firmware.service.page_control import PageControl
from firmware.service.sound_files import sound_file
from firmware.storage.season_file import SeasonFile
from scoreboard.journal.reader import JournalReader
from scoreboard.journal.store import Journal
from scoreboard.kept_throws import KeptThrows
from scoreboard.message import Words
from scoreboard.season.season_book import SeasonBook
from scoreboard.web.http.phone import Phone
from scoreboard.web.state.live import Live
from scoreboard.web.state.metrics import Metric
from scoreboard.web.state.view import PageData, Status

_log = logging.getLogger(__name__)

if TYPE_CHECKING:
    from PIL import Image

    from firmware.play.loop import PlayLoop


class TablePages(PageData):
    """The data of a table.

    Args:
        table: that is played at.
        services: count, film and listen.
        size: of the panel.
        journal: the games; None where none is kept.
        throws: the pictures of throws that were kept.
        control: knows the phones that are paired; None where none can be.
    """

    own_number = ADDRESS

    def __init__(
        self,
        table: PlayLoop,
        services: BackgroundServices,
        size: tuple[int, int],
        *,
        journal: Path | None = None,
        throws: KeptThrows = PageData.throws,
        control: PageControl | None = None,
    ) -> None:
        self._table, self._services, self._size = table, services, size
        self._journal, self._control, self.throws = journal, control, throws
        self.framed_by = services.framed_by
        self.has_camera = services.has_camera
        self.guides = guides_folder()
        services.camera.seen = table.seen

    def live(self) -> Live | None:
        """What the table is shown now."""
        return self._table.live()

    def last(self) -> Words:
        """The last play."""
        return self._services.metrics.last

    def status(self) -> Status:
        """The condition of the appliance."""
        return self._services.metrics.status()

    def metrics(self) -> Iterable[Metric]:
        """Of the appliance."""
        return self._services.metrics.collect()

    def journal(self) -> JournalReader:
        """The journal, opened for reading."""
        return super().journal() if self._journal is None else Journal.open_readonly(self._journal)

    def season(self) -> SeasonBook:
        """What the season has of them."""
        return super().season() if self._journal is None else SeasonFile(self._journal, _log.warning)

    def logos(self) -> Mapping[str, str]:
        """Those that owners have sent."""
        return {} if self._control is None else self._control.owner.logos.addresses()

    def listen(self, listener: Callable[[], None]) -> None:
        """Have it called whenever something is shown."""
        self._services.listen(listener)

    def panel(self) -> Image.Image | None:
        """What the LEDs show."""
        return self._table.picture(self._size)

    async def camera(self) -> bytes | None:
        """What the camera sees."""
        return await self._services.camera.view()

    async def asked(self) -> bytes | None:
        """The die or chip that is asked about."""
        return await self._services.camera.close()

    async def sound(self, name: str) -> bytes | None:
        """A sound of the box."""
        return await sound_file(name)

    def address(self) -> str | None:
        """Where phones find the pages; None where they are not served, or there is no network."""
        port, number = self._services.port, own_number()
        return None if port is None or number is None else page_address(port, number)

    def phone_of(self, cookie: str) -> Phone | None:
        """The paired phone whose cookie that is."""
        return None if self._control is None else self._control.phone_of(cookie)
