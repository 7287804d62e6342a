"""`stadium league serve`: the receiver, and the page, until it is told to end."""

from __future__ import annotations

import asyncio
import secrets
import signal
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, closing, suppress
from functools import partial
from pathlib import Path
from typing import NamedTuple

from firmware.config.schema import WebConfig
from firmware.files.atomic import read_plain, write_whole
from firmware.league.receiver import LeaguePlace, Receiver
from firmware.mqtt.secrets_kept import password_in, secret_file
from firmware.service import http, systemd
from scoreboard.league.game_store import open_store
from scoreboard.league.league_book import LeagueBook
from scoreboard.league.league_file import EXAMPLE, LeagueFile
from scoreboard.league.wall import Wall
from scoreboard.message import Words
from scoreboard.web.league.doors import Doors, LeagueGuard, Passwords
from scoreboard.web.league.league_app import league_app
from scoreboard.web.league.league_routes import LeagueRoutes

SECRET_MODE = 0o600


class ServeOptions(NamedTuple):
    """What `stadium league serve` is asked for.

    Attributes:
        place: the broker; None for a page alone, of games that come as files.
        league: the league's file.
        database: as `open_store` takes it.
        secrets: the folder with passwords, certificates, and what cookies are signed with.
        port: of the page.
        names: under which the internet knows this computer.
    """

    place: LeaguePlace | None
    league: Path
    database: str
    secrets: Path
    port: int
    names: tuple[str, ...]


class Troubles:
    """What is wrong with what arrives."""

    def __init__(self, receiver: Receiver | None) -> None:
        self._receiver = receiver

    def troubles(self) -> list[tuple[str, Words]]:
        """By the id of a stadium; empty for all."""
        if self._receiver is None:
            return []
        arrivals = self._receiver.arrivals
        mine: list[tuple[str, Words]] = [("", self._receiver.trouble)] if self._receiver.trouble else []
        return [*mine, *([] if arrivals is None else list(arrivals.troubles.items()))]


def passwords(folder: Path) -> Passwords:
    """Those in the folder, or in systemd's for this service. BrokerError if one cannot be used, OSError of the disk."""
    look, keep = (password_in(secret_file(folder / name, f"league-{name}")) for name in ("look", "keep"))
    kept = folder / "cookies"
    with suppress(FileNotFoundError):
        return Passwords(look or None, keep or None, read_plain(kept))
    secret = secrets.token_bytes(32)
    write_whole(kept, secret, SECRET_MODE)
    return Passwords(look or None, keep or None, secret)


async def serve(options: ServeOptions) -> None:
    """Take in games and show them, until SIGINT or SIGTERM.

    Raises:
        ScoreboardError, StadiumError: if it cannot begin.
    """
    if not options.league.exists():
        write_whole(options.league, EXAMPLE.encode())
    league, wall = LeagueFile(options.league, time.monotonic), Wall()
    guard = LeagueGuard(Doors(passwords(options.secrets), time.monotonic), time.monotonic)
    opened = partial(open_store, options.database)
    ended, loop = asyncio.Event(), asyncio.get_running_loop()
    for each in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(each, ended.set)
    async with AsyncExitStack() as held:
        worker = held.enter_context(ThreadPoolExecutor(1, "league-book"))
        store = held.enter_context(opened())
        receiver = None
        if options.place is not None:
            receiver = held.enter_context(closing(Receiver(options.place, opened, league, wall)))
            receiver.start()

        def write(text: str) -> None:
            write_whole(options.league, text.encode())

        routes = LeagueRoutes(LeagueBook(store, league), worker, league, write, wall, Troubles(receiver))
        listening = http.opened(WebConfig(options.port, ""))
        await held.enter_async_context(http.served(league_app(routes, guard, options.names), listening))
        systemd.ready()
        await ended.wait()
        systemd.stopping()
