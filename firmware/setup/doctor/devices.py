"""The devices: pins, panel, sound and camera, each opened, tried and given back."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

from PIL import Image, ImageDraw

from firmware.config.schema import Config
from firmware.devices.led_layout import MODULE
from firmware.devices.protocols import Holdable
from firmware.errors import DeviceError
from firmware.messages import Message, finding
from firmware.setup.doctor.bench import Bench
from firmware.setup.doctor.machine import Machine
from scoreboard.display.fonts import SMALL
from scoreboard.display.pixels import stamp

CHIPS = "/dev/gpiochip*"
PATTERN_S = 3.0
"""For how long the test pattern stands."""
TWO_DIGITS, WHITE = 10, (255, 255, 255)


def buttons(machine: Machine, config: Config, bench: Bench) -> Message:
    """Whether the buttons' lines can be read, and none of them is down."""
    driver = config.buttons.driver
    if driver in ("keys", "none"):
        return finding("skipped", f"none on pins ([buttons] driver is {driver})")
    try:
        return _opened(bench)
    except DeviceError as error:
        chips = ", ".join(machine.found(CHIPS)) or "none"
        return finding("red", f"the lines cannot be read (there is {chips})", str(error))


def _opened(bench: Bench) -> Message:
    buttons = bench.buttons()
    if buttons is None:
        return finding("skipped", "none")
    try:
        down = buttons.held() if isinstance(buttons, Holdable) else frozenset[str]()
    finally:
        buttons.close()
    if not down:
        return finding("green", "nine lines, none of them down")
    names = ", ".join(name.upper() for name in sorted(down))
    return finding("amber", f"down now: {names}", "Let go, or look for a wire that touches ground.")


def spi(machine: Machine, config: Config) -> Message:
    """Whether the panel's bus is there and ours to use."""
    panel = config.panel
    if panel.driver in ("simulated", "none"):
        return finding("skipped", f"not needed ([panel] driver is {panel.driver})")
    path = f"/dev/spidev{panel.spi_port}.{panel.spi_device}"
    if not machine.has(path):
        return finding(
            "red", f"{path} is not there", "Switch SPI on: sudo raspi-config nonint do_spi 0, then start anew."
        )
    if not machine.may_write(machine.at(path)):
        return finding("red", f"{path} is not ours to use", "sudo usermod -aG spi $USER, then log in again.")
    return finding("green", path)


def panel(bench: Bench, size: tuple[int, int], wait: Callable[[float], None]) -> Message:
    """Show the panel's test pattern for a moment."""
    try:
        panel = bench.panel()
        if panel is None:
            return finding("skipped", "none ([panel] driver is none)")
        try:
            panel.show(pattern(size))
            wait(PATTERN_S)
        finally:
            panel.close()
    except DeviceError as error:
        return finding("red", "it cannot be lit", str(error))
    said = "a test pattern was shown: the numbers 1, 2, 3 … row by row from the top left, between two lines"
    return finding("green", f"{said}; if one was dark, turned or in another place, see [panel]")


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


def sound(machine: Machine, config: Config) -> Message:
    """Whether there is a card to make a sound with, as ALSA lists them, and what plays on it."""
    if config.sound.driver == "none":
        return finding("skipped", "none ([sound] driver is none)")
    if machine.answer(["aplay", "--version"]) is None:
        return finding("amber", "nothing to play sounds with", "sudo apt install alsa-utils")
    listing = machine.read("/proc/asound/cards")
    cards = [line.partition("]:")[2].strip() for line in (listing or "").splitlines() if "]:" in line]
    if cards:
        return finding("green", ", ".join(cards))
    return finding("amber", "no sound card", "Play goes on in silence; plug a USB speaker in for sound.")
