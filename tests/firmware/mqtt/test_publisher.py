"""A game at a real broker: what it keeps, the plays, what becomes of them without a network, and who is let in."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec import structs
from support.broker import WELL, Listener, Mosquitto, PublishedTable, records
from support.hang import GIVE_UP_S, NEVER_S

from firmware.mqtt.secrets_kept import BrokerError, BrokerSecrets
from scoreboard.language import language
from scoreboard.rules.events import Roll
from scoreboard.web.state.live import state
from scoreboard.web.state.view import Device


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Try again at once."""
    monkeypatch.setattr("firmware.mqtt.publisher.FIRST_WAIT_S", 0.01)
    monkeypatch.setattr("firmware.mqtt.publisher.LONGEST_WAIT_S", 0.05)


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Mosquitto]:
    """A broker that lets everybody in."""
    with Mosquitto(tmp_path) as started:
        yield started


@pytest.fixture
def table(tmp_path: Path, broker: Mosquitto) -> Iterator[PublishedTable]:
    """A table with a game, whose publisher has yet to begin: plays are not kept by a broker for who comes later."""
    with PublishedTable(tmp_path, broker.port) as made:
        made.begin()
        made.show()
        yield made


def test_the_broker_keeps_what_is_shown(broker: Mosquitto, table: PublishedTable) -> None:
    """Whoever comes later gets state, question, health and that the stadium is there, as the page has them."""
    with Listener(broker.port) as now:
        table.publisher.start()
        now.wait(lambda heard: heard.of("play"))
        table.play(Roll(values=(3, 4)))
        now.wait(lambda heard: len(heard.of("play")) == 2 and heard.of("state")[-1].content["number"] == 2)
    with Listener(broker.port) as later:
        later.wait(lambda heard: sum(each.retain for each in heard.heard) == 4)
        kept = {each.topic.rpartition("/")[2]: each for each in later.heard if each.retain}
    assert {"availability", "state", "question", "health"} == set(kept)
    assert b"online" == kept["availability"].payload
    assert state(table.live, language("en"))["outs"] == kept["state"].content["outs"]
    assert [None, {"status": "ok"}] == [kept["question"].content, kept["health"].content["devices"]["camera"]]


def test_the_condition_of_the_devices_is_sent_when_it_changes(broker: Mosquitto, table: PublishedTable) -> None:
    """A camera that is unplugged is told of, though nobody plays."""
    with Listener(broker.port) as listener:
        table.publisher.start()
        listener.wait(lambda heard: heard.of("health"))
        table.status = structs.replace(WELL, status="degraded", devices={"camera": Device("degraded", "gone")})
        table.show()
        listener.wait(lambda heard: heard.of("health")[-1].content["status"] == "degraded")
        assert "gone" == listener.of("health")[-1].content["devices"]["camera"]["said"]


def test_a_play_has_the_line_of_the_record(
    broker: Mosquitto, table: PublishedTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With what is said of it, celebrated while it is fresh; the state that was there at the start is not."""
    monkeypatch.setattr("firmware.mqtt.conversation.LATE_S", NEVER_S)
    with Listener(broker.port) as listener:
        table.publisher.start()
        listener.wait(lambda heard: heard.of("play"))
        table.play(Roll(values=(6, 6)))
        listener.wait(lambda heard: len(heard.of("play")) == 2 and heard.of("event"))
        first, second = (each.content for each in listener.of("play"))
        assert (True, False) == (first["late"], second["late"])
        assert [6, 6] == second["cause"]["values"]
        assert second["told"]
        assert "home-run" in {each["name"] for each in second["moments"]}
        assert "home_run" == listener.of("event")[0].content["event_type"]


def test_a_lost_stadium_is_offline(broker: Mosquitto, table: PublishedTable) -> None:
    """The broker says so, and that it is there again."""
    with Listener(broker.port) as listener:
        table.publisher.start()
        listener.wait(lambda heard: heard.of("availability"))
        table.publisher.close()
        listener.wait(lambda heard: heard.of("availability")[-1].payload == b"offline")


def test_what_is_played_without_a_broker_comes_later(
    broker: Mosquitto, table: PublishedTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two games, once and whole and in order, and not celebrated any more."""
    monkeypatch.setattr("firmware.mqtt.conversation.LATE_S", -1.0)
    with Listener(broker.port, name="club") as listener:
        table.publisher.start()
        listener.wait(lambda heard: heard.of("play"))
        broker.stop()
        assert table.wait_for_trouble() in {"broker.closed", "broker.lost"}
        for seed in (1, 2):
            table.play_out(seed)
        wanted = {game: table.record(game).splitlines() for game in (1, 2, 3)}
        broker.start()
        listener.wait(lambda heard: len(records(heard.of("play")).get(3, ())) == len(wanted[3]))
        assert wanted == records(listener.of("play"))
        assert table.troubles[-1] is None
        assert all(each.content["late"] and not each.content["moments"] for each in listener.of("play"))


def test_a_restart_sends_nothing_twice(tmp_path: Path, broker: Mosquitto, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the broker took stands on the disk: the next start sends what is new alone."""
    monkeypatch.setattr("firmware.mqtt.publisher.LINGER_S", GIVE_UP_S)  # until the broker has the last play
    with Listener(broker.port) as listener:
        with PublishedTable(tmp_path, broker.port) as table:
            table.begin()
            table.show()
            table.publisher.start()
            table.play(Roll(values=(3, 4)))
            listener.wait(lambda heard: len(heard.of("play")) == 2)
            listener.wait(lambda heard: heard.of("state")[-1].content["number"] == 2)
        with PublishedTable(tmp_path, broker.port) as table:
            table.show()
            table.publisher.start()
            table.play(Roll(values=(2, 4)))
            listener.wait(lambda heard: len(heard.of("play")) >= 3)
            assert [1, 2, 3] == [each.content["number"] for each in listener.of("play")]


def test_a_frozen_broker_gets_everything_when_it_thaws(broker: Mosquitto, table: PublishedTable) -> None:
    """It takes nothing for a whole game: what it keeps is then the newest, and of plays it lacks none."""
    with Listener(broker.port) as listener:
        table.publisher.start()
        listener.wait(lambda heard: heard.of("play"))
        broker.freeze()
        table.play_out()
        broker.thaw()
        wanted = table.record(2).splitlines()
        listener.wait(lambda heard: len(records(heard.of("play")).get(2, [])) == len(wanted))
        listener.wait(lambda heard: heard.of("state")[-1].content["over"])
        assert wanted == records(listener.of("play"))[2]
        assert len(listener.of("state")) < len(wanted)


def test_a_name_and_a_password(tmp_path: Path) -> None:
    """With the right one it is let in; with another it says which line to look at, and never what was tried."""
    users = tmp_path / "users"
    subprocess.run(["mosquitto_passwd", "-b", "-c", str(users), "ana", "right"], check=True, capture_output=True)
    users.chmod(0o600)
    with Mosquitto(tmp_path, "allow_anonymous false", f"password_file {users}") as guarded:
        with PublishedTable(tmp_path, guarded.port, user="ana") as table:
            password(table, "wrong-secret")
            table.begin()
            table.show()
            table.publisher.start()
            assert "broker.login" == table.wait_for_trouble()
            assert "wrong-secret" not in repr(table.troubles)
        login = {"username": "ana", "password": "right"}
        with PublishedTable(tmp_path, guarded.port, user="ana") as table, Listener(guarded.port, **login) as listener:
            password(table, "right\n")
            table.show()
            table.publisher.start()
            listener.wait(lambda heard: heard.of("play"))


def test_a_password_that_others_can_read_is_not_used(tmp_path: Path, broker: Mosquitto) -> None:
    """It says how to mend that; nothing is sent."""
    with PublishedTable(tmp_path, broker.port, user="ana") as table:
        password(table, "secret").chmod(0o644)
        table.begin()
        table.show()
        table.publisher.start()
        assert "broker.secret-open" == table.wait_for_trouble()


def test_a_credential_of_systemd_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that says so is none, and the file beside the games holds."""
    own, theirs = tmp_path / "own", tmp_path / "credentials"
    for folder in (own, theirs):
        folder.mkdir()
    (own / "password").write_text("own\n", encoding="utf-8")
    (own / "password").chmod(0o600)
    monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(theirs))
    assert "own" == BrokerSecrets(own).password()
    (theirs / "mqtt-password").write_text("theirs", encoding="utf-8")
    assert "theirs" == BrokerSecrets(own).password()
    (theirs / "mqtt-password").write_text("#none", encoding="utf-8")
    assert "own" == BrokerSecrets(own).password()


def password(table: PublishedTable, text: str) -> Path:
    """Have it lie beside the games, for our account alone."""
    table.place.folder.mkdir(exist_ok=True)
    file = table.place.folder / "password"
    file.write_text(text, encoding="utf-8")
    file.chmod(0o600)
    return file


def signed(folder: Path, name: str, *, by: str | None = None) -> None:
    """A certificate for that name, signed by another or by itself, and its key."""
    made = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
            "-keyout", f"{name}.key", "-out", f"{name}.pem", "-days", "2", "-subj", f"/CN={name}",
            "-addext", "subjectAltName=IP:127.0.0.1"]  # fmt: skip
    if by is not None:
        made += ["-CA", f"{by}.pem", "-CAkey", f"{by}.key"]
    subprocess.run(made, cwd=folder, check=True, capture_output=True)


@pytest.fixture
def encrypted(tmp_path: Path) -> Iterator[Mosquitto]:
    """A broker that shows a certificate, and wants one."""
    signed(tmp_path, "authority")
    signed(tmp_path, "broker", by="authority")
    files = (f"cafile {tmp_path}/authority.pem", f"certfile {tmp_path}/broker.pem", f"keyfile {tmp_path}/broker.key")
    options = (*files, "require_certificate true", "use_identity_as_username true")
    with Mosquitto(tmp_path, "allow_anonymous true", *options) as started:
        yield started


def secret(table: PublishedTable, name: str, source: Path, mode: int = 0o600) -> None:
    """Have a copy of that file lie beside the games, under that name."""
    table.place.folder.mkdir(exist_ok=True)
    (table.place.folder / name).write_bytes(source.read_bytes())
    (table.place.folder / name).chmod(mode)


def test_certificates(tmp_path: Path, encrypted: Mosquitto) -> None:
    """Both sides show one, and each is signed by whom the other trusts."""
    signed(tmp_path, "den", by="authority")
    with PublishedTable(tmp_path, encrypted.port, tls=True) as table:
        for name, source in (("authority", "authority.pem"), ("certificate", "den.pem"), ("key", "den.key")):
            secret(table, name, tmp_path / source)
        table.begin()
        table.show()
        table.publisher.start()
        table.wait_until_well()


def test_a_broker_of_another_authority_is_not_trusted(tmp_path: Path, encrypted: Mosquitto) -> None:
    """Nothing is said to it, not even the name of the user."""
    signed(tmp_path, "stranger")
    with PublishedTable(tmp_path, encrypted.port, tls=True) as table:
        secret(table, "authority", tmp_path / "stranger.pem")
        table.begin()
        table.show()
        table.publisher.start()
        assert "broker.untrusted" == table.wait_for_trouble()


def test_a_key_that_others_can_read_is_not_used(tmp_path: Path, encrypted: Mosquitto) -> None:
    """It says how to mend that."""
    signed(tmp_path, "den", by="authority")
    with PublishedTable(tmp_path, encrypted.port, tls=True) as table:
        secret(table, "certificate", tmp_path / "den.pem")
        secret(table, "key", tmp_path / "den.key", mode=0o640)
        table.begin()
        table.show()
        table.publisher.start()
        assert "broker.secret-open" == table.wait_for_trouble()


@pytest.mark.parametrize("name", ["authority", "certificate"])
def test_a_file_that_is_no_certificate_is_named(tmp_path: Path, name: str) -> None:
    """Not as a fault of the network."""
    (tmp_path / name).write_text("no certificate", encoding="utf-8")
    with pytest.raises(BrokerError, match="PEM"):
        BrokerSecrets(tmp_path).tls()
