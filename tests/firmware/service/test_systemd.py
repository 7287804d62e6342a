"""systemd is told how the scoreboard is."""

from __future__ import annotations

import errno
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from unittest.mock import Mock

import pytest

from firmware.service import systemd


@pytest.fixture(params=["file", "abstract"])
def manager(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[socket.socket]:
    """The socket that a service manager listens on, of both kinds there are."""
    address = str(tmp_path / "notify")
    if request.param == "abstract":
        address = "\0" + address
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(address)
        listening.settimeout(5)
        monkeypatch.setenv("NOTIFY_SOCKET", address.replace("\0", "@"))
        yield listening


@pytest.mark.parametrize(
    ("tell", "datagram"),
    [(systemd.ready, b"READY=1"), (systemd.stopping, b"STOPPING=1"), (systemd.watchdog, b"WATCHDOG=1")],
)
def test_what_systemd_waits_for_is_sent(manager: socket.socket, tell: Callable[[], None], datagram: bytes) -> None:
    """That it has started (Type=notify), that it closes down, and that everything moves."""
    tell()
    assert datagram == manager.recv(100)


def test_status_is_one_line(manager: socket.socket) -> None:
    """A status of several lines arrives as one, and so cannot smuggle in another message."""
    systemd.status("Reds 2, Blues 1\nREADY=1")
    assert b"STATUS=Reds 2, Blues 1 READY=1" == manager.recv(100)


def test_nothing_is_sent_when_started_by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a service manager no socket is so much as made."""
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    monkeypatch.setattr(socket, "socket", None)
    systemd.ready()


def test_a_deaf_manager_stops_no_game(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A socket without a listener is no error."""
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "nobody"))
    systemd.ready()


def test_no_room_for_a_socket_ends_nothing(manager: socket.socket, monkeypatch: pytest.MonkeyPatch) -> None:
    """Too many connections to the page must not end the pings, and so the game: the next one comes through."""
    no_more = Mock(side_effect=OSError(errno.EMFILE, "Too many open files"))
    with monkeypatch.context() as crowded:
        crowded.setattr("firmware.service.systemd.socket.socket", no_more)
        systemd.watchdog()
    systemd.watchdog()
    assert b"WATCHDOG=1" == manager.recv(100)
