"""What every check of a build has in common, what they look at, and the list of them.

A check asks a person at the stadium to do something, or to say what is to be seen, until it has its findings. Rule kept
here: a check opens no device and knows no clock; it is told what time it is, what was pressed and what the camera sees.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final, Literal, NamedTuple

from firmware.config.schema import Config
from firmware.devices.protocols import Frame, Gesture
from firmware.notice import Notice
from firmware.setup.calibration.steps import Plan
from firmware.setup.doctor.machine import Machine
from scoreboard.message import Words

if TYPE_CHECKING:
    from PIL import Image

Answer = Literal["ok", "next", "undo"]
"""What may be answered: by a button of the box, by a key, or by a phone."""
CHECKS: Final[list[type[BuildCheck]]] = []
"""All of them, in the order in which they are made."""


@dataclass(frozen=True)
class BuildBench:
    """What there is of a stadium.

    Attributes:
        config: the configuration in force.
        machine: the computer.
        has_panel: whether there is a panel that can be lit.
        down: which buttons are down now; None where there are no buttons on pins.
        play: plays two notes, or raises `DeviceError`; None where there is no sound.
        plan: what the camera is looked at for; None where there is no camera.
    """

    config: Config
    machine: Machine
    has_panel: bool = False
    down: Callable[[], frozenset[str]] | None = None
    play: Callable[[], None] | None = None
    plan: Plan | None = None


class Offered(NamedTuple):
    """An answer that may be given now, and what it says."""

    answer: Answer
    words: Words


class BuildCheck(ABC):
    """One of the checks.

    Attributes:
        findings: what it has come to; None until it is done.
        guides: where the guides tell what to do, by what the findings are about.
    """

    guides: ClassVar[Mapping[str, str]]

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        CHECKS.append(cls)

    def __init__(self, bench: BuildBench) -> None:
        self.bench = bench
        self.findings: tuple[Notice, ...] | None = None

    @property
    @abstractmethod
    def words(self) -> Words:
        """What is asked now."""

    @property
    def offered(self) -> tuple[Offered, ...]:
        """How that may be answered."""
        return ()

    @abstractmethod
    def advance(self, now: float) -> None:
        """So late it is, in seconds that never go back; called often, and first of all."""

    def press(self, gesture: Gesture, now: float) -> None:
        """A button of the box was pressed, or held."""
        if gesture in ("ok", "next", "undo"):
            self.answer(gesture, now)

    def answer(self, given: Answer, now: float) -> None:  # noqa: B027 - the supply asks nobody
        """It was answered so."""

    def see(self, frame: Frame, still: Callable[[], Frame]) -> None:  # noqa: B027 - most look at nothing
        """The camera shows something; called on its thread."""

    def picture(self, size: tuple[int, int], tick: int) -> Image.Image | None:  # noqa: ARG002 - most show their words
        """What the panel shows instead of what is asked; None for that. ``tick`` counts half seconds."""
        return None
