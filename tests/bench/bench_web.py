"""How many questions a second the page answers, beside the same server answering with two bytes. Run by ``make bench``.

One visitor on the loopback asks over one connection, again and again, for `/health` of an appliance with its three
devices and for a page that is nothing; the ratio says what making ours costs. Bar: half as fast or better. It was a
fifth while the version was read from the disk for each.
"""

# ruff: noqa: T201 - printing is what it is for

from __future__ import annotations

import asyncio
import socket
import sys
import time
from collections.abc import Awaitable, Callable, Iterable

from aiohttp import web

from firmware.devices.health import Health
from firmware.service.http import served
from firmware.service.metrics import Metrics
from scoreboard.web.app import make_app
from scoreboard.web.state.metrics import Metric
from scoreboard.web.state.view import PageData, Status

QUESTIONS, ROUNDS, BAR = 1000, 5, 0.5
HERE = "127.0.0.1"


class MeasuredPages(PageData):
    """The data of an appliance that is well."""

    def __init__(self, figures: Metrics) -> None:
        self._figures = figures

    def live(self) -> None:
        """There is no game."""

    def status(self) -> Status:
        """As it is counted."""
        return self._figures.status()

    def metrics(self) -> Iterable[Metric]:
        """All of them."""
        return self._figures.collect()


def pages() -> web.Application:
    """The pages of an appliance that is well, and one of two bytes."""
    metrics = Metrics(Health(["camera", "buttons", "panel"]), time.monotonic)
    app = make_app(MeasuredPages(metrics))

    async def nothing(_: web.Request) -> web.Response:
        return web.Response(text="ok")

    app.router.add_get("/nothing", nothing)
    return app


async def answers_a_second(port: int, path: str) -> float:
    """Answers to questions that are asked one after another."""
    reader, writer = await asyncio.open_connection(HERE, port)
    asked, begun = f"GET {path} HTTP/1.1\r\nHost: {HERE}\r\n\r\n".encode(), time.perf_counter()
    for _ in range(QUESTIONS):
        writer.write(asked)
        head = await reader.readuntil(b"\r\n\r\n")
        await reader.readexactly(int(head.lower().partition(b"content-length: ")[2].split()[0]))
    writer.close()
    return QUESTIONS / (time.perf_counter() - begun)


async def measured(ask: Callable[[int, str], Awaitable[float]], listening: socket.socket) -> tuple[float, float]:
    """The best of some rounds, ours and the plain one by turns."""
    port = int(listening.getsockname()[1])
    async with served(pages(), listening):
        rounds = [(await ask(port, "/health"), await ask(port, "/nothing")) for _ in range(ROUNDS)]
    return max(ours for ours, _ in rounds), max(plain for _, plain in rounds)


def main() -> int:
    """Print the figures; 1 if the bar is missed."""
    with socket.create_server((HERE, 0)) as listening:
        ours, plain = asyncio.run(measured(answers_a_second, listening))
    print(f"page: {ours:.0f} answers a second, {ours / plain:.2f} of a page of two bytes ({plain:.0f}); bar {BAR}")
    return int(ours / plain < BAR)


if __name__ == "__main__":
    sys.exit(main())
