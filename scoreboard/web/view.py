"""The data of the pages: the state of play, the condition of the devices, and metrics, as functions handed in.

Rule kept here: the pages are read-only. They know no device, no journal and no loop, and cannot change a game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from msgspec import Struct

from scoreboard.message import Words
from scoreboard.rules.state import Game
from scoreboard.web.live import Live
from scoreboard.web.metrics import Metric

Condition = Literal["ok", "degraded"]


class Device(Struct, frozen=True, omit_defaults=True):
    """The condition of one device.

    Attributes:
        status: whether it works.
        said: what is wrong and what to do, in one line; empty if nothing is.
    """

    status: Condition
    said: Words = ""


class Status(Struct, frozen=True, kw_only=True):
    """The condition of the appliance, as ``/health`` reports it.

    Attributes:
        status: ``ok`` only if every device is.
        version: of the program.
        uptime_s: since the start, whole seconds.
        devices: all of the configuration.
    """

    status: Condition
    version: str
    uptime_s: int
    devices: Mapping[str, Device]


@dataclass(frozen=True, slots=True)
class PageData:
    """The sources of the pages' data.

    Attributes:
        live: what the table is shown now; None before the first game.
        last: the last play, in words.
        status: the condition of the appliance.
        metrics: of the appliance.
    """

    live: Callable[[], Live | None]
    last: Callable[[], Words]
    status: Callable[[], Status]
    metrics: Callable[[], Iterable[Metric]]

    def game(self) -> Game | None:
        """The state of play; None before the first game."""
        live = self.live()
        return None if live is None else live.history.game
