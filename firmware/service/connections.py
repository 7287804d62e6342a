"""The connections to the pages: how many at once, for how long, and the answer to a request that cannot be read.

Rules kept here: no client can keep another one out, or flood the log. A new connection is always accepted; at the limit
a guest's is closed, of the guest who has most of them the one that was answered longest ago, and a paired phone's only
where no guest has any. So is each without an answer for `PATIENCE_S`, whether it sends nothing, half a request or bytes
without end, or does not read its answer. Streams are counted apart: idle connections do not crowd them out, nor they
others. And every request has an answer in `ANSWER_S`, which says what became of it.
"""

from __future__ import annotations

import asyncio
import logging
import resource
import socket
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus
from typing import Any

from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError
from aiohttp.http_parser import RawRequestMessage
from aiohttp.typedefs import Handler, Middleware
from yarl import URL

from scoreboard.face_guard import Face
from scoreboard.web.http.asked_language import language_of
from scoreboard.web.http.guests import guest_of
from scoreboard.web.http.phone import COOKIE, Phone
from scoreboard.web.http.refusals import as_refusal, refusal

MAX_CONNECTIONS = 100
"""Connections at once: a browser opens six at most."""
PATIENCE_S = 30.0
"""How long a connection is kept without an answer: ten times as long as the page waits."""
ANSWER_S = 20.0
"""After how long a request is answered that is not done, or has not come whole."""
LINGERING_S = 2.0
"""How long the rest of a request is read and dropped, once that is answered."""
FILES_PER_CONNECTION = 4
"""Of the files that the process may hold open, one in so many may be a connection."""
UNSENT = 64 * 1024
"""Bytes of a stream that the system holds for a reader."""
UNACKNOWLEDGED_MS = 60_000
"""After how long a reader of a stream is given up whose machine confirms nothing, as a phone that has left."""
FAULT = 500
"""The first status of HTTP that is our fault."""
FAILED = "a page could not be made: %s"
CLIENT_ERRORS = (HttpProcessingError, web.RequestPayloadError, ConnectionError)
"""Faults of the client or the network, not ours."""
NOWHERE = "*"
"""An address that no page has."""

Factory = Callable[..., web.BaseRequest]
PhoneOf = Callable[[str], Phone | None]


def max_connections() -> int:
    """How many connections there may be: fewer where the process may hold few files open (``ulimit -n``)."""
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    few = soft // FILES_PER_CONNECTION
    return MAX_CONNECTIONS if soft == resource.RLIM_INFINITY else max(1, min(MAX_CONNECTIONS, few))


class ConnectionLimit:
    """At most so many connections, each for so long without an answer; calls ``crowded`` for each closed for room.

    Attributes:
        face: the pages, which log each fault of theirs once.
    """

    def __init__(self, most: int, patience_s: float, crowded: Callable[[], None]) -> None:
        self._most, self._patience_s, self._crowded = most, patience_s, crowded
        self._open: dict[LimitedHandler, asyncio.TimerHandle] = {}
        self.face = Face("page")

    def enter(self, handler: LimitedHandler) -> None:
        """Accept a new one; another one makes room for it."""
        if len(self._open) >= self._most:
            out = self._least_missed()
            self.leave(out)
            out.abort()
            self._crowded()
        self._wait_for(handler)

    def renew(self, handler: LimitedHandler) -> None:
        """It has asked, or was answered: wait as long as for a new one."""
        if handler in self._open:
            self.leave(handler)
            self._wait_for(handler)

    def streams(self, handler: LimitedHandler) -> None:
        """Keep one whose answer does not end: the pages count those themselves, and drop who does not read."""
        self.leave(handler)

    def leave(self, handler: LimitedHandler) -> None:
        """Forget it; harmless where that is done."""
        if handler in self._open:
            self._open.pop(handler).cancel()

    def _least_missed(self) -> LimitedHandler:
        """Of the guest who has most the one that waits longest; a paired phone's where no guest has any."""
        guests = Counter(each.guest for each in self._open if not each.is_paired)
        if not guests:
            return next(iter(self._open))
        greediest, _ = guests.most_common(1)[0]
        return next(each for each in self._open if each.guest == greediest and not each.is_paired)

    def _wait_for(self, handler: LimitedHandler) -> None:
        self._open[handler] = asyncio.get_running_loop().call_later(self._patience_s, self._give_up, handler)

    def _give_up(self, handler: LimitedHandler) -> None:
        self.leave(handler)
        handler.give_up()


class LimitedHandler(web.RequestHandler):
    """One connection to the pages; faults of ours go to ``log``.

    Attributes:
        guest: who has it, as `guest_of` counts guests.
        is_paired: whether a paired phone has asked on it.
        has_no_end: whether what it asks for may take as long as it likes, as a stream does, or the upload of a backup.
    """

    def __init__(self, server: web.Server, limit: ConnectionLimit, log: logging.Logger) -> None:
        loop = asyncio.get_running_loop()
        super().__init__(server, loop=loop, logger=log, access_log=None, lingering_time=LINGERING_S)  # type: ignore[arg-type] # as aiohttp's own runner does
        self._limit = limit
        self.guest, self.is_paired, self.has_no_end = "", False, False
        self._is_asking = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take its place."""
        super().connection_made(transport)
        self.guest = guest_of((transport.get_extra_info("peername") or ("",))[0])
        self._limit.enter(self)

    def connection_lost(self, exc: BaseException | None) -> None:
        """Give its place up."""
        self._limit.leave(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Parse the request; over an address that is none, such as ``//[``, older parsers fail."""
        self._is_asking = True
        try:
            super().data_received(data)
        except ValueError:
            self._refuse_unread(400)

    def asked(self, *, by_phone: bool) -> None:
        """A request has come, as far as its head; ``by_phone``: one that is paired has sent it."""
        self._is_asking, self.is_paired = False, self.is_paired or by_phone
        self._limit.renew(self)

    def streams(self) -> None:
        """Its answer does not end; the system holds little of it, so that a reader who is gone is soon noticed."""
        self.has_no_end = True
        self._limit.streams(self)
        if self.transport is not None and (used := self.transport.get_extra_info("socket")) is not None:
            with suppress(OSError):
                used.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNSENT)
                used.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNACKNOWLEDGED_MS)

    def abort(self) -> None:
        """End the connection at once, whatever is still to be read or written."""
        if self.transport is not None:
            self.transport.abort()

    def give_up(self) -> None:
        """End a connection that has waited too long; who has sent half a request is told."""
        if self._is_asking and self.transport is not None and not self.transport.get_write_buffer_size():
            self._refuse_unread(408)
        else:
            self.abort()

    async def finish_response(
        self, request: web.BaseRequest, resp: web.StreamResponse, start_time: float | None
    ) -> tuple[web.StreamResponse, bool]:
        """Answer, and wait for the next request."""
        response = as_refusal(resp) if isinstance(resp, web.HTTPError) else resp
        if self.has_no_end:  # it is counted no longer
            response.force_close()
        finished = await super().finish_response(request, response, start_time)
        self._limit.renew(self)
        return finished

    def handle_error(
        self,
        request: web.BaseRequest,
        status: int = FAULT,
        exc: BaseException | None = None,
        message: str | None = None,  # noqa: ARG002 - names parts of the library
    ) -> web.StreamResponse:
        """Answer a request that cannot be read, or one over which a page of ours has failed."""
        if isinstance(exc, CLIENT_ERRORS):
            status = 400
        elif status >= FAULT:
            self._log_fault(exc)
        if request.writer.output_size > 0:
            raise ConnectionError("the answer has begun and cannot become another")
        answer = refusal(status)
        answer.force_close()
        return answer

    def log_exception(self, *_: Any, exc_info: BaseException | None = None, **__: Any) -> None:  # noqa: ANN401 - aiohttp's own signature
        """Log a failure outside a page, unless it is the network's or the request's."""
        if not isinstance(exc_info, (*CLIENT_ERRORS, OSError)):
            self._log_fault(exc_info)

    def _log_fault(self, error: BaseException | None) -> None:
        """Once for each fault, however often a phone asks again."""
        if error is None or self._limit.face.is_news(error):
            self.logger.error(FAILED, type(error).__name__)

    def _refuse_unread(self, status: int) -> None:
        """Answer a request that cannot be read, or has not come whole, where the library no longer can."""
        answer = refusal(status)
        text = answer.text or ""
        head = {**answer.headers, "Content-Length": len(text), "Connection": "close"}
        lines = [
            f"HTTP/1.1 {status} {HTTPStatus(status).phrase}",
            *(f"{name}: {value}" for name, value in head.items()),
            "",
            text,
        ]
        if self.transport is not None:
            self.transport.write("\r\n".join(lines).encode())
            self.transport.close()


def in_time(phone_of: PhoneOf, answer_s: float) -> Middleware:
    """What answers every request in time, and knows the connections of paired phones.

    A request that has not come whole is refused. One that is not done goes on, for it may be half way, and that is
    said: whoever asked looks whether it is done.
    """

    @web.middleware
    async def answer(request: web.Request, handler: Handler) -> web.StreamResponse:
        connection = request.protocol
        if not isinstance(connection, LimitedHandler):
            return await handler(request)
        connection.asked(by_phone=phone_of(request.cookies.get(COOKIE, "")) is not None)
        work = asyncio.ensure_future(handler(request))
        try:
            await asyncio.wait({work}, timeout=answer_s)
            if work.done() or connection.has_no_end:
                return await work
        except asyncio.CancelledError:
            work.cancel()
            raise
        is_whole = request.content.is_eof()
        if not is_whole:
            work.cancel()
        work.add_done_callback(_forget)
        late = refusal(503 if is_whole else 408, say=language_of(request).say)
        late.force_close()
        return late

    return answer


def _forget(work: asyncio.Future[web.StreamResponse]) -> None:
    """Whoever asked was answered before; what came of it in the end is told by what it has changed."""
    if not work.cancelled():
        work.exception()


def tolerant(factory: Factory) -> Factory:
    """Aiohttp's factory of requests, for addresses with an impossible port, too: older versions fail over them."""

    def made(message: RawRequestMessage, *others: Any) -> web.BaseRequest:  # noqa: ANN401 - they are aiohttp's own
        try:
            return factory(message, *others)
        except ValueError:
            return factory(message._replace(path=NOWHERE, url=URL(NOWHERE)), *others)

    return made
