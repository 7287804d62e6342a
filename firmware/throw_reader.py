"""How the table is read, as configured: every picture a throw, or a table watched until dice and pieces rest."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import suppress
from functools import partial
from typing import NamedTuple

import cv2

from firmware.config.schema import Config
from firmware.devices.protocols import Frame
from firmware.errors import DeviceLostError
from firmware.play.camera.camera_thread import ReadFrame
from firmware.service.malloc import trim, unmap_libraries
from firmware.storage.board_places import board_places
from scoreboard.face_guard import Face
from scoreboard.rules import has_ten_sided_dice
from scoreboard.rules.state import Game
from vision import DiceReader
from vision.board.ball_finder import BallSearch
from vision.board.piece_colors import PieceColor
from vision.enrolled.matcher import EnrolledDice, EnrolledDie
from vision.geometry.registration import Board, lens_of_view
from vision.geometry.stadium import STADIUM, Field
from vision.readings import PictureReader
from vision.recognition.color import PALETTE
from vision.tracking.board_watcher import BoardWatcher
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
        follow: called with the colours of the teams whose pieces are on the board; none for a game without any.
    """

    read: ReadFrame
    ignore: Callable[[], None]
    restart: Callable[[], None]
    enrolled: EnrolledDice
    read_dice: DiceReader
    look: Callable[[Config], None]
    follow: Callable[[Collection[str]], None] = lambda _: None


ALL_CORES = -1
"""For OpenCV as many threads as it uses by default."""


class _RestartableTracker:
    """A throw tracker that can be restarted, and releases memory once the score of a throw is lit.

    With the frame after a still was read, the memory that reading has taken is released: no score waits for that. After
    the first, so are library pages that only the start has needed. Frames to watch are small, and one thread is enough
    for them: OpenCV's others would cost nearly as much again. Stills are read with all.

    The board is looked at after the dice, and what fails there costs no throw.
    """

    def __init__(self, config: Config, reader: DiceReader) -> None:
        self._config, self._reader = config, reader
        self._has_read = self._has_begun = False
        self._pieces: tuple[PieceColor, ...] = ()
        self._board_guard = Face("board")
        self.restart()

    def look(self, config: Config) -> None:
        self._config = config

    def restart(self) -> None:
        eyes = self._config.eyes
        read_dice = frame_reader(self._reader, eyes.threshold)
        self._tracker = ThrowTracker(read_dice, board(self._config), die_mm=eyes.die_mm, threshold=eyes.threshold)
        self._watcher: BoardWatcher | None = None
        if eyes.board != "off" and self._config.camera.markers:
            with self._board_guard:
                self._watcher = BoardWatcher(board_places(self._config), self._pieces, BallSearch(read_dice))

    def follow(self, teams: Collection[str]) -> None:
        """Look for pieces in these colours from the next frame on; called from the loop's thread."""
        self._pieces = tuple(self._piece_colors(teams))
        if self._watcher is not None:
            self._watcher.colors = self._pieces

    def _piece_colors(self, teams: Collection[str]) -> Iterator[PieceColor]:
        """A team's colour as the eyes name it, or as that of the die that was taught by this name."""
        taught = {die.name: die.color_model for die in self._reader.enrolled.dice}
        for team in teams:
            if team in PALETTE or team in taught:
                yield PieceColor(team, None if team in PALETTE else taught[team])

    def read(self, frame: Frame, still: TakeStill) -> tuple[Report, ...] | None:
        if self._has_read:
            self._release_memory()

        def taken() -> Frame:
            self._has_read = True
            cv2.setNumThreads(ALL_CORES)
            return still()

        reports = self._tracker.update(frame, taken)
        if self._watcher is not None and self._watcher.colors:
            with self._board_guard, suppress(DeviceLostError):  # reported already, by the camera's supervisor
                reports += self._watcher.watch(self._tracker.scene, taken)
        return reports or None

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


def throw_reader(config: Config, dice: Iterable[EnrolledDie] = ()) -> ThrowReader:
    """What reads the dice, enrolled ones among them: every frame a throw, or watched until a throw lies still."""
    reader = DiceReader()
    reader.enrolled.dice = tuple(dice)
    if config.camera.settled:
        settled = _SettledReader(config, reader)
        return ThrowReader(settled.read, lambda: None, lambda: None, reader.enrolled, reader, settled.look)
    restartable = _RestartableTracker(config, reader)
    return ThrowReader(
        restartable.read,
        restartable.ignore,
        restartable.restart,
        reader.enrolled,
        reader,
        restartable.look,
        restartable.follow,
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


def colors_on_board(game: Game) -> tuple[str, ...]:
    """The colours of the teams whose helmets are on the stadium; none in a game that is played without any."""
    return (game.setup.away.color, game.setup.home.color) if has_ten_sided_dice(game.setup.rules) else ()
