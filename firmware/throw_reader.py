"""How the table is read, as configured: every picture a throw, or a table watched until dice and pieces rest."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import NamedTuple

import cv2

from firmware.board_eyes import BoardEyes
from firmware.config.schema import Config
from firmware.devices.protocols import DiceListener, Frame
from firmware.play.camera.camera_thread import ReadFrame
from firmware.service.malloc import trim, unmap_libraries
from vision import DiceReader
from vision.board.fitted_pieces import PieceFit
from vision.enrolled.matcher import EnrolledDice, EnrolledDie
from vision.geometry.registration import Board, lens_of_view
from vision.geometry.stadium import STADIUM, Field
from vision.readings import PictureReader
from vision.tracking.events import Report, Thrown
from vision.tracking.tracker import TakeStill, ThrowTracker


class ThrowReader(NamedTuple):
    """Reads the dice on the table, frame by frame.

    Attributes:
        read: called on the camera's thread with each frame.
        ignore: called when a throw was undone: what lies there is not read again before it was lifted.
        restart: called on the camera's thread: what lies on the table by then is known, and not thrown.
        enrolled: the dice that were taught.
        read_dice: reads one picture.
        look: from the next restart on camera and eyes are as that configuration has them.
        board_eyes: look at the board besides; None where every picture is a throw.
        dice: what smart dice say of throws; None without any.
    """

    read: ReadFrame
    ignore: Callable[[], None]
    restart: Callable[[], None]
    enrolled: EnrolledDice
    read_dice: DiceReader
    look: Callable[[Config], None]
    board_eyes: BoardEyes | None = None
    dice: DiceListener | None = None


ALL_CORES = -1
"""For OpenCV as many threads as it uses by default."""


class _RestartableTracker:
    """A throw tracker that can be restarted, and releases memory once the score of a throw is lit.

    With the frame after a still was read, the memory that reading has taken is released: no score waits for that. After
    the first, so are library pages that only the start has needed. Frames to watch are small, and one thread is enough
    for them: OpenCV's others would cost nearly as much again. Stills are read with all.

    The board is looked at after the dice.
    """

    def __init__(self, config: Config, reader: DiceReader, board_eyes: BoardEyes) -> None:
        self._config, self._reader = config, reader
        self._has_read = self._has_begun = False
        self.board_eyes = board_eyes
        self.restart()

    def look(self, config: Config) -> None:
        self._config = config

    def restart(self) -> None:
        eyes = self._config.eyes
        read_dice = frame_reader(self._reader, eyes.threshold)
        self._tracker = ThrowTracker(read_dice, board(self._config), die_mm=eyes.die_mm, threshold=eyes.threshold)
        self.board_eyes.restart(self._config, read_dice)

    def read(self, frame: Frame, still: TakeStill) -> tuple[Report, ...] | None:
        if self._has_read:
            self._release_memory()

        def taken() -> Frame:
            self._has_read = True
            cv2.setNumThreads(ALL_CORES)
            return still()

        reports = self._tracker.update(frame, taken)
        return (*reports, *self.board_eyes.watch(lambda: self._tracker.scene, taken)) or None

    def ignore(self) -> None:
        self._tracker.ignore_until_lifted()

    def _release_memory(self) -> None:
        self._has_read = False
        cv2.setNumThreads(1)
        trim()
        if not self._has_begun:
            self._has_begun = True
            unmap_libraries()


class _SettledReader:
    """Takes every frame for a throw at rest."""

    def __init__(self, config: Config, reader: DiceReader) -> None:
        self._reader = reader
        self.look(config)

    def look(self, config: Config) -> None:
        self._read_dice = frame_reader(self._reader, config.eyes.threshold)

    def read(self, _: Frame, still: TakeStill) -> tuple[Report, ...]:
        return tuple(Thrown(reading, None) for reading in self._read_dice(still(), tilt_field=None))


def throw_reader(config: Config, dice: Iterable[EnrolledDie] = (), pieces: PieceFit | None = None) -> ThrowReader:
    """What reads the dice, enrolled ones among them: every frame a throw, or watched until a throw lies still.

    ``pieces`` is what was learned of the pieces; None where nothing is to be learned.
    """
    reader = DiceReader()
    reader.enrolled.dice = tuple(dice)
    if config.camera.settled:
        settled = _SettledReader(config, reader)
        return ThrowReader(settled.read, lambda: None, lambda: None, reader.enrolled, reader, settled.look)
    board_eyes = BoardEyes(reader, pieces)
    restartable = _RestartableTracker(config, reader, board_eyes)
    return ThrowReader(
        restartable.read,
        restartable.ignore,
        restartable.restart,
        reader.enrolled,
        reader,
        restartable.look,
        board_eyes,
    )


def field(config: Config) -> Field | None:
    """What is printed under the camera; None for dice on any table."""
    return STADIUM if config.camera.markers else None


def board(config: Config) -> Board | None:
    """The printed field as this camera sees it; None where there is none."""
    lens, printed = config.camera.lens, field(config)
    made = partial(lens_of_view, view=lens.view, distortion=lens.distortion)
    return None if printed is None else Board(printed, made)


def frame_reader(reader: DiceReader, threshold: float) -> PictureReader:
    """The dice reader as the tracker calls it."""
    return partial(reader.read, threshold=threshold)
