"""Which devices are lost, and why; and which parts of the appliance still move.

Rules kept here: a device that fails takes nothing else with it. Its supervisor reports here, from the device's own
thread; panel, terminal, web page and log learn of it from here, once when it is lost and once when it is back. And
silence of one part is silence of all: a timer that merely runs would go on while the camera's thread hangs in its
driver, so every part reports its own heartbeat, a supervisor also while it waits for a lost device.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from threading import Lock
from types import MappingProxyType
from typing import Literal

from firmware.notice import Notice
from scoreboard.face_guard import Face
from scoreboard.message import Message, Words, message

Part = Literal["camera", "buttons", "panel", "sound", "card", "broker", "pixels"]


def absent(sentence: Words, panel: Words) -> Notice:
    """The trouble of a device that does not work at all: one line that says what to do, and words for the panel."""
    return Notice(sentence, panel, "red")


def impaired(sentence: Words, panel: Words) -> Notice:
    """The trouble of a device most of which works, as with one stuck button."""
    return Notice(sentence, panel, "amber")


def lost(part: Part, why: Words) -> Notice:
    """The trouble of a part that is gone."""
    # one of: lost.broker, lost.buttons, lost.camera, lost.panel, lost.sound
    return absent(why, Message(f"lost.{part}"))


def is_absent(trouble: Notice) -> bool:
    """Whether the device does not work at all."""
    return trouble.severity == "red"


@dataclass(frozen=True, slots=True)
class DeviceChange:
    """A device was lost, fails otherwise than before, or (``trouble`` is None) is back.

    Attributes:
        part: which device.
        trouble: what is wrong with it.
        has_stand_in: whether another device does its work meanwhile.
    """

    part: Part
    trouble: Notice | None
    has_stand_in: bool = False

    @property
    def message(self) -> Notice:
        """The change in words for the players."""
        if self.trouble is None:
            # one of: back.broker, back.buttons, back.camera, back.card, back.panel, back.pixels
            # one of: back.sound
            back = Message(f"back.{self.part}")
            return Notice(back, back)
        words = message("device.trouble", trouble=self.trouble.sentence)
        # one of: instead.buttons, instead.camera
        return replace(self.trouble, sentence=(words, Message(f"instead.{self.part}")) if self.has_stand_in else words)


STAND_IN: Mapping[Part, Part] = {"camera": "buttons", "buttons": "camera"}
"""Which device does the work of another."""

HealthReporter = Callable[[Notice | None], None]
"""Reports how one device is now: its trouble, or None when it works."""


class Health:
    """The state of every device that the configuration names."""

    def __init__(self, parts: Iterable[Part] = ()) -> None:
        self._lock = Lock()
        self._troubles: dict[Part, Notice | None] = dict.fromkeys(parts)
        self._listeners: list[Callable[[DeviceChange], None]] = []
        self._listening = Face("listener of the devices")

    @property
    def devices(self) -> Mapping[Part, Notice | None]:
        """Every device that the configuration names, with its trouble if it has one."""
        with self._lock:
            return MappingProxyType(dict(self._troubles))

    @property
    def troubles(self) -> Mapping[Part, Notice]:
        """The devices that are in trouble."""
        return {part: trouble for part, trouble in self.devices.items() if trouble is not None}

    def lacks(self, part: Part) -> bool:
        """Whether that device is absent now."""
        trouble = self.devices.get(part)
        return trouble is not None and is_absent(trouble)

    def reporter(self, part: Part) -> HealthReporter:
        """What the supervisor of one device reports to."""
        with self._lock:
            self._troubles.setdefault(part, None)
        return partial(self._report, part)

    def listen(self, listener: Callable[[DeviceChange], None]) -> None:
        """Call ``listener`` for each trouble there is and for each later change, from whatever thread it comes."""
        with self._lock:
            self._listeners.append(listener)
            known = [self._change(part) for part, trouble in self._troubles.items() if trouble is not None]
        for change in known:
            self._tell(listener, change)

    def _report(self, part: Part, trouble: Notice | None) -> None:
        with self._lock:
            if self._troubles[part] == trouble:
                return
            self._troubles[part] = trouble
            listeners, change = tuple(self._listeners), self._change(part)
        for listener in listeners:
            self._tell(listener, change)

    def _tell(self, listener: Callable[[DeviceChange], None], change: DeviceChange) -> None:
        """Who listens and fails takes neither the device's thread nor another listener with it."""
        with self._listening:
            listener(change)

    def _change(self, part: Part) -> DeviceChange:
        trouble = self._troubles[part]
        other = STAND_IN.get(part, part)
        works = other in self._troubles and self._troubles[other] is None
        return DeviceChange(part, trouble, has_stand_in=trouble is not None and is_absent(trouble) and works)


class Heartbeat:
    """Which parts have moved since the last check; safe from any thread."""

    def __init__(self) -> None:
        self._parts, self._awaited = set[str](), set[str]()

    def register(self, part: str) -> Callable[[], None]:
        """Wait for this part from now on; returns what it calls whenever it has moved."""
        self._parts.add(part)
        self._awaited.add(part)
        return partial(self.beat, part)

    def beat(self, part: str) -> None:
        """That part has moved."""
        self._awaited.discard(part)

    def all_alive(self) -> bool:
        """Whether every part has moved since this last returned true; then all are awaited again."""
        if self._awaited:
            return False
        self._awaited.update(self._parts)
        return True
