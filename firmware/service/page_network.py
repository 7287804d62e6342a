"""The network for the page: asked for on a thread, for the system may take its time.

What comes of joining a Wi-Fi is told at the table as well, for the phone that asked for it has lost the page by then.
Rule kept here: the page can do what the menu can, and nothing more.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

from firmware.devices.protocols import WEB, HomeStatus, Network
from firmware.errors import NetworkError, StadiumError
from firmware.network import home_wifi
from firmware.notice import Notice, Severity
from scoreboard.message import Words, message
from scoreboard.web.http.guard import ChangeError
from scoreboard.web.owner.home_wifi_routes import HomeWifiView, HomeWifiWanted, WifiFound, WifiState
from scoreboard.web.owner.network_routes import NetworkView, OwnWifi
from scoreboard.web.play.changes import NotNowError

SETTLED = ("on", "off")
"""Outcomes that are no fault."""
LOOKS_S: Final = 1.0
"""Seconds between two looks how an attempt to join goes."""
BEGINS_WITHIN, ENDS_WITHIN = 20, 400
"""So many looks it has to begin, and to end."""
PANEL_TICKS = 60
"""Half seconds that the panel tells how it went."""


class PageNetwork:
    """The network, with the page on that ``port``; None where none is served yet.

    Satisfies `NetworkAccess` and `HomeWifiAccess`. ``note`` tells the table something, ``wait`` waits so many seconds.
    """

    def __init__(
        self,
        network: Network,
        port: Callable[[], int | None],
        note: Callable[[Notice], None] = lambda _: None,
        wait: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._network, self._port, self._note, self._wait = network, port, note, wait
        self._following: asyncio.Task[None] | None = None

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

    async def join_home(self, wanted: HomeWifiWanted) -> HomeWifiView:
        """Join it; the table is told how that goes."""
        asked = await self._asked(lambda: self._network.join(wanted.ssid, wanted.password, wanted.country))
        self._note(_of_joining(wanted.ssid, home_wifi.worded(home_wifi.JOINING), "green"))
        if self._following is not None:
            self._following.cancel()
        following = self._follow(begun=asked.state == "joining")
        self._following = asyncio.get_running_loop().create_task(following)
        return asked

    async def forget_home(self) -> HomeWifiView:
        """Forget it."""
        return await self._asked(self._network.forget)

    async def scan(self) -> HomeWifiView:
        """Have the radio look what is in reach."""
        return await self._asked(self._network.look)

    async def _follow(self, *, begun: bool) -> None:
        """Tell the table what comes of an attempt to join; until it has ``begun``, the outcome is an earlier one's."""
        for looks in range(ENDS_WITHIN):
            await self._wait(LOOKS_S)
            home = await asyncio.to_thread(self._network.home)
            if begun and home.outcome != home_wifi.JOINING:
                self._note(await asyncio.to_thread(self._outcome_of, home))
                return
            begun = begun or home.outcome == home_wifi.JOINING
            if not begun and looks > BEGINS_WITHIN:
                return

    def _outcome_of(self, home: HomeStatus) -> Notice:
        """The outcome, for the table: with where phones find the stadium now."""
        more: Words = ""
        with suppress(StadiumError):
            status = self._network.status()
            if home.outcome == home_wifi.JOINED:
                more = message("network.now-at", address=status.page.removeprefix("http://"))
            elif status.on:
                more = message("network.own-again")
        words = home_wifi.worded(home.outcome)
        severity: Severity = "green" if home.outcome == home_wifi.JOINED else "amber"
        return _of_joining(home.about, (words, more) if more else words, severity)

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


def _of_joining(ssid: str, words: Words, severity: Severity) -> Notice:
    """How joining that Wi-Fi goes, for the table: a panel leaves the name out, for it may lack the letters."""
    return Notice(message("network.about-home", ssid=ssid, said=words), words, severity, ticks=PANEL_TICKS)
