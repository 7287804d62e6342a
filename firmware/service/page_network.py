"""The network for the page: asked for on a thread, for the system may take its time.

Rule kept here: the page can do what the menu can, and nothing more.
"""

from __future__ import annotations

import asyncio

from firmware.devices.protocols import WEB, Network
from firmware.errors import StadiumError
from scoreboard.message import message
from scoreboard.web import ChangeError, NetworkAccess, NetworkView, NotNowError, OwnWifi

SETTLED = ("on", "off")
"""Outcomes that are no fault."""


class PageNetwork:
    """The network, with the page on that ``port``; None where none is served."""

    def __init__(self, network: Network, port: int | None) -> None:
        self._network, self._port = network, port or WEB
        self.access = NetworkAccess(lambda: asyncio.to_thread(self._view), self._change)

    async def _change(self, own: bool) -> NetworkView:
        def ask() -> NetworkView:
            try:
                self._network.access_point(on=own)
            except StadiumError as error:
                raise NotNowError(error.words) from error
            return self._view()

        return await asyncio.to_thread(ask)

    def _view(self) -> NetworkView:
        try:
            status = self._network.status()
        except StadiumError as error:
            raise ChangeError(503, error.words) from error
        own = None if status.own is None else OwnWifi(status.own.ssid, status.own.password)
        fault = "" if status.outcome in SETTLED else status.outcome
        not_here = message("network.not-installed")
        return NetworkView(status.address(self._port), own, status.on, fault if status.installed else not_here)
