"""The pages on the network: a socket, and aiohttp's server in the game's event loop.

systemd opens port 80 and hands it over (sd_listen_fds(3)), so the scoreboard needs no privilege; started by hand it
opens the port of ``[web]`` itself. Rule kept here: a page that cannot be served is reported and ends no game.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import os
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Any

from aiohttp import web

from firmware.config.schema import WebConfig
from firmware.errors import StadiumError
from firmware.service import log
from firmware.service.connections import (
    ANSWER_S,
    PATIENCE_S,
    ConnectionLimit,
    LimitedHandler,
    in_time,
    max_connections,
    tolerant,
)
from firmware.text import counted
from scoreboard.web.app import PHONE_OF
from scoreboard.web.watch.stream import EVENT_STREAM

FIRST = 3
"""The file descriptor at which systemd's sockets begin."""
PORTS = 65536
"""How many there are."""
BACKLOG = 128
"""How many connections the system may hold until they are accepted."""
NO_ROOM = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)
"""The system's errors for a connection that is waiting but cannot be accepted."""

LoopContext = dict[str, Any]
Handler = Callable[[asyncio.AbstractEventLoop, LoopContext], object]
"""An exception handler of asyncio's event loop."""
_log = logging.getLogger(__name__)


class PortTakenError(StadiumError, OSError):
    """The port cannot be had; says which, and what to do."""


def handed_over() -> socket.socket | None:
    """The listening socket that systemd has opened under the name ``http``, if it has."""
    if os.environ.get("LISTEN_PID") != str(os.getpid()):
        return None
    names = os.environ.get("LISTEN_FDNAMES", "").split(":")
    given = range(FIRST, FIRST + int(os.environ.get("LISTEN_FDS", "0")))
    return next((socket.socket(fileno=fd) for fd, name in zip(given, names, strict=False) if name == "http"), None)


def opened(config: WebConfig, ports: int = 1) -> socket.socket | None:
    """A listening socket of our own; None if the configuration wants none, PortTakenError if it cannot be had.

    So many ``ports`` are tried, the configured one first and then those after it.
    """
    if config.port == "none":
        return None
    for port in range(config.port, min(config.port + ports, PORTS) - 1):
        with suppress(OSError, ValueError):  # the last one's is told
            return _listen(config.address, port)
    try:
        return _listen(config.address, min(config.port + ports, PORTS) - 1)
    except (socket.gaierror, ValueError) as error:
        why = f"{config.address} is no address of this machine"
        raise PortTakenError(f"no web page: {why}; leave [web] address empty for all it has") from error
    except OSError as error:
        why = f"port {config.port} cannot be had ({error.strerror})"
        raise PortTakenError(f"no web page: {why}; give another one with --port or under [web]") from error


def _listen(address: str, port: int) -> socket.socket:
    """On one address; without one on all there are, IPv6 and IPv4 where the machine has both."""
    if address:
        family, *_, where = socket.getaddrinfo(address, port, type=socket.SOCK_STREAM)[0]
        return socket.create_server(where, family=family)
    if socket.has_dualstack_ipv6():
        return socket.create_server(("", port), family=socket.AF_INET6, dualstack_ipv6=True)
    return socket.create_server(("", port))


@asynccontextmanager
async def served(app: web.Application, listening: socket.socket | None, most: int | None = None) -> AsyncIterator[None]:
    """Serve the application on that socket, if there is one, while the context lasts; the limits are `connections`'."""
    app.on_response_prepare.append(_spare_stream)
    app.middlewares.append(in_time(app.get(PHONE_OF, lambda _: None), ANSWER_S))
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
    await runner.setup()
    try:
        async with _open(runner, listening, most or max_connections()):
            yield
    finally:
        await runner.cleanup()


async def _spare_stream(request: web.Request, answer: web.StreamResponse) -> None:
    """A stream is no connection without an answer, however long it lasts."""
    if answer.content_type == EVENT_STREAM and isinstance(request.protocol, LimitedHandler):
        request.protocol.streams()


@asynccontextmanager
async def _open(runner: web.AppRunner, listening: socket.socket | None, most: int) -> AsyncIterator[None]:
    """Accept connections; what may happen to thousands of them is logged once a minute."""
    if listening is None or runner.server is None:
        yield
        return
    loop, server = asyncio.get_running_loop(), runner.server

    def log_crowded(count: int) -> None:
        closed = counted(count, "connection was", "connections were")
        text = f"the page has too many visitors: {closed} closed to make room for others"
        log.event("crowded", text, logging.WARNING, closed=count)

    def log_unaccepted(count: int) -> None:
        text = f"the page could not be opened {counted(count, 'time')}: the system has no more files or memory for it"
        log.event("unheard", text, logging.WARNING, times=count)

    crowded, unaccepted = log.RateLimit(log_crowded), log.RateLimit(log_unaccepted)
    limit = ConnectionLimit(most, PATIENCE_S, crowded)
    server.request_factory = tolerant(server.request_factory)
    before = loop.get_exception_handler()
    loop.set_exception_handler(partial(_count_unaccepted, unaccepted, before))
    accepting = await loop.create_server(lambda: LimitedHandler(server, limit, _log), sock=listening, backlog=BACKLOG)
    try:
        yield
    finally:
        await stop_accepting(listening)
        accepting.close()
        loop.set_exception_handler(before)
        crowded.flush()
        unaccepted.flush()


async def stop_accepting(listening: socket.socket) -> None:
    """Accept no more connections, and let those that were just accepted be made.

    asyncio makes a connection a turn after it is accepted. If the server is closed in between, that fails, and nobody
    closes the connection.
    """
    asyncio.get_running_loop().remove_reader(listening)
    await asyncio.sleep(0)


def _count_unaccepted(
    unaccepted: log.RateLimit, before: Handler | None, loop: asyncio.AbstractEventLoop, context: LoopContext
) -> None:
    """Count connections that the system has no room for: asyncio would log each, and tries a hundred at a time."""
    error = context.get("exception")
    if "socket" in context and isinstance(error, OSError) and error.errno in NO_ROOM:
        unaccepted()
    elif before is None:
        loop.default_exception_handler(context)
    else:
        before(loop, context)
