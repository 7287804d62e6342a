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

from firmware import wiring
from firmware.config.dice_colors import taught
from firmware.config.fallback import loaded
from firmware.config.overrides import camera_named
from firmware.config.schema import ButtonsDriver, Config, PanelDriver
from firmware.console.stderr import warn
from firmware.devices.health import Part
from firmware.devices.job_control import job
from firmware.devices.keyboard import Keyboard
from firmware.devices.protocols import Devices
from firmware.errors import ConfigError
from firmware.paths import OUT_OF_REACH, default_cabinet, home, is_out_of_reach
from firmware.setup.teaching_session import Classroom, Onlooker
from firmware.simulated.buttons import SimulatedButtons
from firmware.simulated.camera import Ballpark
from firmware.simulated.owner import Pupil
from firmware.simulated.panel import SimulatedPanel
from firmware.simulated.speeds import FRAMES_A_SECOND, PACES
from firmware.simulated.world.stadium import Stadium
from firmware.storage.taught_dice import Cabinet
from firmware.text import columns
from scoreboard.rules import start
from scoreboard.rules.state import DICE
from vision import Eyes
from vision.enrolled.matcher import VALUES, TaughtDie
from vision.enrolment.session import Lesson
from vision.geometry.numbering import USUAL
from vision.recognition.color import PALETTE
from vision.tracking.tracker import Watcher

TITLES = ("DIE", "FACES", "CORRECTIONS", "NUMBERED", "MISSING")


@dataclass(frozen=True, slots=True)
class Wishes:
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


def teach_dice(wishes: Wishes, forget: str | None, *, corrections: bool, listing: bool) -> None:
    """Do what `stadium teach` was asked for: teach the named dice, or list those that are known, or forget one.

    Raises:
        click.UsageError: if no die is named.
        StadiumError: in words for the person at the table.
    """
    config = _configured(wishes)
    cabinet = wiring.cabinet(config, simulate=wishes.simulate)
    if is_out_of_reach() and not (wishes.simulate or config.eyes.dice):
        warn(f"These are the dice in {default_cabinet()}. {OUT_OF_REACH}")
    if forget is not None:
        click.echo(_forget(cabinet, forget, corrections=corrections))
    elif listing:
        click.echo("\n".join(_table(cabinet.dice())))
    elif not wishes.names:
        raise click.UsageError("Say which die: stadium teach red. `stadium teach --help` tells more.")
    else:
        asyncio.run(_teach(wishes, config, cabinet))


def _forget(cabinet: Cabinet, name: str, *, corrections: bool) -> str:
    nobody = f"There is no taught die called {name}."
    if not corrections:  # it need not be one that can be read
        return f"The {name} die is forgotten, and every picture of it erased." if cabinet.forget(name) else nobody
    left = cabinet.die(name) and cabinet.change(name, lambda die: die and die.without_corrections())
    return f"What games added to the {name} die is erased; what you showed is kept." if left else nobody


def _table(dice: Iterable[TaughtDie]) -> list[str]:
    rows = [_row(die) for die in dice]
    return list(columns([TITLES, *rows])) if rows else ["No die was taught yet. Begin with: stadium teach red"]


def _row(die: TaughtDie) -> tuple[str, ...]:
    missing = [str(value) for value in VALUES if value not in die.shown]
    late = sum(sample.corrected for sample in die.samples)
    return die.name, f"{len(die.shown)} of {len(VALUES)}", str(late), _numbered(die), ", ".join(missing) or "none"


def _numbered(die: TaughtDie) -> str:
    """The digits around either pole, where they are not those of most dice."""
    if die.numbering is None:
        return "unknown"
    return "as usual" if die.numbering == USUAL else str(die.numbering)


async def _teach(wishes: Wishes, config: Config, cabinet: Cabinet) -> None:
    known = {name: cabinet.die(name) for name in wishes.names}
    for stranger in _strangers(known, config):
        warn(stranger)
    eyes, settled = Eyes(), config.camera.settled
    watch = partial(Watcher, board=wiring.board(config), die_mm=config.eyes.die_mm)
    lessons = [Lesson(eyes, name, die, wishes.faces, watch=watch, settled=settled) for name, die in known.items()]
    devices, onlookers = _simulated(wishes, config) if wishes.simulate else _real(wishes, config)
    room = Classroom(devices, cabinet, click.echo, onlookers, patient=settled)
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, room.stop)
    with job([devices.buttons] if isinstance(devices.buttons, Keyboard) else []):
        await room.run(lessons)
    click.echo("\n".join(_table(cabinet.dice())))


def _strangers(names: Iterable[str], config: Config) -> Iterator[str]:
    """What to do about names that no team has: once taught, such a die's throws never count."""
    teams = config.game.away.color, config.game.home.color
    if start(config.game.setup()).awaits == DICE:  # any die is anybody's
        return
    for name in names:
        if config.eyes.colors.get(name, name) not in (*teams, *PALETTE):
            told = f"no team plays with a {name} die, so its throws will not count"
            rename = f"Stop and call it by its team's colour, {teams[0]} or {teams[1]}"
            yield f'{told}. {rename}; or write {name} = "{teams[0]}" under [eyes.colors].'


def _configured(wishes: Wishes) -> Config:
    others = {*wishes.names, *(taught(wishes.dice) if wishes.dice else ())}
    config = loaded(home(), wishes.config_file, taught_elsewhere=others)
    camera = camera_named(config.camera, wishes.camera)
    return structs.replace(
        config,
        eyes=structs.replace(config.eyes, dice=str(wishes.dice or config.eyes.dice)),
        camera=structs.replace(camera, settled=not wishes.simulate and (wishes.settled or camera.settled)),
        buttons=structs.replace(config.buttons, driver=wishes.buttons or config.buttons.driver),
        panel=structs.replace(config.panel, driver=wishes.panel or config.panel.driver),
    )


def _real(wishes: Wishes, config: Config) -> tuple[Devices, tuple[Onlooker, ...]]:
    if config.camera.source == "none":
        raise ConfigError("teaching needs a camera: name one with --camera, or try it with --simulate")
    needed: tuple[Part, ...] = ("camera", "panel") if wishes.panel else ("camera",)
    return wiring.devices(config, pictures=wishes.save_pictures, needed=needed), ()


def _simulated(wishes: Wishes, config: Config) -> tuple[Devices, tuple[Onlooker, ...]]:
    """A simulated stadium, and a hand over it."""

    def idle() -> None:
        pupil.again()

    buttons, panel = SimulatedButtons(), SimulatedPanel(config.panel.size, wishes.save_pictures)
    park = Ballpark(
        Stadium(wishes.seed, die_mm=config.eyes.die_mm), fps=FRAMES_A_SECOND, pace=PACES[wishes.speed], idle=idle
    )
    pupil = Pupil(park, buttons, np.random.default_rng(wishes.seed))
    return Devices((panel,), buttons, park), (pupil,)
