"""How Home Assistant learns of a stadium: one message that describes the device and all that it has.

It is MQTT discovery for devices (https://www.home-assistant.io/integrations/mqtt/#device-discovery-payload), kept by
the broker. Rules kept here: what an entity is known by is the id of the box and never a name, so that a stadium that is
renamed keeps its entities; and a button is there only where the owner allows what it does, else it is taken away.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from firmware.mqtt.topics import CommandName, Topics
from scoreboard.language import Language
from scoreboard.message import Message, message
from scoreboard.web.watch.published import EVENTS

Component = Mapping[str, Any]
LONGEST: Final = 255
"""Letters of a state in Home Assistant."""
BUTTONS: Final = ("ball", "strike", "out", "run", "homerun", "batter", "next", "ok", "undo")
NUMBERS: Final = {"panel.brightness": (0, 255), "sound.volume": (0, 10)}
"""Settings that can be turned, with their bounds."""


class HouseDevice(NamedTuple):
    """A stadium, as a house sees it.

    Attributes:
        topics: its own.
        version: of the program.
        page: the address of its page; None where it has none.
        allowed: the commands that may be sent to it.
    """

    topics: Topics
    version: str
    page: str | None
    allowed: tuple[CommandName, ...]

    @property
    def id(self) -> str:
        """What it is known by, whatever it is called."""
        return f"stadium_{self.topics.box}"


def discovery(device: HouseDevice, language: Language) -> dict[str, Any]:
    """The message, with names in that language."""
    about = {
        "ids": [device.id],
        "name": language.say(message("house.device")),
        "mf": "Stadium Scoreboard",
        "mdl": "Stadium Scoreboard",
        "sw": device.version,
    }
    if device.page is not None:
        about["cu"] = device.page
    return {
        "dev": about,
        "o": {"name": "stadium-scoreboard", "sw": device.version},
        "avty_t": device.topics.availability,
        "qos": 1,
        "cmps": {key: _named(device, key, each, language) for key, each in _components(device)},
    }


def _named(device: HouseDevice, key: str, component: Component, language: Language) -> Component:
    """The component with its name and its id; one that has only its platform is taken away, and needs none."""
    if len(component) == 1:
        return component
    # one of: house.away, house.balls, house.brightness, house.due, house.event, house.health, house.home, house.inning
    # one of: house.last, house.outs, house.phase, house.playing, house.question, house.score, house.strikes
    # one of: house.volume, house.ball, house.batter, house.homerun, house.next, house.ok, house.out, house.run
    # one of: house.strike, house.undo
    return {"name": language.say(Message(f"house.{key}")), "uniq_id": f"{device.id}_{key}", **component}


def _components(device: HouseDevice) -> Iterator[tuple[str, Component]]:
    topics = device.topics
    names = "{% set n = value_json.names | default({}) %}"
    away, home = (f"{{{{ n.{side} | default(value_json.setup.{side}.name) }}}}" for side in ("away", "home"))
    score = f"{names}{away} {{{{ value_json.away }}}} - {{{{ value_json.home }}}} {home}"
    yield "score", _sensor(topics.state, score, "mdi:scoreboard")
    for key, icon in (("away", "mdi:airplane-landing"), ("home", "mdi:home"), ("inning", "mdi:numeric")):
        yield key, {**_sensor(topics.state, f"{{{{ value_json.{key} }}}}", icon), "stat_cla": "measurement"}
    for key in ("balls", "strikes", "outs"):
        yield key, _sensor(topics.state, f"{{{{ value_json.{key} }}}}", "mdi:baseball")
    yield "phase", _sensor(topics.state, "{{ value_json.phase }}", "mdi:state-machine")
    yield "due", _sensor(topics.state, f"{{{{ value_json.said[:{LONGEST}] }}}}", "mdi:dice-multiple")
    yield "last", _sensor(topics.play, f"{{{{ value_json.told[:{LONGEST}] }}}}", "mdi:bullhorn")
    yield "playing", _binary(topics.state, "not value_json.over", {"dev_cla": "running"})
    asked = {"json_attr_t": topics.question, "json_attr_tpl": "{{ (value_json or {}) | tojson }}"}
    yield "question", _binary(topics.question, "value_json", {"ic": "mdi:help-circle", **asked})
    devices = {"json_attr_t": topics.health, "json_attr_tpl": "{{ value_json.devices | tojson }}"}
    problem = {"dev_cla": "problem", "ent_cat": "diagnostic", **devices}
    yield "health", _binary(topics.health, "value_json.status != 'ok'", problem)
    kinds = list(dict.fromkeys(EVENTS.values()))
    yield "event", {"p": "event", "stat_t": topics.event, "event_types": kinds, "ic": "mdi:party-popper"}
    for button in BUTTONS:
        press = f'{{"type":"press","button":"{button}"}}'
        pressed = {"p": "button", "cmd_t": topics.command("line"), "pl_prs": press}
        yield button, pressed if "line" in device.allowed else {"p": "button"}
    for setting, (least, most) in NUMBERS.items():
        turned = {
            "p": "number",
            "cmd_t": topics.command("settings"),
            "cmd_tpl": f'{{"{setting}":{{{{ value | int }}}}}}',
            "min": least,
            "max": most,
            "ent_cat": "config",
        }
        yield setting.partition(".")[2], turned if "settings" in device.allowed else {"p": "number"}


def _sensor(topic: str, template: str, icon: str) -> Component:
    return {"p": "sensor", "stat_t": topic, "val_tpl": template, "ic": icon}


def _binary(topic: str, condition: str, more: Component) -> Component:
    return {"p": "binary_sensor", "stat_t": topic, "val_tpl": f"{{{{ 'ON' if {condition} else 'OFF' }}}}", **more}
