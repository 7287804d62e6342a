"""Faults on demand: a plug that can be pulled, and a timetable for a demonstration.

Simulated devices fail as the real ones do, with a `DeviceError` out of the call that touches them; whoever supervises
them cannot tell the difference.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from firmware.errors import ConfigError, DeviceError
from firmware.text import shortened

Breakable = Literal["camera", "panel", "buttons"]
"""What a simulated stadium can lose."""
LASTS_S = 15.0
"""How long a planted fault lasts where nothing else is said."""
_FAULT = re.compile(r"(?P<part>[a-z]+)@(?P<start>\d+)(?:-(?P<end>\d+))?")


class Plug:
    """The plug of a simulated device.

    Args:
        name: what hangs on it, in the error's words.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self.pulled = False

    def check(self) -> None:
        """Do what needs the device to be plugged in.

        Raises:
            DeviceError: if it is not.
        """
        if self.pulled:
            raise DeviceError(f"the simulated {self._name} is unplugged; plug it in again")


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault to plant: which device, and from when to when in seconds after the start."""

    part: Breakable
    start_s: float
    end_s: float


def fault(text: str) -> Fault:
    """Read ``camera@30`` or ``camera@30-45``.

    Raises:
        ConfigError: if it is neither, or there is no such device.
    """
    found = _FAULT.fullmatch(text)
    part = next((part for part in get_args(Breakable) if found and found["part"] == part), None)
    if found is None or part is None:
        known = ", ".join(get_args(Breakable))
        raise ConfigError(
            f"--fault {shortened(text, 80)}: say which device and when, as camera@30 or camera@30-45; one of {known}"
        )
    start_s = float(found["start"])
    end_s = float(found["end"] or start_s + LASTS_S)
    if end_s <= start_s:
        raise ConfigError(f"--fault {shortened(text, 80)}: it must end after it begins, as camera@30-45")
    return Fault(part, start_s, end_s)


FaultTargets = Mapping[Breakable, tuple[Callable[[], None], Callable[[], None]]]
"""How to make each device fail, and how to mend it."""


def plant(fault: Fault, knobs: FaultTargets, later: Callable[[float, Callable[[], None]], object]) -> None:
    """Have a device fail, and come back, at its time; ``later`` calls a function after so many seconds."""
    fail, mend = knobs[fault.part]
    later(fault.start_s, fail)
    later(fault.end_s, mend)
