"""What may be asked of a simulated stadium on the command line: how fast it plays, and what goes wrong and when.

Rule kept here: nothing is imported that `--help` would have to wait for.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, get_args

from firmware.errors import ConfigError
from firmware.text import shortened

FRAMES_A_SECOND = 15
"""Of the simulated camera."""
READING_S: dict[str, float] = {"1": 1.0, "4": 0.5, "max": 0.0}
"""How long a simulated coach leaves a question on the panel, for each --speed, in seconds."""
ANSWERING_S: dict[str, float] = {"1": 8.0, "4": 2.0, "max": 0.0}
"""How long simulated players look at a die that was not read for sure, likewise: whoever watches may answer first."""
PACES: dict[str, Callable[[float], None]] = {
    "1": time.sleep,
    "4": lambda seconds: time.sleep(seconds / 4),
    "max": lambda _: None,
}
"""What passes between two frames of the simulated camera, for each --speed."""

SceneFault = Literal["marker", "markers", "dark", "bright", "glare", "flicker", "uneven", "knocked", "aslant", "color"]
"""What may be wrong with a stadium before a game (`stadium calibrate --fault`)."""
Breakable = Literal["camera", "panel", "buttons", "sound"]
"""What may fail in the middle of one (`stadium run --fault`)."""
LASTS_S = 15.0
"""How long a device fails where nothing else is said."""
_FAULT = re.compile(r"(?P<part>[a-z]+)@(?P<start>\d+)(?:-(?P<end>\d+))?")


@dataclass(frozen=True, slots=True)
class DeviceFault:
    """A device that fails, from when to when in seconds after the start."""

    part: Breakable
    start_s: float
    end_s: float


def device_fault(text: str) -> DeviceFault:
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
    return DeviceFault(part, start_s, end_s)
