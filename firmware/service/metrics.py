"""The appliance's metrics, for a collector.

Rule kept here: nothing waits for it, and it keeps no picture, for the memory of one is needed for the next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib.metadata import version
from typing import get_args

from firmware.devices.health import Health
from firmware.devices.protocols import Frame
from firmware.play.state.shown import Shown
from firmware.play.table.dice_witness import Outcome
from firmware.service import pi_status
from scoreboard.message import Words
from scoreboard.rules.state import Game
from scoreboard.web.state.metrics import Histogram, Metric, MetricSample
from scoreboard.web.state.view import Condition, Device, Status

LATENCIES_S = (0.1, 0.2, 0.3, 0.5, 0.75, 1.0, 1.5, 2.5, 5.0)
"""Limits of the histogram of the time from a frame to its score, seconds."""
DISTRIBUTION = "stadium-scoreboard"


@dataclass(slots=True)
class Metrics:
    """An observer that counts.

    ``game`` is the state last shown, ``journal_errors`` counts lines that were retried, ``witness`` what smart dice
    said of throws; None without any.
    """

    health: Health
    now: Callable[[], float]
    journal_errors: Callable[[], int] = lambda: 0
    frames: int = 0
    readings: int = 0
    asked: int = 0
    took: Histogram = field(default_factory=lambda: Histogram(LATENCIES_S))
    game: Game | None = None
    last: Words = ""
    witness: Mapping[Outcome, int] | None = None
    _asking: bool = False
    _began: float = field(init=False)
    _version: str = field(default_factory=lambda: version(DISTRIBUTION))
    """Read once, from a file: every page shows it."""

    def __post_init__(self) -> None:
        self._began = self.now()

    def __call__(self, shown: Shown) -> None:
        """Count what is shown."""
        if shown.asked is not None and not self._asking:
            self.asked += 1
        if shown.took is not None:
            self.readings += 1
            self.took.observe(shown.took)
        if shown.kind == "play":
            self.last = shown.words
        elif shown.is_another:  # what was played last was of the game before
            self.last = ""
        self.game, self._asking = shown.game, shown.asked is not None

    def film(self, frame: Frame) -> None:  # noqa: ARG002 - counted, not looked at
        """Count a frame."""
        self.frames += 1

    @property
    def uptime_s(self) -> float:
        """Seconds since the start."""
        return self.now() - self._began

    def status(self) -> Status:
        """The appliance's state, for the pages."""
        devices: dict[str, Device] = {
            part: Device("ok") if trouble is None else Device("degraded", trouble.sentence)
            for part, trouble in self.health.devices.items()
        }
        worst: Condition = "degraded" if self.health.troubles else "ok"
        return Status(status=worst, version=self._version, uptime_s=int(self.uptime_s), devices=devices)

    def collect(self) -> Iterator[Metric]:
        """Every figure that this machine has."""
        troubles = self.health.devices.items()
        up = [MetricSample(trouble is None, [("device", part)]) for part, trouble in troubles]
        yield Metric("stadium_info", "gauge", "The program that runs.", [MetricSample(1, [("version", self._version)])])
        yield _counter("stadium_frames_total", "Frames watched.", self.frames)
        yield _counter("stadium_readings_total", "Throws read by the camera and scored.", self.readings)
        yield _counter("stadium_questions_total", "Throws that the players were asked about.", self.asked)
        if self.witness is not None:
            counts = [
                MetricSample(self.witness.get(outcome, 0), [("outcome", outcome)]) for outcome in get_args(Outcome)
            ]
            yield Metric("stadium_dice_witness_total", "counter", "What smart dice said of throws.", counts)
        yield Metric("stadium_latency_seconds", "histogram", "From a frame to its score.", self.took.samples())
        yield _counter("stadium_journal_errors_total", "Lines the disk would not take at once.", self.journal_errors())
        yield Metric("stadium_device_up", "gauge", "Whether a device does all that it should.", up)
        yield _gauge("stadium_uptime_seconds", "Since the start.", round(self.uptime_s, 1))
        if (celsius := pi_status.temperature()) is not None:
            yield _gauge("stadium_temperature_celsius", "Of the processor.", celsius)
        if (low := pi_status.undervoltage()) is not None:
            yield _gauge("stadium_undervoltage", "Whether the power supply is too weak now.", low)


def _counter(name: str, meaning: str, value: float) -> Metric:
    return Metric(name, "counter", meaning, [MetricSample(value)])


def _gauge(name: str, meaning: str, value: float) -> Metric:
    return Metric(name, "gauge", meaning, [MetricSample(value)])
