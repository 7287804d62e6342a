"""What the menu does with the devices in the middle of a game: teach a die, calibrate, and look everything over."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from msgspec import convert, structs, to_builtins

from firmware import throw_reader
from firmware.config.schema import CameraConfig, Config, laid_over
from firmware.config.toml_edit import Changes
from firmware.devices.health import Health
from firmware.devices.protocols import SystemClock
from firmware.notice import Notice, notice
from firmware.play.lent_camera import AnyBorrower, CameraBusyError, LentCamera
from firmware.play.menus.actions import MenuAction
from firmware.play.menus.screen import Choice
from firmware.play.table_language import TableLanguage
from firmware.setup.calibrating_at_the_table import CalibratingAtTheTable
from firmware.setup.calibration.steps import Calibration, Plan
from firmware.setup.check_up import CheckUp
from firmware.setup.doctor import bench
from firmware.setup.doctor.checks import Checks
from firmware.setup.doctor.machine import Machine
from firmware.setup.teaching_at_the_table import TeachingAtTheTable
from firmware.storage.taught_dice import TaughtDiceStore
from firmware.throw_reader import ThrowReader
from scoreboard.rules import has_ten_sided_dice
from scoreboard.rules.state import SHARED
from vision.enrolment.session import EnrolmentSession
from vision.tracking.tracker import ThrowTracker

Keep = Callable[[Changes], Notice | None]


class Errands:
    """The appliance's errands; ``camera`` is the game's, and ``keep`` keeps a setting, and says so if it cannot."""

    def __init__(
        self, config: Config, reader: ThrowReader, store: TaughtDiceStore, language: TableLanguage, camera: LentCamera
    ) -> None:
        self._config, self._reader, self._store, self._language = config, reader, store, language
        self._camera = camera

    def with_the_camera(self, keep: Keep) -> Mapping[Choice, MenuAction]:
        """What a live camera is needed for."""
        return {
            "teach": lambda: self._lent(self._teaching()),
            "calibrate": lambda: self._lent(self._calibrating(keep)),
        }

    def check(self, journal: Path, file: Path | None, health: Health) -> MenuAction:
        """The doctor's findings, and which devices are in trouble: the game has them, so they are not opened."""

        def looked_over() -> CheckUp:
            devices = bench.configured(self._config)
            checks = Checks(Machine(), self._config, file, devices, journal, SystemClock(), time.sleep)
            return CheckUp((*checks.during_a_game(), *health.troubles.values()), self._language)

        return looked_over

    def _lent(self, borrower: AnyBorrower) -> AnyBorrower | Notice:
        try:
            return self._camera.lend(borrower)
        except CameraBusyError:
            return notice("camera.lent", "amber")

    def _teaching(self) -> TeachingAtTheTable:
        teams = self._config.game.away.color, self._config.game.home.color
        names = dict.fromkeys((*teams, SHARED, *(die.name for die in self._store.dice())))
        return TeachingAtTheTable(tuple(names), self._enrolment, self._store, self._reader.enrolled, self._language)

    def _enrolment(self, name: str) -> EnrolmentSession:
        board, die_mm = throw_reader.board(self._config), self._config.eyes.die_mm
        tracker = partial(ThrowTracker, board=board, die_mm=die_mm)
        settled = self._config.camera.settled
        return EnrolmentSession(
            self._reader.read_dice, name, self._store.die(name), make_tracker=tracker, settled=settled
        )

    def _calibrating(self, keep: Keep) -> CalibratingAtTheTable:
        eyes, game = self._config.eyes, self._config.game
        colors = (game.away.color, game.home.color, SHARED) if has_ten_sided_dice(game.rules) else ()
        wanted = tuple(dict.fromkeys(colors))
        plan = Plan(wanted, eyes.colors, eyes.die_mm, throw_reader.field(self._config), self._config.camera.lens.view)
        read = throw_reader.frame_reader(self._reader.read_dice, eyes.threshold)

        def used(changes: Changes) -> Notice | None:
            self.look(changes)
            return keep(changes)

        return CalibratingAtTheTable(Calibration(plan, read), used, self._language)

    def look(self, changes: Changes) -> None:
        """Have the game look through the lens as it was measured."""
        values = {table.removeprefix("camera."): dict(keys) for table, keys in changes.items()}
        camera = convert(laid_over(to_builtins(self._config.camera), values), CameraConfig)
        self._config = structs.replace(self._config, camera=camera)
        self._reader.look(self._config)
