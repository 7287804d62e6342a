"""What may be done through a broker: what the owner allows, as a phone would do it, and said to be by mqtt."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock, Mock

import msgspec
import pytest
from support.broker import Listener, Mosquitto, PublishedTable
from support.games import setup

from firmware.devices.protocols import Devices, SystemClock
from firmware.mqtt.commands import CommandAnswer, CommandDesk, Role
from firmware.mqtt.link import Received
from firmware.mqtt.topics import CommandName
from firmware.play.loop import PlayLoop
from firmware.play.state.options import Options
from firmware.simulated.peripherals import SimulatedButtons, SimulatedPanel
from scoreboard.journal.resilient import ResilientJournal
from scoreboard.language import language
from scoreboard.record import encode
from scoreboard.session import Session

SETUP = setup("two-dice", 9)
OUT = b'{"type":"press","button":"out","by":"camera"}'


class Desk:
    """A table that plays, and a desk that takes commands for it."""

    def __init__(self, app: PlayLoop, session: Session, role: Role) -> None:
        self.session, self.settings = session, AsyncMock()
        self._answers: asyncio.Queue[tuple[CommandAnswer, bytes]] = asyncio.Queue()
        loop = asyncio.get_running_loop()

        def answered(answer: CommandAnswer, correlation: bytes) -> None:
            loop.call_soon_threadsafe(self._answers.put_nowait, (answer, correlation))

        self.desk = CommandDesk(role, app.page, self.settings, lambda: language("en"), answered)

    async def send(
        self, name: CommandName, payload: bytes, properties: Mapping[str, str] = {}, *, retain: bool = False
    ) -> None:
        """Have a command come in, as on the thread of the broker."""
        came = Received(f"stadium/den/command/{name}", payload, retain, b"mine", properties)
        await asyncio.to_thread(self.desk.take, name, came)

    async def answer(self) -> CommandAnswer:
        """The next answer, with the correlation data of its command."""
        answer, correlation = await self._answers.get()
        assert b"mine" == correlation
        return answer

    async def asked(self, name: CommandName, payload: bytes, properties: Mapping[str, str] = {}) -> CommandAnswer:
        """Send it, and return what came of it."""
        await self.send(name, payload, properties)
        return await self.answer()


@asynccontextmanager
async def at_a_table(folder: Path, role: Role) -> AsyncIterator[Desk]:
    """A desk while the table plays."""
    with Session(ResilientJournal.open(folder / "games.sqlite"), SystemClock()) as session:
        devices = Devices((SimulatedPanel(),), SimulatedButtons())
        app = PlayLoop(session, devices, lambda *_: (), Options(SETUP, begin_new=True))
        ready = asyncio.Event()
        playing = asyncio.get_running_loop().create_task(app.run(ready.set))
        await ready.wait()
        yield Desk(app, session, role)
        app.stop()
        await playing


async def test_a_line_is_judged_and_recorded(tmp_path: Path) -> None:
    """The record says by whom, whatever the sender says, and the answer where play is by now."""
    async with at_a_table(tmp_path, "scorer") as desk:
        assert CommandAnswer("line", expect="1-2") == await desk.asked("line", OUT)
        assert "mqtt" == desk.session.history.lines.top.line.by
        assert 1 == desk.session.game.outs


@pytest.mark.parametrize(
    ("name", "payload", "properties", "status"),
    [
        ("line", b"{", {}, 400),
        ("line", b'{"type":"press","button":"bell"}', {}, 400),
        ("line", b'{"type":"expect","outs":1}', {}, 400),
        ("line", encode(SETUP), {}, 400),
        ("line", b'{"type":"die","color":"red","value":7}', {}, 409),
        ("line", OUT, {"expect": "1-7"}, 412),
        ("line", OUT, {"expect": "soon"}, 400),
        ("answer", b'{"value":7}', {}, 409),
        ("answer", b'{"worth":7}', {}, 400),
        ("game", OUT, {}, 400),
        ("game", encode(SETUP), {}, 409),
    ],
)
async def test_what_cannot_be_done_changes_nothing(
    tmp_path: Path, name: CommandName, payload: bytes, properties: dict[str, str], status: int
) -> None:
    """It gets the status that a phone would get, and a sentence."""
    async with at_a_table(tmp_path, "scorer") as desk:
        answer = await desk.asked(name, payload, properties)
        assert (status, 1) == (answer.status, desk.session.history.number)
        assert answer.error


async def test_a_game_begins(tmp_path: Path) -> None:
    """One that is in play is left only where the command says so."""
    async with at_a_table(tmp_path, "scorer") as desk:
        answer = await desk.asked("game", encode(SETUP), {"end": "1"})
        assert (CommandAnswer("game", expect="2-1"), 2) == (answer, desk.session.number)
        assert "mqtt" == desk.session.history.setup.by


@pytest.mark.parametrize(
    ("role", "names"),
    [("none", ()), ("scorer", ("line", "answer", "game")), ("owner", ("line", "answer", "game", "settings"))],
)
async def test_nothing_is_done_that_the_owner_does_not_allow(
    tmp_path: Path, role: Role, names: tuple[CommandName, ...]
) -> None:
    """Not even an answer comes."""
    async with at_a_table(tmp_path, role) as desk:
        assert names == desk.desk.allowed
        await desk.send("settings", b'{"sound.volume":3}')
        await desk.send("line", OUT)
        if role == "none":
            await asyncio.sleep(0)
            assert 1 == desk.session.history.number
        else:
            commands = {(await desk.answer()).command for _ in names[2:]}
            assert commands == ({"line", "settings"} if role == "owner" else {"line"})
        assert (role == "owner") == desk.settings.change.called


async def test_a_command_that_the_broker_kept_is_old(tmp_path: Path) -> None:
    """It was meant for another moment: the next one is answered, and it is not."""
    async with at_a_table(tmp_path, "scorer") as desk:
        await desk.send("line", OUT, retain=True)
        assert 400 == (await desk.asked("line", b"{")).status
        assert 1 == desk.session.history.number


async def test_a_flood_costs_the_game_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As many as a phone may send at one moment are done, and the rest are refused before they reach the loop."""
    monkeypatch.setattr("firmware.mqtt.commands.monotonic", lambda: 100.0)
    async with at_a_table(tmp_path, "scorer") as desk:
        loop = Mock(wraps=asyncio.run_coroutine_threadsafe)
        with pytest.MonkeyPatch.context() as counted:
            counted.setattr("firmware.mqtt.commands.asyncio.run_coroutine_threadsafe", loop)
            for _ in range(200):
                await desk.send("line", b"{")
        assert loop.call_count < 100
        assert 429 in {(await desk.answer()).status for _ in range(200)}


async def test_a_command_comes_through_the_broker(tmp_path: Path) -> None:
    """From another client to the loop and back, with its correlation data and its user properties."""
    with Mosquitto(tmp_path) as broker, PublishedTable(tmp_path, broker.port, commands="scorer") as table:
        table.begin()
        table.show()
        play: Any = AsyncMock()
        play.record_line.return_value = Mock(live=table.live)
        table.publisher.take_commands(play, AsyncMock())
        with Listener(broker.port) as listener:
            table.publisher.start()
            await asyncio.to_thread(listener.wait, lambda heard: heard.of("play"))
            listener.send("stadium/den/command/line", OUT, correlation=b"seven", expect="1-1")
            await asyncio.to_thread(listener.wait, lambda heard: heard.of("answers"))
            assert {"command": "line", "expect": "1-1"} == listener.of("answers")[0].content | {"expect": "1-1"}
            assert [b"seven"] == listener.correlations
        line, expected = play.record_line.call_args.args
        assert ("out", (1, 1, None)) == (line.button, expected)
        assert msgspec.json.decode(OUT)["button"] == line.button
