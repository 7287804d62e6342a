"""A broker that is gone, slow, wrong or hostile: the thread says why in words, and tries again."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path

import pytest
from support.broker import BOX, WELL, PublishedTable
from support.ports import free_port

from firmware.mqtt.conversation import Conversation, WhatIsShown
from firmware.mqtt.link import LARGEST, WINDOW, Letter
from firmware.mqtt.outbox import Outbox
from firmware.mqtt.topics import Topics
from scoreboard.journal.store import Journal
from scoreboard.language import language
from scoreboard.rules.events import Roll
from scoreboard.web.watch.published import published_play

YES = b"\x20\x03\x00\x00\x00"
"""A CONNACK of MQTT 5."""
MESSAGE = b"\x30\x06\x00\x01a\x00hi"
"""A PUBLISH that nobody asked for."""


def refusal(code: int) -> bytes:
    """A CONNACK that says no."""
    return bytes((0x20, 3, 0, code, 0))


def puback(came: bytes, code: int) -> bytes:
    """The answer to the PUBLISH that came first, which the broker is to keep."""
    if came[0] != 0x33:
        return b""
    place = 1 + next(at for at in range(1, 5) if came[at] < 0x80)
    topic = int.from_bytes(came[place : place + 2], "big")
    number = came[place + 2 + topic : place + 4 + topic]
    return b"\x40\x03" + number + bytes((code,))


@contextmanager
def answering(first: bytes, then: Callable[[bytes], bytes] | None = lambda _: b"") -> Iterator[int]:
    """A port that answers a connection with those bytes, and what comes later with others, or hangs up."""
    listening = socket.create_server(("127.0.0.1", 0))
    ends = list[socket.socket]()

    def serve(end: socket.socket) -> None:
        with suppress(OSError):
            end.recv(4096)
            end.sendall(first)
            if then is None:
                end.shutdown(socket.SHUT_RDWR)
                return
            while came := end.recv(65536):
                end.sendall(then(came))

    def accept() -> None:
        with suppress(OSError):
            while True:
                end, _ = listening.accept()
                ends.append(end)
                threading.Thread(target=serve, args=(end,), daemon=True).start()

    thread = threading.Thread(target=accept, daemon=True)
    thread.start()
    try:
        yield int(listening.getsockname()[1])
    finally:
        listening.shutdown(socket.SHUT_RDWR)
        listening.close()
        thread.join()
        for end in ends:
            end.close()


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Try again, and end, at once."""
    monkeypatch.setattr("firmware.mqtt.publisher.FIRST_WAIT_S", 0.01)
    monkeypatch.setattr("firmware.mqtt.publisher.LONGEST_WAIT_S", 0.05)
    monkeypatch.setattr("firmware.mqtt.publisher.LINGER_S", 0.0)


def trouble_with(folder: Path, port: int, **options: object) -> str:
    """What is said of a broker there, once a play was shown."""
    with PublishedTable(folder, port, **options) as table:
        table.begin()
        table.show()
        table.publisher.start()
        table.play(Roll(values=(3, 4)))
        return table.wait_for_trouble()


@pytest.mark.parametrize(
    ("first", "why"),
    [
        (b"\x20\x03\x00\x00\x7f", "broker.unreadable"),
        (b"\xff" * 64, "broker.unreadable"),
        (b"\x20\xff\xff\xff\x7f" + bytes(1000), "broker.floods"),
        (refusal(0x84), "broker.old"),
        (refusal(0x85), "broker.name-taken"),
        (refusal(0x86), "broker.login"),
        (refusal(0x87), "broker.login"),
        (refusal(0x97), "broker.refuses"),
        (b"\x20\x02\x00\x01", "broker.old"),
        (b"\x20\x05\x00\x00\x02\x24\x00", "broker.unfit"),
        (b"\x20\x05\x00\x00\x02\x25\x00", "broker.unfit"),
        (b"\x20\x08\x00\x00\x05\x27\x00\x00\x00\x64", "broker.too-small"),
        (YES + b"\xe0\x08\x8e\x06\x1f\x00\x03bye", "broker.name-taken"),
        (YES + b"\xe0\x08\x93\x06\x1f\x00\x03bye", "broker.refuses"),
        (YES + b"\xe0\x00", "broker.hung-up"),
        (YES + b"\x30\xff\xff\xff\x7f" + bytes(1000), "broker.floods"),
        (YES + b"\x30" + bytes((0x80 | 1, 0x80, 0x80, 0x01)) + bytes(10), "broker.floods"),
        (YES + b"\x30\x02\x00\x09", "broker.unreadable"),
        (YES + 3000 * MESSAGE, "broker.floods"),
    ],
)
def test_fault_of_a_broker_is_reported(tmp_path: Path, first: bytes, why: str) -> None:
    """Refusals, no MQTT, too much data: each has its own words, and none ends the thread."""
    with answering(first) as port:
        assert why == trouble_with(tmp_path, port)


@pytest.mark.parametrize("first", [b"", b"HTTP/1.1 400 Bad Request\r\n\r\n", YES])
def test_who_hangs_up_is_tried_again(tmp_path: Path, first: bytes) -> None:
    """Before anything was said, after something else than MQTT, or at once after a yes."""
    with answering(first, None) as port:
        assert "broker.lost" == trouble_with(tmp_path, port)


def test_nobody_listens(tmp_path: Path) -> None:
    """The address is right and the broker is off."""
    assert "broker.closed" == trouble_with(tmp_path, free_port())


def test_an_unknown_name(tmp_path: Path) -> None:
    """Nobody in this network is called so."""
    assert "broker.unknown" == trouble_with(tmp_path, 1883, broker="no-such-broker.invalid")


def test_a_broker_that_may_not_be_written_to(tmp_path: Path) -> None:
    """It lets us in, and refuses our topics: the plays do not count as taken."""
    with answering(YES, partial(puback, code=0x87)) as port:
        assert "broker.may-not" == trouble_with(tmp_path, port)


def test_a_broker_that_says_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes the connection, and acknowledges nothing."""
    monkeypatch.setattr("firmware.mqtt.conversation.SILENT_S", 0.0)
    with answering(YES) as port:
        assert "broker.silent" == trouble_with(tmp_path, port)


def test_a_broker_that_never_says_yes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes the connection, and is silent."""
    monkeypatch.setattr("firmware.mqtt.link.CONNECT_S", 0.05)
    with answering(b"\x20") as port:
        assert "broker.silent" == trouble_with(tmp_path, port)


def test_tls_where_the_broker_has_none(tmp_path: Path) -> None:
    """The wrong port: nothing is sent in the clear."""
    with answering(b"no tls here") as port:
        assert "broker.no-tls" == trouble_with(tmp_path, port, tls=True)


class DeafLink:
    """Takes letters, and never acknowledges one."""

    window = WINDOW

    def __init__(self) -> None:
        self.sent = list[Letter]()

    def send(self, letter: Letter, correlation: bytes = b"") -> int:
        """Count it."""
        assert not correlation
        self.sent.append(letter)
        return len(self.sent)


def test_nothing_piles_up_for_a_frozen_broker(tmp_path: Path) -> None:
    """However much is played, no more is on its way than the broker was ready to take."""
    with PublishedTable(tmp_path, 1) as table:
        table.begin(innings=9)
        outbox = Outbox(tmp_path / "taken.json", partial(Journal.open_readonly, table.journal))
        link = DeafLink()
        conversation = Conversation(link, Topics("stadium", BOX), outbox, lambda: language("en"))
        for _ in range(3 * WINDOW):
            table.session.submit(Roll(values=(3, 4)))
            conversation.go_on(WhatIsShown(table.live, WELL, {}), 0.0)
        assert WINDOW == len(link.sent)
        assert 1 == sum(each.topic.endswith("/state") for each in link.sent)
        assert all(len(each.payload) < LARGEST for each in link.sent)


@pytest.mark.usefixtures("as_at_a_table")
def test_a_play_that_cannot_be_worded_keeps_no_other_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is left out, and those after it come."""
    with PublishedTable(tmp_path, 1) as table:
        table.begin()
        table.session.submit(Roll(values=(3, 4)))
        link = DeafLink()
        outbox = Outbox(tmp_path / "taken.json", partial(Journal.open_readonly, table.journal))
        conversation = Conversation(link, Topics("stadium", BOX), outbox, lambda: language("en"))
        fails = iter([True, False])
        monkeypatch.setattr(
            "firmware.mqtt.conversation.published_play",
            lambda *args, **options: 1 / 0 if next(fails) else published_play(*args, **options),
        )
        conversation.go_on(WhatIsShown(table.live, WELL, {}), 0.0)
        assert 1 == sum(each.topic.endswith("/play") for each in link.sent)
