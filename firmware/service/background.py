"""The services that run beside a game: the watchdog's pings, the pages, the log.

Rules kept here: none of it can end a game, and all of it ends with it. A port or an address that cannot be had when it
starts is tried again: another program may give it up, and a network may come later.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager, suppress
from importlib.metadata import version
from socket import socket

from aiohttp import web

from firmware.config.schema import WebConfig
from firmware.devices.protocols import Devices, Frame
from firmware.play.state.shown import Observer
from firmware.service import http, log, systemd
from firmware.service.camera_picture import CameraPicture
from firmware.service.event_log import EventLog
from firmware.service.metrics import DISTRIBUTION, Metrics
from scoreboard.web.app import make_app
from scoreboard.web.http.routes import Route
from scoreboard.web.state.view import PageData

RETRY_S = 10.0
"""Seconds from one try to have the port to the next."""


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
        self.camera = CameraPicture(time.monotonic)
        self._listeners: list[Callable[[], None]] = []
        self.observers: tuple[Observer, ...] = (self.metrics, self.event_log, self._tell)
        self._listening: socket | None = None
        try:
            self._listening = http.handed_over() or http.opened(config, ports)
        except http.PortTakenError as error:
            warn(str(error))

    @property
    def framed_by(self) -> tuple[str, ...]:
        """The pages that may show the overlay and the TV's view within them."""
        return tuple(filter(None, self._config.framed_by.split(",")))

    @property
    def port(self) -> int | None:
        """The pages' port; None where they are not served, or not yet."""
        return None if self._listening is None else int(self._listening.getsockname()[1])

    @asynccontextmanager
    async def running(self, data: PageData, tables: Iterable[Iterable[Route]] = ()) -> AsyncIterator[None]:
        """Run them while the context lasts, within the running loop; ``tables`` are of routes that change something."""
        log.event("started", f"stadium {version(DISTRIBUTION)} started", version=version(DISTRIBUTION))
        self._devices.health.listen(self.event_log.device)
        loop, pages = asyncio.get_running_loop(), make_app(data, *tables)
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
        self.camera.film(frame)

    @property
    def has_camera(self) -> bool:
        """Whether there is a camera to look through."""
        return self._devices.camera is not None

    def listen(self, listener: Callable[[], None]) -> None:
        """Have it called whenever something is shown."""
        self._listeners.append(listener)

    def _tell(self, _: object = None) -> None:
        for listener in self._listeners:
            listener()
