"""Home Assistant finds a stadium by itself: one message says what there is, and says it again when it has restarted."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from support.broker import BOX, WELL, Listener, Mosquitto, PublishedTable

from firmware.mqtt.conversation import Conversation, House, WhatIsShown
from firmware.mqtt.home_assistant import HouseDevice, discovery
from firmware.mqtt.link import Letter, Received
from firmware.mqtt.outbox import Outbox
from firmware.mqtt.topics import CommandName, Topics
from scoreboard.journal.store import Journal
from scoreboard.language import language
from scoreboard.web.watch.published import EVENTS

TOPICS = Topics("stadium", BOX)
CONFIG = "homeassistant/device/stadium_den/config"
PLATFORMS = {
    "sensor": {"name", "uniq_id", "stat_t", "val_tpl", "ic", "stat_cla"},
    "binary_sensor": {
        "name",
        "uniq_id",
        "stat_t",
        "val_tpl",
        "ic",
        "dev_cla",
        "ent_cat",
        "json_attr_t",
        "json_attr_tpl",
    },
    "event": {"name", "uniq_id", "stat_t", "event_types", "ic"},
    "button": {"name", "uniq_id", "cmd_t", "pl_prs"},
    "number": {"name", "uniq_id", "cmd_t", "cmd_tpl", "min", "max", "ent_cat"},
}
"""The keys that Home Assistant documents of each platform, by their published abbreviations, as far as we use them."""


def described(*allowed: CommandName) -> Mapping[str, Any]:
    """What a house is told of a stadium where those commands are allowed."""
    return discovery(HouseDevice(TOPICS, "1.2.3", "http://192.168.1.9", allowed), language("en"))


@pytest.mark.parametrize("allowed", [(), ("line",), ("line", "settings")])
def test_every_key_is_one_that_home_assistant_has(allowed: tuple[CommandName, ...]) -> None:
    """Of the device, of the origin and of each component."""
    device = described(*allowed)
    assert {"dev", "o", "avty_t", "qos", "cmps"} == device.keys()
    assert {"ids", "name", "mf", "mdl", "sw", "cu"} == device["dev"].keys()
    for component in device["cmps"].values():
        assert component.keys() - {"p"} <= PLATFORMS[component["p"]]


def test_what_is_not_allowed_is_taken_away() -> None:
    """A button is there only where it does something; one that was there before goes with its platform alone."""
    assert {"p": "button"} == described()["cmps"]["undo"]
    assert {"p": "number"} == described("line")["cmps"]["brightness"]
    assert TOPICS.command("line") == described("line")["cmps"]["undo"]["cmd_t"]
    assert TOPICS.command("settings") == described("line", "settings")["cmps"]["volume"]["cmd_t"]


def test_no_entity_is_known_by_a_name() -> None:
    """In another language it is called otherwise, and is the same."""
    there = HouseDevice(TOPICS, "1.2.3", None, ("line", "settings"))
    english, spanish = (discovery(there, language(code))["cmps"] for code in ("en", "es"))
    ids = [each["uniq_id"] for each in english.values()]
    assert ids == [each["uniq_id"] for each in spanish.values()]
    assert len(ids) == len(set(ids))
    assert english["score"]["name"] != spanish["score"]["name"]


def test_every_event_is_announced() -> None:
    """A house refuses an event of a kind that it was not told of."""
    assert set(EVENTS.values()) == set(described()["cmps"]["event"]["event_types"])


def test_description_is_sent_before_the_state(tmp_path: Path) -> None:
    """The broker keeps it, and has it before the first state."""
    with Mosquitto(tmp_path) as broker, PublishedTable(tmp_path, broker.port, discovery="homeassistant") as table:
        with Listener(broker.port) as listener:
            table.begin()
            table.show()
            table.publisher.start()
            listener.wait(lambda heard: heard.of("state"))
            assert CONFIG == listener.heard[0].topic
        with Listener(broker.port) as later:
            later.wait(lambda heard: heard.of("state") and CONFIG in {each.topic for each in heard.heard})
            assert next(each for each in later.heard if each.topic == CONFIG).retain


class NotingLink:
    """Notes what is sent, and takes it."""

    window = 20

    def __init__(self) -> None:
        self.sent = list[Letter]()

    def send(self, letter: Letter, correlation: bytes = b"") -> int:
        """Note it."""
        assert not correlation
        self.sent.append(letter)
        return len(self.sent)


def test_description_is_sent_again_after_a_restart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some seconds after Home Assistant says that it listens, and the states some time after that."""
    now = 100.0
    monkeypatch.setattr("firmware.mqtt.conversation.time.monotonic", lambda: now)
    with PublishedTable(tmp_path, 1) as table:
        table.begin()
        link, outbox = NotingLink(), Outbox(tmp_path / "taken.json", partial(Journal.open_readonly, table.journal))
        house = House(CONFIG, "homeassistant/status", HouseDevice(TOPICS, "1", None, ()))
        talk = Conversation(link, TOPICS, outbox, lambda: language("en"), house=house)
        assert ["homeassistant/status"] == talk.heard

        def sent(at: float) -> list[str]:
            link.sent.clear()
            talk.go_on(WhatIsShown(table.live, WELL, {}), at)
            for number in range(1, len(link.sent) + 1):
                talk.acknowledged(number)
            return [each.topic.rpartition("/")[2] for each in link.sent]

        kept = ["availability", "health", "question", "state"]
        assert ["config", *kept, "play"] == sent(now)
        assert [] == sent(now + 1)
        for payload in (b"offline", b"online"):
            talk.received(Received("homeassistant/status", payload, retain=False, correlation=b"", properties={}))
        assert [] == sent(now)
        assert ["config"] == sent(now + 3)
        assert [] == sent(now + 3.5)
        assert ["config", *kept] == sent(now + 4)
        assert [] == sent(now + 60)
