"""One connection to a broker, MQTT 5 by paho: opened, turned over bit by bit by one thread, and closed for good.

It is MQTT 3.1.1 where the owner says that the broker speaks no other. A connection that was lost is not mended: the
next one is another `BrokerLink`, so that nothing of the last lingers in the library. Rule kept here: a broker is no
friend. What it sends is bounded in size and number before any of it is looked at, a message that is no MQTT ends the
connection, and every fault is a `BrokerError`.
"""

from __future__ import annotations

import select
import socket
import ssl
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from types import MappingProxyType
from typing import Any, Final, NamedTuple, Protocol

from paho.mqtt.client import Client, ConnectFlags, DisconnectFlags, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTErrorCode, MQTTProtocolVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode

from firmware.mqtt.secrets_kept import BrokerError, BrokerSecrets
from scoreboard.message import message

KEEP_ALIVE_S: Final = 30
"""Seconds of silence after which the broker is asked whether it is there; it gives us up after half as many more."""
CONNECT_S: Final = 10.0
"""Seconds that a broker has to answer."""
WINDOW: Final = 20
"""Messages that may be on their way at once."""
LARGEST: Final = 64 << 10
"""Bytes of a message that we take: as large as a line of a record may be."""
OLD_LARGEST: Final = 2 << 20
"""Likewise with an `Inbox` and MQTT 3.1.1, which cannot say what is too large: it would be sent again for ever."""
PER_S, AT_ONCE, A_KILOBYTE = 50.0, 500.0, 1024
"""How much a broker may send unasked: so many packets, or kilobytes, a second, and so many at once."""
ANSWERS: Final = 4.0
"""Packets that may answer one of ours."""
REFUSED: Final[Mapping[int, str]] = MappingProxyType(
    {
        0x84: "broker.old",
        0x85: "broker.name-taken",
        0x86: "broker.login",
        0x87: "broker.login",
        0x8A: "broker.login",
        0x8C: "broker.login",
        0x8E: "broker.name-taken",
    }
)
"""Reason codes of MQTT 5 (2.4) -> why, where that is worth a sentence of its own."""
ERROR: Final = 0x80
"""Reason codes from here on are errors."""
WITH_WILL: Final = "Disconnect with will message"


class BrokerAddress(NamedTuple):
    """Where the broker is, as whom it is spoken to, and in which version of MQTT: ``mqtt5``, or ``mqtt311``."""

    host: str
    port: int
    tls: bool
    user: str
    client: str
    protocol: str = "mqtt5"


class Inbox(NamedTuple):
    """How somebody listens who must not miss anything: each message stays at the broker until it is acknowledged.

    That holds back a broker that sends too much, and whoever is away is sent later what was published meanwhile.

    Attributes:
        stays_s: for so many seconds that the connection is away; a broker of MQTT 3.1.1 decides that itself.
        window: messages that may wait for it at once.
    """

    stays_s: int
    window: int


class Letter(NamedTuple):
    """A message.

    Attributes:
        topic: that it is of.
        payload: its bytes.
        retain: whether the broker keeps it for who comes later.
    """

    topic: str
    payload: bytes
    retain: bool = False


class Received(NamedTuple):
    """A message that came in; ``properties`` are those of MQTT 5 that we look at."""

    topic: str
    payload: bytes
    retain: bool
    correlation: bytes
    properties: Mapping[str, str]
    number: int = 0
    """By which it is acknowledged, where there is an `Inbox`; 0 where it need not be."""


class LinkListener(Protocol):
    """Hears what comes in, on the thread that turns the link over."""

    def acknowledged(self, number: int) -> None:
        """The broker has taken the message of that number."""

    def received(self, letter: Received) -> None:
        """A message came in."""


class BrokerLink:
    """A connection; ``will`` is what the broker publishes when it is lost, ``inbox`` says how we listen.

    Attributes:
        listener: hears what comes in.
        window: messages that may be on their way at once.
    """

    def __init__(
        self, address: BrokerAddress, secrets: BrokerSecrets, will: Letter | None = None, inbox: Inbox | None = None
    ) -> None:
        self._address, self._inbox = address, inbox
        self._is_5 = address.protocol == "mqtt5"
        self._most = LARGEST if self._is_5 or inbox is None else OLD_LARGEST
        self.listener: LinkListener | None = None
        self.window = WINDOW
        self._largest = 0
        self._state: BrokerError | str | None = "new"
        self._budget, self._counted = AT_ONCE, time.monotonic()
        client = self._client = Client(
            CallbackAPIVersion.VERSION2,
            address.client,
            clean_session=None if self._is_5 else inbox is None,
            protocol=MQTTProtocolVersion.MQTTv5 if self._is_5 else MQTTProtocolVersion.MQTTv311,
            reconnect_on_failure=False,
            manual_ack=inbox is not None,
        )
        client.connect_timeout = CONNECT_S
        client.max_inflight_messages = WINDOW
        client.on_connect, client.on_disconnect = self._on_connect, self._on_disconnect
        client.on_publish, client.on_message = self._on_publish, self._on_message
        client.on_subscribe = self._on_subscribe
        if will is not None:
            client.will_set(will.topic, will.payload, qos=1, retain=will.retain)
        if address.user:
            client.username_pw_set(address.user, secrets.password())
        self._tls = secrets.tls() if address.tls else None
        if self._tls is not None:
            client.tls_set_context(self._tls)

    def open(self, wake: socket.socket | None = None) -> None:
        """Connect, and wait until the broker has said yes.

        Raises:
            BrokerError: if it does not.
        """
        wanted, inbox = _properties(PacketTypes.CONNECT), self._inbox
        wanted.MaximumPacketSize, wanted.ReceiveMaximum = LARGEST, WINDOW if inbox is None else inbox.window
        if inbox is not None:
            wanted.SessionExpiryInterval = inbox.stays_s
        only_5: dict[str, Any] = {"clean_start": inbox is None, "properties": wanted} if self._is_5 else {}
        with _faults_named():
            self._client.connect(self._address.host, self._address.port, KEEP_ALIVE_S, **only_5)
        until = time.monotonic() + CONNECT_S
        while self._state == "new":
            if time.monotonic() > until:
                raise BrokerError(message("broker.silent"))
            self.turn(CONNECT_S / 10, wake)

    def subscribe(self, topics: list[str]) -> None:
        """Ask for what is published there.

        At most once: a press that comes twice is worse than one that is lost. With an `Inbox` at least once.
        """
        if topics:
            self._spend(-ANSWERS * len(topics))
            self._client.subscribe([(topic, 0 if self._inbox is None else 1) for topic in topics])

    def acknowledge(self, letters: Iterable[Received]) -> None:
        """Tell the broker that these are safe here; `BrokerError` if the connection is lost."""
        with _faults_named():
            for each in letters:
                if each.number:
                    self._checked(self._client.ack(each.number, 1))

    def send(self, letter: Letter, correlation: bytes = b"") -> int:
        """Send a message, to be acknowledged; returns its number.

        Raises:
            BrokerError: if the broker takes none so large, or the connection is lost.
        """
        properties = _properties(PacketTypes.PUBLISH) if self._is_5 else None
        if correlation and properties is not None:
            properties.CorrelationData = correlation
        if self._largest and len(letter.payload) + len(letter.topic) + 64 > self._largest:
            raise BrokerError(message("broker.too-small", bytes=self._largest))
        self._spend(-ANSWERS)
        with _faults_named():
            sent = self._client.publish(*letter[:2], qos=1, retain=letter.retain, properties=properties)
        if sent.rc not in (MQTTErrorCode.MQTT_ERR_SUCCESS, MQTTErrorCode.MQTT_ERR_QUEUE_SIZE):
            raise BrokerError(message("broker.lost"))
        return sent.mid

    def turn(self, most_s: float, wake: socket.socket | None = None) -> None:
        """Wait for something to read or write, at most so many seconds, and do that; ``wake`` ends the wait.

        Raises:
            BrokerError: if the connection is lost.
        """
        line = self._client.socket()
        if line is None:
            raise self._lost()
        has_more = isinstance(line, ssl.SSLSocket) and line.pending() > 0
        readers = [line] if wake is None else [line, wake]
        readable, writable, _ = select.select(
            readers, [line] if self._client.want_write() else [], [], 0 if has_more else most_s
        )
        with _faults_named():
            if line in readable or has_more:
                self._checked(self._client.loop_read())
                self._check_input()
            if writable:
                self._checked(self._client.loop_write())
            self._checked(self._client.loop_misc())
        if wake is not None and wake in readable:
            with suppress(BlockingIOError):
                wake.recv(LARGEST)

    def close(self, *, as_gone: bool = True) -> None:
        """Let go; ``as_gone``: the broker publishes the will, as if the connection had been lost."""
        with suppress(Exception):
            if self._is_5:
                how = ReasonCode(PacketTypes.DISCONNECT, WITH_WILL if as_gone else "Normal disconnection")
                self._client.disconnect(how)
            elif not as_gone:  # else it is only hung up, as if it had been lost
                self._client.disconnect()
            self._client.loop_write()
        with suppress(OSError):
            if (line := self._client.socket()) is not None:
                line.close()
            if self._tls is not None:
                self._tls.give_back()

    # -- what the library calls

    def _on_connect(
        self, _: Client, __: object, ___: ConnectFlags, code: ReasonCode, properties: Properties | None
    ) -> None:
        if code.is_failure:
            self._state = _refusal(code)
            return
        if getattr(properties, "MaximumQoS", 1) < 1 or not getattr(properties, "RetainAvailable", 1):
            self._state = BrokerError(message("broker.unfit"))
            return
        self.window = max(1, min(WINDOW, getattr(properties, "ReceiveMaximum", WINDOW)))
        self._largest = getattr(properties, "MaximumPacketSize", 0)
        self._state = None

    def _on_disconnect(
        self, _: Client, __: object, flags: DisconnectFlags, code: ReasonCode, ___: Properties | None
    ) -> None:
        if self._state in (None, "new") and flags.is_disconnect_packet_from_server:
            self._state = _refusal(code)

    def _on_publish(self, _: Client, __: object, number: int, code: ReasonCode, ___: Properties) -> None:
        if code.value >= ERROR:
            self._state = BrokerError(message("broker.may-not"))
        elif self.listener is not None:
            self.listener.acknowledged(number)

    def _on_subscribe(self, _: Client, __: object, ___: int, codes: list[ReasonCode], ____: Properties | None) -> None:
        if self._inbox is not None and any(code.is_failure for code in codes):
            self._state = BrokerError(message("broker.may-not"))

    def _on_message(self, _: Client, __: object, came: MQTTMessage) -> None:
        self._spend(1)
        correlation, named = b"", dict[str, str]()
        if came.properties is not None:
            correlation = getattr(came.properties, "CorrelationData", b"")
            named = dict(getattr(came.properties, "UserProperty", []))
        if self.listener is not None:
            number = came.mid if came.qos else 0
            self.listener.received(Received(came.topic, bytes(came.payload), came.retain, correlation, named, number))

    # -- what is wrong

    def _checked(self, code: MQTTErrorCode) -> None:
        if isinstance(self._state, BrokerError):
            raise self._state
        if code == MQTTErrorCode.MQTT_ERR_PROTOCOL:
            raise BrokerError(message("broker.unreadable"))
        if code not in (MQTTErrorCode.MQTT_ERR_SUCCESS, MQTTErrorCode.MQTT_ERR_AGAIN):
            raise self._lost()

    def _lost(self) -> BrokerError:
        return self._state if isinstance(self._state, BrokerError) else BrokerError(message("broker.lost"))

    def _check_input(self) -> None:
        """Raise where the broker sends more, or larger, than anybody asked for.

        The library has no bound of its own: it would take in a message of 256 megabytes, or any number of those of
        quality 2 that are never released. So this looks at what it holds.
        """
        coming = self._client._in_packet["remaining_length"]  # noqa: SLF001 - see above
        if coming > self._most or len(self._client._in_messages) > WINDOW:  # noqa: SLF001 - likewise
            raise BrokerError(message("broker.floods"))
        self._spend(1 + coming / A_KILOBYTE)
        if self._budget < 0:
            raise BrokerError(message("broker.floods"))

    def _spend(self, packets: float) -> None:
        if self._inbox is not None:  # what we do not read waits at the broker
            return
        now = time.monotonic()
        self._budget = min(AT_ONCE, self._budget + (now - self._counted) * PER_S) - packets
        self._counted = now


FAULTS: Final[tuple[tuple[type[Exception], str], ...]] = (
    (ssl.SSLCertVerificationError, "broker.untrusted"),
    (ssl.SSLError, "broker.no-tls"),
    (socket.gaierror, "broker.unknown"),
    (ConnectionRefusedError, "broker.closed"),
    (TimeoutError, "broker.silent"),
    (OSError, "broker.unreachable"),
)
"""What a network fails with, the most particular first."""


@contextmanager
def _faults_named() -> Iterator[None]:
    """Turn whatever a network, or the library over what a broker sends, fails with into a `BrokerError`."""
    try:
        yield
    except BrokerError:
        raise
    except Exception as error:
        keys = (key for kind, key in FAULTS if isinstance(error, kind))
        raise BrokerError(message(next(keys, "broker.unreadable"))) from error


def _properties(of: int) -> Properties:
    """Properties of a packet, which the library ships without a type."""
    return Properties(of)  # type: ignore[no-untyped-call]


def _refusal(code: ReasonCode) -> BrokerError:
    if code.value < ERROR:  # it says goodbye, and not why
        return BrokerError(message("broker.hung-up"))
    known = REFUSED.get(code.value)
    return BrokerError(message(known) if known is not None else message("broker.refuses", why=str(code).lower()))
