"""Calibrating the camera of a game that goes on: one way, whoever asks for it, the menu or a phone.

Rule kept here: what `stadium calibrate` finds is found here, and what it writes is kept here, the lens and the camera's
locked settings. The camera that the game has back takes its pictures as the settings that then hold say.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from msgspec import convert, structs, to_builtins

from firmware import throw_reader
from firmware.config.schema import Config, laid_over
from firmware.config.toml_edit import Changes
from firmware.devices.protocols import Adjustable, Frame
from firmware.setup.calibration.driving import LockingCamera
from firmware.setup.calibration.steps import Calibration, Plan
from firmware.throw_reader import ThrowReader
from scoreboard.rules import has_ten_sided_dice
from scoreboard.rules.state import SHARED

KeepChanges = Callable[[Changes], Path]
"""Keeps what was measured; returns the file that has it, or raises a StadiumError."""


def plan_for(config: Config, height: float | None = None) -> Plan:
    """What is calibrated for a stadium of that configuration; ``height`` of the camera over the print, mm, if known."""
    eyes, camera = config.eyes, config.camera
    return Plan(colors_of(config), eyes.colors, eyes.die_mm, throw_reader.field(config), camera.lens.view, height)


def colors_of(config: Config) -> tuple[str, ...]:
    """Of the dice that must be told apart; those of the table games need not be."""
    game = config.game
    if not has_ten_sided_dice(game.rules):
        return ()
    return tuple(dict.fromkeys((game.away.color, game.home.color, SHARED)))


class Calibrator:
    """Begins calibrations of a game's camera, and has the game see by what they measured.

    Args:
        config: the configuration in force.
        reader: of the game's throws.
        camera: of the game; locked if it is `firmware.devices.protocols.Adjustable`.
        keep: see `KeepChanges`.

    Attributes:
        config: with what was measured last.
    """

    def __init__(self, config: Config, reader: ThrowReader, camera: object, keep: KeepChanges) -> None:
        self.config = config
        self._reader, self._camera, self._keep = reader, camera, keep

    def begin(self) -> GameCalibration:
        """Another calibration."""
        read = throw_reader.frame_reader(self._reader.read_dice, self.config.eyes.threshold)
        return GameCalibration(self, LockingCamera(Calibration(plan_for(self.config), read), self._camera))

    def look(self, config: Config) -> None:
        """From the camera's return on the game sees as that configuration says."""
        self.config = config
        self._reader.look(config)

    def lock(self) -> None:
        """Have the camera take its pictures as the settings say, if it can; on the camera's thread."""
        if isinstance(self._camera, Adjustable):
            self._camera.keep(self.config.camera.locked.settings())

    def keep(self, changes: Changes) -> Path:
        """Use what was measured from the camera's return on, and keep it."""
        camera = self.config.camera
        for table, keys in changes.items():  # each for itself: the command line may have named any camera
            name = table.removeprefix("camera.")
            part = getattr(camera, name)
            camera = structs.replace(camera, **{name: convert(laid_over(to_builtins(part), dict(keys)), type(part))})
        self.look(structs.replace(self.config, camera=camera))
        return self._keep(changes)


class GameCalibration:
    """One of them.

    Attributes:
        calibration: what is asked and found.
    """

    def __init__(self, calibrator: Calibrator, camera: LockingCamera) -> None:
        self.calibration = camera.calibration
        self._calibrator, self._camera = calibrator, camera

    def see(self, frame: Frame, still: Callable[[], Frame]) -> None:
        """Look at a frame, on the camera's thread."""
        self._camera.show(frame, still)

    def keep(self) -> Path:
        """Use and keep what was measured; a StadiumError if it cannot be kept."""
        return self._calibrator.keep(self.calibration.changes)

    def give_back(self) -> None:
        """Have the camera take its pictures as the game's settings say, on the camera's thread."""
        self._calibrator.lock()
