"""A scoreboard in a process of its own, started as a user starts it, with nothing but its page."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Queue
from threading import Thread
from typing import IO, Any

from support.hang import GIVE_UP_S
from support.ports import free_port

PAGE_ALONE = ("--camera", "none", "--buttons", "none", "--panel", "none", "--headless")
_DIGITS = re.compile(r"\b\d{6}\b")


class Running:
    """A scoreboard that runs; ``before`` is Python that its process runs first, and ``devices`` what it has.

    Attributes:
        address: of its page.
    """

    def __init__(self, folder: Path, *options: str, before: str = "", devices: tuple[str, ...] = PAGE_ALONE) -> None:
        port = free_port()
        self.address = f"http://127.0.0.1:{port}"
        files = ("--journal", str(folder / "games.db"), "--port", str(port))
        command = [
            sys.executable,
            "-c",
            f"{before}\nfrom firmware.cli.start import main; main()",
            "run",
            *devices,
            *files,
        ]
        home = {**os.environ, "XDG_DATA_HOME": str(folder)}  # not what somebody has played on this machine before
        self._process = subprocess.Popen([*command, *options], stdout=subprocess.PIPE, text=True, env=home)
        self._lines: Queue[str] = Queue()
        assert self._process.stdout is not None
        self._reader = Thread(target=self._read, args=(self._process.stdout,), daemon=True)
        self._reader.start()
        self.wait_for(re.compile("."))  # the game has begun, and is served

    @property
    def pid(self) -> int:
        """The number of its process."""
        return self._process.pid

    def _read(self, output: IO[str]) -> None:
        for line in output:
            self._lines.put(line)

    def wait_for(self, pattern: re.Pattern[str]) -> str:
        """The first that it says and that looks so."""
        while True:
            if found := pattern.search(self._lines.get(timeout=GIVE_UP_S)):
                return found[0]

    def rest(self) -> str:
        """All that it has yet to say, once it was stopped."""
        self._reader.join(GIVE_UP_S)
        return "".join(self._lines.get_nowait() for _ in range(self._lines.qsize()))

    def digits(self) -> str:
        """The code that it shows next."""
        return self.wait_for(_DIGITS)

    def stop(self) -> int:
        """End it as systemd does; its exit status."""
        self._process.terminate()
        return self._process.wait(GIVE_UP_S)

    def kill(self) -> None:
        """Pull its plug."""
        self._process.kill()
        self._process.wait(GIVE_UP_S)
        if self._process.stdout is not None:
            self._process.stdout.close()


class PairedPhone:
    """A phone that scores at that scoreboard.

    Attributes:
        scoreboard: that it asks; another, once that was started again.
    """

    def __init__(self, scoreboard: Running) -> None:
        self.scoreboard, self._cookie = scoreboard, ""
        self.ask("/api/pair/begin", {})
        self.ask("/api/pair", {"code": scoreboard.digits(), "name": "Lab"})

    def ask(self, path: str, body: object = None) -> Any:  # noqa: ANN401 - JSON
        """The answer.

        Raises:
            HTTPError: if it is not one of success.
        """
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.scoreboard.address + path, data)  # noqa: S310 - our own
        for name, value in {"Origin": self.scoreboard.address, "Content-Type": "application/json"}.items():
            request.add_header(name, value)
        if self._cookie:
            request.add_header("Cookie", self._cookie)
        with urllib.request.urlopen(request, timeout=GIVE_UP_S) as answer:  # noqa: S310 - likewise
            if (cookie := answer.headers["Set-Cookie"]) is not None:
                self._cookie = cookie.partition(";")[0]
            return json.loads(answer.read() or b"null")


@contextmanager
def running(folder: Path, *options: str, before: str = "", devices: tuple[str, ...] = PAGE_ALONE) -> Iterator[Running]:
    """A scoreboard while the context lasts."""
    scoreboard = Running(folder, *options, before=before, devices=devices)
    try:
        yield scoreboard
    finally:
        scoreboard.kill()
