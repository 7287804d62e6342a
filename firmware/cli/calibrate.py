"""`stadium calibrate`: camera, print, light and dice looked over before a game, and what was measured written down."""

from __future__ import annotations

import sys
from typing import Any, get_args

import click
from click.core import ParameterSource

from firmware.cli.arguments import FiniteRange, PathOf, RecordSource, spoken_option
from firmware.console.streams import loading
from firmware.errors import ConfigError
from firmware.paths import REPORT_PICTURE
from firmware.simulated.scenario import SceneFault

EXIT_NOT_READY = 1
PATH = PathOf(folder=False)


@click.command()
@click.option("--config", "config_file", type=PATH, metavar="FILE", help="Your configuration; made if need be.")
@click.option("--camera", type=RecordSource(), help="USB camera number or device, picamera2, picture folder, video.")
@click.option("--height", type=FiniteRange(50, 5000), metavar="MM", help="The camera's height over the field.")
@click.option(
    "--picture",
    type=PathOf(folder=False, written=True),
    metavar="FILE",
    help=f"Where the picture goes; else {REPORT_PICTURE} beside the games.",
)
@click.option("--yes", is_flag=True, help="Ask nothing: the field is clear, the dice lie there, the picture is right.")
@click.option("--dry-run", is_flag=True, help="Show what would be written, and write nothing.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object, for programs; asks nothing.")
@click.option("--simulate", is_flag=True, help="No hardware: look over a simulated stadium.")
@click.option(
    "--fault",
    "faults",
    type=click.Choice(get_args(SceneFault)),
    multiple=True,
    help="What is wrong there; may be repeated.",
)
@click.option("--seed", type=click.IntRange(min=0), default=1, show_default=True, help="Which simulated stadium.")
@spoken_option
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
    sources = click.get_current_context().get_parameter_source
    for name in ("faults", "seed"):  # what only a simulated stadium can do is not left out in silence
        if not given["simulate"] and sources(name) is not ParameterSource.DEFAULT:
            raise ConfigError(f"--{name.rstrip('s')} is for --simulate: a real stadium is looked over as it is.")
    with loading():
        from firmware.setup.calibrating import CalibrateOptions, run_calibration

    if run_calibration(CalibrateOptions(**given)) == "red":
        sys.exit(EXIT_NOT_READY)
