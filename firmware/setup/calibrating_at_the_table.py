"""Calibrating from the menu, in the middle of a game: the panel says what to do, OK that it is done."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from firmware.devices.protocols import Frame, Gesture
from firmware.errors import DeviceLostError, StadiumError
from firmware.notice import ORDER, Notice, notice
from firmware.play.camera.lent_camera import Presses
from firmware.play.state.table_language import TableLanguage
from firmware.setup.calibration.findings import whole
from firmware.setup.game_calibration import GameCalibration
from scoreboard import display
from scoreboard.message import Words

if TYPE_CHECKING:
    from PIL import Image


class CalibratingAtTheTable:
    """One calibration; satisfies `menus.takeover.Takeover` and `camera.lent_camera.Borrower` of `firmware.play`.

    Attributes:
        result: what came of it; None until it is over.
    """

    takes_frames = True

    def __init__(self, game: GameCalibration, language: TableLanguage) -> None:
        self._game, self._calibration, self._language = game, game.calibration, language
        self._pressed = Presses()
        self.result: Notice | None = None

    @property
    def words(self) -> Words:
        """What is to be done now."""
        return self._calibration.asked

    def press(self, gesture: Gesture) -> None:
        """OK: it is done. UNDO, or OK held, leaves."""
        if gesture in {"menu", "undo"}:
            self.result = notice("calibrate.left")
        else:
            self._pressed.add(gesture)

    def picture(self, size: tuple[int, int], tick: int) -> Image.Image:
        """What the panel shows; it asks for OK where something is to be done first."""
        words = self._language.on_panel(self.words)
        return display.message_picture(words, size, tick=tick, ok=self._calibration.waits)

    def see(self, frame: Frame, still: Callable[[], Frame]) -> None:
        """Look at a frame, and deal with what was pressed meanwhile."""
        if "ok" in self._pressed.taken() and self._calibration.waits:
            self._calibration.begin()
        try:
            self._game.see(frame, still)
        except DeviceLostError:  # reported by the camera's supervisor
            return
        if self._calibration.step is None:
            self.result = self._concluded()

    def _concluded(self) -> Notice:
        """The worst that was found; else that it is kept."""
        found = max(self._calibration.findings, key=lambda each: ORDER.index(each.severity), default=None)
        if self._calibration.changes:
            try:
                self._game.keep()
            except StadiumError as error:
                return notice("settings.not-kept", "amber", why=error.words)
        if found is None or found.severity in {"green", "skipped"}:
            return notice("calibrate.kept")
        return Notice(whole(found), whole(found), found.severity)
