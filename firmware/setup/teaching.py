"""Showing the appliance your own dice, one face after another: the work of `stadium teach`."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import click
import numpy as np
from msgspec import structs

from firmware import throw_reader, wiring
from firmware.config.dice_colors import taught
from firmware.config.fallback import loaded
from firmware.config.overrides import camera_named
from firmware.config.schema import ButtonsDriver, Config, PanelDriver
from firmware.console.streams import warn
from firmware.devices.health import Part
from firmware.devices.job_control import job
from firmware.devices.keyboard import Keyboard
from firmware.devices.protocols import Devices
from firmware.errors import ConfigError
from firmware.paths import OUT_OF_REACH, default_dice_folder, home, is_out_of_reach
from firmware.setup.teaching_session import Onlooker, TeachingSession
from firmware.simulated.camera import SimulatedCamera
from firmware.simulated.owner import SimulatedOwner
from firmware.simulated.peripherals import SimulatedButtons, SimulatedPanel
from firmware.simulated.scenario import FRAMES_A_SECOND, PACES
from firmware.simulated.world.stadium import SimulatedStadium
from firmware.storage.taught_dice import TaughtDiceStore
from firmware.text import columns
from scoreboard.rules import start
from scoreboard.rules.state import DICE
from vision import DiceReader
from vision.enrolled.matcher import VALUES, EnrolledDie
from vision.enrolment.session import EnrolmentSession
from vision.geometry.numbering import USUAL
from vision.recognition.color import PALETTE
from vision.tracking.tracker import ThrowTracker

TITLES = ("DIE", "FACES", "CORRECTIONS", "NUMBERED", "MISSING")


@dataclass(frozen=True, slots=True)
class TeachOptions:
    """What the command line asks for."""

    names: tuple[str, ...]
    faces: tuple[int, ...] | None
    dice: Path | None
    config_file: Path | None
    camera: str | None
    settled: bool
    buttons: ButtonsDriver | None
    panel: PanelDriver | None
    simulate: bool
    seed: int
    speed: str
    save_pictures: Path | None


def teach_dice(options: TeachOptions, forget: str | None, *, corrections: bool, listing: bool) -> None:
    """Do what `stadium teach` was asked for: teach the named dice, or list those that are known, or forget one.

    Raises:
        click.UsageError: if no die is named.
        StadiumError: in words for the person at the table.
    """
    config = _configured(options)
    store = wiring.dice_store(config, simulate=options.simulate)
    if is_out_of_reach() and not (options.simulate or config.eyes.dice):
        warn(f"These are the dice in {default_dice_folder()}. {OUT_OF_REACH}")
    if forget is not None:
        click.echo(_forget(store, forget, corrections=corrections))
    elif listing:
        click.echo("\n".join(_table(store.dice())))
    elif not options.names:
        raise click.UsageError("Say which die: stadium teach red. `stadium teach --help` tells more.")
    else:
        asyncio.run(_teach(options, config, store))


def _forget(store: TaughtDiceStore, name: str, *, corrections: bool) -> str:
    nobody = f"There is no taught die called {name}."
    if not corrections:  # it need not be one that can be read
        return f"The {name} die is forgotten, and every picture of it erased." if store.forget(name) else nobody
    left = store.die(name) and store.change(name, lambda die: die and die.without_corrections())
    return f"What games added to the {name} die is erased; what you showed is kept." if left else nobody


def _table(dice: Iterable[EnrolledDie]) -> list[str]:
    rows = [_row(die) for die in dice]
    return list(columns([TITLES, *rows])) if rows else ["No die was taught yet. Begin with: stadium teach red"]


def _row(die: EnrolledDie) -> tuple[str, ...]:
    missing = [str(value) for value in VALUES if value not in die.shown]
    late = sum(sample.corrected for sample in die.samples)
    return die.name, f"{len(die.shown)} of {len(VALUES)}", str(late), _numbered(die), ", ".join(missing) or "none"


def _numbered(die: EnrolledDie) -> str:
    """The digits around either pole, where they are not those of most dice."""
    if die.numbering is None:
        return "unknown"
    return "as usual" if die.numbering == USUAL else str(die.numbering)


async def _teach(options: TeachOptions, config: Config, store: TaughtDiceStore) -> None:
    known = {name: store.die(name) for name in options.names}
    for stranger in _strangers(known, config):
        warn(stranger)
    eyes, settled = DiceReader(), config.camera.settled
    watch = partial(ThrowTracker, board=throw_reader.board(config), die_mm=config.eyes.die_mm)
    enrolments = [
        EnrolmentSession(eyes, name, die, options.faces, make_tracker=watch, settled=settled)
        for name, die in known.items()
    ]
    devices, onlookers = _simulated(options, config) if options.simulate else _real(options, config)
    room = TeachingSession(devices, store, click.echo, onlookers, patient=settled)
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, room.stop)
    with job([devices.buttons] if isinstance(devices.buttons, Keyboard) else []):
        await room.run(enrolments)
    click.echo("\n".join(_table(store.dice())))


def _strangers(names: Iterable[str], config: Config) -> Iterator[str]:
    """What to do about names that no team has: once taught, such a die's throws never count."""
    teams = config.game.away.color, config.game.home.color
    if start(config.game.setup()).awaits == DICE:  # any die is anybody's
        return
    for name in names:
        if config.eyes.colors.get(name, name) not in (*teams, *PALETTE):
            warning = f"no team plays with a {name} die, so its throws will not count"
            rename = f"Stop and call it by its team's colour, {teams[0]} or {teams[1]}"
            yield f'{warning}. {rename}; or write {name} = "{teams[0]}" under [eyes.colors].'


def _configured(options: TeachOptions) -> Config:
    others = {*options.names, *(taught(options.dice) if options.dice else ())}
    config = loaded(home(), options.config_file, taught_elsewhere=others)
    camera = camera_named(config.camera, options.camera)
    return structs.replace(
        config,
        eyes=structs.replace(config.eyes, dice=str(options.dice or config.eyes.dice)),
        camera=structs.replace(camera, settled=not options.simulate and (options.settled or camera.settled)),
        buttons=structs.replace(config.buttons, driver=options.buttons or config.buttons.driver),
        panel=structs.replace(config.panel, driver=options.panel or config.panel.driver),
    )


def _real(options: TeachOptions, config: Config) -> tuple[Devices, tuple[Onlooker, ...]]:
    if config.camera.source == "none":
        raise ConfigError("teaching needs a camera: name one with --camera, or try it with --simulate")
    needed: tuple[Part, ...] = ("camera", "panel") if options.panel else ("camera",)
    return wiring.devices(config, pictures=options.save_pictures, needed=needed), ()


def _simulated(options: TeachOptions, config: Config) -> tuple[Devices, tuple[Onlooker, ...]]:
    """A simulated stadium, and a hand over it."""

    def idle() -> None:
        owner.again()

    buttons, panel = SimulatedButtons(), SimulatedPanel(config.panel.size, options.save_pictures)
    camera = SimulatedCamera(
        SimulatedStadium(options.seed, die_mm=config.eyes.die_mm),
        fps=FRAMES_A_SECOND,
        pace=PACES[options.speed],
        idle=idle,
    )
    owner = SimulatedOwner(camera, buttons, np.random.default_rng(options.seed))
    return Devices((panel,), buttons, camera), (owner,)
