"""The devices: pins, panel, sound and camera, each opened, tried and given back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product

from PIL import Image, ImageDraw

from firmware.config.schema import Config
from firmware.devices.led_layout import MODULE
from firmware.devices.protocols import Holdable
from firmware.errors import DeviceError
from firmware.setup.doctor.bench import Bench
from firmware.setup.doctor.finding import Finding
from firmware.setup.doctor.machine import Machine
from scoreboard.display.fonts import SMALL
from scoreboard.display.pixels import stamp

CHIPS = "/dev/gpiochip*"
PATTERN_S = 3.0
"""For how long the test pattern stands."""
TWO_DIGITS, WHITE = 10, (255, 255, 255)


@dataclass(frozen=True)
class Pins:
    """Whether the buttons' lines can be read, and none of them is down."""

    machine: Machine
    config: Config
    bench: Bench
    name: str = "buttons"

    def check(self) -> Finding:
        """Open them all."""
        driver = self.config.buttons.driver
        if driver in ("keys", "none"):
            return Finding(self.name, "skipped", f"none on pins ([buttons] driver is {driver})")
        try:
            return self._opened()
        except DeviceError as error:
            chips = ", ".join(self.machine.found(CHIPS)) or "none"
            return Finding(self.name, "red", f"the lines cannot be read (there is {chips})", str(error))

    def _opened(self) -> Finding:
        buttons = self.bench.buttons()
        if buttons is None:
            return Finding(self.name, "skipped", "none")
        try:
            down = buttons.held() if isinstance(buttons, Holdable) else frozenset[str]()
        finally:
            buttons.close()
        if not down:
            return Finding(self.name, "green", "nine lines, none of them down")
        names = ", ".join(name.upper() for name in sorted(down))
        return Finding(self.name, "amber", f"down now: {names}", "Let go, or look for a wire that touches ground.")


@dataclass(frozen=True)
class Spi:
    """Whether the panel's bus is there and ours to use."""

    machine: Machine
    config: Config
    name: str = "SPI"

    def check(self) -> Finding:
        """Look for its device."""
        panel = self.config.panel
        if panel.driver in ("simulated", "none"):
            return Finding(self.name, "skipped", f"not needed ([panel] driver is {panel.driver})")
        path = f"/dev/spidev{panel.spi_port}.{panel.spi_device}"
        if not self.machine.has(path):
            advice = "Switch SPI on: sudo raspi-config nonint do_spi 0, then start anew."
            return Finding(self.name, "red", f"{path} is not there", advice)
        if not self.machine.may_write(self.machine.at(path)):
            return Finding(
                self.name, "red", f"{path} is not ours to use", "sudo usermod -aG spi $USER, then log in again."
            )
        return Finding(self.name, "green", path)


@dataclass(frozen=True)
class Pattern:
    """The panel's test pattern, for the eyes of whoever asks."""

    bench: Bench
    size: tuple[int, int]
    wait: Callable[[float], None]
    name: str = "panel"

    def check(self) -> Finding:
        """Show it for a moment."""
        try:
            panel = self.bench.panel()
            if panel is None:
                return Finding(self.name, "skipped", "none ([panel] driver is none)")
            try:
                panel.show(pattern(self.size))
                self.wait(PATTERN_S)
            finally:
                panel.close()
        except DeviceError as error:
            return Finding(self.name, "red", "it cannot be lit", str(error))
        said = "a test pattern was shown: the numbers 1, 2, 3 … row by row from the top left, between two lines"
        return Finding(self.name, "green", f"{said}; if one was dark, turned or in another place, see [panel]")


def pattern(size: tuple[int, int]) -> Image.Image:
    """A number in each block of eight by eight, row by row, and a line along top and bottom.

    Whatever is turned, mirrored or swapped shows, and where a number is says which one stands there instead.
    """
    picture = Image.new("RGB", size, "black")
    width, height = size
    corners = product(range(0, height, MODULE), range(0, width, MODULE))
    for number, (top, left) in enumerate(corners, 1):
        stamp(picture, SMALL.write(str(number)), (left + (number < TWO_DIGITS), top + 2), WHITE)
    for y in (0, height - 1):
        ImageDraw.Draw(picture).line((0, y, width - 1, y), fill=WHITE)
    return picture


@dataclass(frozen=True)
class Sound:
    """Whether there is a card to make a sound with, and what plays on it."""

    machine: Machine
    config: Config
    name: str = "sound"

    def check(self) -> Finding:
        """Look at ALSA's list."""
        if self.config.sound.driver == "none":
            return Finding(self.name, "skipped", "none ([sound] driver is none)")
        if self.machine.answer(["aplay", "--version"]) is None:
            return Finding(self.name, "amber", "nothing to play sounds with", "sudo apt install alsa-utils")
        return self._cards()

    def _cards(self) -> Finding:
        told = self.machine.read("/proc/asound/cards")
        cards = [line.partition("]:")[2].strip() for line in (told or "").splitlines() if "]:" in line]
        if cards:
            return Finding(self.name, "green", ", ".join(cards))
        return Finding(self.name, "amber", "no sound card", "Play goes on in silence; plug a USB speaker in for sound.")
