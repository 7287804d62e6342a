"""Teaching the appliance its owner's dice, one face after another: the work of `stadium teach`."""

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
from firmware.config.overrides import DeviceOptions, with_devices
from firmware.config.schema import Config
from firmware.console.streams import warn
from firmware.devices.health import Part
from firmware.devices.job_control import job
from firmware.devices.keyboard import Keyboard
from firmware.devices.protocols import Devices
from firmware.errors import ConfigError
from firmware.paths import APPLIANCE, default_dice_folder, home, is_out_of_reach
from firmware.setup.teaching_session import Onlooker, TeachingSession
from firmware.simulated.camera import SimulatedCamera
from firmware.simulated.owner import SimulatedOwner
from firmware.simulated.peripherals import SimulatedButtons, SimulatedPanel
from firmware.simulated.scenario import FRAMES_A_SECOND, PACES
from firmware.simulated.world.stadium import SimulatedStadium
from firmware.storage.taught_dice import TaughtDiceStore
from firmware.text import columns
from scoreboard.language import Language, language
from scoreboard.message import Message, Words, message
from scoreboard.rules import has_ten_sided_dice
from vision import DiceReader
from vision.enrolled.matcher import VALUES, EnrolledDie
from vision.enrolment.session import EnrolmentSession
from vision.geometry.numbering import USUAL
from vision.recognition.color import PALETTE
from vision.tracking.tracker import ThrowTracker

# one of: teach.column.corrections, teach.column.die, teach.column.faces, teach.column.missing, teach.column.numbered
TITLES = tuple(Message(f"teach.column.{title}") for title in ("die", "faces", "corrections", "numbered", "missing"))


@dataclass(frozen=True, slots=True, kw_only=True)
class TeachOptions(DeviceOptions):
    """What may be asked of `stadium teach`."""

    names: tuple[str, ...]
    faces: tuple[int, ...] | None
    dice: Path | None
    lang: str | None = None


def teach_dice(options: TeachOptions, forget: str | None, *, corrections: bool, listing: bool) -> None:
    """Teach the named dice, or list those that were taught, or forget one; UsageError if no die is named."""
    config = _configured(options)
    spoken = language(options.lang or config.game.language)
    store = wiring.dice_store(config, simulate=options.simulate)
    if is_out_of_reach() and not (options.simulate or config.eyes.dice):
        warn(spoken.say(message("teach.elsewhere", folder=str(default_dice_folder()), installed=str(APPLIANCE))))
    if forget is not None:
        click.echo(spoken.say(_forget(store, forget, corrections=corrections)))
    elif listing:
        _tell(options, store, spoken)
    elif not options.names:
        raise click.UsageError("Say which die: stadium teach red. `stadium teach --help` tells more.")
    else:
        asyncio.run(_teach(options, config, store, spoken))


def _tell(options: TeachOptions, store: TaughtDiceStore, spoken: Language) -> None:
    """What was taught, and where it is kept."""
    place = message("teach.place-simulated" if options.simulate else "teach.place", folder=str(store.folder))
    click.echo(f"{_table(store.dice(), spoken)}\n{spoken.say(place)}")


def _forget(store: TaughtDiceStore, name: str, *, corrections: bool) -> Message:
    unknown = message("teach.unknown-die", name=name)
    if not corrections:  # it need not be one that can be read
        return message("teach.forgotten", color=name) if store.forget(name) else unknown
    left = store.die(name) and store.change(name, lambda die: die and die.without_corrections())
    return message("teach.uncorrected", color=name) if left else unknown


def _table(dice: Iterable[EnrolledDie], spoken: Language) -> str:
    rows = [[spoken.say(cell) for cell in row] for row in (TITLES, *map(_row, dice))]
    return "\n".join(columns(rows)) if len(rows) > 1 else spoken.say(message("teach.none"))


def _row(die: EnrolledDie) -> tuple[Words, ...]:
    missing = ", ".join(str(value) for value in VALUES if value not in die.shown)
    corrections = sum(sample.corrected for sample in die.samples)
    shown = message("teach.shown", known=len(die.shown), total=len(VALUES))
    named = message("calibrate.color", color=die.name)
    return named, shown, corrections, _numbered(die), missing or message("teach.none-missing")


def _numbered(die: EnrolledDie) -> Words:
    if die.numbering is None:
        return message("teach.numbered.unknown")
    return message("teach.numbered.usual") if die.numbering == USUAL else str(die.numbering)


async def _teach(options: TeachOptions, config: Config, store: TaughtDiceStore, spoken: Language) -> None:
    known = {name: store.die(name) for name in options.names}
    for warning in _unplayable(known, config):
        warn(spoken.say(warning))
    reader, settled = DiceReader(), config.camera.settled
    tracker = partial(ThrowTracker, board=throw_reader.board(config), die_mm=config.eyes.die_mm)
    enrol = partial(EnrolmentSession, reader, faces=options.faces, make_tracker=tracker, settled=settled)
    enrolments = [enrol(name=name, die=die) for name, die in known.items()]
    devices, onlookers = _simulated(options, config) if options.simulate else _real(options, config)
    session = TeachingSession(devices, store, click.echo, spoken, onlookers, patient=settled)
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, session.stop)
    with job([devices.buttons] if isinstance(devices.buttons, Keyboard) else []):
        await session.run(enrolments)
    _tell(options, store, spoken)


def _unplayable(names: Iterable[str], config: Config) -> Iterator[Message]:
    """What to do about names that no team has: once taught, such a die's throws never count."""
    teams = config.game.away.color, config.game.home.color
    if not has_ten_sided_dice(config.game.rules):  # either team may throw any die
        return
    for name in names:
        if config.eyes.colors.get(name, name) not in (*teams, *PALETTE):
            yield message("teach.unplayable", color=name, name=name, away=teams[0], home=teams[1])


def _configured(options: TeachOptions) -> Config:
    others = {*options.names, *(taught(options.dice) if options.dice else ())}
    config = with_devices(options, loaded(home(), options.config_file, taught_elsewhere=others))
    return structs.replace(config, eyes=structs.replace(config.eyes, dice=str(options.dice or config.eyes.dice)))


def _real(options: TeachOptions, config: Config) -> tuple[Devices, tuple[Onlooker, ...]]:
    if config.camera.source == "none":
        raise ConfigError("teaching needs a camera: name one with --camera, or try it with --simulate")
    needed: tuple[Part, ...] = ("camera", "panel") if options.panel else ("camera",)
    return wiring.devices(config, pictures=options.save_pictures, needed=needed), ()


def _simulated(options: TeachOptions, config: Config) -> tuple[Devices, tuple[Onlooker, ...]]:
    """A simulated stadium, and an owner who puts dice down in it."""
    buttons, panel = SimulatedButtons(), SimulatedPanel(config.panel.size, options.save_pictures)
    stadium = SimulatedStadium(options.seed, die_mm=config.eyes.die_mm)
    camera = SimulatedCamera(stadium, fps=FRAMES_A_SECOND, pace=PACES[options.speed], idle=lambda: owner.again())  # noqa: PLW0108 - made below
    owner = SimulatedOwner(camera, buttons, np.random.default_rng(options.seed))
    return Devices((panel,), buttons, camera), (owner,)
