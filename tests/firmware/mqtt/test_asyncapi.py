"""What is sent is as docs/asyncapi.json says, and that file is what the types say."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from jsonschema import Draft202012Validator, ValidationError
from jsonschema.validators import extend
from msgspec import structs
from support.broker import BOX, WELL, PublishedTable
from support.games import drawn_game, setup

from firmware.mqtt.asyncapi import FILE, ROWS, document, written
from firmware.mqtt.conversation import Conversation, WhatIsShown
from firmware.mqtt.link import Letter
from firmware.mqtt.outbox import Outbox
from firmware.mqtt.topics import Topics
from scoreboard.journal.store import Journal
from scoreboard.language import language
from scoreboard.rules import Refused
from scoreboard.web.state.view import Device

Validator = extend(Draft202012Validator, {"pattern": lambda *_: ()})
"""Without patterns, which are ECMAScript's there, and Python's where the messages are checked before they are sent."""


class QuickLink:
    """Takes every letter at once."""

    window = 1

    def __init__(self) -> None:
        self.sent = list[Letter]()

    def send(self, letter: Letter, correlation: bytes = b"") -> int:
        """Note it."""
        assert not correlation
        self.sent.append(letter)
        return len(self.sent)


def sent_of(folder: Path, rules: str) -> list[Letter]:
    """What is sent of a game of that kind."""
    with PublishedTable(folder, 1) as table:
        table.begin(rules)
        link, outbox = QuickLink(), Outbox(folder / "taken.json", partial(Journal.open_readonly, table.journal))
        conversation = Conversation(link, Topics("stadium", BOX), outbox, lambda: language("es"))
        ill = structs.replace(WELL, status="degraded", devices={"camera": Device("degraded", "gone")})
        for line in drawn_game(setup(rules, 1), Random(3)):  # noqa: S311 - a game is drawn, no secret
            try:
                table.session.submit(line)
            except Refused:
                continue
            before = -1
            while before < len(link.sent):
                before = len(link.sent)
                shown = WhatIsShown(table.live, ill, {(1, table.session.history.number): 0.0})
                conversation.go_on(shown, 0.0)
                conversation.acknowledged(len(link.sent))
        return link.sent


def check(letter: Letter, described: Any) -> None:  # noqa: ANN401 - JSON
    """Raise unless the message is as it is described."""
    name = letter.topic.removeprefix(f"stadium/{BOX}/").replace("/", "-")
    payload = letter.payload.decode()
    content = payload if "contentType" in described["components"]["messages"][name] else json.loads(payload)
    Validator({**described, "$ref": f"#/components/messages/{name}/payload"}).validate(content)
    retain = described["operations"][f"send-{name}"]["bindings"]["mqtt"]["retain"]
    assert retain == letter.retain


@pytest.mark.parametrize("rules", ["diamante-major", "rallybird", "four-dice", "one-die"])
def test_messages_are_as_they_are_described(tmp_path: Path, rules: str) -> None:
    """Every message of a game of each family; and a key more or less is noticed."""
    sent, described = sent_of(tmp_path, rules), document()
    for letter in sent:
        check(letter, described)
    kinds = {letter.topic.rpartition("/")[2] for letter in sent}
    assert {"availability", "state", "question", "health", "play"} <= kinds
    play = next(letter for letter in sent if letter.topic.endswith("/play"))
    less = {key: value for key, value in json.loads(play.payload).items() if key != "key"}
    with pytest.raises(ValidationError, match="key"):
        check(play._replace(payload=json.dumps(less).encode()), described)


def test_the_file_is_what_the_types_say() -> None:
    """`python -m firmware.mqtt.asyncapi` writes it."""
    assert written() == FILE.read_bytes()


def test_every_topic_is_described() -> None:
    """None is sent or taken that the file does not have."""
    named = Topics("{base}", "{box}")
    sent = {getattr(named, name) for name, kind in vars(Topics).items() if isinstance(kind, property)}
    houses = {"{base}/away/{code}/{role}", "{base}/away/{code}/{role}/picture"}
    assert sent | houses == {row.address for row in ROWS if not row.takes}
