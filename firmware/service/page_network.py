"""The network for the page: asked for on a thread, for the system may take its time.

Rule kept here: the page can do what the menu can, and nothing more.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from firmware.devices.protocols import WEB, Network
from firmware.errors import NetworkError, StadiumError
from firmware.network import home_wifi
from scoreboard.message import message
from scoreboard.web.http.guard import ChangeError
from scoreboard.web.owner.home_wifi_routes import HomeWifiView, WifiFound, WifiState
from scoreboard.web.owner.network_routes import NetworkView, OwnWifi
from scoreboard.web.play.changes import NotNowError

SETTLED = ("on", "off")
"""Outcomes that are no fault."""


class PageNetwork:
    """The network, with the page on that ``port``; None where none is served yet.

    Satisfies `NetworkAccess` and `HomeWifiAccess`.
    """

    def __init__(self, network: Network, port: Callable[[], int | None]) -> None:
        self._network, self._port = network, port

    async def read(self) -> NetworkView:
        """How the network stands."""
        return await asyncio.to_thread(self._view)

    async def change(self, *, own: bool) -> NetworkView:
        """Turn the stadium's own Wi-Fi on or off."""

        def ask() -> NetworkView:
            try:
                self._network.access_point(on=own)
            except StadiumError as error:
                raise NotNowError(error.words) from error
            return self._view()

        return await asyncio.to_thread(ask)

    async def read_home(self) -> HomeWifiView:
        """How the home's Wi-Fi stands."""
        return await asyncio.to_thread(self._home)

    async def join_home(self, ssid: str, password: str) -> HomeWifiView:
        """Join it."""
        return await self._asked(lambda: self._network.join(ssid, password))

    async def forget_home(self) -> HomeWifiView:
        """Forget it."""
        return await self._asked(self._network.forget)

    async def scan(self) -> HomeWifiView:
        """Have the radio look what is in reach."""
        return await self._asked(self._network.look)

    def _view(self) -> NetworkView:
        try:
            status = self._network.status()
        except StadiumError as error:
            raise ChangeError(503, error.words) from error
        own = None if status.own is None else OwnWifi(status.own.ssid, status.own.password)
        fault = "" if status.outcome in SETTLED else status.outcome
        not_here = message("network.not-installed")
        return NetworkView(status.address(self._port() or WEB), own, status.on, fault if status.installed else not_here)

    async def _asked(self, act: Callable[[], None]) -> HomeWifiView:
        """Ask for something, on a thread, and tell how it stands then."""

        def ask() -> HomeWifiView:
            try:
                act()
            except NetworkError as error:  # what was typed cannot be
                raise ChangeError(400, error.words) from error
            except StadiumError as error:
                raise NotNowError(error.words) from error
            return self._home()

        return await asyncio.to_thread(ask)

    def _home(self) -> HomeWifiView:
        home = self._network.home()
        state: WifiState = "joining" if home.outcome == home_wifi.JOINING else "failed"
        found = tuple(WifiFound(each.ssid, each.signal, each.lock, each.joined) for each in home.in_reach)
        return HomeWifiView(
            kept=home.kept,
            state="settled" if home.outcome in home_wifi.SETTLED else state,
            about=home.about,
            said=home_wifi.worded(home.outcome),
            found=found,
            earlier=home.earlier,
            why_not="" if home.installed else message("network.not-installed"),
        )
