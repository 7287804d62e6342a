"""The devices: pins, panel, sound and camera, each opened, tried and given back.

Rule kept here: the camera's picture is not judged here. The doctor looks as `stadium calibrate` does and says what
that says, so the two never disagree; only, it leaves the camera as it is set, for so it is played with.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import product

from PIL import Image, ImageDraw

from firmware.config.schema import Config
from firmware.devices.led_layout import MODULE
from firmware.devices.protocols import Camera, Frame, Holdable
from firmware.errors import DeviceError
from firmware.messages import Message, finding
from firmware.setup.calibration import Calibration, drive
from firmware.setup.doctor.bench import Bench
from firmware.setup.doctor.machine import Machine
from scoreboard.display.fonts import SMALL
from scoreboard.display.pixels import stamp
from vision.geometry.tilt import TiltField
from vision.readings import Reading

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


def look(bench: Bench) -> Iterator[Message]:
    """Look for a few seconds, and judge the markers, the lens and the light."""
    try:
        camera = bench.camera()
        if camera is None:
            yield finding("skipped", "none ([camera] source is none)", about="camera")
            return
        with closing(camera):
            looked, still = _looked(bench, camera)
    except DeviceError as error:
        yield finding("red", "it gives no picture", str(error), about="camera")
        return
    yield finding("green", f"{bench.source}, {still.shape[1]} x {still.shape[0]} pixels", about="camera")
    if bench.plan.field is None:
        yield finding("skipped", "not used ([camera] markers)", about="markers")
    yield from (_told(each) for each in looked.findings if each.about != "Camera")  # that would be a mere lock's


def _looked(bench: Bench, camera: Camera) -> tuple[Calibration, Frame]:
    looked, shown = Calibration(bench.plan, _no_dice), _AsItIs(camera)
    drive(looked, shown, lambda _: None, lambda _: None)
    return looked, camera.still() if shown.last is None else shown.last


@dataclass(slots=True)
class _AsItIs:
    """A camera that nobody can set; it remembers its last still, for a folder of pictures comes to its end."""

    camera: Camera
    last: Frame | None = None

    def frame(self) -> Frame | None:
        return self.camera.frame()

    def still(self) -> Frame:
        self.last = self.camera.still()
        return self.last

    def close(self) -> None:
        self.camera.close()


def _no_dice(_: Frame, *, tilt_field: TiltField | None) -> tuple[Reading, ...]:  # noqa: ARG001 - it is not dice that are looked at
    return ()


def _told(found: Message) -> Message:
    """As the doctor's report spells it."""
    remedy = f"{found.remedy[0].upper()}{found.remedy[1:]}." if found.remedy else ""
    sentence = f"{found.sentence[0].lower()}{found.sentence[1:]}"
    return finding(found.severity, sentence, remedy, about=found.about.lower())
