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
BY_PHONE = "phone"
"""In place of a file."""
OPTIONS = {"as_json": "json", "faults": "fault"}
"""What options are called that are named otherwise here."""
WITH_PLACES = ("places", "config_file", "camera", "picture", "dry_run", "lang")
"""Options that go together with ``--places``."""


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
@click.option(
    "--places",
    type=PathOf(folder=False, read=True),
    is_flag=False,
    flag_value=BY_PHONE,
    metavar="[FILE]",
    help="Tap where pieces stand on your own stadium: by a phone, or by the pixels that FILE has.",
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

    \b
    On a stadium of your own the places of helmets and ball may lie elsewhere than on the printed one:
      stadium calibrate --places             says where on the page they are tapped on a picture, once
      stadium calibrate --places taps.toml   takes them from a file, in pixels of what --camera shows:
        [taps]
        0 = [810, 1320]    home; 6, 12 and 18 are the bases, Z1 is the pitcher's zone
        6 = [1190, 940]
    The rest is proposed by those five, and may be named too: 1 to 23, Z3 to Z9, "away 1" to "home 4"; of a dugout's
    seats the first and the last are enough. Places go into places.toml beside the games; `stadium look --places` takes
    that file as well. The printed markers must be seen.

    Exit code 0: a game can be played; 1: something must be mended first; 2: trouble.
    """  # noqa: D301 - click knows a kept paragraph by a backspace
    sources = click.get_current_context().get_parameter_source
    for name in ("faults", "seed"):  # what only a simulated stadium can do is not left out in silence
        if not given["simulate"] and sources(name) is not ParameterSource.DEFAULT:
            raise ConfigError(f"--{name.rstrip('s')} is for --simulate: a real stadium is looked over as it is.")
    if given["places"] is not None:
        _tap(given)
        return
    del given["places"]
    with loading():
        from firmware.setup.calibrating import CalibrateOptions, run_calibration

    if run_calibration(CalibrateOptions(**given)) == "red":
        sys.exit(EXIT_NOT_READY)


def _tap(given: dict[str, Any]) -> None:
    sources = click.get_current_context().get_parameter_source
    for name in given:
        if name not in WITH_PLACES and sources(name) is not ParameterSource.DEFAULT:
            raise ConfigError(f"--{OPTIONS.get(name, name)} does not go with --places: leave out one of them.")
    with loading():
        from firmware.setup.calibrating import CalibrateOptions
        from firmware.setup.tapping_by_file import run_tapping

    places = given.pop("places")
    run_tapping(None if places.name == BY_PHONE else places, CalibrateOptions(**given))
