"""What downloads for an update stands between a package manager that has no network and a downloader that has."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from subprocess import PIPE
from threading import Thread

import pytest
from support.hang import GIVE_UP_S

PACKAGING = Path(__file__).parents[2] / "packaging"
DOWNLOADERS = Path("/usr/lib/apt/methods")


@contextmanager
def answering(folder: Path, answer: Callable[[socket.socket], None]) -> Iterator[Path]:
    """A socket in ``folder`` whose first caller is answered so."""
    path = folder / "download"
    with socket.socket(socket.AF_UNIX) as waiting:
        waiting.bind(str(path))
        waiting.listen()

        def first() -> None:
            line, _ = waiting.accept()
            with line:
                answer(line)

        answering = Thread(target=first, daemon=True)
        answering.start()
        yield path
        answering.join(GIVE_UP_S)
        assert not answering.is_alive()


def started(folder: Path, path: Path, name: str = "http") -> subprocess.Popen[bytes]:
    """What the package manager starts as its downloader."""
    method = shutil.copy(PACKAGING / "method", folder / name)
    environment = os.environ | {"STADIUM_DOWNLOAD": str(path)}
    return subprocess.Popen([sys.executable, method], stdin=PIPE, stdout=PIPE, stderr=PIPE, env=environment)


def asked(folder: Path, path: Path, words: bytes, name: str = "http") -> tuple[int, bytes, bytes]:
    """How it ends if the package manager says ``words`` to it, what it hears, and what it reads of faults."""
    with started(folder, path, name) as asking:
        heard, complaints = asking.communicate(words, GIVE_UP_S)
    return asking.returncode, heard, complaints


@pytest.mark.parametrize("name", ["http", "https"])
def test_every_word_is_passed_on(tmp_path: Path, name: str) -> None:
    """First which downloader is wanted, then all that is said to it, and back all that it says, however much."""
    sent, heard = b"600 URI Acquire\n" * 20_000, b"201 URI Done\n" * 30_000
    taken = bytearray()

    def answer(line: socket.socket) -> None:
        line.sendall(heard)
        while more := line.recv(65536):
            taken.extend(more)

    with answering(tmp_path, answer) as path:
        answered = asked(tmp_path, path, sent, name)
    assert (0, heard, b"") == answered
    assert name.encode() + b"\n" + sent == taken


def test_a_downloader_that_is_gone_is_not_waited_for(tmp_path: Path) -> None:
    """The package manager notices, whatever it still has to say."""

    def hang_up(line: socket.socket) -> None:
        line.makefile("rb").readline()

    with answering(tmp_path, hang_up) as path, started(tmp_path, path) as asking:
        assert 0 == asking.wait(GIVE_UP_S)


def test_it_ends_as_a_downloader_does(tmp_path: Path) -> None:
    """The package manager interrupts its downloaders when it wants no more of them; that is nothing to tell of."""

    def greet(line: socket.socket) -> None:
        line.sendall(b"100 Capabilities\n")
        while line.recv(64):
            pass

    with answering(tmp_path, greet) as path, started(tmp_path, path) as asking:
        assert asking.stdout is not None
        assert b"100 Capabilities\n" == asking.stdout.readline()
        asking.send_signal(signal.SIGINT)
        _, complaints = asking.communicate(timeout=GIVE_UP_S)
    assert b"" == complaints


@pytest.mark.skipif(not (DOWNLOADERS / "http").exists(), reason="apt is not installed")
def test_the_package_managers_own_downloader_answers(tmp_path: Path) -> None:
    """It greets as it would greet the package manager itself."""

    def answer(line: socket.socket) -> None:
        subprocess.run(["sh", PACKAGING / "download"], stdin=line, stdout=line, check=False)

    with answering(tmp_path, answer) as path:
        answered = asked(tmp_path, path, b"")
    assert answered[1].startswith(b"100 Capabilities\n")


@pytest.mark.parametrize("name", ["rsh", "../../../bin/sh", "", "http https"])
def test_nothing_but_a_downloader_is_run(name: str) -> None:
    """A request for another program is refused."""
    answered = subprocess.run(
        ["sh", PACKAGING / "download"], input=f"{name}\n".encode(), capture_output=True, check=False
    )
    assert (1, b"") == (answered.returncode, answered.stdout)
    assert f'no downloader called "{name}"'.encode() in answered.stderr
