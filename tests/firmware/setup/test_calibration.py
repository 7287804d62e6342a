"""A calibration from the first frame to the findings, on the simulated stadium and with faults planted in it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from support.board import ABOVE, PRINT_PX, homography, photograph, printed
from support.shipped import see

from firmware.devices.file_cameras import SingleStream
from firmware.devices.protocols import CameraSettings, Frame
from firmware.notice import Notice
from firmware.setup.calibration.driving import drive
from firmware.setup.calibration.findings import (
    FoundDie,
    of_angle,
    of_camera,
    of_dice,
    of_lens,
    of_places,
    of_size,
    severity_of,
    whole,
)
from firmware.setup.calibration.steps import FRAMES, STEADY_FRAMES, Calibration, Plan
from firmware.simulated.calibration_camera import SETTLED, CalibrationCamera
from firmware.simulated.scenario import SceneFault
from scoreboard.language import ENGLISH, language
from vision.enrolled.color_model import Floats
from vision.geometry.lens_calibration import LensEstimate
from vision.geometry.registration import Board, Registration
from vision.geometry.stadium import STADIUM
from vision.geometry.tilt import TiltField
from vision.readings import Reading

COLORS = ("red", "blue", "white")


def blind(_: Frame, *, tilt_field: TiltField | None) -> tuple[Reading, ...]:  # noqa: ARG001 - it sees nothing
    """A reader that sees nothing."""
    return ()


def calibrated(camera: CalibrationCamera, plan: Plan) -> Calibration:
    """A calibration, done."""
    calibration = Calibration(plan, see())

    def ready(step: Calibration) -> None:
        if step.step == "dice":
            camera.lay_dice(COLORS)

    drive(calibration, camera, ready)
    return calibration


@cache
def tried(*faults: SceneFault) -> Calibration:
    """The calibration of a stadium with these faults."""
    return calibrated(CalibrationCamera(faults=faults), Plan(COLORS))


def found(about: str, *faults: SceneFault) -> Notice:
    """What was found about one thing."""
    return next(finding for finding in tried(*faults).findings if finding.about == about)


ABOUT = (
    *(
        "camera",
        "markers",
        "lens",
        "flatness",
        "angle",
        "places",
        "brightness",
        "evenness",
        "sharpness",
        "glare",
        "flicker",
    ),
    *("dice", "size"),
)


@pytest.mark.untraced
def test_a_sound_stadium_is_green_all_over() -> None:
    """With nothing wrong there is nothing to mend, and every matter was looked into."""
    assert [(about, "green") for about in ABOUT] == [(each.about, each.severity) for each in tried().findings]
    assert "green" == tried().severity


def test_what_was_measured_is_what_is_written() -> None:
    """The lens comes out near the simulated camera's, and the exposure is the one it had settled on."""
    changes = tried().changes
    assert {"camera.lens", "camera.locked"} == set(changes)
    assert 66.0 == pytest.approx(changes["camera.lens"]["view"], abs=2.0)
    assert -0.035 == pytest.approx(changes["camera.lens"]["distortion"][0], abs=0.004)
    assert SETTLED.exposure_us == pytest.approx(changes["camera.locked"]["exposure_us"], rel=0.02)
    locked = changes["camera.locked"]
    assert (SETTLED.gain, SETTLED.white_balance) == (locked["gain"], locked["white_balance"])


FIRST: tuple[SceneFault, ...] = ("marker", "glare", "flicker")
SECOND: tuple[SceneFault, ...] = ("markers", "dark")
THIRD: tuple[SceneFault, ...] = ("uneven", "color")
FOURTH: tuple[SceneFault, ...] = ("knocked", "bright")
FIFTH: tuple[SceneFault, ...] = ("aslant",)


@pytest.mark.parametrize(
    ("faults", "about", "expected", "remedy"),
    [
        (FIRST, "markers", "amber", "number 2 (near right): uncover it"),
        (FIRST, "glare", "amber", "gleams near zone 4: move the lamp"),
        (FIRST, "flicker", "amber", "flickers by 8% either way"),
        (FIRST, "dice", "green", "far apart"),
        (SECOND, "markers", "red", "number 4 (middle left) nor number 5 (middle right): uncover them"),
        (SECOND, "brightness", "red", "add a lamp"),
        (SECOND, "dice", "red", "mend the light"),
        pytest.param(THIRD, "evenness", "red", "near right corner: draw the curtain", marks=pytest.mark.newest),
        pytest.param(THIRD, "dice", "red", 'purple = "blue" under [eyes.colors]', marks=pytest.mark.newest),
        pytest.param(THIRD, "markers", "green", "All 6", marks=pytest.mark.newest),
        pytest.param(FOURTH, "places", "red", "near right corner: raise it", marks=pytest.mark.newest),
        pytest.param(FOURTH, "brightness", "amber", "burnt out: dim the lamp", marks=pytest.mark.newest),
        pytest.param(
            FIFTH,
            "angle",
            "amber",
            "far left corner is seen from 41 degrees off straight above: hang the camera over",
            marks=pytest.mark.newest,
        ),
        pytest.param(FIFTH, "places", "green", "All four", marks=pytest.mark.newest),
    ],
)
def test_fault_comes_with_its_remedy(faults: tuple[SceneFault, ...], about: str, expected: str, remedy: str) -> None:
    """Each planted fault is graded and has its remedy; what is not wrong stays green."""
    finding = found(about, *faults)
    assert expected == finding.severity
    assert remedy in ENGLISH(whole(finding))


def test_while_something_is_red_nothing_is_to_be_written() -> None:
    """What was measured in the dark would be wrong in the light; an amber finding is no hindrance."""
    assert {} == tried(*SECOND).changes
    assert "camera.lens" in tried(*FIRST).changes


@pytest.mark.untraced
def test_the_picture_shows_what_was_found() -> None:
    """There is a picture after every calibration, with bearings and without."""
    for faults in ((), SECOND):
        picture = tried(*faults).report_image(language("en"))
        assert picture is not None
        assert 1080 == len(picture)


@pytest.mark.newest
def test_dice_of_another_size_are_reported() -> None:
    """Who plays with 22 mm dice and has not said so is told what to write."""
    calibration = calibrated(CalibrationCamera(die_mm=22.0), Plan(COLORS))
    assert "amber" == calibration.findings[-1].severity
    assert "die_mm = 22 under [eyes]" in ENGLISH(whole(calibration.findings[-1]))


def test_unsettable_dice_size_is_reported() -> None:
    """No advice that the configuration would refuse, nor to write what is written already."""
    large, small = (FoundDie("red", (50.0, 60.0, 40.0), size) for size in (34.5, 8.0))
    reported = [of_size([large], 30.0)[0], of_size([small], 10.0)[0]]
    assert ["the dice are about 34 mm across, not 30", "the dice are about 8 mm across, not 10"] == [
        ENGLISH(each.sentence) for each in reported
    ]
    assert {"take dice of 10 to 30 mm"} == {ENGLISH(each.remedy) for each in reported}
    assert "write die_mm = 10 under [eyes]" == ENGLISH(of_size([small], 16.0)[0].remedy)


@pytest.mark.newest
@pytest.mark.untraced
def test_measured_height_gives_the_view() -> None:
    """With the camera's height given, the view is the simulated lens's own to a quarter of a degree."""
    camera = CalibrationCamera(tilt=0.0)
    height = 649.5
    calibration = Calibration(Plan((), height=height), blind)
    drive(calibration, camera, lambda _: None)
    assert 66.0 == pytest.approx(calibration.changes["camera.lens"]["view"], abs=0.25)


# -- the steps


class Still(SingleStream):
    """A camera that shows one picture so many times, and tells nothing of itself."""

    def __init__(self, picture: Frame, times: int) -> None:
        self._picture, self._left = picture, times

    def frame(self) -> Frame | None:
        """The picture again."""
        self._left -= 1
        self._last = self._picture if self._left >= 0 else None
        return self._last

    def close(self) -> None:
        """Nothing to give back."""


def watched(camera: Still, plan: Plan | None = None) -> Calibration:
    """A calibration by a reader that sees nothing."""
    calibration = Calibration(plan or Plan(COLORS), blind)
    drive(calibration, camera, lambda _: None)
    return calibration


@cache
def field() -> Frame:
    """The field, half as large as it is read from."""
    return np.ascontiguousarray(CalibrationCamera().stadium.still(9.0)[::2, ::2])


def test_it_begins_only_when_the_table_is_ready() -> None:
    """Pictures shown before the owner has said that the field is clear are not looked at."""
    calibration = Calibration(Plan(COLORS), blind)
    assert (True, "settle") == (calibration.waits, calibration.step)
    for _ in range(FRAMES["settle"] + 1):
        calibration.take(field(), field, SETTLED)
    assert ("settle", ()) == (calibration.step, calibration.findings)
    calibration.begin()
    assert not calibration.waits


@pytest.mark.newest
def test_each_step_says_what_to_do() -> None:
    """The colours that are wanted are named; in the end nothing is asked."""
    asked: list[str] = []
    calibration = Calibration(Plan(("red", "white")), blind)
    drive(calibration, Still(field()[::2, ::2], 300), lambda each: asked.append(ENGLISH(each.asked)))
    assert ["Clear the field", "Lay the red and white die"] == [asked[0][:15], asked[1][:25]]
    assert "" == calibration.asked


def test_a_camera_that_never_settles_is_red() -> None:
    """An exposure that goes up and down for five seconds is not locked."""
    calibration = Calibration(Plan(COLORS), blind)
    calibration.begin()
    for number in range(FRAMES["settle"]):
        calibration.take(field(), field, CameraSettings(8000 + 900 * (number % 2), 1.0, (2.0, 2.0)))
    assert ["red"] == [finding.severity for finding in calibration.findings]


def test_a_settled_camera_is_not_kept_waiting() -> None:
    """As soon as ten frames were taken alike, the next step begins."""
    calibration = Calibration(Plan(COLORS), blind)
    calibration.begin()
    for _ in range(STEADY_FRAMES):
        assert "settle" == calibration.step
        calibration.take(field(), field, SETTLED)
    assert ("look", SETTLED) == (calibration.step, calibration.settings)


@pytest.mark.untraced
def test_the_camera_is_let_loose_and_then_locked() -> None:
    """What an earlier calibration locked does not hinder this one; from the second step on the camera keeps still."""
    camera = CalibrationCamera()
    camera.keep(CameraSettings(1, 1.0, (1.0, 1.0), 9.0))
    calibration = Calibration(Plan(()), blind)
    drive(calibration, camera, lambda _: None)
    assert calibration.settings == camera.settings()
    assert SETTLED.focus == camera.settings().focus


def test_camera_without_metadata_is_amber() -> None:
    """A webcam or a folder cannot be locked, which is said, and the rest is looked into all the same."""
    calibration = watched(Still(field(), 300), Plan((), die_mm=32.0))
    assert ("camera", "amber") == (calibration.findings[0].about, calibration.findings[0].severity)
    assert {"camera.lens"} == set(calibration.changes)


def test_a_single_picture_is_enough_for_markers_and_light() -> None:
    """A folder with one photograph of the field is looked at before it ends."""
    calibration = watched(Still(field(), 1))
    grades = {finding.about: finding.severity for finding in calibration.findings}
    assert ("green", "green", "amber") == (grades["markers"], grades["brightness"], grades["dice"])


def test_no_picture_is_one_finding() -> None:
    """No picture, no findings but one."""
    calibration = watched(Still(field(), 0))
    assert "red" == calibration.severity
    assert calibration.report_image(language("en")) is None


def test_on_a_table_without_markers_no_markers_are_asked_for() -> None:
    """Dice on any table: the light is judged, nothing is said of bases, and no lens is written."""
    calibration = watched(Still(field()[::2, ::2], 300), Plan((), field=None))
    assert ["camera", "brightness", "flicker"] == [finding.about for finding in calibration.findings]
    assert {} == calibration.changes


@pytest.mark.untraced
def test_a_print_of_the_wrong_size_is_red() -> None:
    """Markers that do not lie as printed are told, and nothing is measured by them."""
    bent = np.ascontiguousarray(field().copy())
    bent[:320] = np.roll(bent, 30, axis=1)[:320]
    finding = next(each for each in watched(Still(bent, 300), Plan(())).findings if each.about == "lens")
    assert "red" == finding.severity
    assert "lay the print flat" in ENGLISH(whole(finding))


@pytest.mark.parametrize("share", [0.8, 0.94, 1.06])
def test_markers_printed_to_fit_the_page_are_reported(share: float) -> None:
    """A printer that shrinks the sheet is the commonest fault, and the bar on it shows that."""
    others = tuple(replace(marker, side=marker.side / share) for marker in STADIUM.markers)
    calibration = watched(Still(field(), 1), Plan((), field=replace(STADIUM, markers=others)))
    finding = next(each for each in calibration.findings if each.about == "lens")
    assert "green" != finding.severity
    assert "print their sheet at 100 %, so that its bar is 100 mm long" in ENGLISH(finding.remedy)
    assert share == pytest.approx(int(ENGLISH(finding.sentence).split()[-2]) / 100, abs=0.015)


@pytest.mark.parametrize("way", [(1, -1), (-1, 1)], ids=["left for right", "upside down"])
def test_mirrored_picture_is_named(way: tuple[int, int]) -> None:
    """With all markers in view the owner is not asked to uncover them."""
    calibration = watched(Still(field()[:: way[0], :: way[1]], 1))
    finding = next(each for each in calibration.findings if each.about == "markers")
    assert "red" == finding.severity
    assert "mirrors its pictures" in ENGLISH(whole(finding))


def glued(places: Mapping[int, int], quarters: int = 0) -> Frame:
    """The print with markers in the places of others, those turned by so many quarters."""
    sheet = printed()
    patches = {number: sheet[_patch(number)].copy() for number in range(6)}
    for number, place in places.items():
        sheet[_patch(place)] = np.rot90(patches[number], quarters)
    return photograph(sheet, homography(ABOVE))


def _patch(number: int) -> tuple[slice, slice]:
    (left, top), reach = STADIUM.markers[number].corners[0] * (1, -1) + STADIUM.side / 2, 6
    rows, columns = (slice(int((at - reach) * PRINT_PX), int((at + 34 + reach) * PRINT_PX)) for at in (top, left))
    return rows, columns


@pytest.mark.parametrize(
    ("places", "quarters", "words"),
    [
        ({4: 5, 5: 4}, 0, "not number 4 (middle left) and number 5 (middle right): lay the print flat"),
        ({0: 2, 2: 0}, 0, "not number 0 (far left) and number 2 (near right): lay"),
        ({3: 3}, 1, "not number 3 (near left): lay the print flat, put each in its own place, upright"),
        ({0: 1, 1: 0, 2: 3, 3: 2}, 0, "off: lay the print flat, and see that every marker lies in its own place"),
        (dict(zip(range(6), range(6), strict=True)), 2, "see that every marker lies in its own place, upright"),
    ],
    ids=["middle pair swapped", "swapped across", "turned", "two pairs swapped", "all turned"],
)
@pytest.mark.newest
def test_markers_glued_wrongly_are_named(places: Mapping[int, int], quarters: int, words: str) -> None:
    """If two markers were swapped or one glued on turned, they are named; where most are wrong, to look at all."""
    calibration = watched(Still(glued(places, quarters), 1), Plan(()))
    finding = next(each for each in calibration.findings if each.about == "lens")
    assert "red" == finding.severity
    assert words in ENGLISH(whole(finding))


# -- judging


@pytest.mark.parametrize(
    ("figure", "bars", "expected"),
    [
        (1.0, (2, 5), "green"),
        (2.0, (2, 5), "amber"),
        (5.0, (2, 5), "red"),
        (130.0, (120, 75), "green"),
        (75.0, (120, 75), "red"),
    ],
)
def test_bars_hold_either_way(figure: float, bars: tuple[float, float], expected: str) -> None:
    """More may be worse, or less."""
    assert expected == severity_of(figure, bars)


def sighted(**shades: Sequence[float]) -> list[FoundDie]:
    """Dice of these colours, 16 mm across."""
    return [FoundDie(name, _shade(each), 15.8) for name, each in shades.items()]


def _shade(values: Iterable[float]) -> Floats:
    return np.array(list(values), np.float64)


def test_dice_of_like_color_are_reported() -> None:
    """Two dice whose colours almost meet are red, and a little farther apart amber."""
    for apart, expected in ((10, "red"), (25, "amber"), (60, "green")):
        seen = sighted(red=(40, 50, 30), blue=(40, 50 - apart, 30))
        assert expected == of_dice(("red", "blue"), seen, {}, lit=True).severity


def test_the_owners_own_name_for_a_colour_counts() -> None:
    """A die that the reader calls purple and the owner blue is the blue die."""
    seen = sighted(red=(40, 60, 40), purple=(40, 40, -50))
    assert "green" == of_dice(("red", "blue"), seen, {"purple": "blue"}, lit=True).severity
    assert "red" == of_dice(("red", "blue"), seen, {}, lit=True).severity


def test_unknown_size_is_not_reported() -> None:
    """Without bearings a die may be of any size."""
    assert [] == of_size([FoundDie("red", _shade((1, 2, 3)), None)], 16.0)


def test_fixed_camera_reports_what_it_has() -> None:
    """What is locked is told, and only that."""
    assert "Settled and locked: exposure 8.0 ms, gain 1.0." == ENGLISH(
        whole(of_camera(CameraSettings(8000, 1.0), steady=True))
    )


def registered(error_mm: float = 0.1) -> Registration:
    """Bearings of the field in `field`, as true as asked for."""
    board = Board(STADIUM)
    taken = board.register(field())
    return Registration(taken.lens, taken.homography, taken.eye, error_mm, taken.markers)


def test_uneven_print_is_reported() -> None:
    """A lens that cannot explain where the markers lie is not called well."""
    estimate = LensEstimate(66.0, measured=True, bend=0.0, error_px=3.0)
    assert ["green", "amber", "red"] == [
        of_lens(estimate, registered(error), 1.0).severity for error in (0.1, 0.8, 1.4)
    ]


@pytest.mark.parametrize(
    ("eye", "expected", "words"),
    [
        ((0.0, 0.0, 500.0), "green", "from 32 degrees at most."),
        ((0.0, 0.0, 400.0), "amber", "is seen from 39 degrees off straight above: hang the camera over the middle"),
        ((-200.0, 300.0, 500.0), "red", "The near right corner is seen from 53 degrees"),
        ((200.0, -300.0, 500.0), "red", "The far left corner is seen from 53 degrees"),
    ],
)
def test_oblique_camera_is_reported(eye: tuple[float, float, float], expected: str, words: str) -> None:
    """From too low or from the side the corner seen at the flattest angle is named; from high over the middle none."""
    reported = of_angle(STADIUM, replace(registered(), eye=eye))
    assert expected == reported.severity
    assert words in ENGLISH(whole(reported))


def test_dice_too_small_to_read_are_reported() -> None:
    """In pictures half as large a die of 16 mm is too small, and one twice as large is not.

    Of 18 mm it has 23 pixels there, as before a webcam of 720 rows: next to no throw would be found.
    """
    size = (field().shape[1], field().shape[0])
    sizes = (16.0, 18.0, 23.0, 32.0)
    assert ["red", "red", "amber", "green"] == [of_places(STADIUM, registered(), size, mm).severity for mm in sizes]
