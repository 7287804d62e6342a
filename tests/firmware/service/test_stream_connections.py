"""Streams among the other connections to the pages: they last, nobody crowds them out, a slow reader is dropped."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from typing import Any

import pytest
from support import jumping
from support.hang import GIVE_UP_S
from support.pages import Board

from firmware.service.http import served
from scoreboard.rules.events import Press
from scoreboard.web.app import make_app
from scoreboard.web.http.phone import Phone
from scoreboard.web.watch.events import PING
from scoreboard.web.watch.watchers import LIMITS, Limits

HERE = "127.0.0.1"
FEW, IDLE = 8, 200
OFTEN_S = 0.01
ASKED = b"GET /api/stream HTTP/1.1\r\nHost: a\r\n\r\n"
HALF = b"GET /api/state HTTP/1.1\r\nHost: a\r\nX-Slow: "
STRIKE, UNDO = Press(button="strike"), Press(button="undo")
Asker = Callable[[int], Awaitable[object]]
Run = Callable[[Coroutine[Any, Any, object]], object]


@pytest.fixture
def listening() -> Iterator[socket.socket]:
    """A socket on this machine alone, on whatever port is free."""
    with socket.create_server((HERE, 0)) as server:
        yield server


def visit(
    listening: socket.socket, board: Board, ask: Asker, limits: Limits = LIMITS, run: Run = asyncio.run
) -> object:
    """Serve the pages of that table for as long as visitors ask."""

    async def serve() -> object:
        async with served(make_app(board.data(), limits=limits), listening, FEW):
            return await asyncio.wait_for(ask(int(listening.getsockname()[1])), GIVE_UP_S)

    return run(serve())


async def stream(
    port: int, number: str = HERE, asked: bytes = ASKED
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Who reads the stream from that address, and has been told how the game stands."""
    reader, writer = await asyncio.open_connection(HERE, port, local_addr=(number, 0))
    writer.write(asked)
    await reader.readuntil(b"event: state\nid: 7-1\n")
    return reader, writer


def test_a_stream_lasts(listening: socket.socket) -> None:
    """Longer than any connection is kept without an answer."""

    async def watch(port: int) -> bool:
        reader, writer = await stream(port)
        idle, silent = await asyncio.open_connection(HERE, port)
        while not idle.at_eof():  # for as long as an idle one is kept, and longer
            await reader.readuntil(PING)
        await reader.readuntil(PING)
        silent.close()
        writer.close()
        return True

    assert visit(listening, Board(), watch, run=jumping.run)


def test_a_question_for_the_head_of_a_stream_holds_no_connection(listening: socket.socket) -> None:
    """Its answer ends, and the connection with it: nobody would count it any more."""

    async def ask(port: int) -> bytes:
        reader, writer = await asyncio.open_connection(HERE, port)
        writer.write(ASKED.replace(b"GET", b"HEAD"))
        told = await reader.read()
        writer.close()
        return told

    assert b"text/event-stream" in visit(listening, Board(), ask)  # type: ignore[operator] # bytes


def test_idle_connections_and_half_questions_crowd_no_stream_out(listening: socket.socket) -> None:
    """Two hundred of each come where eight may be: who watched before them is told the next play all the same."""
    board = Board()

    async def crowd(port: int) -> bytes:
        reader, writer = await stream(port)
        others = [await asyncio.open_connection(HERE, port) for _ in range(2 * IDLE)]
        for _, slow in others[::2]:
            slow.write(HALF)
        board.play(STRIKE)
        told = await reader.readuntil(b"id: 7-2\n")
        for _, other in (*others, (reader, writer)):
            other.close()
        return told

    assert visit(listening, board, crowd)


def test_streams_leave_room_for_other_questions(listening: socket.socket) -> None:
    """More watch than may ask: the page is answered, and nobody who watches is let go."""
    board = Board()

    async def crowd(port: int) -> list[bytes]:
        watching = [await stream(port, f"127.0.0.{nth + 2}") for nth in range(2 * FEW)]
        asking, question = await asyncio.open_connection(HERE, port)
        question.write(b"GET /api/state HTTP/1.1\r\nHost: a\r\n\r\n")
        head = await asking.readuntil(b"\r\n")
        board.play(STRIKE)
        told = [await reader.readuntil(b"id: 7-2\n") for reader, _ in watching]
        for _, writer in (*watching, (asking, question)):
            writer.close()
        return [head, *told]

    head, *told = visit(listening, board, crowd)  # type: ignore[misc] # what the asker gives
    assert (b"HTTP/1.1 200 OK\r\n", 2 * FEW) == (head, len(told))


def test_who_leaves_gives_the_place_back(listening: socket.socket) -> None:
    """Soon, though nothing is played and no comment is due."""

    async def leave(port: int) -> bytes:
        _, writer = await stream(port)
        writer.close()
        while (head := await first_line(port)) != b"HTTP/1.1 200 OK\r\n":
            continue
        return head

    assert visit(listening, Board(), leave, Limits(streams=1, look_s=OFTEN_S, ping_s=3600))


async def first_line(port: int) -> bytes:
    """How a question for the stream is answered."""
    reader, writer = await asyncio.open_connection(HERE, port)
    writer.write(ASKED)
    head = await reader.readuntil(b"\r\n")
    writer.close()
    return head


def test_a_slow_reader_is_dropped(listening: socket.socket) -> None:
    """One that takes nothing loses its place once a few hundred kilobytes wait, and the next one has it."""
    board = Board()

    async def stall(port: int) -> bytes:
        with socket.socket() as slow:
            slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            slow.connect((HERE, port))
            slow.sendall(ASKED)
            while (head := await first_line(port)) != b"HTTP/1.1 200 OK\r\n":
                board.play(*[STRIKE, UNDO] * 20)
            return head

    assert visit(listening, board, stall, Limits(streams=1, look_s=OFTEN_S))


def test_one_guest_has_a_few_streams(listening: socket.socket) -> None:
    """Sixty from one address: a dozen are answered, the others are told; from another address there is room."""

    async def crowd(port: int) -> tuple[list[bytes], bytes]:
        heads, kept = [], []
        for _ in range(60):
            reader, writer = await asyncio.open_connection(HERE, port)
            writer.write(ASKED)
            heads.append((await reader.readuntil(b"\r\n")).split()[1])
            kept.append(writer)
        other, writer = await stream(port, "127.0.0.7")
        for each in (*kept, writer):
            each.close()
        return heads, b"" if other.at_eof() else b"200"

    assert ([b"200"] * 12 + [b"503"] * 48, b"200") == visit(listening, Board(), crowd)


def test_a_paired_phone_always_watches(listening: socket.socket) -> None:
    """Where guests have all places the newest of the one who has most gives his up, and is told why."""
    ana = Phone("0" * 16, "Ana", "owner", 0)
    board = Board(more={"phone_of": lambda cookie: ana if cookie == "anas" else None})
    paired = ASKED.replace(b"Host: a", b"Host: a\r\nCookie: stadium=anas")

    async def crowd(port: int) -> list[bool]:
        greedy = [await stream(port, "127.0.0.66") for _ in range(3)]
        family = await stream(port, "127.0.0.7")
        phone = await stream(port, "127.0.0.66", paired)
        told = await greedy[-1][0].read()
        one_more = await stream(port, "127.0.0.8")  # another guest, who has fewer
        again = await greedy[1][0].read()
        refused, writer = await asyncio.open_connection(HERE, port, local_addr=("127.0.0.66", 0))
        writer.write(ASKED)
        head = await refused.readuntil(b"\r\n")
        board.play(STRIKE)
        seen = [await reader.readuntil(b"id: 7-2\n") for reader, _ in (greedy[0], family, phone, one_more)]
        for _, each in (*greedy, family, phone, one_more, (refused, writer)):
            each.close()
        return [b"event: crowded" in told, b"event: crowded" in again, b" 503 " in head, len(seen) == 4]

    assert [True] * 4 == visit(listening, board, crowd, Limits(streams=4))


def test_phones_share_what_there_is(listening: socket.socket) -> None:
    """Where phones have all places, one that has none gets one of that which has most; a guest gets none."""
    phones = {f"{nth}": Phone(f"{nth}" * 16, f"{nth}", "scorer", 0) for nth in range(3)}
    board = Board(more={"phone_of": phones.get})

    async def crowd(port: int) -> list[bool]:
        asked = [ASKED.replace(b"Host: a", b"Host: a\r\nCookie: stadium=%d" % nth) for nth in range(3)]
        greedy = [await stream(port, asked=asked[0]) for _ in range(2)]
        other = await stream(port, asked=asked[1])
        late = await stream(port, asked=asked[2])
        told = await greedy[-1][0].read()
        head = await first_line(port)
        for _, each in (*greedy, other, late):
            each.close()
        return [b"event: crowded" in told, b" 503 " in head]

    assert [True, True] == visit(listening, board, crowd, Limits(streams=3))
