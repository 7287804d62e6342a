"""What `make lab-fuzz` reads off the network and the air, and what is drawn of words that others wrote."""

from __future__ import annotations

import asyncio
import logging
import re
import socket
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import AsyncExitStack, closing
from itertools import count
from typing import Any, Final
from unittest.mock import patch

import msgspec
from aiohttp import web
from fuzz_files import DEEP, GAME, Target, a_journal, fresh
from support.houses import HouseInMemory
from support.league import ATTIC, league, record, sent
from support.league_page import SECRET, LeaguePage
from support.owners import Around, owned
from support.scoring import SETUP, SHORT_MAJOR, blue

from firmware.devices.smart_dice.advertisement import DIE_SERVICES, INFORMATION, read_advertisement
from firmware.mqtt.link import BrokerAddress, BrokerLink, Inbox, Received
from firmware.mqtt.secrets_kept import BrokerSecrets
from firmware.network.home_wifi import asked_for, in_reach, outcome_read, wanted
from firmware.network.wifi import fqdn
from firmware.service.connections import ConnectionLimit, LimitedHandler, in_time, tolerant
from scoreboard.away.guest import Guest
from scoreboard.away.house_letters import HouseLetter
from scoreboard.away.keeper import Keeper
from scoreboard.away.sealed_letter import Invitation, Reply, Sealed, sealed, unsealed
from scoreboard.display.fonts import plain
from scoreboard.display.layout_files import SHIPPED_LAYOUTS
from scoreboard.display.message_pictures import list_picture, message_picture
from scoreboard.display.qr import qr_picture, scan_picture
from scoreboard.exports.forms import ascii_text
from scoreboard.journal.checksums import of_line
from scoreboard.league.arriving import Arrivals
from scoreboard.league.game_store import SqliteStore
from scoreboard.league.wall import Wall
from scoreboard.record import encode
from scoreboard.web.app import PHONE_OF, make_app
from scoreboard.web.http.guard import Guard, read_as
from scoreboard.web.http.refusals import BODY_LIMIT
from scoreboard.web.league.doors import Doors, Passwords
from scoreboard.web.owner.setting_routes import SettingChanges
from scoreboard.web.phones.pairing import Moves, Pairing
from scoreboard.web.phones.pairing_routes import PairingRoutes
from scoreboard.web.phones.phone_book import PairedPhones, PhoneBook, no_phones
from scoreboard.web.play.new_game import new_game_routes
from scoreboard.web.play.play_routes import AnswerRequest, PlayRoutes, entry_of, position_of, setup_of

TOPIC: Final = "stadium/away/topic"
LONG_AGO_S: Final = 1000.0
"""Seconds from one request to the next: nobody asks too often."""
FRESH_EVERY: Final = 300
"""Requests after which the page is another one, as if it had started again."""
ANSWERED_S, HANGING_S = 15, 50
"""Seconds of the clock within which a request is answered, and of the processor after which it hangs."""
LONGEST_LINE: Final = len("ssid=") + 32 * 4
"""Letters of a line of NetworkManager's profile: an SSID of 32 octets, as numbers."""
CALM_TURNS: Final = 8
"""Of the loop in which nothing happens any more."""


PASSWORD: Final = "p"  # noqa: S105 - of no real league
PARTS: Final = {"drawer": "lib", "form": "csv", "key": "UmVkcw"}
"""What parts of addresses may be; any other is 1."""
BODIES: Final = (
    (b"POST", b"/api/lines?expect=1-5", encode(blue(4))),
    (b"POST", b"/api/lines", b'{"type":' + b"[" * DEEP),
    (b"POST", b"/api/games?dry-run=1&end=1", encode(SETUP)),
    (b"POST", b"/api/answer", b'{"value":7,"what":"blue"}'),
    (b"PUT", b"/api/settings", b'{"panel.brightness":3,"game.away":{"name":"Reds","color":"red"}}'),
    (b"POST", b"/api/pair", b'{"code":"123456","name":"Lab"}'),
    (b"POST", b"/api/network/home", b'{"ssid":"Home","password":"12345678"}'),
    (b"PATCH", b"/api/phones/1", b'{"name":"Ana","role":"owner"}'),
    (b"POST", b"/api/board", b'{"right":"board"}'),
    (b"PUT", b"/api/logos?name=Reds", b"\x89PNG\r\n\x1a\n"),
    (b"POST", b"/api/let-in", b'{"password":"p"}'),
    (b"POST", b"/api/file", b'{"text":"name = 1","tag":"x"}'),
    (b"POST", b"/api/sent", b'{"seal":"{}","record":"{}"}'),
)


# -- the page


class Wires(asyncio.Transport):
    """A connection without a network: what is written to it."""

    def __init__(self) -> None:
        super().__init__({"peername": ("192.168.7.7", 4242)})
        self.answer, self.is_over = bytearray(), False

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Part of an answer."""
        self.answer += data

    def writelines(self, list_of_data: Any) -> None:  # noqa: ANN401 - as it is above
        """Several."""
        for data in list_of_data:
            self.write(data)

    def get_write_buffer_size(self) -> int:
        """Whoever asks reads at once."""
        return 0

    def is_closing(self) -> bool:
        """Whether it is closed."""
        return self.is_over

    def close(self) -> None:
        """Close it."""
        self.is_over = True

    abort = close

    def pause_reading(self) -> None:
        """Nothing more comes."""

    resume_reading = pause_reading


class Faults(logging.Handler):
    """What the server has logged about pages of ours that failed."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep it."""
        self.found.append(record.getMessage())


Made = tuple[web.Application, str]
"""A page, and the cookie of somebody who may do everything on it."""


class FuzzedPage:
    """A page in memory, which ``make`` makes; requests are bytes, in which PHONE stands for the cookie's value."""

    def __init__(self, make: Callable[[AsyncExitStack], Awaitable[Made]]) -> None:
        self.loop, self.faults, self.log = asyncio.new_event_loop(), Faults(), logging.getLogger("fuzzed")
        self.log.addHandler(self.faults)
        self._make, self._behind, self._asked = make, AsyncExitStack(), 0

    def ask(self, data: bytes) -> bytes:
        """What is answered; AssertionError if a page of ours fails or hangs."""
        logging.disable(logging.NOTSET)
        if self._asked % FRESH_EVERY == 0:
            self.loop.run_until_complete(self._begin())
        self._asked += 1
        self.faults.found.clear()
        answer = self.loop.run_until_complete(self._ask(data.replace(b"PHONE", self.cookie.encode())))
        if self.faults.found or answer.startswith(b"HTTP/1.1 500"):
            raise AssertionError(f"{self.faults.found} {answer[:300]!r}")
        return answer

    def seeds(self) -> Iterator[bytes]:
        """One of each that the page's own document has, and a few that no browser sends."""
        head = b"Host: stadium.local\r\nCookie: stadium=PHONE\r\nOrigin: http://stadium.local\r\nConnection: close\r\n"
        document = self.ask(b"GET /api/openapi.json HTTP/1.1\r\n" + head + b"\r\n").partition(b"\r\n\r\n")[2]
        for path, methods in msgspec.json.decode(document)["paths"].items():
            address = re.sub(r"\{(\w+)\}", lambda found: PARTS.get(found[1], "1"), path).encode()
            for method in methods:
                yield _request(method.upper().encode(), address + b"?lang=es", b"" if method == "get" else b"{}", head)
            for method, at, body in BODIES:
                if at.partition(b"?")[0] == address:
                    yield _request(method, at, body, head)
        yield _request(b"GET", b"/api/me", b"", head.replace(b"PHONE", b"\xe4"))
        yield b"GET //[ HTTP/1.1\r\n" + head + b"Accept-Language: es;q=0.5, *\r\n\r\n"
        yield b"POST /api/lines HTTP/1.1\r\n" + head + b"Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n"

    def close(self) -> None:
        """End what runs behind the page."""
        self.loop.run_until_complete(self._behind.aclose())
        self._asked = 0

    async def _begin(self) -> None:
        await self._behind.aclose()
        app, self.cookie = await self._make(self._behind)
        app.middlewares.append(in_time(app.get(PHONE_OF, lambda _: None), ANSWERED_S))
        runner = web.AppRunner(app, access_log=None)
        await runner.setup()
        assert runner.server is not None
        self._server, self._limit = runner.server, ConnectionLimit(10, ANSWERED_S, lambda: None)
        self._server.request_factory = tolerant(self._server.request_factory)

    async def _ask(self, data: bytes) -> bytes:
        before, until = asyncio.all_tasks(), time.process_time() + HANGING_S
        wires, handler = Wires(), LimitedHandler(self._server, self._limit, self.log)
        handler.connection_made(wires)
        handler.data_received(data)
        handler.data_received(bytes(2 * BODY_LIMIT))  # so that none waits for the rest of its body
        calm = 0
        while calm < CALM_TURNS and not wires.is_over and b"\r\nContent-Type: text/event-stream" not in wires.answer:
            had = len(wires.answer)
            await asyncio.sleep(0)
            working = len(asyncio.all_tasks() - before) > 1  # the connection's own waits for the next request
            calm = 0 if working or had != len(wires.answer) else calm + 1
            if time.process_time() > until:  # of the processor: a busy machine is no fault
                raise AssertionError("no answer")
        handler.connection_lost(None)
        for task in asyncio.all_tasks() - before:
            task.cancel()
        await asyncio.sleep(0)
        return bytes(wires.answer)


async def a_stadium(behind: AsyncExitStack) -> Made:
    """The page of a stadium, with all that an owner's phone reaches."""
    folder, moments = fresh("page"), count(0.0, LONG_AGO_S)
    (folder / "games.sqlite").write_bytes(a_journal())
    table = behind.enter_context(owned(folder, Around(pace="max")))
    table.play(*GAME[1:])
    phones = PhoneBook(no_phones(), _keep, time.time)
    cookie = phones.cookie(await phones.add("Ana", owner=True))
    await phones.meet(cookie)
    guard, view = Guard(phones, lambda: next(moments)), table.view()
    pairing = PairingRoutes(Pairing(time.monotonic), phones, guard, table.show, Moves(time.monotonic), _addresses)
    tables = (pairing.routes(), PlayRoutes(view, table, guard).routes(), new_game_routes(table.choices, guard))
    return make_app(view, *tables, *table.more(guard)), cookie


async def a_league(behind: AsyncExitStack) -> Made:
    """The page of a league, and its keeper's cookie."""
    kept = LeaguePage(fresh("league-page"), keep=PASSWORD)
    app = await behind.enter_async_context(kept.app(sent("attic", 3, record(3))))
    doors = Doors(Passwords(None, PASSWORD, SECRET), time.monotonic)
    return app, doors.let_in(PASSWORD, "lab")[1]


async def _keep(_: PairedPhones) -> None:
    """Nothing is kept."""


async def _addresses() -> list[str]:
    return ["http://stadium.local"]


PAGES: Final = {"http": FuzzedPage(a_stadium), "league-http": FuzzedPage(a_league)}


def _request(method: bytes, address: bytes, body: bytes, head: bytes) -> bytes:
    length = b"Content-Type: application/json\r\nContent-Length: %d\r\n" % len(body) if body else b""
    return method + b" " + address + b" HTTP/1.1\r\n" + head + length + b"\r\n" + body


# -- a broker


class Heard:
    """Reads every message as a command, and as what a league hears."""

    def acknowledged(self, number: int) -> None:
        """Nothing waits for that."""

    def received(self, letter: Received) -> None:
        """Read it."""
        read_command(letter.payload)
        Wall().take_state("attic", letter.payload)


def read_packets(data: bytes) -> None:
    """What a broker sends, in MQTT 5 or, by the first byte, 3.1.1, with an inbox or without."""
    ours, brokers = socket.socketpair()
    with closing(brokers), patch.object(socket, "create_connection", lambda *_, **__: ours):
        brokers.setblocking(False)
        try:
            brokers.send(data[1:])
        except BlockingIOError:
            return
        brokers.shutdown(socket.SHUT_WR)
        how = data[:1] or b"\0"
        address = BrokerAddress("broker", 1883, False, "", "box", "mqtt5" if how[0] & 1 else "mqtt311")
        link = BrokerLink(address, BrokerSecrets(fresh("secrets")), inbox=Inbox(60, 5) if how[0] & 2 else None)
        link.listener = Heard()
        try:
            link.open()
            link.subscribe(["a"])
            while True:
                link.turn(0)
        finally:
            link.close()


def _packets() -> Iterator[bytes]:
    play = b'{"game":1}'
    for how, hello in ((b"\1", b"\x20\3\0\0\0"), (b"\3", b"\x20\6\0\0\3\x21\0\5"), (b"\0", b"\x20\2\0\0")):
        empty = b"\0" if how[0] & 1 else b""
        publish = b"\0\1a" + empty + play
        yield how + hello + b"\x30" + bytes([len(publish)]) + publish
        kept = b"\0\1a\0\7" + (b"\x0b\x26\0\6expect\0\0011" if how[0] & 1 else b"") + play
        yield how + hello + b"\x33" + bytes([len(kept)]) + kept + b"\x40\2\0\1\xd0\0"
    yield b"\1\x20\3\0\x87\0"
    yield b"\1\x20\3\0\0\0\x30\xff\xff\xff\x7f"


def read_command(data: bytes) -> None:
    """A command, as one of each kind."""
    for read in (entry_of, setup_of, lambda raw: read_as(raw, AnswerRequest), lambda raw: read_as(raw, SettingChanges)):
        try:
            read(data)
        except Exception as error:  # noqa: BLE001 - whether it is one of ours is told by what is raised below
            refused = error
        else:
            return
    position_of(data.decode("utf-8", "replace"))
    raise refused


# -- letters between houses, and to a league


def read_letter(data: bytes) -> None:
    """A letter of the other house, as it came, and with a signature that is right: to both kinds of houses."""
    unsealed(data, TOPIC)
    text, topic = data.decode("utf-8", "replace"), TOPIC.encode()
    signature = ATTIC.sign(b"stadium house\n" + topic + b"\n" + text.encode()).hex()
    came = unsealed(msgspec.json.encode(Sealed(text, ATTIC.public_key().public_bytes_raw().hex(), signature)), TOPIC)
    if came is None or not isinstance(came.letter, HouseLetter):
        return
    for role, side in ((Keeper, "home"), (Guest, "away")):
        house = HouseInMemory(role, side, SHORT_MAJOR)  # type: ignore[arg-type] # a side
        house.part.receive(came.letter)
        house.letter()
        house.part.receive(came.letter)
        house.letter()


def _letters() -> Iterator[bytes]:
    keeper, guest = HouseInMemory(Keeper, "home", SHORT_MAJOR), HouseInMemory(Guest, "away", SHORT_MAJOR)
    yield guest.letter().replace(b'{"type"', b'{"type"')
    yield keeper.letter()
    yield msgspec.json.encode(HouseLetter("game", 3, 1, "", nudge=1))
    yield msgspec.json.encode(Invitation("Attic", "ab", encode(SETUP).decode(), "away"))
    yield msgspec.json.encode(Reply("Cellar"))
    yield sealed(Reply("Cellar"), ATTIC, TOPIC)
    yield b'{"type":"house","game":' + b"[" * DEEP


def read_arrivals(data: bytes) -> None:
    """Plays that a stadium publishes to a league, a line each; then what came of them."""
    file = fresh("league") / "games.sqlite"
    with SqliteStore(file) as store:
        arrivals = Arrivals(store, league, lambda: 10**18)
        for payload in data.split(b"\n")[:40]:
            arrivals.take("attic", payload)
        arrivals.keep()
        while arrivals.has_due:
            arrivals.judge()


def _arrivals() -> Iterator[bytes]:
    game, plays, checksum = sent("attic", 3, record(3)), list[bytes](), 0
    for number, line in enumerate(game.record.splitlines(), start=1):
        checksum = of_line(line, checksum)
        plays.append(b'{"game":3,"number":%d,"checksum":%d,"cause":%s}' % (number, checksum, line))
    plays[-1] = plays[-1][:-1] + b',"seal":' + game.seal + b"}"
    yield b"\n".join(plays[:20])
    yield plays[-1]
    yield b'{"game":1,"number":1,"checksum":1,"cause":' + b"[" * DEEP


def read_state(data: bytes) -> None:
    """What a stadium says of its game, for a league's wall."""
    wall = Wall()
    if wall.take_state("attic", data):
        msgspec.json.encode(wall.places(league()))
    wall.take_availability("attic", data)


# -- the air, and root's one line


def read_air(data: bytes) -> None:
    """What a die advertises."""
    name, made, rest = data[:12].decode("utf-8", "replace"), data[12:17], data[17:]
    read_advertisement(name, list(DIE_SERVICES), {0xFFFF: made, 0: rest}, {INFORMATION: rest})


def read_wifi(data: bytes) -> None:
    """The line that root reads, what NetworkManager and Avahi print, and what somebody types as a Wi-Fi's name."""
    if (home := asked_for(data)) is not None:
        if asked_for(home.line) != home:
            raise AssertionError("it reads otherwise than it is written")
        if any(not line.isascii() or len(line) > LONGEST_LINE for line in home.profile(trial=True).splitlines()):
            raise AssertionError("a profile of NetworkManager has more than it should")
    text = data.decode("utf-8", "replace")
    in_reach(text)
    outcome_read(text)
    fqdn(text)
    name, _, password = text.partition("\n")
    asked = wanted(name, password, hidden=False)
    if asked_for(asked.line) != asked:
        raise AssertionError("root would not understand what is asked for")


# -- words


def draw_words(data: bytes) -> None:
    """Somebody's words on every panel, and as a code."""
    text = data.decode("utf-8", "replace")[:400]
    plain(text)
    ascii_text(text)
    for size in SHIPPED_LAYOUTS:
        message_picture(text, size, tick=3)
        list_picture(text.split("\n"), size)
    if text:
        qr_picture(text)
        scan_picture(text[:60], text, (128, 32))


NETWORK: Final[Mapping[str, Target]] = {
    **{name: Target(page.ask, page.seeds) for name, page in PAGES.items()},
    "broker": Target(read_packets, _packets),
    "command": Target(
        read_command, lambda: (encode(blue(3)), encode(SETUP), b'{"value":7}', b'{"game.innings":3}', b"1-2-3")
    ),
    "letter": Target(read_letter, _letters),
    "arrivals": Target(read_arrivals, _arrivals),
    "wall": Target(
        read_state, lambda: (b'{"game":1,"setup":{"rules":"x","away":{"name":"A","color":"red"}}}', b"[" * DEEP)
    ),
    "air": Target(read_air, lambda: (b"Pixel" + bytes(25), b"\xff" * 40)),
    "wifi": Target(
        read_wifi,
        lambda: (
            b"486f6d65 open seen\n",
            b"*:486F6D65:82:WPA2\n",
            b's "a.local"\n',
            b's "a',
            b"Home\n12345678",
            b"joined\n48",
        ),
    ),
    "words": Target(
        draw_words, lambda: ("Las Águilas 🦅\nØÞ ße".encode(), "東京 مرحبا नमस्ते".encode(), b"http://stadium.local/j#1")
    ),
}
"""By name."""
