"""A hundred stadiums publish an evening to a broker, and a league that is killed again and again. ``make lab-league``.

The stadiums are those of lab_mqtt.py, whose connections are cut by lot; each seals its games by a key of its own, but
for one that takes another's. The league is `stadium league serve` in a process of its own, which is killed every few
seconds. In the end it must have every game once, as its stadium sealed it, count each, and name the forged.
"""

# ruff: noqa: T201 - printing is what it is for

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import os
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from urllib.request import urlopen

import msgspec
from aiomqtt import Client, ProtocolVersion
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from lab_mqtt import GAMES, KINDS, Box, journals
from msgspec import structs

sys.path.insert(0, str(Path(__file__).parents[1]))

from support.broker import Mosquitto, free_port
from support.postgresql import postgresql

from firmware.mqtt import outbox as outbox_module
from firmware.mqtt.outbox import DueLine
from scoreboard.language import language
from scoreboard.league.game_store import open_store
from scoreboard.league.league_file import read_league
from scoreboard.league.league_report import league_report
from scoreboard.league.seal import sealed
from scoreboard.record import encode_all
from scoreboard.rules.events import AnyLine
from scoreboard.web.watch.published import PublishedPlay

WAIT_S = 300.0
"""Seconds that the league has, once all is published, until it must have every game."""


class SealingBox(Box):
    """A stadium of a league; a forger seals by a key that is not its own."""

    def __init__(self, folder: Path, number: int, cut: float, games: list[list[AnyLine]]) -> None:
        super().__init__(folder, number, cut, games)
        self.key = Ed25519PrivateKey.generate()
        self.seals_by = self.key

    def message(self, line: DueLine) -> bytes:
        """The message; with the seal where the game is over."""
        raw, history = super().message(line), line.step.after
        if not history.game.over:
            return raw
        record = encode_all([history.setup, *(each.line for each in reversed(list(history.lines)))])
        play = msgspec.json.decode(raw, type=PublishedPlay)
        seal = sealed(record, self.topics.box, line.live.game, self.seals_by)
        return msgspec.json.encode(structs.replace(play, seal=seal))


def league_file(file: Path, boxes: list[SealingBox]) -> None:
    """A league of these."""
    rows = (
        f'[[boxes]]\nid = "{box.topics.box}"\nname = "{box.topics.box}"\n'
        f'key = "{box.key.public_key().public_bytes_raw().hex()}"\n'
        for box in boxes
    )
    file.write_text('name = "Lab League"\n' + "".join(rows), encoding="utf-8")


class KilledLeague:
    """`stadium league serve`, which is killed every so many seconds and begun again at once."""

    def __init__(self, file: Path, database: str, port: int, every_s: float) -> None:
        self._page = free_port()
        options = {"league": file, "database": database, "broker": "127.0.0.1", "broker-port": port, "port": self._page}
        self._command = [sys.executable, "-m", "firmware", "league", "serve"]
        self._command += [word for name, value in options.items() for word in (f"--{name}", str(value))]
        self._every_s, self.kills = every_s, 0
        self._process = self._started()

    def _started(self) -> subprocess.Popen[bytes]:
        return subprocess.Popen(self._command, cwd=Path(__file__).parents[2], stderr=subprocess.DEVNULL)

    async def listens(self, broker: int, box: Box) -> None:
        """Wait until it has subscribed once: from then on the broker keeps for it what it does not hear."""
        async with Client("127.0.0.1", broker, protocol=ProtocolVersion.V5) as client:
            await client.publish(box.topics.availability, b"online", qos=1, retain=True)
        while not await asyncio.to_thread(self._has_heard):  # noqa: ASYNC110 - another process
            await asyncio.sleep(0.2)

    def _has_heard(self) -> bool:
        try:
            with urlopen(f"http://127.0.0.1:{self._page}/api/wall", timeout=5) as answer:
                return any(place["online"] for place in json.load(answer)["places"])
        except OSError:
            return False

    async def be_killed(self) -> None:
        """Until it is cancelled."""
        while True:
            await asyncio.sleep(self._every_s)
            os.kill(self._process.pid, signal.SIGKILL)
            self._process.wait()
            self.kills += 1
            self._process = self._started()

    def stop(self) -> None:
        """End it as systemd does."""
        self._process.terminate()
        self._process.wait()


async def evening(port: int, boxes: list[SealingBox], league: KilledLeague) -> float:
    """Have all of them publish while the league is killed; seconds that it took."""
    await league.listens(port, boxes[0])
    turns, began = asyncio.Semaphore(len(boxes)), time.monotonic()
    killing = asyncio.create_task(league.be_killed())
    await asyncio.gather(*(box.evening(port, turns) for box in boxes))
    killing.cancel()
    return time.monotonic() - began


def waited(database: str, games: int) -> float:
    """Seconds until the league has so many games, or `WAIT_S`."""
    began = time.monotonic()
    with open_store(database) as store:
        while store.mark()[0] < games and time.monotonic() - began < WAIT_S:
            time.sleep(0.5)
    return time.monotonic() - began


def faults(database: str, file: Path, boxes: list[SealingBox], forger: SealingBox) -> list[str]:
    """What is not as it must be."""
    with open_store(database) as store:
        kept = list(store.games())
    found = list[str]()
    by_game = {(each.box, each.number): each for each in kept}
    if len(by_game) != len(kept):
        found.append(f"{len(kept) - len(by_game)} games are there twice")
    for box in boxes:
        for number, lines in enumerate(box.expected, 1):
            game = by_game.get((box.topics.box, number))
            if game is None:
                found.append(f"{box.topics.box} {number} is not there")
            elif box is forger:
                found += [] if game.fault else [f"the forged game {number} counts"]
            elif game.fault or game.sent.record != b"".join(line + b"\n" for line in lines):
                found.append(f"{box.topics.box} {number}: {game.fault or 'another record'}")
    report = league_report(read_league(file), kept, language("en"))
    wanted = GAMES * (len(boxes) - 1)
    return found + ([] if report.games == wanted else [f"{report.games} games count, not {wanted}"])


def main() -> None:
    """Play the evening, and say what the league has."""
    options = argparse.ArgumentParser()
    options.add_argument("--boxes", type=int, default=100)
    options.add_argument("--cut", type=float, default=0.05, help="share of the stadiums' connections that are cut")
    options.add_argument("--innings", type=int, default=2, help="of each of the two games")
    options.add_argument("--kill-every", type=float, default=5.0, help="seconds from one kill to the next")
    options.add_argument("--postgresql", action="store_true", help="keep them in a PostgreSQL server")
    chosen = options.parse_args()
    outbox_module.yielding_gil = iter  # there is no game here that a replay would hold up
    for noisy in ("mqtt", "asyncio"):
        logging.getLogger(noisy).setLevel(logging.CRITICAL)
    with ExitStack() as held:
        folder = Path(held.enter_context(tempfile.TemporaryDirectory()))
        database = held.enter_context(postgresql()) if chosen.postgresql else str(folder / "league.sqlite")
        evenings = journals(folder, chosen.innings)
        boxes = [SealingBox(folder, number, chosen.cut, evenings[number % KINDS]) for number in range(chosen.boxes)]
        forger = boxes[-1]
        forger.seals_by = boxes[0].key
        file = folder / "league.toml"
        league_file(file, boxes)
        broker = held.enter_context(Mosquitto(folder, "allow_anonymous true", "max_queued_messages 0"))
        league = KilledLeague(file, database, broker.port, chosen.kill_every)
        held.callback(league.stop)
        took = asyncio.run(evening(broker.port, boxes, league))
        after = waited(database, GAMES * len(boxes))
        wrong = faults(database, file, boxes, forger)
    lines = sum(len(game) for box in boxes for game in box.expected)
    print(f"{chosen.boxes} stadiums, {lines} lines in {took:.1f} s; {sum(box.cuts for box in boxes)} connections cut")
    print(f"the league was killed {league.kills} times, and had all {after:.1f} s after the last line")
    print(
        "\n".join(wrong)
        or f"{GAMES * (len(boxes) - 1)} games count, each once and as it was sealed; the forged are named"
    )
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
