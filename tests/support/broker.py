"""A real Mosquitto on a loopback port, and who listens there; and a table whose plays a publisher is shown."""

from __future__ import annotations

import shutil
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, Self

import msgspec
import pytest
from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from support.games import drawn_game, setup
from support.hang import GIVE_UP_S
from support.ports import free_port

from firmware.config.schema import MqttConfig, shipped
from firmware.devices.protocols import SystemClock
from firmware.mqtt.publisher import BrokerPlace, Publisher
from firmware.notice import Notice
from scoreboard.journal.store import Journal
from scoreboard.language import language
from scoreboard.message import Message
from scoreboard.record import encode_all
from scoreboard.rules import Refused
from scoreboard.rules.events import Event
from scoreboard.session import Session
from scoreboard.web.state.live import Live
from scoreboard.web.state.view import Device, Status

PROGRAM = shutil.which("mosquitto") or shutil.which("mosquitto", path="/usr/sbin:/usr/local/sbin")
WELL = Status(status="ok", version="1.2.3", uptime_s=3600, devices={"camera": Device("ok")})
BOX = "den"


class Mosquitto:
    """The broker, once it listens; the options are lines of mosquitto.conf(5)."""

    def __init__(self, folder: Path, *options: str, port: int | None = None) -> None:
        if PROGRAM is None:
            pytest.skip("mosquitto is not installed")
        self.port = free_port() if port is None else port
        self._folder, self._options = folder, options or ("allow_anonymous true",)
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> Self:
        """Begin to listen."""
        conf = self._folder / "mosquitto.conf"
        lines = ("per_listener_settings false", f"listener {self.port} 127.0.0.1", "user root")
        lines += ("persistence true", f"persistence_location {self._folder}/", "autosave_interval 0")
        conf.write_text("\n".join((*lines, *self._options)) + "\n", encoding="utf-8")
        assert PROGRAM is not None
        self._process = subprocess.Popen(
            [PROGRAM, "-c", str(conf)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        until = time.monotonic() + GIVE_UP_S
        while time.monotonic() < until:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
            except ConnectionRefusedError:
                assert self._process.poll() is None, f"mosquitto does not start: {conf.read_text(encoding='utf-8')}"
                threading.Event().wait(0.01)
            else:
                return self
        raise AssertionError("mosquitto does not listen")

    def stop(self) -> None:
        """End it; what it holds for its listeners it has again at its next start.

        It is asked to write that down first: a busy machine has seen it end without.
        """
        if self._process is not None:
            kept = self._folder / "mosquitto.db"
            kept.unlink(missing_ok=True)
            self._process.send_signal(signal.SIGUSR1)
            until = time.monotonic() + GIVE_UP_S
            while not kept.exists() and self._process.poll() is None and time.monotonic() < until:
                threading.Event().wait(0.01)
            self._process.terminate()
            self._process.wait()
            self._process = None

    def freeze(self) -> None:
        """Have it take nothing, and say nothing, while its connections stand."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Have it go on."""
        assert self._process is not None
        self._process.send_signal(signal.SIGCONT)

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()


class Nats:
    """NATS with MQTT, once it listens: a broker that speaks no other version than 3.1.1, and only with JetStream."""

    def __init__(self, folder: Path) -> None:
        if (program := shutil.which("nats-server") or shutil.which("nats-server", path="/usr/sbin")) is None:
            pytest.skip("nats-server is not installed")
        self.port, self._folder, self._program = free_port(), folder, program

    def __enter__(self) -> Self:
        conf = self._folder / "nats.conf"
        store = f"store_dir: '{self._folder / 'nats'}', max_mem: 64M, max_file: 256M"
        conf.write_text(
            f"server_name: club\nlisten: '127.0.0.1:{free_port()}'\njetstream {{ {store} }}\n"
            f"mqtt {{ listen: '127.0.0.1:{self.port}' }}\n",
            encoding="utf-8",
        )
        command = [self._program, "-c", str(conf)]
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        until = time.monotonic() + GIVE_UP_S
        while time.monotonic() < until:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
            except ConnectionRefusedError:
                assert self._process.poll() is None, f"nats-server does not start: {conf.read_text(encoding='utf-8')}"
                threading.Event().wait(0.01)
            else:
                return self
        raise AssertionError("nats-server does not listen")

    def __exit__(self, *_: object) -> None:
        self._process.terminate()
        self._process.wait()


class Heard(NamedTuple):
    """A message that came."""

    topic: str
    payload: bytes
    retain: bool

    @property
    def content(self) -> Any:  # noqa: ANN401 - JSON
        """What it says, as JSON."""
        return msgspec.json.decode(self.payload)


class Listener:
    """Somebody who hears what is published under those topics, in order, from now on.

    One with a ``name`` comes back when the broker does, and hears then what was published meanwhile.
    """

    def __init__(self, port: int, topics: Sequence[str] = ("#",), name: str = "", **login: str) -> None:
        self.heard = list[Heard]()
        self.correlations = list[bytes]()
        self._changed = threading.Condition()
        self._is_there = threading.Event()
        self.client = Client(CallbackAPIVersion.VERSION2, name, protocol=MQTTProtocolVersion.MQTTv5)
        if login:
            self.client.username_pw_set(**login)
        self.client.on_message = self._hear
        self.client.on_connect = lambda *_: self.client.subscribe([(topic, 1) for topic in topics])
        self.client.on_subscribe = lambda *_: self._is_there.set()
        stays = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]
        stays.SessionExpiryInterval = 3600 if name else 0
        self.client.connect("127.0.0.1", port, clean_start=not name, properties=stays)
        self.client.loop_start()
        assert self._is_there.wait(GIVE_UP_S)

    def send(self, topic: str, payload: bytes, correlation: bytes = b"", **named: str) -> None:
        """Publish something, with user properties of those names."""
        properties = Properties(PacketTypes.PUBLISH)  # type: ignore[no-untyped-call]
        properties.CorrelationData, properties.UserProperty = correlation, list(named.items())
        self.client.publish(topic, payload, qos=1, properties=properties)

    def _hear(self, _: Client, __: object, came: MQTTMessage) -> None:
        with self._changed:
            if came.topic.endswith("/answers"):
                self.correlations.append(getattr(came.properties, "CorrelationData", b""))
            self.heard.append(Heard(came.topic, bytes(came.payload), came.retain))
            self._changed.notify_all()

    def of(self, name: str, box: str = BOX) -> list[Heard]:
        """What was heard of a topic of the stadium's."""
        return [each for each in self.heard if each.topic == f"stadium/{box}/{name}"]

    def wait(self, until: Callable[[Self], object]) -> None:
        """Wait until that holds."""
        with self._changed:
            assert self._changed.wait_for(lambda: until(self), GIVE_UP_S), self.heard[-3:]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.client.disconnect()
        self.client.loop_stop()


class PublishedTable:
    """A table whose games lie in a journal, and a publisher that is shown what is played.

    Attributes:
        journal: the file of the games.
        troubles: what the publisher has reported, in order; None is none.
    """

    def __init__(self, folder: Path, port: int, **options: object) -> None:
        self.journal = folder / "games.sqlite"
        self.session = Session(Journal.create(self.journal), SystemClock())
        self.troubles = list[Notice | None]()
        self._reported = threading.Condition()
        self.status = WELL
        self.held = False
        plain = {"broker": "127.0.0.1", "port": port, "box": BOX, "discovery": "none", **options}
        self.config: MqttConfig = msgspec.structs.replace(shipped().mqtt, **plain)
        self.place = BrokerPlace(
            self.config, self.journal.with_suffix(".mqtt"), partial(Journal.open_readonly, self.journal)
        )
        self.publisher = Publisher(self.place, lambda: language("en"), self._report)

    def _report(self, trouble: Notice | None) -> None:
        with self._reported:
            self.troubles.append(trouble)
            self._reported.notify_all()

    def wait_for_trouble(self) -> str:
        """The key of the first trouble that comes."""
        with self._reported:
            assert self._reported.wait_for(lambda: any(self.troubles), GIVE_UP_S)
        words = next(each for each in self.troubles if each is not None).sentence
        assert isinstance(words, Message)
        return words.key

    def wait_until_well(self) -> None:
        """Wait until the broker has let it in."""
        with self._reported:
            assert self._reported.wait_for(lambda: None in self.troubles, GIVE_UP_S), self.troubles

    def begin(self, rules: str = "two-dice", innings: int = 1) -> None:
        """Begin a game."""
        self.session.new_game(setup(rules, innings))

    @property
    def live(self) -> Live:
        """What is shown now."""
        return Live(self.session.number, self.session.history, held=self.held)

    def show(self) -> None:
        """Have the publisher shown that."""
        self.publisher.show(self.live, self.status)

    def play(self, *lines: Event) -> None:
        """Play these, and have each shown."""
        for line in lines:
            try:
                self.session.submit(line)
            except Refused:
                continue
            self.show()

    def play_out(self, seed: int = 1, rules: str = "two-dice") -> None:
        """Begin and play a whole game."""
        self.begin(rules)
        self.show()
        self.play(*drawn_game(setup(rules, 1), Random(seed)))  # noqa: S311 - a game is drawn, no secret

    def record(self, game: int) -> bytes:
        """The record of a game as the journal has it."""
        with Journal.open_readonly(self.journal) as journal:
            return encode_all(line for _, line in journal.lines(game))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.publisher.close()
        self.session.close()


def records(plays: Sequence[Heard]) -> dict[int, list[bytes]]:
    """The lines that plays brought, by game, each once, as the record has them, in the order in which they came."""
    found = dict[int, list[bytes]]()
    seen = set[str]()
    for each in plays:
        content = each.content
        if content["key"] not in seen:
            seen.add(content["key"])
            found.setdefault(content["game"], []).append(msgspec.json.encode(content["cause"]))
    return found
