"""The description of what is sent and taken (AsyncAPI 3), made of the topics and of the types of the messages.

Rule kept here: no message is described by hand. The shapes of JSON are those that msgspec knows of the very types, and
where the page's interface has one, it is that. ``python -m firmware.mqtt.asyncapi`` writes docs/asyncapi.json.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from firmware.mqtt.commands import CommandAnswer
from firmware.mqtt.house_post import AWAY
from firmware.mqtt.topics import CommandName, Topics
from firmware.play.inputs.house_meeting import PICTURE
from scoreboard.away.sealed_letter import Sealed
from scoreboard.rules.events import AnyLine, Setup
from scoreboard.web.http.openapi import Document, portable
from scoreboard.web.owner.setting_routes import SettingChanges
from scoreboard.web.play.play_routes import AnswerRequest
from scoreboard.web.state.answer_types import ApplianceStatus, StateOfPlay
from scoreboard.web.state.live import OpenQuestion
from scoreboard.web.watch.published import HouseEvent, PublishedPlay

FILE: Final = Path(__file__).parents[2] / "docs/asyncapi.json"
TEMPLATE: Final = "#/components/schemas/{name}"
NAMED: Final = Topics("{base}", "{box}")
PARAMETERS: Final = {
    "base": {"description": "What topics begin with: `base` under [mqtt].", "default": "stadium"},
    "box": {"description": "What they call this stadium: `box` under [mqtt], or an id of its own."},
    "code": {"description": "Of the invitation to a game between two houses."},
    "role": {"description": "Of the house in it.", "enum": ["host", "guest"]},
}


class ChannelRow(NamedTuple):
    """A topic.

    Attributes:
        name: of the channel.
        address: the topic.
        kind: of its messages; a plain string is told by ``words``.
        about: what it is for.
        retain: whether the broker keeps the last message.
        takes: whether the stadium hears it; else it sends it.
        words: the values of a message that is no JSON.
    """

    name: str
    address: str
    kind: Any
    about: str
    retain: bool = False
    takes: bool = False
    words: tuple[str, ...] = ()


TAKEN: Final[tuple[tuple[CommandName, Any, str], ...]] = (
    ("line", AnyLine, "A line of the record, as POST /api/lines takes one: no `game`, no `expect`."),
    ("answer", AnswerRequest, "The answer to the open question, as POST /api/answer takes it."),
    ("game", Setup, "The line that begins a game, as POST /api/games takes it."),
    ("settings", SettingChanges, "Settings to change, as PUT /api/settings takes them."),
)
"""The commands: name, type, and what each is."""
ROWS: Final = (
    ChannelRow(
        "availability", NAMED.availability, str,
        "Whether the stadium is there; the broker says that it is not where the connection is lost.",
        retain=True, words=("online", "offline"),
    ),
    ChannelRow("state", NAMED.state, StateOfPlay, "What is shown: the answer of GET /api/state.", retain=True),
    ChannelRow(
        "question", NAMED.question, OpenQuestion | None, "The throw that is asked about, or null.", retain=True
    ),
    ChannelRow(
        "health", NAMED.health, ApplianceStatus, "The condition of the devices: the answer of GET /health.", retain=True
    ),
    ChannelRow(
        "play", NAMED.play, PublishedPlay,
        "Every line of every game, in order, once it is on the disk; what was played without a network comes later. "
        "A line may come twice, with the same key.",
    ),
    *(
        ChannelRow(f"command-{name}", NAMED.command(name), kind, about, takes=True)
        for name, kind, about in TAKEN
    ),
    ChannelRow("answers", NAMED.answers, CommandAnswer, "What came of a command, with its correlation data."),
    ChannelRow(
        "house", f"{NAMED.base}/{AWAY}/{{code}}/{{role}}", Sealed,
        "How a house stands that plays a game with another one: each hears the other's.", retain=True,
    ),
    ChannelRow(
        "house-picture", f"{NAMED.base}/{AWAY}/{{code}}/{{role}}{PICTURE}", Sealed,
        "The throw that both are asked about, as the house has seen it, while they are.", retain=True,
    ),
    ChannelRow("event", NAMED.event, HouseEvent, "What lights and speakers of a house celebrate, when it happens."),
)  # fmt: skip


def document(rows: tuple[ChannelRow, ...] = ROWS) -> Document:
    """The description of these topics."""
    schemas, components = msgspec.json.schema_components([row.kind for row in rows], ref_template=TEMPLATE)
    schemas, components = _as_asyncapi(portable(schemas)), _as_asyncapi(portable(components))
    shapes = dict(zip((row.name for row in rows), schemas, strict=True))
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Stadium Scoreboard at an MQTT broker",
            "version": "1",
            "description": "A box speaks MQTT 5. docs/mqtt.md says how it is set up, and who may send commands.",
            "license": {"name": "Apache-2.0"},
        },
        "defaultContentType": "application/json",
        "channels": {row.name: _channel(row) for row in rows},
        "operations": {f"{'take' if row.takes else 'send'}-{row.name}": _operation(row) for row in rows},
        "components": {
            "messages": {row.name: _message(row, shapes[row.name]) for row in rows},
            "schemas": components,
            "parameters": PARAMETERS,
        },
    }


def _channel(row: ChannelRow) -> Document:
    return {
        "address": row.address,
        "description": row.about,
        "messages": {row.name: {"$ref": f"#/components/messages/{row.name}"}},
        "parameters": {
            name: {"$ref": f"#/components/parameters/{name}"} for name in PARAMETERS if f"{{{name}}}" in row.address
        },
    }


def _operation(row: ChannelRow) -> Document:
    return {
        "action": "receive" if row.takes else "send",
        "channel": {"$ref": f"#/channels/{row.name}"},
        "summary": row.about,
        "messages": [{"$ref": f"#/channels/{row.name}/messages/{row.name}"}],
        "bindings": {"mqtt": {"qos": 0 if row.takes else 1, "retain": row.retain, "bindingVersion": "0.2.0"}},
    }


def _message(row: ChannelRow, shape: Document) -> Document:
    if row.words:
        return {"name": row.name, "contentType": "text/plain", "payload": {"type": "string", "enum": list(row.words)}}
    return {"name": row.name, "payload": shape}


def _as_asyncapi(described: Any) -> Any:  # noqa: ANN401 - JSON
    """The same JSON with discriminators as AsyncAPI has them: a name, where OpenAPI has a mapping besides."""
    if isinstance(described, dict):
        return {
            key: value["propertyName"] if key == "discriminator" and isinstance(value, dict) else _as_asyncapi(value)
            for key, value in described.items()
        }
    return [_as_asyncapi(each) for each in described] if isinstance(described, list | tuple) else described


def written() -> bytes:
    """The file."""
    return msgspec.json.format(msgspec.json.encode(document()), indent=1) + b"\n"


if __name__ == "__main__":
    FILE.write_bytes(written())
