"""Streams among the other connections to the pages: they last, nobody crowds them out, a slow reader is dropped."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from unittest.mock import AsyncMock, Mock

from support.hang import GIVE_UP_S
from support.jumping import on_jumping_clock
from support.pages import Board

from firmware.service.http import served
from scoreboard.rules.events import Press
from scoreboard.web.app import make_app
from scoreboard.web.http.guard import Guard
from scoreboard.web.http.phone import COOKIE, Phone
from scoreboard.web.owner.job_routes import JobRoutes
from scoreboard.web.owner.job_types import JobView
from scoreboard.web.phones.phone_book import PhoneBook, no_phones
from scoreboard.web.watch.events import PING
from scoreboard.web.watch.watchers import LIMITS, Limits

HERE = "127.0.0.1"
FEW, IDLE = 8, 200
LARGE = 1 << 25
"""Bytes of a file, more than any system holds for a connection."""
OFTEN_S = 0.01
ASKED = b"GET /api/stream HTTP/1.1\r\nHost: a\r\n\r\n"
HALF = b"GET /api/state HTTP/1.1\r\nHost: a\r\nX-Slow: "
STRIKE, UNDO = Press(button="strike"), Press(button="undo")


@asynccontextmanager
async def port_of(listening: socket.socket, board: Board, limits: Limits = LIMITS) -> AsyncIterator[int]:
    """The port of that table's pages while they are served."""
    async with served(make_app(board.data(), limits=limits), listening, FEW), asyncio.timeout(GIVE_UP_S):
        yield int(listening.getsockname()[1])


async def stream(
    port: int, number: str = HERE, asked: bytes = ASKED
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Who reads the stream from that address, and has been told how the game stands."""
    reader, writer = await asyncio.open_connection(HERE, port, local_addr=(number, 0))
    writer.write(asked)
    await reader.readuntil(b"event: state\nid: 7-1\n")
    return reader, writer


@on_jumping_clock
async def test_a_stream_lasts(listening: socket.socket) -> None:
    """Longer than any connection is kept without an answer."""
    async with port_of(listening, Board()) as port:
        reader, writer = await stream(port)
        idle, silent = await asyncio.open_connection(HERE, port)
        while not idle.at_eof():  # for as long as an idle one is kept, and longer
            await reader.readuntil(PING)
        await reader.readuntil(PING)
        silent.close()
        writer.close()


@on_jumping_clock
async def test_a_large_file_comes_whole(listening: socket.socket, tmp_path: Path) -> None:
    """However long that takes in a slow Wi-Fi: longer than any connection is kept without an answer."""
    file = tmp_path / "card.zip"
    with file.open("wb") as made:
        made.truncate(LARGE)
    phones = PhoneBook(no_phones(), AsyncMock(), time.time)
    cookie = phones.cookie(await phones.add("Ana", owner=True))
    desk = Mock(jobs=lambda: [JobView(1, "card", "done", 1.0, "", file=file)])
    app = make_app(Board().data(), JobRoutes(desk, Guard(phones, time.monotonic)).routes())
    asked = f"GET /api/jobs/1/file HTTP/1.1\r\nHost: a\r\nCookie: {COOKIE}={cookie}\r\n\r\n".encode()
    async with served(app, listening, FEW), asyncio.timeout(GIVE_UP_S):
        port = int(listening.getsockname()[1])
        reader, writer = await asyncio.open_connection(HERE, port, limit=1 << 16)
        writer.write(asked)
        head = await reader.readuntil(b"\r\n\r\n")
        assert (True, True) == (head.startswith(b"HTTP/1.1 200 "), f"Content-Length: {LARGE}\r\n".encode() in head)
        idle, silent = await asyncio.open_connection(HERE, port)
        assert b"" == await idle.read()  # it was kept for as long as one that is idle
        assert LARGE == len(await reader.readexactly(LARGE))
        silent.close()
        writer.close()


async def test_a_question_for_the_head_of_a_stream_holds_no_connection(listening: socket.socket) -> None:
    """Its answer ends, and the connection with it: nobody would count it any more."""
    async with port_of(listening, Board()) as port:
        reader, writer = await asyncio.open_connection(HERE, port)
        writer.write(ASKED.replace(b"GET", b"HEAD"))
        assert b"text/event-stream" in await reader.read()
        writer.close()


async def test_idle_connections_and_half_questions_crowd_no_stream_out(listening: socket.socket) -> None:
    """Two hundred of each come where eight may be: who watched before them is told the next play all the same."""
    board = Board()
    async with port_of(listening, board) as port:
        reader, writer = await stream(port)
        others = [await asyncio.open_connection(HERE, port) for _ in range(2 * IDLE)]
        for _, slow in others[::2]:
            slow.write(HALF)
        board.play(STRIKE)
        await reader.readuntil(b"id: 7-2\n")
        for _, other in (*others, (reader, writer)):
            other.close()


async def test_streams_leave_room_for_other_questions(listening: socket.socket) -> None:
    """More watch than may ask: the page is answered, and nobody who watches is let go."""
    board = Board()
    async with port_of(listening, board) as port:
        watching = [await stream(port, f"127.0.0.{nth + 2}") for nth in range(2 * FEW)]
        asking, question = await asyncio.open_connection(HERE, port)
        question.write(b"GET /api/state HTTP/1.1\r\nHost: a\r\n\r\n")
        assert b"HTTP/1.1 200 OK\r\n" == await asking.readuntil(b"\r\n")
        board.play(STRIKE)
        for reader, _ in watching:
            await reader.readuntil(b"id: 7-2\n")
        for _, writer in (*watching, (asking, question)):
            writer.close()


async def test_who_leaves_gives_the_place_back(listening: socket.socket) -> None:
    """Soon, though nothing is played and no comment is due."""
    async with port_of(listening, Board(), Limits(streams=1, look_s=OFTEN_S, ping_s=3600)) as port:
        _, writer = await stream(port)
        writer.close()
        while await first_line(port) != b"HTTP/1.1 200 OK\r\n":
            continue


async def first_line(port: int) -> bytes:
    """How a question for the stream is answered."""
    reader, writer = await asyncio.open_connection(HERE, port)
    writer.write(ASKED)
    head = await reader.readuntil(b"\r\n")
    writer.close()
    return head


async def test_a_slow_reader_is_dropped(listening: socket.socket) -> None:
    """One that takes nothing loses its place once a few hundred kilobytes wait, and the next one has it."""
    board = Board()
    async with port_of(listening, board, Limits(streams=1, look_s=OFTEN_S)) as port:
        with socket.socket() as slow:
            slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            slow.connect((HERE, port))
            slow.sendall(ASKED)
            while await first_line(port) != b"HTTP/1.1 200 OK\r\n":
                board.play(*[STRIKE, UNDO] * 20)


async def test_one_guest_has_a_few_streams(listening: socket.socket) -> None:
    """Sixty from one address: a dozen are answered, the others are told; from another address there is room."""
    async with port_of(listening, Board()) as port:
        heads, kept = [], []
        for _ in range(60):
            reader, writer = await asyncio.open_connection(HERE, port)
            writer.write(ASKED)
            heads.append((await reader.readuntil(b"\r\n")).split()[1])
            kept.append(writer)
        other, writer = await stream(port, "127.0.0.7")
        assert [b"200"] * 12 + [b"503"] * 48 == heads
        assert not other.at_eof()
        for each in (*kept, writer):
            each.close()


async def test_a_paired_phone_always_watches(listening: socket.socket) -> None:
    """Where guests have all places the newest of the one who has most gives his up, and is told why."""
    ana = Phone("0" * 16, "Ana", "owner", 0)
    board = Board(more={"phone_of": lambda cookie: ana if cookie == "anas" else None})
    paired = ASKED.replace(b"Host: a", b"Host: a\r\nCookie: stadium=anas")
    async with port_of(listening, board, Limits(streams=4)) as port:
        greedy = [await stream(port, "127.0.0.66") for _ in range(3)]
        family = await stream(port, "127.0.0.7")
        phone = await stream(port, "127.0.0.66", paired)
        assert b"event: crowded" in await greedy[-1][0].read()
        one_more = await stream(port, "127.0.0.8")  # another guest, who has fewer
        assert b"event: crowded" in await greedy[1][0].read()
        refused, writer = await asyncio.open_connection(HERE, port, local_addr=("127.0.0.66", 0))
        writer.write(ASKED)
        assert b" 503 " in await refused.readuntil(b"\r\n")
        board.play(STRIKE)
        for reader, _ in (greedy[0], family, phone, one_more):
            await reader.readuntil(b"id: 7-2\n")
        for _, each in (*greedy, family, phone, one_more, (refused, writer)):
            each.close()


async def test_phones_share_what_there_is(listening: socket.socket) -> None:
    """Where phones have all places, one that has none gets one of that which has most; a guest gets none."""
    phones = {f"{nth}": Phone(f"{nth}" * 16, f"{nth}", "scorer", 0) for nth in range(3)}
    board = Board(more={"phone_of": phones.get})
    async with port_of(listening, board, Limits(streams=3)) as port:
        asked = [ASKED.replace(b"Host: a", b"Host: a\r\nCookie: stadium=%d" % nth) for nth in range(3)]
        greedy = [await stream(port, asked=asked[0]) for _ in range(2)]
        other = await stream(port, asked=asked[1])
        late = await stream(port, asked=asked[2])
        assert b"event: crowded" in await greedy[-1][0].read()
        assert b" 503 " in await first_line(port)
        for _, each in (*greedy, other, late):
            each.close()
