"""What the appliance's tests are made of: a camera of prepared sights, a hand that presses, and a fixed clock."""

from __future__ import annotations

import asyncio
import errno
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
from support.hang import GIVE_UP_S, NEVER_S
from support.scoring import SETUP
from support.worded import in_words

from firmware.devices.health import Health
from firmware.devices.protocols import Devices, Frame, Gesture
from firmware.errors import DeviceError
from firmware.play.loop import PlayLoop
from firmware.play.menus.actions import MenuAction
from firmware.play.menus.screen import Choice
from firmware.play.state.options import Options
from firmware.play.state.shown import Observer, Shown
from firmware.simulated.peripherals import SimulatedButtons, SimulatedPanel
from scoreboard.journal.resilient import ResilientJournal
from scoreboard.journal.store import Journal
from scoreboard.opponent import Opponent
from scoreboard.opponent.worth import Worth
from scoreboard.rules.events import Setup
from scoreboard.session import Session
from vision.readings import ChipFace, ChipReading, DieReading, Reading
from vision.tracking.events import Report, Thrown
from vision.types import Box

SPI_FAULTS = (
    (FileNotFoundError(errno.ENOENT, "gone"), "no panel: /dev/spidev0.0 is not there; .* raspi-config"),
    (PermissionError(errno.EACCES, "no"), "may not use the panel at /dev/spidev0.0: .* usermod -aG spi"),
    (OSError(errno.EIO, "I/O error"), "the panel at /dev/spidev0.0 does not answer .* check its wiring"),
)
"""What may go wrong with a panel's bus, and what the owner must read then."""

Hand = Callable[[Shown], Gesture | None]
"""What somebody at the buttons does when shown something."""


class FixedClock:
    """Always the same moment."""

    def now(self) -> str:
        """The moment."""
        return "2026-04-01T18:00:00Z"

    def monotonic(self) -> float:
        """Seconds since some moment."""
        return 0.0


class ManualClock:
    """A clock that is told the time.

    Args:
        step: by how much it goes on whenever it is read, in seconds.
    """

    def __init__(self, step: float = 0.0) -> None:
        self.time = 100.0
        self._step = step

    def now(self) -> str:
        """The moment."""
        return "2026-04-01T18:00:00Z"

    def monotonic(self) -> float:
        """Seconds, as told."""
        self.time += self._step
        return self.time


class Sights:
    """A camera whose frames stand for prepared readings, and the reader that knows them."""

    def __init__(self, sights: Sequence[tuple[Reading | Report, ...] | DeviceError]) -> None:
        self._sights = list(sights)
        self.taken = 0
        self.closed = False

    def frame(self) -> Frame | None:
        """The next sight's number as a picture; None after the last."""
        if self.taken == len(self._sights):
            return None
        self.taken += 1
        sight = self._sights[self.taken - 1]
        if isinstance(sight, DeviceError):
            raise sight
        return np.full((2, 2, 3), self.taken - 1, np.uint8)

    def still(self) -> Frame:
        """The sight last taken, once more."""
        return np.full((2, 2, 3), self.taken - 1, np.uint8)

    def look(self, frame: Frame, still: Callable[[], Frame]) -> tuple[Report, ...]:  # noqa: ARG002 - the frame tells all
        """The readings that the frame stands for, as throws; reports as they are."""
        sight = self._sights[int(frame[0, 0, 0])]
        assert not isinstance(sight, DeviceError)
        return tuple(Thrown(each, None) if isinstance(each, DieReading | ChipReading) else each for each in sight)

    def close(self) -> None:
        """Remember that the camera was given back."""
        self.closed = True


def die(color: str, value: int) -> tuple[Reading, ...]:
    """One die, read for sure."""
    return (DieReading("d10", color, value, 0.99, (), Box(0, 0, 40, 40)),)


def unsure(color: str, *likely: int) -> tuple[Reading, ...]:
    """One die whose value the reader only guesses."""
    return (DieReading("d10", color, None, 0.5, tuple((value, 0.3) for value in likely), Box(0, 0, 40, 40)),)


def chip(face: str) -> tuple[Reading, ...]:
    """The chip, read for sure."""
    return (ChipReading("hit" if face == "hit" else "out", 0.99, (), Box(0, 0, 60, 60)),)


def unsure_chip(*likely: ChipFace) -> tuple[Reading, ...]:
    """The chip, whose face the reader only guesses."""
    return (ChipReading(None, 0.6, tuple((face, 0.5) for face in likely), Box(0, 0, 60, 60)),)


@dataclass
class Evening:
    """One run of the appliance, and what came of it."""

    shown: list[Shown] = field(default_factory=list)
    panel: SimulatedPanel = field(default_factory=lambda: SimulatedPanel((64, 16)))
    camera: Sights = field(default_factory=lambda: Sights([]))
    pressed: SimulatedButtons = field(default_factory=SimulatedButtons)
    ignored: list[bool] = field(default_factory=list)
    health: Health = field(default_factory=Health)

    @property
    def sentences(self) -> list[str]:
        """Every sentence."""
        return [shown.words for shown in self.shown]


def play(
    journal: Path,
    sights: Sequence[tuple[Reading | Report, ...] | DeviceError] = (),
    hand: Hand = lambda _: None,
    *,
    colors: Mapping[str, str] | None = None,
    evening: Evening | None = None,
    settled: bool = True,
    begin_new: bool = False,
    buttons: bool = True,
    setup: Setup = SETUP,
    actions: Mapping[Choice, MenuAction] | None = None,
    rulings: Mapping[str, object] | None = None,
    default_ticks: int = 0,
    tick_s: float = NEVER_S,
    opponent: Opponent = Opponent(),  # noqa: B008 - a frozen value
    worth: Worth | None = None,
    observers: Sequence[Observer] = (),
    has_phones: Callable[[], bool] = lambda: False,
) -> Evening:
    """Run the appliance over the sights until they end or the hand leaves the menu by "stop"."""
    evening = evening or Evening()
    evening.camera = Sights(sights)

    def watch(shown: Shown) -> None:
        evening.shown.append(shown)
        gesture = hand(shown)
        if gesture is not None:
            evening.pressed.press(gesture)

    devices = Devices(
        (evening.panel,),
        evening.pressed if buttons else None,
        evening.camera if sights else None,
        health=evening.health,
    )
    options = Options(
        setup,
        rulings=rulings or {},
        colors=colors or {},
        settled=settled,
        patient=settled,
        ignore=lambda: evening.ignored.append(True),
        begin_new=begin_new,
        default_ticks=default_ticks,
        tick_s=tick_s,
        opponent=opponent,
        worth=lambda: worth,
        has_phones=has_phones,
    )
    options = replace(options, actions=actions or {})
    with Session(Journal.create(journal, alone=True), FixedClock()) as session:
        app = PlayLoop(session, devices, evening.camera.look, options, [*observers, in_words(watch)])
        asyncio.run(asyncio.wait_for(app.run(), GIVE_UP_S))
    return evening


NEW_GAME: tuple[Gesture, ...] = ("menu", "next", "ok", "ok", "ok", "ok")
"""By GAME?, NEW GAME?, PLAY BALL? and BEGIN NEW?, in the menu of a program that was started by hand."""


def presses(*gestures: Gesture) -> Hand:
    """A hand that presses the next of these each time something is shown, then stops the appliance by its menu."""
    rest = iter([*gestures, "menu", "next", "next", "ok"])
    return lambda _: next(rest, None)  # type: ignore[return-value] # the menu's gestures are gestures too


def lines(journal: Path) -> list[object]:
    """What the journal holds of its latest game, without the game line."""
    with Session(ResilientJournal.open(journal), FixedClock()) as session:
        return [recorded.line for recorded in session.history.lines][::-1]
