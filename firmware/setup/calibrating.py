"""Camera, print, light and dice looked over before a game: the work of `stadium calibrate`, in a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import click
import cv2
import msgspec
from msgspec import structs

from firmware import throw_reader, wiring
from firmware.config import toml_edit
from firmware.config.fallback import loaded
from firmware.config.overrides import camera_named
from firmware.config.schema import SYSTEM_FILE, Config, check
from firmware.devices.protocols import Camera
from firmware.errors import ConfigError, DeviceError
from firmware.files.atomic import write_whole
from firmware.files.staged_replace import DataPaths, is_set_aside
from firmware.messages import Message, Severity
from firmware.paths import REPORT_PICTURE, home
from firmware.setup.calibration import ASKED, Calibration, Plan, drive
from firmware.setup.calibration.findings import whole
from firmware.simulated.calibration_camera import CalibrationCamera
from firmware.simulated.scenario import SceneFault
from scoreboard.rules import start
from scoreboard.rules.state import DICE, SHARED
from vision import DiceReader

TITLE = "Stadium Scoreboard: calibration"
SIGNS: dict[Severity, tuple[str, str]] = {"green": ("✓", "green"), "amber": ("!", "yellow"), "red": ("✗", "red")}
"""A severity's sign and colour."""


@dataclass(frozen=True, slots=True)
class CalibrateOptions:
    """What the command line asks for."""

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

    @property
    def talks(self) -> bool:
        """Whether there is somebody to ask."""
        return not (self.yes or self.as_json or self.simulate)

    @property
    def file(self) -> Path | None:
        """What is to be written; nothing for a tryout, unless a file is named."""
        return self.config_file or (None if self.simulate else SYSTEM_FILE)


def run_calibration(options: CalibrateOptions) -> Severity:
    """Look a stadium over, tell what was found, and write down what was measured.

    Returns:
        How it is on the whole.

    Raises:
        StadiumError: in words for the person at the table.
    """
    config = _configured(options)
    calibration = Calibration(_plan(config, options), throw_reader.frame_reader(DiceReader(), config.eyes.threshold))
    with _camera(config, options) as camera:
        drive(calibration, camera, _Hands(options, config, camera), _Talk(options))
    picture = _save(calibration, options.picture or home() / REPORT_PICTURE)
    written = _write(calibration, options, picture)
    if options.as_json:
        click.echo(_as_json(calibration, picture, written).encode())
    return calibration.severity


def _configured(options: CalibrateOptions) -> Config:
    """The owner's configuration, or the defaults where there is none yet."""
    file = options.config_file
    config = loaded(home(), file) if file is None or file.exists() else check({}, str(file))
    return structs.replace(config, camera=camera_named(config.camera, options.camera))


def _plan(config: Config, options: CalibrateOptions) -> Plan:
    """What the configured game needs of the camera."""
    field = throw_reader.field(config)
    eyes, lens = config.eyes, config.camera.lens
    return Plan(_colors(config), eyes.colors, eyes.die_mm, field, lens.view, options.height)


def _colors(config: Config) -> tuple[str, ...]:
    """Of the dice that must be told apart; the table games' dice need not be."""
    if start(config.game.setup()).awaits == DICE:
        return ()
    return tuple(dict.fromkeys((config.game.away.color, config.game.home.color, SHARED)))


@contextmanager
def _camera(config: Config, options: CalibrateOptions) -> Iterator[Camera]:
    """The camera, given back whatever happens.

    Raises:
        ConfigError: if the configuration names none.
    """
    camera = _simulated_camera(config, options) if options.simulate else wiring.camera_of(config.camera)
    if camera is None:
        raise ConfigError("there is no camera: name one with --camera")
    with closing(camera):
        yield camera


def _simulated_camera(config: Config, options: CalibrateOptions) -> CalibrationCamera:
    teams = config.game.away.color, config.game.home.color
    return CalibrationCamera(teams, options.seed, die_mm=config.eyes.die_mm, faults=options.faults)


class _Hands:
    """Has done what is asked: the person at the table, or simulated hands."""

    def __init__(self, options: CalibrateOptions, config: Config, camera: Camera) -> None:
        self._options, self._camera = options, camera
        self._colors = _colors(config)

    def __call__(self, calibration: Calibration) -> None:
        """Return once it is done."""
        if isinstance(self._camera, CalibrationCamera) and calibration.step == "dice":
            self._camera.lay_dice(self._colors)
        if self._options.talks:
            click.prompt(f"{calibration.asked} Then press Enter", default="", show_default=False, prompt_suffix=" ")
        elif not self._options.as_json:
            click.echo(calibration.asked)


class _Talk:
    """Tells what was found, as it is found."""

    def __init__(self, options: CalibrateOptions) -> None:
        self._told = 0
        self._silent = options.as_json

    def __call__(self, calibration: Calibration) -> None:
        """Tell what is new."""
        fresh, self._told = calibration.findings[self._told :], len(calibration.findings)
        if self._silent:
            return
        for finding in fresh:
            tell(finding)
        if fresh and calibration.step == "look":
            click.echo(ASKED["look"])


def tell(found: Message) -> None:
    """One finding as a line."""
    sign, color = SIGNS[found.severity]
    click.echo(f"  {click.style(sign, fg=color, bold=True)} {click.style(found.about, bold=True)}: {whole(found)}")


def _save(calibration: Calibration, path: Path) -> Path | None:
    """Keep the annotated picture; None where there was nothing to annotate.

    Raises:
        DeviceError: if it cannot be kept there.
    """
    drawn = calibration.report_image(TITLE)
    if drawn is None:
        return None
    try:
        write_whole(path, cv2.imencode(".png", drawn)[1].tobytes())
    except OSError as error:
        raise DeviceError(f"cannot keep the picture at {path}: {error.strerror}; name a file with --picture") from error
    return path


def _write(calibration: Calibration, options: CalibrateOptions, picture: Path | None) -> Path | None:
    """Write what was measured and say so, or why not; the file, if it was written."""
    if picture is not None and not options.as_json:
        click.echo(f"Picture: {picture}")
    why_not = _why_not(calibration, options)
    if why_not or options.file is None:
        _say(f"Nothing is written{why_not}", options)
        return None
    if options.config_file is None and is_set_aside(DataPaths(home(), SYSTEM_FILE)):  # what was in it stays put aside
        kept = toml_edit.replace(options.file, toml_edit.edited("", calibration.changes))
    else:
        kept = toml_edit.write(options.file, calibration.changes)
    _say(f"Written: {options.file}" + (f" (as it was before: {kept})" if kept else ""), options)
    return options.file


def _why_not(calibration: Calibration, options: CalibrateOptions) -> str:
    """Why nothing is to be written; empty where it is."""
    if not calibration.changes:
        return ": mend what is marked with a cross, and calibrate again."
    if options.talks and not click.confirm("Do the drawn bases and zones lie on the printed ones?", default=True):
        return ": lay the print flat, see that it is as large as it should be, and calibrate again."
    if options.dry_run or options.file is None:
        return f". It would be:\n{toml_edit.as_toml(calibration.changes)}"
    return ""


def _say(line: str, options: CalibrateOptions) -> None:
    if not options.as_json:
        click.echo(line)


def _as_json(calibration: Calibration, picture: Path | None, written: Path | None) -> str:
    report = {
        "grade": calibration.severity,
        "findings": [
            {"about": each.about, "grade": each.severity, "said": whole(each)} for each in calibration.findings
        ],
        "picture": None if picture is None else str(picture),
        "written": None if written is None else str(written),
        "changes": calibration.changes,
    }
    return msgspec.json.encode(report).decode()
