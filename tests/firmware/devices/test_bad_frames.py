"""A single frame that cannot be decoded is passed over; it ends no film, loses no camera, and is never made up."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from support.films import film_of
from support.webcam import Webcam

from firmware.devices.file_cameras import BAD_IN_A_ROW, PATIENCE_S, UsbCamera, VideoCamera
from firmware.devices.protocols import Camera, Frame
from firmware.devices.recording_camera import RecordedCamera, back_path, still_path
from firmware.errors import DeviceError

SIZE = (320, 240)
FRAMES = 8


def scene(number: int) -> Frame:
    """A picture in which no part looks like another's."""
    noise = np.random.default_rng(number).integers(0, 255, (SIZE[1], SIZE[0], 3), np.uint8)
    return np.asarray(cv2.GaussianBlur(noise, (9, 9), 3), np.uint8)


def film(path: Path, code: str = "MJPG", frames: int = FRAMES) -> Path:
    """A film of so many scenes."""
    return film_of(path, map(scene, range(frames)), code)


def shown(camera: Camera) -> list[Frame]:
    """All frames to come."""
    frames = []
    while (frame := camera.frame()) is not None:
        frames.append(frame)
    camera.close()
    return frames


def spoilt(path: Path, number: int, spoil: Callable[[bytes], bytes]) -> None:
    """Spoil what an AVI file holds of one frame, in as many bytes."""
    data = path.read_bytes()
    at = data.index(b"movi") + 4
    for _ in range(number):
        length = int.from_bytes(data[at + 4 : at + 8], "little")
        at += 8 + length + length % 2
    begin, length = at + 8, int.from_bytes(data[at + 4 : at + 8], "little")
    path.write_bytes(data[:begin] + spoil(data[begin : begin + length]) + data[begin + length :])


def without_beginning(jpeg: bytes) -> bytes:
    """No JPEG any more."""
    return bytes(60) + jpeg[60:]


def without_end(jpeg: bytes) -> bytes:
    """A JPEG of which the lower half is missing."""
    return jpeg[: len(jpeg) // 2] + bytes(len(jpeg) - len(jpeg) // 2)


@pytest.mark.parametrize("spoil", [without_beginning, without_end])
@pytest.mark.parametrize("bad", [(0,), (1,), (3, 4, 5), (6, 7)])
def test_bad_frames_of_a_film_are_passed_over(
    tmp_path: Path, bad: tuple[int, ...], spoil: Callable[[bytes], bytes]
) -> None:
    """All others are shown, each as it was, and nothing else is."""
    path = film(tmp_path / "game.avi")
    whole = shown(VideoCamera(path))
    for number in bad:
        spoilt(path, number, spoil)
    expected = [frame for number, frame in enumerate(whole) if number not in bad]
    frames = shown(VideoCamera(path))
    assert len(expected) == len(frames)
    assert all(np.array_equal(one, other) for one, other in zip(expected, frames, strict=True))


def test_skipped_frames_are_reported_once(tmp_path: Path) -> None:
    """The players should know that a throw may be missing."""
    path = film(tmp_path / "game.avi")
    for number in (2, 5):
        spoilt(path, number, without_end)
    reported: list[str] = []
    shown(VideoCamera(path, reported.append))
    assert [f"{path} has frames that cannot be read, such as number 3; they are passed over."] == reported


@pytest.mark.parametrize(("name", "code"), [("1.avi", "MJPG"), ("1.avi", "HFYU"), ("1.avi", "mp4v"), ("1.mkv", "FFV1")])
def test_truncated_film_ends_with_its_last_whole_frame(tmp_path: Path, name: str, code: str) -> None:
    """Half a frame is filled up with something else by those who decode it all the same: a die that nobody threw."""
    path = film(tmp_path / name, code)
    whole, data = shown(VideoCamera(path)), path.read_bytes()
    assert FRAMES == len(whole)
    for kept in (0.4, 0.55, 0.7, 0.85):
        path.write_bytes(data[: int(len(data) * kept)])
        frames = shown(VideoCamera(path))
        assert 0 < len(frames) < FRAMES
        assert all(np.array_equal(one, other) for one, other in zip(whole, frames, strict=False))


@pytest.mark.parametrize(("name", "code"), [("1.ts", "MPG2"), ("1.wmv", "WMV2"), ("1.wmv", "MJPG"), ("1.ts", "mp4v")])
def test_a_stream_is_not_played(tmp_path: Path, name: str, code: str) -> None:
    """Nothing tells whether its last frame is whole, and what fills it up is of the frame before."""
    with pytest.raises(DeviceError, match="cannot be played; a video of an ordinary kind, such as mp4, will do"):
        VideoCamera(film(tmp_path / name, code))


def test_a_frame_of_another_size_than_its_film_is_passed_over(tmp_path: Path) -> None:
    """Of a JPEG the size may be damaged, too; the reader would begin again with it."""
    small = cv2.imencode(".jpg", np.zeros((8, 8, 3), np.uint8))[1].tobytes()
    path = film(tmp_path / "game.avi")
    spoilt(path, 3, lambda jpeg: small + bytes(len(jpeg) - len(small)))
    assert {(240, 320, 3)} == {frame.shape for frame in shown(VideoCamera(path))}


def test_film_that_was_cut_off_is_reported(tmp_path: Path) -> None:
    """The missing part may have had a throw."""
    path = film(tmp_path / "game.avi")
    path.write_bytes(path.read_bytes()[:-20_000])
    reported: list[str] = []
    shown(VideoCamera(path, reported.append))
    assert [f"{path} was cut off: what is missing is not played."] == reported


def test_whole_film_is_no_news(tmp_path: Path) -> None:
    """Only what is wrong is said."""
    reported: list[str] = []
    assert FRAMES == len(shown(VideoCamera(film(tmp_path / "game.avi"), reported.append)))
    assert not reported


def test_stills_of_a_recording_stay_with_their_frames(tmp_path: Path) -> None:
    """A frame that cannot be read counts: the still of frame 5 is not taken for that of frame 4."""
    film(tmp_path / "frames.avi")
    for number in range(1, FRAMES + 1):
        cv2.imwrite(str(still_path(tmp_path, number)), np.full((8, 8, 3), number, np.uint8))
    spoilt(tmp_path / "frames.avi", 3, without_end)
    camera, stills = RecordedCamera(tmp_path), []
    while camera.frame() is not None:
        stills.append(int(camera.still()[0, 0, 0]))
    assert [1, 2, 3, 5, 6, 7, 8] == stills


def test_recorded_camera_returns_with_the_next_good_frame(tmp_path: Path) -> None:
    """Where the frame is spoilt before which it had been gone, that is not forgotten."""
    film(tmp_path / "frames.avi")
    spoilt(tmp_path / "frames.avi", 3, without_end)
    back_path(tmp_path, 4).touch()
    came: list[int] = []
    camera = RecordedCamera(tmp_path, lambda: came.append(camera._number))
    assert FRAMES - 1 == len(shown(camera))
    assert [5] == came


def jpeg(number: int) -> Any:  # noqa: ANN401 - as OpenCV gives it
    """A frame as OpenCV hands it on unconverted: one row of bytes."""
    return cv2.imencode(".jpg", scene(number))[1].reshape(1, -1)


def usb(frames: Iterable[Any], clock: Callable[[], float] = lambda: 0.0) -> UsbCamera:
    """A USB camera that sends these."""
    return UsbCamera(0, lambda _: Webcam(frames), clock)  # type: ignore[arg-type, return-value] # a stand-in


def test_one_bad_frame_loses_no_usb_camera() -> None:
    """The first after opening, one in the middle, several in a row: the next good one is shown."""
    camera = usb([None, scene(1), None, None, scene(2), *[None] * (BAD_IN_A_ROW - 1), scene(3)])
    assert all(np.array_equal(scene(number), camera.frame()) for number in (1, 2, 3))


BAD_FRAMES = {
    "true and nothing": None,
    "no pixels": np.zeros((0, 0, 3), np.uint8),
    "no bytes": np.zeros((1, 0), np.uint8),
    "zeros for a JPEG": np.zeros((1, 5000), np.uint8),
    "an error of OpenCV's": cv2.error("a planted fault"),
    "an error of the driver's": OSError(5, "a planted fault"),
    "an error of NumPy's": ValueError("a planted fault"),
    "a smaller picture": np.zeros((8, 8, 3), np.uint8),
    "a smaller JPEG": cv2.imencode(".jpg", np.zeros((8, 8, 3), np.uint8))[1].reshape(1, -1),
}


@pytest.mark.parametrize("bad", BAD_FRAMES.values(), ids=BAD_FRAMES)
def test_a_frame_that_is_bad_in_any_way_loses_no_usb_camera(bad: object) -> None:
    """Every second one, or every one after opening: it is passed over."""
    odd = iter(range(1000))

    def read() -> tuple[bool, Any]:
        number = next(odd)
        if number % 2 == 0:
            return True, scene(number)
        if isinstance(bad, Exception):
            raise bad
        return True, bad

    webcam = Webcam([])
    webcam.read = read  # type: ignore[method-assign] # another driver
    camera = UsbCamera(0, lambda _: webcam)  # type: ignore[arg-type, return-value] # a stand-in
    assert all(np.array_equal(scene(number), camera.frame()) for number in (0, 2, 4))


def test_a_webcam_may_change_its_size_for_good() -> None:
    """The first of a new size is passed over, as it may be damaged; from the second on they are shown."""
    large = [cv2.resize(scene(number), (400, 300)) for number in range(3)]
    camera = usb([scene(0), *large])
    assert np.array_equal(scene(0), camera.frame())
    assert all(np.array_equal(each, camera.frame()) for each in large[1:])


def test_many_bad_frames_in_a_row_are_a_loss() -> None:
    """A camera of which nothing can be decoded any more is gone, and said to be."""
    webcam = Webcam([scene(1), *[None] * BAD_IN_A_ROW, scene(2)])
    camera = UsbCamera(0, lambda _: webcam)  # type: ignore[arg-type, return-value] # a stand-in
    camera.frame()
    with pytest.raises(DeviceError, match="has stopped answering; check its plug"):
        camera.frame()
    assert BAD_IN_A_ROW + 1 == webcam.asked


def test_slow_bad_frames_are_not_waited_for() -> None:
    """A driver that waits ten seconds for a plug that is out would else keep the watchdog waiting for minutes."""
    now = [0.0]

    def clock() -> float:
        now[0] += PATIENCE_S
        return now[0]

    webcam = Webcam([None] * BAD_IN_A_ROW)
    with pytest.raises(DeviceError, match="has stopped answering"):
        UsbCamera(0, lambda _: webcam, clock).frame()  # type: ignore[arg-type, return-value] # a stand-in
    assert 2 >= webcam.asked


def test_a_webcams_jpeg_that_was_cut_off_is_passed_over() -> None:
    """OpenCV 4.10 fills it up with the frame before: we decode it ourselves, and wait for the next."""
    cut = jpeg(2)[:, : jpeg(2).size // 2]
    camera = usb([jpeg(1), cut, jpeg(3)])
    for number in (1, 3):
        frame = camera.frame()
        assert frame is not None
        assert float(np.abs(frame.astype(int) - scene(number)).mean()) < 5


def test_webcam_still_is_its_frame_in_full_size() -> None:
    """Only when it is asked for is the JPEG decoded whole."""
    large = cv2.resize(scene(1), (1920, 1080))
    camera = usb([cv2.imencode(".jpg", large)[1].reshape(1, -1), jpeg(2)])
    frame = camera.frame()
    assert frame is not None
    assert ((360, 640, 3), (1080, 1920, 3)) == (frame.shape, camera.still().shape)
    assert float(np.abs(camera.still().astype(int) - large).mean()) < 5


@pytest.mark.parametrize("other", [(240, 320, 2), (240, 320), (360, 320)])
def test_a_webcam_that_sends_no_jpeg_has_its_frames_converted(other: tuple[int, ...]) -> None:
    """In what form soever they come, OpenCV knows it; the frame by which we notice is passed over."""
    webcam = Webcam([np.zeros(other, np.uint8), scene(1)])
    camera = UsbCamera(0, lambda _: webcam)  # type: ignore[arg-type, return-value] # a stand-in
    assert 0 == webcam.overrides[cv2.CAP_PROP_CONVERT_RGB]
    assert np.array_equal(scene(1), camera.frame())
    assert 1 == webcam.overrides[cv2.CAP_PROP_CONVERT_RGB]
