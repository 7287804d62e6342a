"""A league at a real broker: what stadiums publish is kept once and whole, whatever is cut or killed in between."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import msgspec
import pytest
from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion
from support.broker import Listener, Mosquitto, Nats, PublishedTable
from support.hang import GIVE_UP_S
from support.league import ATTIC, CELLAR, league
from support.postgresql import postgresql

from firmware.league.receiver import LeaguePlace, Receiver
from firmware.mqtt.link import BrokerLink, Received
from firmware.paths import BOX_KEY
from scoreboard.language import language
from scoreboard.league.arriving import Arrivals
from scoreboard.league.game_store import LeagueStoreError, open_store
from scoreboard.league.league_report import league_report
from scoreboard.league.seal import sealed
from scoreboard.league.verified_game import VerifiedGame
from scoreboard.league.wall import Wall, WallPlace
from scoreboard.message import Message

ENGLISH = language("en")
GONE = LeagueStoreError("killed")
PRIVATE = {"attic": ATTIC, "cellar": CELLAR}


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Try again at once."""
    for module in ("firmware.mqtt.publisher", "firmware.league.receiver"):
        monkeypatch.setattr(f"{module}.FIRST_WAIT_S", 0.01)
        monkeypatch.setattr(f"{module}.LONGEST_WAIT_S", 0.05)


class Evening:
    """A broker, a league that listens there, and stadiums that play."""

    def __init__(self, folder: Path, database: str, broker: Mosquitto | Nats, protocol: str = "mqtt5") -> None:
        self.folder, self.database, self.broker, self.protocol = folder, database, broker, protocol
        self.held = ExitStack()
        self.wall = Wall()
        self.receiver = self.listening()

    def listening(self) -> Receiver:
        """The league as a start finds it."""
        self.wall = Wall()
        place = LeaguePlace("127.0.0.1", self.broker.port, False, "", "stadium", self.protocol, "league", self.folder)
        self.receiver = Receiver(place, partial(open_store, self.database), league, self.wall)
        self.receiver.start()
        return self.receiver

    def stadium(self, box: str) -> PublishedTable:
        """A stadium with its key, which publishes, and which the league hears: plays are kept for nobody else."""
        folder = self.folder / box
        folder.mkdir()
        table = self.held.enter_context(PublishedTable(folder, self.broker.port, box=box, protocol=self.protocol))
        table.journal.with_suffix(BOX_KEY).write_text(PRIVATE[box].private_bytes_raw().hex())
        table.begin()
        table.show()
        table.publisher.start()
        self.wait(lambda: self.place(box).online)
        return table

    def place(self, box: str) -> WallPlace:
        """What the wall has of a stadium."""
        return next(each for each in self.wall.places(league()) if each.box == box)

    def kept(self) -> list[VerifiedGame]:
        """What the database has."""
        with open_store(self.database) as store:
            return list(store.games())

    def wait(self, until: Callable[[], bool]) -> None:
        """Wait until that holds."""
        ends = time.monotonic() + GIVE_UP_S
        while not until():
            assert time.monotonic() < ends, (self.receiver.trouble, self.kept())
            threading.Event().wait(0.02)

    def close(self) -> None:
        """End everything."""
        self.receiver.close()
        self.held.close()


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """A PostgreSQL server."""
    with postgresql() as address:
        yield address


@pytest.fixture(params=["sqlite", "postgresql"])
def evening(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Evening]:
    """A league that listens, with an empty database of either kind."""
    address = str(tmp_path / "league.sqlite")
    if request.param == "postgresql":
        address = request.getfixturevalue("server")
        import psycopg

        with psycopg.connect(address) as connection:
            connection.execute("DROP TABLE IF EXISTS games, lines")
    with Mosquitto(tmp_path, "allow_anonymous true", "max_queued_messages 0") as broker:
        made = Evening(tmp_path, address, broker)
        yield made
        made.close()


def test_games_of_an_evening_arrive_and_count(evening: Evening) -> None:
    """Each as its stadium would seal it into a file; the league falls over in between, and loses none."""
    attic, cellar = evening.stadium("attic"), evening.stadium("cellar")
    attic.play_out(1)
    evening.receiver.close()
    cellar.play_out(2)
    attic.play_out(3)
    evening.listening()
    cellar.play_out(4)
    evening.wait(lambda: len(evening.kept()) == 4)
    found = {(each.box, each.number): each for each in evening.kept()}
    for table, box in ((attic, "attic"), (cellar, "cellar")):
        for number in (2, 3):
            record = table.record(number)
            seal = msgspec.json.encode(sealed(record, box, number, PRIVATE[box]))
            assert (record, seal) == (found[box, number].sent.record, found[box, number].sent.seal)
    assert 4 == league_report(league(), evening.kept(), ENGLISH).games


def test_nothing_is_acknowledged_before_it_is_kept(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """The league is killed before the disk has a line, and before the broker hears it: none lost, none twice."""
    keep, acknowledge = Arrivals.keep, BrokerLink.acknowledge
    killed = list[str]()

    def killed_before(arrivals: Arrivals) -> None:
        if len(killed) % 2 == 0 and len(killed) < 10:
            killed.append("before")
            raise GONE
        keep(arrivals)

    def killed_after(link: BrokerLink, letters: list[Received]) -> None:
        if len(killed) % 2 == 1 and len(killed) < 10:
            killed.append("after")
            raise GONE
        acknowledge(link, letters)

    monkeypatch.setattr(Arrivals, "keep", killed_before)
    monkeypatch.setattr(BrokerLink, "acknowledge", killed_after)
    table = evening.stadium("attic")
    table.play_out(1)
    evening.wait(lambda: len(evening.kept()) == 1 and {"before", "after"} == set(killed))
    (game,) = evening.kept()
    assert (table.record(2), None) == (game.sent.record, game.fault)
    with open_store(evening.database) as store:
        numbers = [row[0] for row in store.fetch("SELECT number FROM lines WHERE game = 2 ORDER BY number")]
    assert list(range(1, len(table.record(2).splitlines()) + 1)) == numbers


def test_the_wall_has_what_is_played_and_who_is_there(evening: Evening) -> None:
    """The state of every stadium of the league, and no other's; one that is gone is offline."""
    table = evening.stadium("attic")
    with Listener(evening.broker.port) as stranger:
        stranger.send("stadium/loft/state", b"{}")
        stranger.send("stadium/cellar/state", b'{"inning":"none"}')
        evening.wait(lambda: evening.place("attic").state is not None)
        evening.wait(lambda: bool(evening.receiver.arrivals and evening.receiver.arrivals.troubles))
    attic, cellar = evening.wall.places(league())
    assert (table.live.game, None, False) == (attic.state and attic.state.game, cellar.state, cellar.online)
    table.publisher.close()
    evening.wait(lambda: not evening.place("attic").online)
    assert evening.place("attic").state is not None


def test_a_broker_that_comes_back(evening: Evening) -> None:
    """It says why nothing is heard, and goes on where it was."""
    table = evening.stadium("attic")
    assert isinstance(evening.broker, Mosquitto)
    evening.broker.stop()
    evening.wait(lambda: bool(evening.receiver.trouble))
    table.play_out(1)
    evening.broker.start()
    evening.wait(lambda: len(evening.kept()) == 1 and not evening.receiver.trouble)


def test_a_federation_that_has_nats(tmp_path: Path) -> None:
    """The same by MQTT 3.1.1, all that NATS speaks: games while the league is away, and who is there and goes."""
    with Nats(tmp_path) as broker:
        evening = Evening(tmp_path, str(tmp_path / "league.sqlite"), broker, "mqtt311")
        try:
            table = evening.stadium("attic")
            table.play_out(1)
            evening.wait(lambda: len(evening.kept()) == 1)
            evening.receiver.close()
            table.play_out(2)
            evening.listening()
            evening.wait(lambda: len(evening.kept()) == 2)
            assert [table.record(2), table.record(3)] == [each.sent.record for each in evening.kept()]
            assert 2 == league_report(league(), evening.kept(), ENGLISH).games
            evening.wait(lambda: evening.place("attic").online)
            evening.wait(lambda: evening.place("attic").state is not None)
            table.publisher.close()
            evening.wait(lambda: not evening.place("attic").online)
            hostile = Client(CallbackAPIVersion.VERSION2, protocol=MQTTProtocolVersion.MQTTv311)
            hostile.connect("127.0.0.1", broker.port)
            hostile.loop_start()
            hostile.publish("stadium/cellar/play", b"x" * 900_000, qos=1).wait_for_publish(GIVE_UP_S)
            hostile.loop_stop()
            evening.wait(lambda: bool(evening.receiver.arrivals and "cellar" in evening.receiver.arrivals.troubles))
            assert not evening.receiver.trouble
        finally:
            evening.close()


def test_mqtt_5_is_refused_by_an_old_broker(tmp_path: Path) -> None:
    """In words that say so."""
    with Nats(tmp_path) as broker:
        evening = Evening(tmp_path, str(tmp_path / "league.sqlite"), broker)
        try:
            evening.wait(lambda: bool(evening.receiver.trouble))
        finally:
            evening.close()
        assert isinstance(evening.receiver.trouble, Message)
        assert "broker.old" == evening.receiver.trouble.key
