"""Checking a build at a terminal: the work of `stadium check-build`, with keys as answers, or a simulated builder's."""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Protocol, TypeVar, get_args

from msgspec import structs

from firmware.config.fallback import as_it_stands
from firmware.config.schema import Config
from firmware.devices.job_control import job
from firmware.devices.keyboard import Keyboard
from firmware.devices.protocols import Buttons, Camera, Gesture, Holdable, Panel, SoundCard
from firmware.devices.sound.repertoire import samples
from firmware.errors import DeviceError
from firmware.files.atomic import make_folder
from firmware.notice import Notice, Severity, finding, worst
from firmware.paths import home
from firmware.setup.build_check.bare_field import BareField
from firmware.setup.build_check.build_report import FILE, keep, of_stadium, summary, written
from firmware.setup.build_check.build_session import BuildSession
from firmware.setup.build_check.heard_notes import HeardNotes
from firmware.setup.build_check.lit_corner import LitCorner
from firmware.setup.build_check.part_check import Answer, BuildBench
from firmware.setup.build_check.pressed_buttons import PressedButtons
from firmware.setup.calibration.steps import Plan
from firmware.setup.doctor import bench as doctors_bench
from firmware.setup.doctor.machine import Machine
from firmware.setup.panel_orientation import CLOCKWISE
from firmware.simulated.builder import SimulatedBuilder, built_panel
from firmware.simulated.calibration_camera import CalibrationCamera
from firmware.simulated.peripherals import SimulatedButtons, SimulatedPanel
from firmware.simulated.scenario import BuildFault, SceneFault
from scoreboard import display
from scoreboard.errors import JournalInUseError
from scoreboard.journal.lock import claim
from scoreboard.language import Language, language
from scoreboard.message import Words, message
from scoreboard.web.pages.guide_address import HOST, guide_address

TICK_S: Final = 0.5
"""How long a picture stays on the panel."""
KEYS: Final[dict[Answer, str]] = {"ok": "Enter", "next": "n", "undo": "u"}
"""Which key gives an answer (`firmware.devices.keyboard`)."""
LEAVES: Final = "menu"
OpenedDevice = TypeVar("OpenedDevice", Panel, Buttons, Camera, SoundCard)


@dataclass(frozen=True, slots=True)
class CheckOptions:
    """What may be asked of `stadium check-build`.

    Attributes:
        config_file: the owner's, where one is named.
        journal: the games.
        report: where the file goes; beside the games if None.
        lang: in which language it is asked.
        simulate: a simulated stadium, and somebody who looks it over.
        faults: what is wrong with that.
        seed: which one.
    """

    config_file: Path | None
    journal: Path
    report: Path | None = None
    lang: str | None = None
    simulate: bool = False
    faults: tuple[str, ...] = ()
    seed: int = 1


class Listener(Protocol):
    """Who hears of it."""

    def say(self, sentence: str) -> None:
        """A sentence."""

    def show(self, found: Notice, guide: str, speaks: Language) -> None:
        """A finding, and the address of the guide that says what to do."""


@dataclass
class Steps:
    """A clock that goes a second with every step of a simulated builder."""

    seconds: float = 0.0

    def __call__(self) -> float:
        """The time."""
        return self.seconds


@dataclass
class BuildDevices:
    """The devices that are looked over.

    Attributes:
        panel, buttons, camera, card: those that are there.
        builder: who looks a simulated stadium over.
        lost: what could not be opened.
    """

    panel: Panel | None = None
    buttons: Buttons | None = None
    camera: Camera | None = None
    card: SoundCard | None = None
    builder: SimulatedBuilder | None = None
    lost: list[Notice] = field(default_factory=list)


def check_build(options: CheckOptions, listener: Listener) -> Severity:
    """Look a stadium over, write down what was found, and return the worst of it.

    Raises:
        DeviceError: while the scoreboard runs or another check is at work; or without a terminal to answer at.
    """
    config = as_it_stands(home(), options.config_file)
    speaks = language(options.lang or config.game.language)
    opened = _simulated(config, options) if options.simulate else _real(config)
    with nullcontext() if options.simulate else _alone(options.journal), opened as (devices, bench):
        listener.say(speaks.say(message("build.begins")))
        steps = Steps() if options.simulate else None
        session = BuildSession(bench, steps or time.monotonic, devices.lost)
        _Conversation(session, devices, speaks, listener).run(steps)
    file = options.report or home() / FILE
    keep(written(session.findings, session.guides, of_stadium(), speaks), file)
    listener.say(speaks.say(summary(session.findings)))
    listener.say(speaks.say(message("build.kept", file=str(file))))
    return worst(session.findings)


# -- the devices


@contextmanager
def _alone(journal: Path) -> Iterator[None]:
    """Keep the scoreboard and other checks off the devices: who has them has the lock beside the games."""
    make_folder(journal.parent)
    try:
        lock = claim(journal)
    except JournalInUseError as error:
        raise DeviceError(message("build.busy")) from error
    with closing(lock):
        yield


@contextmanager
def _real(config: Config) -> Iterator[tuple[BuildDevices, BuildBench]]:
    """Those that the configuration names; one that cannot be opened is a finding."""
    looked_at = doctors_bench.configured(config)
    with ExitStack() as held:
        devices = BuildDevices()
        devices.panel = _opened(held, devices.lost, looked_at.panel, ("panel", message("doctor.panel.dark")))
        unreadable = message("doctor.buttons.unreadable", chips=(message("doctor.none"),))
        devices.buttons = _opened(held, devices.lost, looked_at.buttons, ("buttons", unreadable))
        devices.camera = _opened(held, devices.lost, looked_at.camera, ("camera", message("doctor.camera.dark")))
        devices.card = _opened(held, devices.lost, looked_at.card, ("sound", message("build.sound.unplayed")))
        yield devices, _bench(config, devices, Machine(), looked_at.plan)


def _opened(
    held: ExitStack,
    lost: list[Notice],
    opener: Callable[[], OpenedDevice | None],
    otherwise: tuple[str, Words],
) -> OpenedDevice | None:
    about, ill = otherwise
    try:
        device = opener()
    except DeviceError as error:
        lost.append(finding("red", ill, error.words, about=about))
        return None
    return None if device is None else held.enter_context(closing(device))


@contextmanager
def _simulated(config: Config, options: CheckOptions) -> Iterator[tuple[BuildDevices, BuildBench]]:
    """A simulated stadium with those faults, and its builder."""
    scene = [fault for fault in get_args(SceneFault) if fault in options.faults]
    build = [fault for fault in get_args(BuildFault) if fault in options.faults]
    config = structs.replace(config, panel=built_panel(config.panel, build))
    panel, buttons = SimulatedPanel(config.panel.size), SimulatedButtons()
    builder = SimulatedBuilder(panel, buttons, build)
    with closing(CalibrationCamera(seed=options.seed, die_mm=config.eyes.die_mm, faults=scene)) as camera:
        devices = BuildDevices(panel, buttons, camera, builder=builder)
        machine = Machine(answer=builder.answer_of)
        yield devices, _bench(config, devices, machine, Plan((), die_mm=config.eyes.die_mm))


def _bench(config: Config, devices: BuildDevices, machine: Machine, plan: Plan) -> BuildBench:
    card = devices.card
    buttons: object = devices.buttons

    def notes() -> None:
        if card is not None:
            card.write(samples("ask"))
            card.rest()

    return BuildBench(
        config,
        machine,
        has_panel=devices.panel is not None,
        down=buttons.held if isinstance(buttons, Holdable) else None,
        play=None if card is None and devices.builder is None else notes,
        plan=None if devices.camera is None else plan,
    )


# -- the questions


@dataclass
class _Conversation:
    """Goes through a session: says what is asked, and hands on what is answered."""

    session: BuildSession
    devices: BuildDevices
    speaks: Language
    listener: Listener
    shown: int = 0
    asked: Words = ""
    tick: int = 0
    is_left: bool = False

    def run(self, steps: Steps | None) -> None:
        """Until all is checked, or somebody leaves; a simulated builder does it in ``steps``."""
        if steps is None or self.devices.builder is None:
            asyncio.run(self._ask())
        else:
            self._rehearse(self.devices.builder, steps)
        if self.is_left:
            raise DeviceError(message("build.left"))

    def _rehearse(self, builder: SimulatedBuilder, steps: Steps) -> None:
        if self.devices.buttons is not None:
            self.devices.buttons.listen(self.session.press)
        self._tell()
        while self.session.current is not None:
            self._look()
            self._act(builder)
            steps.seconds += 1
            self._tell()

    async def _ask(self) -> None:
        loop, pressed = asyncio.get_running_loop(), asyncio.Queue[tuple[Gesture, bool]]()

        def from_box(gesture: Gesture) -> None:
            loop.call_soon_threadsafe(pressed.put_nowait, (gesture, True))

        keyboard = Keyboard()
        with closing(keyboard), job([keyboard]):
            keyboard.listen(lambda key: pressed.put_nowait((key, False)))
            if self.devices.buttons is not None:
                self.devices.buttons.listen(from_box)
            for number in (signal.SIGINT, signal.SIGTERM):
                loop.add_signal_handler(number, pressed.put_nowait, (LEAVES, False))
            while self.session.current is not None and not self.is_left:
                self._tell()
                await asyncio.to_thread(self._look)
                if not isinstance(self.session.current, BareField):
                    await asyncio.sleep(TICK_S / 5)
                while not pressed.empty():
                    self._hand_on(*pressed.get_nowait())
            self._tell()

    def _hand_on(self, gesture: Gesture, at_box: bool) -> None:
        if at_box:
            self.session.press(gesture)
        elif gesture == LEAVES:
            self.is_left = True
        elif gesture in KEYS:
            self.session.answer(gesture)

    def _tell(self) -> None:
        """Say what was found since, and what is asked now."""
        self.session.advance()
        for found in self.session.findings[self.shown :]:
            guide = self.session.guides.get(found.about, "")
            self.listener.show(found, guide and HOST + guide_address(guide, self.speaks.code), self.speaks)
        self.shown = len(self.session.findings)
        if self.session.words and self.session.words != self.asked:
            offered = self.session.offered
            answers = tuple(message("build.key", key=KEYS[each.answer], does=each.words) for each in offered)
            asked = message("build.asks", asked=self.session.words, answers=answers) if answers else self.session.words
            self.listener.say(self.speaks.say(asked))
        self.asked = self.session.words

    def _look(self) -> None:
        """Light the panel, and have the camera show what it sees."""
        self.tick += 1
        if (panel := self.devices.panel) is not None:
            shown = self.session.picture(panel.size, 0)
            words = self.speaks.say(self.session.words, "panel")
            try:
                panel.show(shown or display.message_picture(words, panel.size, tick=self.tick))
            except DeviceError as error:
                self.devices.panel = None
                self.session.lose(finding("red", message("doctor.panel.dark"), error.words, about="panel"))
        if (camera := self.devices.camera) is not None and isinstance(self.session.current, BareField):
            try:
                if (frame := camera.frame()) is not None:
                    self.session.see(frame, camera.still)
            except DeviceError as error:
                self.session.lose(finding("red", message("doctor.camera.dark"), error.words, about="camera"))

    def _act(self, builder: SimulatedBuilder) -> None:
        """Do what is asked, at a simulated stadium."""
        session = self.session
        match session.current:
            case LitCorner() as check:
                self._name_corner(builder, check)
            case PressedButtons() as check:
                builder.press(check.asked)
            case HeardNotes():
                session.answer("ok" if builder.hears else "next")
            case BareField() as check if check.offered:
                session.answer("ok")

    def _name_corner(self, builder: SimulatedBuilder, check: LitCorner) -> None:
        lit = builder.lit_corner(CLOCKWISE)
        if lit is None:
            self.session.answer("undo")
        else:
            self.session.answer("ok" if check.corner == lit else "next")
