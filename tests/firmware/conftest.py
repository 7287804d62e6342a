"""What several tests of the appliance begin with."""

from __future__ import annotations

import logging
import socket
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest
from support.backup import GAME, a_backup, furnished
from support.hang import GIVE_UP_S

from firmware.files.staged_replace import DataPaths
from firmware.service.log import NAME

if TYPE_CHECKING:
    from support.phones import Table


@pytest.fixture(autouse=True)
def _log_as_quiet_as_before() -> Iterator[None]:
    """Where a test has set the log up, pytest would keep every later line, and memory would seem to grow."""
    log = logging.getLogger(NAME)
    level = log.level
    yield
    log.setLevel(level)


PATIENCE = (
    *("devices.smart_dice.bluetooth.LAST_S", "devices.sound.programs.ENDING_S", "console.stdout.PATIENCE_S"),
    *("league.receiver.ENDING_S", "mqtt.conversation.SILENT_S", "mqtt.link.CONNECT_S", "mqtt.publisher.ENDING_S"),
    *("network.networkmanager.LOOK_S", "play.inputs.page_requests.TURN_S"),
    *("service.picture_keeper.LAST_S", "service.page_news.LOOK_S", "setup.doctor.machine.LOOK_S"),
)
"""How long the appliance waits for a thread, a broker, a phone or a program that has something to do meanwhile."""


@pytest.fixture(scope="session", autouse=True)
def _patient() -> Iterator[None]:
    """It waits as long as a test may take: a busy machine is no fault. What hangs on purpose has a test's own limit."""
    with pytest.MonkeyPatch.context() as tests:
        for bound in PATIENCE:
            tests.setattr(f"firmware.{bound}", GIVE_UP_S)
        tests.setattr("scoreboard.web.owner.job_routes.SILENT_S", GIVE_UP_S)
        yield


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    """Where the games are kept."""
    return tmp_path / "games.sqlite"


@pytest.fixture
def quick_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody at the table who reads or hears each question before the answer, in no time."""
    monkeypatch.setattr("firmware.play.state.question.READ_TICKS", 0)


@pytest.fixture
def same_card(monkeypatch: pytest.MonkeyPatch) -> None:
    """The cards that are set aside by chance are the same each time."""
    monkeypatch.setattr("firmware.play.state.secret_card.SystemRandom", lambda: Random(1))  # noqa: S311 - lots for a test


@pytest.fixture
async def table(journal: Path) -> AsyncIterator[Table]:
    """A table that phones can play at."""
    from support.phones import playing

    async with playing(journal) as played_at:
        yield played_at


@pytest.fixture
def listening() -> Iterator[socket.socket]:
    """A socket on this machine alone, on whatever port is free."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server


@pytest.fixture
def place(tmp_path: Path) -> DataPaths:
    """A scoreboard with a game, a taught die, a packed game, settings, and leavings of no use."""
    return furnished(tmp_path / "stadium", GAME)


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """A backup of GAME."""
    file = tmp_path / "backup.zip"
    file.write_bytes(a_backup())
    return file
