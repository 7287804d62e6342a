"""The panel's wizard at work: it lights what `firmware.setup.panel_orientation` asks, and keeps what was found.

Rule kept here: the panel stays open as it was configured. What it is to light is rearranged, so that the very lights of
the string are lit that are asked about, however wrong the configuration is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

import numpy as np
from msgspec import structs
from PIL import Image

from firmware.config import owners_file
from firmware.config.fallback import as_it_stands
from firmware.config.schema import PanelConfig
from firmware.config.toml_edit import Changes, Value
from firmware.devices.protocols import Gesture
from firmware.devices.restrung import RestrungPanel
from firmware.errors import StadiumError
from firmware.notice import Notice, notice
from firmware.paths import home
from firmware.setup.panel_orientation import (
    ASKED_COLORS,
    CLOCKWISE,
    NOTHING,
    LitLights,
    Orientation,
    begun,
    candidates,
    lights,
    order_of,
    rearranged,
)
from scoreboard.display.fonts import SMALL
from scoreboard.display.pixels import Pattern, block, stamp, stamp_middle
from scoreboard.message import Message, Words, message

WHITE: Final = (255, 255, 255)
BLINK_TICKS: Final = 4
"""Half seconds from one blink to the next; the last of them is dark."""
ARROW: Final[Pattern] = (
    "..#..",
    ".###.",
    "#.#.#",
    "..#..",
    "..#..",
)
ROOM_FOR_TWO: Final = 16
"""Pixels of height that two numbers want, one above the other, within a line."""

Keep = Callable[[PanelConfig], Notice]
"""Keeps what was found, and says so, or why not."""


class PanelWizard:
    """Asks how the panel of this configuration is strung; satisfies `firmware.play.menus.takeover.Takeover`.

    Attributes:
        result: what came of it; None until it is over.
    """

    takes_frames = False

    def __init__(self, panel: PanelConfig, keep: Keep) -> None:
        self._lights, self._keep = lights(panel), keep
        self._panel, self._now = panel, begun(candidates(panel))
        self._since: int | None = None
        self.result: Notice | None = None

    @property
    def words(self) -> Words:
        """What is asked now."""
        question = NONE_OF_THESE if self._now.shown is NOTHING else _question(self._now)
        return (message("wizard.again"), question) if self._now.is_again else question

    def press(self, gesture: Gesture) -> None:
        """NEXT, OK and UNDO answer, OK held leaves; the others do nothing."""
        match gesture:
            case "next":
                self._now = self._now.next()
            case "undo":
                self._now = self._now.undo()
            case "ok":
                self._now = self._now.ok()
            case "menu":
                self.result = notice("wizard.left")
        self._since = None
        if self._now.kept is not None:
            self.result = self._keep(self._now.kept)

    def picture(self, size: tuple[int, int], tick: int) -> Image.Image:
        """What the panel is to be shown; what is asked about blinks, beginning with light."""
        since = self._since = tick if self._since is None else self._since
        is_dark = (tick - since) % BLINK_TICKS == BLINK_TICKS - 1
        shown = self._now.shown
        if shown.way is not None:
            return rearranged(self._panel, self._now.found(shown)).of(upright_picture(size))
        return self._lit(size, shown, blinks=not is_dark)

    def _lit(self, size: tuple[int, int], shown: LitLights, *, blinks: bool) -> Image.Image:
        pixels = np.zeros((size[1] * size[0], 3), np.uint8)
        lit = (*shown.steady, *(shown.blinking if blinks else ()))
        pixels[self._lights[list(lit)]] = WHITE if shown.channel is None else _color(self._panel, shown.channel)
        return Image.fromarray(pixels.reshape(size[1], size[0], 3))


NONE_OF_THESE: Final = message("wizard.none")


def _question(now: Orientation) -> Message:
    if now.asked in CLOCKWISE:
        several = "wizard.corner" if len(now.shown.blinking) == 1 else "wizard.corner-of-several"
        return message(several, corner=now.asked)
    return message("wizard.color", color=now.asked) if now.asked in ASKED_COLORS else message("wizard.picture")


def _color(panel: PanelConfig, byte: int) -> tuple[int, ...]:
    """The colour for which the driver of that panel sends that byte of a light's three."""
    return tuple(255 * (name == order_of(panel)[byte]) for name in "RGB")


def upright_picture(size: tuple[int, int]) -> Image.Image:
    """A picture that is right in one way only: an arrow up, OK?, the corners' numbers as one reads, and a frame."""
    picture = Image.new("RGB", size)
    (width, height), numbers = size, [SMALL.write(str(number)) for number in range(1, 5)]
    rows = (2, height - 7) if height >= ROOM_FOR_TWO else (1,)
    places = [(x, y) for y in rows for x in (2, width - 5)]
    for number, place in zip(numbers, places, strict=False):
        stamp(picture, number, place, WHITE)
    stamp_middle(picture, ARROW, (width // 2 - 7, (height - 1) // 2), WHITE)
    stamp(picture, SMALL.write("OK?"), (width // 2 - 3, (height - 5) // 2), WHITE)
    for y in (0, height - 1) if height >= ROOM_FOR_TWO else (height - 1,):
        stamp(picture, block(width, 1), (0, y), WHITE)
    return picture


# -- what is kept


def kept_in(file: Path | None, restring: Callable[[PanelConfig], None] = lambda _: None) -> Keep:
    """Keeps it in the owner's file, the system's without one, and has the panel ``restring`` as was found."""

    def keep(found: PanelConfig) -> Notice:
        restring(found)
        try:
            before = as_it_stands(home(), file).panel
            written = owners_file.keep_here(home(), changes(before, found), file)
        except StadiumError as error:
            return notice("wizard.not-kept", "amber", why=error.words)
        return notice("wizard.kept", file=str(written))

    return keep


def changes(before: PanelConfig, found: PanelConfig) -> Changes:
    """What is to be changed in a file that says the one so that it says the other."""
    tables = {
        f"panel.{name}": _changed(structs.asdict(getattr(before, name)), structs.asdict(getattr(found, name)))
        for name in ("chain", str(found.driver))
    }
    now, then = ({"block_orientation": panel.block_orientation} for panel in (before, found))
    tables["panel"] = _changed(now, then)
    return {table: values for table, values in tables.items() if values}


def _changed(before: Mapping[str, Value], found: Mapping[str, Value]) -> dict[str, Value]:
    return {key: value for key, value in found.items() if value != before[key]}


def wizard(panel: RestrungPanel, opened: PanelConfig, file: Path | None) -> Callable[[], PanelWizard]:
    """Begins the wizard for a panel that was opened so, again and again; what it finds holds at once."""
    now = opened

    def restring(found: PanelConfig) -> None:
        nonlocal now
        now, panel.rearranged = found, rearranged(opened, found)

    return lambda: PanelWizard(now, kept_in(file, restring))
