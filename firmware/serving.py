"""The pages on the network: a socket, and aiohttp's server in the one loop that there is.

systemd opens port 80 and hands it over, as sd_listen_fds(3) describes, so the scoreboard needs no privilege for it.
Started by hand it opens the port of ``[web]`` itself. Rule kept here: a page that cannot be served is said and costs
nobody a game.
"""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError

from firmware.config import WebConfig
from firmware.errors import StadiumError

FIRST = 3
"""The file descriptor at which systemd's sockets begin."""
NAME = "http"
PATIENCE_S = 30.0
"""How long a browser that asks for nothing more may keep its connection: ten times as long as the page waits."""
GOODBYE_S = 1.0
"""How long a browser may take to finish when we stop."""


class PortTakenError(StadiumError, OSError):
    """The port cannot be had; says which, and what to do."""


def handed_over() -> socket.socket | None:
    """The listening socket that systemd has opened for us by its name, if it has."""
    if os.environ.get("LISTEN_PID") != str(os.getpid()):
        return None
    names = os.environ.get("LISTEN_FDNAMES", "").split(":")
    given = range(FIRST, FIRST + int(os.environ.get("LISTEN_FDS", "0")))
    return next((socket.socket(fileno=fd) for fd, each in zip(given, names, strict=False) if each == NAME), None)


def opened(config: WebConfig) -> socket.socket | None:
    """A listening socket of our own; None if the configuration wants none.

    Raises:
        PortTakenError: if another program has the port, or it is not ours to take.
    """
    if config.port == "none":
        return None
    try:
        return _listen(config.address, config.port)
    except (socket.gaierror, ValueError) as error:
        why = f"{config.address} is no address of this machine"
        raise PortTakenError(f"no web page: {why}; leave [web] address empty for all it has") from error
    except OSError as error:
        why = f"port {config.port} cannot be had ({error.strerror})"
        raise PortTakenError(f"no web page: {why}; give another one with --port or under [web]") from error


def _listen(address: str, port: int) -> socket.socket:
    """On one address; without one on all there are, of both kinds where the machine knows both."""
    if address:
        family, *_, where = socket.getaddrinfo(address, port, type=socket.SOCK_STREAM)[0]
        return socket.create_server(where, family=family)
    if socket.has_dualstack_ipv6():
        return socket.create_server(("", port), family=socket.AF_INET6, dualstack_ipv6=True)
    return socket.create_server(("", port))


def faults_of_ours(record: logging.LogRecord) -> bool:
    """Keep of aiohttp's log what is ours to mend, and nothing of who met it: a request that is none is a visitor's."""
    error = record.exc_info[1] if record.exc_info else None
    record.msg, record.args = f"a page could not be made: {type(error).__name__}", ()
    return error is not None and not isinstance(error, HttpProcessingError)


_log = logging.getLogger(__name__)
_log.addFilter(faults_of_ours)


@asynccontextmanager
async def served(app: web.Application, listening: socket.socket | None) -> AsyncIterator[None]:
    """Serve the application on that socket, if there is one, for as long as the context lasts."""
    runner = web.AppRunner(app, access_log=None, logger=_log, keepalive_timeout=PATIENCE_S, shutdown_timeout=GOODBYE_S)
    await runner.setup()
    try:
        if listening is not None:
            await web.SockSite(runner, listening).start()
        yield
    finally:
        await runner.cleanup()
