"""What fails while it is opened or closed is given back: after a thousand tries nothing is held that was not before."""

from __future__ import annotations

import os
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any, ClassVar

import cv2
import numpy as np
import pytest
from support.stadium import ManualClock
from support.untraced import untraced

from firmware.config.schema import shipped
from firmware.devices import gpio_buttons, pi_camera
from firmware.devices.debounce import BUTTONS
from firmware.devices.file_cameras import FolderCamera, UsbCamera, VideoCamera
from firmware.devices.keyboard import Keyboard
from firmware.devices.led_layout import Layout
from firmware.devices.recording_camera import RecordedCamera, RecordingCamera
from firmware.devices.sound.alsa import AlsaCard
from firmware.devices.sound.espeak import Espeak
from firmware.devices.spi_panels import Max7219Panel, SpiWire
from firmware.devices.supervisor import Supervised, SupervisedButtons, SupervisedCamera, SupervisedPanel
from firmware.devices.ws2812_panel import HZ, Ws2812Panel
from firmware.errors import DeviceError
from firmware.service import systemd

TRIES = 1000
SIZE = (64, 16)
Opener = Callable[[], Any]


class Handle:
    """A descriptor that only closing gives back: who made it, holds on to it, as picamera2 does."""

    held: ClassVar[set[Handle]] = set()

    def __init__(self) -> None:
        self._number = os.open(os.devnull, os.O_RDONLY)
        self.held.add(self)

    def close(self) -> None:
        """Give it back; a second time is harmless."""
        if self in self.held:
            self.held.remove(self)
            os.close(self._number)


@pytest.fixture(autouse=True)
def nothing_left() -> Iterator[None]:
    """No test leaves another's handles open."""
    yield
    for handle in list(Handle.held):
        handle.close()


class Step:
    """Fails when a library has come to one step of it, for the so-manieth time since it was opened."""

    def __init__(self, name: str = "", number: int = 1, error: Exception | None = None) -> None:
        self._name, self._number, self._error = name, number, error or OSError(12, "Cannot allocate memory")
        self._counts = Counter[str]()

    def begin(self) -> None:
        """Count anew."""
        self._counts.clear()

    def __call__(self, name: str, *_: object, **__: object) -> None:
        """Come to a step."""
        self._counts[name] += 1
        if (name, self._counts[name]) == (self._name, self._number):
            raise self._error


def picamera(step: Step) -> Opener:
    """A camera on the ribbon cable."""

    class Picamera2(Handle):
        camera_controls: ClassVar[dict[str, object]] = {"AeEnable": 0}

        def __init__(self) -> None:
            step("init")
            super().__init__()

        @staticmethod
        def global_camera_info() -> list[object]:
            step.begin()
            step("info")
            return [{"Num": 0}]

        def create_video_configuration(self, **overrides: object) -> dict[str, object]:
            step("create")
            return overrides

        def close(self) -> None:
            super().close()
            step("close")

        configure = staticmethod(partial(step, "configure"))
        start = staticmethod(partial(step, "start"))
        stop = staticmethod(partial(step, "stop"))
        set_controls = staticmethod(partial(step, "controls"))

    library: Any = SimpleNamespace(Picamera2=Picamera2)
    return lambda: pi_camera.PiCamera(library=library)


def webcam(step: Step) -> Opener:
    """A USB camera."""

    class Capture(Handle):
        def __init__(self, _: int) -> None:
            step.begin()
            step("init")
            super().__init__()

        def isOpened(self) -> bool:  # noqa: N802 - OpenCV's name
            try:
                step("opened")
            except OSError:
                return False
            return True

        def set(self, *_: float) -> bool:
            step("set")
            return True

        def release(self) -> None:
            self.close()

    return lambda: UsbCamera(0, Capture)  # type: ignore[arg-type] # a stand-in


class SpiDev(Handle):
    """A bus of spidev's; made again for each try, and open only once it was opened."""

    step: Step

    def __init__(self) -> None:
        self.step.begin()
        self.step("init")

    def open(self, *_: int) -> None:
        """Open the bus."""
        self.step("open")
        super().__init__()

    @property
    def max_speed_hz(self) -> int:
        """How fast it is."""
        return 0

    @max_speed_hz.setter
    def max_speed_hz(self, _: int) -> None:
        self.step("speed")

    def writebytes(self, _: object) -> None:
        """Send."""
        self.step("write")

    writebytes2 = writebytes


def spidev(step: Step) -> None:
    """Have the Pi's own bus be ours."""
    module: Any = ModuleType("spidev")
    module.SpiDev = type("SpiDev", (SpiDev,), {"step": step})
    sys.modules["spidev"] = module


def max7219(step: Step) -> Opener:
    """A chain of MAX7219 modules."""
    spidev(step)
    return lambda: Max7219Panel(SIZE)


def ws2812(step: Step, buffer: Path = Path("/nowhere")) -> Opener:
    """A string of WS2812 lights."""
    spidev(step)
    layout = Layout(tile=(0, 0), begins="top-left", runs="rows", serpentine=False, order="GRB")
    return lambda: Ws2812Panel(SIZE, layout, 40, lambda longest: SpiWire(0, 0, HZ, longest, buffer=buffer))


def gpio(step: Step) -> Opener:
    """Buttons on header pins, by way of gpiozero and a stand-in for lgpio."""
    lgpio: Any = ModuleType("lgpio")
    lgpio.error = type("error", (Exception,), {})
    for number, name in enumerate(
        ("SET_PULL_NONE", "SET_PULL_UP", "SET_PULL_DOWN", "BOTH_EDGES", "RISING_EDGE", "FALLING_EDGE")
    ):
        setattr(lgpio, name, number)

    def come_to(name: str) -> None:
        try:
            step(name)
        except OSError as error:
            raise lgpio.error("GPIO busy") from error

    def opened(_: int) -> Handle:
        step.begin()
        come_to("chip")
        return Handle()

    def claimed(*_: object) -> int:
        come_to("claim")
        return 0

    def read(*_: object) -> int:
        come_to("read")
        return 1

    def callback(*_: object) -> Any:  # noqa: ANN401 - as lgpio has it
        come_to("callback")
        called = SimpleNamespace()
        called.cancel = partial(lgpio.called.remove, called)
        lgpio.called.append(called)
        return called

    lgpio.called = []
    lgpio.gpiochip_open, lgpio.gpiochip_close = opened, lambda handle: handle.close()
    lgpio.gpio_claim_input = lgpio.gpio_claim_output = lgpio.gpio_claim_alert = claimed
    lgpio.gpio_read, lgpio.gpio_get_mode, lgpio.callback = read, lambda *_: 1 << 5, callback
    lgpio.gpio_free = lgpio.gpio_set_debounce_micros = lambda *_: None
    sys.modules["lgpio"] = lgpio
    sys.modules.pop("gpiozero.pins.lgpio", None)
    pins = shipped().buttons.pins.as_dict()
    return lambda: gpio_buttons.GpioButtons(pins, 0.03, factory=gpio_buttons.pin_factory("gpio"), clock=ManualClock())


@pytest.fixture
def _a_pi(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine with a Pi's libraries; those it had are put back."""
    for library in ("lgpio", "spidev", "gpiozero.pins.lgpio"):
        monkeypatch.setitem(sys.modules, library, None)
    monkeypatch.setattr("gpiozero.pins.local.get_pi_revision", lambda: 0xA02082)


def held() -> set[object]:
    """The descriptors, threads and processes there are now."""
    process = Path("/proc/self")
    children = (process / "task" / str(os.getpid()) / "children").read_text(encoding="ascii")
    return {*os.listdir(process / "fd"), *threading.enumerate(), *map(int, children.split())}  # noqa: PTH208 - its own is in it


def assert_given_back(opener: Opener, tries: int = TRIES) -> None:
    """Try so often to open it, as its supervisor would; then nothing more is held than after the first try."""
    device = Supervised(opener, lambda _: None, "camera", ManualClock(60.0))
    assert device.open() is None, "it should fail"
    before = held()
    with untraced():  # every line of it was taken
        for _ in range(tries):
            assert device.open() is None
    assert set() == held() - before


SPI_STEPS = [("init", 1), ("open", 1), ("speed", 1)]
OPENING = [
    *[(picamera, (name, 1)) for name in ("info", "init", "create", "configure", "start", "controls")],
    *[(webcam, (name, number)) for name, number in (("opened", 1),)],
    *[(max7219, step) for step in [*SPI_STEPS, ("write", 1), ("write", 3), ("write", 12)]],
    *[(ws2812, step) for step in SPI_STEPS],
    *[
        (gpio, step)
        for step in [("chip", 1), ("claim", 1), ("claim", 5), ("read", 1), ("callback", 1), ("callback", 9)]
    ],
]
"""Each device, and each step of its opening at which its library may fail."""


@pytest.mark.usefixtures("_a_pi")
@pytest.mark.parametrize(("device", "step"), OPENING, ids=lambda each: getattr(each, "__name__", str(each)))
def test_what_fails_while_it_is_opened_is_given_back(device: Callable[[Step], Opener], step: tuple[str, int]) -> None:
    """However far it got: the next try would find its own handle in the way."""
    assert_given_back(device(Step(*step)), tries=TRIES if device is not gpio else TRIES // 5)


@pytest.mark.parametrize("step", ["init", "set"])
def test_webcam_is_released_if_its_driver_raises(step: str) -> None:
    """OpenCV's own errors are told like any other."""
    assert_given_back(webcam(Step(step, error=cv2.error("Can't set"))))


@pytest.mark.usefixtures("_a_pi")
def test_bus_with_too_small_a_buffer_is_released(tmp_path: Path) -> None:
    """The kernel's buffer is looked at when the bus is open."""
    (tmp_path / "bufsiz").write_text("4096", encoding="ascii")
    assert_given_back(ws2812(Step(), tmp_path / "bufsiz"))


CLOSING = [(picamera, "stop"), (picamera, "close"), (max7219, "write"), (ws2812, "write"), (gpio, "claim")]
"""Each device, and what may fail as it is closed."""


@pytest.mark.usefixtures("_a_pi")
@pytest.mark.parametrize(("device", "name"), CLOSING, ids=lambda each: getattr(each, "__name__", each))
def test_what_fails_while_it_is_closed_is_given_back(device: Callable[[Step], Opener], name: str) -> None:
    """A device that is gone takes no orders, and its handle must be closed all the same."""

    class Late(Step):
        gone = False

        def __call__(self, step: str, *_: object, **__: object) -> None:
            if self.gone and step == name:
                raise OSError(19, "No such device")

    step = Late()
    opener, before = device(step), held()

    def closed() -> None:
        opened = opener()
        step.gone = True
        with suppress(DeviceError):
            opened.close()
        step.gone = False

    closed()
    with untraced():
        for _ in range(TRIES // 5):
            closed()
    assert set() == held() - before


@pytest.mark.usefixtures("_a_pi")
@pytest.mark.parametrize(("name", "number"), [("claim", 1), ("claim", 3), ("read", 1), ("callback", 1)])
def test_a_pin_that_could_not_be_had_is_free_at_once(name: str, number: int) -> None:
    """However long Python takes to do away with what could not be made: here the error is kept, and holds on to it."""
    step = Step(name, number)
    opener = gpio(step)
    with pytest.raises(DeviceError, match="GPIO busy") as kept:
        opener()
    step.begin = lambda: None  # type: ignore[method-assign] # it fails no more
    opener().close()
    assert kept.value.__traceback__


@pytest.mark.usefixtures("_a_pi")
def test_closed_pins_are_called_no_more() -> None:
    """The driver would go on calling them, fail at the next press of that pin, and never call anybody again."""
    buttons = gpio(Step())()
    called = sys.modules["lgpio"].called
    assert len(called) == len(BUTTONS)
    buttons.close()
    assert called == []


def garbage(path: Path) -> Path:
    """A file that is nothing."""
    path.write_bytes(b"nothing that anybody could play" * 40)
    return path


@pytest.mark.parametrize("kind", ["missing film", "no film", "missing folder", "empty folder", "no recording"])
def test_unopened_pictures_hold_nothing(tmp_path: Path, kind: str) -> None:
    """Films above all, which FFmpeg opens."""
    garbage(tmp_path / "frames.avi")
    (tmp_path / "empty").mkdir()
    openers: dict[str, Opener] = {
        "missing film": lambda: VideoCamera(tmp_path / "none.mp4"),
        "no film": lambda: VideoCamera(tmp_path / "frames.avi"),
        "missing folder": lambda: FolderCamera(tmp_path / "none"),
        "empty folder": lambda: FolderCamera(tmp_path / "empty"),
        "no recording": lambda: RecordedCamera(tmp_path),
    }
    assert_given_back(openers[kind], tries=200)


def test_pictures_that_cannot_be_decoded_hold_nothing(tmp_path: Path) -> None:
    """Each file is closed, whatever the decoder made of it."""
    for number in range(200):
        garbage(tmp_path / f"{number}.jpg")
    camera, before = FolderCamera(tmp_path), held()
    for _ in range(200):
        with pytest.raises(DeviceError):
            camera.frame()
    assert set() == held() - before


def test_a_film_that_cannot_be_written_holds_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor does the camera stay open whose pictures it was to keep."""
    closed = []
    source: Any = SimpleNamespace(frame=lambda: np.zeros((8, 8, 3), np.uint8), close=lambda: closed.append(1))
    monkeypatch.setattr("firmware.devices.recording_camera.LOSSLESS", "NONE")
    camera, before = RecordingCamera(source, tmp_path / "kept"), held()
    for _ in range(50):
        with pytest.raises(DeviceError, match="cannot record"):
            camera.frame()
    camera.close()
    assert (set(), [1]) == (held() - before, closed)


SPEAKERS: dict[str, str] = {"fails": "exit 1", "is killed": "kill -9 $$", "is no program": ""}
"""What a card's player may do, as a shell's script."""


@pytest.mark.parametrize("kind", SPEAKERS)
def test_a_player_that_fails_leaves_no_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    """Each is waited for, and its pipes are closed."""
    player = tmp_path / "aplay"
    player.write_text(f"#!/bin/sh\n{SPEAKERS[kind]}\n" if SPEAKERS[kind] else "", encoding="ascii")
    player.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    assert_given_back(lambda: AlsaCard("default"), tries=100)


@pytest.mark.parametrize("name", ["aplay", "espeak-ng"])
def test_hung_program_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """It is ended when its time is up."""
    program = tmp_path / name
    program.write_text("#!/bin/sh\nexec sleep 600\n", encoding="ascii")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    open_it = partial(AlsaCard, "default", 0.0) if name == "aplay" else partial(Espeak(0.0).spoken, "Out!", "en-us")
    assert_given_back(open_it, tries=20)


def test_a_terminal_that_is_none_holds_nothing() -> None:
    """As where keys are asked for and there is no terminal."""
    handle = Handle()
    assert_given_back(lambda: Keyboard(handle._number))


def test_a_manager_that_does_not_listen_costs_no_socket(monkeypatch: pytest.MonkeyPatch) -> None:
    """The manager is told of each frame's pulse, for years."""
    monkeypatch.setenv("NOTIFY_SOCKET", "/nowhere/notify")
    before = held()
    for _ in range(TRIES):
        systemd.watchdog()
    assert set() == held() - before


@pytest.mark.usefixtures("_a_pi")
def test_supervised_devices_that_never_come_hold_no_thread() -> None:
    """Who looks after them asks again and again, and at the end all is given back."""
    before = held()
    step, clock = Step("open"), ManualClock(60.0)
    panel = SupervisedPanel(max7219(step), SIZE, lambda _: None, clock)
    camera = SupervisedCamera(picamera(Step("start")), lambda _: None, clock)
    buttons = SupervisedButtons(gpio(Step("claim")), lambda _: None, clock)
    for _ in range(100):
        assert [None] * 3 == [panel.open(), camera.open(), buttons.open()]
    buttons.listen(lambda _: None)
    for device in (panel, camera, buttons):
        device.close()
    assert set() == held() - before
