"""What the menu does with the devices in the middle of a game: teach a die, calibrate, and look everything over."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path

from firmware import throw_reader
from firmware.config.schema import Config
from firmware.devices.health import Health
from firmware.devices.protocols import SystemClock
from firmware.notice import Notice, notice
from firmware.paths import home
from firmware.play.camera.lent_camera import AnyBorrower, CameraBusyError, GiveBack, LentCamera
from firmware.play.menus.actions import MenuAction
from firmware.play.menus.screen import Choice
from firmware.play.state.table_language import TableLanguage
from firmware.setup.build_check.at_the_table import BuildAtTheTable
from firmware.setup.build_check.build_report import FILE, keep, of_stadium, written
from firmware.setup.build_check.build_session import BuildSession
from firmware.setup.build_check.part_check import BuildBench
from firmware.setup.calibrating_at_the_table import CalibratingAtTheTable
from firmware.setup.check_up import CheckUp
from firmware.setup.doctor import bench
from firmware.setup.doctor.checks import Checks
from firmware.setup.doctor.machine import Machine
from firmware.setup.game_calibration import Calibrator
from firmware.setup.teaching_at_the_table import TeachingAtTheTable
from firmware.storage.taught_dice import TaughtDiceStore
from firmware.throw_reader import ThrowReader
from scoreboard.rules.state import SHARED
from vision.enrolment.session import EnrolmentSession
from vision.tracking.tracker import ThrowTracker


class Errands:
    """The appliance's errands, with the game's reader, dice and camera, which the ``calibrator`` calibrates."""

    def __init__(
        self,
        calibrator: Calibrator,
        reader: ThrowReader,
        store: TaughtDiceStore,
        language: TableLanguage,
        camera: LentCamera,
    ) -> None:
        self._calibrator, self._reader, self._store, self._language = calibrator, reader, store, language
        self._camera = camera

    def with_the_camera(self) -> Mapping[Choice, MenuAction]:
        """What a live camera is needed for."""
        return {"teach": lambda: self._lent(self._teaching()), "calibrate": self._calibrate}

    def check_build(self, bench: Callable[[], BuildBench]) -> Callable[[], BuildAtTheTable]:
        """Begins to look over what was just built, with what there is of it; CameraBusyError if the camera is lent."""

        def begin() -> BuildAtTheTable:
            found = bench()
            table = BuildAtTheTable(BuildSession(found, time.monotonic), self._language, self._keep_report)
            return table if found.plan is None else self._camera.lend(table)

        return begin

    def check_build_from_menu(self, begin: Callable[[], BuildAtTheTable]) -> MenuAction:
        """The same, for the menu."""

        def begun() -> BuildAtTheTable | Notice:
            try:
                return begin()
            except CameraBusyError:
                return notice("camera.lent", "amber")

        return begun

    def _keep_report(self, session: BuildSession) -> None:
        """Keep what was found; the panel shows it, whether the card takes it or not."""
        with suppress(OSError):
            keep(written(session.findings, session.guides, of_stadium(), self._language.now), home() / FILE)

    def check(self, journal: Path, file: Path | None, health: Health) -> MenuAction:
        """The doctor's findings, and which devices are in trouble: the game has them, so they are not opened."""

        def looked_over() -> CheckUp:
            devices = bench.configured(self._config)
            checks = Checks(Machine(), self._config, file, devices, journal, SystemClock(), time.sleep)
            return CheckUp((*checks.during_a_game(), *health.troubles.values()), self._language)

        return looked_over

    @property
    def _config(self) -> Config:
        """In force, with what was measured last."""
        return self._calibrator.config

    def _calibrate(self) -> CalibratingAtTheTable | Notice:
        game = self._calibrator.begin()
        return self._lent(CalibratingAtTheTable(game, self._language), game.give_back)

    def _lent(self, borrower: AnyBorrower, give_back: GiveBack = lambda: None) -> AnyBorrower | Notice:
        try:
            return self._camera.lend(borrower, give_back)
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
