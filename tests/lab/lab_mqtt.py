"""A thousand stadiums publish an evening to one broker, whose connections are cut by lot. Run by ``make lab-mqtt``.

Each stadium is an asyncio client of a library of its own (aiomqtt) with our outbox over a journal on the disk; before
any message its connection may be cut, and it comes back and goes on. A listener collects what arrives. Every game must
arrive once, by its keys, in order, and whole: the same bytes as the journal has, the last checksum among them.
"""

# ruff: noqa: T201 - printing is what it is for

from __future__ import annotations

import argparse
import asyncio
import logging
import resource
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random

import msgspec
from aiomqtt import Client, MqttError, ProtocolVersion
from msgspec import structs

sys.path.insert(0, str(Path(__file__).parents[1]))

from support.broker import Mosquitto
from support.games import drawn_game, setup

from firmware.mqtt import outbox as outbox_module
from firmware.mqtt.outbox import DueLine, Outbox
from firmware.mqtt.topics import Topics
from scoreboard.journal.store import Journal
from scoreboard.language import language
from scoreboard.record import encode
from scoreboard.rules.events import AnyLine
from scoreboard.web.watch.published import PublishedPlay, key_of, published_play

KINDS, GAMES = 8, 2
"""Different games there are; and games that a stadium plays in an evening."""
WINDOW = 20
"""Messages of a stadium on their way at once."""
QUIET_S = 20.0
"""Seconds without a message after which the listener gives up."""
DROPPED = "cut by lot"
WORDED: dict[tuple[int, int], PublishedPlay] = {}
"""By the game's number and the checksum of the record up to and with a line."""


class Arrived:
    """What has arrived, by game of a stadium."""

    def __init__(self) -> None:
        self.keys, self.twice, self.wrong = set[str](), 0, 0
        self.lines: dict[tuple[str, int], list[bytes]] = {}
        self.at = time.monotonic()

    def take(self, topic: str, payload: bytes) -> None:
        """Note a play; one whose key is known is laid aside."""
        self.at = time.monotonic()
        play = msgspec.json.decode(payload)
        if play["key"] in self.keys:
            self.twice += 1
            return
        self.keys.add(play["key"])
        lines = self.lines.setdefault((topic.split("/")[1], play["game"]), [])
        if play["number"] != len(lines) + 1:
            self.wrong += 1
        lines.append(msgspec.json.encode(play["cause"]))


class Box:
    """A stadium with an evening in its journal."""

    def __init__(self, folder: Path, number: int, cut: float, games: list[list[AnyLine]]) -> None:
        self.topics, self._lots, self._cut = Topics("stadium", f"box{number}"), Random(number), cut  # noqa: S311
        self._file = folder / f"{number % KINDS}.sqlite"
        self._outbox = folder / f"{number}.json"
        self._outbox.write_bytes(b'{"turn":1,"games":{}}')
        self.expected = [[encode(line) for line in game] for game in games]
        self.cuts = self.connections = 0
        self._least = len(games[0])

    async def evening(self, port: int, turns: asyncio.Semaphore) -> None:
        """Publish all of it, whatever becomes of the connections."""
        outbox = Outbox(self._outbox, partial(Journal.open_readonly, self._file))
        while True:
            try:
                self.connections += 1
                async with (
                    turns,
                    Client(
                        "127.0.0.1", port, identifier=self.topics.box, protocol=ProtocolVersion.V5, timeout=60,
                        max_inflight_messages=WINDOW,
                    ) as client,
                ):  # fmt: skip
                    is_cut = self._lots.random() < self._cut
                    after = self._lots.randrange(self._least) if is_cut else -1
                    await self._publish(client, outbox, after)
            except (MqttError, OSError):
                outbox.rewind()
                continue
            outbox.keep()
            return

    def message(self, line: DueLine) -> bytes:
        """The message; what is said of a line is worded once for all boxes that have it."""
        checksum, game = line.upto.checksum, line.live.game
        if (game, checksum) not in WORDED:
            WORDED[game, checksum] = published_play("", line.live, line.step, checksum, language("en"), late=True)
        key = key_of(self.topics.box, game, line.step.number, checksum)
        return msgspec.json.encode(structs.replace(WORDED[game, checksum], key=key))

    async def _publish(self, client: Client, outbox: Outbox, cut_after: int) -> None:
        for count, line in enumerate(outbox.due(None)):
            if count == cut_after:
                self.cuts += 1
                raise MqttError(DROPPED)
            sending = client.publish(self.topics.play, self.message(line), qos=1)
            if count == cut_after - 1:  # on its way: it may have arrived or not, and nobody has said so
                with suppress(TimeoutError):
                    await asyncio.wait_for(sending, 0.001)
                continue
            await sending
            outbox.taken(line)


def journals(folder: Path, innings: int) -> list[list[list[AnyLine]]]:
    """A few evenings, each in a journal; and their games."""
    evenings = []
    for kind in range(KINDS):
        with Journal.create(folder / f"{kind}.sqlite") as journal:
            games = []
            for game in range(GAMES):
                first = setup(("two-dice", "diamante-major", "four-dice", "rallybird")[(kind + game) % 4], innings)
                lines: list[AnyLine] = [first, *drawn_game(first, Random(10 * kind + game))]  # noqa: S311
                journal.add(lines)
                games.append(lines)
        evenings.append(games)
    return evenings


async def listen(port: int, arrived: Arrived, ready: asyncio.Event) -> None:
    """Take in everything that arrives."""
    async with Client("127.0.0.1", port, identifier="league", protocol=ProtocolVersion.V5) as client:
        await client.subscribe("stadium/+/play", qos=1)
        ready.set()
        async for message in client.messages:
            arrived.take(str(message.topic), bytes(message.payload))  # type: ignore[arg-type]


async def evening(port: int, boxes: list[Box], arrived: Arrived, at_once: int) -> float:
    """Have all of them publish; seconds that it took."""
    ready, turns = asyncio.Event(), asyncio.Semaphore(at_once)
    listening = asyncio.create_task(listen(port, arrived, ready))
    await ready.wait()
    began = time.monotonic()
    await asyncio.gather(*(box.evening(port, turns) for box in boxes))
    expected = sum(len(game) for box in boxes for game in box.expected)
    while len(arrived.keys) < expected and time.monotonic() - arrived.at < QUIET_S:  # noqa: ASYNC110 - or it is silent
        await asyncio.sleep(0.1)
    took = time.monotonic() - began
    listening.cancel()
    return took


def main() -> None:
    """Play the evening, and say what arrived."""
    options = argparse.ArgumentParser()
    options.add_argument("--boxes", type=int, default=1000)
    options.add_argument("--cut", type=float, default=0.05, help="share of the connections that are cut")
    options.add_argument("--innings", type=int, default=3, help="of each of the two games")
    options.add_argument("--at-once", type=int, default=1000, help="connections at the same time")
    chosen = options.parse_args()
    outbox_module.yielding_gil = iter  # there is no game here that a replay would hold up
    for noisy in ("mqtt", "asyncio"):  # each connection that is cut would be told of
        logging.getLogger(noisy).setLevel(logging.CRITICAL)
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(65536, most), most))
    with tempfile.TemporaryDirectory() as path:
        folder = Path(path)
        evenings = journals(folder, chosen.innings)
        boxes = [Box(folder, number, chosen.cut, evenings[number % KINDS]) for number in range(chosen.boxes)]
        arrived = Arrived()
        limits = ("allow_anonymous true", "max_queued_messages 0", "max_inflight_messages 1000")
        with Mosquitto(folder, *limits) as broker:
            took = asyncio.run(evening(broker.port, boxes, arrived, chosen.at_once))
    verdicts = Counter(
        "whole" if arrived.lines.get((box.topics.box, number)) == game else "not whole"
        for box in boxes
        for number, game in enumerate(box.expected, start=1)
    )
    connections, cuts = sum(box.connections for box in boxes), sum(box.cuts for box in boxes)
    print(f"{chosen.boxes} stadiums, {connections} connections, {cuts} cut ({100 * cuts / connections:.1f} %)")
    print(f"{len(arrived.keys)} lines in {took:.1f} s, {len(arrived.keys) / took:.0f} a second")
    print(f"laid aside by their keys: {arrived.twice}; out of order: {arrived.wrong}; games: {dict(verdicts)}")
    sys.exit(0 if verdicts["not whole"] == arrived.wrong == 0 else 1)


if __name__ == "__main__":
    main()
