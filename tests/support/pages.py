"""What pages are told of a table where a game stands as one wants it, and what they answer."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

import msgspec
from aiohttp import ClientResponse
from aiohttp.test_utils import TestClient, TestServer
from support.hang import GIVE_UP_S
from support.scoring import SETUP

from scoreboard.message import Words
from scoreboard.rules.events import Setup
from scoreboard.rules.history import Entry, History, begin, judge
from scoreboard.rules.history.stack import Stack
from scoreboard.rules.state import Game
from scoreboard.web.app import make_app
from scoreboard.web.http.routes import Route
from scoreboard.web.state.live import Live, OpenQuestion
from scoreboard.web.state.view import (
    Device,
    PageData,
    Status,
)
from scoreboard.web.watch.watchers import LIMITS, Limits

NUMBER = 7
"""Of the game in the journal."""
T = TypeVar("T")
Client = TestClient[Any, Any]


def live(game: Game | None) -> Live | None:
    """What the table is shown, at that state and before the first line."""
    if game is None:
        return None
    return Live(NUMBER, replace(begin(game.setup), states=Stack[Game]().push(game)))


class GivenData(PageData):
    """The pages' data, with the parts that a test gives in place of its own; of a stadium that is well."""

    def __init__(self, **parts: Any) -> None:  # noqa: ANN401 - methods and attributes of the data
        for name, part in parts.items():
            setattr(self, name, part)

    def live(self) -> Live | None:
        """There is no game."""

    def status(self) -> Status:
        """It is well."""
        return Status(status="ok", version="1", uptime_s=1, devices={})


@dataclass
class Board:
    """A table that is looked at: lines are played, and the pages are told of each."""

    history: History | None = field(default_factory=lambda: begin(SETUP))
    game: int = NUMBER
    question: OpenQuestion | None = None
    notice: Words = ""
    held: bool = False
    not_by_itself: Words = ""
    shorts: Mapping[str, str] = field(default_factory=dict)
    devices: dict[str, Device] = field(default_factory=lambda: {"camera": Device("ok")})
    more: dict[str, Any] = field(default_factory=dict)
    listeners: list[Callable[[], None]] = field(default_factory=list)

    def play(self, *lines: Entry) -> None:
        """Play these lines, each shown by itself."""
        for line in lines:
            assert self.history is not None
            self.history = judge(self.history, line).history
            self.tell()

    def begin(self, setup: Setup = SETUP) -> None:
        """Begin the next game."""
        self.game, self.history = self.game + 1, begin(setup)
        self.tell()

    def tell(self) -> None:
        """Something is shown."""
        for listener in self.listeners:
            listener()

    def live(self) -> Live | None:
        """What the table is shown."""
        if self.history is None:
            return None
        shown = (self.game, self.history, self.question, self.notice, self.held)
        return Live(*shown, not_by_itself=self.not_by_itself, shorts=self.shorts)

    def status(self) -> Status:
        """How it is."""
        is_well = all(each.status == "ok" for each in self.devices.values())
        return Status(status="ok" if is_well else "degraded", version="1", uptime_s=1, devices=self.devices)

    def data(self) -> PageData:
        """As the pages want it."""
        return GivenData(live=self.live, status=self.status, listen=self.listeners.append, **self.more)

    def visited(
        self, visit: Callable[[Client], Awaitable[T]], limits: Limits = LIMITS, routes: tuple[Route, ...] = ()
    ) -> T:
        """What a visitor makes of the pages."""

        async def serve() -> T:
            async with TestClient(TestServer(make_app(self.data(), routes, limits=limits))) as client:
                return await asyncio.wait_for(visit(client), GIVE_UP_S)

        return asyncio.run(serve())

    def get(self, path: str, method: str = "GET", **headers: str) -> tuple[ClientResponse, bytes]:
        """The answer to one question."""

        async def visit(client: Client) -> tuple[ClientResponse, bytes]:
            named = {name.replace("_", "-"): value for name, value in headers.items()}
            answer = await client.request(method, path, headers=named)
            return answer, await answer.read()

        return self.visited(visit)

    def json(self, path: str, **headers: str) -> Any:  # noqa: ANN401 - JSON
        """The JSON of an answer."""
        return msgspec.json.decode(self.get(path, **headers)[1])
