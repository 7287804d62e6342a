"""What may be asked of a simulated stadium on the command line: how fast it plays, and what goes wrong and when.

Rule kept here: nothing is imported that `--help` would have to wait for.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping
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

SceneFault = Literal[
    "marker", "markers", "dark", "bright", "glare", "flicker", "uneven", "knocked", "aslant", "blurred", "high",
    "shrunk", "curled", "color",
]  # fmt: skip
"""What may be wrong with a stadium before a game (`stadium calibrate --fault`)."""
BuildFault = Literal[
    "turned-panel", "dark-panel", "stuck-button", "dead-button", "swapped-buttons", "bouncing-button", "silent",
    "weak-supply", "small-supply",
]  # fmt: skip
"""What else may be wrong with one that was just built (`stadium check-build --fault`)."""
Breakable = Literal["camera", "panel", "buttons", "sound", "pixels"]
"""What may fail in the middle of one (`stadium run --fault`)."""
Untidiness = Literal[
    "early", "late", "short", "wrong-helmet", "two-at-once", "again", "sleeve", "knocked", "spare", "fingers", "child",
    "beside", "fallen", "mixed",
]  # fmt: skip
"""How untidily hands may move the pieces: a helmet before its die is thrown; a piece only with the next throw; a step
short; another helmet than meant; a second one at the same time; taken up again; others brushed by a sleeve; the board
knocked; a spare helmet set beside the path; fingers over three places for half a minute; a child who plays with
helmets; the Ball left beside its place; a helmet fallen over; helmets in one another's seats."""
Light = Literal["usual", "evening", "lamp"]
"""As in the set-up; dimmer, with a patch of sun now and then; or dim, with reflections and a lamp that flickers."""


@dataclass(frozen=True, slots=True)
class Handling:
    """How people move their pieces.

    Attributes:
        untidy: what they do now and then.
        share: of all plays in which they do one of those.
        off_mm: how far from a place's middle they leave a piece at most.
        light: in which they play.
    """

    untidy: tuple[Untidiness, ...] = ()
    share: float = 0.0
    off_mm: float = 2.0
    light: Light = "usual"


TIDY = Handling()
"""As the demonstration plays."""
GRADES: Mapping[str, Handling] = {
    "usual": Handling(("early", "two-at-once", "again", "sleeve", "mixed", "short", "knocked"), 0.05, 3.0),
    "loose": Handling(get_args(Untidiness), 0.15, 5.0, "evening"),
    "hard": Handling(get_args(Untidiness), 0.4, 6.0, "lamp"),
}
"""Hands and light as `make lab-board` tries them (`stadium run --untidy`)."""
UNTIDY_SHARE = 0.3
"""Of plays, where untidinesses are named one by one."""
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


def hands(text: str | None) -> Handling:
    """Read a grade, or names with commas between them; tidy hands for nothing.

    Raises:
        ConfigError: there is no such untidiness.
    """
    if text is None:
        return TIDY
    if text in GRADES:
        return GRADES[text]
    names = text.split(",")
    known = {name: name for name in get_args(Untidiness)}
    if (unknown := next((name for name in names if name not in known), None)) is not None:
        listed = ", ".join((*GRADES, *known))
        raise ConfigError(f"--untidy {shortened(unknown, 80)}: there is nothing of that name; it is one of {listed}")
    return Handling(tuple(known[name] for name in names), UNTIDY_SHARE)
