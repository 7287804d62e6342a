"""The doctor on the panel: how many findings are green, amber and red, and the worst of them, walked by NEXT."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from firmware.devices.protocols import Gesture
from firmware.notice import ORDER, Notice, notice, worst
from firmware.play.state.table_language import TableLanguage
from scoreboard import display
from scoreboard.message import Words, message

if TYPE_CHECKING:
    from PIL import Image


class CheckUp:
    """Shows findings one after the other; satisfies `firmware.play.menus.takeover.Takeover`.

    Attributes:
        result: how well all is; None until the last was seen or somebody leaves.
    """

    takes_frames = False

    def __init__(self, findings: Iterable[Notice], language: TableLanguage) -> None:
        found = sorted(findings, key=lambda each: -ORDER.index(each.severity))
        self._language, self._worst = language, worst(found)
        number = {f"{color}s": sum(each.severity == color for each in found) for color in ("green", "amber", "red")}
        bad = [each for each in found if each.severity in {"amber", "red"}]
        self._pages: list[Words] = [message("check.summary", **number), *((each.sentence, each.remedy) for each in bad)]
        self.result: Notice | None = None

    @property
    def words(self) -> Words:
        """The page that is open."""
        return self._pages[0]

    def press(self, gesture: Gesture) -> None:
        """NEXT turns the page; everything else, or NEXT on the last, leaves."""
        if gesture == "next" and len(self._pages) > 1:
            del self._pages[0]
        else:
            # one of: check.amber, check.green, check.red, check.skipped
            self.result = notice(f"check.{self._worst}")

    def picture(self, size: tuple[int, int], tick: int) -> Image.Image:
        """What the panel shows, scrolled where it is long."""
        return display.message_picture(self._language.on_panel(self.words), size, tick=tick)
