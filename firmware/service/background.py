"""The services that run beside a game: the watchdog's pings, the pages, the log.

Rules kept here: none of it can end a game, and all of it ends with it. A port or an address that cannot be had when it
starts is tried again: another program may give it up, and a network may come later.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from functools import partial
from importlib.metadata import version
from socket import socket
from typing import TYPE_CHECKING

from aiohttp import web

from firmware.config.schema import WebConfig
from firmware.devices.protocols import Devices, Frame
from firmware.network.own_address import own_number, page_address
from firmware.play.state.shown import Observer, Seen
from firmware.service import http, log, systemd
from firmware.service.camera_picture import CameraPicture
from firmware.service.event_log import EventLog
from firmware.service.metrics import DISTRIBUTION, Metrics
from firmware.service.sound_files import sound_file
from scoreboard.journal.reader import JournalReader
from scoreboard.kept_throws import KeptThrows
from scoreboard.web.app import make_app
from scoreboard.web.http.phone import Phone
from scoreboard.web.http.routes import Route
from scoreboard.web.state.live import Live
from scoreboard.web.state.view import NO_THROWS, PageData, no_journal

if TYPE_CHECKING:
    from PIL import Image

RETRY_S = 10.0
"""Seconds from one try to have the port to the next."""
Tables = Callable[[PageData], Iterable[Iterable[Route]]]
"""Makes the routes beside those that only look."""


@dataclass(frozen=True, slots=True)
class PageSources:
    """What the pages look at of the game.

    Attributes:
        live: what the table is shown now; None before the first game.
        seen: what was read last.
        journal: opens it for reading; called on another thread.
        panel: what the LEDs show now.
        number: the machine's own address.
        more: makes the routes by which phones change something.
        throws: the pictures that were kept.
        phone_of: the paired phone whose cookie that is.
    """

    live: Callable[[], Live | None]
    seen: Callable[[], Seen] = Seen
    journal: Callable[[], JournalReader] = no_journal
    panel: Callable[[], Image.Image | None] = lambda: None
    more: Tables = lambda _: ()
    number: Callable[[], str | None] = own_number
    throws: KeptThrows = NO_THROWS
    phone_of: Callable[[str], Phone | None] = lambda _: None


class BackgroundServices:
    """The appliance's background services.

    Args:
        devices: of the appliance.
        config: of the pages.
        warn: called with a sentence if they cannot be served yet.
        journal_errors: how often the disk has refused a line.
        ports: how many are tried at the start, one after the other.
        retry_s: from one later try of the first of them to the next.
    """

    def __init__(
        self,
        devices: Devices,
        config: WebConfig,
        warn: Callable[[str], None],
        journal_errors: Callable[[], int] = lambda: 0,
        ports: int = 1,
        retry_s: float = RETRY_S,
    ) -> None:
        self._devices, self._config, self._retry_s = devices, config, retry_s
        self.metrics = Metrics(devices.health, time.monotonic, journal_errors)
        self.event_log = EventLog()
        self._camera = CameraPicture(time.monotonic)
        self._listeners: list[Callable[[], None]] = []
        self.observers: tuple[Observer, ...] = (self.metrics, self.event_log, self._tell)
        self._listening: socket | None = None
        try:
            self._listening = http.handed_over() or http.opened(config, ports)
        except http.PortTakenError as error:
            warn(str(error))

    @property
    def port(self) -> int | None:
        """The pages' port; None where they are not served, or not yet."""
        return None if self._listening is None else int(self._listening.getsockname()[1])

    @asynccontextmanager
    async def running(self, table: PageSources) -> AsyncIterator[None]:
        """Run them while the context lasts, within the running loop."""
        log.event("started", f"stadium {version(DISTRIBUTION)} started", version=version(DISTRIBUTION))
        self._devices.health.listen(self.event_log.device)
        loop, pages = asyncio.get_running_loop(), self._pages(table)
        pings = loop.create_task(systemd.feed(self._devices.heartbeat))
        try:
            if self._listening is None and self._config.port != "none":
                late = loop.create_task(self._serve_later(pages))
                try:
                    yield
                finally:
                    late.cancel()
                    await asyncio.wait({late})
            else:
                async with http.served(pages, self._listening):
                    yield
        finally:
            pings.cancel()
            self._listeners.clear()
            log.event("stopped", "stadium stopped", uptime_s=round(self.metrics.uptime_s))

    async def _serve_later(self, pages: web.Application) -> None:
        """Serve them until it is cancelled, once the port can be had."""
        while self._listening is None:
            await asyncio.sleep(self._retry_s)
            with suppress(http.PortTakenError):
                self._listening = await asyncio.to_thread(http.opened, self._config)  # it may look a name up
        async with http.served(pages, self._listening):
            await asyncio.Event().wait()

    def film(self, frame: Frame) -> None:
        """Count a frame, and hold it while somebody looks."""
        self.metrics.film(frame)
        self._camera.film(frame)

    def _tell(self, _: object = None) -> None:
        """Let the pages know that something is shown."""
        for listener in self._listeners:
            listener()

    def _address(self, number: Callable[[], str | None]) -> str | None:
        """Where phones find the pages; None where they are not served, or there is no network."""
        port, own = self.port, number()
        return None if port is None or own is None else page_address(port, own)

    def _pages(self, table: PageSources) -> web.Application:
        metrics, camera = self.metrics, self._camera
        camera.seen = table.seen
        data = PageData(
            table.live,
            lambda: metrics.last,
            metrics.status,
            metrics.collect,
            journal=table.journal,
            listen=self._listeners.append,
            panel=table.panel,
            camera=camera.view,
            asked=camera.close,
            sound=sound_file,
            address=partial(self._address, table.number),
            throws=table.throws,
            has_camera=self._devices.camera is not None,
            phone_of=table.phone_of,
        )
        return make_app(data, *table.more(data))
