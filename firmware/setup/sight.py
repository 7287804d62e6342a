"""How throws are seen: the reader, the pictures that are kept, the camera that may be lent, and its calibration."""

from __future__ import annotations

from pathlib import Path

from firmware.config.schema import Config
from firmware.play.camera.lent_camera import LentCamera
from firmware.service.throw_keeping import ThrowKeeping
from firmware.setup.game_calibration import Calibrator
from firmware.storage.taught_dice import TaughtDiceStore
from firmware.throw_reader import ThrowReader
from vision.enrolled.matcher import EnrolledDice


class Sight:
    """The sight of a game.

    Attributes:
        taught: the dice that the owner taught, on the disk.
        enrolled: those that the reader knows.
        reader: reads throws.
        throws: keeps their pictures.
        lent: the camera, lent to one borrower at a time.
        calibrator: calibrates the camera.
        is_live: whether a camera looks at a table, not at pictures.
    """

    def __init__(
        self,
        config: Config,
        journal: Path,
        reader: ThrowReader,
        taught: TaughtDiceStore,
        calibrator: Calibrator,
        *,
        is_live: bool,
    ) -> None:
        self.reader, self.taught, self.calibrator, self.is_live = reader, taught, calibrator, is_live
        self.enrolled: EnrolledDice = reader.enrolled
        threshold = lambda: calibrator.config.eyes.threshold  # noqa: E731 - as it is set by then
        self.throws = ThrowKeeping(
            config, journal, reader.read, reader.restart, reader.dice if is_live else None, threshold
        )
        self.lent = LentCamera(self.throws.read, self.throws.restart)

    def restart_tracker(self) -> None:
        """Have the camera look anew, as the calibrator's configuration says."""
        self.lent.restart_tracker(self.calibrator.lock)
