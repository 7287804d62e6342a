"""The Raspberry Pi's camera, by picamera2. Rule kept here: as in `firmware.devices.gpio_buttons`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from importlib import import_module
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from firmware.devices.file_cameras import BAD_IN_A_ROW
from firmware.devices.protocols import AUTOMATIC, CameraSettings
from firmware.errors import DeviceError
from scoreboard.message import message

if TYPE_CHECKING:
    from types import ModuleType

    from firmware.devices.protocols import Frame

READING_SIZE = (2304, 1296)
"""Of a still, in pixels: a Camera Module 3's sensor read two by two, about 2.7 pixels a millimetre of stadium."""
WATCHING_SIZE = (640, 360)
"""Of a frame to watch, in pixels: small enough to be compared many times a second."""
FRAMES_A_SECOND = 15
"""Enough to distinguish a throw from a hand, and half the work of the camera's own thirty."""
FRAME_US = 1_000_000 // FRAMES_A_SECOND
PATIENCE_S = 5.0
"""How long to wait for a frame: libcamera does not report a cable that has worked loose."""


class PiCamera:
    """A camera on the Pi's ribbon cable; `Camera` and `Adjustable`.

    Both streams come of one request to the camera, so a still shows the very moment of its frame.

    Args:
        size: width and height of a still, in pixels.
        watch: width and height of a frame, in pixels.
        library: the picamera2 module; None to import it.
        settings: how to take every frame.
    """

    def __init__(
        self,
        size: tuple[int, int] = READING_SIZE,
        watch: tuple[int, int] = WATCHING_SIZE,
        library: ModuleType | None = None,
        *,
        settings: CameraSettings = AUTOMATIC,
    ) -> None:
        self._watch = watch
        self._camera = _start(library or _picamera2(), size, watch)
        self._request: Any = None
        try:
            self.keep(settings)  # left to itself, too: libcamera's own default is a lens that never moves
        except DeviceError:
            self.close()  # or the next try would find it busy
            raise

    def frame(self) -> Frame | None:
        """Wait for the next frame; None once closed."""
        if self._camera is None:
            return None
        with _clear_camera_errors():
            return _tried(self._next_frame)

    def still(self) -> Frame:
        """The large picture of the last frame's moment; if it is damaged, of the moment after."""
        request = self._last_request()
        with _clear_camera_errors():
            try:
                return np.asarray(request.make_array("main"), np.uint8)
            except BAD_FRAME:
                return _tried(self._next_still)

    def _next_frame(self) -> Frame:
        self._release_request()
        self._request = self._camera.capture_request(wait=PATIENCE_S)
        planes = np.asarray(self._request.make_array("lores"), np.uint8)
        # libcamera may pad the lines of the small stream; only what was asked for is picture.
        width, height = self._watch
        return np.asarray(cv2.cvtColor(planes, cv2.COLOR_YUV2BGR_I420)[:height, :width], np.uint8)

    def _next_still(self) -> Frame:
        self._next_frame()
        return np.asarray(self._request.make_array("main"), np.uint8)

    def settings(self) -> CameraSettings:
        """How the last frame was taken; see `Adjustable.settings`."""
        request = self._last_request()
        with _clear_camera_errors():
            metadata = request.get_metadata()
        exposure, gain, colours = (metadata.get(key) for key in ("ExposureTime", "AnalogueGain", "ColourGains"))
        focus = metadata.get("LensPosition")
        return CameraSettings(exposure, gain, None if colours is None else (colours[0], colours[1]), focus)

    def keep(self, settings: CameraSettings) -> None:
        """Take every frame like this from now on; see `Adjustable.keep`."""
        if self._camera is None:
            raise DeviceError(message("camera.closed"))
        with _clear_camera_errors():
            known = self._camera.camera_controls
            self._camera.set_controls({key: value for key, value in controls_of(settings).items() if key in known})

    def close(self) -> None:
        """Stop the camera and release it."""
        camera, self._camera = self._camera, None
        if camera is not None:
            for step in (self._release_request, camera.stop, camera.close):
                with suppress(*BAD_FRAME):  # of a camera that is gone there is nothing to stop, but a handle to close
                    step()

    def _last_request(self) -> Any:  # noqa: ANN401 - picamera2 has no types
        if self._request is None:
            raise DeviceError(message("camera.no-picture-yet"))
        return self._request

    def _release_request(self) -> None:
        """Release the last request's memory, or the camera would run out of it."""
        request, self._request = self._request, None
        if request is not None:
            request.release()


BAD_FRAME = (RuntimeError, OSError, ValueError, LookupError, cv2.error)
"""What picamera2, and the conversion of its bytes, raise over a damaged picture or a camera that is gone."""


def _tried(take: Callable[[], Frame]) -> Frame:
    """A usable picture; single damaged ones are passed over. May raise a TimeoutError, or the last `BAD_FRAME`."""
    for _ in range(BAD_IN_A_ROW - 1):
        try:
            return take()
        except TimeoutError:
            raise
        except BAD_FRAME:
            continue
    return take()


AF_MANUAL, AF_CONTINUOUS = 0, 2
"""libcamera's AfMode."""


def controls_of(settings: CameraSettings) -> dict[str, Any]:
    """Settings as libcamera's controls (libcamera, control_ids_core.yaml)."""
    exposed = settings.exposure_us is not None and settings.gain is not None
    controls: dict[str, Any] = {"AeEnable": not exposed, "AwbEnable": settings.white_balance is None}
    if exposed:
        controls |= {"ExposureTime": settings.exposure_us, "AnalogueGain": settings.gain}
    if settings.white_balance is not None:
        controls["ColourGains"] = settings.white_balance
    if settings.focus is None:
        return {**controls, "AfMode": AF_CONTINUOUS}
    return {**controls, "AfMode": AF_MANUAL, "LensPosition": settings.focus}


CABLE = message("camera.cable")
"""The cable must not be plugged in live, and a camera is detected only as the Pi starts."""


@contextmanager
def _clear_camera_errors() -> Iterator[None]:
    try:
        yield
    except TimeoutError as error:
        raise DeviceError(message("camera.silent", seconds=round(PATIENCE_S), advice=CABLE)) from error
    except BAD_FRAME as error:
        raise DeviceError(message("camera.stopped", why=str(error), advice=CABLE)) from error


def _picamera2() -> ModuleType:
    try:
        return import_module("picamera2")
    except ImportError as error:
        raise DeviceError(message("camera.no-picamera2")) from error


def _start(library: Any, size: tuple[int, int], watch: tuple[int, int]) -> Any:  # noqa: ANN401 - picamera2 has no types
    """Open, configure and start the camera.

    The small stream can only be YUV on every Pi before the fifth, so it is YUV on all of them. picamera2's "RGB888"
    lies in memory as B, G, R, which is OpenCV's BGR.
    """
    main, lores = {"size": size, "format": "RGB888"}, {"size": watch, "format": "YUV420"}
    controls = {"FrameDurationLimits": (FRAME_US, FRAME_US)}
    try:
        _check_connected(library)
        with ExitStack() as opened:
            camera = library.Picamera2()
            opened.callback(_closed, camera)  # picamera2 itself holds on to it, and the next try would find it busy
            camera.configure(camera.create_video_configuration(main=main, lores=lores, controls=controls))
            camera.start()
            opened.pop_all()
    except DeviceError:
        raise
    except BAD_FRAME as error:
        raise DeviceError(message("camera.busy", why=str(error))) from error
    return camera


def _check_connected(library: Any) -> None:  # noqa: ANN401 - picamera2 has no types
    """Ask first, because a Picamera2 that finds no camera prints a traceback."""
    if not library.Picamera2.global_camera_info():
        raise DeviceError(message("camera.not-connected", advice=CABLE))


def _closed(camera: Any) -> None:  # noqa: ANN401 - picamera2 has no types
    with suppress(*BAD_FRAME):
        camera.close()
