"""The stream of what the table is shown: nothing is missed, nothing comes twice, and nobody is waited for."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from aiohttp import ClientResponse
from support.hang import GIVE_UP_S
from support.pages import Board, Client
from support.scoring import SETUP, CountingClock, blue, red

from scoreboard.journal.resilient import ResilientJournal
from scoreboard.journal.store import Journal
from scoreboard.language import language
from scoreboard.message import Words, message
from scoreboard.record import ReplayStep, steps_of
from scoreboard.rules.events import Press
from scoreboard.rules.history import Entry, begin, judge
from scoreboard.session import Session
from scoreboard.web.state.answer_types import StateWithCause
from scoreboard.web.state.celebrated import NOTHING
from scoreboard.web.state.live import OpenQuestion, Position
from scoreboard.web.state.view import Device, Status
from scoreboard.web.watch.watchers import LIMITS, RECENT, Limits, Reader, Watcher, Watchers

OUT, STRIKE = Press(button="out"), Press(button="strike")
LINES: tuple[Entry, ...] = (STRIKE, OUT, STRIKE, OUT, Press(button="undo"))


NEVER_S = 3600.0


class Events:
    """A reader of the stream: its events, as a browser has them."""

    def __init__(self, answer: ClientResponse) -> None:
        self._events = self._read(answer)

    async def next(self) -> tuple[str, str, Any]:
        """The next event: its name, its mark and its data."""
        return await anext(self._events)

    async def several(self, count: int) -> list[tuple[str, Any]]:
        """The marks and causes of the next events."""
        events = [await self.next() for _ in range(count)]
        return [(mark, (data["cause"] or {}).get("type")) for _, mark, data in events]

    @staticmethod
    async def _read(answer: ClientResponse) -> AsyncIterator[tuple[str, str, Any]]:
        while True:
            block = await answer.content.readuntil(b"\n\n")
            if not block:
                return
            fields = dict(line.split(": ", 1) for line in block.decode().strip().split("\n"))
            if "event" in fields:
                yield fields["event"], fields.get("id", ""), msgspec.json.decode(fields["data"])


async def reader(client: Client, query: str = "", **headers: str) -> Events:
    """Who reads from now on."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Events(await client.get(f"/api/stream{query}", headers=named))


def test_the_state_comes_first_and_then_each_line() -> None:
    """Whole, with its mark; then what led to the next and what it came to, as the reader speaks."""
    board = Board()

    async def visit(client: Client) -> list[tuple[str, str, Any]]:
        english, spanish = await reader(client), await reader(client, "?lang=es")
        first = [await english.next(), await spanish.next()]
        board.play(STRIKE)
        return [*first, await english.next(), await spanish.next()]

    first, _, then, entonces = board.visited(visit)
    assert ("state", "7-1", None, "") == (*first[:2], first[2]["cause"], first[2]["told"])
    assert ("state", "7-2", "press") == (*then[:2], then[2]["cause"]["type"])
    assert 1 == then[2]["strikes"]
    assert then[2]["told"] not in ("", entonces[2]["told"])
    assert board.json("/api/state").items() <= then[2].items()
    assert "strike" == msgspec.convert(then[2], StateWithCause).cause.button  # type: ignore[union-attr] # a press


@pytest.mark.parametrize("how", ["?after=7-2", "Last-Event-ID"])
def test_what_was_missed_comes_once_and_in_order(how: str) -> None:
    """Every line since, the last with the state as it is, a question too that is open now, then what is played."""
    board = Board()
    board.play(*LINES)
    board.question = OpenQuestion("blue", (7, 1), 7)

    async def visit(client: Client) -> list[tuple[str, Any]]:
        late = await (reader(client, how) if "?" in how else reader(client, **{how: "7-2"}))
        caught_up = await late.several(3)
        _, mark, last = await late.next()
        assert "blue" == last["asked"]["what"]
        board.play(STRIKE)
        return [*caught_up, (mark, last["cause"]["type"]), *await late.several(1)]

    marks = [f"7-{number}" for number in range(3, 8)]
    assert [(mark, "press") for mark in marks] == board.visited(visit)


def test_missed_lines_arrive_as_they_were_sent() -> None:
    """The states are those of a replay, with a refused throw and an undo; a replayed line is not celebrated again."""
    board = Board()

    async def visit(client: Client) -> tuple[list[Any], list[Any]]:
        live = await reader(client)
        await live.next()
        board.play(*LINES, red(10))
        sent = [(await live.next())[2] for _ in range(6)]
        again = await reader(client, "?after=7-1")
        return sent, [(await again.next())[2] for _ in range(6)]

    sent, held = board.visited(visit)
    assert sent == held
    assert board.history is not None
    states = [msgspec.json.decode(msgspec.json.encode(step.state)) for step in steps_of(board.history)][1:]
    assert all(state.items() <= each.items() for state, each in zip(states, sent, strict=True))
    fresh = Board(board.history)

    async def replayed(client: Client) -> list[Any]:
        again = await reader(client, "?after=7-1")
        return [(await again.next())[2] for _ in range(6)]

    nothing = msgspec.json.decode(msgspec.json.encode(NOTHING))
    assert [each | nothing for each in sent] == fresh.visited(replayed)


def test_a_refused_throw_says_why() -> None:
    """It is in the record, so it has a number and is told."""
    board = Board()

    async def visit(client: Client) -> Any:  # noqa: ANN401 - JSON
        live = await reader(client)
        await live.next()
        board.play(blue(5), blue(6))
        await live.next()
        return (await live.next())[2]

    state = board.visited(visit)
    assert (3, "die") == (state["number"], state["cause"]["type"])
    assert state["refused"] in state["told"]


def test_reader_who_missed_nothing_gets_the_state_alone() -> None:
    """It is sent for a question or a notice, which have no line."""
    board = Board(question=OpenQuestion("red", (7, 1), 7))

    async def visit(client: Client) -> tuple[str, str, Any]:
        return await (await reader(client, "?after=7-1")).next()

    _, mark, data = board.visited(visit)
    assert ("7-1", None, 7) == (mark, data["cause"], data["asked"]["offered"])


@pytest.mark.parametrize("after", ["7-99", "99-1", "", "x", "7", "7-1-1", "-1-5", "٣-٤", "7-" + "9" * 30])
def test_mark_that_is_not_known(after: str) -> None:
    """Of another journal, or of none: the state is all that there is to tell."""
    board = Board()
    board.play(STRIKE)

    async def visit(client: Client) -> list[tuple[str, Any]]:
        return await (await reader(client, f"?after={after}")).several(1)

    assert [("7-2", None)] == board.visited(visit)


def test_lines_of_a_game_that_ended_meanwhile_are_read_from_the_journal(tmp_path: Path) -> None:
    """The rest of it, then the game that was begun since."""
    path = tmp_path / "games.sqlite"
    with Session(ResilientJournal.open(path), CountingClock()) as session:
        session.new_game(SETUP)
        session.submit(STRIKE)
        session.submit(OUT)
        session.new_game(SETUP)
        session.submit(STRIKE)
        board = Board(session.history, session.number, more={"journal": lambda: Journal.open_readonly(path)})

        async def visit(client: Client) -> list[tuple[str, Any]]:
            late = await reader(client, "?after=1-2")
            caught_up = await late.several(3)
            board.play(OUT)
            return caught_up + await late.several(1)

        expected = [("1-3", "press"), ("2-1", "game"), ("2-2", "press"), ("2-3", "press")]
        assert expected == board.visited(visit)


def test_question_that_was_opened_after_the_last_line_reaches_who_missed_it() -> None:
    """It came without a line: lines that are held were told before it, so the state follows them."""
    board = Board()

    async def visit(client: Client) -> tuple[Any, Any]:
        watching = await reader(client)
        await watching.next()
        board.play(STRIKE)
        board.question = OpenQuestion("blue", (7, 1), 7)
        board.tell()
        late = await reader(client, "?after=7-1")
        return (await late.next())[2], (await late.next())[2]

    line, now = board.visited(visit)
    assert ("press", None, None, "blue") == (line["cause"]["type"], line["asked"], now["cause"], now["asked"]["what"])


def test_lines_added_during_a_catch_up_arrive(tmp_path: Path) -> None:
    """Reading the missed lines takes a while, and play goes on."""
    path = tmp_path / "games.sqlite"
    with Session(ResilientJournal.open(path), CountingClock()) as session:
        session.new_game(SETUP)
        session.new_game(SETUP)
        loops = list[asyncio.AbstractEventLoop]()

        def opened() -> Journal:
            loops[0].call_soon_threadsafe(board.play, STRIKE)
            return Journal.open_readonly(path)

        board = Board(session.history, session.number, more={"journal": opened})

        async def visit(client: Client) -> list[tuple[str, Any]]:
            loops.append(asyncio.get_running_loop())
            late = await reader(client, "?after=1-1")
            caught_up = await late.several(2)
            board.play(OUT)
            return caught_up + await late.several(1)

        assert [("2-1", "game"), ("2-2", "press"), ("2-3", "press")] == board.visited(visit)


def test_lines_of_a_resumed_game_arrive_once(tmp_path: Path) -> None:
    """The rest of the later game arrives, and of the earlier one its present state."""
    path = tmp_path / "games.sqlite"
    with Session(ResilientJournal.open(path), CountingClock()) as session:
        session.new_game(SETUP)
        session.submit(STRIKE)
        session.new_game(SETUP)
        session.submit(OUT)
        session.resume(1)
        board = Board(session.history, session.number, more={"journal": lambda: Journal.open_readonly(path)})

        async def visit(client: Client) -> list[tuple[str, Any]]:
            return await (await reader(client, "?after=2-1")).several(2)

        assert [("2-2", "press"), ("1-2", None)] == board.visited(visit)


def test_what_was_played_lately_is_held() -> None:
    """So that a phone that was away for a moment costs no replay; what came earlier is not held for ever."""
    board = Board()
    watchers = Watchers(board.data(), LIMITS)
    assert Position(7, 1) == watchers.position
    board.listeners.append(watchers.refresh)
    board.play(*[STRIKE, Press(button="undo")] * (RECENT // 2))
    assert [3, None] == [None if each is None else len(each) for each in
                         (watchers.recent(Position(7, RECENT - 2)), watchers.recent(Position(7, 1)))]  # fmt: skip
    assert watchers.recent(Position(6, RECENT)) is None


def test_a_game_that_begins_while_one_watches() -> None:
    """Its game line arrives, though nothing of it was played before."""
    board = Board(None)

    async def visit(client: Client) -> list[tuple[str, Any]]:
        live = await reader(client)
        board.begin()
        begun = await live.several(1)
        board.begin()
        return begun + await live.several(1)

    assert [("8-1", "game"), ("9-1", "game")] == board.visited(visit)


def test_resumed_game_arrives_as_one_state() -> None:
    """Its lines arrived when they were played."""
    board, earlier = Board(), begin(SETUP)
    for line in LINES:
        earlier = judge(earlier, line).history

    async def visit(client: Client) -> list[tuple[str, Any]]:
        live = await reader(client)
        await live.next()
        board.game, board.history = 3, earlier
        board.tell()
        taken_up = await live.several(1)
        return taken_up + await (await reader(client, "?after=7-1")).several(1)

    assert [("3-6", None), ("3-6", None)] == board.visited(visit)


def test_state_of_a_change_without_a_line_has_no_cause() -> None:
    """Such changes are a question that opens, words that leave the panel by themselves, a disk that takes nothing."""
    board = Board()

    async def visit(client: Client) -> list[Any]:
        live = await reader(client)
        await live.next()
        board.notice = message("notice.lifted")
        board.tell()
        noticed = await live.next()
        board.notice, board.held = "", True  # and nobody tells
        return [noticed[2], (await live.next())[2]]

    noticed, then = board.visited(visit, Limits(look_s=0.01))
    assert (True, None) == (isinstance(noticed["notice"], str), noticed["cause"])
    assert (None, True) == (then["notice"], then["held"])


def test_lost_device_is_a_health_event() -> None:
    """It is in the reader's language."""
    board = Board()

    async def visit(client: Client) -> tuple[str, str, Any]:
        live = await reader(client, "?lang=es")
        await live.next()
        board.devices = {"camera": Device("degraded", message("page.over"))}
        board.tell()
        return await live.next()

    name, mark, data = board.visited(visit)
    assert ("health", "", "degraded") == (name, mark, data["status"])
    assert "El juego terminó." == data["devices"]["camera"]["said"]


def test_late_reader_gets_the_health_event_too() -> None:
    """It follows the state of the game."""
    board = Board(devices={"camera": Device("degraded", message("page.over"))})

    async def visit(client: Client) -> list[str]:
        late = await reader(client)
        return [(await late.next())[0], (await late.next())[0]]

    assert ["state", "health"] == board.visited(visit)


def test_comments_keep_it_open() -> None:
    """So that a reader knows that it lives, and what stands between lets it be."""
    board = Board()

    async def visit(client: Client) -> bytes:
        answer = await client.get("/api/stream")
        read = b""
        while read.count(b": still here\n\n") < 3:
            read += await answer.content.readany()
        return read

    assert board.visited(visit, Limits(ping_s=0.0, look_s=0.01)).startswith(b"retry: 2000\n\n")


class Pipe:
    """A connection whose reader leaves so many bytes unread."""

    def __init__(self, unread: int) -> None:
        self.unread, self.written, self.aborted = unread, b"", False

    def get_write_buffer_size(self) -> int:
        """How many."""
        return self.unread

    def is_closing(self) -> bool:
        """Whether it is given up."""
        return self.aborted

    def write(self, data: bytes) -> None:
        """Hand this on."""
        self.written += data

    def abort(self) -> None:
        """Give it up."""
        self.aborted = True


@pytest.mark.parametrize(("unread", "dropped"), [(100, False), (101, True)])
def test_who_does_not_read_is_dropped(unread: int, dropped: bool) -> None:
    """Once more waits than may; nothing is written to them any more."""

    async def tell() -> tuple[bool, bool, bytes]:
        pipe = Pipe(unread)
        watcher = Watcher(Reader("ana"), pipe, language("en"), chunked=True, waiting=100)  # type: ignore[arg-type] # as much as it takes
        watcher.send(b"x" * 16)
        return pipe.aborted, watcher.gone.done(), pipe.written

    assert (dropped, dropped, b"" if dropped else b"10\r\n" + b"x" * 16 + b"\r\n") == asyncio.run(tell())


def test_places_are_limited_and_given_back() -> None:
    """One address cannot take all of them, and who leaves makes room."""
    board = Board()

    async def visit(client: Client) -> list[int]:
        first, second = await client.get("/api/stream"), await client.get("/api/stream")
        refused = await client.get("/api/stream")
        first.close()
        await asyncio.wait_for(has_room(client), GIVE_UP_S)
        return [first.status, second.status, refused.status]

    async def has_room(client: Client) -> None:
        while (await client.get("/api/stream")).status != 200:
            continue

    assert [200, 200, 503] == board.visited(visit, Limits(each=2, look_s=0.001, ping_s=NEVER_S))
    assert [200, 200, 503] == Board().visited(visit, Limits(streams=2, look_s=0.001, ping_s=NEVER_S))


def test_it_ends_with_the_server() -> None:
    """In good order: the last piece is there, so that a browser asks again at once."""
    board = Board()

    async def visit(client: Client) -> bytes:
        answer = await client.get("/api/stream")
        await client.server.close()
        return await answer.read()

    assert board.visited(visit).endswith(b"\n\n")


def test_head_of_the_stream_ends() -> None:
    """It has no body."""
    answer, body = Board().get("/api/stream", "HEAD")
    assert (200, "text/event-stream", b"") == (answer.status, answer.content_type, body)


def test_old_clients_read_it_in_one_piece() -> None:
    """A proxy may ask with HTTP/1.0, which has no chunks."""
    board = Board()

    async def visit(client: Client) -> bytes:
        read, write = await asyncio.open_connection(client.host, client.port)
        write.write(b"GET /api/stream HTTP/1.0\r\n\r\n")
        head = await read.readuntil(b"\r\n\r\n")
        body = await read.readuntil(b"retry: 2000\n\n") + await read.readuntil(b"\n\n")
        write.close()
        return head + body

    raw = board.visited(visit)
    assert b"chunked" not in raw.lower()
    assert b"\r\n\r\nretry: 2000\n\nevent: state\nid: 7-1\ndata: {" in raw


@pytest.mark.usefixtures("as_at_a_table")
def test_an_event_that_cannot_be_worded_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """For who watches and for who catches up; the next comes, and what nobody tells of is still looked for."""
    board = Board()

    def sentence_of(step: ReplayStep) -> Words:
        if step.line == OUT:
            raise LookupError("no catalogue has it")
        return "told"

    monkeypatch.setattr("scoreboard.web.watch.events.sentence_of", sentence_of)

    async def visit(client: Client) -> list[list[tuple[str, Any]]]:
        live = await reader(client)
        await live.next()
        board.play(STRIKE, OUT, STRIKE)
        seen = [await live.several(2)]
        late = await reader(client, "?after=7-1")
        seen.append(await late.several(2))
        board.notice = message("lost.camera")
        return [*seen, await live.several(1)]

    strikes = [("7-2", "press"), ("7-4", "press")]
    assert [strikes, strikes, [("7-4", None)]] == board.visited(visit, Limits(look_s=0.01))
    fresh = Board(board.history)  # which holds no events, so that they are worded from the game

    async def replayed(client: Client) -> list[tuple[str, Any]]:
        return await (await reader(client, "?after=7-1")).several(2)

    assert strikes == fresh.visited(replayed)


@pytest.mark.usefixtures("as_at_a_table")
def test_what_cannot_be_looked_at_now_is_looked_at_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock that looks for changes is not stopped by what fails once."""
    board = Board()
    status, fails = board.status, [LookupError()] * 3

    def failing() -> Status:
        if fails:
            raise fails.pop()
        return status()

    monkeypatch.setattr(board, "status", failing)

    async def visit(client: Client) -> str:
        watching = await reader(client)
        await watching.next()
        board.devices = {"camera": Device("degraded", message("lost.camera"))}
        return (await watching.next())[0]

    assert "health" == board.visited(visit, Limits(look_s=0.01))
    assert not fails
