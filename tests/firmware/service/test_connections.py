"""Who has a connection to the pages, and what is told to whom that cannot be served."""

from __future__ import annotations

import asyncio
import errno
import re
import resource
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field

import msgspec
import pytest
from aiohttp import web
from support.hang import GIVE_UP_S
from support.jumping import on_jumping_clock
from support.pages import GivenData

from firmware.service.connections import MAX_CONNECTIONS, ConnectionLimit, max_connections
from firmware.service.http import served
from scoreboard.web.app import make_app
from scoreboard.web.http.refusals import HEADERS

HERE = "127.0.0.1"
FEW, MANY = 8, 30
LARGE = 1 << 25
"""Bytes, more than any system holds for a connection."""
ASKED = b"GET /health HTTP/1.1\r\nHost: a\r\n\r\n"
UPLOAD = b"POST /health HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n" + b"x" * 1000
NO_GZIP = b"POST /health HTTP/1.1\r\nHost: a\r\nContent-Encoding: gzip\r\nContent-Length: 50\r\n\r\nabcde"


@dataclass
class Waits:
    """What a page waits for, and whether it is done."""

    go: asyncio.Event = field(default_factory=asyncio.Event)
    done: asyncio.Event = field(default_factory=asyncio.Event)


WAITS = web.AppKey("waits", Waits)


def pages() -> web.Application:
    """The pages of a stadium that is well and has no game, and more: one fails, one is large, one reads, one waits."""
    app = make_app(GivenData())

    async def fail(_: web.Request) -> web.Response:
        raise ZeroDivisionError(HERE)

    async def read(request: web.Request) -> web.Response:
        return web.Response(body=await request.read())

    async def give(_: web.Request) -> web.Response:
        return web.Response(body=bytes(LARGE))

    async def wait(_: web.Request) -> web.Response:
        await waits.go.wait()
        waits.done.set()
        return web.Response()

    waits = app[WAITS] = Waits()
    app.router.add_get("/waits", wait)
    app.router.add_get("/fails", fail)
    app.router.add_get("/large", give)
    app.router.add_post("/reads", read)
    return app


@asynccontextmanager
async def port_of(listening: socket.socket, app: web.Application | None = None) -> AsyncIterator[int]:
    """The port of the pages while they are served."""
    async with served(app or pages(), listening, FEW), asyncio.timeout(GIVE_UP_S):
        yield int(listening.getsockname()[1])


async def answer(port: int, asked: bytes) -> bytes:
    """All that comes back until the connection ends, which at the end of an answer it does not by itself."""
    reader, writer = await asyncio.open_connection(HERE, port)
    writer.write(asked)
    head = await reader.readuntil(b"\r\n\r\n")
    length = next(int(line[16:]) for line in head.split(b"\r\n") if line.lower().startswith(b"content-length: "))
    body = await reader.readexactly(length)
    writer.close()
    return head + body


async def ended(reader: asyncio.StreamReader) -> bool:
    """Wait until the other side has ended the connection."""
    with suppress(ConnectionResetError):
        await reader.read()
    return True


async def test_silent_visitor_makes_room(listening: socket.socket, caplog: pytest.LogCaptureFixture) -> None:
    """Thirty idle connections where eight may be: health is told all the same, and the log has one line of it."""
    async with port_of(listening) as port:
        idle = [await asyncio.open_connection(HERE, port) for _ in range(MANY)]
        reported = await answer(port, ASKED)
        gone = [await ended(reader) for reader, _ in idle[: MANY + 1 - FEW]]
        kept = [reader.at_eof() for reader, _ in idle[MANY + 1 - FEW :]]
        for _, writer in idle:
            writer.close()
    assert reported.startswith(b"HTTP/1.1 200 OK")
    assert [True] * 23 + [False] * 7 == gone + kept
    assert 2 == len(caplog.messages)  # the first at once, the others as it ends
    assert "22 connections were closed to make room" in caplog.messages[1]


@dataclass(eq=False)
class Guest:
    """A visitor that only notes whether it had to go."""

    guest: str = "10.0.0.1"
    is_paired: bool = False
    gone: bool = False

    def abort(self) -> None:
        """Go."""
        self.gone = True


async def test_who_was_answered_longest_ago_goes_first() -> None:
    """A visitor who looks at the page stays while others, who came later, are idle."""
    door = ConnectionLimit(2, 30.0, lambda: None)
    looks, idle, late = guests = Guest(), Guest(), Guest()
    door.enter(looks)  # type: ignore[arg-type] # as much of one as it takes
    door.enter(idle)  # type: ignore[arg-type]
    door.renew(looks)  # type: ignore[arg-type]
    door.enter(late)  # type: ignore[arg-type]
    assert [False, True, False] == [guest.gone for guest in guests]


async def test_no_guest_has_all_connections() -> None:
    """However many one opens, at each moment others keep theirs, and a paired phone above all."""
    door = ConnectionLimit(FEW, 30.0, lambda: None)
    phone, family = Guest("10.0.0.2", is_paired=True), Guest("10.0.0.3")
    greedy = [Guest("10.0.0.66") for _ in range(MANY)]
    for visitor in (phone, family, *greedy):
        door.enter(visitor)  # type: ignore[arg-type] # as much of one as it takes
    assert [False] * (FEW - 2) == [each.gone for each in greedy[2 - FEW :]], "it has what others do not need"
    many = [Guest(f"10.0.1.{nth}") for nth in range(MANY)]
    for visitor in many:
        door.enter(visitor)  # type: ignore[arg-type]
    gone = [each.gone for each in (phone, family, many[-1], greedy[-2])]
    assert [False, True, False, True] == gone, "a guest goes where many are, a phone does not"


async def test_only_phones_are_left_where_all_are_paired() -> None:
    """Then the one that was answered longest ago makes room: whoever comes must be heard, to know who it is."""
    door = ConnectionLimit(2, 30.0, lambda: None)
    phones = [Guest(is_paired=True), Guest(is_paired=True)]
    for visitor in (*phones, Guest("10.0.0.66"), Guest("10.0.0.66")):
        door.enter(visitor)  # type: ignore[arg-type] # as much of one as it takes
    assert [True, False] == [phone.gone for phone in phones]


LATE = {
    "not done": (b"GET /waits HTTP/1.1\r\nHost: a\r\n\r\n", b"503", b"goes on"),
    "not whole": (UPLOAD.replace(b"/health", b"/reads"), b"408", b"did not come whole in time"),
}


@pytest.mark.parametrize(("asked", "status", "reason"), LATE.values(), ids=LATE)
@on_jumping_clock
async def test_every_request_is_answered_in_time(
    listening: socket.socket, caplog: pytest.LogCaptureFixture, asked: bytes, status: bytes, reason: bytes
) -> None:
    """One that takes too long, or does not come whole: it says what became of it, and the log has no line of it."""
    async with port_of(listening) as port:
        reported = await answer(port, asked)
    assert status == reported.split()[1]
    assert reason in reported
    assert [] == caplog.messages


@on_jumping_clock
async def test_half_a_head_is_answered(listening: socket.socket) -> None:
    """Who began a request and does not go on is answered before the connection ends; who sent nothing is not."""
    async with port_of(listening) as port:
        heard = list[bytes]()
        for asked in (b"GET / HT", b""):
            reader, writer = await asyncio.open_connection(HERE, port)
            writer.write(asked)
            with suppress(ConnectionResetError):
                heard.append(await reader.read())
            writer.close()
    answer, *rest = heard
    assert answer.startswith(b"HTTP/1.1 408 Request Timeout")
    assert b"" == b"".join(rest)


@on_jumping_clock
async def test_what_was_answered_late_goes_on(listening: socket.socket) -> None:
    """It may be half way, such as in writing a file: nothing of it is broken off."""
    app = pages()
    async with port_of(listening, app) as port:
        assert b" 503 " in await answer(port, LATE["not done"][0])
        app[WAITS].go.set()
        await app[WAITS].done.wait()


@pytest.mark.parametrize("asked", [b"", b"GET / HT", b"GET / HTTP/1.1\r\nX: a\r\n", UPLOAD, ASKED])
@on_jumping_clock
async def test_no_connection_is_kept_for_ever(listening: socket.socket, asked: bytes) -> None:
    """Idle from the start or after an answer, a question left half asked, an upload that never ends: each is ended."""
    async with port_of(listening) as port:
        reader, writer = await asyncio.open_connection(HERE, port)
        writer.write(asked)
        assert await ended(reader)
        writer.close()


@on_jumping_clock
async def test_who_does_not_read_is_not_waited_for(listening: socket.socket) -> None:
    """An answer that is not taken: the connection is ended, and what was not sent is dropped."""
    async with port_of(listening) as port:
        with socket.create_connection((HERE, port)) as visitor:
            visitor.sendall(b"GET /large HTTP/1.1\r\nHost: a\r\n\r\n")
            assert ASKED not in await answer(port, ASKED)  # by now the large answer has begun
            while len(gone := asyncio.all_tasks()) > 2:  # this one, the one that serves, and the one that is stuck
                await asyncio.wait(gone - {asyncio.current_task()}, return_when=asyncio.FIRST_COMPLETED)
            assert LARGE > len(visitor.recv(1 << 26, socket.MSG_WAITALL))


@pytest.mark.parametrize("asked", [UPLOAD, NO_GZIP])
async def test_visitor_who_hangs_up_early_is_not_logged(
    listening: socket.socket, caplog: pytest.LogCaptureFixture, asked: bytes
) -> None:
    """While the rest of an upload is read past, it is broken off, or is not what it said: no line in the log."""
    async with port_of(listening) as port:
        reader, writer = await asyncio.open_connection(HERE, port)
        writer.write(asked)
        await reader.readuntil(b"}")
        writer.transport.abort()
        await answer(port, ASKED)
    assert [] == caplog.messages


@pytest.mark.parametrize("asked", [UPLOAD, UPLOAD.replace(b"/health", b"/reads"), b"GET / HTTP/1.1\r\nContent-Le"])
async def test_a_visitor_who_breaks_off_is_no_fault_of_ours(
    listening: socket.socket, caplog: pytest.LogCaptureFixture, asked: bytes
) -> None:
    """An upload that is aborted before or after its answer leaves no line in the log."""
    async with port_of(listening) as port:
        for _ in range(FEW):
            _, writer = await asyncio.open_connection(HERE, port)
            writer.write(asked)
            await writer.drain()
            writer.transport.abort()
        await answer(port, ASKED)
    assert [] == caplog.messages


BAD = {
    "no HTTP": (b"\x16\x03\x01\r\n\r\n", 400),
    "no version": (b"GET / HTTP/9\r\n\r\n", 400),
    "no method": (b"G\0T / HTTP/1.1\r\n\r\n", 400),
    "a line too long": (b"GET /" + b"a" * 9000 + b" HTTP/1.1\r\n\r\n", 400),
    "a header too long": (b"GET / HTTP/1.1\r\nX: " + b"a" * 9000 + b"\r\n\r\n", 400),
    "no length": (b"POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n", 400),
    "no chunk": (b"POST /reads HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", 400),
    "no such page": (b"GET /nowhere HTTP/1.1\r\nHost: a\r\n\r\n", 404),
    "no game": (b"GET /panel.png HTTP/1.0\r\n\r\n", 404),
    "no such method": (b"DELETE /health HTTP/1.1\r\nHost: a\r\n\r\n", 405),
    "too much": (b"POST /reads HTTP/1.1\r\nHost: a\r\nContent-Length: 70000\r\n\r\n" + b"x" * 70_000, 413),
    "expects": (b"GET / HTTP/1.1\r\nHost: a\r\nExpect: wonders\r\n\r\n", 417),
    "fails": (b"GET /fails HTTP/1.1\r\nHost: a\r\n\r\n", 500),
}


@pytest.mark.parametrize(("asked", "status"), BAD.values(), ids=BAD)
async def test_every_error_is_one_sentence_behind_the_same_guard(
    listening: socket.socket, asked: bytes, status: int
) -> None:
    """From whatever part the answer comes: the policy stands in it, what to do, and no version of anything."""
    async with port_of(listening) as port:
        reported = await answer(port, asked)
    head, _, body = reported.partition(b"\r\n\r\n")
    lines = head.decode().split("\r\n")
    assert str(status) == lines[0].split()[1]
    assert {f"{name}: {value}" for name, value in HEADERS.items()} <= {*lines}
    assert not {b"aiohttp", b"Python"} & {*re.findall(rb"\w+", reported)}
    error = msgspec.json.decode(body)
    assert ["error"] == list(error)
    assert re.fullmatch(".*;.*\\.", error["error"])


@pytest.mark.parametrize("address", [b"//[", b"http://[::1", b"http://a:99999/", b"/%ff%00", b"*", b"http://a:b/"])
async def test_an_address_that_is_none_is_answered(
    listening: socket.socket, caplog: pytest.LogCaptureFixture, address: bytes
) -> None:
    """Some parsers refuse it, others fail over it; either way it is an error told to the visitor and not to the log."""
    async with port_of(listening) as port:
        reported = await answer(port, b"GET " + address + b" HTTP/1.1\r\nHost: a\r\n\r\n")
    assert reported.split()[1] in {b"400", b"404"}
    assert [] == caplog.messages


async def test_permission_is_reported(listening: socket.socket) -> None:
    """With a method that is refused come those that are not."""
    async with port_of(listening) as port:
        assert b"\r\nAllow: GET,HEAD\r\n" in await answer(port, BAD["no such method"][0])


async def test_system_without_room_is_reported_once(listening: socket.socket, caplog: pytest.LogCaptureFixture) -> None:
    """Five hundred visitors for whom there is no file left are one line a minute; what else fails is told as ever."""
    async with port_of(listening):
        loop = asyncio.get_running_loop()
        reported = {"message": "socket.accept() out of system resource", "socket": listening}
        for _ in range(500):
            loop.call_exception_handler(reported | {"exception": OSError(errno.EMFILE, "Too many open files")})
        loop.call_exception_handler({"message": "something else"})
    reports = [message for message in caplog.messages if "no more files" in message]
    assert ["1 time", "499 times"] == [message.split("opened ")[1].split(":")[0] for message in reports]
    assert 1 == caplog.messages.count("something else")


@pytest.mark.parametrize(
    ("soft", "most"), [(1024, MAX_CONNECTIONS), (40, 10), (2, 1), (resource.RLIM_INFINITY, MAX_CONNECTIONS)]
)
def test_visitors_leave_files_for_the_game(monkeypatch: pytest.MonkeyPatch, soft: int, most: int) -> None:
    """Where few files may be open, fewer connections are let in."""
    monkeypatch.setattr(resource, "getrlimit", lambda _: (soft, soft))
    assert most == max_connections()
