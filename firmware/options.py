"""What the loop is wired to, and how it behaves."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field

from firmware.devices import Buttons, Camera, Frame, Panel, Speaker
from firmware.errands import Errand
from firmware.health import Health
from firmware.menus import BY_HAND, Choice
from firmware.watchdog import Pulses
from scoreboard.rules.events import Setup


@dataclass(frozen=True, slots=True)
class Devices:
    """What the loop is wired to; a stadium without a camera is scored by its buttons, and the other way round.

    Attributes:
        health: how they are, told by whoever watches over them.
        pulses: who has moved, for the watchdog.
    """

    panels: Sequence[Panel]
    buttons: Buttons | None = None
    camera: Camera | None = None
    speaker: Speaker | None = None
    health: Health = field(default_factory=Health)
    pulses: Pulses = field(default_factory=Pulses)

    def close(self) -> None:
        """Give every device back."""
        with ExitStack() as opened:  # each of them, whatever another says to that
            for device in (*self.panels, self.speaker, self.buttons, self.camera):
                if device is not None:
                    opened.callback(device.close)


@dataclass(frozen=True, slots=True)
class Options:
    """How the loop behaves.

    Attributes:
        new_game: the first line of a game begun from the menu, or when none is in play.
        rulings: in what the house plays such a game otherwise.
        colors: the owner's names for the colours of dice, seen -> meant.
        settled: every frame is a throw at rest, and one that shows nothing is asked about.
        patient: the camera waits while a question is open, as pictures in a folder can and a live table cannot.
        ignore: called when a throw was undone: what lies there is not to be read again before somebody has lifted it
            (D55).
        film: is shown every frame that is watched, as a live view wants it.
        choices: what the menu offers.
        errands: what those choices do that are not the game's own.
        default_ticks: how many blinks a default that was just taken is told before the next throw counts.
        until_over: end with the game, as a demonstration does.
        anew: begin a new game even if one is in play.
    """

    new_game: Setup
    rulings: Mapping[str, object] = field(default_factory=dict)
    colors: Mapping[str, str] = field(default_factory=dict)
    settled: bool = False
    patient: bool = False
    ignore: Callable[[], None] = lambda: None
    film: Callable[[Frame], None] = lambda _: None
    choices: tuple[Choice, ...] = BY_HAND
    errands: Mapping[Choice, Errand] = field(default_factory=dict)
    default_ticks: int = 0
    until_over: bool = False
    anew: bool = False
