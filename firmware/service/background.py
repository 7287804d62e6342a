"""The services that run beside a game: the watchdog's pings, the pages, the log.

Rule kept here: none of it can end a game, and all of it ends with it.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from importlib.metadata import version
from socket import socket

from firmware.config.schema import WebConfig
from firmware.devices.protocols import Devices
from firmware.play.shown import Observer
from firmware.service import http, log, systemd
from firmware.service.event_log import EventLog
from firmware.service.metrics import DISTRIBUTION, Metrics
from scoreboard.web import Live, PageData, Route, make_app

Tables = Callable[[PageData], Iterable[Iterable[Route]]]
"""Makes the routes beside those that only look."""


class BackgroundServices:
    """The appliance's background services; ``warn`` is called with a sentence if the pages cannot be served."""

    def __init__(
        self,
        devices: Devices,
        config: WebConfig,
        warn: Callable[[str], None],
        journal_errors: Callable[[], int] = lambda: 0,
    ) -> None:
        self._devices = devices
        self.metrics = Metrics(devices.health, time.monotonic, journal_errors)
        self.event_log = EventLog()
        self.observers: tuple[Observer, ...] = (self.metrics, self.event_log)
        self._listening: socket | None = None
        try:
            self._listening = http.handed_over() or http.opened(config)
        except http.PortTakenError as error:
            warn(str(error))

    @property
    def port(self) -> int | None:
        """The pages' port; None where they are not served."""
        return None if self._listening is None else int(self._listening.getsockname()[1])

    @asynccontextmanager
    async def running(self, live: Callable[[], Live | None], tables: Tables = lambda _: ()) -> AsyncIterator[None]:
        """Run them while the context lasts, within the running loop.

        ``live`` is what the table is shown now, ``tables`` makes the routes by which phones change something.
        """
        log.event("started", f"stadium {version(DISTRIBUTION)} started", version=version(DISTRIBUTION))
        self._devices.health.listen(self.event_log.device)
        pings = asyncio.get_running_loop().create_task(systemd.feed(self._devices.heartbeat))
        metrics = self.metrics
        view = PageData(live, lambda: metrics.last, metrics.status, metrics.collect)
        pages = make_app(view, *tables(view))
        try:
            async with http.served(pages, self._listening):
                yield
        finally:
            pings.cancel()
            log.event("stopped", "stadium stopped", uptime_s=round(metrics.uptime_s))
