"""What goes on beside the game for as long as it lasts: the watchdog's feeding, the pages, the log.

Rule kept here: none of it can end a game, and all of it ends with it.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from importlib.metadata import version
from socket import socket

from firmware.config.schema import WebConfig
from firmware.devices.protocols import Devices
from firmware.play.shown import Watcher
from firmware.play.sounds import Sounds
from firmware.service import http, log, watchdog
from firmware.service.event_log import Chronicle
from firmware.service.metrics import DISTRIBUTION, Meters
from scoreboard.web import View, make_app


class Duty:
    """The appliance's side jobs.

    Args:
        devices: what it has.
        config: where its pages are.
        warn: tells whoever started it of a page that cannot be served.
        journal_errors: how many lines the disk has not taken at once.
    """

    def __init__(
        self,
        devices: Devices,
        config: WebConfig,
        warn: Callable[[str], None],
        journal_errors: Callable[[], int] = lambda: 0,
    ) -> None:
        self._devices, self._config, self._warn = devices, config, warn
        self.meters = Meters(devices.health, time.monotonic, journal_errors)
        self.chronicle = Chronicle()
        sounds = [] if devices.speaker is None else [Sounds(devices.speaker)]
        self.watchers: tuple[Watcher, ...] = (self.meters, self.chronicle, *sounds)
        self._listening = self._opened()

    @property
    def port(self) -> int | None:
        """That the pages are served on; None where they are not."""
        return None if self._listening is None else int(self._listening.getsockname()[1])

    @asynccontextmanager
    async def done(self) -> AsyncIterator[None]:
        """Do them while the context lasts, within the running loop."""
        log.event("started", f"stadium {version(DISTRIBUTION)} started", version=version(DISTRIBUTION))
        self._devices.health.listen(self.chronicle.device)
        feeding = asyncio.get_running_loop().create_task(watchdog.feed(self._devices.heartbeat))
        meters = self.meters
        pages = make_app(View(lambda: meters.game, lambda: meters.last, meters.status, meters.metrics))
        try:
            async with http.served(pages, self._listening):
                yield
        finally:
            feeding.cancel()
            log.event("stopped", "stadium stopped", uptime_s=round(meters.uptime_s))

    def _opened(self) -> socket | None:
        try:
            return http.handed_over() or http.opened(self._config)
        except http.PortTakenError as error:
            self._warn(str(error))
            return None
