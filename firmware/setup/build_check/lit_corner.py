"""The panel: a test card with one corner lit, and a person who says which."""

from __future__ import annotations

from typing import ClassVar, Final

from PIL import Image

from firmware.notice import finding
from firmware.setup.build_check.part_check import Answer, BuildCheck, Offered
from firmware.setup.panel_orientation import CLOCKWISE
from scoreboard.display.pixels import block, stamp
from scoreboard.message import Words, message

WIRING: Final = "hardware/wiring.md#led-panel"
CARD_TICKS, WORDS_TICKS = 8, 4
"""For so many half seconds the card is shown, and then what is asked."""
WHITE, EDGE = (255, 255, 255), (0, 0, 90)


class LitCorner(BuildCheck):
    """Asks which corner of the panel is lit: NEXT walks the corners, OK takes one, UNDO says that all is dark."""

    guides: ClassVar = {"panel": WIRING}
    _at = 0

    @property
    def corner(self) -> str:
        """The corner that is offered."""
        return CLOCKWISE[self._at]

    @property
    def words(self) -> Words:
        """Which corner is offered."""
        return message("build.panel.ask", corner=self.corner)

    @property
    def offered(self) -> tuple[Offered, ...]:
        """This one, another one, none."""
        return (
            Offered("ok", message("build.panel.this", corner=self.corner)),
            Offered("next", message("build.panel.other")),
            Offered("undo", message("build.panel.dark")),
        )

    def advance(self, now: float) -> None:  # noqa: ARG002 - it waits as long as somebody looks
        """Without a panel there is nothing to see."""
        if not self.bench.has_panel:
            self.findings = (finding("skipped", message("doctor.panel.none"), about="panel"),)

    def answer(self, given: Answer, now: float) -> None:  # noqa: ARG002 - likewise
        """Walk the corners, or take one."""
        corner = self.corner
        if given == "next":
            self._at = (self._at + 1) % len(CLOCKWISE)
        elif given == "undo":
            ill = message("build.panel.all-dark")
            self.findings = (finding("red", ill, message("build.panel.all-dark.remedy"), about="panel"),)
        elif corner == CLOCKWISE[0]:
            self.findings = (finding("green", message("build.panel.well"), about="panel"),)
        else:
            ill = message("build.panel.turned", corner=corner)
            self.findings = (finding("red", ill, message("build.panel.turned.remedy"), about="panel"),)

    def picture(self, size: tuple[int, int], tick: int) -> Image.Image | None:
        """The card, and between what is asked, for who has neither a phone nor a terminal."""
        return corner_card(size) if tick % (CARD_TICKS + WORDS_TICKS) < CARD_TICKS else None


def corner_card(size: tuple[int, int]) -> Image.Image:
    """The card: a block in the top left corner, and a dim frame, which shows where the panel ends."""
    width, height = size
    picture = Image.new("RGB", size)
    for at in ((0, 0), (0, height - 1)):
        stamp(picture, block(width, 1), at, EDGE)
    for at in ((0, 0), (width - 1, 0)):
        stamp(picture, block(1, height), at, EDGE)
    stamp(picture, block(height // 2, height // 2), (0, 0), WHITE)
    return picture
