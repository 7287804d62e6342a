"""Calibrating a camera over the stadium, step by step: pictures in, findings out.

A `Calibration` asks for what comes next, takes pictures until it has what it needs, and has findings;
`firmware.setup.calibration.driving` brings it together with a camera. Rule kept here: a calibration knows no camera,
file, clock or question, so the terminal and a page cannot come to different findings.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import astuple, dataclass, field
from functools import partial
from typing import Literal

import numpy as np

from firmware.config.toml_edit import Changes, Value
from firmware.devices.file_cameras import shrunk
from firmware.devices.protocols import CameraSettings, Frame
from firmware.notice import Notice, Severity, worst
from firmware.setup.calibration import findings
from firmware.setup.calibration.findings import FoundDie, whole
from scoreboard.language import Language
from scoreboard.message import Words, message
from vision.enrolled.color_model import body_color
from vision.errors import MarkersError
from vision.geometry.lens_calibration import LensEstimate, Print, astray, estimate_lens, printed_at, raised
from vision.geometry.registration import FEWEST_MARKERS, TYPICAL_VIEW, Board, LensMaker, Registration, lens_of_view
from vision.geometry.sizes import DIE_MM
from vision.geometry.stadium import STADIUM, Field
from vision.quality.exposure import Gleam, brightness, flicker, gleams, patches
from vision.quality.report_image import Note, ReportImage, draw_report
from vision.readings import DieReading, PictureReader, Reading
from vision.tracking.events import Thrown
from vision.tracking.table_geometry import BoardGeometry
from vision.tracking.tracker import ThrowTracker
from vision.types import Points

Step = Literal["settle", "look", "dice"]
"""Let the camera's settings come to rest; look at the bare field; look at the dice."""
WAITED_FOR: frozenset[Step] = frozenset({"settle", "dice"})
"""Steps before which a person has something to do."""
FRAMES: Mapping[Step, int] = {"settle": 150, "look": 45, "dice": 90}
"""How many frames a step takes at most."""
UNREPORTED = 30
"""Frames after which a camera that does not report its settings is taken to have settled."""
STEADY_FRAMES, STEADY = 10, 0.02
"""For how many frames, and within which fraction, a camera's settings must stay alike to have settled."""
STILLS = 5
"""Large pictures that the markers are measured in; the mean of a corner is more precise than one measurement."""


@dataclass(frozen=True)
class Plan:
    """What is calibrated for.

    Attributes:
        wanted: colours of the dice that the game needs, as the game calls them.
        colors: the owner's names for colours, seen -> meant.
        die_mm: across a die.
        field: what is printed; None for a camera over any table.
        view: degrees the lens sees, as far as is known.
        height: of the camera over the print, mm, if measured.
    """

    wanted: tuple[str, ...]
    colors: Mapping[str, str] = field(default_factory=dict)
    die_mm: float = DIE_MM
    field: Field | None = STADIUM
    view: float = TYPICAL_VIEW
    height: float | None = None


@dataclass
class _Seen:
    """What has been collected so far."""

    settings: list[CameraSettings | None] = field(default_factory=list)
    frames: list[Frame] = field(default_factory=list)
    corners: dict[int, list[Points]] = field(default_factory=dict)
    thrown: list[Thrown] = field(default_factory=list)


class Calibration:
    """One calibration, from the first frame to the findings; ``read_dice`` reads them.

    Attributes:
        step: what is done now; None once all is done.
        findings: in the order of the steps.
        settings: what to lock the camera to once it has settled; None if it does not report them.
        registration: how the camera sees the field, once that is known.
        still: the last large picture.
    """

    def __init__(self, plan: Plan, read_dice: PictureReader) -> None:
        self.step: Step | None = "settle"
        self.findings: tuple[Notice, ...] = ()
        self.settings: CameraSettings | None = None
        self.registration: Registration | None = None
        self.still: Frame | None = None
        self._plan, self._read_dice, self._seen = plan, read_dice, _Seen()
        self._field = plan.field or STADIUM
        self._taken, self._begun = 0, False
        self._lens: LensEstimate | None = None
        self._gleams: tuple[Gleam, ...] = ()
        self._tracker: ThrowTracker | None = None

    @property
    def asked(self) -> Words:
        """What the person at the table is to do now; empty once all is done."""
        # one of: calibrate.ask.look
        return "" if self.step is None else message(f"calibrate.ask.{self.step}", color=self._plan.wanted)

    @property
    def waits(self) -> bool:
        """Whether the step begins only when `begin` says that what was asked is done."""
        return self.step in WAITED_FOR and not self._begun

    @property
    def severity(self) -> Severity:
        """The worst of all findings."""
        return worst(self.findings)

    @property
    def changes(self) -> Changes:
        """The measured values for the owner's file; none while something is red."""
        if self.severity == "red":
            return {}
        locked: Changes = {} if self.settings is None else {"camera.locked": _rounded(self.settings)}
        if self._lens is None:
            return locked
        view: dict[str, Value] = {"view": round(self._lens.view, 2)} if self._lens.measured else {}
        distortion = tuple(round(each, 4) for each in self._lens.distortion)
        return {"camera.lens": {**view, "distortion": distortion}, **locked}

    def begin(self) -> None:
        """The person at the table has done what was asked."""
        if self.waits and self.step == "dice":
            self._tracker = self._tracker_of_bare_field()
        self._begun = True

    def take(self, frame: Frame, still: Callable[[], Frame], settings: CameraSettings | None = None) -> None:
        """Take in the next picture: the small stream's frame, the large stream's still, and the camera's settings."""
        if self.step is None or self.waits:
            return
        self._taken += 1
        if COLLECT[self.step](self, frame, still, settings) or self._taken >= FRAMES[self.step]:
            self._conclude()

    def end(self) -> None:
        """There are no more pictures: conclude with what there is."""
        if self.still is not None and not self._seen.frames:
            self._find_markers(self.still)
        while self.step is not None:
            self._conclude()

    def report_image(self, language: Language) -> Frame | None:
        """The annotated picture, BGR; None while there has been none to annotate."""
        if self.still is None:
            return None
        drawn = ReportImage(
            self._field,
            self.registration,
            tuple(self._seen.corners),
            tuple(report.reading for report in self._seen.thrown),
            tuple((gleam.place, float(np.sqrt(gleam.area / np.pi)) + 5) for gleam in self._gleams),
        )
        say, word = language.say, partial(_word, language)
        notes = [
            Note(each.severity, say(message("calibrate.about", about=each.about)), say(whole(each)))
            for each in self.findings
            if each.severity != "skipped"
        ]
        return draw_report(self.still, drawn, notes, say(message("calibrate.title")), word)

    # What each step does with a picture; True once it has enough.

    def _settle(self, _frame: Frame, still: Callable[[], Frame], settings: CameraSettings | None) -> bool:
        self._seen.settings.append(settings)
        if settings is not None:
            return self._steady()
        self.still = still()  # a folder may hold no other picture
        return self._taken >= UNREPORTED

    def _look(self, frame: Frame, still: Callable[[], Frame], _settings: CameraSettings | None) -> bool:
        self._seen.frames.append(shrunk(frame))
        if self._taken % (FRAMES["look"] // STILLS) == 0:
            self._find_markers(still())
        return False

    def _find_markers(self, still: Frame) -> None:
        self.still = still
        for number, corners in self._board(lens_of_view).markers_in(still).items():
            self._seen.corners.setdefault(number, []).append(corners)

    def _dice(self, frame: Frame, still: Callable[[], Frame], _settings: CameraSettings | None) -> bool:
        if self._tracker is None:
            return False
        reports = [report for report in self._tracker.update(frame, still) if isinstance(report, Thrown)]
        if reports:
            self._seen.thrown += reports
            self.still = still()
        return set(self._plan.wanted) <= {self._called(report.reading) for report in self._seen.thrown}

    def _conclude(self) -> None:
        if self.step is None:
            return
        self.findings += tuple(JUDGE[self.step](self))
        steps = [step for step in FRAMES if step != "dice" or self._plan.wanted]
        after = steps[steps.index(self.step) + 1 :]
        self.step, self._taken, self._begun = after[0] if after else None, 0, False

    def _judge_camera(self) -> list[Notice]:
        self.settings = self._seen.settings[-1] if self._seen.settings else None
        return [findings.of_camera(self.settings, steady=self._steady())]

    def _judge_field(self) -> list[Notice]:
        still, field = self.still, self._plan.field
        if still is None:
            return [findings.NO_PICTURE]
        seen = {number: np.mean(corners, axis=0) for number, corners in self._seen.corners.items()}
        lit = patches(still, seen.items())
        bright = findings.of_brightness(lit, brightness(still))
        flickers = findings.of_flicker(flicker(self._seen.frames))
        if field is None:
            return [bright, flickers]
        found = [self._markers(still, field, seen), *self._place(still, field, seen), bright]
        if lit:
            found += [findings.of_evenness(lit, field), findings.of_sharpness(lit)]
        # Where all white paper is burnt out, its gleams are no lamp's.
        if self.registration is not None and bright.sentence != findings.BURNT_OUT:
            self._gleams = gleams(still, self.registration, field)
            found.append(findings.of_glare(self._gleams, field))
        return [*found, flickers]

    def _markers(self, still: Frame, field: Field, seen: Collection[int]) -> Notice:
        """Which markers are seen; a mirrored picture shows none, for none is its own mirror image."""
        mirrored = np.ascontiguousarray(still[:, ::-1])
        if len(seen) < FEWEST_MARKERS <= len(self._board(lens_of_view).markers_in(mirrored)):
            return findings.MIRRORED
        return findings.of_markers(field, seen)

    def _place(self, still: Frame, field: Field, seen: Mapping[int, Points]) -> list[Notice]:
        """Measure the lens, and register the board with it."""
        if len(seen) < FEWEST_MARKERS:
            return []
        size = still.shape[1], still.shape[0]
        markers = {each.number: Print(each.corners, seen[each.number]) for each in field.markers if each.number in seen}
        shown = list(markers.values())
        flat = Print(np.vstack([each.places for each in shown]), np.vstack([each.pixels for each in shown]))
        lens = estimate_lens([flat], size, self._plan.view, self._plan.height)
        printed = printed_at(shown, lens_of_view(size, self._plan.view))
        try:
            self.registration = self._board(lens.lens).register(still)
        except MarkersError as error:
            if findings.is_other_print(printed):
                return [findings.of_print("red", printed)]
            if (found := raised(markers, size, self._plan.view)) is not None:
                return [findings.of_flatness(field, found, "red")]
            wrong = astray(markers, size, self._plan.view)
            return [findings.of_astray(field, wrong) if wrong else findings.of_misfit(error)]
        self._lens = lens
        up = None if findings.is_other_print(printed) else raised(markers, size, self._plan.view)
        return [
            findings.of_lens(lens, self.registration, printed),
            findings.of_flatness(field, up, "amber"),
            findings.of_angle(field, self.registration),
            findings.of_places(field, self.registration, size, self._plan.die_mm),
        ]

    def _judge_dice(self) -> list[Notice]:
        still = self.still
        if still is None or self._tracker is None:
            return [findings.NO_DICE]
        readings = [report.reading for report in self._seen.thrown]
        dice = [self._measured(reading, still) for reading in readings if isinstance(reading, DieReading)]
        lit = all(found.severity == "green" for found in self.findings if found.about == "brightness")
        colors = findings.of_dice(self._plan.wanted, dice, self._plan.colors, lit=lit)
        return [colors, *findings.of_size(dice, self._plan.die_mm)]

    def _measured(self, reading: DieReading, still: Frame) -> FoundDie:
        color, size = body_color(still, reading.box), None
        if self.registration is not None:
            size = BoardGeometry(self._field, self.registration, self._plan.die_mm).token(reading).size
        return FoundDie(reading.color, color, size)

    def _steady(self) -> bool:
        """Whether the last pictures were taken alike, as far as the camera reports its settings."""
        last = self._seen.settings[-STEADY_FRAMES:]
        return len(last) == STEADY_FRAMES and all(_alike(last[0], each) for each in last)

    def _tracker_of_bare_field(self) -> ThrowTracker:
        """A tracker that knows the bare field, and so sees what is laid on it."""
        made = lens_of_view if self._lens is None else self._lens.lens
        board = None if self._plan.field is None or self.registration is None else self._board(made)
        tracker = ThrowTracker(self._read_dice, board, die_mm=self._plan.die_mm)
        if (still := self.still) is not None:
            for frame in self._seen.frames[-STEADY_FRAMES:]:
                tracker.update(frame, partial(np.asarray, still))
        return tracker

    def _board(self, lens: LensMaker) -> Board:
        return Board(self._field, lens)

    def _called(self, reading: Reading) -> str:
        name = reading.color if isinstance(reading, DieReading) else "chip"
        return self._plan.colors.get(name, name)


COLLECT = {"settle": Calibration._settle, "look": Calibration._look, "dice": Calibration._dice}  # noqa: SLF001 - our own
JUDGE = {"settle": Calibration._judge_camera, "look": Calibration._judge_field, "dice": Calibration._judge_dice}  # noqa: SLF001


def _word(language: Language, kind: str, name: str) -> str:
    """What is written into the picture: the name of a colour, or of what is drawn."""
    # one of: calibrate.drawn
    return language.say(message(f"calibrate.{kind}", **{kind: name}), "short")


def _alike(one: CameraSettings | None, other: CameraSettings | None) -> bool:
    if one is None or other is None:
        return one is other
    pairs = zip(_numbers(one), _numbers(other), strict=False)
    return all(abs(a - b) <= STEADY * max(abs(a), abs(b), 0.1) for a, b in pairs)


def _numbers(settings: CameraSettings) -> list[float]:
    exposure, gain, balance, focus = astuple(settings)
    return [float(each) for each in (exposure, gain, *(balance or ()), focus) if each is not None]


def _rounded(settings: CameraSettings) -> dict[str, Value]:
    balance = settings.white_balance
    return {
        "exposure_us": settings.exposure_us,
        "gain": None if settings.gain is None else round(settings.gain, 3),
        "white_balance": None if balance is None else tuple(round(each, 3) for each in balance),
        "focus": None if settings.focus is None else round(settings.focus, 2),
    }
