"""The camera on the Pi's ribbon cable, with a stand-in for the library that only a Pi has."""

from __future__ import annotations

import inspect
import json
import sys
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar

import numpy as np
import pytest

from firmware.devices.file_cameras import BAD_IN_A_ROW
from firmware.devices.pi_camera import AF_CONTINUOUS, AF_MANUAL, READING_SIZE, WATCHING_SIZE, PiCamera
from firmware.devices.protocols import AUTOMATIC, Adjustable, Camera, CameraSettings, Frame
from firmware.errors import DeviceError

FOCUS = {"LensPosition": 1.4}
EVERY = ("AeEnable", "ExposureTime", "AnalogueGain", "AwbEnable", "ColourGains", "AfMode", "LensPosition")
"""The controls of a camera that can be focused."""


class Request:
    """One moment of the camera, in both streams: all of it as bright as its number says."""

    def __init__(self, config: dict[str, Any], number: int) -> None:
        self._config = config
        self._brightness = 16 + number
        self.held = True

    def make_array(self, name: str) -> Frame:
        """A plain picture: (height, width, 3), or the planes of YUV420 with lines padded to 64 bytes."""
        assert self.held, "its memory has been given back"
        width, height = self._config[name]["size"]
        if name == "main":
            return np.full((height, width, 3), self._brightness, np.uint8)
        planes = np.full((height * 3 // 2, -(-width // 64) * 64), 128, np.uint8)
        planes[:height] = self._brightness
        return planes

    def get_metadata(self) -> dict[str, Any]:
        """How the picture was taken, as libcamera tells it."""
        assert self.held, "its memory has been given back"
        return {"ExposureTime": 8000 + self._brightness, "AnalogueGain": 1.5, "ColourGains": [2.0, 1.6], **FOCUS}

    def release(self) -> None:
        """Give the memory back."""
        self.held = False


class Picamera2:
    """As much of picamera2's class as we use, with what it does when things go wrong."""

    fails: dict[str, Exception]
    cameras: ClassVar[list[dict[str, Any]]] = [{"Model": "imx708", "Num": 0}]
    known: ClassVar[tuple[str, ...]] = EVERY
    opened: ClassVar[list[Picamera2]] = []

    def __init__(self) -> None:
        self.opened.append(self)
        self.calls: list[str] = []
        self.config: dict[str, Any] = {}
        self.patience = 0.0
        self.requests: list[Request] = []
        self.camera_controls = dict.fromkeys(self.known, (0, 1, 0))
        self.controls: dict[str, Any] = {}
        self._do("open")

    def create_video_configuration(
        self, main: dict[str, Any], lores: dict[str, Any], controls: dict[str, Any]
    ) -> dict[str, Any]:
        """What the caller wants of the two streams, and of the camera."""
        return {"main": main, "lores": lores, "controls": controls}

    def configure(self, camera_config: dict[str, Any]) -> None:
        """Take the configuration."""
        self.config = camera_config

    def start(self) -> None:
        """Begin to take pictures."""
        self._do("start")

    def set_controls(self, controls: dict[str, Any]) -> None:
        """Take every picture from now on like this."""
        self._do("control")
        assert controls.keys() <= self.camera_controls.keys(), "picamera2 refuses what the camera has not"
        self.controls |= controls

    @classmethod
    def global_camera_info(cls) -> list[dict[str, Any]]:
        """What is connected."""
        return cls.cameras

    def capture_request(self, wait: float) -> Request:
        """Both streams of one moment; each is a little brighter than the one before."""
        self.patience = wait
        self._do("capture")
        self.requests.append(Request(self.config, len(self.requests)))
        return self.requests[-1]

    def stop(self) -> None:
        """Take no more pictures."""
        self._do("stop")

    def close(self) -> None:
        """Give the camera back."""
        self._do("close")

    def _do(self, what: str) -> None:
        self.calls.append(what)
        if what in self.fails:
            raise self.fails[what]


def library(**fails: Exception) -> ModuleType:
    """A module with such a class in it."""
    module = ModuleType("picamera2")
    module.Picamera2 = type("Picamera2", (Picamera2,), {"fails": fails, "opened": []})  # type: ignore[attr-defined]  # a stand-in
    return module


def small(module: ModuleType | None = None, settings: CameraSettings = AUTOMATIC) -> tuple[PiCamera, Picamera2]:
    """A camera of small pictures, and the library's own that it has opened."""
    module = module or library()
    camera = PiCamera((64, 48), (32, 24), module, settings=settings)
    return camera, module.Picamera2.opened[-1]


def test_stills_are_large_and_frames_are_small() -> None:
    """Unless told otherwise: 2304 by 1296 to read from, 640 by 360 to watch."""
    camera: Camera = PiCamera(library=library())
    frame = camera.frame()
    assert frame is not None
    assert ((2304, 1296), (640, 360)) == (READING_SIZE, WATCHING_SIZE)
    assert ((360, 640, 3), (1296, 2304, 3)) == (frame.shape, camera.still().shape)


def test_the_formats_are_those_that_every_pi_has() -> None:
    """We ask for what picamera2 calls RGB888, whose bytes lie as B, G, R, and for YUV420 to watch."""
    _, inner = small()
    main, lores = {"size": (64, 48), "format": "RGB888"}, {"size": (32, 24), "format": "YUV420"}
    asked = inner.config
    assert (main, lores) == (asked["main"], asked["lores"])


def test_fifteen_frames_a_second_are_enough() -> None:
    """The camera's own thirty would be twice the work; libcamera takes the time of a frame in microseconds."""
    asked = small()[1].config
    assert {"FrameDurationLimits": (66_666, 66_666)} == asked["controls"]


class Hiccup(Picamera2):
    """A camera that fails to take, or to hand out, a picture now and then."""

    bad: ClassVar[set[int]] = set()

    def capture_request(self, wait: float) -> Request:
        """The next moment; of a bad one nothing comes."""
        self.taken = getattr(self, "taken", 0) + 1
        if self.taken in self.bad:
            raise RuntimeError("a buffer was lost")
        return super().capture_request(wait)


@pytest.mark.parametrize("bad", [{1}, {1, 2, 3}, {3}, set(range(2, BAD_IN_A_ROW + 1))])
def test_a_frame_that_does_not_come_is_passed_over(bad: set[int]) -> None:
    """One bad frame, the first one even, loses no camera."""
    module = library()
    module.Picamera2 = type("Picamera2", (Hiccup,), {"fails": {}, "bad": bad})
    camera = PiCamera((64, 48), (32, 24), module)
    assert [16, 17, 18] == [int(camera.still()[0, 0, 0]) for _ in range(3) if camera.frame() is not None]


def test_several_bad_frames_in_a_row_are_a_loss() -> None:
    """They are counted one by one, and the camera is not asked for ever."""
    module = library()
    module.Picamera2 = type("Picamera2", (Hiccup,), {"fails": {}, "bad": set(range(1, 1000))})
    camera, inner = small(module)
    with pytest.raises(DeviceError, match="the camera has stopped"):
        camera.frame()
    assert BAD_IN_A_ROW == inner.taken


def test_failed_still_is_taken_a_moment_later(monkeypatch: pytest.MonkeyPatch) -> None:
    """What lies at rest lies there a fifteenth of a second later."""
    camera = PiCamera((64, 48), (32, 24), library())
    camera.frame()
    make, failed = Request.make_array, []

    def once(request: Request, name: str) -> Frame:
        if name == "main" and not failed:
            failed.append(name)
            raise ValueError("cannot reshape array")
        return make(request, name)

    monkeypatch.setattr(Request, "make_array", once)
    assert 17 == int(camera.still()[0, 0, 0])


@pytest.mark.parametrize("step", ["configure", "start", "control"])
def test_a_camera_that_does_not_start_is_given_back(step: str) -> None:
    """picamera2 holds on to every camera that was opened, so the next try would find it busy for ever."""
    module = library(**{step: OSError(12, "Cannot allocate memory")})
    calls: list[list[str]] = []
    opened = module.Picamera2.__init__
    module.Picamera2.configure = lambda camera, _: camera._do("configure")
    module.Picamera2.__init__ = lambda camera: (opened(camera), calls.append(camera.calls))[0]
    with pytest.raises(DeviceError, match="Cannot allocate memory"):
        PiCamera((64, 48), (32, 24), module)
    assert ["open", "close"] == [calls[0][0], calls[0][-1]]


def test_camera_that_cannot_be_stopped_is_closed() -> None:
    """Closing does not fail with it; else its handle would stay, and the camera with it."""
    camera, inner = small(library(stop=RuntimeError("no such device")))
    camera.close()
    assert "close" == inner.calls[-1]
    assert camera.frame() is None


def test_padding_is_no_part_of_the_picture() -> None:
    """A frame is as wide as asked for, however the camera lays its lines out."""
    frame = PiCamera((64, 48), (40, 24), library()).frame()
    assert frame is not None
    assert ((24, 40, 3), 1) == (frame.shape, len(np.unique(frame)))


def test_a_still_is_of_the_moment_of_its_frame() -> None:
    """However late it is asked for, and as often as one likes."""
    camera = PiCamera((64, 48), (32, 24), library())
    for moment in range(3):
        camera.frame()
        assert [16 + moment] * 2 == [int(camera.still()[0, 0, 0]) for _ in range(2)]


def test_each_moments_memory_is_given_back() -> None:
    """The camera has only a few pictures' memory; the last moment's is given back with the camera."""
    camera, inner = small()
    camera.frame()
    camera.frame()
    requests = inner.requests
    assert [False, True] == [request.held for request in requests]
    camera.close()
    assert not requests[-1].held


def test_there_is_no_still_before_the_first_frame() -> None:
    """A still is of a frame's moment, so there must have been one."""
    with pytest.raises(DeviceError, match="no picture yet"):
        PiCamera((64, 48), (32, 24), library()).still()


KEPT = CameraSettings(8020, 1.5, (2.0, 1.6), 1.4)


def test_camera_describes_its_last_frame() -> None:
    """Exposure, gain, white balance and focus are those of the frame that was last watched."""
    camera = PiCamera((64, 48), (32, 24), library())
    with pytest.raises(DeviceError, match="no picture yet"):
        camera.settings()
    camera.frame()
    assert replace(KEPT, exposure_us=8016) == camera.settings()
    camera.frame()
    assert 8017 == camera.settings().exposure_us


def test_camera_keeps_its_settings() -> None:
    """What is locked is no longer decided by the camera; told so, it decides everything again."""
    camera, inner = small()
    assert isinstance(camera, Adjustable)
    camera.keep(KEPT)
    reported = inner.controls
    assert (False, 8020, 1.5) == (reported["AeEnable"], reported["ExposureTime"], reported["AnalogueGain"])
    assert (False, (2.0, 1.6)) == (reported["AwbEnable"], reported["ColourGains"])
    assert (AF_MANUAL, 1.4) == (reported["AfMode"], reported["LensPosition"])
    camera.keep(AUTOMATIC)
    assert (True, True, AF_CONTINUOUS) == (reported["AeEnable"], reported["AwbEnable"], reported["AfMode"])


def test_a_camera_is_opened_as_it_was_calibrated() -> None:
    """What the configuration locks is locked from the first frame."""
    _, inner = small(settings=KEPT)
    assert 8020 == inner.controls["ExposureTime"]


def test_a_camera_that_was_not_calibrated_decides_by_itself() -> None:
    """Its focus as well: libcamera would leave the lens where it is (control_ids_core.yaml, AfMode)."""
    reported = small()[1].controls
    assert {"AeEnable": True, "AwbEnable": True, "AfMode": AF_CONTINUOUS} == reported


def test_fixed_lens_is_not_focused() -> None:
    """Older modules have no motor, and picamera2 refuses controls that a camera has not."""
    module = library()
    module.Picamera2.known = tuple(control for control in EVERY if control not in ("AfMode", "LensPosition"))
    camera, inner = small(module)
    camera.keep(KEPT)
    assert {"AfMode", "LensPosition"}.isdisjoint(inner.controls)


def test_closed_camera_is_released() -> None:
    """After closing nothing is kept, and its use is an error."""
    camera = PiCamera((64, 48), (32, 24), library())
    camera.close()
    with pytest.raises(DeviceError, match="the camera is closed"):
        camera.keep(KEPT)


def test_closing_gives_the_camera_back_once() -> None:
    """Closing stops the camera and gives it back; closing again is harmless, and there are no more frames."""
    camera, inner = small()
    camera.close()
    camera.close()
    assert ["open", "start", "control", "stop", "close"] == inner.calls
    assert camera.frame() is None


def test_no_camera_says_to_check_the_cable() -> None:
    """With no camera on the cable none is opened, and one clear line says where to look."""
    module = library(open=IndexError("list index out of range"))
    module.Picamera2.cameras = []
    with pytest.raises(DeviceError, match=r"^no camera is connected; pull the Pi's plug, then check the camera's"):
        PiCamera(library=module)


def test_busy_camera_is_reported() -> None:
    """A camera that another program holds is one clear line."""
    with pytest.raises(DeviceError, match=r"^the camera does not start \(in use\); close whatever else is using it$"):
        PiCamera(library=library(open=RuntimeError("in use")))


def test_camera_that_stops_is_reported() -> None:
    """A camera that fails in the middle of a game is one clear line."""
    camera = PiCamera((64, 48), (32, 24), library(capture=RuntimeError("not running")))
    with pytest.raises(DeviceError, match=r"^the camera has stopped \(not running\); pull the Pi's plug, then check"):
        camera.frame()


def test_camera_that_falls_silent_is_reported() -> None:
    """Frames are waited for five seconds and no longer, or nobody could stop the program."""
    camera, inner = small(library(capture=TimeoutError()))
    with pytest.raises(DeviceError, match=r"^the camera has sent no picture for 5 s; pull the Pi's plug, then check"):
        camera.frame()
    assert 5 == inner.patience


def test_missing_picamera2_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without picamera2 one line says which package to install."""
    monkeypatch.setitem(sys.modules, "picamera2", None)
    with pytest.raises(DeviceError, match=r"^the Pi's camera needs picamera2: sudo apt install python3-picamera2$"):
        PiCamera()


RECORDED = json.loads((Path(__file__).parents[2] / "golden" / "picamera2.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize(("stand_in", "real"), [(Picamera2, "Picamera2"), (Request, "CompletedRequest")])
def test_the_stand_in_is_no_richer_than_the_real_class(stand_in: type, real: str) -> None:
    """It has no method and takes no argument that picamera2 has not: what passes here is a call that exists."""
    methods = inspect.getmembers(stand_in, inspect.isroutine)
    for name, method in [each for each in methods if not each[0].startswith("_")]:
        taken = {parameter for parameter in inspect.signature(method).parameters if parameter != "self"}
        assert taken <= set(RECORDED[real][name]), name
