"""The devices: pins, panel, sound and camera, each opened, tried and given back.

Rule kept here: the camera's picture is judged by a calibration, so the doctor and `stadium calibrate` never disagree.
Only, the doctor leaves the camera's settings as they are, for a game is played with those.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from itertools import product

from PIL import Image, ImageDraw

from firmware.config.schema import Config, PanelConfig
from firmware.devices.led_layout import MODULE
from firmware.devices.panel_power import supply_for
from firmware.devices.protocols import Frame, Holdable
from firmware.devices.sound.repertoire import samples
from firmware.errors import DeviceError
from firmware.notice import Notice, finding
from firmware.setup.calibration.driving import drive
from firmware.setup.calibration.steps import Calibration
from firmware.setup.doctor.bench import Bench
from firmware.setup.doctor.machine import Machine
from scoreboard.display.fonts import SMALL
from scoreboard.display.pixels import stamp
from scoreboard.language import language
from scoreboard.message import message
from vision.geometry.tilt import TiltField
from vision.readings import Reading

PATTERN_S = 3.0
"""For how long the test pattern stands."""
TWO_DIGITS, WHITE = 10, (255, 255, 255)


def buttons(machine: Machine, config: Config, bench: Bench) -> Notice:
    """Whether the buttons' lines can be read, and none of them is down."""
    driver = config.buttons.driver
    if driver in ("keys", "none"):
        return finding("skipped", message("doctor.buttons.none", driver=driver))
    try:
        opened = bench.buttons()
        if opened is None:
            return finding("skipped", message("doctor.none"))
        with closing(opened):
            down = opened.held() if isinstance(opened, Holdable) else frozenset[str]()
    except DeviceError as error:
        chips = tuple(machine.found("/dev/gpiochip*")) or (message("doctor.none"),)
        return finding("red", message("doctor.buttons.unreadable", chips=chips), error.words)
    if not down:
        return finding("green", message("doctor.buttons.well"))
    names = tuple(name.upper() for name in sorted(down))
    return finding("amber", message("doctor.buttons.down", names=names), message("doctor.buttons.down.remedy"))


def spi(machine: Machine, config: Config) -> Notice:
    """Whether the panel's bus is there and ours to use."""
    panel = config.panel
    path = panel.kind.device_file(panel)
    if not path:
        return finding("skipped", message("doctor.spi.unneeded", driver=panel.driver))
    if not machine.has(path):
        return finding("red", message("doctor.spi.off", path=path), message("doctor.spi.off.remedy"))
    if not machine.may_write(machine.at(path)):
        advice = message("doctor.permissions.remedy", names="spi")
        return finding("red", message("doctor.spi.locked", path=path), advice)
    return finding("green", path)


def panel_power(panel: PanelConfig) -> Notice:
    """What the panel draws as it is set, beside what its supply gives: the score itself should need no dimming."""
    lights, limit, count = panel.kind.lights, panel.kind.limit(panel), panel.width * panel.height
    if lights is None or limit is None:
        return finding("skipped", message("doctor.panel-power.none", driver=panel.driver))
    typical = lights.typical(count, panel.brightness)
    kept = {"typical": f"{typical:.1f}", "limit": f"{limit.amps:.1f}"}
    if typical > limit.amps:
        advice = message("doctor.panel-power.weak.remedy", supply=f"{supply_for(typical):g}")
        return finding("amber", message("doctor.panel-power.weak", **kept), advice)
    most = f"{lights.most(count, panel.brightness):.1f}"
    return finding("green", message("doctor.panel-power.well", most=most, **kept))


def panel(bench: Bench, size: tuple[int, int], wait: Callable[[float], None]) -> Notice:
    """Show the panel's test pattern for a moment."""
    try:
        panel = bench.panel()
        if panel is None:
            return finding("skipped", message("doctor.panel.none"))
        with closing(panel):
            panel.show(pattern(size))
            wait(PATTERN_S)
    except DeviceError as error:
        return finding("red", message("doctor.panel.dark"), error.words)
    return finding("green", message("doctor.panel.well"))


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


def sound(machine: Machine, config: Config, bench: Bench) -> Notice:
    """Whether there is a card to make a sound with, as ALSA lists them, and whether it plays two notes."""
    if config.sound.driver == "none":
        return finding("skipped", message("doctor.sound.none"))
    if machine.answer(["aplay", "--version"]) is None:
        return finding("amber", message("doctor.sound.no-player"), "sudo apt install alsa-utils")
    listing = machine.read("/proc/asound/cards")
    cards = [line.partition("]:")[2].strip() for line in (listing or "").splitlines() if "]:" in line]
    if not cards:
        return finding("amber", message("doctor.sound.no-card"), message("doctor.sound.no-card.remedy"))
    try:
        if (card := bench.card()) is not None:
            with closing(card):
                card.write(samples("ask"))
                card.rest()
    except DeviceError as error:
        return finding("amber", message("voice.no-notes", cards=", ".join(cards)), error.words)
    return finding("green", message("voice.two-notes", cards=", ".join(cards)))


def voice(machine: Machine, config: Config) -> Notice:
    """Whether espeak-ng is there, and has a voice for the language of the table."""
    if config.sound.driver == "none" or config.sound.voice == "off":
        return finding("skipped", message("voice.off"))
    version = machine.answer(["espeak-ng", "--version"])
    if version is None:
        return finding("amber", message("voice.nobody"), "sudo apt install espeak-ng")
    spoken = language(config.game.language).say(message("voice"))
    if machine.answer(["espeak-ng", "-q", "-v", spoken, spoken]) is None:
        return finding("amber", message("voice.unknown", voice=spoken), "sudo apt install espeak-ng-data")
    return finding("green", f"{version.partition('  ')[0]}, {spoken}")


def camera(bench: Bench) -> Iterator[Notice]:
    """Look through the camera for a few seconds, and judge the markers, the lens and the light as a calibration."""
    try:
        camera = bench.camera()
        if camera is None:
            yield finding("skipped", message("doctor.camera.none"), about="camera")
            return
        with closing(camera):
            calibration = Calibration(bench.plan, _no_dice)
            drive(calibration, camera, lambda _: None, lock=False)
            still = camera.still() if calibration.still is None else calibration.still
    except DeviceError as error:
        yield finding("red", message("doctor.camera.dark"), error.words, about="camera")
        return
    seen = message("doctor.camera.well", source=bench.source, width=still.shape[1], height=still.shape[0])
    yield finding("green", seen, about="camera")
    if bench.plan.field is None:
        yield finding("skipped", message("doctor.markers.unused"), about="markers")
    for found in calibration.findings:
        if found.about != "camera":  # about the lock of its settings, which is not tried here
            yield replace(found, remedy=message("doctor.remedy", remedy=found.remedy) if found.remedy else "")


def _no_dice(_: Frame, *, tilt_field: TiltField | None) -> tuple[Reading, ...]:  # noqa: ARG001 - dice are not looked at
    return ()
