"""Pictures and videos on disk, and USB cameras, are cameras like any other."""

from __future__ import annotations

import os
from pathlib import Path
from threading import Thread

import cv2
import numpy as np
import pytest
from support.films import film_of
from support.hang import GIVE_UP_S
from support.webcam import Webcam

from firmware.devices.file_cameras import FolderCamera, UsbCamera, VideoCamera
from firmware.devices.protocols import Camera, Frame
from firmware.errors import DeviceError


def plain(shade: int) -> Frame:
    """A small picture of one grey."""
    return np.full((48, 64, 3), shade, np.uint8)


def shades(camera: Camera) -> list[int]:
    """The greys of all frames to come, roughly, as compression leaves them."""
    greys = []
    while (frame := camera.frame()) is not None:
        greys.append(round(float(frame.mean()) / 10) * 10)
    return greys


def write(path: Path, shade: int) -> None:
    """Save a picture."""
    assert cv2.imwrite(str(path), plain(shade))


def test_a_folder_is_shown_in_the_order_one_counts(tmp_path: Path) -> None:
    """Throw 2 comes before throw 10, whatever else the names say."""
    for name, shade in [("throw 10.png", 100), ("throw 2.PNG", 20), ("throw 1.jpg", 10)]:
        write(tmp_path / name, shade)
    assert [10, 20, 100] == shades(FolderCamera(tmp_path))


def test_single_picture_is_a_folder_of_one(tmp_path: Path) -> None:
    """What names one photograph means that one."""
    write(tmp_path / "1.png", 30)
    write(tmp_path / "2.png", 60)
    assert [60] == shades(FolderCamera(tmp_path / "2.png"))


def test_a_picture_is_shown_whatever_its_name_ends_in(tmp_path: Path) -> None:
    """No throw vanishes because a browser or a phone has called its photograph otherwise."""
    write(tmp_path / "1.jpg", 10)
    for number, name in enumerate(["2.jfif", "3", "4.jpg_"], 2):
        write(tmp_path / "saved.jpg", 10 * number)
        (tmp_path / "saved.jpg").rename(tmp_path / name)
    assert [10, 20, 30, 40] == shades(FolderCamera(tmp_path))


def test_unreadable_pictures_are_named_before_the_first_throw(tmp_path: Path) -> None:
    """A throw that is left out in silence makes a wrong score, so nothing is read until the owner has seen to it."""
    write(tmp_path / "1.jpg", 30)
    for name in ("2.HEIC", "10.dng", "3.pdf", "20.webp", ".hidden.heic"):
        (tmp_path / name).write_bytes(b"of another kind")
    with pytest.raises(
        DeviceError, match=r"^cannot read 2\.HEIC, 3\.pdf, 10\.dng, 20\.webp in .*: .*, save it as JPEG"
    ):
        FolderCamera(tmp_path)


def test_other_files_in_a_folder_are_left_alone(tmp_path: Path) -> None:
    """Hidden files, notes and folders among the pictures are not looked at."""
    write(tmp_path / "a.png", 50)
    (tmp_path / "._a.png").write_bytes(b"a Mac's shadow of the picture")
    for name in ("labels.csv", "notes.txt", "labels.json", "BMW.md"):
        (tmp_path / name).write_text("a.png,7", encoding="utf-8")
    (tmp_path / "more").mkdir()
    assert [50] == shades(FolderCamera(tmp_path))


def test_pipe_is_no_picture(tmp_path: Path) -> None:
    """It is left alone, whatever it is called; a link that leads nowhere is a picture that is missed."""
    write(tmp_path / "1.png", 10)
    os.mkfifo(tmp_path / "2.png")
    os.mkfifo(tmp_path / "3")
    (tmp_path / "4.png").symlink_to(tmp_path / "nowhere")
    camera = FolderCamera(tmp_path)
    assert 10 == camera.frame()[0, 0, 0]  # type: ignore[index] # it is one
    with pytest.raises(DeviceError, match=r"4\.png: No such file"):
        camera.frame()


def test_colours_are_blue_green_red(tmp_path: Path) -> None:
    """A frame's channels are BGR, as all readers here expect."""
    cv2.imwrite(str(tmp_path / "a.png"), np.full((4, 4, 3), (250, 120, 10), np.uint8))
    frame = FolderCamera(tmp_path).frame()
    assert frame is not None
    assert [250, 120, 10] == frame[0, 0].tolist()


def test_a_broken_picture_is_named_and_the_next_still_shown(tmp_path: Path) -> None:
    """A picture that is none is an error with its name; the one after it can still be had."""
    (tmp_path / "1.jpg").write_bytes(b"not a picture at all")
    (tmp_path / "2.jpg").touch()
    write(tmp_path / "3.png", 30)
    camera = FolderCamera(tmp_path)
    for name in ("1.jpg", "2.jpg"):
        with pytest.raises(DeviceError, match=rf"{name} is not a whole picture; "):
            camera.frame()
    assert [30] == shades(camera)


def test_a_picture_that_went_away_is_named(tmp_path: Path) -> None:
    """A picture deleted after the start is an error with its name."""
    write(tmp_path / "1.png", 30)
    camera = FolderCamera(tmp_path)
    (tmp_path / "1.png").unlink()
    with pytest.raises(DeviceError, match=r"cannot read .*1\.png: No such file"):
        camera.frame()


def test_an_empty_folder_says_what_to_put_there(tmp_path: Path) -> None:
    """A folder without pictures is one clear line."""
    with pytest.raises(DeviceError, match=r"^no pictures in .*; put photographs there"):
        FolderCamera(tmp_path)


@pytest.mark.parametrize("name", ["missing", "file.txt"])
def test_a_folder_that_is_none_is_named(tmp_path: Path, name: str) -> None:
    """A missing folder, or a file in its place, is one clear line."""
    (tmp_path / "file.txt").touch()
    with pytest.raises(DeviceError, match=rf"^cannot open the folder .*{name}: .*; name one that holds pictures$"):
        FolderCamera(tmp_path / name)


def test_a_closed_folder_shows_nothing(tmp_path: Path) -> None:
    """After closing, once or twice, there are no more pictures."""
    write(tmp_path / "1.png", 30)
    camera = FolderCamera(tmp_path)
    camera.close()
    camera.close()
    assert camera.frame() is None


@pytest.fixture
def video(tmp_path: Path) -> Path:
    """A video of three frames."""
    return film_of(tmp_path / "game.avi", map(plain, (40, 80, 120)))


def test_a_video_is_shown_frame_by_frame(video: Path) -> None:
    """Every frame of a video file comes once, then the end."""
    assert [40, 80, 120] == shades(VideoCamera(video))


def test_too_large_a_film_is_refused_before_decoding(video: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its frames may unpack to more than the memory there is: its name, their size and the limit are told."""
    monkeypatch.setattr("firmware.devices.image_files.MEGAPIXEL", 50)
    with pytest.raises(DeviceError, match=r"game\.avi has 62 megapixels, and the limit is 50; save it smaller"):
        VideoCamera(video)


def test_a_closed_video_shows_nothing(video: Path) -> None:
    """After closing, once or twice, there are no more frames."""
    camera = VideoCamera(video)
    camera.close()
    camera.close()
    assert camera.frame() is None


def test_a_video_is_not_closed_while_it_is_read(video: Path) -> None:
    """FFmpeg aborts the program if it is: Ctrl-C closes it from another thread."""
    camera = VideoCamera(video)
    order: list[str] = []

    class Slow:
        def read(self) -> tuple[bool, None]:
            closer.start()
            closer.join(0.2)  # it waits for us
            order.append("read")
            return False, None

        def release(self) -> None:
            order.append("released")

    closer = Thread(target=camera.close)
    camera._video = Slow()  # type: ignore[assignment] # in place of OpenCV's
    camera.frame()
    closer.join(GIVE_UP_S)
    assert ["read", "released"] == order


def test_a_missing_video_is_named(tmp_path: Path) -> None:
    """A video that is not there is one clear line."""
    with pytest.raises(DeviceError, match=r"^no video at .*game\.mp4; check the name$"):
        VideoCamera(tmp_path / "game.mp4")


def test_a_file_that_is_no_video_is_named(tmp_path: Path) -> None:
    """A file of another kind is one clear line."""
    (tmp_path / "game.mp4").write_bytes(b"not a video")
    with pytest.raises(DeviceError, match=r"game\.mp4 cannot be played; "):
        VideoCamera(tmp_path / "game.mp4")


def usb(*frames: Frame, opens: bool = True) -> tuple[UsbCamera, Webcam]:
    """A USB camera that sends these and then falls silent, and what stands behind it."""
    webcam = Webcam(frames, opens=opens)
    return UsbCamera(0, opener=lambda _: webcam), webcam  # type: ignore[arg-type, return-value] # a stand-in


def test_pulled_plug_is_reported() -> None:
    """A USB camera that falls silent is an error, not the end of the game."""
    camera, _ = usb(plain(10), plain(20))
    assert [10, 20] == [int(frame.mean()) for frame in (camera.frame(), camera.frame()) if frame is not None]
    with pytest.raises(DeviceError, match=r"^the USB camera /dev/video0 has stopped answering; check its plug$"):
        camera.frame()


def test_a_large_picture_is_watched_small_and_read_large() -> None:
    """The reader reads every pixel there is; what is watched all the time is a copy 640 pixels wide."""
    camera, plug = usb(np.full((1080, 1920, 3), 90, np.uint8))
    frame = camera.frame()
    assert frame is not None
    assert ((360, 640, 3), (1080, 1920, 3)) == (frame.shape, camera.still().shape)
    assert (1920, 1080) == (plug.overrides[cv2.CAP_PROP_FRAME_WIDTH], plug.overrides[cv2.CAP_PROP_FRAME_HEIGHT])


@pytest.mark.parametrize(
    ("given", "read"), [((720, 1280), (1080, 1920)), ((480, 640), (960, 1280)), ((1440, 2560), (1440, 2560))]
)
def test_small_picture_is_enlarged_for_the_reader(given: tuple[int, int], read: tuple[int, int]) -> None:
    """They look for no dice so small as a webcam of 720 rows shows; what is not there at all no enlarging brings."""
    camera, _ = usb(np.full((*given, 3), 90, np.uint8))
    camera.frame()
    assert read == camera.still().shape[:2]


def test_there_is_no_still_before_a_usb_cameras_first_frame() -> None:
    """A still is of a frame's moment, so there must have been one."""
    with pytest.raises(DeviceError, match="no picture yet"):
        usb(plain(10))[0].still()


def test_closed_usb_camera_shows_nothing() -> None:
    """After closing, no picture is no error."""
    camera, _ = usb(plain(10))
    camera.close()
    camera.close()
    assert camera.frame() is None


def test_busy_usb_camera_is_reported() -> None:
    """A camera that another program holds is one clear line."""
    with pytest.raises(DeviceError, match=r"^the USB camera /dev/video0 cannot be opened; close the program"):
        usb(opens=False)


def test_missing_usb_camera_is_reported() -> None:
    """No camera at that number is one clear line, and OpenCV is not even asked."""
    with pytest.raises(DeviceError, match=r"^no USB camera at /dev/video987; plug it in, or choose another index"):
        UsbCamera(987)
