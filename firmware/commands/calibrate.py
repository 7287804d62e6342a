"""`stadium calibrate`: camera, print, light and dice looked over before a game, and what was measured written down."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
import cv2
import msgspec
from click.core import ParameterSource
from msgspec import structs

from firmware import ownerfile, wiring
from firmware.calibration import ASKED, Calibration, Finding, Grade, Plan, drive
from firmware.commands.finite import FiniteRange
from firmware.config import SYSTEM_FILE, Config, check
from firmware.devices import Camera
from firmware.errors import ConfigError, DeviceError
from firmware.files import write_whole
from firmware.moves import Place, is_set_aside
from firmware.paths import home
from firmware.settings import loaded
from firmware.simulated.tryout import FAULTS, Fault, Tryout
from firmware.wishes import camera_named
from scoreboard.rules import start
from scoreboard.rules.state import DICE, SHARED
from vision import Eyes

EXIT_NOT_READY = 1
PICTURE = "calibration.png"
TITLE = "Stadium Scoreboard: calibration"
SIGNS: dict[Grade, tuple[str, str]] = {"green": ("✓", "green"), "amber": ("!", "yellow"), "red": ("✗", "red")}
"""A grade's sign and colour."""
PATH = click.Path(path_type=Path, dir_okay=False)


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the command line asks for."""

    config_file: Path | None
    camera: str | None
    height: float | None
    picture: Path | None
    yes: bool
    dry_run: bool
    as_json: bool
    simulate: bool
    faults: tuple[Fault, ...]
    seed: int

    @property
    def talks(self) -> bool:
        """Whether there is somebody to ask."""
        return not (self.yes or self.as_json or self.simulate)

    @property
    def file(self) -> Path | None:
        """What is to be written; nothing for a tryout, unless a file is named."""
        return self.config_file or (None if self.simulate else SYSTEM_FILE)


@click.command(short_help="Look over camera, print, light and dice before a game.")
@click.option("--config", "config_file", type=PATH, metavar="FILE", help="Your configuration; made if need be.")
@click.option("--camera", metavar="SOURCE", help="USB camera number, picamera2, picture folder or video file.")
@click.option("--height", type=FiniteRange(50, 5000), metavar="MM", help="The camera's height over the field.")
@click.option("--picture", type=PATH, metavar="FILE", help=f"Where the picture goes; else {PICTURE} beside the games.")
@click.option("--yes", is_flag=True, help="Ask nothing: the field is clear, the dice lie there, the picture is right.")
@click.option("--dry-run", is_flag=True, help="Show what would be written, and write nothing.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object, for programs; asks nothing.")
@click.option("--simulate", is_flag=True, help="No hardware: look over a simulated stadium.")
@click.option(
    "--fault", "faults", type=click.Choice(list(FAULTS)), multiple=True, help="What is wrong there; may be repeated."
)
@click.option("--seed", type=click.IntRange(min=0), default=1, show_default=True, help="Which simulated stadium.")
def calibrate(**given: Any) -> None:  # noqa: ANN401 - click gives what the options above say
    """Look over camera, print, light and dice before a game, and write down what was measured.

    Lay the field out under the camera, light it as for a game, and do what is asked. Every finding is told with one
    sentence: a tick is well, an exclamation mark could be better, a cross must be mended. The picture that is saved
    shows where the bases and zones are believed to be: look at it.

    Your stadium.toml gets the tables [camera.lens] and [camera.locked]; the rest of it stays as it is, comments too,
    and what stood there before is kept in stadium.toml.bak.

    \b
    Try it with nothing:   stadium calibrate --simulate --fault glare
    With a webcam:         stadium calibrate --camera 0 --config stadium.toml

    Exit code 0: a game can be played; 1: something must be mended first; 2: trouble.
    """  # noqa: D301 - click knows a kept paragraph by a backspace
    wishes = Wishes(**given)
    _check_given(wishes)
    config = _configured(wishes)
    calibration = Calibration(_plan(config, wishes), wiring.seeing(Eyes(), config.eyes.threshold))
    with _camera(config, wishes) as camera:
        drive(calibration, camera, _Hands(wishes, config, camera), _Talk(wishes))
    picture = _save(calibration, wishes.picture or home() / PICTURE)
    written = _write(calibration, wishes, picture)
    if wishes.as_json:
        click.echo(_as_json(calibration, picture, written))
    if calibration.grade == "red":
        sys.exit(EXIT_NOT_READY)


def _check_given(wishes: Wishes) -> None:
    """Refuse to leave out in silence what only a simulated stadium can do."""
    sources = click.get_current_context().get_parameter_source
    for name in ("faults", "seed"):
        if not wishes.simulate and sources(name) is not ParameterSource.DEFAULT:
            raise ConfigError(f"--{name.rstrip('s')} is for --simulate: a real stadium is looked over as it is.")


def _configured(wishes: Wishes) -> Config:
    """The owner's configuration, or the defaults where there is none yet."""
    file = wishes.config_file
    config = loaded(home(), file) if file is None or file.exists() else check({}, str(file))
    return structs.replace(config, camera=camera_named(config.camera, wishes.camera))


def _plan(config: Config, wishes: Wishes) -> Plan:
    """What the configured game needs of the camera."""
    field = wiring.field(config)
    eyes, lens = config.eyes, config.camera.lens
    return Plan(_colors(config), eyes.colors, eyes.die_mm, field, lens.view, wishes.height)


def _colors(config: Config) -> tuple[str, ...]:
    """Of the dice that must be told apart; the table games' dice need not be."""
    if start(config.game.setup()).awaits == DICE:
        return ()
    return tuple(dict.fromkeys((config.game.away.color, config.game.home.color, SHARED)))


@contextmanager
def _camera(config: Config, wishes: Wishes) -> Iterator[Camera]:
    """The camera, given back whatever happens.

    Raises:
        ConfigError: if the configuration names none.
    """
    camera = _tryout(config, wishes) if wishes.simulate else wiring.camera_of(config.camera)
    if camera is None:
        raise ConfigError("there is no camera: name one with --camera")
    with closing(camera):
        yield camera


def _tryout(config: Config, wishes: Wishes) -> Tryout:
    teams = config.game.away.color, config.game.home.color
    return Tryout(teams, wishes.seed, die_mm=config.eyes.die_mm, faults=wishes.faults)


class _Hands:
    """Has done what is asked: the person at the table, or simulated hands."""

    def __init__(self, wishes: Wishes, config: Config, camera: Camera) -> None:
        self._wishes, self._camera = wishes, camera
        self._colors = _colors(config)

    def __call__(self, calibration: Calibration) -> None:
        """Return once it is done."""
        if isinstance(self._camera, Tryout) and calibration.step == "dice":
            self._camera.lay_dice(self._colors)
        if self._wishes.talks:
            click.prompt(f"{calibration.asked} Then press Enter", default="", show_default=False, prompt_suffix=" ")
        elif not self._wishes.as_json:
            click.echo(calibration.asked)


class _Talk:
    """Tells what was found, as it is found."""

    def __init__(self, wishes: Wishes) -> None:
        self._told = 0
        self._silent = wishes.as_json

    def __call__(self, calibration: Calibration) -> None:
        """Tell what is new."""
        fresh, self._told = calibration.findings[self._told :], len(calibration.findings)
        if self._silent:
            return
        for finding in fresh:
            tell(finding)
        if fresh and calibration.step == "look":
            click.echo(ASKED["look"])


def tell(finding: Finding) -> None:
    """One finding as a line."""
    sign, color = SIGNS[finding.grade]
    click.echo(f"  {click.style(sign, fg=color, bold=True)} {click.style(finding.about, bold=True)}: {finding.said}")


def _save(calibration: Calibration, path: Path) -> Path | None:
    """Keep the annotated picture; None where there was nothing to annotate.

    Raises:
        DeviceError: if it cannot be kept there.
    """
    drawn = calibration.survey(TITLE)
    if drawn is None:
        return None
    try:
        write_whole(path, cv2.imencode(".png", drawn)[1].tobytes())
    except OSError as error:
        raise DeviceError(f"cannot keep the picture at {path}: {error.strerror}; name a file with --picture") from error
    return path


def _write(calibration: Calibration, wishes: Wishes, picture: Path | None) -> Path | None:
    """Write what was measured and say so, or why not; the file, if it was written."""
    if picture is not None and not wishes.as_json:
        click.echo(f"Picture: {picture}")
    why_not = _why_not(calibration, wishes)
    if why_not or wishes.file is None:
        _say(f"Nothing is written{why_not}", wishes)
        return None
    if wishes.config_file is None and is_set_aside(Place(home(), SYSTEM_FILE)):  # what was in it stays put aside
        kept = ownerfile.replace(wishes.file, ownerfile.edited("", calibration.changes))
    else:
        kept = ownerfile.write(wishes.file, calibration.changes)
    _say(f"Written: {wishes.file}" + (f" (as it was before: {kept})" if kept else ""), wishes)
    return wishes.file


def _why_not(calibration: Calibration, wishes: Wishes) -> str:
    """Why nothing is to be written; empty where it is."""
    if not calibration.changes:
        return ": mend what is marked with a cross, and calibrate again."
    if wishes.talks and not click.confirm("Do the drawn bases and zones lie on the printed ones?", default=True):
        return ": lay the print flat, see that it is as large as it should be, and calibrate again."
    if wishes.dry_run or wishes.file is None:
        return f". It would be:\n{ownerfile.as_toml(calibration.changes)}"
    return ""


def _say(line: str, wishes: Wishes) -> None:
    if not wishes.as_json:
        click.echo(line)


def _as_json(calibration: Calibration, picture: Path | None, written: Path | None) -> str:
    told = {
        "grade": calibration.grade,
        "findings": [{"about": each.about, "grade": each.grade, "said": each.said} for each in calibration.findings],
        "picture": None if picture is None else str(picture),
        "written": None if written is None else str(written),
        "changes": calibration.changes,
    }
    return msgspec.json.encode(told).decode()
