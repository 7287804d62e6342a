"""A table that is played by phones alone, served over real HTTP on a port of its own, for tests in a browser.

It answers as the appliance does, without its loop and its disk: what a phone sends is judged and comes back by the
stream. A thread serves it, so that a test may drive a browser meanwhile.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

import msgspec
from aiohttp import web
from support.scoring import SETUP

from scoreboard.commentary import tell
from scoreboard.language import Language
from scoreboard.record import decode, encode, replay
from scoreboard.rules.events import AnyLine, Setup
from scoreboard.rules.history import Entry, History, begin, judge
from scoreboard.stats.box_score import box_score
from scoreboard.web import Device, Live, PageData, Status, make_app
from scoreboard.web.live import OpenQuestion, state
from scoreboard.web.look import language_of
from scoreboard.web.routes import Route

CODE = "123456"
GAME = 7
GONE = "connection lost"


@dataclass
class Table:
    """What is played: the lines, the game they make, and who watches."""

    setup: Setup = SETUP
    lines: list[AnyLine] = field(default_factory=list)
    asked: OpenQuestion | None = None
    role: str | None = None
    watchers: set[asyncio.Queue[str]] = field(default_factory=set)
    posted: list[str] = field(default_factory=list)
    begins: int = 0

    def __post_init__(self) -> None:
        self.history = begin(self.setup)
        self.lines.insert(0, self.setup)

    def play(self, *lines: Entry) -> None:
        """Record these, before anybody watches."""
        for line in lines:
            self.history, refused = judge(self.history, line)
            assert refused is None, refused
            self.lines.append(line)

    def live(self) -> Live:
        """As the pages have it."""
        return Live(GAME, self.history, self.asked)

    def view(self) -> PageData:
        """Likewise."""
        status = Status(status="ok", version="1.2.3", uptime_s=1, devices={"camera": Device("ok")})
        return PageData(self.live, lambda: "", lambda: status, list)

    # -- what is told

    def told(self, before: History, line: Entry, language: Language) -> dict[str, object]:
        """A state with the line that led to it."""
        words = language.say(tell(before.game, line, self.history))
        return {**state(self.live(), language), "cause": msgspec.json.decode(encode(line)), "told": words}

    def states(self, language: Language) -> Iterator[bytes]:
        """Every state line of the game."""
        for step in replay(enumerate(self.lines, 1)):
            more: dict[str, object] = {"cause": msgspec.json.decode(encode(step.line)), "told": ""}
            if not isinstance(step.line, Setup) and step.refused is None:
                more["told"] = language.say(tell(step.before.game, step.line, step.after))  # type: ignore[arg-type] # no expectation
            yield msgspec.json.encode({**step.state, "said": language.say(step.after.game.said), **more}) + b"\n"


class Server:
    """The handlers."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def routes(self) -> tuple[Route, ...]:
        """The rows that the table adds to the pages."""
        rows = (
            ("GET", "/api/stream", self.stream), ("GET", "/api/me", self.me), ("GET", "/api/games", self.games),
            ("GET", "/api/games/{game}", self.record), ("GET", "/api/games/{game}/states", self.states),
            ("GET", "/api/games/{game}/box", self.box), ("POST", "/api/lines", self.line),
            ("POST", "/api/answer", self.answer), ("POST", "/api/pair/begin", self.begin),
            ("POST", "/api/pair", self.pair),
        )  # fmt: skip
        return tuple(Route(method, path, handler, "") for method, path, handler in rows)

    async def stream(self, request: web.Request) -> web.StreamResponse:
        """What is played from now on."""
        answer = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
        await answer.prepare(request)
        await answer.write(b": hello\n\n")
        queue: asyncio.Queue[str] = asyncio.Queue()
        self.table.watchers.add(queue)
        try:
            while (data := await queue.get()) != GONE:
                await answer.write(data.encode())
        finally:
            self.table.watchers.discard(queue)
        return answer

    def _tell(self, said: dict[str, object]) -> None:
        data = f"event: state\nid: {GAME}-{said['number']}\ndata: {msgspec.json.encode(said).decode()}\n\n"
        for queue in self.table.watchers:
            queue.put_nowait(data)

    async def me(self, _: web.Request) -> web.Response:
        """Who asks."""
        return web.json_response(
            {"paired": bool(self.table.role), "phone": self.table.role and {"role": self.table.role}}
        )

    async def games(self, _: web.Request) -> web.Response:
        """The list."""
        game = self.table.history.game
        return web.json_response([{"game": GAME, "begun": "2026-04-01T18:00:00Z", "teams": ["Reds", "Blues"],
            "score": [game.away, game.home], "inning": game.inning, "half": game.half, "over": game.over}])  # fmt: skip

    async def record(self, _: web.Request) -> web.Response:
        """The lines."""
        return web.Response(body=b"".join(encode(line) + b"\n" for line in self.table.lines))

    async def states(self, request: web.Request) -> web.Response:
        """The states."""
        answer = web.Response(body=b"".join(self.table.states(language_of(request))))
        answer.enable_compression()
        return answer

    async def box(self, _: web.Request) -> web.Response:
        """The box score."""
        return web.Response(body=msgspec.json.encode(box_score(self.table.history)))

    async def line(self, request: web.Request) -> web.Response:
        """Judge a line, or only tell what it would do."""
        table, body, language = self.table, await request.read(), language_of(request)
        line, before = decode(body), table.history
        after, refused = judge(before, line)  # type: ignore[arg-type] # a page sends no game line
        if refused is not None:
            return web.json_response({"error": language.say(refused)}, status=409)
        if request.query.get("dry"):
            told = language.say(tell(before.game, line, after))  # type: ignore[arg-type] # nor an expectation
            return web.json_response({**state(replace(table.live(), history=after), language), "told": told})
        if request.query.get("expect") != f"{GAME}-{before.number}":
            return web.json_response({"error": "overtaken"}, status=412)
        table.history = after
        table.lines.append(line)
        table.posted.append(body.decode())
        said = table.told(before, line, language)  # type: ignore[arg-type] # likewise
        self._tell(said)
        return web.json_response(said)

    async def answer(self, request: web.Request) -> web.Response:
        """Answer the question."""
        self.table.posted.append((await request.read()).decode())
        self.table.asked = None
        said = {**state(self.table.live(), language_of(request)), "cause": None, "told": ""}
        self._tell(said)
        return web.json_response(said)

    async def begin(self, _: web.Request) -> web.Response:
        """Show the digits."""
        self.table.begins += 1
        return web.json_response({"seconds": 60})

    async def pair(self, request: web.Request) -> web.Response:
        """Check them."""
        if (await request.json())["code"] != CODE:
            return web.json_response({"error": "That is not the code."}, status=403)
        self.table.role = "owner"
        return web.json_response({"role": "owner"})


@dataclass
class Served:
    """A table that is being served.

    Attributes:
        address: of its pages.
        call: runs a function in the thread that serves.
    """

    table: Table
    address: str
    server: Server
    loop: asyncio.AbstractEventLoop

    def hang_up(self) -> None:
        """End every stream, as a server that stops does."""
        self.loop.call_soon_threadsafe(lambda: [queue.put_nowait(GONE) for queue in self.table.watchers])


@contextmanager
def served(table: Table) -> Iterator[Served]:
    """Serve the table while the context lasts."""
    loop, server = asyncio.new_event_loop(), Server(table)
    runner = web.AppRunner(make_app(table.view(), server.routes()), shutdown_timeout=0.1)

    async def start() -> int:
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        return int(runner.addresses[0][1])

    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    try:
        port = asyncio.run_coroutine_threadsafe(start(), loop).result()
        yield Served(table, f"http://127.0.0.1:{port}", server, loop)
    finally:
        asyncio.run_coroutine_threadsafe(runner.cleanup(), loop).result()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()
