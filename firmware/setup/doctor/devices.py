"""The devices: pins, panel, sound and camera, each opened, tried and given back.

Rule kept here: the camera's picture is judged by a calibration, so the doctor and `stadium calibrate` never disagree.
Only, the doctor leaves the camera's settings as they are, for a game is played with those.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import product

from PIL import Image, ImageDraw

from firmware.config.schema import Config
from firmware.devices.led_layout import MODULE
from firmware.devices.protocols import Frame, Holdable
from firmware.errors import DeviceError
from firmware.notice import Notice, finding
from firmware.setup.calibration.steps import Calibration, drive
from firmware.setup.doctor.bench import Bench
from firmware.setup.doctor.machine import Machine
from scoreboard.display.fonts import SMALL
from scoreboard.display.pixels import stamp
from vision.geometry.tilt import TiltField
from vision.readings import Reading

PATTERN_S = 3.0
"""For how long the test pattern stands."""
TWO_DIGITS, WHITE = 10, (255, 255, 255)


def buttons(machine: Machine, config: Config, bench: Bench) -> Notice:
    """Whether the buttons' lines can be read, and none of them is down."""
    driver = config.buttons.driver
    if driver in ("keys", "none"):
        return finding("skipped", f"none on pins ([buttons] driver is {driver})")
    try:
        opened = bench.buttons()
        if opened is None:
            return finding("skipped", "none")
        with closing(opened):
            down = opened.held() if isinstance(opened, Holdable) else frozenset[str]()
    except DeviceError as error:
        chips = ", ".join(machine.found("/dev/gpiochip*")) or "none"
        return finding("red", f"the lines cannot be read (there is {chips})", str(error))
    if not down:
        return finding("green", "nine lines, none of them down")
    names = ", ".join(name.upper() for name in sorted(down))
    return finding("amber", f"down now: {names}", "Let go, or look for a wire that touches ground.")


def spi(machine: Machine, config: Config) -> Notice:
    """Whether the panel's bus is there and ours to use."""
    panel = config.panel
    if panel.driver in ("simulated", "none"):
        return finding("skipped", f"not needed ([panel] driver is {panel.driver})")
    path = f"/dev/spidev{panel.spi_port}.{panel.spi_device}"
    if not machine.has(path):
        advice = "Switch SPI on: sudo raspi-config nonint do_spi 0, then start anew."
        return finding("red", f"{path} is not there", advice)
    if not machine.may_write(machine.at(path)):
        return finding("red", f"{path} is not ours to use", "sudo usermod -aG spi $USER, then log in again.")
    return finding("green", path)


def panel(bench: Bench, size: tuple[int, int], wait: Callable[[float], None]) -> Notice:
    """Show the panel's test pattern for a moment."""
    try:
        panel = bench.panel()
        if panel is None:
            return finding("skipped", "none ([panel] driver is none)")
        with closing(panel):
            panel.show(pattern(size))
            wait(PATTERN_S)
    except DeviceError as error:
        return finding("red", "it cannot be lit", str(error))
    shown = "a test pattern was shown: the numbers 1, 2, 3 … row by row from the top left, between two lines"
    return finding("green", f"{shown}; if one was dark, turned or in another place, see [panel]")


def pattern(size: tuple[int, int]) -> Image.Image:
    """A number in each block of eight by eight, row by row, and lines: what is turned, mirrored or swapped shows."""
    picture = Image.new("RGB", size, "black")
    width, height = size
    corners = product(range(0, height, MODULE), range(0, width, MODULE))
    for number, (top, left) in enumerate(corners, 1):
        stamp(picture, SMALL.write(str(number)), (left + (number < TWO_DIGITS), top + 2), WHITE)
    for y in (0, height - 1):
        ImageDraw.Draw(picture).line((0, y, width - 1, y), fill=WHITE)
    return picture


def sound(machine: Machine, config: Config) -> Notice:
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


def camera(bench: Bench) -> Iterator[Notice]:
    """Look through the camera for a few seconds, and judge the markers, the lens and the light as a calibration."""
    try:
        camera = bench.camera()
        if camera is None:
            yield finding("skipped", "none ([camera] source is none)", about="camera")
            return
        with closing(camera):
            calibration = Calibration(bench.plan, _no_dice)
            drive(calibration, camera, lambda _: None, lock=False)
            still = camera.still() if calibration.still is None else calibration.still
    except DeviceError as error:
        yield finding("red", "it gives no picture", str(error), about="camera")
        return
    yield finding("green", f"{bench.source}, {still.shape[1]} x {still.shape[0]} pixels", about="camera")
    if bench.plan.field is None:
        yield finding("skipped", "not used ([camera] markers)", about="markers")
    for found in calibration.findings:
        if found.about != "Camera":  # about the lock of its settings, which is not tried here
            remedy = f"{found.remedy[0].upper()}{found.remedy[1:]}." if found.remedy else ""
            sentence = f"{found.sentence[0].lower()}{found.sentence[1:]}"
            yield finding(found.severity, sentence, remedy, about=found.about.lower())


def _no_dice(_: Frame, *, tilt_field: TiltField | None) -> tuple[Reading, ...]:  # noqa: ARG001 - dice are not looked at
    return ()
