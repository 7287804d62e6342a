"""A device that fails is said to have, is given back, and is asked for again until it returns."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from itertools import count, pairwise
from queue import SimpleQueue

import numpy as np
import pytest
from PIL import Image
from support.hang import GIVE_UP_S
from support.stadium import ManualClock

from firmware.devices.health import is_absent
from firmware.devices.health import lost as lost_part
from firmware.devices.protocols import Buttons, Camera, Frame, Gesture, Panel
from firmware.devices.supervisor import FROZEN_S, PAUSES_S, SupervisedButtons, SupervisedCamera, SupervisedPanel
from firmware.errors import DeviceError, DeviceLostError
from firmware.notice import Notice
from firmware.simulated.camera import SimulatedCamera
from firmware.simulated.peripherals import SimulatedButtons, SimulatedPanel
from scoreboard.language import ENGLISH

GONE = DeviceError("the USB camera /dev/video0 has stopped answering; check its plug")
FRAME_S = 1 / 15


class Webcam:
    """A camera that can be opened, closed, pulled out and frozen; every picture is another one."""

    def __init__(self, clock: ManualClock) -> None:
        self._clock = clock
        self._numbers = count()
        self._frame = np.zeros((64, 96, 3), np.uint8)
        self.there, self.frozen = True, False
        self.opened = self.closed = 0
        self.tries: list[float] = []

    def open(self) -> Webcam:
        """Open it."""
        self.tries.append(self._clock.time)
        if not self.there:
            raise GONE
        self.opened += 1
        return self

    def frame(self) -> Frame | None:
        """The next picture, a fifteenth of a second later."""
        self._clock.time += FRAME_S
        if not self.there:
            raise GONE
        if not self.frozen:
            self._frame = self._frame.copy()
            self._frame[-1, -1, -1] = next(self._numbers) % 251
        return self._frame

    def still(self) -> Frame:
        """The same in large."""
        if not self.there:
            raise GONE
        return np.repeat(self._frame, 2, axis=0)

    def close(self) -> None:
        """Give it back."""
        self.closed += 1


class Desk:
    """A supervised webcam on a clock of its own, and what was reported of it."""

    def __init__(self) -> None:
        self.clock = ManualClock()
        self.webcam = Webcam(self.clock)
        self.reports: list[Notice | None] = []
        self.ticks: list[float] = []
        self.restarts = 0
        self.while_waiting: Callable[[], None] = lambda: None
        self.camera = SupervisedCamera(
            self.webcam.open,
            self.reports.append,
            self.clock,
            tick=lambda: self.ticks.append(self.clock.time),
            restart=self._restart,
            wait=self.wait,
        )

    def _restart(self) -> None:
        self.restarts += 1

    def wait(self, seconds: float) -> None:
        """Have time pass, in which something may happen."""
        self.clock.time += seconds + 1e-6  # or a float too small to count would never pass
        self.while_waiting()

    def plug_in_after(self, seconds: float) -> None:
        """A person finds the plug."""
        found = self.clock.time + seconds

        def look() -> None:
            self.webcam.there = self.clock.time >= found

        self.while_waiting = look


@pytest.fixture
def desk() -> Desk:
    """A webcam on a desk."""
    return Desk()


def test_a_camera_that_works_is_no_news(desk: Desk) -> None:
    """Its frames pass through, and nothing is reported."""
    camera: Camera = desk.camera
    assert [0, 1, 2] == [int(frame[-1, -1, -1]) for frame in (camera.frame() for _ in range(3)) if frame is not None]
    assert ([], 0, 1) == (desk.reports, desk.restarts, desk.webcam.opened)


def test_unplugged_camera_is_reported_once_and_found(desk: Desk) -> None:
    """Its loss is said with what to do and its return as well; the reader restarts before the first new frame."""
    desk.camera.frame()
    desk.webcam.there = False
    desk.plug_in_after(20)
    assert desk.camera.frame() is not None
    lost, back = desk.reports[0], desk.reports[-1]
    assert (lost_part("camera", GONE.words), None, 1) == (lost, back, desk.restarts)
    assert desk.webcam.opened == 1 + desk.webcam.closed


def test_a_lost_camera_is_asked_for_less_and_less_often(desk: Desk) -> None:
    """After a second, then two, then four, and at last every quarter of a minute for as long as it takes."""
    desk.webcam.there = False
    desk.plug_in_after(200)
    desk.camera.frame()
    gaps = [later - earlier for earlier, later in pairwise(desk.webcam.tries)]
    assert list(PAUSES_S) == pytest.approx(gaps[: len(PAUSES_S)])
    assert PAUSES_S[-1] == pytest.approx(max(gaps))


def test_after_a_return_the_pauses_are_short_again(desk: Desk) -> None:
    """A plug that is loose twice is found as quickly the second time."""
    for _ in range(2):
        desk.webcam.there = False
        desk.plug_in_after(8)
        desk.camera.frame()
        desk.webcam.tries.append(desk.clock.time)
    gaps = [later - earlier for earlier, later in pairwise(desk.webcam.tries)]
    assert 2 == sum(gap == pytest.approx(PAUSES_S[0], abs=0.1) for gap in gaps)


def test_a_camera_known_to_be_gone_is_not_hanging(desk: Desk) -> None:
    """Its thread goes on ticking while it waits, twice a second."""
    desk.webcam.there = False
    desk.plug_in_after(60)
    desk.camera.frame()
    assert 0.5 + 2 * FRAME_S > max(later - earlier for earlier, later in pairwise(desk.ticks))


def test_identical_frames_mean_a_lost_camera(desk: Desk) -> None:
    """A frozen camera is said to be so, and is not believed again before its picture changes."""
    desk.camera.frame()
    desk.webcam.frozen, begun = True, desk.clock.time

    def look() -> None:
        desk.webcam.frozen = len(desk.webcam.tries) < 3

    desk.while_waiting = look
    while not desk.reports:
        desk.camera.frame()
    lost, back = desk.reports[0], desk.reports[-1]
    assert lost is not None
    assert (True, None, 1) == ("stands still" in ENGLISH(lost.sentence), back, desk.restarts)
    assert FROZEN_S < desk.clock.time - begun < 4 * FROZEN_S


def test_reopened_frozen_camera_gets_its_full_time(desk: Desk) -> None:
    """Its first picture may be the old one; it is not thrown out for that at once, again and again."""
    desk.camera.frame()
    desk.webcam.frozen = True

    def look() -> None:
        desk.webcam.frozen = len(desk.webcam.tries) < 3

    desk.while_waiting = look
    while desk.reports[-1:] != [None]:
        desk.camera.frame()
    second, third = desk.webcam.tries[1:3]
    assert FROZEN_S < third - second


def test_a_picture_may_stand_still_for_a_moment(desk: Desk) -> None:
    """A driver that gives the same picture twice is not thrown out for it."""
    desk.camera.frame()
    desk.webcam.frozen = True
    for _ in range(int(FROZEN_S / FRAME_S) - 1):
        assert desk.camera.frame() is not None
    assert [] == desk.reports


def test_a_still_that_cannot_be_taken_is_no_reading(desk: Desk) -> None:
    """A camera lost between frame and still is reported, and the reader gives this moment up."""
    desk.camera.frame()
    desk.webcam.there = False
    for _ in range(2):
        with pytest.raises(DeviceLostError):
            desk.camera.still()
    assert "NO CAMERA" == ENGLISH(desk.reports[0].panel, "panel")  # type: ignore[union-attr] # a trouble, or this fails


def test_closing_ends_the_wait_for_a_lost_camera() -> None:
    """On the machine's own clock: whoever waits for a lost camera hears of the end."""
    desk = Desk()
    desk.webcam.there = False
    camera = SupervisedCamera(desk.webcam.open, lambda _: camera.close(), desk.clock)
    assert camera.frame() is None


def test_a_camera_that_opens_while_we_close_is_given_back(desk: Desk) -> None:
    """Closed from the loop while its thread was opening it, it is not left open."""
    webcam = desk.webcam

    def opener() -> Webcam:
        camera.close()
        return webcam.open()

    camera = SupervisedCamera(opener, desk.reports.append, desk.clock)
    camera.frame()
    assert camera.frame() is None
    assert webcam.opened == webcam.closed


def test_the_simulated_camera_fails_and_returns_like_any_other(desk: Desk) -> None:
    """Unplugged in the middle of a throw it is lost; plugged in, it films on."""
    simulated = SimulatedCamera(seed=3)
    camera = SupervisedCamera(simulated.opened, desk.reports.append, desk.clock, wait=desk.wait)
    camera.frame()
    simulated.unplug()
    desk.while_waiting = simulated.plug_in
    assert camera.frame() is not None
    assert ["NO CAMERA", None] == [report and ENGLISH(report.panel, "panel") for report in desk.reports]


def picture(value: int) -> Image.Image:
    """A plain picture of a panel's size."""
    return Image.new("RGB", (64, 16), (value, value, value))


def test_a_panel_that_is_gone_takes_nothing_with_it() -> None:
    """It is said once, asked for again after its pause, and shows the newest picture when it is back."""
    clock, lights, reports, ticks = ManualClock(), SimulatedPanel(), list[Notice | None](), []
    panel: Panel = SupervisedPanel(lights.opened, (64, 16), reports.append, clock, lambda: ticks.append(1))
    panel.show(picture(1))
    lights.unplug()
    panel.show(picture(2))
    lights.plug_in()
    panel.show(picture(3))
    before = lights.picture.getpixel((0, 0))
    clock.time += PAUSES_S[0]
    panel.show(picture(4))
    assert ((0, 0, 0), (4, 4, 4), 4) == (before, lights.picture.getpixel((0, 0)), len(ticks))
    assert ["NO PANEL", None] == [report and ENGLISH(report.panel, "panel") for report in reports]


def test_a_picture_of_the_wrong_size_is_a_fault_of_ours() -> None:
    """What is no fault of the panel is not taken for one."""
    reports: list[Notice | None] = []
    panel = SupervisedPanel(SimulatedPanel().opened, (64, 16), reports.append, ManualClock())
    with pytest.raises(ValueError, match="not for a panel"):
        panel.show(Image.new("RGB", (8, 8)))
    assert [] == reports


def test_stuck_button_is_reported_until_released() -> None:
    """The others go on working; nothing is said of buttons that are well."""
    fingers, reports, heard = SimulatedButtons(), list[Notice | None](), list[Gesture]()
    buttons: Buttons = SupervisedButtons(lambda: fingers, reports.append, ManualClock())
    buttons.listen(heard.append)
    fingers.stick("out", "ball")
    fingers.press("out")
    fingers.press("run")
    fingers.stick()
    fingers.press("out")
    assert ["run", "out"] == heard
    stuck, well = reports
    assert stuck is not None
    assert ("ball stuck", False, None) == (ENGLISH(stuck.panel, "panel"), is_absent(stuck), well)
    assert ENGLISH(stuck.sentence).startswith("BALL and OUT held down for too long: ignored until they are let go")


def failing(times: int, then: Buttons) -> Callable[[], Buttons]:
    """Pins that are not there yet."""
    tries: Iterator[int] = count()

    def opener() -> Buttons:
        if next(tries) < times:
            raise DeviceError("cannot open the Pi's pins; wait a moment")
        return then

    return opener


def test_pins_that_come_late_are_listened_to_then() -> None:
    """On a thread of their own they are asked for until they are there; then a press is heard."""
    fingers, reports, heard = SimulatedButtons(), SimpleQueue[Notice | None](), list[Gesture]()
    clock = ManualClock(step=PAUSES_S[0])
    buttons = SupervisedButtons(failing(2, fingers), reports.put, clock)
    assert not buttons.open()
    buttons.listen(heard.append)
    reported = [reports.get(timeout=GIVE_UP_S) for _ in range(3)]
    fingers.press("run")
    buttons.close()
    buttons.close()
    assert ["NO BUTTONS", "NO BUTTONS", None] == [each and ENGLISH(each.panel, "panel") for each in reported]
    assert ["run"] == heard


def test_pins_that_never_come_end_on_closing() -> None:
    """Closing ends the thread that asks for them."""
    clock, before = ManualClock(), set(threading.enumerate())
    buttons = SupervisedButtons(failing(10**6, SimulatedButtons()), lambda _: None, clock)
    buttons.listen(lambda _: None)
    assert 1 == len(set(threading.enumerate()) - before)
    buttons.close()
    assert set() == set(threading.enumerate()) - before
