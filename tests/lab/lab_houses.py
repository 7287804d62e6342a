"""Two simulated stadiums play each other through a real Mosquitto, over lines that are cut, held up and cut again.

Each is a program of its own, with its own simulated dice before its own simulated camera. In the end both journals are
compared, byte for byte. ``make lab-houses`` runs it after two hundred games in memory.
"""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any

import click

sys.path.insert(0, str(Path(__file__).parents[1]))

from support.broker import Mosquitto, free_port

from scoreboard.journal.store import Journal
from scoreboard.record import encode

DIGITS = re.compile(r"\b\d{6}\b")
STUCK_S = 300.0
"""Seconds without a new line, a new step or an answer after which a game is given up."""
LOOK_S = 0.5
EVERY_S = 60.0
"""Seconds from a cut to the next, at least, and half of what it is at the most: a stadium waits longer each time."""


class Proxy:
    """A line to the broker that is cut again and again, and on which what is sent is held up by lot."""

    def __init__(self, port: int, lots: Random) -> None:
        self._to, self._lots, self.cuts = port, lots, 0
        self._server = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._server.getsockname()[1])
        self._open: list[socket.socket] = []
        for work in (self._accept, self._cut):
            threading.Thread(target=work, daemon=True).start()

    def _accept(self) -> None:
        while True:
            near, _ = self._server.accept()
            with suppress(OSError):
                far = socket.create_connection(("127.0.0.1", self._to))
                self._open += [near, far]
                for ends in ((near, far), (far, near)):
                    threading.Thread(target=self._carry, args=ends, daemon=True).start()

    def _carry(self, source: socket.socket, to: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(4096):
                if self._lots.random() < 0.1:
                    time.sleep(self._lots.random())
                to.sendall(data)
        for end in (source, to):
            end.close()

    def _cut(self) -> None:
        while True:
            time.sleep(EVERY_S * (1 + self._lots.random()))
            for end in self._open:
                with suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)
            self.cuts += bool(self._open)
            self._open.clear()


class SimulatedStadium:
    """A stadium in a program of its own, and a phone that is paired with it."""

    def __init__(self, folder: Path, house: str, port: int, seed: int, game: tuple[str, int]) -> None:
        folder.mkdir()
        self.journal, page = folder / "games.db", free_port()
        settings = folder / "stadium.toml"
        settings.write_text(
            f'[mqtt]\nbroker = "127.0.0.1"\nport = {port}\nhouse = "{house}"\ndiscovery = "none"\n', encoding="utf-8"
        )
        self.address, self._cookie = f"http://127.0.0.1:{page}", ""
        self._command = [
            *(sys.executable, "-m", "firmware", "run", "--simulate", "--headless", "--speed", "max"),
            *("--rules", game[0], "--innings", str(game[1]), "--seed", str(seed), "--config", str(settings)),
            *("--journal", str(self.journal), "--port", str(page)),
        ]
        self._home = {**os.environ, "XDG_DATA_HOME": str(folder)}
        self.start()
        self.post("autopilot", {"on": False}, pairs=True)

    def start(self) -> None:
        """Start it."""
        self._process = subprocess.Popen(self._command, stdout=subprocess.PIPE, text=True, env=self._home)
        assert self._process.stdout is not None
        self._code, self._found = "", threading.Event()
        threading.Thread(target=self._read, daemon=True).start()

    def kill(self) -> None:
        """Pull its plug."""
        self._process.kill()
        self._process.wait()

    def _read(self) -> None:
        for line in self._process.stdout or ():
            if (found := DIGITS.search(line)) is not None and not self._code:
                self._code = found[0]
                self._found.set()

    def _pair(self) -> None:
        self.post("pair/begin", {})
        self._found.wait(30)
        self.post("pair", {"code": self._code, "name": "Lab"})

    def post(self, path: str, value: object, *, pairs: bool = False) -> Any:  # noqa: ANN401 - JSON
        """Ask its page, once it answers."""
        until = time.monotonic() + 60
        while True:
            try:
                if pairs and not self._cookie:
                    self._pair()
                return self._ask(path, value)
            except (OSError, ValueError):
                if time.monotonic() > until:
                    raise
                time.sleep(LOOK_S)

    def get(self, path: str) -> Any:  # noqa: ANN401 - JSON
        """The answer to that."""
        return self._ask(path, None)

    def _ask(self, path: str, value: object) -> Any:  # noqa: ANN401 - JSON
        body = None if value is None else json.dumps(value).encode()
        headers = {"Origin": self.address, "Content-Type": "application/json", "Cookie": self._cookie}
        asked = urllib.request.Request(f"{self.address}/api/{path}", body, headers)  # noqa: S310 - our own address
        with urllib.request.urlopen(asked, timeout=30) as answer:  # noqa: S310 - likewise
            if (cookie := answer.headers.get("Set-Cookie")) is not None:
                self._cookie = cookie.partition(";")[0]
            return json.loads(answer.read() or b"null")

    def stage(self) -> str:
        """How it stands with the other house."""
        with suppress(OSError):
            return str(self.get("houses")["stage"])
        return ""

    def record(self) -> bytes:
        """The last game's record."""
        with Journal.open_readonly(self.journal) as journal:
            game = journal.latest()
            return b"" if game is None else b"".join(encode(line) + b"\n" for _, line in journal.lines(game))

    def is_over(self) -> bool:
        """Whether its game is."""
        with suppress(OSError):
            return bool(self.get("state")["over"])
        return False

    def stands(self) -> str:
        """How far it is, in a few words."""
        with suppress(OSError):
            return f"{len(self.record().splitlines())} lines, {self.get('houses')['said'] or 'its own turn'}"
        return "no answer"

    def picture(self) -> bytes:
        """Of the throw that both houses are asked about; empty while there is none."""
        with suppress(OSError):
            if self.get("houses")["picture"] == "here":
                asked = urllib.request.Request(f"{self.address}/api/houses/picture", headers={"Cookie": self._cookie})  # noqa: S310
                with urllib.request.urlopen(asked, timeout=30) as answer:  # noqa: S310 - our own address
                    return bytes(answer.read())
        return b""


@contextmanager
def two_stadiums(
    folder: Path, port: int, seed: int, game: tuple[str, int]
) -> Iterator[tuple[SimulatedStadium, SimulatedStadium]]:
    """Both, while they play."""
    with ExitStack() as held:
        both = []
        for number, house in enumerate(("Attic", "Cellar")):
            both.append(SimulatedStadium(folder / house, house, port, seed + number, game))
            held.callback(both[-1].kill)
        yield both[0], both[1]


def wait(what: str, holds: Callable[[], bool], *stadiums: SimulatedStadium) -> None:
    """Wait until that holds, as long as anything goes on; a slow machine only takes longer."""
    before, until = None, 0.0
    while not holds():
        stands = tuple(each.stands() for each in stadiums)
        if stands != before:
            before, until = stands, time.monotonic() + STUCK_S
        if time.monotonic() > until:
            raise SystemExit(f"lab-houses: {what} does not come: {stands}")
        time.sleep(LOOK_S)


def dispute(asks: SimulatedStadium, asked: SimulatedStadium) -> None:
    """One would take the last throw back: both see it, as a camera saw it, and the other does not agree."""
    asks.post("lines", {"type": "press", "button": "undo"})
    wait("the question", lambda: asked.get("houses")["asked"] is not None, asks, asked)
    wait("the picture", lambda: asks.picture()[:2] == asked.picture()[:2] == b"\xff\xd8", asks, asked)
    number = asked.get("houses")["asked"]["number"]
    asked.post("houses", {"step": "disagree", "number": number})
    wait("the answer", lambda: not asks.get("houses")["asks"], asks, asked)


def play(folder: Path, seed: int, game: tuple[str, int], *, kills: bool) -> str:
    """A game between two stadiums; what was seen."""
    lots = Random(seed)  # noqa: S311 - no secret
    with Mosquitto(folder) as mosquitto:
        proxy = Proxy(mosquitto.port, lots)
        with two_stadiums(folder, proxy.port, seed, game) as (attic, cellar):
            code = attic.post("houses", {"step": "invite"})["code"]
            cellar.post("houses", {"step": "join", "code": code})
            wait("an answer", lambda: attic.stage() == "answered", attic, cellar)
            attic.post("houses", {"step": "accept"})
            wait("the game", lambda: cellar.stage() == "playing", attic, cellar)
            for each in (attic, cellar):
                each.post("autopilot", {"on": True})
            began = time.monotonic()
            wait("some lines", lambda: cellar.record().count(b"\n") > 3, attic, cellar)
            dispute(cellar, attic)
            if kills:
                cellar.kill()
                cellar.start()
            both = attic, cellar
            wait("the end", lambda: all(each.is_over() for each in both) and attic.record() == cellar.record(), *both)
            took, lines = time.monotonic() - began, attic.record().count(b"\n")
    return f"{game[0]}: {lines} lines, equal in both journals, {proxy.cuts} cuts, {took:.0f} s"


@click.command()
@click.option("--games", default=2, help="How many.")
@click.option("--seed", default=1, help="Which.")
@click.option("--innings", default=1, help="How long each is.")
@click.option("--rules", default=("two-dice", "diamante-amateur"), multiple=True, help="One after the other.")
def main(games: int, seed: int, innings: int, rules: tuple[str, ...]) -> None:
    """Two simulated stadiums, one broker, and a bad line."""
    for number in range(games):
        with tempfile.TemporaryDirectory() as folder:
            click.echo(
                play(Path(folder), seed + 10 * number, (rules[number % len(rules)], innings), kills=number % 2 == 0)
            )


if __name__ == "__main__":
    main()
