"""A simulated table for the page's long work: who lends it does what is asked, as people at a real one would.

Rule kept here: the work is the very same; only its frames come from a simulated stadium of its own, so that a simulated
game goes on beside it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import numpy as np

from firmware.config.schema import Config
from firmware.devices.protocols import Frame
from firmware.play.lent_camera import See
from firmware.setup.calibration.steps import Calibration
from firmware.simulated.calibration_camera import CalibrationCamera
from firmware.simulated.camera import SimulatedCamera
from firmware.simulated.owner import SimulatedOwner
from firmware.simulated.peripherals import SimulatedButtons
from firmware.simulated.scenario import FRAMES_A_SECOND
from firmware.simulated.world.stadium import SimulatedStadium
from scoreboard.rules.state import SHARED
from vision.enrolment.session import EnrolmentSession

Film = Iterator[tuple[Frame, Callable[[], Frame]]]
"""Frames, each with what takes the still of its moment."""


class SimulatedTable:
    """The table; ``pace`` is called with a frame's seconds before each."""

    def __init__(self, config: Config, seed: int = 0, pace: Callable[[float], None] = time.sleep) -> None:
        self._config, self._seed, self._pace = config, seed, pace

    def lend(self, see: See, check: Callable[[], None], doing: Calibration | EnrolmentSession) -> None:
        """Show frames, and do what is asked for, until there were enough; ``check`` may end it."""
        film = self._calibrated(doing) if isinstance(doing, Calibration) else self._taught(doing)
        for frame, still in film:
            check()
            if see(frame, still):
                return

    def _calibrated(self, calibration: Calibration) -> Film:
        """The bare field; then the dice are laid on it."""
        game = self._config.game
        teams = game.away.color, game.home.color
        camera = CalibrationCamera(teams, self._seed, die_mm=self._config.eyes.die_mm)
        is_laid = False
        while (frame := camera.frame()) is not None:
            self._pace(1 / FRAMES_A_SECOND)
            yield frame, camera.still
            if calibration.step == "dice" and not is_laid:
                camera.lay_dice((*teams, SHARED))
                is_laid = True

    def _taught(self, enrolment: EnrolmentSession) -> Film:
        """Each face is put up as it is asked for, and again if nothing came of it."""
        stadium = SimulatedStadium(self._seed, die_mm=self._config.eyes.die_mm)
        camera = SimulatedCamera(stadium, fps=FRAMES_A_SECOND, pace=self._pace, idle=lambda: owner.again())  # noqa: PLW0108 - made below
        owner = SimulatedOwner(camera, SimulatedButtons(), np.random.default_rng(self._seed))
        asked: int | None = None
        while enrolment.asked is not None:
            if enrolment.asked != asked:
                asked = enrolment.asked
                owner(enrolment, None)
            if (frame := camera.frame()) is None:
                return
            yield frame, camera.still
