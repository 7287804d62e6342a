"""The whole scoreboard with a broker, and without one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from msgspec import structs
from support.broker import Listener, Mosquitto
from support.running import running

from firmware.config.schema import shipped
from firmware.setup.doctor.brokers import broker as check
from firmware.storage.kept_files import is_left_out
from scoreboard.language import ENGLISH

SAYS = """
import atexit, sys
def say():
    print("LOADED", *(name for name in sys.modules if name.split(".")[0] == "paho" or name.startswith("firmware.mqtt")))
    sys.stdout.flush()
atexit.register(say)
"""


def settings(folder: Path, port: int | None) -> Path:
    """Settings with a broker there, or without one."""
    file = folder / "stadium.toml"
    section = "" if port is None else f'[mqtt]\nbroker = "127.0.0.1"\nport = {port}\nbox = "den"\n'
    file.write_text(section, encoding="utf-8")
    return file


def test_a_box_without_a_broker_loads_nothing_of_it(tmp_path: Path) -> None:
    """Neither the library nor ours: it is as large and as quick as before."""
    with running(tmp_path, "--config", str(settings(tmp_path, None)), before=SAYS) as scoreboard:
        scoreboard.stop()
        assert "LOADED" == scoreboard.wait_for(re.compile("LOADED.*"))


def test_a_scoreboard_says_what_it_shows(tmp_path: Path) -> None:
    """From its start to its end: it is there, its game is known, and the broker says when it has gone."""
    with Mosquitto(tmp_path) as mosquitto, Listener(mosquitto.port) as listener:
        options = "--config", str(settings(tmp_path, mosquitto.port)), "--rules", "two-dice"
        with running(tmp_path, *options, before=SAYS) as scoreboard:
            listener.wait(lambda heard: heard.of("play") and heard.of("state"))
            assert "two-dice" == listener.of("play")[0].content["cause"]["rules"]
            assert {"status": "ok"} == listener.of("health")[-1].content["devices"]["broker"]
            scoreboard.stop()
            listener.wait(lambda heard: heard.of("availability")[-1].payload == b"offline")
            assert "paho.mqtt.client" in scoreboard.wait_for(re.compile("LOADED.*"))


def test_the_doctor_says_how_the_broker_is(tmp_path: Path) -> None:
    """Nothing to look at, no way to it, or all is well; and what to do."""
    with Mosquitto(tmp_path) as mosquitto:
        there = structs.replace(shipped().mqtt, broker="127.0.0.1", port=mosquitto.port)
        assert "green" == check(there, tmp_path / "games.sqlite").severity
    gone = check(there, tmp_path / "games.sqlite")
    assert ("amber", True) == (gone.severity, "port" in ENGLISH(gone.remedy))
    assert "skipped" == check(shipped().mqtt, tmp_path / "games.sqlite").severity


@pytest.mark.parametrize("name", ["password", "key", "127.0.0.1-1883.json", "box"])
def test_no_backup_has_a_secret(name: str) -> None:
    """Nor what makes this box the one that it is to a broker."""
    assert is_left_out(f"games.mqtt/{name}")
