"""``stadium run --simulate``: the whole appliance wired to simulated devices, with two simulated players at it.

Rule kept here: from the supervisors on everything is the real thing, so a planted fault shows what a real one would.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import NamedTuple, Protocol

import numpy as np
from msgspec import UNSET

from firmware.config.schema import Config
from firmware.demo import Players
from firmware.devices.health import Health, Heartbeat
from firmware.devices.protocols import Devices, SystemClock
from firmware.devices.supervisor import SupervisedButtons, SupervisedCamera, SupervisedPanel
from firmware.piece_play import PiecePlay
from firmware.play.state.board_state import BoardState
from firmware.simulated.advertising_dice import SimulatedPixels
from firmware.simulated.camera import SimulatedCamera
from firmware.simulated.hands import SimulatedHands
from firmware.simulated.peripherals import SimulatedButtons, SimulatedPanel, SimulatedSpeaker
from firmware.simulated.rendering.bodies import PieceShape
from firmware.simulated.scenario import (
    ANSWERING_S,
    FRAMES_A_SECOND,
    PACES,
    READING_S,
    TIDY,
    Breakable,
    DeviceFault,
    Handling,
    Light,
)
from firmware.simulated.world.players import COLORS
from firmware.simulated.world.stadium import COMMON, PIPS, PLAIN, HelmetSet, SimulatedStadium
from scoreboard.rules import has_ten_sided_dice, start
from scoreboard.rules.events import Setup
from scoreboard.rules.state import SHARED, DiamantePlay

PIECES: tuple[PieceShape, ...] = ("disc", "helmet", "pawn")
"""What batters' pieces look like, by the seed."""
DIMMED: Mapping[Light, float] = {"evening": 0.75, "lamp": 0.5}
LIGHT_EVERY_S, LONGEST_S = 80.0, 8000.0
"""How often the light of a table changes, and until when."""
TEN, SIX = 10, 6
STUCK = "out"
"""The button that a planted fault holds down."""


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """What is rehearsed.

    Attributes:
        setup: of the game that is played: its dice, and the teams' colours.
        seed: which game.
        speed: a key of `PACES`.
        faults: what goes wrong on the way.
        pictures: where the panel keeps what it shows, if anywhere.
        manners: how people move their pieces, where the board is read.
    """

    setup: Setup
    seed: int
    speed: str = "max"
    faults: Sequence[DeviceFault] = ()
    pictures: Path | None = None
    manners: Handling = TIDY


class Pluggable(Protocol):
    """What has a plug."""

    def unplug(self) -> None:
        """Pull it."""

    def plug_in(self) -> None:
        """Put it back."""


class Rehearsed(NamedTuple):
    """The simulated devices, the players, and the hands that do what an errand of the menu or a phone asks for."""

    devices: Devices
    players: Players
    hands: SimulatedHands

    def watch(self, is_lent: Callable[[], bool], board: Callable[[], BoardState]) -> None:
        """While the camera is lent the players wait, and the hands do what is asked; ``board`` is what faces show."""
        if self.players.pieces is not None:
            self.players.pieces.board = board
        self.players.waits = is_lent
        self.hands.watch(is_lent)


def rehearse(
    config: Config, rehearsal: Rehearsal, restart: Callable[[], None], loop: asyncio.AbstractEventLoop
) -> Rehearsed:
    """A simulated stadium with panel and dice as configured, and the players, who act within ``loop``.

    ``restart`` restarts the dice reader after the camera was lost.
    """

    def idle() -> None:
        loop.call_soon_threadsafe(players.idle)

    buttons, panel = SimulatedButtons(), SimulatedPanel(config.panel.size, rehearsal.pictures)
    setup = rehearsal.setup
    numbering = COMMON if has_ten_sided_dice(setup.rules) else PIPS
    stadium = SimulatedStadium(
        rehearsal.seed,
        die_mm=config.eyes.die_mm,
        numbering=numbering,
        helmets=HelmetSet((setup.away.color, setup.home.color), PIECES[rehearsal.seed % len(PIECES)], painted(setup)),
    )
    camera = SimulatedCamera(stadium, fps=FRAMES_A_SECOND, pace=PACES[rehearsal.speed], idle=idle)
    plays_by_hand = config.eyes.board != "off" and has_base_path(setup) and setup.away.color != setup.home.color
    read = partial(loop.call_later, READING_S[rehearsal.speed])
    players = Players(camera, buttons, rehearsal.seed, loop.call_soon, read=read)
    if looking_s := ANSWERING_S[rehearsal.speed]:
        players.look = partial(loop.call_later, looking_s)
    if plays_by_hand:
        camera.aim(rehearsal.manners.off_mm)
        stadium.rest_ball()
        light_up(stadium, rehearsal.manners.light)
        players.pieces = PiecePlay(camera, rehearsal.seed, rehearsal.manners)
    players.can_play = partial(has_dice_of, setup)
    health = Health()
    speaker = SimulatedSpeaker(health.reporter("sound"))
    pixels = _pixels(config, setup, camera, health)
    by_part = plugs(camera, panel, buttons, speaker, pixels)
    for fault in rehearsal.faults:
        fail, repair = by_part[fault.part]
        loop.call_later(fault.start_s, fail)
        loop.call_later(fault.end_s, repair)
    hands = SimulatedHands(camera, np.random.default_rng(rehearsal.seed))
    devices = _supervised(camera, buttons, panel, speaker, health, restart)
    return Rehearsed(devices if pixels is None else replace(devices, dice=pixels.dice), players, hands)


def painted(setup: Setup) -> tuple[Sequence[str], Sequence[str]]:
    """What is painted on each team's helmets (D5), the visitors' first."""
    usual = start(setup).house.lineup
    away, home = (usual if team.lineup is UNSET else team.lineup for team in (setup.away, setup.home))
    return (away, home) if usual else (PLAIN, PLAIN)


def has_base_path(setup: Setup) -> bool:
    """Whether that game is played with helmets and a Ball on the stadium's path."""
    return isinstance(start(setup).play, DiamantePlay)


def light_up(stadium: SimulatedStadium, light: Light) -> None:
    """Play in that light, for as long as anybody plays."""
    if light == "usual":
        return
    stadium.lights(0.0, DIMMED[light])
    for at in np.arange(LIGHT_EVERY_S, LONGEST_S, LIGHT_EVERY_S).tolist():
        if light == "evening":
            stadium.sun_patch(at, (-60.0, 40.0), LIGHT_EVERY_S / 4, 1.5)
        else:
            stadium.reflection(at, (40.0, -60.0), LIGHT_EVERY_S / 4)
            stadium.flicker(at + LIGHT_EVERY_S / 2, seconds=LIGHT_EVERY_S / 4)


def plugs(
    camera: Pluggable,
    panel: Pluggable,
    buttons: SimulatedButtons,
    speaker: Pluggable,
    pixels: Pluggable | None = None,
) -> Mapping[Breakable, tuple[Callable[[], None], Callable[[], None]]]:
    """How each device fails, and is repaired."""
    pulled: Mapping[Breakable, Pluggable | None] = {
        "camera": camera,
        "panel": panel,
        "sound": speaker,
        "pixels": pixels,
    }
    return {
        **{part: (each.unplug, each.plug_in) for part, each in pulled.items() if each is not None},
        "buttons": (partial(buttons.stick, STUCK), buttons.stick),
    }


def _pixels(config: Config, setup: Setup, camera: SimulatedCamera, health: Health) -> SimulatedPixels | None:
    """The table's dice as Pixels, if somebody listens to them."""
    if config.pixels.driver == "none":
        return None
    colors = (SHARED, setup.away.color, setup.home.color, *COLORS)
    sides = TEN if has_ten_sided_dice(setup.rules) else SIX
    return SimulatedPixels(camera, sides, colors, health.reporter("pixels"))


def has_dice_of(rehearsed: Setup, setup: Setup) -> bool:
    """Whether what is on that table is what the other game is played with."""
    is_same_kind = has_ten_sided_dice(rehearsed.rules) == has_ten_sided_dice(setup.rules)
    return is_same_kind and {rehearsed.away.color, rehearsed.home.color} == {setup.away.color, setup.home.color}


def _supervised(
    camera: SimulatedCamera,
    buttons: SimulatedButtons,
    panel: SimulatedPanel,
    speaker: SimulatedSpeaker,
    health: Health,
    restart: Callable[[], None],
) -> Devices:
    heartbeat, clock = Heartbeat(), SystemClock()
    report, tick = health.reporter("camera"), heartbeat.register("camera")
    film = SupervisedCamera(camera.opened, report, clock, tick=tick, restart=restart)
    report, tick = health.reporter("panel"), heartbeat.register("panel")
    lights = SupervisedPanel(panel.opened, panel.size, report, clock, tick)
    keys = SupervisedButtons(lambda: buttons, health.reporter("buttons"), clock)
    return Devices((lights,), keys, film, speaker, health=health, heartbeat=heartbeat)
