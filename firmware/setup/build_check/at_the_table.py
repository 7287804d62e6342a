"""Checking a build from the menu, or from a phone: panel and buttons are the stadium's own, and the camera is lent."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from firmware.config.schema import Config
from firmware.devices.protocols import Devices, Frame, Gesture, Holdable
from firmware.notice import Notice, notice
from firmware.play.state.table_language import TableLanguage
from firmware.setup.build_check.bare_field import BareField
from firmware.setup.build_check.build_session import BuildSession
from firmware.setup.build_check.part_check import BuildBench
from firmware.setup.build_check.pressed_buttons import PressedButtons
from firmware.setup.calibration.steps import Plan
from firmware.setup.check_up import CheckUp
from firmware.setup.doctor.machine import Machine
from scoreboard import display
from scoreboard.message import Words

if TYPE_CHECKING:
    from PIL import Image


def bench_of(config: Config, devices: Devices, plan: Plan | None, *, simulate: bool) -> BuildBench:
    """What there is of the devices of a game; in a simulated one nobody presses a button.

    ``plan`` is what the camera is looked at for; None where none looks at a table.
    """
    buttons: object = devices.buttons
    speaker = devices.speaker
    return BuildBench(
        config,
        Machine(),
        has_panel=bool(devices.panels),
        down=buttons.held if isinstance(buttons, Holdable) and not simulate else None,
        play=None if speaker is None else lambda: speaker.play("ask"),
        plan=plan,
    )


class BuildAtTheTable:
    """Satisfies `firmware.play.menus.takeover.Takeover` and `firmware.play.camera.lent_camera.Borrower`.

    OK held leaves, but where OK itself is asked for. At the end NEXT walks what was found, as in the check-up.

    Attributes:
        result: what came of it; None until it is over.
        session: the checks.
        takes_frames: whether it looks at what the camera sees.
    """

    def __init__(
        self, session: BuildSession, language: TableLanguage, keep: Callable[[BuildSession], None] = lambda _: None
    ) -> None:
        self.session, self._language, self._keep = session, language, keep
        self._found: CheckUp | None = None
        self.result: Notice | None = None
        self.takes_frames = False

    @property
    def words(self) -> Words:
        """What is asked now."""
        return self.session.words if self._found is None else self._found.words

    def press(self, gesture: Gesture) -> None:
        """A button was pressed, or held."""
        if self._found is not None:
            self._found.press(gesture)
            self.result = self._found.result
        elif gesture == "menu" and not isinstance(self.session.current, PressedButtons):
            self.leave()
        else:
            self.session.press(gesture)
            self._look()

    def leave(self) -> None:
        """End, whether all was checked or not."""
        if self.result is None and self.session.current is None:
            # one of: check.amber, check.green, check.red, check.skipped
            self.result = notice(f"check.{self.session.severity}")
        elif self.result is None:
            self.result = notice("build.left")

    def picture(self, size: tuple[int, int], tick: int) -> Image.Image:
        """What the panel shows."""
        self.session.advance()
        self._look()
        if self._found is not None:
            return self._found.picture(size, tick)
        shown = self.session.picture(size, tick)
        return shown or display.message_picture(self._language.on_panel(self.words), size, tick=tick)

    def see(self, frame: Frame, still: Callable[[], Frame]) -> None:
        """The camera shows something."""
        self.session.see(frame, still)

    def _look(self) -> None:
        """Show what was found, once all is done."""
        self.takes_frames = isinstance(self.session.current, BareField)  # where none comes, the panel says so
        if self.session.current is None and self._found is None:
            self._keep(self.session)
            self._found = CheckUp(self.session.findings, self._language)
