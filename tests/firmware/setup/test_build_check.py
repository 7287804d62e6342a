"""A stadium that was just built, looked over: what is well is green, and each fault is told with its remedy."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from click.testing import CliRunner
from PIL import Image
from support.stadium import ManualClock, play
from support.worded import ENGLISH_TABLE

from firmware.cli.main import main
from firmware.config.schema import shipped
from firmware.devices.protocols import Gesture
from firmware.errors import DeviceError
from firmware.notice import Notice, Severity, finding
from firmware.play.camera.lent_camera import LentCamera
from firmware.play.state.shown import Shown
from firmware.service.jobs import JobTeller, StoppedError
from firmware.setup.build_check.at_terminal import CheckOptions, check_build
from firmware.setup.build_check.at_the_table import BuildAtTheTable
from firmware.setup.build_check.bare_field import SILENT_S, BareField
from firmware.setup.build_check.build_report import by_severity, of_stadium, written
from firmware.setup.build_check.build_session import BuildSession
from firmware.setup.build_check.lit_corner import LitCorner, corner_card
from firmware.setup.build_check.on_page import BuildOnPage
from firmware.setup.build_check.part_check import CHECKS, BuildBench
from firmware.setup.build_check.pressed_buttons import SETTLES_S, WAITS_S, PressedButtons
from firmware.setup.calibration.steps import Plan
from firmware.setup.check_up import CheckUp
from firmware.setup.doctor.machine import Machine
from firmware.setup.errands import Errands
from firmware.setup.game_calibration import Calibrator
from firmware.simulated.calibration_camera import CalibrationCamera
from firmware.storage.taught_dice import TaughtDiceStore
from firmware.throw_reader import ThrowReader
from scoreboard.journal.lock import claim
from scoreboard.language import ENGLISH, Language, language
from scoreboard.message import message
from scoreboard.web.owner.job_types import JobAnswer, JobPress, JobRequest, JobView, report
from scoreboard.web.pages.guide_address import HOST, IN_BUILD, guide_address
from vision.enrolled.matcher import EnrolledDice

ROOT = Path(__file__).parents[3]
NAMES = tuple(shipped().buttons.pins.as_dict())
WELL = Machine(answer=lambda _: "throttled=0x0")


@dataclass
class CheckOutput:
    """The sentences and the findings of a check."""

    sentences: list[str] = field(default_factory=list)
    found: list[tuple[Notice, str]] = field(default_factory=list)

    def say(self, sentence: str) -> None:
        """A sentence."""
        self.sentences.append(sentence)

    def show(self, found: Notice, guide: str, speaks: Language) -> None:  # noqa: ARG002 - read in English
        """A finding."""
        self.found.append((found, guide))


@dataclass
class Hand:
    """A person at a session whose clock stands until something is done."""

    bench: BuildBench
    seconds: float = 0.0

    def __post_init__(self) -> None:
        self.session = BuildSession(self.bench, lambda: self.seconds)

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        self.seconds += seconds
        self.session.advance()

    def press(self, *names: str) -> None:
        """Press these at once, and let it settle."""
        for name in names:
            self.session.press(name)  # type: ignore[arg-type] # buttons' names are gestures
        self.wait(SETTLES_S)

    def of(self, about: str) -> list[Notice]:
        """What was found about that."""
        return [found for found in self.session.findings if found.about == about]


def buttons_alone(down: frozenset[str] = frozenset()) -> Hand:
    """A stadium of which there are nothing but buttons."""
    return Hand(BuildBench(shipped(), WELL, down=lambda: down))


def rehearsed(tmp_path: Path, *faults: str) -> CheckOutput:
    """What the simulated builder finds in a stadium with those faults."""
    output, file = CheckOutput(), tmp_path / "found.html"
    options = CheckOptions(None, tmp_path / "games.sqlite", file, "en", simulate=True, faults=faults)
    check_build(options, output)
    return output


def worst_by_about(output: CheckOutput) -> dict[str, Severity]:
    """The findings that are not green."""
    return {found.about: found.severity for found, _ in output.found if found.severity in ("amber", "red")}


# -- a simulated stadium that is well, and every fault


@pytest.mark.untraced
def test_a_well_built_stadium_is_green_all_over(tmp_path: Path) -> None:
    """Every part is looked at, nothing is asked twice, and the file says that it is well."""
    output = rehearsed(tmp_path)
    parts = {"panel", "buttons", "sound", "markers", "lens", "angle", "places", "brightness", "evenness", "sharpness"}
    assert parts | {"flatness", "glare", "flicker", "height", "power", "panel-power"} == {
        found.about for found, _ in output.found
    }
    assert {"green"} == {found.severity for found, _ in output.found}
    assert len(output.sentences) == len(set(output.sentences))
    assert "All is well" in (tmp_path / "found.html").read_text(encoding="utf-8")


@pytest.mark.untraced
@pytest.mark.parametrize(
    "faults",
    [
        {"turned-panel": ("panel", "red", "bottom right corner"), "blurred": ("sharpness", "red", "")},
        {"dark-panel": ("panel", "red", "stays dark"), "high": ("height", "red", "too small there")},
        {"stuck-button": ("buttons", "red", "nobody presses: BATTER"), "aslant": ("angle", "amber", "")},
        {"dead-button": ("buttons", "red", "nothing comes of RUN"), "shrunk": ("lens", "red", "printed at about 89 %")},
        {"swapped-buttons": ("buttons", "red", "BALL → STRIKE, STRIKE → BALL"), "dark": ("brightness", "red", "")},
        {"bouncing-button": ("buttons", "amber", "counts twice: OUT"), "marker": ("markers", "amber", "")},
        {
            "silent": ("sound", "amber", "none was heard"),
            "weak-supply": ("power", "red", "too little voltage"),
            "glare": ("glare", "amber", ""),
        },
        {
            "small-supply": ("panel-power", "amber", "a score would draw 3.0 A"),
            "curled": ("flatness", "amber", "number 1 (far right) seems to stand up by"),
        },
    ],
    ids=" and ".join,
)
def test_each_fault_is_found(tmp_path: Path, faults: dict[str, tuple[str, Severity, str]]) -> None:
    """Among the faults of other parts, with its remedy and the guide that explains it."""
    output = rehearsed(tmp_path, *faults)
    text = (tmp_path / "found.html").read_text(encoding="utf-8")
    for about, severity, remedy in faults.values():
        found, guide = next(each for each in output.found if each[0].about == about and each[0].severity != "green")
        assert (severity, True) == (found.severity, remedy in ENGLISH(found.sentence))
        assert (True, True) == (bool(ENGLISH(found.remedy)), guide.startswith(f"{HOST}/help/"))
        assert f'href="{guide}"' in text
        alike = [each for each in faults.values() if each[1] == severity]
        assert text.count(f'class="{severity}"') >= len(alike)


# -- the buttons


def test_every_button_is_asked_for_by_its_name() -> None:
    """One press each, held or not, and all are well."""
    hand = buttons_alone()
    for name in NAMES:
        assert f"Press {name.upper()} once." == ENGLISH(hand.session.words)
        hand.press({"ok": "menu", "next": "by-hand"}.get(name, name))
    assert ["green"] == [found.severity for found in hand.of("buttons")]


def test_a_finger_that_slips_is_no_fault() -> None:
    """What came twice is asked for once more, and well then."""
    hand = buttons_alone()
    hand.press("ball", "ball")
    assert "Press BALL once more" in ENGLISH(hand.session.words)
    for name in NAMES:
        hand.press(name)
    assert ["green"] == [found.severity for found in hand.of("buttons")]


def test_a_button_of_which_nothing_comes_is_not_waited_for_for_ever() -> None:
    """After a while, or as soon as somebody says so, the next one is asked for."""
    hand = buttons_alone()
    hand.wait(WAITS_S)
    assert "STRIKE" in ENGLISH(hand.session.words)
    hand.session.answer("next")
    assert "OUT" in ENGLISH(hand.session.words)
    for name in NAMES[2:]:
        hand.press(name)
    assert ["nothing comes of BALL, STRIKE"] == [ENGLISH(found.sentence) for found in hand.of("buttons")]


def test_stuck_buttons_are_not_asked_for() -> None:
    """They are named, and the others are looked at all the same."""
    hand = buttons_alone(frozenset({"undo", "out"}))
    for name in NAMES:
        if name not in {"undo", "out"}:
            assert name.upper() in ENGLISH(hand.session.words)
            hand.press(name)
    assert ["down although nobody presses: OUT, UNDO"] == [ENGLISH(found.sentence) for found in hand.of("buttons")]


# -- what is not there, and what breaks


def test_what_is_not_there_is_skipped() -> None:
    """A computer with nothing at all has nothing that is red."""
    hand = Hand(BuildBench(shipped(), WELL))
    assert hand.session.current is None
    assert {"panel", "buttons", "sound", "camera"} == {
        found.about for found in hand.session.findings if found.severity == "skipped"
    }


def test_card_that_cannot_play_is_reported() -> None:
    """With the reason why it cannot."""

    def play() -> None:
        raise DeviceError("there is no card")

    hand = Hand(BuildBench(shipped(), WELL, play=play))
    assert ["there is no card"] == [found.remedy for found in hand.of("sound")]


def test_camera_without_a_picture_is_reported() -> None:
    """The check does not wait for ever."""
    hand = Hand(BuildBench(shipped(), WELL, plan=Plan(())))
    assert isinstance(hand.session.current, BareField)
    hand.wait(SILENT_S)
    assert ["no picture comes from the camera"] == [ENGLISH(found.sentence) for found in hand.of("camera")]


def test_camera_that_falls_silent_is_reported() -> None:
    """Its cable may slip out while it is looked at; a camera that goes on is waited for as long as somebody likes."""
    hand = Hand(BuildBench(shipped(), WELL, plan=Plan(())))
    for _ in range(3):
        hand.session.see(np.zeros((16, 16, 3), np.uint8), lambda: np.zeros((16, 16, 3), np.uint8))
        hand.wait(SILENT_S - 1)
    assert isinstance(hand.session.current, BareField)
    hand.wait(SILENT_S)
    assert ["no picture comes from the camera"] == [ENGLISH(found.sentence) for found in hand.of("camera")]


@pytest.mark.parametrize("device", ["SimulatedPanel.show", "CalibrationCamera.frame", "CalibrationCamera.still"])
def test_a_device_that_fails_meanwhile_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, device: str) -> None:
    """All else is looked at, and the file is written all the same."""

    def fail(*_: object) -> None:
        raise DeviceError("it is gone")

    monkeypatch.setattr(f"firmware.setup.build_check.at_terminal.{device}", fail)
    output = rehearsed(tmp_path)
    about = "panel" if "Panel" in device else "camera"
    lost = [found for found, _ in output.found if found.about == about]
    assert [("red", "it is gone")] == [(found.severity, found.remedy) for found in lost]
    assert {"panel", "buttons", "sound", "power"} <= {found.about for found, _ in output.found}
    assert "it is gone" in (tmp_path / "found.html").read_text(encoding="utf-8").lower()


# -- the test card


@pytest.mark.parametrize("size", [(64, 16), (64, 32), (32, 8), (32, 16), (128, 32)])
def test_the_card_has_one_corner_lit(size: tuple[int, int]) -> None:
    """On every panel; where it ends can be seen as well."""
    pixels = np.asarray(corner_card(size))
    corners = [pixels[0, 0], pixels[0, -1], pixels[-1, -1], pixels[-1, 0]]
    assert [True, False, False, False] == [bool(pixel.min() == 255) for pixel in corners]
    assert all(pixel.any() for pixel in corners)


def test_the_panel_says_in_between_what_is_asked() -> None:
    """For who has neither a phone nor a terminal; it looks the same at every tick of the card."""
    check = LitCorner(BuildBench(shipped(), WELL, has_panel=True))
    shown = [check.picture((64, 16), tick) is not None for tick in range(24)]
    assert (True, True) == (True in shown, False in shown)


# -- at the table, and from a phone


def table_of(bench: BuildBench, keep: Callable[[BuildSession], None] = lambda _: None) -> BuildAtTheTable:
    """A check at a table, whose clock stands."""
    return BuildAtTheTable(BuildSession(bench, lambda: 0.0), ENGLISH_TABLE, keep)


def test_from_the_menu_it_ends_with_what_was_found() -> None:
    """NEXT walks it, and the last press leaves; the file is kept once."""
    kept: list[BuildSession] = []
    table = table_of(BuildBench(shipped(), WELL, has_panel=True), kept.append)
    assert isinstance(table.picture((64, 16), 0), Image.Image)
    table.press("undo")
    assert 1 == len(kept)
    table.press("next")
    assert "stays dark" in ENGLISH(table.words)
    table.press("ok")
    assert table.result is not None
    assert 1 == len(kept)


def test_the_menu_leads_to_it_and_it_runs_to_its_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By SETTINGS?, CHECKS? and NEW BUILD?, with the box's own buttons, without a camera; the file is kept."""
    monkeypatch.setenv("STADIUM_HOME", str(tmp_path))
    monkeypatch.setattr("firmware.setup.errands.time", SimpleNamespace(monotonic=ManualClock(step=0.2).monotonic))
    reader = ThrowReader(
        lambda *_: None, lambda: None, lambda: None, EnrolledDice(None), None, lambda _: None,  # type: ignore[arg-type]
    )  # fmt: skip
    errands = Errands(
        Calibrator(shipped(), reader, None, lambda _: tmp_path),
        reader,
        TaughtDiceStore(tmp_path / "dice", lambda _: None),
        ENGLISH_TABLE,
        LentCamera(reader.read, reader.restart),
    )
    bench = BuildBench(shipped(), WELL, has_panel=True, down=frozenset)
    way, sentences, rest = ["settings.", "checks.", "new build."], list[str](), list[Gesture](["menu"])

    def hand(shown: Shown) -> Gesture | None:
        words = shown.words.lower().removeprefix("menu: ")
        sentences.append(words)
        if words.endswith("is well."):
            rest.extend(["menu", "next", "next", "ok"])
        if rest:
            return rest.pop(0)
        if way and not words.startswith(way[0]):
            return "next"
        if way or "corner" in words:
            del way[:1]
            return "ok"
        pressed = re.match(r"press (\w+) once", words)
        if pressed is not None:
            return pressed[1]  # type: ignore[return-value] # buttons' names are gestures
        return "next" if words.startswith("checked:") else None

    begin = errands.check_build_from_menu(errands.check_build(lambda: bench))
    actions = {"check": lambda: CheckUp((), ENGLISH_TABLE), "check build": begin}
    play(tmp_path / "games.sqlite", hand=hand, actions=actions, tick_s=0.001)  # type: ignore[arg-type] # choices
    assert [f"press {name} once." for name in NAMES] == [words for words in sentences if words.startswith("press ")]
    assert "all that could be looked at is well." in sentences
    assert (tmp_path / "build-check.html").is_file()


def test_ok_held_leaves_but_where_ok_is_asked_for() -> None:
    """Or the button OK could not be looked at."""
    table = table_of(BuildBench(shipped(), WELL, has_panel=True, down=frozenset))
    table.press("ok")
    assert isinstance(table.session.current, PressedButtons)
    table.press("menu")
    assert table.result is None
    other = table_of(BuildBench(shipped(), WELL, has_panel=True))
    other.press("menu")
    assert other.result is not None


def test_the_camera_is_lent_and_given_back() -> None:
    """The look at the field is made of the game's own frames, and the game sees again when all is over."""
    seen: list[int] = []
    lent = LentCamera(lambda *_: seen.append(1) or (), lambda: None)  # type: ignore[func-returns-value] # a note
    table = lent.lend(table_of(BuildBench(shipped(), WELL, plan=Plan(()))))
    camera = CalibrationCamera()
    table.press("ok")
    while table.session.current is not None:
        frame = camera.frame()
        assert frame is not None
        assert lent.read(frame, camera.still) is None
        table.session.advance()
    assert {"green"} == {found.severity for found in table.session.findings if found.about in BareField.guides}
    table.leave()
    assert lent.read(np.zeros((2, 2, 3), np.uint8), camera.still) == ()


def answers(*given: JobPress) -> tuple[JobTeller, Callable[[float], None]]:
    """A job, and a wait in which the next answer is given."""
    left = list(given)
    job = JobTeller(JobView(1, "check-build", "running", 0.0, ""), Path())

    def wait(_: float) -> None:
        if left:
            job.press(JobAnswer(left.pop(0)))

    return job, wait


def test_a_phone_asks_and_has_a_file_at_the_end(tmp_path: Path) -> None:
    """It is asked what the table is asked, each finding has its guide, and the panel shows the card meanwhile."""
    job, wait = answers("next", "ok")
    job.folder = tmp_path
    table, handed = table_of(BuildBench(shipped(), WELL, has_panel=True)), list[BuildAtTheTable]()
    on_page = BuildOnPage(lambda: table, handed.append, lambda: language("es"), wait)
    words = on_page.work(job, JobRequest("check-build"), None)
    assert [table] == handed
    assert "Something must be mended" in ENGLISH(words)
    found = next(each for each in job.view.findings if each.severity == "red")
    guides = {code: {each.guide for each in report(job.view, language(code)).findings} for code in ("en", "es")}
    assert "/help/hardware/wiring.html#led-panel" in guides["en"]
    assert "/help/es/build.html#sábado-soldar-y-cablear" in guides["es"]
    assert "hardware/wiring.md#led-panel" == found.guide
    assert job.view.file is not None
    assert 'lang="es"' in job.view.file.read_text(encoding="utf-8")
    assert table.result is not None


def test_a_phone_can_stop_it_and_the_table_has_the_game_back() -> None:
    """The panel is the game's again at once."""
    job, wait = answers("stop")
    table = table_of(BuildBench(shipped(), WELL, has_panel=True))
    with pytest.raises(StoppedError):
        BuildOnPage(lambda: table, lambda _: None, lambda: language("en"), wait).work(
            job, JobRequest("check-build"), None
        )
    assert table.result is not None


def test_phone_sees_that_the_box_is_busy() -> None:
    """A job that has the panel and the buttons is left alone."""
    job, wait = answers()
    table = table_of(BuildBench(shipped(), WELL, has_panel=True))
    work = BuildOnPage(lambda: table, lambda handed: handed.leave(), lambda: language("en"), wait).work
    assert "left before its end" in ENGLISH(work(job, JobRequest("check-build"), None))


# -- the guides, the file, the command


def anchors(file: Path) -> set[str]:
    """Of a guide's headings, as its site has them."""
    heads = re.findall(r"^#+ (.*)$", file.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", head).strip().lower().replace(" ", "-") for head in heads}


@pytest.mark.parametrize("guide", sorted({guide for check in CHECKS for guide in check.guides.values()}))
def test_every_guide_is_there(guide: str) -> None:
    """With the part that is named."""
    name, _, part = guide.partition("#")
    assert (ROOT / name).is_file()
    assert not part or part in anchors(ROOT / name)
    assert guide_address(guide, "en").startswith("/help/")


@pytest.mark.parametrize("code", IN_BUILD)
def test_every_translated_guide_is_there(code: str) -> None:
    """The page, and the part that is named; each stands for a guide of a check, which has none of its own."""
    known = {guide for check in CHECKS for guide in check.guides.values()}
    assert set(IN_BUILD[code]) <= known
    assert set(IN_BUILD[code].values()) <= anchors(ROOT / f"docs/build.{code}.md")
    untold = {guide.partition("#")[0] for guide in known - set(IN_BUILD[code])}
    assert not [file for file in untold if (ROOT / file).with_suffix(f".{code}.md").exists()]


def test_a_readme_is_the_front_of_its_folder() -> None:
    """As the site of the guides has it."""
    assert ["/help/hardware/index.html#camera", "/help/sound.html"] == [
        guide_address("hardware/README.md#camera", "en"),
        guide_address("docs/sound.md", "es"),
    ]


def test_every_finding_has_a_guide() -> None:
    """Whatever a check may find wrong."""
    hand = Hand(BuildBench(shipped(), WELL))
    assert {"panel", "buttons", "sound", "lens", "height", "power"} <= set(hand.session.guides)
    assert {found.about for found in hand.session.findings} <= set(hand.session.guides)


def test_the_file_has_the_worst_first_and_nothing_that_anybody_wrote_as_markup() -> None:
    """What comes from outside, such as a card's name, is text."""
    findings = (
        finding("green", "well", about="panel"),
        finding("red", "<script>alert(1)</script>", "mend & go", about="sound"),
    )
    text = written(findings, {"sound": "docs/sound.md"}, of_stadium(), language("en"))
    assert ["red", "green"] == [found.severity for found in by_severity(findings)]
    assert (False, True, True) == ("<script" in text, "Mend &amp; go" in text, "/help/sound.html" in text)
    assert text.index("Mend") < text.index(": well")


def run(tmp_path: Path, *words: str) -> tuple[int, str]:
    """The command's exit code, and what it prints."""
    common = ["--journal", str(tmp_path / "games.sqlite"), "--report", str(tmp_path / "found.html")]
    done = CliRunner().invoke(main, ["check-build", *common, *words])
    return done.exit_code, done.output


@pytest.mark.untraced
def test_the_command_says_what_to_do_and_exits_with_1(tmp_path: Path) -> None:
    """In Spanish, too."""
    code, output = run(tmp_path, "--simulate", "--fault", "dead-button", "--fault", "turned-panel", "--lang", "es")
    assert (1, True, True) == (code, "no llega nada de RUN" in output, "/help/es/build.html#sábado-soldar" in output)
    assert (tmp_path / "found.html").exists()


def test_faults_are_for_a_simulated_stadium(tmp_path: Path) -> None:
    """A real one has its own."""
    code, output = run(tmp_path, "--fault", "silent")
    assert (2, True) == (code, "--simulate" in output)


def test_a_stadium_that_plays_is_not_disturbed(tmp_path: Path) -> None:
    """It has the devices; the line says how to stop it, and where its menu has the same."""
    with claim(tmp_path / "games.sqlite"):
        code, output = run(tmp_path)
    assert (2, True, True) == (code, "systemctl stop stadium" in output, "CHECKS" in output)


def test_a_second_check_says_that_another_is_at_work(tmp_path: Path) -> None:
    """The first has the devices until its end; this one ends for want of a terminal."""
    options = CheckOptions(None, tmp_path / "games.sqlite", tmp_path / "found.html", "en")
    refusals = []

    class Second(CheckOutput):
        """Begins another check as soon as the first speaks."""

        def say(self, sentence: str) -> None:
            """A sentence of the first."""
            super().say(sentence)
            with pytest.raises(DeviceError) as refused:
                check_build(options, CheckOutput())
            refusals.append(refused.value.words)

    with pytest.raises(DeviceError):
        check_build(options, Second())
    assert [message("build.busy")] == refusals
    claim(options.journal).close()
