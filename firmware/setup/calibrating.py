"""Camera, print, light and dice looked over before a game: the work of `stadium calibrate`, in a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import click
import cv2
import msgspec

from firmware import throw_reader, wiring
from firmware.config import owners_file, toml_edit
from firmware.config.fallback import as_it_stands
from firmware.config.overrides import camera_named
from firmware.config.schema import Config
from firmware.devices.protocols import Camera, Frame
from firmware.errors import ConfigError, DeviceError
from firmware.files.atomic import write_whole
from firmware.notice import Notice, Severity
from firmware.paths import REPORT_PICTURE, SYSTEM_FILE, home
from firmware.setup.calibration.driving import drive
from firmware.setup.calibration.findings import whole
from firmware.setup.calibration.steps import Calibration
from firmware.setup.game_calibration import colors_of, plan_for
from firmware.simulated.calibration_camera import CalibrationCamera
from firmware.simulated.scenario import SceneFault
from scoreboard.errors import why_and_remedy
from scoreboard.language import ENGLISH, Language, language
from scoreboard.message import Message, Words, message
from vision import DiceReader

SIGNS: dict[Severity, tuple[str, str]] = {"green": ("✓", "green"), "amber": ("!", "yellow"), "red": ("✗", "red")}
"""A severity's sign and colour."""


@dataclass(frozen=True, slots=True)
class CalibrateOptions:
    """What may be asked of `stadium calibrate`."""

    config_file: Path | None
    camera: str | None
    height: float | None
    picture: Path | None
    yes: bool
    dry_run: bool
    as_json: bool
    simulate: bool
    faults: tuple[SceneFault, ...]
    seed: int
    lang: str | None = None

    @property
    def asks(self) -> bool:
        """Whether there is a person to ask."""
        return not (self.yes or self.as_json or self.simulate)

    @property
    def file(self) -> Path | None:
        """The file to write; none for a simulation, unless a file is named."""
        return self.config_file or (None if self.simulate else SYSTEM_FILE)


def run_calibration(options: CalibrateOptions) -> Severity:
    """Calibrate a stadium, report the findings, and write what was measured; returns the worst severity."""
    # The owner's configuration, or the defaults where there is none yet.
    file = options.config_file
    config = as_it_stands(home(), file)
    spoken = language(options.lang or config.game.language)
    with closing(_camera(config, options)) as camera:
        calibration = _calibration(config, options)
        drive(calibration, camera, partial(_ask, options, spoken, config, camera), partial(_report, options, spoken))
    picture = _save(calibration.report_image(spoken), options.picture or home() / REPORT_PICTURE)
    written = _write(calibration, options, spoken, picture)
    if options.as_json:
        click.echo(_as_json(calibration, picture, written))
    return calibration.severity


def _calibration(config: Config, options: CalibrateOptions) -> Calibration:
    read = throw_reader.frame_reader(DiceReader(), config.eyes.threshold)
    return Calibration(plan_for(config, options.height), read)


def _camera(config: Config, options: CalibrateOptions) -> Camera:
    named = camera_named(config.camera, options.camera)
    if options.simulate:
        teams = config.game.away.color, config.game.home.color
        return CalibrationCamera(teams, options.seed, die_mm=config.eyes.die_mm, faults=options.faults)
    camera = wiring.camera_of(named)
    if camera is None:
        raise ConfigError("there is no camera: name one with --camera")
    return camera


def _ask(options: CalibrateOptions, spoken: Language, config: Config, camera: Camera, calibration: Calibration) -> None:
    """Return once the person at the table has done what is asked; in a simulation it is done here."""
    if isinstance(camera, CalibrationCamera) and calibration.step == "dice":
        camera.lay_dice(colors_of(config))
    if options.asks:
        enter = spoken.say(message("calibrate.enter", asked=calibration.asked))
        click.prompt(enter, default="", show_default=False, prompt_suffix=" ")
    elif not options.as_json:
        click.echo(spoken.say(calibration.asked))


def _report(options: CalibrateOptions, spoken: Language, calibration: Calibration, findings: Sequence[Notice]) -> None:
    if options.as_json:
        return
    for found in findings:
        sign, color = SIGNS[found.severity]
        about = click.style(spoken.say(message("calibrate.about", about=found.about)), bold=True)
        click.echo(f"  {click.style(sign, fg=color, bold=True)} {about}: {spoken.say(whole(found))}")
    if calibration.step == "look":
        click.echo(spoken.say(calibration.asked))


def _save(drawn: Frame | None, path: Path) -> Path | None:
    """Keep the annotated picture; None where there was nothing to annotate, DeviceError if it cannot be kept there."""
    if drawn is None:
        return None
    try:
        write_whole(path, cv2.imencode(".png", drawn)[1].tobytes())
    except OSError as error:
        raise DeviceError(f"cannot keep the picture at {path}: {ENGLISH(why_and_remedy(error))}") from error
    return path


def _write(calibration: Calibration, options: CalibrateOptions, spoken: Language, picture: Path | None) -> Path | None:
    """Write what was measured and say so, or why not; the file, if it was written."""
    if picture is not None:
        _say(message("calibrate.picture", file=str(picture)), options, spoken)
    why_not = _why_not(calibration, options, spoken)
    if why_not is not None or options.file is None:
        _say(why_not or "", options, spoken)
        return None
    kept = owners_file.keep(home(), calibration.changes, options.config_file, SYSTEM_FILE)
    written = "calibrate.rewritten" if kept else "calibrate.written"
    _say(message(written, file=str(options.file), kept=str(kept)), options, spoken)
    return options.file


def _why_not(calibration: Calibration, options: CalibrateOptions, spoken: Language) -> Message | None:
    """Why nothing is to be written; None where it is."""
    if not calibration.changes:
        return message("calibrate.not-ready")
    if options.asks and not _confirmed(message("calibrate.right"), spoken):
        return message("calibrate.not-right")
    if options.dry_run or options.file is None:
        return message("calibrate.would-be", changes=toml_edit.as_toml(calibration.changes))
    return None


def _confirmed(question: Message, spoken: Language) -> bool:
    """Whether the answer is yes, in the language's own letters; Enter is yes."""
    yes, no = spoken.say(message("calibrate.yes")), spoken.say(message("calibrate.no"))
    while True:
        answer = click.prompt(spoken.say(question), default=yes, show_default=False).strip().lower()
        if answer[:1] in (yes, no):
            return bool(answer[:1] == yes)


def _say(words: Words, options: CalibrateOptions, spoken: Language) -> None:
    if not options.as_json:
        click.echo(spoken.say(words))


def _reported(found: Notice) -> dict[str, str]:
    """A finding for programs, in English."""
    about = ENGLISH(message("calibrate.about", about=found.about))
    return {"about": about, "grade": found.severity, "said": ENGLISH(whole(found))}


def _as_json(calibration: Calibration, picture: Path | None, written: Path | None) -> bytes:
    found = [_reported(each) for each in calibration.findings]
    report = {
        "grade": calibration.severity,
        "findings": found,
        "picture": None if picture is None else str(picture),
        "written": None if written is None else str(written),
        "changes": calibration.changes,
    }
    return msgspec.json.encode(report)
