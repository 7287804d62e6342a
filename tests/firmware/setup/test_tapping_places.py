"""Where pieces stand on the owner's own stadium, tapped on a phone or named by a file."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result
from msgspec import structs

from firmware.cli.main import main
from firmware.config.schema import Config, shipped
from firmware.devices.protocols import Frame
from firmware.errors import StadiumError
from firmware.service.jobs import JobTeller
from firmware.setup.tapping_on_page import TappingOnPage
from firmware.simulated.calibration_camera import CalibrationCamera
from firmware.storage.board_places import board_places
from scoreboard.language import ENGLISH
from scoreboard.message import Words
from scoreboard.web.owner.job_types import JobAnswer, JobPress, JobView
from vision.board.marked_places import of_field
from vision.board.places_file import PRINTED
from vision.board.tapped_places import TAPPED_FIRST, by_name
from vision.geometry.registration import Board, Registration
from vision.geometry.stadium import STADIUM
from vision.types import Point

pytestmark = pytest.mark.untraced
Taps = Mapping[str, tuple[float, float]]


@pytest.fixture(scope="module")
def field() -> Frame:
    """The bare field as the camera sees it."""
    return CalibrationCamera().stadium.still(9.0)


@pytest.fixture(scope="module")
def seen(field: Frame) -> Registration:
    """Where its board lies in that picture."""
    return Board().register(field)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the games."""
    monkeypatch.setenv("STADIUM_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def a_config(source: str = "usb", *, markers: bool = True) -> Config:
    """A configuration with that camera."""
    config = shipped()
    return structs.replace(config, camera=structs.replace(config.camera, source=source, markers=markers))


class Phone:
    """A phone that taps on what the job shows."""

    def __init__(self, config: Config) -> None:
        self.job = JobTeller(JobView(1, "places", "running", 0.0, ""), Path())
        self.asked = list[Words]()
        self.work = TappingOnPage(self.job, config, self.asked.append)

    def press(self, picture: Frame, press: JobPress, taps: Taps | None = None) -> bool:
        """Press a button, and show the job a picture; whether it is over."""
        self.job.press(JobAnswer(press, dict(taps or {})))
        return self.work.see(picture, lambda: picture)

    @property
    def sentence(self) -> str:
        """What the job asks."""
        return ENGLISH(self.job.view.said)


def shares(seen: Registration, places: Mapping[str, Point]) -> dict[str, tuple[float, float]]:
    """Places, mm, as shares of the part of the picture that is shown: the board and 25 mm around it."""
    side = STADIUM.side / 2 + 25
    corners = seen.to_pixels(np.array([(-side, side), (side, side), (side, -side), (-side, -side)]))
    width, height = seen.lens.size
    left, top = np.maximum(np.floor(corners.min(axis=0)), 0)
    right, bottom = np.minimum(np.ceil(corners.max(axis=0)), (width, height))
    pixels = (seen.to_pixels(np.array(list(places.values()))) + 0.5 - (left, top)) / (right - left, bottom - top)
    return {name: (float(x), float(y)) for name, (x, y) in zip(places, pixels, strict=True)}


def five(seen: Registration, by: float = 0.0) -> dict[str, tuple[float, float]]:
    """The first five taps, each so many mm to the right."""
    printed = by_name(PRINTED.places)
    return shares(seen, {name: (printed[name][0][0] + by, printed[name][0][1]) for name in TAPPED_FIRST})


def test_five_taps_then_a_drag_then_kept(field: Frame, seen: Registration, home: Path) -> None:
    """A game has the places then, the dragged one where it was dragged to, all others by the five."""
    phone = Phone(a_config())
    assert ["calibrate.ask.settle"] == [getattr(asked, "key", "") for asked in phone.asked]
    assert (0, False) == (len(phone.job.view.pictures), phone.press(field, "ok"))
    assert (1, ()) == (len(phone.job.view.pictures), tuple(phone.job.view.spots))
    assert not phone.press(field, "next", five(seen, by=8.0))
    spots = {spot.name: spot for spot in phone.job.view.spots}
    assert set(by_name(PRINTED.places)) == set(spots)
    moved = shares(seen, {"3": (60.0, -90.0)})["3"]
    answer = {name: (spot.x, spot.y) for name, spot in spots.items()} | {"3": moved}
    assert phone.press(field, "ok", answer)
    assert f"Written: {home / 'places.toml'}" == ENGLISH(phone.work.came_to)
    places = board_places(a_config()).standing
    assert (60.0, -90.0) == pytest.approx(places[3], abs=0.3)
    for name, (x, y) in of_field(STADIUM).standing.items():
        if isinstance(name, int) and name != 3:
            assert (x + 8, y) == pytest.approx(places[name], abs=0.3), name


def test_what_was_kept_is_shown_again_to_be_moved(field: Frame, seen: Registration) -> None:
    """And nothing is kept of a job that is left; a file that cannot be used is tapped from the beginning."""
    first = Phone(a_config())
    first.press(field, "ok")
    first.press(field, "next", five(seen, by=8.0))
    first.press(field, "ok", {})
    again = Phone(a_config())
    again.press(field, "ok")
    spots = {spot.name: (spot.x, spot.y) for spot in again.job.view.spots}
    assert five(seen, by=8.0)["6"] == pytest.approx(spots["6"], abs=0.001)
    again.press(field, "next")
    spots = {spot.name: (spot.x, spot.y) for spot in again.job.view.spots}
    assert five(seen)["6"] == pytest.approx(spots["6"], abs=0.001)
    before = board_places(a_config()).standing
    assert again.press(field, "undo")
    assert before == board_places(a_config()).standing


def test_file_that_cannot_be_used_is_tapped_again(field: Frame, home: Path) -> None:
    """As if there was none."""
    home.mkdir()
    (home / "places.toml").write_text("[board", encoding="utf-8")
    phone = Phone(a_config())
    phone.press(field, "ok")
    assert (1, ()) == (len(phone.job.view.pictures), tuple(phone.job.view.spots))


def test_what_cannot_be_places_is_asked_again(field: Frame, seen: Registration, home: Path) -> None:
    """No markers, no diamond, two places on top of each other: each has its sentence, and nothing is written."""
    phone = Phone(a_config())
    phone.press(np.zeros_like(field), "ok")
    assert ("0 of 6 markers are seen" in phone.sentence, 0) == (True, len(phone.job.view.pictures))
    phone.press(field, "ok")
    taps = five(seen)
    for wrong in ({**taps, "12": taps["6"]}, {"0": taps["0"]}):
        assert not phone.press(field, "next", wrong)
        assert "do not go around a diamond" in phone.sentence
    assert not phone.press(field, "next", taps)
    assert not phone.press(field, "ok", {"5": taps["6"]})
    assert "Places 5 and 6 lie less than a centimetre apart" in phone.sentence
    assert not (home / "places.toml").exists()


def test_the_simulated_stadium_keeps_its_own(field: Frame, seen: Registration, home: Path) -> None:
    """It is the printed one; the owner's file is for his own table."""
    phone = Phone(a_config("none"))
    phone.press(field, "ok")
    phone.press(field, "next", five(seen, by=8.0))
    assert phone.press(field, "ok", {})
    assert (False, "job.places-simulated") == ((home / "places.toml").exists(), getattr(phone.work.came_to, "key", ""))


def test_missing_markers_are_reported_as_needed() -> None:
    """They alone show that the camera was moved."""
    with pytest.raises(StadiumError, match="printed markers"):
        Phone(a_config(markers=False))


# -- the command


def run(*words: object) -> Result:
    """`stadium calibrate` with these words."""
    return CliRunner().invoke(main, ["calibrate", *map(str, words)])


@pytest.fixture
def photo(tmp_path: Path, field: Frame) -> Path:
    """The field as a photograph."""
    file = tmp_path / "field.png"
    cv2.imwrite(str(file), field)
    return file


def a_file(folder: Path, seen: Registration, places: Mapping[str, Point]) -> Path:
    """Taps as a file, in pixels."""
    pixels = seen.to_pixels(np.array(list(places.values())))
    lines = [f'"{name}" = [{x:.1f}, {y:.1f}]' for name, (x, y) in zip(places, pixels, strict=True)]
    file = folder / "taps.toml"
    file.write_text("\n".join(("[taps]", *lines)), encoding="utf-8")
    return file


def test_a_file_of_taps_is_kept_and_stadium_look_takes_what_was_written(
    tmp_path: Path, photo: Path, field: Frame, seen: Registration, home: Path
) -> None:
    """With the picture on which the places are drawn; the file is what `stadium look --places` takes."""
    printed = {name: at for name, (at, _) in by_name(PRINTED.places).items()}
    taps = a_file(tmp_path, seen, {**{name: printed[name] for name in TAPPED_FIRST}, "away 3": (-100.0, -180.0)})
    drawn = tmp_path / "drawn.png"
    dry = run("--places", taps, "--camera", photo, "--picture", drawn, "--dry-run")
    assert (0, False) == (dry.exit_code, (home / "places.toml").exists()), dry.output
    assert '"away 3" = [' in dry.output
    result = run("--places", taps, "--camera", photo, "--picture", drawn)
    assert 0 == result.exit_code, result.output
    assert (-100.0, -180.0) == pytest.approx(board_places(a_config()).standing["away 3"], abs=0.3)
    picture = cv2.imread(str(drawn))
    assert picture is not None
    assert picture.shape == field.shape
    assert (picture != field).any()
    looked = CliRunner().invoke(main, ["look", "--places", str(home / "places.toml"), "--json", str(photo)])
    assert (0, '"hand":false' in looked.output) == (looked.exit_code, True), looked.output


def test_without_a_file_it_says_where_a_phone_taps() -> None:
    """And looks at nothing."""
    result = run("--places")
    assert (0, True) == (result.exit_code, "Places of the board" in result.output), result.output


@pytest.mark.parametrize(
    ("taps", "named"),
    [
        ("", "[taps] is missing"),
        ("[taps]\n0 = [1, 2]\n", "taps.6 is missing"),
        ("[taps]\n0 = [1, 2]\n6 = [1, 2]\n12 = [1, 2]\n18 = [1, 2]\nZ1 = [1, 2]\n1B = [1, 2]\n", "taps.1B is no place"),
        ("[taps]\n0 = [1, 2]\n6 = 3\n12 = [1, 2]\n18 = [1, 2]\nZ1 = [1, 2]\n", "taps.6 takes two numbers"),
        ("[taps]\n0 = [1, 2]\n6 = [1, 2]\n12 = [1, 2]\n18 = [1, 2]\nZ1 = [1, 2]\n", "do not go around a diamond"),
    ],
)
def test_a_file_that_is_none_names_the_key(tmp_path: Path, photo: Path, taps: str, named: str) -> None:
    """One clear sentence, and nothing is written."""
    file = tmp_path / "taps.toml"
    file.write_text(taps, encoding="utf-8")
    result = run("--places", file, "--camera", photo, "--picture", tmp_path / "drawn.png")
    assert (2, True, True) == (result.exit_code, named in result.output, str(file) in result.output), result.output


def test_what_does_not_go_together_is_refused(tmp_path: Path, photo: Path, seen: Registration) -> None:
    """Options of a calibration, and a picture without markers."""
    assert "--json does not go with --places" in run("--places", "--json").output
    assert "--height does not go with --places" in run("--places", "--height", 700).output
    cv2.imwrite(str(photo), np.zeros((300, 400, 3), np.uint8))
    taps = a_file(tmp_path, seen, {name: by_name(PRINTED.places)[name][0] for name in TAPPED_FIRST})
    result = run("--places", taps, "--camera", photo)
    assert (2, True) == (result.exit_code, "without the printed markers no places can be kept" in result.output)
