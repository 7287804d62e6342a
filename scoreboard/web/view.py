"""What the pages know: the state of play, how the devices are, and figures. Whoever has these wires them in.

Rule kept here: the pages only look. They know no device, no journal and no loop, and nothing that they can do changes
a game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from msgspec import Struct

from scoreboard.rules.state import Game
from scoreboard.web.metrics import Metric

Condition = Literal["ok", "degraded"]


class Device(Struct, frozen=True, omit_defaults=True):
    """How one device is.

    Attributes:
        status: whether it does all that it should.
        said: what is wrong and what to do, in one line; empty where nothing is.
    """

    status: Condition
    said: str = ""


class Status(Struct, frozen=True, kw_only=True):
    """How the appliance is, as ``/health`` tells it.

    Attributes:
        status: ``ok`` only if every device is.
        version: of the program.
        uptime_s: for how long it has been running, whole seconds.
        devices: every device that the configuration names.
    """

    status: Condition
    version: str
    uptime_s: int
    devices: Mapping[str, Device]


@dataclass(frozen=True, slots=True)
class PageData:
    """Where the pages get what they show.

    Attributes:
        game: the state of play; None before the first game.
        last: the last play, in words.
        status: how the appliance is.
        metrics: its figures.
    """

    game: Callable[[], Game | None]
    last: Callable[[], str]
    status: Callable[[], Status]
    metrics: Callable[[], Iterable[Metric]]
