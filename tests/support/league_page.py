"""The page of a league of two stadiums, used by a program or served to a browser."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path
from typing import Any

import msgspec
from aiohttp import CookieJar, web
from aiohttp.test_utils import TestClient, TestServer
from support.hang import GIVE_UP_S
from support.league import KEYS, public

from scoreboard.league.game_store import open_store
from scoreboard.league.league_book import LeagueBook
from scoreboard.league.league_file import LeagueFile
from scoreboard.league.verified_game import SentGame
from scoreboard.league.wall import Wall
from scoreboard.message import Words, message
from scoreboard.web.league.doors import Doors, LeagueGuard, Passwords
from scoreboard.web.league.league_app import league_app
from scoreboard.web.league.league_routes import LeagueRoutes

SECRET = b"secret of a test"
TEXT = 'name = "Attic League"\n' + "".join(
    f'[[boxes]]\nid = "{box}"\nname = "{box.title()}"\nkey = "{public(box)}"\n' for box in KEYS
)
STATE = {
    "game": 3,
    "setup": {
        "rules": "two-dice",
        "away": {"name": "Reds", "color": "red"},
        "home": {"name": "Blues", "color": "blue"},
    },
    "inning": 2,
    "half": "top",
    "balls": 0,
    "strikes": 1,
    "outs": 2,
    "away": 4,
    "home": 0,
    "hits": {"away": 3, "home": 1},
    "runners": [6],
    "ball": "Z1",
    "over": False,
    "said": "Roll the dice",
}
Client = TestClient[Any, Any]


class OneComplaint:
    """One stadium sends what cannot be read."""

    def troubles(self) -> list[tuple[str, Words]]:
        """What is wrong."""
        return [("cellar", message("league.unreadable-line")), ("", message("league.no-such-box", box="loft"))]


class LeaguePage:
    """A league's page with these passwords."""

    def __init__(self, folder: Path, look: str | None = None, keep: str | None = None) -> None:
        self.file, self.database, self.passwords = folder / "league.toml", folder / "league.sqlite", (look, keep)
        self.file.write_text(TEXT)
        self.wall = Wall()
        self.wall.take_state("attic", msgspec.json.encode(STATE))
        self.wall.take_availability("attic", b"online")

    @asynccontextmanager
    async def app(self, *games: SentGame) -> AsyncIterator[web.Application]:
        """The application, of a league that has these games."""
        now, league = asyncio.get_running_loop().time, LeagueFile(self.file, lambda: 0.0)
        with ThreadPoolExecutor(1) as worker, closing(open_store(str(self.database))) as store:
            book, guard = LeagueBook(store, league), LeagueGuard(Doors(Passwords(*self.passwords, SECRET), now), now)
            for each in games:
                book.add(each)
            routes = LeagueRoutes(book, worker, league, self.file.write_text, self.wall, OneComplaint())
            yield league_app(routes, guard, ["league.example.org"])

    def try_out(self, use: Callable[[Client], Awaitable[None]]) -> None:
        """Use it as a browser that keeps its cookies."""

        async def run() -> None:
            async with (
                self.app() as app,
                TestClient(TestServer(app), cookie_jar=CookieJar(unsafe=True)) as client,
            ):
                await use(client)

        asyncio.run(run())

    @contextmanager
    def served(self, *games: SentGame) -> Iterator[str]:
        """Serve it while the context lasts; its address."""
        ready, ended = threading.Event(), asyncio.Event()
        address, loops = list[str](), list[asyncio.AbstractEventLoop]()

        async def serve() -> None:
            loops.append(asyncio.get_running_loop())
            async with self.app(*games) as app, TestServer(app) as server:
                address.append(f"http://127.0.0.1:{server.port}")
                ready.set()
                await ended.wait()

        thread = threading.Thread(target=lambda: asyncio.run(serve()))
        thread.start()
        try:
            assert ready.wait(GIVE_UP_S)
            yield address[0]
        finally:
            loops[0].call_soon_threadsafe(ended.set)
            thread.join()
