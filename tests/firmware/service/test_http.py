"""The pages on the network: whose socket it is, and that it costs nobody a game."""

from __future__ import annotations

import asyncio
import gc
import os
import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from aiohttp import ClientSession, web
from support.hang import GIVE_UP_S
from support.pages import GivenData
from support.ports import free_port
from support.stadium import SETUP, FixedClock

from firmware.config.schema import WebConfig
from firmware.devices.health import Health, absent
from firmware.devices.protocols import Devices
from firmware.play.loop import PlayLoop
from firmware.play.state.options import Options
from firmware.service import background
from firmware.service.background import BackgroundServices
from firmware.service.http import PortTakenError, handed_over, opened, served
from firmware.service.table_pages import TablePages
from firmware.simulated.peripherals import SimulatedButtons, SimulatedPanel
from scoreboard.journal.resilient import ResilientJournal
from scoreboard.session import Session
from scoreboard.web.app import make_app
from scoreboard.web.watch.watchers import Limits

HERE = "127.0.0.1"
FAILS, FAULT = b"GET /fails HTTP/1.0\r\n\r\n", ["a page could not be made: ZeroDivisionError"]
NOWHERE = WebConfig(port="none", address="")


def port(listening: socket.socket) -> int:
    """The port it is on."""
    return int(listening.getsockname()[1])


async def status(port: int, path: str = "/health") -> int:
    """What a visitor gets."""
    async with ClientSession() as visitor, visitor.get(f"http://{HERE}:{port}{path}") as answer:
        return answer.status


async def test_page_is_served_within_its_context(listening: socket.socket) -> None:
    """Within the context visitors are answered; after it the port is free."""
    number = port(listening)
    async with served(web.Application(), listening):
        assert 404 == await status(number)
    socket.create_server((HERE, number)).close()


def test_visitors_who_come_as_it_closes_leave_nothing_open(listening: socket.socket) -> None:
    """They are turned away: a connection that asyncio has accepted but not served is nobody's, and is never closed."""
    number = port(listening)

    async def close_on_visitors(visitors: ExitStack) -> None:
        async with served(web.Application(), listening):
            for _ in range(3):
                visitors.enter_context(socket.create_connection((HERE, number)))
            for _ in range(2):  # they are accepted in the turn in which it closes
                await asyncio.sleep(0)

    with ExitStack() as visitors:
        asyncio.run(close_on_visitors(visitors))
    gc.collect()  # which warns of what was left open


@pytest.mark.parametrize(
    ("request_", "expected"), [(b"\x16\x03\x01", []), (b"GET / HTTP/9\r\n\r\n", []), (FAILS, FAULT)]
)
async def test_log_has_our_faults_and_no_visitors(
    listening: socket.socket, caplog: pytest.LogCaptureFixture, request_: bytes, expected: list[str]
) -> None:
    """What a phone says that is no request is not logged, nor is anybody's address; a page that fails is."""
    caplog.set_level("INFO")

    async def fail(_: web.Request) -> web.Response:
        raise ZeroDivisionError(HERE)

    app = web.Application()
    app.router.add_get("/fails", fail)
    async with served(app, listening):
        reader, writer = await asyncio.open_connection(HERE, port(listening))
        writer.write(request_)
        writer.write_eof()
        await reader.read()
        writer.close()
    assert expected == caplog.messages


TAKE = """
import os, sys
os.dup2(int(sys.argv[1]), 3)
os.environ["LISTEN_PID"] = str(os.getpid())
from firmware.service.http import handed_over
taken = handed_over()
print(taken and taken.getsockname()[1])
"""


@pytest.mark.debian13  # a program of its own, which no coverage sees
@pytest.mark.parametrize(("names", "taken"), [("http", True), ("http:other", True), ("other", False), ("", False)])
def test_systemds_socket_is_known_by_its_name(listening: socket.socket, names: str, taken: bool) -> None:
    """It lies at the third file descriptor; one of another name is left alone."""
    fd = listening.fileno()
    environment = {**os.environ, "LISTEN_FDS": "1", "LISTEN_FDNAMES": names}
    command = [sys.executable, "-c", TAKE, str(fd)]
    done = subprocess.run(command, env=environment, pass_fds=[fd], capture_output=True, text=True, check=True)
    assert str(port(listening) if taken else None) == done.stdout.strip()


def test_a_socket_for_another_process_is_not_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    """LISTEN_PID says who is meant; a program started by the service leaves it alone."""
    monkeypatch.setenv("LISTEN_PID", "1")
    monkeypatch.setenv("LISTEN_FDS", "1")
    assert handed_over() is None


def test_taken_port_is_reported(listening: socket.socket) -> None:
    """One line names the port and what to do."""
    with pytest.raises(PortTakenError, match=rf"^no web page: port {port(listening)} .* --port"):
        opened(WebConfig(port=port(listening), address=HERE))


@pytest.mark.parametrize("address", ["ä..b", "x" * 64 + ".local", "a\0b"])
def test_impossible_address_is_named(address: str) -> None:
    """One line names it and what to do."""
    with pytest.raises(PortTakenError, match="is no address of this machine; leave"):
        opened(WebConfig(port=1, address=address))


def test_none_opens_nothing() -> None:
    """Who wants no page has none."""
    assert opened(NOWHERE) is None


@pytest.mark.parametrize("address", [HERE, "::1"])
def test_an_address_is_kept_to(address: str) -> None:
    """A page for this machine only is on no other address."""
    listening = opened(WebConfig(port=free_port(address), address=address))
    assert listening is not None
    assert address == listening.getsockname()[0]
    listening.close()


async def test_page_that_cannot_be_served_is_harmless(listening: socket.socket) -> None:
    """One warning, and everything else goes on."""
    warnings: list[str] = []
    services = BackgroundServices(
        Devices((SimulatedPanel(),)), WebConfig(port=port(listening), address=HERE), warnings.append
    )
    async with services.running(GivenData()):
        pass
    assert 1 == len(warnings)


async def test_a_port_that_is_given_up_later_is_had_then(listening: socket.socket) -> None:
    """Another program had it when the game began; there is no second warning, and the pages end with the game."""
    number, warnings = port(listening), list[str]()
    devices = Devices((SimulatedPanel(),), health=Health())
    services = BackgroundServices(devices, WebConfig(port=number, address=HERE), warnings.append, retry_s=0.0)
    async with services.running(GivenData()):
        assert services.port is None
        listening.close()
        async with asyncio.timeout(GIVE_UP_S):
            while services.port is None:  # noqa: ASYNC110 - it tells nobody when it has it
                await asyncio.sleep(0)
        assert number == services.port
        assert 200 == await status(number)
    assert 1 == len(warnings)
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection((HERE, number))


@dataclass
class Appliance:
    """An appliance at work."""

    port: int
    buttons: SimulatedButtons
    health: Health
    services: BackgroundServices


@pytest.fixture
async def appliance(journal: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Appliance]:
    """One whose pages tell only what they must: nobody looks for changes."""
    monkeypatch.delenv("LISTEN_PID", raising=False)
    monkeypatch.setattr(background, "make_app", partial(make_app, limits=Limits(look_s=3600)))
    unused = free_port(HERE)
    health, buttons, panel = Health(), SimulatedButtons(), SimulatedPanel((64, 16))
    devices = Devices((panel,), buttons, health=health)
    services = BackgroundServices(devices, WebConfig(port=unused, address=HERE), lambda _: None)
    with Session(ResilientJournal.open(journal), FixedClock()) as session:
        app = PlayLoop(session, devices, lambda _, __: None, Options(SETUP), services.observers)
        async with services.running(TablePages(app, services, panel.size)):
            playing = asyncio.create_task(app.run())
            yield Appliance(unused, buttons, health, services)
            app.stop()
            await playing


async def test_the_appliance_answers_while_it_plays(appliance: Appliance) -> None:
    """Health follows the devices, and the page the game, out of the one loop that plays."""
    camera = appliance.health.reporter("camera")
    assert [200, 200] == [await status(appliance.port, path) for path in ("/health", "/panel.png")]
    camera(absent("the camera is gone; plug it in", "NO CAMERA"))
    assert [503, 200] == [await status(appliance.port, path) for path in ("/health", "/metrics")]


async def test_the_appliance_streams_what_it_plays(appliance: Appliance) -> None:
    """A press is told as soon as it is lit, a device when it is lost; the camera's picture is there once it films."""
    camera = appliance.health.reporter("camera")
    async with asyncio.timeout(GIVE_UP_S):
        reader, writer = await asyncio.open_connection(HERE, appliance.port)
        writer.write(b"GET /api/stream HTTP/1.1\r\nHost: a\r\n\r\n")
        await reader.readuntil(b"id: 1-1\n")
        appliance.buttons.press("strike")
        await reader.readuntil(b"id: 1-2\n")
        camera(absent("the camera is gone; plug it in", "NO CAMERA"))
        await reader.readuntil(b"event: health\n")
        writer.close()
    assert 404 == await status(appliance.port, "/camera.jpg")
    appliance.services.film(np.zeros((90, 160, 3), np.uint8))
    assert [200, 404] == [await status(appliance.port, path) for path in ("/camera.jpg", "/api/asked.jpg")]


def test_the_next_free_port_is_taken_where_any_will_do(listening: socket.socket) -> None:
    """A demonstration has no bookmark: it goes on looking, but not for ever."""
    taken = port(listening)
    free, next_free = (opened(WebConfig(port=taken, address=HERE), 20) for _ in range(2))
    assert free is not None
    assert next_free is not None
    assert taken < port(free) < port(next_free) < taken + 20
    free.close()
    next_free.close()
